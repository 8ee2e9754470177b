"""Minimax on state objects alone, as books write it: nothing but `get_legal_moves()` and
`forecast_move(move)` is asked of them, so that these run unchanged on any such game.

The players alternate and who cannot move loses. All values are in the view of the *searching*
player, who is to move at every max level: -1 where the game ends at a max level, +1 where it ends
at a min level.

>>> from zermelo.games.isolation_objects import IsolationState
>>> start = IsolationState.start()
>>> sorted(m for m in start.get_legal_moves() if min_value(start.forecast_move(m)) == 1)
[(0, 0), (0, 1), (2, 0)]
>>> minimax_decision(start)
(0, 0)
"""

from __future__ import annotations

from typing import Any

from zermelo.adapters.forecast import Forecast
from zermelo.stacks import deep_recursion


def terminal_test(state: Forecast) -> bool:
    """Whether the game is over: the active player has no moves."""
    return not state.get_legal_moves()


def min_value(state: Forecast) -> int:
    """What the searching player gets if the other is to move: a win if the other cannot."""
    if terminal_test(state):
        return 1
    return min(max_value(state.forecast_move(m)) for m in state.get_legal_moves())


def max_value(state: Forecast) -> int:
    """What the searching player gets if it is to move itself: a loss if it cannot."""
    if terminal_test(state):
        return -1
    return max(min_value(state.forecast_move(m)) for m in state.get_legal_moves())


def minimax_decision(state: Forecast) -> Any:
    """The move to make at the root, the first of equals; None if there is none."""
    with deep_recursion():
        return max(state.get_legal_moves(), default=None,
                   key=lambda m: min_value(state.forecast_move(m)))
