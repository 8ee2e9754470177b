"""Whatever one hook says differently is seen in the number that stands for all of them; and what
is looked up of a move is never more than it brings."""

import pytest

from zermelo import Engine, load
from zermelo.games.chess import Chess
from zermelo.search.codes import decoded, win_code
from zermelo.search.searcher import Searcher
from zermelo.search.table import FULL_DEPTH

OTHERS = {
    "play": lambda self, s, m: Chess.play(self, s, m)._replace(quiet=7),
    "order": lambda self, s, m: Chess.order(self, s, m) + 1,
    "noisy": lambda self, s, m: not Chess.noisy(self, s, m),
    "moves": lambda self, s: list(Chess.moves(self, s))[:-1],
    "key": lambda self, s: (Chess.key(self, s), 1),
    "repetition_key": lambda self, s: (Chess.repetition_key(self, s), 1),
    "bounds": lambda self, s: (-1, 0),
    "loud": lambda self, s: [],
    "urgent": lambda self, s: not Chess.urgent(self, s),
    "threatens": lambda self, s, m: not Chess.threatens(self, s, m),
    "exchange": lambda self, s, m: Chess.exchange(self, s, m) + 1,
    "playing_key": lambda self, s: (Chess.playing_key(self, s), 1),
    "reversible": lambda self, s: 3,
    "unsettled": lambda self, s: Chess.key(self, s),
    "null_move": lambda self, s: s,
}
HERE = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3"


def examined(kind):
    game = kind()
    return Searcher(game, None, 1, 1, native=False).examined(game.parse(HERE))


@pytest.mark.parametrize("hook", OTHERS)
def test_every_hook_is_heard(hook):
    assert examined(type("Other", (Chess,), {hook: OTHERS[hook]})) != examined(Chess)
    assert examined(type("Same", (Chess,), {})) == examined(Chess)


@pytest.mark.parametrize("spec, moves", [
    ("tictactoe", ""), ("hexapawn", ""), ("connect4:width=4,height=4", "1 2"),
    ("kalah:pits=3,seeds=2", "")])
def test_what_is_looked_up_is_never_more_than_a_move_brings(spec, moves):
    here = load(spec).position().play_all(moves)
    truth = {m.move: m.value for m in Engine(here.game, None).solve(
        here, all_moves=True, distances=True).moves}
    engine, known = Engine(here.game, None), 0
    engine.solve(here, distances=True)
    engine._searcher.crew.ready()
    for code in (0, *(side * win_code(plies) for plies in range(1, 9) for side in (-1, 1))):
        move = engine._searcher._worth(here.state, code, FULL_DEPTH)
        if move is not None:
            known += 1
            assert truth[move] >= decoded(code)
    assert known > 0
