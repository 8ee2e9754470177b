"""How many positions a game has: told apart by their key, mirror images each for itself.

>>> from zermelo import load
>>> count_positions(load("tictactoe")), count_positions(load("tictactoe"), alike=True)
(5478, 765)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.game import Game

MOST = 200_000  # a few seconds' worth


class Positions(NamedTuple):
    """How many were found, and whether these are all there are."""

    found: int
    all: bool


def count_positions(game: Game[Any, Any], most: int = MOST, *, alike: bool = False,
                    stopped: Callable[[], bool] = lambda: False) -> int | None:
    """All that can come about from any deal, finished ones included; None if they are more than
    `most`, or if it was `stopped`. `alike`: those that are alike by symmetry count once."""
    counted = positions_upto(game, most, alike=alike, stopped=stopped)
    return counted.found if counted.all else None


def positions_upto(game: Game[Any, Any], most: int = MOST, *, alike: bool = False,
                   stopped: Callable[[], bool] = lambda: False) -> Positions:
    """The same, but what was found is said even if there are more."""
    seen, waiting = set(), []

    def meet(state: Any) -> None:
        state = game.canonical(state) if alike else state
        if (key := game.key(state)) not in seen:
            seen.add(key)
            waiting.append(state)

    for _, state in game.deals():
        meet(state)
        if len(seen) > most:
            return Positions(len(seen), False)
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            meet(game.play(state, move))
        if len(seen) > most or stopped():
            return Positions(len(seen), False)
    return Positions(len(seen), True)
