"""Hex.

Rules: the board is a rhombus of hexagons, `size` a side. Two players take turns to put a stone of
their own on an empty cell. Red, who starts, wins by connecting the top side with the bottom side
by an unbroken chain of red stones, blue by connecting left with right. Every cell has up to six
neighbours: two in its row, the one above and the one to the right of that, the one below and the
one to the left of that. Exactly one player can connect, so there are no draws.

With `swap` the second player may, as the first move, swap instead: the red stone becomes a blue
one in the mirror image of its place, as if the players had changed sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece
from zermelo.game import Game
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.games.hex_bridges import NOT_LINKED, Bridges
from zermelo.portable import lowest, popcount, replaced

# The six neighbours clockwise from the right: each touches the one before and the one after.
_DOWN = (0, 1, 1, 0, -1, -1)
_RIGHT = (1, 0, -1, -1, 0, 1)


class Board(NamedTuple):
    """A set bit is a stone. Cells are numbered row by row from the top left.

      a b c
    1 0 1 2
     2 3 4 5          b2 touches b1, c1, a2, c2, a3 and b3
      3 6 7 8

    A number holds as many whole rows as 62 bits allow, the next one goes on from there: boards of
    up to 7 × 7 need one number, the 11 × 11 board three, with five rows, five rows and one.
    """

    red: tuple[int, ...]
    blue: tuple[int, ...]
    turn: int


class Hex(Bridges, Game[Board, int]):
    """Hex on a rhombus of `size` × `size`; `swap` lets blue take over red's first stone.

    A move is a cell, numbered row by row from the top left; `size * size` is the swap.
    """

    name = "hex"
    title = "Hex"
    about = "Connect your two sides. There are no draws."
    sample = "f6 e5 d7 g8 h4 c9 e8 f5"
    players = colours = ("red", "blue")

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        self.size, self.swap = size, swap
        if not 1 <= size <= 26:
            raise self.bad_parameter("size", size, "give 1 to 26")
        super().__init__(size)
        self.cells = size * size
        self.row_mask = (1 << size) - 1
        self.chunk = 62 // size * size  # cells in a number
        self.words = (self.cells + self.chunk - 1) // self.chunk
        self.empty = (0,) * self.words
        self.full = tuple((1 << min(self.chunk, self.cells - start)) - 1
                          for start in range(0, self.cells, self.chunk))
        # Columns, the same in every number: for steps that must not leave at one side and come
        # back at the other.
        columns = range(self.chunk)
        self.not_left = board_of(i for i in columns if i % size > 0)
        self.not_right = board_of(i for i in columns if i % size < size - 1)
        self.not_two_left = board_of(i for i in columns if i % size > 1)
        self.not_two_right = board_of(i for i in columns if i % size < size - 2)

    def initial(self) -> Board:
        """The empty board, red to move."""
        return Board(self.empty, self.empty, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every empty cell, and perhaps the swap."""
        for word in range(self.words):
            free = self.full[word] & ~(s.red[word] | s.blue[word])
            while free:
                yield word * self.chunk + lowest(free)
                free &= free - 1
        if self.swap and self.may_swap(s):
            yield self.cells

    def may_swap(self, s: Board) -> bool:
        """Whether there is one stone, and blue is to answer it."""
        stones = 0
        for word in range(self.words):
            stones += popcount(s.red[word] | s.blue[word])
        return stones == 1 and s.turn == 1

    def play(self, s: Board, m: int) -> Board:
        """Put a stone on a cell, or swap."""
        if self.swap and m == self.cells:
            return Board(self.empty, self.transposed(s.red), 0)
        word, stone = m // self.chunk, 1 << m % self.chunk
        if s.turn == 0:
            return Board(replaced(s.red, word, s.red[word] | stone), s.blue, 1)
        return Board(s.red, replaced(s.blue, word, s.blue[word] | stone), 0)

    def row(self, stones: tuple[int, ...], y: int) -> int:
        """One row of the board."""
        first = y * self.size
        return stones[first // self.chunk] >> first % self.chunk & self.row_mask

    def outcome(self, s: Board) -> int | None:
        """Who has connected; only the last to move can have done it."""
        if s.turn == 1:
            for y in range(self.size):
                if self.row(s.red, y) == 0:
                    return None
            return 1 if self.crosses(s.red, 1) else None
        columns = 0
        for y in range(self.size):
            columns |= self.row(s.blue, y)
        if columns != self.row_mask:
            return None
        # Blue is through from left to right if all that is not blue is not from top to bottom.
        return None if self.crosses(s.blue, 0) else -1

    def crosses(self, stones: tuple[int, ...], wanted: int) -> bool:
        """Whether the cells whose bits are as wanted (1 or 0) connect top and bottom.

        Walk from the top left corner between the two kinds of cells, the wanted ones on the left
        hand, the others on the right. Count the top and bottom sides as wanted, the left and right
        ones as not: either the left hand comes to the bottom, or the right hand to the right side.
        """
        row, column = -1, 0  # the cell at the left hand: the top side
        right_hand = 2  # in which direction from there the right hand is: on the left side
        while True:
            ahead = (right_hand + 5) % 6
            y, x = row + _DOWN[ahead], column + _RIGHT[ahead]
            if y == self.size:
                return True
            if y < 0 or (0 <= x < self.size and self.row(stones, y) >> x & 1 == wanted):
                row, column = y, x
                right_hand = (right_hand + 1) % 6
            elif x == self.size:
                return False
            else:
                right_hand = ahead

    def order(self, s: Board, m: int) -> int:
        """The nearer to the centre the better; the swap is tried last."""
        y = 2 * (m // self.size) - self.size + 1
        x = 2 * (m % self.size) - self.size + 1
        return -max(max(abs(x), abs(y)), abs(x + y))

    def canonical(self, s: Board) -> Board:
        """The lesser of the board and the board turned by half a turn."""
        for y in range(self.size):
            red, blue = self.row(s.red, y), self.row(s.blue, y)
            turned_red = self.backwards(self.row(s.red, self.size - 1 - y))
            turned_blue = self.backwards(self.row(s.blue, self.size - 1 - y))
            if red < turned_red or (red == turned_red and blue < turned_blue):
                return s
            if red != turned_red or blue != turned_blue:
                return Board(self.turned(s.red), self.turned(s.blue), s.turn)
        return s

    def turned(self, stones: tuple[int, ...]) -> tuple[int, ...]:
        """Half a turn: the last cell becomes the first."""
        image = self.empty
        for y in range(self.size):
            image = self.with_row(image, y, self.backwards(self.row(stones, self.size - 1 - y)))
        return image

    def backwards(self, row: int) -> int:
        """A row from right to left."""
        image = 0
        for x in range(self.size):
            image |= (row >> x & 1) << self.size - 1 - x
        return image

    def transposed(self, stones: tuple[int, ...]) -> tuple[int, ...]:
        """Rows to columns: this exchanges red's sides and blue's."""
        image = self.empty
        for x in range(self.size):
            column = 0
            for y in range(self.size):
                column |= (self.row(stones, y) >> x & 1) << y
            image = self.with_row(image, x, column)
        return image

    def with_row(self, stones: tuple[int, ...], y: int, row: int) -> tuple[int, ...]:
        """The same stones, and these in a row so far empty."""
        first = y * self.size
        word = first // self.chunk
        return replaced(stones, word, stones[word] | row << first % self.chunk)

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    def candidates(self, s: Board) -> Iterator[int]:
        """Cells that are not dead, on boards that fit in one number: to fill a dead one is to
        pass, and no stone is ever a burden."""
        alive = 0
        if self.words == 1 and not (self.swap and self.may_swap(s)):
            alive = self.alive(s.red[0], s.blue[0])
        if alive == 0:
            yield from self.moves(s)
        while alive:
            yield lowest(alive)
            alive &= alive - 1

    def outlook(self, s: Board) -> tuple[int, int, int, int]:
        """Who has his sides linked by bridges, wins with no more stones than that; and who wins has
        a stone in every line. Nothing is said of boards of several numbers."""
        if self.words > 1 or (self.swap and self.may_swap(s)):
            return (-1, 2, 1, 1)
        mine, theirs = (s.red[0], s.blue[0]) if s.turn == 0 else (s.blue[0], s.red[0])
        free = self.full[0] & ~(mine | theirs)
        win, loss = 2 * self.missing(mine, s.turn) - 1, 2 * self.missing(theirs, 1 - s.turn)
        bridges = self.bridges_linking(theirs, free, 1 - s.turn)
        if bridges != NOT_LINKED:
            return (-1, loss, -1, 2 * bridges)
        bridges = self.bridges_linking(mine, free, s.turn)
        if bridges != NOT_LINKED:
            return (1, 2 * bridges - 1, 1, win)
        return (-1, loss, 1, win)

    @cached_property
    def board(self) -> drawing.Board:
        """The rhombus, with its sides in their owners' colours."""
        return drawing.hexagons(self.size, [drawing.Kind("disc", "RB")], sides=True)

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The stones."""
        for y in range(self.size):
            red, blue = self.row(s.red, y), self.row(s.blue, y)
            for x in range(self.size):
                if red >> x & 1:
                    yield Piece(y * self.size + x, 0)
                elif blue >> x & 1:
                    yield Piece(y * self.size + x, 1)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The cell; the swap has none."""
        if m < self.cells:
            yield m

    def text(self, s: Board) -> str:
        """Rows from the top, then who is to move: `r../.b./..r:blue`."""
        return f"{rows_text(self._cells(s), self.size)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; the numbers of stones must fit the player to move."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.size, self.size, ".rb")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :red or :blue for the player to move")
        red, blue = (
            tuple(board_of(i for i, cell in enumerate(cells[start : start + self.chunk])
                           if cell == colour)
                  for start in range(0, self.cells, self.chunk))
            for colour in "rb")
        state = Board(red, blue, self.players.index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Board) -> None:
        red, blue = sum(map(popcount, s.red)), sum(map(popcount, s.blue))
        swapped = self.swap and red - blue == s.turn - 1 and blue > 0
        if red - blue != s.turn and not swapped:
            raise self.bad_position(text, f"{self.players[s.turn]} cannot be to move with "
                                          f"{red} red and {blue} blue stones on the board")
        if self.outcome(Board(s.red, s.blue, 1 - s.turn)) is not None:
            raise self.bad_position(
                text, f"{self.players[s.turn]} has connected and is still to move")

    def move_text(self, s: Board, m: int) -> str:
        """The cell's name, or swap."""
        return "swap" if m == self.cells else square_name(m, self.size)

    def reason(self, s: Board) -> str:
        """Which sides were connected."""
        return ("red connects top and bottom" if self.outcome(s) == 1
                else "blue connects left and right")

    def _cells(self, s: Board) -> list[str]:
        return ["r" if self.row(s.red, y) >> x & 1 else "b" if self.row(s.blue, y) >> x & 1 else "."
                for y in range(self.size) for x in range(self.size)]
