"""Hexapawn: pawns, how far they have come, and who has moves left."""

from __future__ import annotations

from zermelo.evaluation.breakthrough import advance, pawns
from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.pawns import Board, PawnGame
from zermelo.portable import popcount


def mobility(game: PawnGame, s: Board) -> int:
    """Squares that white's pawns can go to, minus those that black's can."""
    return (popcount(game.all_ends(Board(s.white, s.black, 0)))
            - popcount(game.all_ends(Board(s.white, s.black, 1))))


STANDARD = LinearEvaluator(
    "standard",
    {"pawns": pawns, "advance": advance, "mobility": mobility},
    {"pawns": 1.0, "advance": 0.03, "mobility": 0.3},
)
