"""Dots and Boxes.

Rules: on a grid of dots the players take turns to draw one line between two neighbouring dots.
Who draws the fourth side of a box owns it and must draw again; a line may complete two boxes.
The game is over when all lines are drawn. The payoff is the first player's boxes minus the
second's. `width` × `height` counts boxes: 3 × 3 boxes have 4 × 4 dots and 24 lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece
from zermelo.errors import InvalidMoveError
from zermelo.game import Game
from zermelo.games.boards import board_of, square_name
from zermelo.portable import inlined, lowest, popcount

_LINE = re.compile(r"([a-z][1-9][0-9]?)-?([a-z][1-9][0-9]?)", re.IGNORECASE)


class Board(NamedTuple):
    """A set bit is a drawn line. Lines are numbered from the top, a row of boxes is 2w + 1 of them.

        a   b   c
      1 . 0 . 1 .         The box whose top is line t has its left at t + w, its right
        2   3   4         at t + w + 1 and its bottom at t + 2w + 1; boxes go by their tops.
      2 . 5 . 6 .
        7   8   9
      3 .10 .11 .

    `first` and `second` are the boxes that each player owns.
    """

    lines: int
    first: int
    second: int
    turn: int


class DotsAndBoxes(Game[Board, int]):
    """Dots and Boxes with `width` × `height` boxes."""

    name = "dots"
    title = "Dots and Boxes"
    about = "Draw lines; the fourth side owns the box and moves again."
    sample = "a1-b1 b2-b3 c1-c2 b1-c1 a3-a4 c3-d3 b2-c2 d1-d2"
    players = ("A", "B")

    def __init__(self, width: int = 3, height: int = 3) -> None:
        self.width, self.height = width, height
        for parameter, size in (("width", width), ("height", height)):
            if not 1 <= size <= 20:
                raise self.bad_parameter(parameter, size, "give 1 to 20")
        self.stride = 2 * width + 1  # from a box to the one below
        self.count = self.stride * height + width
        if self.count > 62:
            raise self.bad_parameter(
                "width", width, f"with height={height} it has {self.count} lines, and 62 is most")
        self.boxes = width * height
        self.full = board_of(range(self.count))
        self.frame = 1 | 1 << width | 1 << width + 1 | 1 << self.stride  # the sides of box 0
        self.tops = board_of(y * self.stride + x for y in range(height) for x in range(width))
        bottom = height * self.stride
        self.corners = ((0, width), (width - 1, 2 * width),  # a lying line and a standing one
                        (bottom, bottom - width - 1), (bottom + width - 1, bottom - 1))
        self.near = tuple(self._near(line) for line in range(self.count))
        # For mirror images: one row and one column of lines, lying and standing.
        self.lying_row = board_of(range(width))
        self.standing_row = board_of(range(width + 1))
        self.lying_column = board_of(y * self.stride for y in range(height + 1))
        self.standing_column = board_of(y * self.stride for y in range(height))
        # A row as a column, for grids that are square.
        self.columns = tuple(board_of(y * self.stride for y in range(width + 1) if row >> y & 1)
                             for row in range(1 << width + 1)) if width == height else ()

    def initial(self) -> Board:
        """No lines, A to move."""
        return Board(0, 0, 0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate, but who completes a box goes on."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every line not yet drawn."""
        open_lines = self.full & ~s.lines
        while open_lines:
            yield lowest(open_lines)
            open_lines &= open_lines - 1

    def play(self, s: Board, m: int) -> Board:
        """Draw a line and take the boxes that it completes."""
        lines = s.lines | 1 << m
        taken = popcount(self.complete(lines)) - popcount(self.complete(s.lines))
        if taken == 0:
            return Board(lines, s.first, s.second, 1 - s.turn)
        if s.turn == 0:
            return Board(lines, s.first + taken, s.second, 0)
        return Board(lines, s.first, s.second + taken, 1)

    def complete(self, lines: int) -> int:
        """The boxes with all four sides."""
        top, left, right, bottom = self.by_box(lines)
        return self.tops & top & left & right & bottom

    def by_box(self, lines: int) -> tuple[int, int, int, int]:
        """The boxes whose top is among these lines, whose left, right and bottom."""
        return lines, lines >> self.width, lines >> self.width + 1, lines >> self.stride

    def outcome(self, s: Board) -> int | None:
        """The difference in boxes when every line is drawn."""
        if s.lines != self.full:
            return None
        return s.first - s.second

    # --- boxes by their open sides: what the hints below go by ---

    def with_one_open(self, open_lines: int) -> int:
        """The boxes with exactly one open side: they can be taken at once."""
        top, left, right, bottom = self.by_box(open_lines)
        odd = top ^ left ^ right ^ bottom
        return self.tops & odd & ~(top & left | right & bottom)

    def with_two_open(self, open_lines: int) -> int:
        """The boxes with exactly two open sides: one more line gives them away."""
        top, left, right, bottom = self.by_box(open_lines)
        one_of_each = (top ^ left) & (right ^ bottom)
        a_pair = (top & left & ~(right | bottom)) | (right & bottom & ~(top | left))
        return self.tops & (one_of_each | a_pair)

    def with_more_open(self, open_lines: int) -> int:
        """The boxes with three or four open sides: chains end here, and may meet."""
        top, left, right, bottom = self.by_box(open_lines)
        return self.tops & (top & left & (right | bottom) | right & bottom & (top | left))

    def chain(self, open_lines: int, boxes: int) -> int:
        """One of these boxes and all that are joined to it by open lines, box by box."""
        top, left, right, bottom = self.by_box(open_lines)
        grown, chain = boxes & -boxes, 0
        while grown != chain:
            chain = grown
            grown |= boxes & ((chain & top) >> self.stride | (chain & bottom) << self.stride
                              | (chain & left) >> 1 | (chain & right) << 1)
        return chain

    def sides(self, boxes: int) -> int:
        """All lines around these boxes."""
        return boxes | boxes << self.width | boxes << self.width + 1 | boxes << self.stride

    def across(self, box: int, line: int) -> int:
        """The box on the other side of a line, or -1 outside the board."""
        if line == box:
            other = box - self.stride
        elif line == box + self.stride:
            other = box + self.stride
        elif line == box + self.width:
            other = box - 1
        else:
            other = box + 1
        if other < 0 or not self.tops >> other & 1:
            return -1
        return other

    def candidates(self, s: Board) -> Iterator[int]:
        """A box that costs nothing is taken at once; any other is taken or handed over."""
        # The number of open lines is the length of the game, so only boxes matter. Say line e
        # completes box B, C is the box beyond e, and there is a best plan for this turn without
        # e as its first line.
        # - If it draws neither e nor another line of C, the opponent can take B first: drawing e
        #   and then the same lines is better by 2.
        # - If it draws e later, it may as well do so first: no line completes less than before.
        # - So it draws all other open lines of C but not e, and B and C fall together by e. If
        #   these are two or more, the first took a box D in passing: take B instead, and C and D
        #   fall together. If there are none, or C is off the board, there is no such plan.
        # Hence e is best unless C has exactly one more open line, and that is the only rival.
        open_lines = self.full & ~s.lines
        ready = self.with_one_open(open_lines)
        chosen = 0
        while ready:
            box = lowest(ready)
            ready &= ready - 1
            line = lowest(self.frame << box & open_lines)
            rival = self.handover(open_lines, box, line)
            if rival < 0:
                yield line
                return
            chosen |= 1 << line | 1 << rival
        if chosen == 0:
            chosen = self.openings(open_lines)
        while chosen:
            yield lowest(chosen)
            chosen &= chosen - 1

    def openings(self, open_lines: int) -> int:
        """What suffices where no box can be taken: lines that give none, and the least gifts."""
        # Who opens a chain of n boxes, at whichever line, leaves the opponent the choice to take
        # all, or all but two (of a loop, four) and not to move next. Only two boxes that are
        # opened between them must both be taken, and that is never worse. So one line of a chain
        # is enough. With V what the next to move gets from all the rest, it costs
        #   n + V                   if n ≤ 2
        #   n - 2 + |V + 2|         if n > 2, the opponent choosing
        #   n - 4 + |V + 4|         a loop
        # A chain that is longer by k, and sort remains sort, changes any such V by k at most: move
        # by move, the same can be played. So of chains that touch no other boxes, the shortest of
        # each sort is enough.
        twos = self.with_two_open(open_lines)
        joints = self.sides(self.with_more_open(open_lines))
        lines = open_lines & ~self.sides(twos)
        for lying, standing in self.corners:  # of the two sides of a corner either is as good
            if lines >> lying & lines >> standing & 1:
                lines &= ~(1 << standing)
        short = long = loop = self.boxes + 1
        to_short = to_long = to_loop = 0
        while twos:
            chain = self.chain(open_lines, twos)
            twos &= ~chain
            length = popcount(chain)
            around = self.sides(chain) & open_lines
            line = around & -around
            if length == 2:
                line = (chain & chain << self.stride | (chain & chain << 1) << self.width) & around
            if around & joints:
                lines |= line
            elif popcount(around) == length:
                if length < loop:
                    loop, to_loop = length, line
            elif length > 2:
                if length < long:
                    long, to_long = length, line
            elif length < short:
                short, to_short = length, line
        return lines | to_short | to_long | to_loop

    def handover(self, open_lines: int, box: int, line: int) -> int:
        """The line that hands over a box and its neighbour, to pass the turn; -1 if none need to.

        ━━━━━━━━━━━━━━━
        ┃ B e C g D h …        (the chain may turn corners)
        ━━━━━━━━━━━━━━━
        """
        c = self.across(box, line)
        if c < 0:
            return -1
        others = self.frame << c & open_lines & ~(1 << line)
        if popcount(others) != 1:
            return -1
        g = lowest(others)
        d = self.across(c, g)
        if d < 0:
            return g
        others = self.frame << d & open_lines & ~(1 << g)
        if popcount(others) > 1:
            return g
        # A longer chain can wait. Open at g alone, D is worth no more than B: take B, and C and D
        # fall together. Open at h too: take B, and hand over C and D by h instead of B and C by g.
        if others == 0:
            return -1
        h = lowest(others)
        end = self.across(d, h)
        if end >= 0 and self.frame << end & open_lines == 1 << h:
            return g  # but not if h completes a box: four in a chain closed at both ends
        return -1

    @inlined
    def order(self, s: Board, m: int) -> int:
        """Complete boxes first; give none away while there is another line."""
        open_lines = self.full & ~s.lines
        if self.sides(self.with_one_open(open_lines)) >> m & 1:
            return 1
        if self.sides(self.with_two_open(open_lines)) >> m & 1:
            return -1
        return 0

    @inlined
    def proof_order(self, s: Board, m: int) -> int:
        """The same; and from the middle out."""
        return 1000 * self.order(s, m) + self.near[m]

    def _near(self, line: int) -> int:
        """How near to the middle of the board a line is: the square of its distance, negative."""
        row, place = line // self.stride, line % self.stride
        x, y = (2 * place + 1, 2 * row) if place < self.width else (
            2 * (place - self.width), 2 * row + 1)
        return -(x - self.width) ** 2 - (y - self.height) ** 2

    @inlined
    def noisy(self, s: Board, m: int) -> bool:
        """Whether it completes a box."""
        return self.sides(self.with_one_open(self.full & ~s.lines)) >> m & 1 == 1

    def bounds(self, s: Board) -> tuple[int, int]:
        """Every box left may go to either."""
        left = self.boxes - s.first - s.second
        lead = s.first - s.second
        return (lead - left, lead + left)

    def settled(self, s: Board) -> int:
        """Boxes stay with who owns them."""
        return s.first - s.second

    def unsettled(self, s: Board) -> int:
        """The lines."""
        return s.lines

    def canonical(self, s: Board) -> Board:
        """The least of the mirror images; a square grid has eight, any other four."""
        lines = self.turned_corners(s.lines)
        least = self.least_mirror(lines)
        if self.width == self.height:
            transposed = self.turned_corners(self.transposed(lines))
            least = min(least, self.least_mirror(transposed))
        return Board(least, s.first, s.second, s.turn)

    def turned_corners(self, lines: int) -> int:
        """The same with the lying line drawn where one of a corner's two is."""
        for lying, standing in self.corners:
            turned = lines >> standing & ~(lines >> lying) & 1
            lines ^= turned << lying | turned << standing
        return lines

    def least_mirror(self, lines: int) -> int:
        """The least of the images by mirroring left-right and top-bottom."""
        flipped = self.flipped(lines)
        return min(min(lines, flipped), min(self.mirrored(lines), self.mirrored(flipped)))

    def flipped(self, lines: int) -> int:
        """Top to bottom."""
        image = 0
        for row in range(self.height + 1):
            lying = lines >> row * self.stride & self.lying_row
            image |= lying << (self.height - row) * self.stride
        for row in range(self.height):
            standing = lines >> row * self.stride + self.width & self.standing_row
            image |= standing << (self.height - 1 - row) * self.stride + self.width
        return image

    def mirrored(self, lines: int) -> int:
        """Left to right."""
        image = 0
        for column in range(self.width):
            image |= (lines >> column & self.lying_column) << self.width - 1 - column
        for column in range(self.width + 1):
            standing = lines >> self.width + column & self.standing_column
            image |= standing << 2 * self.width - column
        return image

    def transposed(self, lines: int) -> int:
        """Rows to columns, on a square grid: lying lines stand up."""
        image = 0
        for row in range(self.height + 1):
            lying = lines >> row * self.stride & self.lying_row
            image |= self.columns[lying] << self.width + row
        for row in range(self.height):
            standing = lines >> row * self.stride + self.width & self.standing_row
            image |= self.columns[standing] << row
        return image

    @cached_property
    def board(self) -> drawing.Board:
        """Dots, lines, boxes, and how many boxes each player owns: nobody remembers which."""
        lattice = drawing.edges(self.width, self.height, [drawing.Kind("block", "#")])
        return drawing.stacked(lattice, drawing.counters(self.players))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The lines, the complete boxes, and the count of both players' boxes."""
        for line in range(self.count):
            if s.lines >> line & 1:
                yield Piece(line, NOBODY)
        complete = self.complete(s.lines)
        for y in range(self.height):
            for x in range(self.width):
                if complete >> y * self.stride + x & 1:
                    yield Piece(self.count + y * self.width + x, NOBODY)
        counters = self.count + self.boxes + (self.width + 1) * (self.height + 1)
        yield Piece(counters, 0, 0, s.first)
        yield Piece(counters + 1, 1, 0, s.second)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The line."""
        yield m

    def text(self, s: Board) -> str:
        """Rows of lying and of standing lines in turn, boxes, mover: `-./I.I/..:0-0:B`."""
        rows = []
        for y in range(2 * self.height + 1):
            start, cells, mark = self._row(y)
            rows.append("".join(mark if s.lines >> start + i & 1 else "." for i in range(cells)))
        return f"{'/'.join(rows)}:{s.first}-{s.second}:{self.players[s.turn]}"

    def _row(self, y: int) -> tuple[int, int, str]:
        """Where a row of lines begins, how many it has, and how they are written."""
        start = y // 2 * self.stride
        return (start + self.width, self.width + 1, "I") if y % 2 else (start, self.width, "-")

    def parse(self, text: str) -> Board:
        """Read `text` back; the boxes owned must be those that are complete."""
        board, _, tail = text.partition(":")
        score, _, mover = tail.partition(":")
        rows = board.split("/")
        if len(rows) != 2 * self.height + 1:
            raise self.bad_position(
                text, f"it needs {2 * self.height + 1} rows of lines with / between, "
                      f"like {self.text(self.initial())}")
        lines = 0
        for y, row in enumerate(rows):
            start, cells, mark = self._row(y)
            if len(row) != cells or set(row) - {mark, "."}:
                raise self.bad_position(
                    text, f"row {y + 1} must be {cells} long, with {mark} for a drawn line "
                          f"and . for an open one")
            lines |= board_of(start + i for i in range(cells) if row[i] == mark)
        owned = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", score)
        if owned is None:
            raise self.bad_position(text, "after the lines write the boxes of both, like :2-0")
        if mover not in self.players:
            raise self.bad_position(text, "end it with :A or :B for the player to move")
        state = Board(lines, int(owned[1]), int(owned[2]), self.players.index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Board) -> None:
        complete = popcount(self.complete(s.lines))
        if s.first + s.second != complete:
            raise self.bad_position(
                text, f"boxes complete: {complete}, boxes owned: {s.first + s.second}")
        # With two boxes or more it is unknown how many lines completed them.
        drawn = popcount(s.lines)
        if complete <= 1 and (drawn - complete) % 2 != s.turn:
            raise self.bad_position(text, f"after {drawn} lines, {complete} of them completing "
                                          f"a box, it is {self.players[1 - s.turn]}'s turn")

    def move_text(self, s: Board, m: int) -> str:
        """The two dots that the line joins: `a1-b1`."""
        row, place = m // self.stride, m % self.stride
        dots = self.width + 1
        start = row * dots + (place if place < self.width else place - self.width)
        end = start + (1 if place < self.width else dots)
        return f"{square_name(start, dots)}-{square_name(end, dots)}"

    def parse_move(self, s: Board, text: str) -> int:
        """The two dots in either order, with or without the dash."""
        match = _LINE.fullmatch(text.strip())
        if match is None:
            raise InvalidMoveError(f"{text!r} in {self.text(s)} is not a line: "
                                   f"write the two dots that it joins, like a1-b1")
        one, other = match[1].lower(), match[2].lower()
        wanted = {f"{one}-{other}", f"{other}-{one}"}
        for m in self.legal_moves(s):
            if self.move_text(s, m) in wanted:
                return m
        raise self.illegal_move(s, text)

    def reason(self, s: Board) -> str:
        """The game ends with the last line."""
        return "all lines are drawn"
