"""Tic-tac-toe and its family, the m,n,k games.

Rules: two players take turns to put a stone of their own on an empty cell of an m × n board.
Who first has k stones in an unbroken row, straight or diagonal, wins; a full board without
such a row is a draw. m,n,k = 3,3,3 is tic-tac-toe; 15,15,5 without further rules is free gomoku.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.games.rectangle import RectangleGame
from zermelo.portable import bit, popcount, shr


class Board(NamedTuple):
    """A set bit is a stone. Cells are numbered row by row from the top left.

      a b c
    1 0 1 2
    2 3 4 5
    3 6 7 8
    """

    x: int
    o: int
    turn: int


class TicTacToe(RectangleGame[Board]):
    """The m,n,k game on a board of `width` × `height` with `k` in a row to win."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    about = "Three in a row, or any m,n,k game."
    sample = "b2 a1 c3 c1"
    players = ("x", "o")

    def __init__(self, width: int = 3, height: int = 3, k: int = 3) -> None:
        self.width, self.height, self.k = width, height, k
        self.lay_out()
        if not 1 <= k <= max(width, height):
            raise self.bad_parameter("k", k, f"give 1 to {max(width, height)}, so that it fits")
        # Where a row of k may start, for each direction: far enough from the edges to end on it.
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

    def initial(self) -> Board:
        """The empty board, x to move."""
        return Board(0, 0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every empty cell."""
        for cell in range(self.cells):
            if not (s.x | s.o) & bit(cell):
                yield cell

    def play(self, s: Board, m: int) -> Board:
        """Put a stone on a cell."""
        if s.turn == 0:
            return Board(s.x | bit(m), s.o, 1)
        return Board(s.x, s.o | bit(m), 0)

    def outcome(self, s: Board) -> int | None:
        """Who made the row; only the last to move can have done it."""
        if s.turn == 1 and self.has_row(s.x):
            return 1
        if s.turn == 0 and self.has_row(s.o):
            return -1
        if s.x | s.o == self.full:
            return 0
        return None

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

    def canonical(self, s: Board) -> Board:
        """The least of the mirror images; a square board has eight, any other four."""
        best = s
        for image in range(1, 8 if self.width == self.height else 4):
            x = self.image_of(s.x, image)
            o = self.image_of(s.o, image)
            if x < best.x or (x == best.x and o < best.o):
                best = Board(x, o, s.turn)
        return best

    def tier(self, s: Board) -> int:
        """The stones on the board."""
        return popcount(s.x) + popcount(s.o)

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    @cached_property
    def board(self) -> drawing.Board:
        """Crosses and rings on a grid."""
        return drawing.grid(self.width, self.height, [drawing.Kind("mark", "xo")])

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The stones."""
        for cell in range(self.cells):
            if s.x & bit(cell):
                yield Piece(cell, 0)
            elif s.o & bit(cell):
                yield Piece(cell, 1)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The cell."""
        yield m

    def text(self, s: Board) -> str:
        """Rows from the top, then who is to move: `xo./.x./..o:x`."""
        return f"{rows_text(self._cells(s), self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; the numbers of stones must fit the player to move."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".xo")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :x or :o for the player to move")
        x = board_of(i for i, cell in enumerate(cells) if cell == "x")
        o = board_of(i for i, cell in enumerate(cells) if cell == "o")
        state = Board(x, o, self.players.index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Board) -> None:
        ahead = popcount(s.x) - popcount(s.o)
        if ahead != s.turn:
            raise self.bad_position(text, f"{self.players[s.turn]} cannot be to move with "
                                          f"{popcount(s.x)} x and {popcount(s.o)} o on the board")
        if self.has_row(s.o if s.turn else s.x):
            raise self.bad_position(text, f"{self.players[s.turn]} has a row and is still to move")

    def move_text(self, s: Board, m: int) -> str:
        """The cell's name."""
        return self.square_name(m)

    def square_name(self, square: int) -> str:
        """Letters for columns, numbers for rows from the top: `b3`."""
        return square_name(square, self.width)

    def reason(self, s: Board) -> str:
        """A row, or a full board."""
        return "the board is full" if self.outcome(s) == 0 else f"{self.k} in a row"

    def _cells(self, s: Board) -> list[str]:
        return ["x" if s.x & bit(i) else "o" if s.o & bit(i) else "." for i in range(self.cells)]
