"""How quiet moves fared: learnt from what refutes, and never off its scale."""

import random

import pytest

from zermelo import Engine, Limit, load
from zermelo.search.experience import (
    SCALE,
    SCALE_BITS,
    before,
    fared,
    figure_at,
    learn_in_play,
    move_on,
)
from zermelo.search.memory import Memory
from zermelo.search.switches import EXACT, PLAY

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


def test_figures_that_share_a_word_leave_each_other_alone():
    """Against a plain list of them, at steps in both directions up to the ends of the scale."""
    lots, figures, plain = random.Random(5), [0] * 4, [0] * 16
    for _ in range(4_000):
        at, step = lots.randrange(16), lots.choice((-512, -32, 32, 128, 2048))
        step = step if at & 1 else -step
        move_on(figures, at, step)
        plain[at] += step - (plain[at] * abs(step) >> SCALE_BITS)
        assert [figure_at(figures, i) for i in range(16)] == plain
    assert max(plain) > SCALE // 2 and min(plain) < -SCALE // 2
    assert all(-(1 << 63) <= word < 1 << 63 for word in figures)


@pytest.fixture(scope="module")
def player():
    """An engine that plays Othello, whose evaluator is soon compiled."""
    engine = Engine(load("othello"), selective=True, table_mb=1)
    engine.prepare()
    return engine


def figures_of(engine) -> int:
    """How many figures are not what they are at first."""
    memory = engine._searcher.crew.memories[0]
    return sum(memory.lately[i] != 0 for i in range(len(memory.lately))) + sum(
        memory.counters[i] != -1 for i in range(len(memory.counters)))


def test_a_player_keeps_it_for_the_next_move(player):
    player.clear()
    assert figures_of(player) == 0
    here = player.game.position()
    found = player.analyze(here, Limit(nodes=20_000))
    before = figures_of(player)
    assert before > 0
    player._searcher.begin(here.play(found.move), Limit(nodes=1), player.switches)
    assert figures_of(player) == before


def test_a_search_that_must_be_exact_begins_with_nothing(player):
    here = player.game.position()
    player.analyze(here, Limit(nodes=20_000))
    player._searcher.begin(here, Limit(nodes=1), player.switches & EXACT)
    assert figures_of(player) == 0


def test_who_is_cleared_plays_as_if_new(player):
    here = player.game.position().random_line(random.Random(10))[12]
    player.clear()
    first = player.analyze(here, Limit(nodes=30_000))
    player.analyze(here.play(first.move), Limit(nodes=30_000))
    player.clear()
    again = player.analyze(here, Limit(nodes=30_000))
    assert (again.value, again.line, again.depth) == (first.value, first.line, first.depth)
