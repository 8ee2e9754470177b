"""King safety: pawns before the king, files open beside it, and attacks on the squares around."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, beside, files
from zermelo.games.chess import Chess
from zermelo.games.chess_squares import around
from zermelo.portable import inlined, shl


@inlined
def front(side: Side) -> int:
    """The king's square, and those to its left and right."""
    king = side.king
    return king | beside(king)


@inlined
def shelter(game: Chess, side: Side) -> int:
    """Pawns one or two ranks before the king, on its file or the next."""
    row = front(side)
    return (shl(row, 8) | shl(row, 16)) & side.pawns


@inlined
def open_at_the_king(game: Chess, side: Side) -> int:
    """Squares of the king's and beside it whose files have no pawns."""
    return front(side) & ~files(side.pawns | side.enemy_pawns)


@inlined
def half_open_at_the_king(game: Chess, side: Side) -> int:
    """Squares of the king's and beside it whose files have only enemy pawns."""
    return front(side) & files(side.enemy_pawns) & ~files(side.pawns)


@inlined
def ring_attacked(game: Chess, side: Side) -> int:
    """Squares around the king that enemy pieces attack."""
    return around(side.king) & side.threats.pieces


@inlined
def ring_undefended(game: Chess, side: Side) -> int:
    """… and that nothing but the king defends."""
    return ring_attacked(game, side) & ~side.attacks.pieces
