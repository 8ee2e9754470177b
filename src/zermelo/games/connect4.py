"""Connect Four, on boards of many sizes and with any number of stones to connect.

Rules: two players take turns to drop a stone of their own into a column that is not full; the
stone falls to the lowest empty cell. Who first has k stones in an unbroken row, straight or
diagonal, wins; a full board without such a row is a draw. The game as sold has 7 columns,
6 rows and k = 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Label, Piece, Place
from zermelo.game import Game
from zermelo.games.boards import read_rows, rows_text
from zermelo.portable import bit_length, inlined, lowest, popcount
from zermelo.values import Value


class Board(NamedTuple):
    """A set bit is a stone: `mine` of the player to move, `both` of either.

    Columns stand side by side, each from the bottom up, and above each is one bit that is never
    set, so that no row runs out of one column into the next:

      6 13 20 27 34 41 48   never set
    ┌─────────────────────┐
    │ 5 12 19 26 33 40 47 │
    │ 4 11 18 25 32 39 46 │
    │ 3 10 17 24 31 38 45 │
    │ 2  9 16 23 30 37 44 │
    │ 1  8 15 22 29 36 43 │
    │ 0  7 14 21 28 35 42 │
    └─────────────────────┘
      1  2  3  4  5  6  7

    Neighbours are 1 apart upwards, 7 to the right, 6 and 8 along the diagonals.
    """

    mine: int
    both: int
    turn: int


class ConnectFour(Game[Board, int]):
    """Connect Four on a board of `width` columns and `height` rows with `k` in a row to win."""

    name = "connect4"
    title = "Connect Four"
    about = "Drop stones into columns; four in a row win."
    sample = "4 4 3 3 5 2 5 4 4"
    players = ("x", "o")
    quick_replies = True

    def __init__(self, width: int = 7, height: int = 6, k: int = 4) -> None:
        self.width, self.height, self.k = width, height, k
        for parameter, size, most in (("width", width, 31), ("height", height, 62)):
            if not 1 <= size <= most:
                raise self.bad_parameter(parameter, size, f"give 1 to {most}")
        if width * (height + 1) > 63:
            raise self.bad_parameter(
                "width", width, f"width × (height + 1) may be at most 63, "
                                f"that is a width of {63 // (height + 1)} with height={height}"
            )
        if width == height == 1:
            raise self.bad_parameter("width", 1, "a single cell is no board")
        if not 2 <= k <= max(width, height):
            raise self.bad_parameter("k", k, f"give 2 to {max(width, height)}, so that it fits")
        self.cells = width * height
        self.stride = height + 1  # from a cell to the one on its right
        self.column = (1 << height) - 1  # the leftmost column
        self.bottom = sum(1 << c * self.stride for c in range(width))  # the lowest row
        self.full = self.column * self.bottom
        # The lower cells of all pairs, counted from the top.
        self.firsts = self.bottom * sum(1 << row for row in range(height % 2, height, 2))

    def initial(self) -> Board:
        """The empty board, x to move."""
        return Board(0, 0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every column that is not full, from the left."""
        playable = s.both + self.bottom & self.full
        for column in range(self.width):
            if playable & self.column << column * self.stride:
                yield column

    def mobility(self, s: Board) -> int:
        """The columns that are not full."""
        return popcount(s.both + self.bottom & self.full)

    def play(self, s: Board, m: int) -> Board:
        """Drop a stone: adding 1 at a column's foot carries up to its lowest empty cell."""
        return Board(s.both ^ s.mine, s.both | s.both + (1 << m * self.stride), 1 - s.turn)

    def outcome(self, s: Board) -> int | None:
        """Who made the row; only the last to move can have done it."""
        if self.has_row(s.both ^ s.mine):
            return 1 if s.turn == 1 else -1
        if s.both == self.full:
            return 0
        return None

    def key(self, s: Board) -> int:
        """One number: in each column of `mine + both + bottom` the highest bit marks the height,
        those below it are the mover's stones. `bottom` is always the same and left out, and the
        number of stones tells who is to move."""
        return s.mine + s.both

    def unkey(self, k: int) -> Board:
        """In each column of `k + bottom` the highest bit is above the stones."""
        marked = k + self.bottom
        both = 0
        for column in range(self.width):
            cells = marked >> column * self.stride & (1 << self.stride) - 1
            both |= (1 << bit_length(cells) - 1) - 1 << column * self.stride
        return Board(k - both, both, popcount(both) & 1)

    def tier(self, s: Board) -> int:
        """The stones on the board."""
        return popcount(s.both)

    # --- rows ---

    def has_row(self, stones: int) -> bool:
        """Whether there are k in a row."""
        return (self.rows_of_k(stones, 1) | self.rows_of_k(stones, self.stride)
                | self.rows_of_k(stones, self.stride - 1)
                | self.rows_of_k(stones, self.stride + 1)) != 0

    def rows_of_k(self, stones: int, step: int) -> int:
        """The cells where k stones begin that are `step` apart."""
        if (self.k - 1) * step > 63:
            return 0  # longer than the board, and than a machine word can be shifted
        length = 1  # `stones` are the beginnings of rows this long
        while length < self.k:
            longer = min(length, self.k - length)
            stones &= stones >> longer * step
            length += longer
        return stones

    @inlined
    def winning_cells(self, stones: int, both: int) -> int:
        """The empty cells, within reach or not yet, where one more of these stones makes a row."""
        return (self.full ^ both) & (
            self.cells_on_top(stones)
            | self.cells_along(stones, self.stride)
            | self.cells_along(stones, self.stride - 1)
            | self.cells_along(stones, self.stride + 1)
        )

    def cells_on_top(self, stones: int) -> int:
        """The cells that have k - 1 of these stones right below."""
        cells = -1
        for i in range(1, self.k):
            cells &= stones << i
        return cells

    def cells_along(self, stones: int, step: int) -> int:
        """The cells that make k in a row with these stones, some before them and some behind."""
        if (self.k - 1) * step > 63:
            return 0
        cells = 0
        for before in range(self.k):
            row = -1
            for i in range(1, before + 1):
                row &= stones << i * step
            for i in range(1, self.k - before):
                row &= stones >> i * step
            cells |= row
        return cells

    # --- hints ---

    def candidates(self, s: Board) -> Iterator[int]:
        """Moves that suffice for the exact value and distance, from the left.

        A win at once cannot be bettered. A move that lets the other win by the next loses in 2,
        which is the worst there is: it is left out, or, if all moves are such, one stands for all.
        """
        playable = s.both + self.bottom & self.full
        wins = playable & self.winning_cells(s.mine, s.both)
        if wins:
            yield lowest(wins) // self.stride
            return
        threats = self.winning_cells(s.both ^ s.mine, s.both)
        chosen = playable & threats
        if chosen:
            chosen &= -chosen  # of two threats only one can be stopped: either loses in 2
        else:
            chosen = playable & ~(threats >> 1)  # not right below a threat
            if not chosen:
                chosen = playable & -playable
        while chosen:
            yield lowest(chosen) // self.stride
            chosen &= chosen - 1

    @inlined
    def order(self, s: Board, m: int) -> int:
        """The winning cells that the mover then has; the column nearer the middle if equal."""
        cell = s.both + (1 << m * self.stride) & ~s.both
        threats = popcount(self.winning_cells(s.mine | cell, s.both | cell))
        return threats * self.width + min(m, self.width - 1 - m)

    def canonical(self, s: Board) -> Board:
        """The lesser of the position and its mirror image."""
        both = self.mirrored(s.both)
        if both > s.both:
            return s
        mine = self.mirrored(s.mine)
        if both == s.both and mine >= s.mine:
            return s
        return Board(mine, both, s.turn)

    def mirrored(self, stones: int) -> int:
        """Left and right exchanged."""
        image = 0
        for column in range(self.width):
            across = (self.width - 1 - column) * self.stride
            image |= (stones >> column * self.stride & self.column) << across
        return image

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    @inlined
    def outlook(self, s: Board) -> tuple[int, int, int, int]:
        """A win at once, a loss in 2 or a draw on the last cells; else neither loses so soon.

        Where every column has an even number of empty cells, the other can always answer in the
        same column, which leaves the mover the first of each pair: if these make no row, the mover
        never wins. Where just one column is odd, the mover can bring that about by playing there.
        """
        playable = s.both + self.bottom & self.full
        wins = self.winning_cells(s.mine, s.both)
        threats = self.winning_cells(s.both ^ s.mine, s.both)
        if playable & wins:
            return (1, 1, 1, 1)
        forced = playable & threats
        if forced & forced - 1 or not (forced or playable) & ~(threats >> 1):
            return (-1, 2, -1, 2)
        if popcount(s.both) >= self.cells - 2:
            return (0, 0, 0, 0)
        odd, firsts = playable & ~self.firsts, self.full & ~s.both & self.firsts
        worst, best = -1, 1
        if not odd:
            best = 1 if self.has_row(s.mine | firsts) else 0
        elif not odd & odd - 1:
            worst = -1 if self.has_row(s.both ^ s.mine | firsts) else 0
        return (worst, 4, best, 3)

    # --- what it looks like ---

    @cached_property
    def board(self) -> drawing.Board:
        """A wall of columns, each with its holes from the bottom up."""
        height = self.height
        columns = [Place(str(x + 1), "column", x, (height - 1) / 2, 1, height,
                         label=f"column {x + 1}") for x in range(self.width)]
        holes = [Place(f"{drawing.letter(x)}{y + 1}", "hole", x, height - 1 - y)
                 for x in range(self.width) for y in range(height)]
        labels = [Label(x, height - 0.2, str(x + 1)) for x in range(self.width)]
        return drawing.Board((*columns, *holes), labels=tuple(labels), turn="mirror",
                             pitch=(1.0 + len(str(self.width)), 1.0))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The stones."""
        for column in range(self.width):
            for row in range(self.height):
                stone = 1 << column * self.stride + row
                if s.both & stone:
                    owner = s.turn if s.mine & stone else 1 - s.turn
                    yield Piece(self.width + column * self.height + row, owner)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The column."""
        yield m

    # --- text ---

    def text(self, s: Board) -> str:
        """Rows from the top, then who is to move: `…/..oo.../..xx...:x`."""
        return f"{rows_text(self._cells(s), self.width)}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back, or the moves from the start: columns as digits (`4433`, and nothing
        for the start), or with commas between (`10,3,4`) where there are more than nine."""
        if re.fullmatch(r"[0-9,]*", text):
            return self._after(text)
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".xo")
        except ValueError as error:
            raise self.bad_position(
                text, f"{error}, or write the columns played, like 4433"
            ) from None
        if mover not in self.players:
            raise self.bad_position(text, "end it with :x or :o for the player to move")
        stones = {"x": 0, "o": 0, ".": 0}
        for i, cell in enumerate(cells):
            row, column = divmod(i, self.width)
            stones[cell] |= 1 << column * self.stride + self.height - 1 - row
        turn = self.players.index(mover)
        state = Board(stones[mover], stones["x"] | stones["o"], turn)
        self._refuse_impossible(text, state)
        return state

    def _after(self, text: str) -> Board:
        """The state after moves given as columns."""
        s = self.initial()
        for number, column in enumerate(text.split(",") if "," in text else text, 1):
            if self.outcome(s) is not None:
                raise self.bad_position(text, f"move {number} comes after the end: "
                                              f"{self.reason(s)}")
            m = int(column or 0) - 1
            if m not in self.moves(s):
                free = ", ".join(self.move_text(s, m) for m in self.moves(s))
                raise self.bad_position(text, f"move {number} cannot be {column!r}: "
                                              f"the columns {free} are free")
            s = self.play(s, m)
        return s

    def _refuse_impossible(self, text: str, s: Board) -> None:
        last = s.both ^ s.mine
        x, o = popcount(last if s.turn else s.mine), popcount(s.mine if s.turn else last)
        if x - o != s.turn:
            raise self.bad_position(text, f"{self.players[s.turn]} cannot be to move with "
                                          f"{x} x and {o} o on the board")
        if s.both & (s.both + self.bottom):
            raise self.bad_position(text, "a stone hangs in the air: the first row is the top one")
        if self.has_row(s.mine):
            raise self.bad_position(text, f"{self.players[s.turn]} has a row and is still to move")
        tops = last & (s.both + self.bottom) >> 1
        if self.has_row(last) and all(self.has_row(last & ~(1 << i)) for i in range(63)
                                      if tops >> i & 1):
            raise self.bad_position(text, f"the last move cannot have made "
                                          f"{self.players[1 - s.turn]}'s row")

    def move_text(self, s: Board, m: int) -> str:
        """The column's number, from 1."""
        return str(m + 1)

    def reason(self, s: Board) -> str:
        """A row, or a full board."""
        return "the board is full" if self.outcome(s) == 0 else f"{self.k} in a row"

    def _cells(self, s: Board) -> list[str]:
        x = s.both ^ s.mine if s.turn else s.mine
        bits = [1 << column * self.stride + row
                for row in reversed(range(self.height)) for column in range(self.width)]
        return ["." if not s.both & b else "x" if x & b else "o" for b in bits]


def stones_left_score(game: ConnectFour, s: Board, value: Value) -> int:
    """The score by which solvers are compared: how many stones the winner has not yet played
    when the game ends, the last one played included; a loss is negative, a draw 0.

    `value` is exact, with its distance, in the view of the player to move.

    >>> from zermelo.values import win
    >>> stones_left_score(ConnectFour(), ConnectFour().initial(), win(41))
    1
    """
    if value.kind == "draw":
        return 0
    if value.distance is None or not value.known:
        raise ValueError(f"the value must be exact and have a distance, unlike {value}")
    left = (game.cells + 2 - popcount(s.both) - value.distance) // 2
    return left if value.kind == "win" else -left
