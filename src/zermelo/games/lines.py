"""Rows of k on a rectangle, a whole board at a time: which are open, half made, nearly made.

A row is known by its first cell and its direction. `starts & shr(stones, step)` are the rows of a
direction whose second cell has a stone, and so on; every function below does that for the four
directions at once.

    completing     one more stone there makes a row
    preparing      … makes a row that lacks one; `forking` where it makes two of them
    open_cells     in a row that can still be made
"""

from __future__ import annotations

from zermelo.game import S
from zermelo.games.boards import board_of
from zermelo.games.rectangle import RectangleGame
from zermelo.portable import bit, lowest, popcount, shl, shr

LONGEST = 6  # rows of more stones are too many to be looked at in pairs of missing ones


class LineGame(RectangleGame[S]):
    """A rectangle with rows of `k`; `lay_out` makes it ready."""

    k: int

    def lay_out(self) -> None:
        """Precompute where rows may start, for each direction: far enough from the edges."""
        super().lay_out()
        self.starts_right = self._starts(1, 0)
        self.starts_down = self._starts(0, 1)
        self.starts_down_right = self._starts(1, 1)
        self.starts_down_left = self._starts(-1, 1)

    def _starts(self, dx: int, dy: int) -> int:
        reach = self.k - 1
        return board_of(
            y * self.width + x
            for y in range(self.height) for x in range(self.width)
            if 0 <= x + reach * dx < self.width and y + reach * dy < self.height
        )

    def has_row(self, stones: int) -> bool:
        """Whether there are k in a row."""
        return (
            self.row_from(stones, self.starts_right, 1)
            or self.row_from(stones, self.starts_down, self.width)
            or self.row_from(stones, self.starts_down_right, self.width + 1)
            or self.row_from(stones, self.starts_down_left, self.width - 1)
        )

    def row_from(self, stones: int, starts: int, step: int) -> bool:
        """Whether k stones, `step` apart, begin on one of these cells."""
        for i in range(self.k):
            starts &= shr(stones, i * step)
        return starts != 0

    # --- rows that lack one ---

    def completing(self, stones: int, empty: int) -> int:
        """The empty cells where one more of these stones makes a row."""
        return empty & (
            self.completing_along(stones, self.starts_right, 1)
            | self.completing_along(stones, self.starts_down, self.width)
            | self.completing_along(stones, self.starts_down_right, self.width + 1)
            | self.completing_along(stones, self.starts_down_left, self.width - 1)
        )

    def completing_along(self, stones: int, starts: int, step: int) -> int:
        """The cells that a row lacks, in one direction."""
        cells = 0
        for missing in range(self.k):
            rows = starts
            for i in range(self.k):
                if i != missing:
                    rows &= shr(stones, i * step)
            cells |= shl(rows, missing * step)
        return cells

    # --- rows that lack two ---

    def preparing(self, stones: int, empty: int) -> tuple[int, int]:
        """The empty cells of rows that lack just two; and those that are in several such rows."""
        once, twice = 0, 0
        if self.k <= LONGEST:
            once, twice = self.preparing_along(stones, empty, self.starts_right, 1, 0, 0)
            once, twice = self.preparing_along(stones, empty, self.starts_down, self.width,
                                               once, twice)
            once, twice = self.preparing_along(stones, empty, self.starts_down_right,
                                               self.width + 1, once, twice)
            once, twice = self.preparing_along(stones, empty, self.starts_down_left,
                                               self.width - 1, once, twice)
        return once, twice

    def preparing_along(self, stones: int, empty: int, starts: int, step: int, once: int,
                        twice: int) -> tuple[int, int]:
        """The same with what there was in other directions."""
        for one in range(self.k - 1):
            for other in range(one + 1, self.k):
                rows = starts & shr(empty, one * step) & shr(empty, other * step)
                for i in range(self.k):
                    if i != one and i != other:
                        rows &= shr(stones, i * step)
                cells = shl(rows, one * step)
                twice |= once & cells
                once |= cells
                cells = shl(rows, other * step)
                twice |= once & cells
                once |= cells
        return once, twice

    def forking(self, stones: int, empty: int) -> int:
        """The first cell where one more stone makes two threats at once; -1 if there is none. It
        is asked where no row lacks just one."""
        several = self.preparing(stones, empty)[1]
        while several:
            cell = lowest(several)
            if popcount(self.completing(stones | bit(cell), empty & ~bit(cell))) > 1:
                return cell
            several &= ~bit(cell)
        return -1

    # --- rows that can still be made ---

    def open_cells(self, free: int) -> int:
        """All cells of rows within these: where one's own stones are, or nobody's."""
        return (
            self.open_along(free, self.starts_right, 1)
            | self.open_along(free, self.starts_down, self.width)
            | self.open_along(free, self.starts_down_right, self.width + 1)
            | self.open_along(free, self.starts_down_left, self.width - 1)
        )

    def open_along(self, free: int, starts: int, step: int) -> int:
        """The same in one direction."""
        for i in range(self.k):
            starts &= shr(free, i * step)
        cells = 0
        for i in range(self.k):
            cells |= shl(starts, i * step)
        return cells
