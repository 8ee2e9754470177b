"""Endings of chess with given pieces, as a game of its own: for databases.

Rules: those of chess, but moves are not counted and positions may recur: what can go on for ever is
a draw, and a win is a win, however long it takes. Nobody castles.

A database of `KRK` has every position with white's king and rook against black's king, whoever is
to move, and all that can come of them.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_squares import RANK_1, RANK_6, RANK_8
from zermelo.portable import bit, bytes_reversed, lowest, popcount, shl, shr

MOST_PIECES = 5
_KINDS = "PNBRQK"
_KING = 5

# A key: a square (6 bits) for each piece, the kings' first, then those of who is to move before the
# other's, by kinds; how many of each kind white and black have; en passant, the file and 1 (4
# bits); and who is to move (1). So the keys of one ending lie evenly in their range.
_TAIL = 5

NOTHING = Board(0, 0, 0, 0, 0, 0, 0, 0, 0)  # an empty board


class Number(NamedTuple):
    """Where in a key it says how many pieces of a kind there are, and what of it is white's."""

    kind: int
    white: int
    whites: int  # the bits of their number
    black: int
    blacks: int


def numbers_of(white: str, black: str) -> tuple[tuple[Number, ...], int]:
    """All kinds but the king that these pieces can become, and how many bits their numbers have."""
    found, end = [], 0
    for kind, letter in enumerate(_KINDS[:_KING]):
        most = [side.count(letter) + (side.count("P") if kind else 0) for side in (white, black)]
        if any(most):
            whites, blacks = (bits.bit_length() for bits in most)
            found.append(Number(kind, end, (1 << whites) - 1, end + whites, (1 << blacks) - 1))
            end += whites + blacks
    return tuple(found), end


class ChessEndings(Chess):
    """Endings of chess with the pieces in `material`: white's from its king on, then black's."""

    name = "chess-endings"

    def __init__(self, material: str = "KRK") -> None:
        super().__init__()
        self.material = material.upper()
        found = re.fullmatch(r"(K[QRBNP]*)(K[QRBNP]*)", self.material)
        if found is None:
            raise self.bad_parameter("material", material, "write both sides' pieces, each from "
                                                           "its king on, like KRK or KQKR")
        if not 3 <= len(self.material) <= MOST_PIECES:
            raise self.bad_parameter("material", material, f"give 3 to {MOST_PIECES} pieces")
        self.kinds = tuple(_KINDS.index(letter) for letter in self.material)
        self.count = len(self.material)
        self.whites = len(found[1])
        self.numbers, self.names = numbers_of(found[1], found[2])
        self.backwards = self.numbers[::-1]
        lots, self.first = random.Random(1913), NOTHING
        while not self.first.kings or self.first.turn:
            self.first = self.arranged(lots.randrange(self.arrangements()))

    def parameters(self) -> dict[str, str]:
        """What to write for this ending again: its pieces."""
        return {"material": self.material}

    def initial(self) -> Board:
        """Some arrangement, white to move; the same every time."""
        return self.first

    def play(self, s: Board, m: int) -> Board:
        """As in chess, without the counter."""
        after = super().play(s, m)
        return Board(after.pawns, after.knights, after.diagonals, after.straights, after.kings,
                     after.mine, after.rights, after.turn, 0)

    def arrangements(self) -> int:
        """All squares for all pieces, and either player to move."""
        return 2 << 6 * self.count

    def arrangement(self, n: int) -> Board:
        """The pieces on the squares that the digits of `n` say; `first` if that cannot be."""
        found = self.arranged(n)
        return found if found.kings else self.first

    def arranged(self, n: int) -> Board:
        """The same, or an empty board if it cannot be."""
        turn = n & 1
        n >>= 1
        s = NOTHING
        for i in range(self.count):
            here = bit(n & 63)
            n >>= 6
            kind = self.kinds[i]
            if s.occupied & here or (kind == 0 and here & (RANK_1 | RANK_8)):
                return NOTHING
            s = with_piece(s, kind, here, i < self.whites)
        if self.in_check(s.turned() if turn == 0 else s):
            return NOTHING
        return s if turn == 0 else s.turned()

    def key(self, s: Board) -> int:
        """Every piece's square, how many there are of each kind, en passant, and who moves."""
        found, names = lowest(s.kings & s.mine) << 6 | lowest(s.kings & ~s.mine), 0
        for side in range(2):
            own = s.mine if side == 0 else ~s.mine
            for number in self.numbers:
                pieces = of_kind(s, number.kind) & own
                names |= popcount(pieces) << (number.white if side == s.turn else number.black)
                while pieces:
                    square = lowest(pieces)
                    found = found << 6 | square
                    pieces ^= bit(square)
        passing = s.rights & RANK_6
        tail = (lowest(passing) % 8 + 1 if passing else 0) << 1 | s.turn
        return (found << self.names | names) << _TAIL | tail

    def unkey(self, k: int) -> Board:
        """Read the pieces back, the last first."""
        s, turn, file = NOTHING, k & 1, k >> 1 & 15
        names, left = k >> _TAIL, k >> _TAIL + self.names
        for side in (1, 0):
            for number in self.backwards:
                many = (names >> number.white & number.whites if side == turn else
                        names >> number.black & number.blacks)
                for _ in range(many):
                    s = with_piece(s, number.kind, bit(left & 63), side == 0)
                    left >>= 6
        s = with_piece(with_piece(s, _KING, bit(left & 63), False), _KING, bit(left >> 6), True)
        return Board(s.pawns, s.knights, s.diagonals, s.straights, s.kings, s.mine,
                     bit(39 + file) if file else 0, turn, 0)

    def canonical(self, s: Board) -> Board:
        """The image with the least key: of two with pawns on the board, without them of eight."""
        best, least = s, self.key(s)
        for n in range(1, 2 if s.pawns else 8):
            seen = Board(image(s.pawns, n), image(s.knights, n), image(s.diagonals, n),
                         image(s.straights, n), image(s.kings, n), image(s.mine, n),
                         image(s.rights, n), s.turn, s.quiet)
            key = self.key(seen)
            if key < least:
                best, least = seen, key
        return best

    def tier(self, s: Board) -> int:
        """What was taken, and what was promoted."""
        return -8 * popcount(s.occupied) - popcount(s.pawns)


def of_kind(s: Board, kind: int) -> int:
    """All pieces of a kind, by its place in PNBRQK."""
    if kind == 0:
        return s.pawns
    if kind == 1:
        return s.knights
    if kind == 2:
        return s.diagonals & ~s.straights
    if kind == 3:
        return s.straights & ~s.diagonals
    return s.straights & s.diagonals if kind == 4 else s.kings


def with_piece(s: Board, kind: int, here: int, mine: bool) -> Board:
    """A board with a piece more: its kind by its place in PNBRQK, the bit of its square, and
    whether it is of who is to move."""
    return Board(s.pawns | (here if kind == 0 else 0), s.knights | (here if kind == 1 else 0),
                 s.diagonals | (here if kind in (2, 4) else 0),
                 s.straights | (here if kind in (3, 4) else 0),
                 s.kings | (here if kind == 5 else 0), s.mine | (here if mine else 0), s.rights,
                 s.turn, s.quiet)


def image(board: int, n: int) -> int:
    """One of a board's eight images: left and right exchanged (1), top and bottom (2), ranks and
    files (4).

    >>> [image(bit(1), n).bit_length() - 1 for n in range(8)]  # b1
    [1, 6, 57, 62, 8, 15, 48, 55]
    """
    if n & 4:
        board = exchanged(board, 0x00AA00AA00AA00AA, 7)
        board = exchanged(board, 0x0000CCCC0000CCCC, 14)
        board = exchanged(board, 0x00000000F0F0F0F0, 28)
    if n & 1:
        board = exchanged(board, 0x5555555555555555, 1)
        board = exchanged(board, 0x3333333333333333, 2)
        board = exchanged(board, 0x0F0F0F0F0F0F0F0F, 4)
    return bytes_reversed(board) if n & 2 else board


def exchanged(board: int, squares: int, by: int) -> int:
    """These squares and those that lie so much further have changed places."""
    differ = (board ^ shr(board, by)) & squares
    return board ^ differ ^ shl(differ, by)
