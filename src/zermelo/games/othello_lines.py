"""The lines of an Othello board, and the discs that are turned along them.

Squares are bits, row by row from the top left; whose discs are `mine` the caller knows.
"""

from __future__ import annotations

from zermelo.games.boards import board_of
from zermelo.portable import bit, four_side_by_side, highest, inlined, popcount, shl, shr, wrap


class Lines:
    """A board of `size` × `size` squares; what is empty in the end counts for nobody, or for who
    has more discs."""

    def __init__(self, size: int, *, winner_takes_empties: bool) -> None:
        self.size, self.winner_takes_empties = size, winner_takes_empties
        self.cells = size * size
        self.full = board_of(range(self.cells))
        # Discs in the outer columns are never turned by a line across or along a diagonal.
        self.inner = board_of(i for i in range(self.cells) if 0 < i % size < size - 1)
        self.columns = tuple(board_of(range(x, self.cells, size)) for x in range(size))
        self.rows = tuple(board_of(range(y * size, (y + 1) * size)) for y in range(size))
        self.sides = self.columns[0] | self.columns[size - 1]
        self.ends = self.rows[0] | self.rows[size - 1]
        self.rim, self.corners = self.sides | self.ends, self.sides & self.ends
        # From each square, along its four lines, all squares after it and all before it: side by
        # side, as they are looked at together.
        steps = ((1, 0), (0, 1), (-1, 1), (1, 1))
        self.after = tuple(zip(*(self._rays(dx, dy) for dx, dy in steps), strict=True))
        self.before = tuple(zip(*(self._rays(-dx, -dy) for dx, dy in steps), strict=True))
        half = size // 2
        self.quarters = tuple(board_of(y * size + x for y in range(top, top + half)
                                       for x in range(left, left + half))
                              for top in (0, half) for left in (0, half))
        self.quarter = tuple(next(quarter for quarter in self.quarters if quarter & bit(i))
                             for i in range(self.cells))

    def _rays(self, dx: int, dy: int) -> tuple[int, ...]:
        size = range(self.size)
        return tuple(board_of((y + i * dy) * self.size + x + i * dx for i in range(1, self.size)
                              if x + i * dx in size and y + i * dy in size)
                     for y in size for x in size)

    @four_side_by_side
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
    @four_side_by_side
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
