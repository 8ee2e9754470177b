"""Development, and where pieces stand well."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, widened
from zermelo.games.boards import board_of
from zermelo.games.chess import Chess
from zermelo.games.chess_squares import (
    FILE_A,
    FILE_B,
    FILE_C,
    FILE_D,
    FILE_E,
    FILE_F,
    FILE_G,
    FILE_H,
    RANK_1,
    RANK_2,
    RANK_3,
    RANK_4,
    RANK_5,
    RANK_6,
    RANK_7,
    RANK_8,
    ray,
)
from zermelo.portable import inlined

EDGE = FILE_A | FILE_H | RANK_1 | RANK_8
MIDDLE = (FILE_C | FILE_D | FILE_E | FILE_F) & (RANK_3 | RANK_4 | RANK_5 | RANK_6)
LONG_DIAGONALS = board_of(square for i in range(8) for square in (9 * i, 7 * i + 7))
QUEEN_SIDE = RANK_1 & (FILE_A | FILE_B | FILE_C)
WINGS = QUEEN_SIDE | RANK_1 & (FILE_F | FILE_G | FILE_H)


# --- development ---

@inlined
def developed(game: Chess, side: Side) -> int:
    """Knights and bishops off the squares where they began."""
    return side.minors & ~game.homes


@inlined
def castled(game: Chess, side: Side) -> int:
    """A king that has left the middle of its first rank, with no own rook between it and the
    corner, and no right to castle left."""
    king = side.king & RANK_1
    corner = king - 1 if king & QUEEN_SIDE else RANK_1 & -2 * king  # the squares to its left, right
    return king & WINGS if side.rooks & corner == 0 and side.castling == 0 else 0


@inlined
def may_castle(game: Chess, side: Side) -> int:
    """Rooks with which the king may still castle."""
    return side.castling


@inlined
def connected_rooks(game: Chess, side: Side) -> int:
    """Rooks that see each other along the first rank."""
    home, empty = side.rooks & RANK_1, side.empty
    return home & (ray(home, empty, 1) | ray(home, empty, -1))


@inlined
def centre_pawns_at_home(game: Chess, side: Side) -> int:
    """Pawns on d2 and e2, which keep the others in."""
    return side.pawns & RANK_2 & (FILE_D | FILE_E)


# --- placement ---

@inlined
def knights_off_the_edge(game: Chess, side: Side) -> int:
    """Knights that are not on the rim."""
    return side.knights & ~EDGE


@inlined
def knights_in_the_middle(game: Chess, side: Side) -> int:
    """Knights on c3 to f6."""
    return side.knights & MIDDLE


@inlined
def knights_on_rank_5(game: Chess, side: Side) -> int:
    """Knights on their fifth or sixth rank, off the edge."""
    return side.knights & (RANK_5 | RANK_6) & ~EDGE


@inlined
def pawns_on_rank_4(game: Chess, side: Side) -> int:
    """Pawns on their fourth rank, or beyond."""
    return side.pawns & (RANK_4 | RANK_5 | RANK_6 | RANK_7)


@inlined
def pawns_on_rank_5(game: Chess, side: Side) -> int:
    """Pawns on their fifth rank, or beyond."""
    return side.pawns & (RANK_5 | RANK_6 | RANK_7)


@inlined
def pawns_on_rank_6(game: Chess, side: Side) -> int:
    """Pawns on their sixth rank, or beyond."""
    return side.pawns & (RANK_6 | RANK_7)


@inlined
def bishops_on_long_diagonals(game: Chess, side: Side) -> int:
    """Bishops on the diagonals a1 to h8 and h1 to a8."""
    return side.bishops & LONG_DIAGONALS


@inlined
def rooks_on_rank_2(game: Chess, side: Side) -> int:
    """Rooks on their second rank, in the way of their own pawns."""
    return side.rooks & RANK_2


@inlined
def rooks_on_rank_5(game: Chess, side: Side) -> int:
    """Rooks on their fifth rank, or beyond."""
    return side.rooks & (RANK_5 | RANK_6 | RANK_7 | RANK_8)


@inlined
def rooks_on_rank_7(game: Chess, side: Side) -> int:
    """Rooks on the enemy's second rank."""
    return side.rooks & RANK_7


@inlined
def queens_off_rank_1(game: Chess, side: Side) -> int:
    """Queens that have left their first rank."""
    return side.queens & ~RANK_1


@inlined
def king_off_the_edge(game: Chess, side: Side) -> int:
    """The king, if it is not on the rim."""
    return side.king & ~EDGE


@inlined
def king_on_the_wing(game: Chess, side: Side) -> int:
    """The king, if it is on b1 or g1."""
    return side.king & RANK_1 & (FILE_B | FILE_G)


@inlined
def king_in_the_middle(game: Chess, side: Side) -> int:
    """The king, if it is on c3 to f6."""
    return side.king & MIDDLE


@inlined
def pawns_near_the_king(game: Chess, side: Side) -> int:
    """Pawns of either side two steps or less from the king."""
    return widened(widened(side.king)) & (side.pawns | side.enemy_pawns)


# --- reach: squares that a piece of a kind can go to, and that no enemy pawn guards. Against a bare
# king other things matter. ---

@inlined
def knights_reach(game: Chess, side: Side) -> int:
    """Squares that knights can go to, out of reach of enemy pawns."""
    return 0 if side.mates else side.attacks.knights & ~side.own & ~side.threats.pawns


@inlined
def bishops_reach(game: Chess, side: Side) -> int:
    """Squares that bishops can go to, out of reach of enemy pawns."""
    return 0 if side.mates else side.attacks.bishops & ~side.own & ~side.threats.pawns


@inlined
def rooks_reach(game: Chess, side: Side) -> int:
    """Squares that rooks can go to, out of reach of enemy pawns."""
    return 0 if side.mates else side.attacks.rooks & ~side.own & ~side.threats.pawns


@inlined
def queens_reach(game: Chess, side: Side) -> int:
    """Squares that queens can go to, out of reach of enemy pawns."""
    return 0 if side.mates else side.attacks.queens & ~side.own & ~side.threats.pawns
