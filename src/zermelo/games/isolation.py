"""Isolation, on any board.

Rules: each player's first move is to any open cell. Afterwards a player moves like a chess queen
from where they stand: along a row, a column or a diagonal, any distance, never onto or through a
closed cell. Every cell visited closes for good, those the players stand on included. Who cannot
move loses.

`blocked` names cells that are closed from the start, with + between: `blocked=c2+d4`. The board of
3 × 2 cells with c2 blocked is mini-isolation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece
from zermelo.games.boards import (
    board_of,
    read_rows,
    rows_text,
    square_name,
    square_number,
)
from zermelo.games.rectangle import RectangleGame
from zermelo.portable import bit, lowest, popcount, shl, shr


class Board(NamedTuple):
    """Bitboards: the cells still open, and one bit for where each player stands.

      a b c
    1 0 1 2      A player who is not on the board yet has no bit set.
    2 3 4 5
    """

    free: int
    first: int
    second: int
    turn: int


class Isolation(RectangleGame[Board]):
    """Isolation on a board of `width` × `height`, some cells `blocked`; a move is its target."""

    name = "isolation"
    title = "Isolation"
    about = "Every cell visited closes; do not be shut in."
    sample = "d4 e5 b4 e3 b2 c3"

    def __init__(self, width: int = 7, height: int = 7, blocked: str = "") -> None:
        self.width, self.height, self.blocked = width, height, blocked
        self.lay_out()
        closed = self._blocked_squares()
        self.blocked = "+".join(square_name(square, width) for square in closed)
        if len(closed) == self.cells:
            raise self.bad_parameter("blocked", blocked, "leave at least one cell open")
        self.open_cells = board_of(set(range(self.cells)) - set(closed))
        # Only the mirror images that leave the blocked cells in their places; 0 is no change.
        images = 8 if width == height else 4
        self.symmetries = tuple(i for i in range(images)
                                if self.image_of(self.open_cells, i) == self.open_cells)

    def _blocked_squares(self) -> list[int]:
        numbers = set()
        for name in filter(None, self.blocked.split("+")):
            number = square_number(name, self.width, self.height)
            if number is None:
                raise self.bad_parameter(
                    "blocked", self.blocked, f"{name!r} is no cell of a board of {self.width} × "
                    f"{self.height}; write it like a1+b2")
            numbers.add(number)
        return sorted(numbers)

    def initial(self) -> Board:
        """Nobody on the board."""
        return Board(self.open_cells, 0, 0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every cell that the player to move can reach."""
        targets = self.reach(s.free, s.second if s.turn else s.first)
        while targets:
            cell = lowest(targets)
            yield cell
            targets &= ~bit(cell)

    def play(self, s: Board, m: int) -> Board:
        """Step onto a cell and close it."""
        target = bit(m)
        if s.turn == 0:
            return Board(s.free & ~target, target, s.second, 1)
        return Board(s.free & ~target, s.first, target, 0)

    def outcome(self, s: Board) -> int | None:
        """The player to move loses without a move; a queen that can move can move one step."""
        stand = s.second if s.turn else s.first
        if s.free & (self.around(stand) if stand else -1):
            return None
        return 1 if s.turn else -1

    def reach(self, free: int, stand: int) -> int:
        """The cells that a player standing there can move to; every free one before the first
        move."""
        if stand == 0:
            return free
        right, left = free & self.right_arrivals, free & self.left_arrivals
        return (
            self.slide_on(right, stand, 1)
            | self.slide_on(left, stand, self.width - 1)
            | self.slide_on(free, stand, self.width)
            | self.slide_on(right, stand, self.width + 1)
            | self.slide_back(left, stand, 1)
            | self.slide_back(right, stand, self.width - 1)
            | self.slide_back(free, stand, self.width)
            | self.slide_back(left, stand, self.width + 1)
        )

    def slide_on(self, free: int, stand: int, step: int) -> int:
        """The free cells ahead, `step` by `step` to higher numbers, up to the first closed one."""
        reached = 0
        here = shl(stand, step) & free
        while here:
            reached |= here
            here = shl(here, step) & free
        return reached

    def slide_back(self, free: int, stand: int, step: int) -> int:
        """The same to lower numbers."""
        reached = 0
        here = shr(stand, step) & free
        while here:
            reached |= here
            here = shr(here, step) & free
        return reached

    def canonical(self, s: Board) -> Board:
        """The least of the mirror images that the blocked cells allow."""
        best = s
        for image in self.symmetries:
            free = self.image_of(s.free, image)
            if free <= best.free:
                first = self.image_of(s.first, image)
                second = self.image_of(s.second, image)
                if (free < best.free or first < best.first
                        or (first == best.first and second < best.second)):
                    best = Board(free, first, second, s.turn)
        return best

    def order(self, s: Board, m: int) -> int:
        """First where there is most room around, better still if it is the opponent's room."""
        around = self.around(bit(m))
        opponent = s.first if s.turn else s.second
        return popcount(around & s.free) + (4 if around & opponent else 0)

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    @cached_property
    def board(self) -> drawing.Board:
        """The players, and what is closed."""
        return drawing.grid(self.width, self.height,
                            [drawing.Kind("disc", "12"), drawing.Kind("block", "-", "closed")])

    def pieces(self, s: Board) -> Iterator[Piece]:
        """Where the players stand, and every other cell that is closed."""
        for cell in range(self.cells):
            if s.first & bit(cell):
                yield Piece(cell, 0)
            elif s.second & bit(cell):
                yield Piece(cell, 1)
            elif not s.free & bit(cell):
                yield Piece(cell, NOBODY, 1)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """Where it goes."""
        yield m

    def text(self, s: Board) -> str:
        """Rows from the top with 1 and 2 for the players and - for closed cells, then who is to
        move: `1.-/.2-:first`."""
        return f"{rows_text(self._cells(s), self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; the number of closed cells must fit the player to move."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".-12")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :first or :second for the player to move")
        free, first, second = (
            board_of(i for i, cell in enumerate(cells) if cell == kind) for kind in ".12"
        )
        if (free | first | second) & ~self.open_cells:
            raise self.bad_position(text, f"{self.blocked} must be closed: write - there")
        state = Board(free, first, second, self.players.index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Board) -> None:
        visited = popcount(self.open_cells & ~s.free)
        for number, stand, placed in (("1", s.first, visited > 0), ("2", s.second, visited > 1)):
            if popcount(stand) != placed:
                raise self.bad_position(text, f"after {visited} moves there must be "
                                              f"{'one' if placed else 'no'} {number} on the board")
        if visited % 2 != s.turn:
            raise self.bad_position(text, f"{self.players[s.turn]} cannot be to move with "
                                          f"{visited} cells closed since the start")

    def move_text(self, s: Board, m: int) -> str:
        """The target's name."""
        return square_name(m, self.width)

    def reason(self, s: Board) -> str:
        """Who is shut in."""
        return f"{self.players[s.turn]} cannot move"

    def _cells(self, s: Board) -> list[str]:
        return ["1" if s.first & bit(i) else "2" if s.second & bit(i)
                else "." if s.free & bit(i) else "-" for i in range(self.cells)]
