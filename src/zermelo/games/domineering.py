"""Domineering.

Rules: two players take turns to lay a domino on two free neighbouring cells of a board of
`width` × `height` cells, one player always upright, the other always lying. Who cannot move loses.
`first` says who starts: vertical, as usual, or horizontal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece
from zermelo.game import Game
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.portable import bit, inlined, lowest, popcount, shl, shr

_NAMES = ("vertical", "horizontal")


class Board(NamedTuple):
    """A set bit is a covered cell. Cells are numbered row by row from the top left.

      a b c
    1 0 1 2
    2 3 4 5
    3 6 7 8
    """

    covered: int
    turn: int


class Domineering(Game[Board, int]):
    """Domineering on a board of `width` × `height`; `first` is vertical or horizontal.

    A move is the upper cell of an upright domino, the left cell of a lying one.
    """

    name = "domineering"
    title = "Domineering"
    about = "Dominoes, upright against lying; who cannot move loses."
    sample = "b2 d2 g2 e5 b5"
    players = _NAMES

    def __init__(self, width: int = 8, height: int = 8, first: str = "vertical") -> None:
        self.width, self.height, self.first = width, height, first
        for parameter, size in (("width", width), ("height", height)):
            if not 1 <= size <= 26:
                raise self.bad_parameter(parameter, size, "give 1 to 26")
        if width * height > 64:
            raise self.bad_parameter("width", width, "the board may have at most 64 cells")
        if first not in _NAMES:
            raise self.bad_parameter("first", first, "give vertical or horizontal")
        self.upright = _NAMES.index(first)  # which player lays upright
        if self.upright == 1:
            self.players = ("horizontal", "vertical")  # type: ignore[misc]
        self.cells = width * height
        self.full = board_of(range(self.cells))
        self.row = board_of(range(width))
        self.column = board_of(y * width for y in range(height))
        self.not_last_column = board_of(c for c in range(self.cells) if (c + 1) % width)
        self.rows = tuple(shl(self.row, y * width) for y in range(height))
        self.columns = tuple(shl(self.column, x) for x in range(width))

    def initial(self) -> Board:
        """The empty board."""
        return Board(0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every place for a domino of the player to move."""
        spots = self.spots(self.full & ~s.covered, s.turn)
        while spots:
            yield lowest(spots)
            spots &= spots - 1  # the last cell of a board is never a spot, so this cannot overflow

    def spots(self, free: int, player: int) -> int:
        """The upper or left cells of all dominoes that this player could lay on these cells."""
        if player == self.upright:
            return free & shr(free, self.width)
        return free & shr(free, 1) & self.not_last_column

    def play(self, s: Board, m: int) -> Board:
        """Cover two cells."""
        return Board(s.covered | self.domino(m, s.turn), 1 - s.turn)

    def domino(self, m: int, player: int) -> int:
        """The two cells that a move covers."""
        return bit(m) | bit(m + (self.width if player == self.upright else 1))

    def outcome(self, s: Board) -> int | None:
        """Who cannot move has lost."""
        if self.spots(self.full & ~s.covered, s.turn):
            return None
        return -1 if s.turn == 0 else 1

    def order(self, s: Board, m: int) -> int:
        """How many more moves than the opponent the mover has afterwards."""
        free = self.full & ~(s.covered | self.domino(m, s.turn))
        return popcount(self.spots(free, s.turn)) - popcount(self.spots(free, 1 - s.turn))

    @inlined
    def outlook(self, s: Board) -> tuple[int, int, int, int]:
        """Nobody is stuck before he has made the moves that he can be sure of; and who is sure of
        more moves than the other can make at all, wins."""
        free = self.full & ~s.covered
        most, others = self.packed(free, s.turn), self.packed(free, 1 - s.turn)
        sure = max(1, self.sure(free, s.turn, 2))
        if sure > others:
            return (1, 2 * others + 1, 1, 2 * self.sure(free, 1 - s.turn, 0) + 1)
        replies = self.sure(free, 1 - s.turn, 0)
        if replies >= most:
            return (-1, 2 * sure, -1, 2 * most)
        return (-1, 2 * sure, 1, 2 * replies + 1)

    @inlined
    def sure(self, free: int, player: int, ahead: int) -> int:
        """How many dominoes a player can lay on these cells, whatever the other does: those where
        the other can lay none, and of the rest every third, as one of his dominoes spoils two.
        `ahead` is 2 if it is this player's turn, as then the other spoils none at first."""
        open_to_other = self.reach(free, 1 - player)
        safe = self.packed(free & ~open_to_other, player)
        return safe + (self.packed(free & open_to_other, player) + ahead) // 3

    def reach(self, free: int, player: int) -> int:
        """The cells that this player's dominoes could cover."""
        spots = self.spots(free, player)
        return spots | shl(spots, self.width if player == self.upright else 1)

    def packed(self, free: int, player: int) -> int:
        """How many dominoes of this player fit on these cells at the same time."""
        spots, laid = self.spots(free, player), 0
        if player == self.upright:
            for row in self.rows:
                laid |= spots & row
                spots &= ~shl(spots & row, self.width)
        else:
            for column in self.columns:
                laid |= spots & column
                spots &= ~shl(spots & column, 1)
        return popcount(laid)

    def canonical(self, s: Board) -> Board:
        """The least of the four mirror images; none of them turns a domino."""
        flipped = self.flipped(s.covered)
        least = min(min(s.covered, flipped),
                    min(self.mirrored(s.covered), self.mirrored(flipped)))
        return Board(least, s.turn)

    def flipped(self, covered: int) -> int:
        """Top to bottom."""
        image = 0
        for y in range(self.height):
            row = shr(covered, y * self.width) & self.row
            image |= shl(row, (self.height - 1 - y) * self.width)
        return image

    def mirrored(self, covered: int) -> int:
        """Left to right."""
        image = 0
        for x in range(self.width):
            image |= shl(shr(covered, x) & self.column, self.width - 1 - x)
        return image

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    @cached_property
    def board(self) -> drawing.Board:
        """A grid of which some cells are covered; nobody remembers by whom."""
        return drawing.grid(self.width, self.height, [drawing.Kind("block", "#", "covered")])

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The covered cells."""
        for cell in range(self.cells):
            if s.covered & bit(cell):
                yield Piece(cell, NOBODY)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The upper or left cell."""
        yield m

    def text(self, s: Board) -> str:
        """Rows from the top, x where covered, then who is to move: `x.x/x.x:vertical`."""
        cells = ["x" if s.covered & bit(i) else "." for i in range(self.cells)]
        return f"{rows_text(cells, self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; the number of dominoes must fit the player to move."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".x")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(
                text, "end it with :vertical or :horizontal for the player to move")
        covered = board_of(i for i, cell in enumerate(cells) if cell == "x")
        count, turn = popcount(covered), self.players.index(mover)
        if count % 2:
            raise self.bad_position(text, f"dominoes cannot cover {count} cells")
        if count // 2 % 2 != turn:
            raise self.bad_position(text, f"with {count // 2} dominoes on the board "
                                          f"{self.players[1 - turn]} is to move")
        return Board(covered, turn)

    def move_text(self, s: Board, m: int) -> str:
        """The name of the domino's upper or left cell."""
        return square_name(m, self.width)

    def reason(self, s: Board) -> str:
        """Who could not move."""
        return f"{self.players[s.turn]} cannot move"
