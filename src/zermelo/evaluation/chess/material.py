"""Material: the pieces there are, a square for each."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side
from zermelo.games.chess import LIGHT, Chess
from zermelo.games.chess_board import Board
from zermelo.portable import inlined, popcount


@inlined
def own_pawns(game: Chess, side: Side) -> int:
    """Pawns."""
    return side.pawns


@inlined
def own_knights(game: Chess, side: Side) -> int:
    """Knights."""
    return side.knights


@inlined
def own_bishops(game: Chess, side: Side) -> int:
    """Bishops."""
    return side.bishops


@inlined
def own_rooks(game: Chess, side: Side) -> int:
    """Rooks."""
    return side.rooks


@inlined
def own_queens(game: Chess, side: Side) -> int:
    """Queens."""
    return side.queens


@inlined
def own_king(game: Chess, side: Side) -> int:
    """The king, which never leaves the board."""
    return side.king


@inlined
def bishop_pair(game: Chess, side: Side) -> int:
    """Bishops, if they stand on squares of both colours: nothing is out of their reach."""
    found = side.bishops
    return found if found & LIGHT and found & ~LIGHT else 0


# What a piece that is not a pawn adds to the phase: two knights, two bishops, two rooks and a queen
# on each side make 24.
_OPENING = 24.0


def opening(game: Chess, s: Board) -> float:
    """How much of the game lies ahead: 1 with all pieces on the board, 0 with only kings and pawns.
    """
    pieces = (popcount(s.knights | s.diagonals) + 2 * popcount(s.straights)
              + popcount(s.diagonals & s.straights))  # a queen is in both: 1 + 2 + 1
    return min(pieces, _OPENING) / _OPENING
