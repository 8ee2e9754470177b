"""Ultimate tic-tac-toe, and an opinion about it: a game of one's own with an evaluator.

Nine small boards lie on the squares of a large one. Where a stone is put on a small board says on
which board the other player moves next; if that one is won or full, on any. Three small boards in
a row win.

    zermelo play examples/ultimate.py:Ultimate --against level:5
    zermelo match alphabeta:depth=2 random --game examples/ultimate.py:Ultimate --games 10
    zermelo analyze examples/ultimate.py:Ultimate --evaluator examples/ultimate.py:boards --depth 5
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Game
from zermelo.drawing import NOBODY, Board, Kind, Piece, Place
from zermelo.evaluation import LinearEvaluator
from zermelo.portable import popcount, replaced

FULL, ANY = 511, 9
ROWS = (7, 56, 448, 73, 146, 292, 273, 84)


class Boards(NamedTuple):
    """A bit for each stone, nine boards of nine squares each."""

    x: tuple[int, int, int, int, int, int, int, int, int]
    o: tuple[int, int, int, int, int, int, int, int, int]
    board: int  # where to move; ANY: wherever there is room
    turn: int


# Two features and what they count for; any function of the game and a state will do.


def boards(game: Ultimate, s: Boards) -> int:
    """Small boards won, minus those of the other player."""
    return popcount(won(s.x)) - popcount(won(s.o))


def centres(game: Ultimate, s: Boards) -> int:
    """Stones in the middle of their boards."""
    total = 0
    for board in range(9):
        total += (s.x[board] >> 4 & 1) - (s.o[board] >> 4 & 1)
    return total


class Ultimate(Game[Boards, int]):
    """Nine boards of tic-tac-toe; a move is 9 × board + square."""

    name = "ultimate"
    title = "Ultimate tic-tac-toe"
    about = "Nine boards on one; your square says on which board the other moves."
    sample = ("c8 i5 h5 f4 i1 g1 c2 g6 c9 h7 f2 h6 d7 b3 d8 b6 e9 f8 h4 f1 g2 a4 a1 c1 h3 f9 i7 "
              "g3 b9 e7 d2 c4 h2 e6")
    players = ("x", "o")
    # Nine boxes that belong to who wins them, then 81 cells with a gap after every third.
    board = Board(
        tuple(Place(f"board {n + 1}", "box", 3.3 * (n % 3) + 1, 3.3 * (n // 3) + 1, 3.1, 3.1)
              for n in range(9))
        + tuple(Place(f"{'abcdefghi'[n // 9 % 3 * 3 + n % 3]}{n // 27 * 3 + n % 9 // 3 + 1}",
                      "cell", 3.3 * (n // 9 % 3) + n % 3, 3.3 * (n // 27) + n % 9 // 3)
                for n in range(81)),
        (Kind("mark", "xo"),), pitch=(2.0, 1.0))
    evaluators = (
        LinearEvaluator("standard", {"boards": boards, "centres": centres},
                        {"boards": 1.0, "centres": 0.2}),
        boards,
    )

    def initial(self) -> Boards:
        """All empty."""
        nothing = (0, 0, 0, 0, 0, 0, 0, 0, 0)
        return Boards(nothing, nothing, ANY, 0)

    def to_move(self, s: Boards) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Boards) -> Iterator[int]:
        """The free squares of the board to play on."""
        for board in range(9):
            if (s.board == board or s.board == ANY) and self.is_open(s, board):
                for square in range(9):
                    if not (s.x[board] | s.o[board]) >> square & 1:
                        yield 9 * board + square

    def play(self, s: Boards, m: int) -> Boards:
        """Put a stone down, and send the other player on."""
        board, square = m // 9, m % 9
        if s.turn == 0:
            after = Boards(replaced(s.x, board, s.x[board] | 1 << square), s.o, square, 1)
        else:
            after = Boards(s.x, replaced(s.o, board, s.o[board] | 1 << square), square, 0)
        if self.is_open(after, square):
            return after
        return Boards(after.x, after.o, ANY, after.turn)

    def outcome(self, s: Boards) -> int | None:
        """Three boards in a row, or nowhere to move."""
        if has_row(won(s.x)):
            return 1
        if has_row(won(s.o)):
            return -1
        for board in range(9):
            if self.is_open(s, board):
                return None
        return 0

    def is_open(self, s: Boards, board: int) -> bool:
        """Whether one can still move on a small board."""
        return not (has_row(s.x[board]) or has_row(s.o[board])
                    or s.x[board] | s.o[board] == FULL)

    def pieces(self, s: Boards) -> Iterator[Piece]:
        """Who has won which board, where to move, and all stones."""
        for board in range(9):
            if has_row(s.x[board]) or has_row(s.o[board]):
                yield Piece(board, 0 if has_row(s.x[board]) else 1)
            elif s.board == board:
                yield Piece(board, NOBODY)
            for square in range(9):
                if (s.x[board] | s.o[board]) >> square & 1:
                    yield Piece(9 + 9 * board + square, 0 if s.x[board] >> square & 1 else 1)

    def touches(self, s: Boards, m: int) -> Iterator[int]:
        """The square."""
        yield 9 + m

    def move_text(self, s: Boards, m: int) -> str:
        """The square's name, from a1 to i9."""
        return self.board.places[9 + m].name

    def bounds(self, s: Boards) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)


def has_row(stones: int) -> bool:
    """Whether there are three in a row."""
    found = False
    for row in ROWS:
        found = found or stones & row == row
    return found


def won(boards: tuple[int, ...]) -> int:
    """The boards won, as stones on the large board."""
    found = 0
    for board in range(9):
        if has_row(boards[board]):
            found |= 1 << board
    return found
