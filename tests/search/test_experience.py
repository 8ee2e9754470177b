"""How quiet moves fared: learnt from what refutes, and never off its scale."""

from zermelo import load
from zermelo.search.experience import SCALE, before, fared, learn_in_play
from zermelo.search.memory import Memory
from zermelo.search.switches import PLAY

GAME = load("chess")
HERE = GAME.position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1")
TAKES, QUIET, OTHER = (HERE.game.parse_move(HERE.state, text) for text in ("Nxe5", "Bb5", "h3"))


def learnt(*tried, times=1):
    """Memory where these were tried in turn, and the last one refuted, at ply 2."""
    memory = Memory()
    memory.use.choose(PLAY)
    memory.killers.fill(-1)
    memory.counters.fill(-1)
    memory.played[0], memory.played[1] = 17, 4
    for i, move in enumerate(tried):
        memory.moves[i].move = move
    last, own = before(memory, 2, 1), before(memory, 2, 2)
    for _ in range(times):
        learn_in_play(GAME, memory, HERE.state, 0, tried[-1], 0, len(tried), 4, 2, last, own)
    return memory, {move: fared(memory, 0, move, last, own) for move in tried}


def test_what_refuted_did_well_and_what_was_tried_before_it_badly():
    memory, figures = learnt(OTHER, QUIET)
    assert figures[QUIET] > 0 > figures[OTHER]
    assert memory.killers[2].first == QUIET


def test_noise_takes_no_place_among_what_refuted():
    """A capture is found early without that, and a quiet move would lose its place."""
    memory, figures = learnt(OTHER, TAKES)
    assert memory.killers[2].first == -1
    assert figures[TAKES] == 0 > figures[OTHER]


def test_it_is_known_by_the_moves_before():
    memory, figures = learnt(OTHER, QUIET)
    memory.played[0], memory.played[1] = 18, 5
    elsewhere = fared(memory, 0, QUIET, before(memory, 2, 1), before(memory, 2, 2))
    assert 0 < elsewhere < figures[QUIET]
    assert fared(memory, 1, QUIET, before(memory, 2, 1), before(memory, 2, 2)) == 0


def test_figures_stay_on_their_scale_and_come_back():
    _, figures = learnt(OTHER, QUIET, times=10_000)
    assert 2 * SCALE < figures[QUIET] <= 3 * SCALE
    assert -3 * SCALE <= figures[OTHER] < -2 * SCALE
