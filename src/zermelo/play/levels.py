"""Ten levels, from beginner to full strength, each a recipe that works for every game.

A level is a search so deep, or of so many nodes, and a chance to slip: to play any legal move at
all instead. The lower levels draw by lot among the moves they find equally good. `docs/levels.md`
has their measured ratings.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from zermelo.errors import ParameterError
from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.clock import Clock
from zermelo.play.engine_player import EnginePlayer, within
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.known import Knows


class Recipe(NamedTuple):
    """What makes a level: how far it looks, and how often it errs."""

    slips: float  # the chance of a move drawn by lot
    limit: Limit
    lots: bool  # whether equally good moves are drawn by lot
    words: str


_NODES_OF_8 = 5_000


def _depth(plies: int) -> Limit:
    """So deep, but on no more nodes than level 8 has: it must win where moves are many, too."""
    return Limit(depth=plies, nodes=_NODES_OF_8)


LEVELS: dict[int, Recipe] = {
    1: Recipe(0.85, _depth(1), True, "looks 1 ply ahead, slips 85 % of the time"),
    2: Recipe(0.60, _depth(1), True, "looks 1 ply ahead, slips 60 % of the time"),
    3: Recipe(0.35, _depth(1), True, "looks 1 ply ahead, slips 35 % of the time"),
    4: Recipe(0.25, _depth(2), True, "looks 2 plies ahead, slips 25 % of the time"),
    5: Recipe(0.16, _depth(3), True, "looks 3 plies ahead, slips 16 % of the time"),
    6: Recipe(0.07, _depth(4), True, "looks 4 plies ahead, slips 7 % of the time"),
    7: Recipe(0.01, _depth(5), True, "looks 5 plies ahead, slips 1 % of the time"),
    8: Recipe(0.00, Limit(nodes=_NODES_OF_8, time=2), False, "5,000 nodes, at most 2 s"),
    9: Recipe(0.00, Limit(nodes=30_000, time=5), False, "30,000 nodes, at most 5 s"),
    10: Recipe(0.00, Limit(), False, "all its clock allows; 1 s a move without a clock"),
}


def among_equals(found: Analysis, lots: random.Random) -> RankedMove:
    """One of the moves that a search finds equally good, drawn by lot."""
    best = found.moves[0].value
    return lots.choice([move for move in found.moves if move.value == best])


class LevelPlayer(EnginePlayer):
    """A player of a level from 1 to 10.

    >>> from zermelo import load
    >>> LevelPlayer(load("tictactoe"), 11)
    Traceback (most recent call last):
    ...
    zermelo.errors.ParameterError: there is no level 11: give 1 (beginner) to 10 (full strength)
    """

    def __init__(self, game: Game, level: int, *, seed: int = 0,
                 name: str | None = None, native: bool | None = None,
                 evaluator: Evaluator | str | None = "standard",
                 database: Knows | str | None = None) -> None:
        if level not in LEVELS:
            raise ParameterError(f"there is no level {level}: give 1 (beginner) to 10 "
                                 f"(full strength)")
        self.recipe = LEVELS[level]
        super().__init__(game, self.recipe.limit, name=name or f"level:{level}", native=native,
                         evaluator=evaluator, database=database)
        self._seed = seed
        self._lots = random.Random(f"{seed} 0")

    def begin(self, seed: int) -> None:
        """Draw the same lots in the same game again."""
        super().begin(seed)
        self._lots = random.Random(f"{self._seed} {seed}")

    def choose(self, position: Position, clock: Clock) -> Any:
        """A slip, or what the recipe's search finds."""
        if self._lots.random() < self.recipe.slips:
            self.found = None
            return self._lots.choice(position.moves)
        if not self.recipe.lots:
            return super().choose(position, clock)
        self.found = self.engine.analyze(position, within(self._limit, clock), all_moves=True,
                                         listen=self.listen)
        return among_equals(self.found, self._lots).move
