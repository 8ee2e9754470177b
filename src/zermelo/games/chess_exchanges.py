"""What an exchange on one square brings: static exchange evaluation."""

from __future__ import annotations

from zermelo.games.chess_board import BECOMES, TO, Board
from zermelo.games.chess_squares import (
    KING_MOVES,
    KNIGHT_MOVES,
    PAWN_ATTACKS,
    RANK_6,
    diagonal,
    pawn_attacks_down,
    straight,
)
from zermelo.portable import bit, inlined, lowest, shr

KING = 100  # who takes with it where it can be taken loses that much: nobody does
PIECES = (0, 9, 5, 3, 3)  # what a pawn becomes, by its number in a move


@inlined
def worth(s: Board, square: int) -> int:
    """What stands on a square, in pawns: the king nothing, for it cannot be taken."""
    if square & s.pawns:
        return 1
    if square & s.straights:
        return 9 if square & s.diagonals else 5
    return 3 if square & (s.knights | s.diagonals) else 0


def exchanged(s: Board, m: int) -> int:
    """What a move takes and becomes, in pawns, less what is taken in return: each side goes on
    taking on this square, the cheapest piece first, as long as it pays. Pins are not seen."""
    start, end = m & 63, m >> TO & 63
    origin, goal = bit(start), bit(end)
    if goal & s.mine:
        return 0  # castling
    occupied, balance = s.occupied & ~origin, worth(s, goal)
    at_stake = KING if origin & s.kings else worth(s, origin)
    if origin & s.pawns:
        if goal & s.rights & RANK_6:
            occupied &= ~shr(goal, 8)
            balance = 1
        if m >> BECOMES:
            at_stake = PIECES[m >> BECOMES]
            balance += at_stake - 1
    # Each side may stop where it likes best: the mover gets at least `least`, at most `most`.
    least, most = -KING, 2 * KING
    mine = False  # whose turn it is to take
    while True:
        if mine:
            least = max(least, balance)
        else:
            most = min(most, balance)
        if least >= most:  # the other side would have stopped before
            return most if mine else least
        taker = cheapest(s, end, occupied, occupied & (s.mine if mine else ~s.mine), mine)
        if taker == 0:
            return least if mine else most
        occupied &= ~taker
        balance += at_stake if mine else -at_stake
        at_stake = KING if taker & s.kings else worth(s, taker)
        mine = not mine


@inlined
def cheapest(s: Board, square: int, occupied: int, side: int, mine: bool) -> int:
    """The cheapest of one side's pieces that attack a square; 0 if there is none."""
    pawns = pawn_attacks_down(bit(square)) if mine else PAWN_ATTACKS[square]
    found = pawns & s.pawns & side
    if found == 0:
        found = KNIGHT_MOVES[square] & s.knights & side
    if found == 0:
        diagonals = diagonal(square, occupied) & s.diagonals & side
        found = diagonals & ~s.straights
        if found == 0:
            straights = straight(square, occupied) & s.straights & side
            found = straights & ~s.diagonals
            if found == 0:
                found = diagonals | straights
    if found == 0:
        found = KING_MOVES[square] & s.kings & side
    return bit(lowest(found)) if found else 0
