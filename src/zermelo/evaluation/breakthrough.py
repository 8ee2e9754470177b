"""Breakthrough: pawns, how far they have come, who guards home, and what can be captured."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.squares import Counted, Seen
from zermelo.games.pawns import Board, PawnGame
from zermelo.portable import popcount, shl


@Counted
def pawns(game: PawnGame, seen: Seen) -> int:
    """A player's pawns."""
    return own(seen)


def advance(game: PawnGame, s: Board) -> int:
    """The squares of the rows that the pawns have come from home, white's minus black's."""
    total = 0
    for row in range(game.height):
        here = shl(game.bottom, row * game.width)
        ahead = game.height - 1 - row
        total += row * row * popcount(s.white & here) - ahead * ahead * popcount(s.black & here)
    return total


@Counted
def home_row(game: PawnGame, seen: Seen) -> int:
    """Pawns still at home, where they guard the row that the enemy wants."""
    return own(seen) & (game.bottom if seen.player == 0 else game.top)


@Counted
def unguarded(game: PawnGame, seen: Seen) -> int:
    """Enemy pawns that a player could capture without loss."""
    s: Board = seen.state
    by_white = game.forward(s.white, 0, -1) | game.forward(s.white, 0, 1)
    by_black = game.forward(s.black, 1, -1) | game.forward(s.black, 1, 1)
    if seen.player == 0:
        return s.black & by_white & ~by_black
    return s.white & by_black & ~by_white


def own(seen: Seen) -> int:
    """The player's pawns."""
    s: Board = seen.state
    return s.white if seen.player == 0 else s.black


STANDARD = LinearEvaluator(
    "standard",
    {"pawns": pawns, "advance": advance, "home row": home_row, "unguarded": unguarded},
    {"pawns": 1.0, "advance": 0.03, "home row": 0.2, "unguarded": 0.4},
)
