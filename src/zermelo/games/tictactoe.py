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
from zermelo.games.lines import LONGEST, LineGame
from zermelo.portable import bit, lowest, popcount


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


class TicTacToe(LineGame[Board]):
    """The m,n,k game on a board of `width` × `height` with `k` in a row to win."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    about = "Three in a row, or any m,n,k game."
    sample = "b2 a1 c3 c1"
    study = "xox/.o./..x:o"
    players = ("x", "o")

    def __init__(self, width: int = 3, height: int = 3, k: int = 3) -> None:
        self.width, self.height, self.k = width, height, k
        self.lay_out()
        if not 1 <= k <= max(width, height):
            raise self.bad_parameter("k", k, f"give 1 to {max(width, height)}, so that it fits")

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

    # --- what it looks like ---

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

    # --- hints for proofs ---

    def candidates(self, s: Board) -> Iterator[int]:
        """Moves that suffice for the exact value and distance.

        A win, else the answer to a threat, else a move that makes two threats, cannot be bettered.
        If the other could make two, whoever neither takes part of that nor threatens himself loses
        in 4, which is then the worst there is. Of the cells in no row that can still be made, one
        stands for all.
        """
        mine, theirs = (s.x, s.o) if s.turn == 0 else (s.o, s.x)
        empty = self.full & ~(mine | theirs)
        chosen = self.completing(mine, empty)
        if not chosen:
            chosen = self.completing(theirs, empty)
        if chosen:
            yield lowest(chosen)
            return
        fork = self.forking(mine, empty)
        if fork >= 0:
            yield fork
            return
        fork = self.forking(theirs, empty)
        chosen = empty & (self.open_cells(mine | empty) | self.open_cells(theirs | empty))
        if fork >= 0:
            answers = self.completing(theirs | bit(fork), empty & ~bit(fork))
            chosen = bit(fork) | answers | self.preparing(mine, empty)[0]
        elif chosen != empty:
            chosen |= bit(lowest(empty & ~chosen))
        while chosen:
            cell = lowest(chosen)
            yield cell
            chosen &= ~bit(cell)

    def outlook(self, s: Board) -> tuple[int, int, int, int]:
        """What is won or lost within three plies; a draw if neither can make a row any more."""
        mine, theirs = (s.x, s.o) if s.turn == 0 else (s.o, s.x)
        empty = self.full & ~(mine | theirs)
        if self.completing(mine, empty):
            return (1, 1, 1, 1)
        threats = popcount(self.completing(theirs, empty))
        if threats > 1:
            return (-1, 2, -1, 2)
        worst = -1 if self.open_cells(theirs | empty) else 0
        best = 1 if self.open_cells(mine | empty) else 0
        if threats == 1 or self.k > LONGEST:
            return (worst, 4, best, 3)
        if self.forking(mine, empty) >= 0:
            return (1, 3, 1, 3)
        return (worst, 4 if self.forking(theirs, empty) >= 0 else 6, best, 5)

    def proof_order(self, s: Board, m: int) -> int:
        """Cells of rows that lack two stones of either player, above all of several such rows."""
        mine, theirs = (s.x, s.o) if s.turn == 0 else (s.o, s.x)
        empty = self.full & ~(mine | theirs)
        once, twice = self.preparing(mine, empty)
        other, others = self.preparing(theirs, empty)
        worth = 0
        for cells in (once, twice, other, others):
            worth += 1 if cells & bit(m) else 0
        return worth

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
