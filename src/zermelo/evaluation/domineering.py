"""Domineering: how many moves each player has, and how many nobody can take away."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.domineering import Board, Domineering
from zermelo.portable import popcount, shl


def moves(game: Domineering, s: Board) -> int:
    """Places for the first player's dominoes minus those for the second's."""
    free = game.full & ~s.covered
    return popcount(game.spots(free, 0)) - popcount(game.spots(free, 1))


def safe_moves(game: Domineering, s: Board) -> int:
    """Moves kept for the end: dominoes side by side where the opponent fits none, as above."""
    free = game.full & ~s.covered
    return reserved(game, free, 0) - reserved(game, free, 1)


def reserved(game: Domineering, free: int, player: int) -> int:
    """How many dominoes this player can lay on cells that the opponent can never cover."""
    theirs = game.spots(free, 1 - player)
    mine = game.width if player == game.upright else 1
    across = 1 if player == game.upright else game.width
    spots = game.spots(free & ~(theirs | shl(theirs, across)), player)
    # From the top or left on, each domino laid takes the next, overlapping spot away.
    count = 0
    while spots:
        ends = spots & ~shl(spots, mine)  # spots without one just before them
        count += popcount(ends)
        spots &= ~(ends | shl(ends, mine))
    return count


STANDARD = LinearEvaluator(
    "standard",
    {"moves": moves, "safe moves": safe_moves},
    {"moves": 0.5, "safe moves": 1.0},
)
