"""Chomp: shapes that are known to be won or lost, and otherwise it is good to be to move."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.chomp import Bar, Chomp
from zermelo.portable import popcount, shl


def known_shapes(game: Chomp, s: Bar) -> int:
    """Two rows or columns are lost to who must move if one has one square more; a row and a column
    are if they are equally long. Else they are won."""
    squares = popcount(s.left)
    row, column = popcount(s.left & game.top_row), popcount(s.left & game.left_column)
    lost = False
    if s.left & ~(game.top_row | shl(game.top_row, game.width)) == 0:
        lost = row == squares - row + 1
    elif s.left & ~(game.left_column | shl(game.left_column, 1)) == 0:
        lost = column == squares - column + 1
    elif s.left & ~(game.top_row | game.left_column) == 0:
        lost = row == column
    else:
        return 0
    return 1 if lost == (s.turn == 1) else -1


def turn(game: Chomp, s: Bar) -> int:
    """Who is to move: nine positions of ten are won."""
    return 1 if s.turn == 0 else -1


def odd_squares(game: Chomp, s: Bar) -> int:
    """An odd number of squares, against who is to move: lost positions mostly have one."""
    if popcount(s.left) % 2 == 0:
        return 0
    return -1 if s.turn == 0 else 1


STANDARD = LinearEvaluator(
    "standard",
    {"known shapes": known_shapes, "turn": turn, "odd squares": odd_squares},
    {"known shapes": 2.0, "turn": 0.5, "odd squares": 0.1},
)
