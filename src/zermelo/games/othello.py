"""Othello, on boards of 4 × 4, 6 × 6 and 8 × 8 squares.

Rules: black and white take turns, black first, to put a disc of their own on an empty square so
that at least one unbroken straight or diagonal line of opposing discs lies between it and another
disc of their own; all discs in all such lines are turned over. Who has no such square must pass;
who has one may not. When neither has, the game is over, and who has more discs wins by the
difference.

The four squares in the middle are taken at the start: with `start="diagonal"` each player has two
that touch at a corner, the usual set-up; with `start="parallel"` white has the upper two and black
the lower. Squares that are still empty at the end count for nobody with `empties="none"`, and for
the winner, as in tournaments and most collections of endgames, with `empties="winner"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece
from zermelo.game import Game
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.games.othello_end import LAST, LastSquares
from zermelo.portable import bit, lowest, popcount, shl, shr

SIZES = (4, 6, 8)
STARTS = ("diagonal", "parallel")
EMPTIES = ("none", "winner")
MANY = 14  # empty squares, as long as each reply is looked at before a move is tried
ANY_PROSPECTS = 1 << 16  # more than there ever are
LATE = 20  # empty squares, from where on it matters who has the last of a quarter


class Board(NamedTuple):
    """A set bit is a disc: `mine` of the player to move, `theirs` of the other.

    Squares are numbered row by row from the top left; a pass is the number after the last.

       a  b  c  d
    1  0  1  2  3
    2  4  5  6  7
    3  8  9 10 11
    4 12 13 14 15   16 = pass

    On 8 × 8 the square h8 is bit 63, the sign: hence `shl` and `shr`.
    """

    mine: int
    theirs: int
    turn: int


class Othello(LastSquares, Game[Board, int]):
    """Othello on `size` × `size` squares; the payoff is black's discs minus white's."""

    name = "othello"
    title = "Othello"
    about = "Enclose discs and turn them over; most discs win."
    sample = "d3 c3 c4 c5 d6 e3 f3"
    players = colours = ("black", "white")

    def __init__(self, size: int = 8, start: str = "diagonal", empties: str = "none") -> None:
        self.start, self.empties = start, empties
        if size not in SIZES:
            raise self.bad_parameter("size", size, "give 4, 6 or 8")
        if start not in STARTS:
            raise self.bad_parameter("start", start, f"give {' or '.join(STARTS)}")
        if empties not in EMPTIES:
            raise self.bad_parameter("empties", empties, f"give {' or '.join(EMPTIES)}")
        super().__init__(size, winner_takes_empties=empties == "winner")
        self.pass_move = self.cells
        self.middle = board_of(y * size + x for y in (size // 2 - 1, size // 2)
                               for x in (size // 2 - 1, size // 2))
        # The diagonals that lie 0, 1, 2, … to the right of the main one, and below it.
        self.above = tuple(self._diagonal(d) for d in range(size))
        self.below = tuple(self._diagonal(-d) for d in range(size))

    def _diagonal(self, d: int) -> int:
        return board_of(y * self.size + y + d for y in range(self.size) if 0 <= y + d < self.size)

    def initial(self) -> Board:
        """Two discs each in the middle, black to move."""
        half = self.size // 2
        upper = (half - 1) * self.size + half - 1  # the upper left of the four
        other = upper + 1 + (self.size if self.start == "diagonal" else 0)
        white = bit(upper) | bit(other)
        return Board(self.middle & ~white, white, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate, passes included."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every square that turns a disc; a pass if there is none."""
        legal = self.landing(s.mine, s.theirs)
        if not legal:
            yield self.pass_move
        while legal:
            square = lowest(legal)
            yield square
            legal ^= bit(square)

    def mobility(self, s: Board) -> int:
        """The squares that turn a disc, or one pass."""
        return max(1, popcount(self.landing(s.mine, s.theirs)))

    def play(self, s: Board, m: int) -> Board:
        """Put a disc on a square and turn the lines, or pass."""
        if m == self.pass_move:
            return Board(s.theirs, s.mine, 1 - s.turn)
        turned = self.turned(s.mine, s.theirs, m)
        return Board(s.theirs ^ turned, s.mine | turned | bit(m), 1 - s.turn)

    def outcome(self, s: Board) -> int | None:
        """Black's discs minus white's, when neither can put one more."""
        if self.landing(s.mine, s.theirs) or self.landing(s.theirs, s.mine):
            return None
        lead = self.lead(s.mine, s.theirs)
        return -lead if s.turn == 1 else lead

    # --- hints ---

    def order(self, s: Board, m: int) -> int:
        """Leave the other few replies, least of all in a corner; take corners oneself, and late in
        the game a square of a quarter with an odd number of them, so as to have its last."""
        after = self.play(s, m)
        replies = self.landing(after.mine, after.theirs)
        corner = 1 if m != self.pass_move and bit(m) & self.corners else 0
        empty, last = self.full & ~(s.mine | s.theirs), 0
        if popcount(empty) <= LATE and m != self.pass_move:
            for quarter in self.quarters:
                if bit(m) & quarter:
                    last = popcount(empty & quarter) & 1
        return 2 * last + corner - 2 * popcount(replies) - popcount(replies & self.corners)

    def proof_order(self, s: Board, m: int) -> int:
        """The same with other weights: also leave the other few squares to reply on later, next to
        one's own discs. Of the last few squares, to count replies takes longer than to try; with
        many left, it pays to look at what each reply leads to."""
        if m == self.pass_move:
            return 0
        empty = self.full & ~(s.mine | s.theirs)
        last = popcount(empty & self.quarter[m & 63]) & 1
        if self.nearly_over(s):
            return last
        turned = self.turned(s.mine, s.theirs, m)
        mine, theirs = s.mine | turned | bit(m), s.theirs ^ turned
        replies, later = self.landing(theirs, mine), self.around(mine) & empty
        found = (2 * last + (4 if bit(m) & self.corners else 0) - popcount(later)
                 - 4 * popcount(replies) - 4 * popcount(replies & self.corners))
        if popcount(empty) < MANY:
            return found
        return 8 * found - self.after_a_reply(theirs, mine, replies)

    def after_a_reply(self, mine: int, theirs: int, replies: int) -> int:
        """What the mover can hope for after the best of these moves."""
        if not replies:
            return -self.prospects(theirs, mine)
        best = -ANY_PROSPECTS
        while replies:
            square = lowest(replies)
            replies ^= bit(square)
            turned = self.turned(mine, theirs, square)
            best = max(best, -self.prospects(theirs ^ turned, mine | turned | bit(square)))
        return best

    def prospects(self, mine: int, theirs: int) -> int:
        """How good it looks for who is to move: squares to choose from, discs that the other cannot
        get at, corners and what hangs on them along the rim."""
        edge = self.around(self.full & ~(mine | theirs))
        choice = popcount(self.landing(mine, theirs)) - popcount(self.landing(theirs, mine))
        exposed = popcount(mine & edge) - popcount(theirs & edge)
        corners = popcount(mine & self.corners) - popcount(theirs & self.corners)
        held = popcount(self.held_rim(mine)) - popcount(self.held_rim(theirs))
        return 5 * choice - 2 * exposed + 10 * corners + 5 * held

    def held_rim(self, discs: int) -> int:
        """Of one player's discs those that hang together along the rim with a corner of theirs.

        A disc on the rim can be turned only along the rim, and these have a corner at their back.
        """
        held = discs & self.corners
        if held == 0:
            return 0
        for _ in range(self.size - 2):
            held |= discs & self.ends & (shl(held, 1) | shr(held, 1))
            held |= discs & self.sides & (shl(held, self.size) | shr(held, self.size))
        return held

    def around(self, discs: int) -> int:
        """All squares next to these."""
        wide = (discs | shl(discs & ~self.columns[self.size - 1], 1)
                | shr(discs & ~self.columns[0], 1))
        return wide | shl(wide, self.size) | shr(wide, self.size)

    def nearly_over(self, s: Board) -> bool:
        """With few empty squares."""
        return popcount(s.mine | s.theirs) >= self.cells - LAST

    def bounds(self, s: Board) -> tuple[int, int]:
        """From all discs white to all black."""
        return (-self.cells, self.cells)

    def decided(self, s: Board, at_least: int) -> int | None:
        """What the last few squares bring, played out. Before that, who has discs that are never
        turned has no less at the end: looked at where as many as it takes might be such."""
        empty = self.full & ~(s.mine | s.theirs)
        if popcount(empty) <= LAST:
            return self.played_out(s.mine, s.theirs, empty, self.odd(empty), at_least)
        if self.corners & s.theirs and self.cells - 2 * popcount(s.theirs) < at_least:
            most = self.cells - 2 * popcount(self.stable(s.theirs))
            if most < at_least:
                return most
        if self.corners & s.mine and 2 * popcount(s.mine) - self.cells >= at_least:
            least = 2 * popcount(self.stable(s.mine)) - self.cells
            if least >= at_least:
                return least
        return None

    def stable(self, discs: int) -> int:
        """Of one player's discs some that are never turned: on each of the four lines through one,
        it has another such disc beside it, or the end of the board."""
        found = 0
        while True:
            west, east = found & ~self.columns[0], found & ~self.columns[self.size - 1]
            grown = (discs & (shl(east, 1) | shr(west, 1) | self.sides)
                     & (shl(found, self.size) | shr(found, self.size) | self.ends)
                     & (shl(west, self.size - 1) | shr(east, self.size - 1) | self.rim)
                     & (shl(east, self.size + 1) | shr(west, self.size + 1) | self.rim))
            if grown == found:
                return found
            found = grown

    def canonical(self, s: Board) -> Board:
        """The least of the eight mirror images."""
        best = s
        mine, theirs = s.mine, s.theirs
        for image in range(1, 8):
            # Flip by turns left and right, top and bottom, and after four along the diagonal.
            if image == 4:
                mine, theirs = self.transposed(mine), self.transposed(theirs)
            elif image % 2 == 1:
                mine, theirs = self.left_right(mine), self.left_right(theirs)
            else:
                mine, theirs = self.top_bottom(mine), self.top_bottom(theirs)
            if mine < best.mine or (mine == best.mine and theirs < best.theirs):
                best = Board(mine, theirs, s.turn)
        return best

    def left_right(self, discs: int) -> int:
        """Columns exchanged."""
        image = 0
        for i in range(self.size // 2):
            far = self.size - 1 - 2 * i
            image |= shl(discs & self.columns[i], far)
            image |= shr(discs & self.columns[self.size - 1 - i], far)
        return image

    def top_bottom(self, discs: int) -> int:
        """Rows exchanged."""
        image = 0
        for i in range(self.size // 2):
            far = (self.size - 1 - 2 * i) * self.size
            image |= shl(discs & self.rows[i], far)
            image |= shr(discs & self.rows[self.size - 1 - i], far)
        return image

    def transposed(self, discs: int) -> int:
        """Rows and columns exchanged: what stands d to the right of the main diagonal moves
        d down and d to the left."""
        image = discs & self.above[0]
        for d in range(1, self.size):
            image |= shl(discs & self.above[d], d * (self.size - 1))
            image |= shr(discs & self.below[d], d * (self.size - 1))
        return image

    # --- what it looks like ---

    @cached_property
    def board(self) -> drawing.Board:
        """Discs on a grid."""
        return drawing.grid(self.size, self.size, [drawing.Kind("disc", "xo")])

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The discs."""
        for square in range(self.cells):
            if s.mine & bit(square):
                yield Piece(square, s.turn)
            elif s.theirs & bit(square):
                yield Piece(square, 1 - s.turn)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The square; a pass has none."""
        if m != self.pass_move:
            yield m

    # --- text ---

    def text(self, s: Board) -> str:
        """Rows from the top, black as x and white as o, then who is to move: `…/.xo./…:x`."""
        return f"{rows_text(self._cells(s), self.size)}:{'xo'[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; as collections of endgames write it, too: `--XO…OX-- X`."""
        board, _, mover = text.strip().lower().replace("-", ".").replace(" ", ":").partition(":")
        if "/" not in board and len(board) == self.cells:
            board = rows_text(board, self.size)
        try:
            cells = read_rows(board, self.size, self.size, ".xo")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in ("x", "o"):
            raise self.bad_position(text, "end it with :x for black to move or :o for white")
        black = board_of(i for i, cell in enumerate(cells) if cell == "x")
        white = board_of(i for i, cell in enumerate(cells) if cell == "o")
        if (black | white) & self.middle != self.middle:
            raise self.bad_position(text, "the four squares in the middle are never empty")
        return Board(black, white, 0) if mover == "x" else Board(white, black, 1)

    def move_text(self, s: Board, m: int) -> str:
        """The square's name, or `pass`."""
        return "pass" if m == self.pass_move else square_name(m, self.size)

    def reason(self, s: Board) -> str:
        """A full board, or nobody can move."""
        if s.mine | s.theirs == self.full:
            return "the board is full"
        return "neither can move"

    def _cells(self, s: Board) -> list[str]:
        mine, theirs = "xo"[s.turn], "ox"[s.turn]
        return [mine if s.mine & bit(i) else theirs if s.theirs & bit(i) else "."
                for i in range(self.cells)]
