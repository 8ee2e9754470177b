"""How many positions a game has: told apart by their key, mirror images each for itself.

>>> from zermelo import load
>>> count_positions(load("tictactoe"))
5478
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from zermelo.game import Game

MOST = 200_000  # a few seconds' worth


def reachable(game: Game[Any, Any], states: Iterable[Any],
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


def count_positions(game: Game[Any, Any], most: int = MOST, *,
                    stopped: Callable[[], bool] = lambda: False) -> int | None:
    """All that can come about from any deal, finished ones included; None if they are more than
    `most`, or if it was `stopped`."""
    count = 0
    for _ in reachable(game, (state for _, state in game.deals()), game.key):
        count += 1
        if count > most or stopped():
            return None
    return count
