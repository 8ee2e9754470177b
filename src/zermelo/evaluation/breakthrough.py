"""Breakthrough: pawns, how far they have come, who guards home, and what can be captured."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.pawns import Board, PawnGame
from zermelo.portable import popcount, shl


def pawns(game: PawnGame, s: Board) -> int:
    """White's pawns minus black's."""
    return popcount(s.white) - popcount(s.black)


def advance(game: PawnGame, s: Board) -> int:
    """The squares of the rows that the pawns have come from home, white's minus black's."""
    total = 0
    for row in range(game.height):
        here = shl(game.bottom, row * game.width)
        ahead = game.height - 1 - row
        total += row * row * popcount(s.white & here) - ahead * ahead * popcount(s.black & here)
    return total


def home_row(game: PawnGame, s: Board) -> int:
    """Pawns still at home, where they guard the row that the enemy wants."""
    return popcount(s.white & game.bottom) - popcount(s.black & game.top)


def unguarded(game: PawnGame, s: Board) -> int:
    """Black's pawns that white could capture without loss, minus white's that black could."""
    by_white = game.forward(s.white, 0, -1) | game.forward(s.white, 0, 1)
    by_black = game.forward(s.black, 1, -1) | game.forward(s.black, 1, 1)
    return popcount(s.black & by_white & ~by_black) - popcount(s.white & by_black & ~by_white)


STANDARD = LinearEvaluator(
    "standard",
    {"pawns": pawns, "advance": advance, "home row": home_row, "unguarded": unguarded},
    {"pawns": 1.0, "advance": 0.03, "home row": 0.2, "unguarded": 0.4},
)
