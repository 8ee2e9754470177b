"""Endings of chess with given pieces, as a game of its own: for databases.

Rules: those of chess, but moves are not counted and positions may recur: what can go on for ever is
a draw, and a win is a win, however long it takes. Nobody castles.

A database of `KRK` has every position with white's king and rook against black's king, whoever is
to move, and all that can come of them.
"""

from __future__ import annotations

import random
import re

from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_squares import RANK_1, RANK_6, RANK_8
from zermelo.portable import bit, bytes_reversed, lowest, popcount, shl, shr

MOST_PIECES = 5
_KINDS = "PNBRQK"

# A key: for each piece 10 bits, the highest square first: square (6), kind (3), whose (1); then
# en passant, the file and 1 (4 bits), and who is to move (1).
_PIECE, _KIND, _MINE, _TAIL = 10, 6, 9, 5

NOTHING = Board(0, 0, 0, 0, 0, 0, 0, 0, 0)  # an empty board


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
        """Every piece with its square, then en passant, and who is to move."""
        found, pieces = 0, s.occupied
        while pieces:
            square = lowest(pieces)
            here = bit(square)
            pieces &= ~here
            kind = 0 if here & s.pawns else 1 if here & s.knights else 5 if here & s.kings else 2
            if here & s.straights:
                kind = 4 if here & s.diagonals else 3
            found = found << _PIECE | (here & s.mine != 0) << _MINE | kind << _KIND | square
        passing = s.rights & RANK_6
        return found << _TAIL | (lowest(passing) % 8 + 1 if passing else 0) << 1 | s.turn

    def unkey(self, k: int) -> Board:
        """Read the pieces back."""
        s, left = NOTHING, k >> _TAIL
        while left:
            s = with_piece(s, left >> _KIND & 7, bit(left & 63), (left >> _MINE & 1) != 0)
            left >>= _PIECE
        file = k >> 1 & 15
        return Board(s.pawns, s.knights, s.diagonals, s.straights, s.kings, s.mine,
                     bit(39 + file) if file else 0, k & 1, 0)

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
