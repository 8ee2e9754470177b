"""How many positions a game has: told apart by their key, mirror images each for itself.

>>> from zermelo import load
>>> count_positions(load("tictactoe"))
5478
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Game

MOST = 200_000  # a few seconds' worth


def count_positions(game: Game[Any, Any], most: int = MOST, *,
                    stopped: Callable[[], bool] = lambda: False) -> int | None:
    """All that can come about from any deal, finished ones included; None if they are more than
    `most`, or if it was `stopped`."""
    seen, waiting = set(), []
    for _, state in game.deals():
        if (key := game.key(state)) not in seen:
            seen.add(key)
            waiting.append(state)
        if len(seen) > most:
            return None
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            after = game.play(state, move)
            if (key := game.key(after)) not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > most or stopped():
            return None
    return len(seen)
