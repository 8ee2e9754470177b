"""Chomp.

Rules: a bar of chocolate has `width` × `height` squares, and the one in the top left corner is
poisoned. Two players take turns to choose a square that is left, and eat it together with all that
is to its right, below it, or both. Who eats the poisoned square loses.

The first player wins on every bar but that of one square: if nothing else did, eating the last
square would, or else the answer to it, which could have been played at once. What to play is known
for two rows and for squares, and not in general.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.games.rectangle import RectangleGame
from zermelo.portable import bit, popcount


class Bar(NamedTuple):
    """A set bit is a square that is left. Squares are numbered row by row from the top left.

      a b c
    1 x 1 2     x, or 0, is the poisoned one
    2 3 4 5
    """

    left: int
    turn: int


class Chomp(RectangleGame[Bar]):
    """Chomp on a bar of `width` × `height` squares. A move is the square that is chosen."""

    name = "chomp"
    title = "Chomp"
    about = "Bite off a corner of the bar; do not eat the poisoned square."
    sample = "e3 c4"

    def __init__(self, width: int = 7, height: int = 4) -> None:
        self.width, self.height = width, height
        self.lay_out()
        self.eaten = tuple(board_of(
            y * width + x for y in range(chosen // width, height)
            for x in range(chosen % width, width)) for chosen in range(self.cells))

    def initial(self) -> Bar:
        """The whole bar."""
        return Bar(self.full, 0)

    def to_move(self, s: Bar) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Bar) -> Iterator[int]:
        """Every square that is left."""
        for square in range(self.cells):
            if s.left & bit(square):
                yield square

    def play(self, s: Bar, m: int) -> Bar:
        """Eat a square and all that is right of it and below."""
        return Bar(s.left & ~self.eaten[m], 1 - s.turn)

    def outcome(self, s: Bar) -> int | None:
        """With nothing left, who moved last ate the poison."""
        if s.left:
            return None
        return 1 if s.turn == 0 else -1

    def mobility(self, s: Bar) -> int:
        """As many moves as squares."""
        return popcount(s.left)

    def candidates(self, s: Bar) -> Iterator[int]:
        """The poison only if nothing else is left."""
        if s.left == 1:
            yield 0
        for square in range(1, self.cells):
            if s.left & bit(square):
                yield square

    def canonical(self, s: Bar) -> Bar:
        """Of a square bar, it or its image along the diagonal."""
        if self.width != self.height:
            return s
        return Bar(min(s.left, self.image_of(s.left, 4)), s.turn)

    def tier(self, s: Bar) -> int:
        """How many squares were eaten."""
        return self.cells - popcount(s.left)

    def bounds(self, s: Bar) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    # --- what it looks like ---

    @cached_property
    def board(self) -> drawing.Board:
        """Squares of chocolate; the poisoned one is marked."""
        return drawing.grid(self.width, self.height, [drawing.Kind("block", "o", "chocolate"),
                                                      drawing.Kind("pebble", "x", "poison")])

    def pieces(self, s: Bar) -> Iterator[Piece]:
        """The squares that are left."""
        for square in range(self.cells):
            if s.left & bit(square):
                yield Piece(square, NOBODY, 1 if square == 0 else 0)

    def touches(self, s: Bar, m: int) -> Iterator[int]:
        """The square."""
        yield m

    # --- text ---

    def text(self, s: Bar) -> str:
        """Rows from the top, `x` the poison, `o` the rest, then who is to move: `xoo/o..:first`."""
        return f"{rows_text(self._squares(s), self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Bar:
        """Read `text` back; what was eaten must be what moves leave, and fit the player to move."""
        board, _, mover = text.partition(":")
        try:
            squares = read_rows(board, self.width, self.height, ".xo")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :first or :second for the player to move")
        if "x" in squares[1:] or squares[0] == "o":
            raise self.bad_position(text, "the poisoned square x is the first one, and no other")
        left = board_of(i for i, square in enumerate(squares) if square != ".")
        for square in range(self.cells):
            if not left & bit(square) and left & self.eaten[square]:
                name = square_name(square, self.width)
                raise self.bad_position(text, f"{name} was eaten, and something is left right of "
                                              f"it or below")
        state = Bar(left, self.players.index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Bar) -> None:
        """Squares with nothing gone above or left of them were chosen, each by a move of its own;
        any other may have been chosen before or not."""
        gone = [square for square in range(self.cells) if not s.left & bit(square)]
        chosen = [square for square in gone if not self._eaten_with_another(s.left, square)]
        if len(chosen) == len(gone) and len(gone) % 2 != s.turn:
            raise self.bad_position(text, f"{self.players[s.turn]} cannot be to move after "
                                          f"{len(gone)} moves")

    def _eaten_with_another(self, left: int, square: int) -> bool:
        """Whether the square above, or to the left, is gone too."""
        above, before = square - self.width, square - 1
        return (above >= 0 and not left & bit(above)) or (
            square % self.width > 0 and not left & bit(before))

    def move_text(self, s: Bar, m: int) -> str:
        """The square's name."""
        return self.square_name(m)

    def square_name(self, square: int) -> str:
        """Letters for columns, numbers for rows from the top: `b2`."""
        return square_name(square, self.width)

    def reason(self, s: Bar) -> str:
        """Who ate the poison."""
        return f"{self.players[1 - s.turn]} ate the poison"

    def _squares(self, s: Bar) -> list[str]:
        return ["." if not s.left & bit(i) else "o" if i else "x" for i in range(self.cells)]
