"""m,n,k games: who still has more rows to make, and how far along they are."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.tictactoe import Board, TicTacToe
from zermelo.portable import bit, popcount, squares


def open_rows(game: TicTacToe, s: Board) -> int:
    """Rows of k that only x can still fill, minus those that only o can, a row with n stones
    counting n²."""
    total = 0
    for starts, step in (
        (game.starts_right, 1),
        (game.starts_down, game.width),
        (game.starts_down_right, game.width + 1),
        (game.starts_down_left, game.width - 1),
    ):
        for start in squares(starts):
            row = 0
            for i in range(game.k):
                row |= bit(start + i * step)
            x, o = popcount(s.x & row), popcount(s.o & row)
            if o == 0:
                total += x * x
            elif x == 0:
                total -= o * o
    return total


STANDARD = LinearEvaluator("standard", {"open rows": open_rows}, {"open rows": 1.0})
