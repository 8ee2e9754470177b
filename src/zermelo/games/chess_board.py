"""A position of chess, how moves are written in an int, and what the other side forbids."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games.chess_squares import (
    ANTIDIAGONAL,
    DIAGONAL,
    FILE,
    KING_MOVES,
    KNIGHT_MOVES,
    PAWN_ATTACKS,
    RANK,
    RANK_6,
    along,
    diagonal,
    leaps,
    pawn_attacks_down,
    rays,
    straight,
)
from zermelo.portable import bit, bytes_reversed, inlined, lowest, shr

# A move, 15 bits, squares seen by the player who makes it: from (6 bits), to (6), what a pawn
# becomes (3; 0 if nothing). Who castles goes to where the own rook stands, as in Chess960.
TO, BECOMES = 6, 12  # the bits where these begin
QUEEN, ROOK, BISHOP, KNIGHT = 1, 2, 3, 4


class Board(NamedTuple):
    """Sets of squares, seen by the player to move: its own pieces come from below.

    After every move the board is turned upside down, so that there is one sort of pawn only, and
    one home rank. A queen is among the diagonals and among the straights.
    """

    pawns: int
    knights: int
    diagonals: int  # bishops and queens
    straights: int  # rooks and queens
    kings: int
    mine: int  # everything that the player to move has
    rights: int  # rooks that may still castle, and the square where en passant can be taken
    turn: int
    quiet: int  # plies since the last capture or move of a pawn

    @property
    def occupied(self) -> int:
        """Every square that either side stands on."""
        return self.pawns | self.knights | self.diagonals | self.straights | self.kings

    def turned(self) -> Board:
        """The same position seen by the other player, as if that one were to move."""
        return Board(bytes_reversed(self.pawns), bytes_reversed(self.knights),
                     bytes_reversed(self.diagonals), bytes_reversed(self.straights),
                     bytes_reversed(self.kings), bytes_reversed(self.occupied & ~self.mine),
                     bytes_reversed(self.rights), 1 - self.turn, self.quiet)


class Threats(NamedTuple):
    """What the other side attacks, and what that forbids."""

    attacked: int  # squares where the king may not go; the king itself hides none
    checkers: int  # the pieces that give check
    parries: int  # where anything but the king may go: anywhere while there is no check
    pinned: tuple[int, int, int, int]  # pieces that must stay on their file, rank, diagonal …


@inlined
def threats(s: Board) -> Threats:
    """What the player to move must heed.

    A piece is pinned along a line if its king and an enemy both see it there. They may see it from
    the same side, the king in between: then it is check, and from this line nothing can parry it.
    """
    occupied = s.occupied
    theirs, king = occupied & ~s.mine, s.kings & s.mine
    home, free = lowest(king) & 63, ~occupied | king
    straights, diagonals = s.straights & theirs, s.diagonals & theirs
    on_file, from_file = rays(straights, free, FILE), along(FILE, home, occupied)
    on_rank, from_rank = rays(straights, free, RANK), along(RANK, home, occupied)
    on_diagonal, from_diagonal = rays(diagonals, free, DIAGONAL), along(DIAGONAL, home, occupied)
    on_anti, from_anti = rays(diagonals, free, ANTIDIAGONAL), along(ANTIDIAGONAL, home, occupied)
    attacked = (on_file | on_rank | on_diagonal | on_anti | leaps(s.knights & theirs)
                | pawn_attacks_down(s.pawns & theirs) | KING_MOVES[lowest(s.kings & theirs) & 63])
    checkers = ((from_file | from_rank) & straights | (from_diagonal | from_anti) & diagonals
                | KNIGHT_MOVES[home] & s.knights & theirs | PAWN_ATTACKS[home] & s.pawns & theirs)
    pinned = (from_file & on_file & s.mine, from_rank & on_rank & s.mine,
              from_diagonal & on_diagonal & s.mine, from_anti & on_anti & s.mine)
    parries = -1
    if checkers:
        first = lowest(checkers) & 63
        parries = checkers | between(home, first, occupied) if checkers == bit(first) else 0
    return Threats(attacked, checkers, parries, pinned)


def between(one: int, other: int, occupied: int) -> int:
    """The squares between two pieces that see each other along a line; none if they do not."""
    found = 0
    for line in range(4):
        seen = along(line, one, occupied)
        if shr(seen, other) & 1:
            found |= seen & along(line, other, occupied)
    return found


@inlined
def free_along(line: int, pinned: tuple[int, int, int, int]) -> int:
    """Where pieces stand that may move along such a line: pinned to it, or not at all."""
    return pinned[line] | ~(pinned[FILE] | pinned[RANK] | pinned[DIAGONAL] | pinned[ANTIDIAGONAL])


@inlined
def attackers(s: Board, square: int, occupied: int) -> int:
    """The other side's pieces that attack a square, if these and no other squares were occupied."""
    return ~s.mine & (
        straight(square, occupied) & s.straights | diagonal(square, occupied) & s.diagonals
        | KNIGHT_MOVES[square] & s.knights | PAWN_ATTACKS[square] & s.pawns
        | KING_MOVES[square] & s.kings)


def takers(s: Board) -> int:
    """The pawns that may take en passant: whatever is uncovered then, it must be no check.

    Two pawns leave the same rank, so that neither is pinned by itself.
    """
    target = s.rights & RANK_6
    taken, occupied = shr(target, 8), s.occupied
    home = lowest(s.kings & s.mine) & 63
    found = 0
    pawns = pawn_attacks_down(target) & s.pawns & s.mine
    while pawns:
        start = lowest(pawns)
        pawns &= ~bit(start)
        after = occupied & ~(bit(start) | taken) | target
        if attackers(s, home, after) & ~taken == 0:
            found |= bit(start)
    return found
