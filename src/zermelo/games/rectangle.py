"""Games on a rectangle of up to 64 cells, one bit each, numbered row by row from the top left."""

from __future__ import annotations

from zermelo.game import Game, S
from zermelo.games.boards import board_of
from zermelo.portable import shl, shr


class RectangleGame(Game[S, int]):
    """Masks, neighbours and mirror images of a rectangle; `lay_out` makes it ready."""

    width: int
    height: int

    def lay_out(self) -> None:
        """Check the board's size, and precompute what depends on it."""
        width, height = self.width, self.height
        for parameter, size in (("width", width), ("height", height)):
            if not 1 <= size <= 26:
                raise self.bad_parameter(parameter, size, "give 1 to 26")
        if width * height > 64:
            raise self.bad_parameter("width", width, "the board may have at most 64 cells")
        self.cells = width * height
        self.full = board_of(range(self.cells))
        # Where a step to the right, or to the left, can arrive: it never wraps around the edge.
        self.right_arrivals = board_of(c for c in range(self.cells) if c % width != 0)
        self.left_arrivals = board_of(c for c in range(self.cells) if c % width != width - 1)
        self.left_column = board_of(range(0, self.cells, width))
        self.top_row = board_of(range(width))
        # The diagonals on which column - row is -(height - 1), ..., 0, ..., width - 1.
        self.diagonals = tuple(
            board_of(c for c in range(self.cells) if c % width - c // width == ahead)
            for ahead in range(1 - height, width)
        )

    def around(self, cells: int) -> int:
        """The cells one step away from these in any direction, and these themselves."""
        row = cells | shl(cells, 1) & self.right_arrivals | shr(cells, 1) & self.left_arrivals
        return self.full & (row | shl(row, self.width) | shr(row, self.width))

    def image_of(self, cells: int, image: int) -> int:
        """Mirror left-right (bit 0 of `image`), top-bottom (bit 1), along the diagonal (bit 2).

        The diagonal is for squares only.
        """
        if image & 1:
            mirrored = 0
            for column in range(self.width):
                mirrored |= shl(shr(cells, column) & self.left_column, self.width - 1 - column)
            cells = mirrored
        if image & 2:
            mirrored = 0
            for row in range(self.height):
                below = self.height - 1 - row
                mirrored |= shl(shr(cells, row * self.width) & self.top_row, below * self.width)
            cells = mirrored
        if image & 4:
            # (x, y) becomes (y, x): all cells of a diagonal move by (x - y) · (width - 1).
            mirrored = 0
            for ahead in range(self.width):
                by = ahead * (self.width - 1)
                mirrored |= shl(cells & self.diagonals[self.height - 1 + ahead], by)
                mirrored |= shr(cells & self.diagonals[self.height - 1 - ahead], by)
            cells = mirrored
        return cells
