"""Dodgem: how far the cars have come, and which of them stand in the way."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.squares import Counted, Seen
from zermelo.games.dodgem import AHEAD, Board, Dodgem
from zermelo.portable import popcount, shl, shr


def progress(game: Dodgem, s: Board) -> int:
    """Steps ahead, right's minus up's; a car that has left has made them all."""
    size = game.size
    steps = size * (popcount(s.up) - popcount(s.right))
    for step in range(size):
        column = shr(game.last_column, size - 1 - step)
        row = shl(game.top_row, size * (size - 1 - step))
        steps += step * (popcount(s.right & column) - popcount(s.up & row))
    return steps


@Counted
def blockers(game: Dodgem, seen: Seen) -> int:
    """A player's cars that stand right before one of the other's."""
    s: Board = seen.state
    if seen.player == 0:
        return s.right & game.arrived(s.up, 1, AHEAD)
    return s.up & game.arrived(s.right, 0, AHEAD)


STANDARD = LinearEvaluator(
    "standard", {"progress": progress, "blockers": blockers},
    {"progress": 0.5, "blockers": 0.4},
)
