"""King safety: pawns before the king, files open beside it, and attacks on the squares around."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, beside, files, widened
from zermelo.games.chess import Chess
from zermelo.games.chess_board import between
from zermelo.games.chess_squares import around, diagonal, straight
from zermelo.portable import bit, inlined, lowest, shl


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


@inlined
def neighbourhood(side: Side) -> int:
    """The king's square, those around it, and the ones ahead of these."""
    ring = around(side.king)
    return side.king | ring | shl(ring, 8)


@inlined
def attacked_twice(game: Chess, side: Side) -> int:
    """Squares of the king's neighbourhood that two kinds of enemy pieces attack."""
    by = side.threats
    twice = (by.pawns & by.knights | by.bishops & (by.pawns | by.knights)
             | by.rooks & (by.pawns | by.knights | by.bishops)
             | by.queens & (by.pawns | by.knights | by.bishops | by.rooks))
    return neighbourhood(side) & twice


@inlined
def defenceless(game: Chess, side: Side) -> int:
    """Squares of the king's neighbourhood that enemies attack and nothing but the king defends, if
    two kinds of pieces attack there, or more."""
    near, by = neighbourhood(side), side.threats
    kinds = ((near & by.knights != 0) + (near & by.bishops != 0) + (near & by.rooks != 0)
             + (near & by.queens != 0))
    return near & by.all & ~side.attacks.pieces if kinds > 1 else 0


@inlined
def besieged(game: Chess, side: Side) -> int:
    """Squares of the king's neighbourhood that enemies attack, if the queen is one of two kinds of
    pieces there, or of more: alone it does not mate."""
    near, by = neighbourhood(side), side.threats
    others = near & (by.knights | by.bishops | by.rooks)
    return near & by.pieces if near & by.queens and others else 0


@inlined
def queen_near(game: Chess, side: Side) -> int:
    """Enemy queens three steps or less from the king."""
    return widened(widened(widened(side.king))) & side.enemy_queens


@inlined
def exposed(game: Chess, side: Side) -> int:
    """Squares from which a queen would give check, while the enemy has one."""
    king, occupied = lowest(side.king) & 63, side.own | side.theirs
    lines = straight(king, occupied) | diagonal(king, occupied)
    return lines & ~side.own if side.enemy_queens else 0


@inlined
def pinned(game: Chess, side: Side) -> int:
    """Knights and bishops that stand between their king and what would attack it."""
    king, occupied = lowest(side.king) & 63, side.own | side.theirs
    straights, diagonals = straight(king, occupied), diagonal(king, occupied)
    without = occupied & ~(side.minors & (straights | diagonals))
    pinners = (straight(king, without) & ~straights & (side.enemy_rooks | side.enemy_queens)
               | diagonal(king, without) & ~diagonals & (side.enemy_bishops | side.enemy_queens))
    found = 0
    while pinners:
        square = lowest(pinners) & 63
        pinners &= ~bit(square)
        found |= between(king, square, without)
    return found & side.minors
