"""A position of chess as one side sees it, and features that are counted for both sides.

A `Side` looks up the board: its own pieces come from below, and every set of squares is turned with
it. So each heuristic is written once, and knows no white and no black.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.evaluation.squares import SquareFeature
from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_fen import white_view
from zermelo.games.chess_squares import (
    ANTIDIAGONAL,
    DIAGONAL,
    FILE,
    RANK,
    RANK_1,
    around,
    diagonal,
    leaps,
    pawn_attacks,
    rays,
    step,
    straight,
)
from zermelo.portable import bit, bytes_reversed, inlined, lowest, shl, shr


class Attacks(NamedTuple):
    """What one side attacks, its own pieces included: those are defended."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    pieces: int  # all of these together
    all: int  # … and the king

    @inlined
    def turned(self) -> Attacks:
        """The same seen by the other side."""
        return Attacks(bytes_reversed(self.pawns), bytes_reversed(self.knights),
                       bytes_reversed(self.bishops), bytes_reversed(self.rooks),
                       bytes_reversed(self.queens), bytes_reversed(self.pieces),
                       bytes_reversed(self.all))


class Side(NamedTuple):
    """One side's pieces and attacks, and what it knows of the other's."""

    own: int
    theirs: int
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    king: int
    enemy_pawns: int
    enemy_knights: int
    enemy_bishops: int
    enemy_rooks: int
    enemy_queens: int
    enemy_king: int
    castling: int  # rooks with which the king may still castle
    to_move: bool
    attacks: Attacks
    threats: Attacks  # the enemy's attacks

    @property
    def minors(self) -> int:
        """Knights and bishops."""
        return self.knights | self.bishops

    @property
    def enemy_pieces(self) -> int:
        """Knights, bishops, rooks and queens of the other side."""
        return self.theirs & ~self.enemy_pawns & ~self.enemy_king

    @property
    def mates(self) -> bool:
        """Whether there is nothing left but a king to drive into a corner."""
        return self.theirs == self.enemy_king

    @property
    def empty(self) -> int:
        """Squares without a piece."""
        return ~(self.own | self.theirs)


def sight(game: Chess, s: Board) -> tuple[Side, Side]:
    """The position as white sees it, and as black does."""
    white = white_view(s)
    black = white.turned()
    by_white, by_black = attacks(white), attacks(black)
    return (side(white, s.turn == 0, by_white, by_black.turned()),
            side(black, s.turn == 1, by_black, by_white.turned()))


@inlined
def side(s: Board, to_move: bool, by_own: Attacks, by_theirs: Attacks) -> Side:
    """The position as the player sees it whose pieces are `mine`."""
    own, theirs = s.mine, s.occupied & ~s.mine
    bishops, rooks = s.diagonals & ~s.straights, s.straights & ~s.diagonals
    queens = s.diagonals & s.straights
    return Side(own, theirs, s.pawns & own, s.knights & own, bishops & own, rooks & own,
                queens & own, s.kings & own, s.pawns & theirs, s.knights & theirs,
                bishops & theirs, rooks & theirs, queens & theirs, s.kings & theirs,
                s.rights & RANK_1, to_move, by_own, by_theirs)


@inlined
def attacks(s: Board) -> Attacks:
    """What the player to move attacks."""
    empty, queens = ~s.occupied, s.diagonals & s.straights & s.mine
    pawns = pawn_attacks(s.pawns & s.mine)
    knights = leaps(s.knights & s.mine)
    bishops = diagonal_attacks(s.diagonals & ~s.straights & s.mine, empty)
    rooks = straight_attacks(s.straights & ~s.diagonals & s.mine, empty)
    by_queens = queen_attacks(queens, s.occupied)
    pieces = pawns | knights | bishops | rooks | by_queens
    return Attacks(pawns, knights, bishops, rooks, by_queens, pieces,
                   pieces | around(s.kings & s.mine))


@inlined
def queen_attacks(queens: int, occupied: int) -> int:
    """What queens attack: one after the other, as there is seldom more than one."""
    found = 0
    while queens:
        square = lowest(queens)
        queens &= ~bit(square)
        found |= straight(square, occupied) | diagonal(square, occupied)
    return found


@inlined
def straight_attacks(pieces: int, empty: int) -> int:
    """What these pieces attack as rooks."""
    return rays(pieces, empty, FILE) | rays(pieces, empty, RANK)


@inlined
def diagonal_attacks(pieces: int, empty: int) -> int:
    """What these pieces attack as bishops."""
    return rays(pieces, empty, DIAGONAL) | rays(pieces, empty, ANTIDIAGONAL)


# --- files ---

@inlined
def ahead(board: int) -> int:
    """All squares above these, on their files."""
    board |= shl(board, 8)
    board |= shl(board, 16)
    return shl(board | shl(board, 32), 8)


@inlined
def behind(board: int) -> int:
    """All squares below these, on their files."""
    board |= shr(board, 8)
    board |= shr(board, 16)
    return shr(board | shr(board, 32), 8)


@inlined
def files(board: int) -> int:
    """All squares of the files on which these lie."""
    return ahead(board) | behind(board) | board


@inlined
def beside(board: int) -> int:
    """The squares to the left and to the right of these."""
    return step(board, 1) | step(board, -1)


@inlined
def widened(board: int) -> int:
    """These squares, and all that a king could step to from them."""
    return board | around(board)


# --- features ---

@dataclass(frozen=True)
class Heuristic(SquareFeature):
    """A feature of chess: `of(game, side)` gives a side's squares as that side sees them."""

    of: Callable[[Chess, Side], int]
    group: str = ""
    sight = staticmethod(sight)

    def squares(self, game: Chess, s: Board, player: int) -> int:
        """A side's squares, numbered as white does."""
        found = super().squares(game, s, player)
        return found if player == 0 else bytes_reversed(found)
