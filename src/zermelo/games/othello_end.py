"""The last squares of Othello, played out by code for four, three, two and one of them.

Whether the mover gets at least so much: a payoff that says so, or says how much less it is. First
come squares of quarters with an odd number of them, so as to have the last.
"""

from __future__ import annotations

from zermelo.games.othello_lines import Lines
from zermelo.portable import bit, highest, inlined, lowest, popcount, shr, wrap

LAST = 7  # empty squares, which are played out at once and never looked up


class LastSquares(Lines):
    """A board on which few squares are left."""

    def __init__(self, size: int, *, winner_takes_empties: bool) -> None:
        super().__init__(size, winner_takes_empties=winner_takes_empties)
        # For the very last: its lines, and what a line brings at each place by its bits.
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

    def _between(self, mine: int) -> int:
        """For each place on a line with these discs of mine, how many discs between it and the next
        of mine on both sides: eight bits a place."""
        found = 0
        for place in range(self.size):
            left = highest(mine & (1 << place) - 1)
            right = lowest(mine >> place + 1)
            found |= (place - left - 1 if left >= 0 else 0) + max(right, 0) << 8 * place
        return wrap(found)

    def odd(self, empty: int) -> int:
        """The quarters with an odd number of empty squares."""
        found = 0
        for quarter in self.quarters:
            found |= quarter if popcount(empty & quarter) & 1 else 0
        return found

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
