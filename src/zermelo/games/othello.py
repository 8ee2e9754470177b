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
from zermelo.portable import (
    bit,
    highest,
    inlined,
    lowest,
    popcount,
    shl,
    shr,
    side_by_side,
    wrap,
)

SIZES = (4, 6, 8)
STARTS = ("diagonal", "parallel")
EMPTIES = ("none", "winner")
LAST = 7  # empty squares, which are played out at once and never looked up
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


class Othello(Game[Board, int]):
    """Othello on `size` × `size` squares; the payoff is black's discs minus white's."""

    name = "othello"
    title = "Othello"
    about = "Enclose discs and turn them over; most discs win."
    sample = "d3 c3 c4 c5 d6 e3 f3"
    players = colours = ("black", "white")

    def __init__(self, size: int = 8, start: str = "diagonal", empties: str = "none") -> None:
        self.size, self.start, self.empties = size, start, empties
        if size not in SIZES:
            raise self.bad_parameter("size", size, "give 4, 6 or 8")
        if start not in STARTS:
            raise self.bad_parameter("start", start, f"give {' or '.join(STARTS)}")
        if empties not in EMPTIES:
            raise self.bad_parameter("empties", empties, f"give {' or '.join(EMPTIES)}")
        self.winner_takes_empties = empties == "winner"
        self.cells = size * size
        self.pass_move = self.cells
        self.full = board_of(range(self.cells))
        # Discs in the outer columns are never turned by a line across or along a diagonal.
        self.inner = board_of(i for i in range(self.cells) if 0 < i % size < size - 1)
        self.middle = board_of(y * size + x for y in (size // 2 - 1, size // 2)
                               for x in (size // 2 - 1, size // 2))
        self.columns = tuple(board_of(range(x, self.cells, size)) for x in range(size))
        self.rows = tuple(board_of(range(y * size, (y + 1) * size)) for y in range(size))
        # The diagonals that lie 0, 1, 2, … to the right of the main one, and below it.
        self.above = tuple(self._diagonal(d) for d in range(size))
        self.below = tuple(self._diagonal(-d) for d in range(size))
        # From each square, along its four lines, all squares after it and all before it: side by
        # side, as they are looked at together.
        steps = ((1, 0), (0, 1), (-1, 1), (1, 1))
        self.after = tuple(zip(*(self._rays(dx, dy) for dx, dy in steps), strict=True))
        self.before = tuple(zip(*(self._rays(-dx, -dy) for dx, dy in steps), strict=True))
        # For the last square: its lines, and what a line brings at each place by its bits.
        self.falling = tuple(a[3] | b[3] for a, b in zip(self.after, self.before, strict=True))
        self.rising = tuple(a[2] | b[2] for a, b in zip(self.after, self.before, strict=True))
        self.first_row, self.first_column = self.rows[0], self.columns[0]
        self.last_row = self.cells - size
        self.turning = wrap(sum(1 << (size - 1) * (size - y) for y in range(size)))
        self.between = tuple(self._between(bits) for bits in range(1 << size))
        self.column = tuple(i % size for i in range(self.cells))
        self.row_begins = tuple(i - i % size for i in range(self.cells))
        self.across_at = tuple(8 * (i % size) for i in range(self.cells))
        self.down_at = tuple(8 * (i // size) for i in range(self.cells))
        self.nothing = -self.cells - 1  # less than any payoff
        self.sides = self.columns[0] | self.columns[size - 1]
        self.ends = self.rows[0] | self.rows[size - 1]
        self.rim, self.corners = self.sides | self.ends, self.sides & self.ends
        half = size // 2
        self.quarters = tuple(board_of(y * size + x for y in range(top, top + half)
                                       for x in range(left, left + half))
                              for top in (0, half) for left in (0, half))
        self.quarter = tuple(next(quarter for quarter in self.quarters if quarter & bit(i))
                             for i in range(self.cells))

    def _diagonal(self, d: int) -> int:
        return board_of(y * self.size + y + d for y in range(self.size) if 0 <= y + d < self.size)

    def _rays(self, dx: int, dy: int) -> tuple[int, ...]:
        size = range(self.size)
        return tuple(board_of((y + i * dy) * self.size + x + i * dx for i in range(1, self.size)
                              if x + i * dx in size and y + i * dy in size)
                     for y in size for x in size)

    def _between(self, mine: int) -> int:
        """For each place on a line with these discs of mine, how many discs between it and the next
        of mine on both sides: eight bits a place."""
        found = 0
        for place in range(self.size):
            left = highest(mine & (1 << place) - 1)
            right = lowest(mine >> place + 1)
            found |= (place - left - 1 if left >= 0 else 0) + max(right, 0) << 8 * place
        return wrap(found)

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

    def lead(self, mine: int, theirs: int) -> int:
        """My discs less theirs, when it is over."""
        lead = popcount(mine) - popcount(theirs)
        if self.winner_takes_empties:
            empty = self.cells - popcount(mine | theirs)
            if lead > 0:
                lead += empty
            elif lead < 0:
                lead -= empty
        return lead

    # --- lines ---

    @side_by_side
    def landing(self, mine: int, theirs: int) -> int:
        """The empty squares where a disc of mine turns at least one of theirs."""
        inside = theirs & self.inner
        return self.full & ~(mine | theirs) & (
            self.beyond(mine, inside, 1)
            | self.beyond(mine, theirs, self.size)
            | self.beyond(mine, inside, self.size - 1)
            | self.beyond(mine, inside, self.size + 1)
        )

    def beyond(self, mine: int, theirs: int, step: int) -> int:
        """The squares one past a line of theirs that begins next to mine, both ways.

        A line has at most size - 2 discs: one, two, and then two more at a time.
        """
        up = theirs & shl(mine, step)
        down = theirs & shr(mine, step)
        up |= theirs & shl(up, step)
        down |= theirs & shr(down, step)
        pairs = theirs & shl(theirs, step)  # their discs with another of theirs one step before
        below = shr(pairs, step)
        for _ in range(self.size // 2 - 2):
            up |= pairs & shl(up, 2 * step)
            down |= below & shr(down, 2 * step)
        return shl(up, step) | shr(down, step)

    @inlined
    @side_by_side
    def turned(self, mine: int, theirs: int, square: int) -> int:
        """Their discs that a disc of mine on this square turns over.

        `& 63` changes no square, and compiled code need not ask whether a table is long enough.
        """
        found = 0
        for line in range(4):
            found |= self.turned_after(self.after[square & 63][line], mine, theirs)
            found |= self.turned_before(self.before[square & 63][line], mine, theirs)
        return found

    def turned_after(self, ray: int, mine: int, theirs: int) -> int:
        """Those on a ray towards higher squares: if the first that is not theirs is mine, all
        before it."""
        others = ray & ~theirs
        end = wrap(others & -others) & mine
        return ray & wrap(end - 1) if end else 0

    def turned_before(self, ray: int, mine: int, theirs: int) -> int:
        """Those on a ray towards lower squares."""
        end = bit(highest(ray & ~theirs | 1)) & ray & mine
        return ray & wrap(-shl(end, 1))

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

    def odd(self, empty: int) -> int:
        """The quarters with an odd number of empty squares."""
        found = 0
        for quarter in self.quarters:
            found |= quarter if popcount(empty & quarter) & 1 else 0
        return found

    # --- the last squares ---
    #
    # Whether the mover gets at least so much: a payoff that says so, or says how much less it is.
    # First come squares of quarters with an odd number of them, so as to have the last.

    def played_out(self, mine: int, theirs: int, empty: int, odd: int, at_least: int) -> int:
        """Of any number of empty squares."""
        count = popcount(empty)
        if count <= 4:
            return self.last_few(mine, theirs, empty, odd, count, at_least)
        best = self.nothing
        for squares in (empty & odd, empty & ~odd):
            left = squares
            while left:
                square = lowest(left)
                left ^= bit(square)
                turned = self.turned(mine, theirs, square)
                if turned:
                    best = max(best, -self.played_out(
                        theirs ^ turned, mine | turned | bit(square), empty ^ bit(square),
                        odd ^ self.quarter[square], 1 - at_least))
                    if best >= at_least:
                        return best
        if best > self.nothing:
            return best
        if not self.landing(theirs, mine):
            return self.lead(mine, theirs)
        return -self.played_out(theirs, mine, empty, odd, 1 - at_least)

    def last_few(self, mine: int, theirs: int, empty: int, odd: int, count: int,
                 at_least: int) -> int:
        """Of up to four."""
        if count == 4:
            return self.last_four(mine, theirs, empty, odd, at_least)
        if count == 3:
            return self.last_three(mine, theirs, empty, odd, at_least)
        if count == 2:
            a = lowest(empty)
            return self.last_two(mine, theirs, a, lowest(empty ^ bit(a)), at_least)
        return self.last_one(mine, lowest(empty)) if count == 1 else self.lead(mine, theirs)

    def last_four(self, mine: int, theirs: int, empty: int, odd: int, at_least: int) -> int:
        """Of four; a pass if none of them turns anything."""
        best = self.best_of_four(mine, theirs, empty, odd, at_least)
        if best > self.nothing:
            return best
        best = self.best_of_four(theirs, mine, empty, odd, 1 - at_least)
        return -best if best > self.nothing else self.lead(mine, theirs)

    def best_of_four(self, mine: int, theirs: int, empty: int, odd: int, at_least: int) -> int:
        """The best that comes of a move to one of them; nothing if there is none."""
        best = self.nothing
        first, left = empty & odd, empty
        while left:
            square = lowest(first if first else left)
            first &= ~bit(square)
            left ^= bit(square)
            turned = self.turned(mine, theirs, square)
            if turned:
                best = max(best, -self.last_three(
                    theirs ^ turned, mine | turned | bit(square), empty ^ bit(square),
                    odd ^ self.quarter[square], 1 - at_least))
                if best >= at_least:
                    return best
        return best

    def last_three(self, mine: int, theirs: int, empty: int, odd: int, at_least: int) -> int:
        """Of three, likewise; one of them at least is in an odd quarter."""
        a = lowest(empty & odd)
        empty ^= bit(a)
        b = lowest(empty)
        c = lowest(empty ^ bit(b))
        best = self.best_of_three(mine, theirs, a, b, c, at_least)
        if best > self.nothing:
            return best
        best = self.best_of_three(theirs, mine, a, b, c, 1 - at_least)
        return -best if best > self.nothing else self.lead(mine, theirs)

    @inlined
    def best_of_three(self, mine: int, theirs: int, a: int, b: int, c: int, at_least: int) -> int:
        """The best that comes of a move to one of them; nothing if there is none."""
        best = self.nothing
        turned = self.turned(mine, theirs, a)
        if turned:
            best = -self.last_two(theirs ^ turned, mine | turned | bit(a), b, c, 1 - at_least)
            if best >= at_least:
                return best
        turned = self.turned(mine, theirs, b)
        if turned:
            best = max(best, -self.last_two(theirs ^ turned, mine | turned | bit(b), a, c,
                                            1 - at_least))
            if best >= at_least:
                return best
        turned = self.turned(mine, theirs, c)
        if turned:
            best = max(best, -self.last_two(theirs ^ turned, mine | turned | bit(c), a, b,
                                            1 - at_least))
        return best

    def last_two(self, mine: int, theirs: int, a: int, b: int, at_least: int) -> int:
        """Of two, likewise."""
        best = self.best_of_two(mine, theirs, a, b, at_least)
        if best > self.nothing:
            return best
        best = self.best_of_two(theirs, mine, a, b, 1 - at_least)
        return -best if best > self.nothing else self.lead(mine, theirs)

    def best_of_two(self, mine: int, theirs: int, a: int, b: int, at_least: int) -> int:
        """The same of two."""
        best = self.nothing
        turned = self.turned(mine, theirs, a)
        if turned:
            best = -self.last_one(theirs ^ turned, b)
            if best >= at_least:
                return best
        turned = self.turned(mine, theirs, b)
        if turned:
            best = max(best, -self.last_one(theirs ^ turned, a))
        return best

    def last_one(self, mine: int, square: int) -> int:
        """What the last square brings: all others are mine or theirs."""
        discs = popcount(mine)
        gain = self.enclosed(mine, square)
        if gain:
            return 2 * (discs + gain + 1) - self.cells
        theirs = self.full & ~(mine | bit(square))
        loss = self.enclosed(theirs, square)
        return 2 * (discs - loss) - self.cells if loss else self.lead(mine, theirs)

    def enclosed(self, mine: int, square: int) -> int:
        """How many discs a disc of mine on the last square turns over: of each line through it,
        those up to the next of mine on either side. A table knows it for all places on a line,
        given the bits of mine there; products bring those of any line into the last row."""
        at = square & 63
        falling = wrap((mine & self.falling[at]) * self.first_column)
        rising = wrap((mine & self.rising[at]) * self.first_column)
        upright = wrap((shr(mine, self.column[at]) & self.first_column) * self.turning)
        across = (self.between[shr(mine, self.row_begins[at]) & self.first_row]
                  + self.between[shr(falling, self.last_row) & self.first_row]
                  + self.between[shr(rising, self.last_row) & self.first_row])
        down = self.between[shr(upright, self.last_row) & self.first_row]
        return (shr(across, self.across_at[at]) & 255) + (shr(down, self.down_at[at]) & 255)

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
