"""How many positions a game has: told apart by their key, mirror images each for itself.

>>> from zermelo import load
>>> count_positions(load("tictactoe")), count_positions(load("tictactoe"), alike=True)
(5478, 765)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from zermelo.game import Game

MOST = 200_000  # a few seconds' worth


class Positions(NamedTuple):
    """How many were found, and whether these are all there are."""

    found: int
    all: bool


def reachable(game: Game, states: Iterable[Any],
              mark: Callable[[Any], Hashable]) -> Iterator[Any]:
    """Everything that can come of these states, themselves and finished ones included; of those
    with one mark, one."""
    seen, waiting = set(), []
    for state in states:
        if (known := mark(state)) not in seen:
            seen.add(known)
            waiting.append(state)
            yield state
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            after = game.play(state, move)
            if (known := mark(after)) not in seen:
                seen.add(known)
                waiting.append(after)
                yield after


def count_positions(game: Game, most: int = MOST, *, alike: bool = False,
                    stopped: Callable[[], bool] = lambda: False) -> int | None:
    """All that can come about from any deal, finished ones included; None if they are more than
    `most`, or if it was `stopped`. `alike`: those that are alike by symmetry count once."""
    counted = positions_upto(game, most, alike=alike, stopped=stopped)
    return counted.found if counted.all else None


def positions_upto(game: Game, most: int = MOST, *, alike: bool = False,
                   stopped: Callable[[], bool] = lambda: False) -> Positions:
    """The same, but what was found is said even if there are more."""
    def mark(state: Any) -> Hashable:
        found: Hashable = game.key(game.canonical(state) if alike else state)
        return found

    count = 0
    for _ in reachable(game, (state for _, state in game.deals()), mark):
        count += 1
        if count > most or stopped():
            return Positions(count, False)
    return Positions(count, True)
