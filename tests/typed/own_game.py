"""A user's own code, typed throughout: `make types` reads it as strictly as ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_type

from zermelo import Engine, Game, Limit, Position, load
from zermelo.search.analysis import Analysis, RankedMove


class Pile(NamedTuple):
    left: int
    turn: int


class Take(Game[Pile, int]):
    """Take one or two counters; who takes the last one wins."""

    def initial(self) -> Pile:
        return Pile(7, 0)

    def to_move(self, s: Pile) -> int:
        return s.turn

    def moves(self, s: Pile) -> Iterator[int]:
        yield 1
        if s.left > 1:
            yield 2

    def play(self, s: Pile, m: int) -> Pile:
        return Pile(s.left - m, 1 - s.turn)

    def outcome(self, s: Pile) -> int | None:
        return None if s.left else 2 * s.turn - 1


def best_move(counters: int) -> int | None:
    """What the engine would do."""
    with Engine(Take(), table_mb=1) as engine:
        assert_type(engine, Engine[Pile, int])
        found = engine.analyze(Pile(counters, 0), Limit(depth=9), lines=2)
        assert_type(found, Analysis[Pile, int])
        assert_type(found.moves, tuple[RankedMove[int], ...])
        assert_type(found.line, tuple[int, ...])
        for deeper in engine.iterations("(7,0)"):
            assert_type(deeper.state, Pile)
        return found.move


def walk(here: Position[Pile, int]) -> list[int]:
    """A position knows its game."""
    return here.play(here.moves[0]).moves


def of_any_game(spec: str) -> str:
    """A game that is only known when the program runs, and no parameters."""
    game: Game = load(spec)
    engine: Engine = Engine(game)
    return str(engine.solve().value)
