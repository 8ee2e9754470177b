"""Dodgem, Colin Vout's game of cars that try to leave the board.

Rules: on a board of n × n, the first player's n - 1 cars stand in the left column, all but its
lowest square, and leave over the right edge; the second player's stand in the lowest row, all but
its leftmost square, and leave over the top. The first player's cars go right, up or down, the
second's up, left or right, one square to an empty one, or off the board over their own far edge.
There are no captures. Who has no cars left has won; and as one must always leave the other a
move, so has who cannot move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece, Place
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.games.rectangle import RectangleGame
from zermelo.portable import bit, lowest, popcount, shl, shr


class Board(NamedTuple):
    """A set bit is a car. Squares are numbered row by row from the top left.

      a b c
    1 > . .     0 1 2
    2 > . .     3 4 5
    3 . ^ ^     6 7 8
    """

    right: int  # the first player's, which leave to the right
    up: int
    turn: int


# A move: the square (6 bits), and where it goes: ahead, to the car's left or to its right.
WAY = 6
AHEAD, LEFT, RIGHT = range(3)


class Dodgem(RectangleGame[Board]):
    """Dodgem on a board of `size` × `size`."""

    name = "dodgem"
    title = "Dodgem"
    about = "Cars in each other's way; get all of yours off the board."
    sample = "a1> b3^ b1> c3^"
    players = ("right", "up")
    repetition = 3

    def __init__(self, size: int = 3) -> None:
        self.size = size
        if not 2 <= size <= 7:
            raise self.bad_parameter("size", size, "give 2 to 7")
        self.width = self.height = size
        self.lay_out()
        self.last_column = board_of(range(size - 1, size * size, size))

    def initial(self) -> Board:
        """The cars on their edges, the first player to move."""
        size = self.size
        return Board(board_of(range(0, size * (size - 1), size)),
                     board_of(range(size * (size - 1) + 1, size * size)), 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def arrived(self, cars: int, turn: int, way: int) -> int:
        """These cars one step on; those that leave the board are not among them."""
        if way == AHEAD:
            step = 1 if turn == 0 else 2
        elif way == LEFT:
            step = 2 if turn == 0 else 0
        else:
            step = 3 if turn == 0 else 1
        if step == 0:
            return shr(cars, 1) & self.left_arrivals
        if step == 1:
            return shl(cars, 1) & self.right_arrivals
        if step == 2:
            return shr(cars, self.size)
        return shl(cars, self.size) & self.full

    def leaving(self, s: Board) -> int:
        """The mover's cars that may leave the board."""
        return s.right & self.last_column if s.turn == 0 else s.up & self.top_row

    def moves(self, s: Board) -> Iterator[int]:
        """Every car ahead, to its left and to its right."""
        cars = s.right if s.turn == 0 else s.up
        empty = self.full & ~(s.right | s.up)
        leaving = self.leaving(s)
        while cars:
            square = lowest(cars)
            car = bit(square)
            cars &= ~car
            for way in range(3):
                if self.arrived(car, s.turn, way) & empty or (way == AHEAD and car & leaving):
                    yield square | way << WAY

    def play(self, s: Board, m: int) -> Board:
        """Move a car; one that leaves is gone."""
        car = bit(m & 63)
        there = self.arrived(car, s.turn, m >> WAY)
        if s.turn == 0:
            return Board(s.right & ~car | there, s.up, 1)
        return Board(s.right, s.up & ~car | there, 0)

    def can_move(self, s: Board) -> bool:
        """Whether the mover has a move."""
        cars = s.right if s.turn == 0 else s.up
        empty = self.full & ~(s.right | s.up)
        return self.leaving(s) != 0 or (
            self.arrived(cars, s.turn, AHEAD) | self.arrived(cars, s.turn, LEFT)
            | self.arrived(cars, s.turn, RIGHT)) & empty != 0

    def outcome(self, s: Board) -> int | None:
        """Who has left has won, and so has who cannot move."""
        if s.right == 0:
            return 1
        if s.up == 0:
            return -1
        if not self.can_move(s):
            return 1 if s.turn == 0 else -1
        return None

    def tier(self, s: Board) -> int:
        """The cars that have left."""
        return -popcount(s.right) - popcount(s.up)

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    def order(self, s: Board, m: int) -> int:
        """Ahead first."""
        return 1 if m >> WAY == AHEAD else 0

    @cached_property
    def board(self) -> drawing.Board:
        """The cars, and where they leave: at the right, and above."""
        cells = drawing.grid(self.size, self.size, [drawing.Kind("car", ">^", "car")])
        middle = (self.size - 1) / 2
        ways_out = (Place("out", "goal", self.size - 0.05, middle, 0.7, self.size, owner=0,
                          label="off the board, to the right"),
                    Place("up", "goal", middle, -1.45, self.size, 0.7, owner=1,
                          label="off the board, upwards"))
        return replace(cells, places=(*cells.places, *ways_out))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The cars."""
        for square in range(self.cells):
            if s.right & bit(square):
                yield Piece(square, 0)
            elif s.up & bit(square):
                yield Piece(square, 1)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The car, and where it goes."""
        yield m & 63
        there = self.arrived(bit(m & 63), s.turn, m >> WAY)
        yield lowest(there) if there else self.cells + s.turn

    def text(self, s: Board) -> str:
        """Rows from the top, then who is to move: `>../>../.^^:right`."""
        return f"{rows_text(self._cells(s), self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".>^")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :right or :up for the player to move")
        right = board_of(i for i, cell in enumerate(cells) if cell == ">")
        up = board_of(i for i, cell in enumerate(cells) if cell == "^")
        for cars, name in ((right, ">"), (up, "^")):
            if popcount(cars) >= self.size:
                raise self.bad_position(text, f"there are {popcount(cars)} {name}, and no player "
                                              f"has more than {self.size - 1} cars")
        if not right and not up:
            raise self.bad_position(text, "one of the players still has a car")
        return Board(right, up, self.players.index(mover))

    def move_text(self, s: Board, m: int) -> str:
        """The square and where it goes: `b3^`, `a1>`, `a1v`, `b3<`."""
        ways = ">^v" if s.turn == 0 else "^<>"
        return f"{self.square_name(m & 63)}{ways[m >> WAY]}"

    def square_name(self, square: int) -> str:
        """Letters for columns, numbers for rows from the top: `b3`."""
        return square_name(square, self.width)

    def reason(self, s: Board) -> str:
        """All cars have left, or the other player blocked them."""
        return "all cars have left" if 0 in (s.right, s.up) else "who cannot move has won"

    def _cells(self, s: Board) -> list[str]:
        return [">" if s.right & bit(i) else "^" if s.up & bit(i) else "." for i in
                range(self.cells)]
