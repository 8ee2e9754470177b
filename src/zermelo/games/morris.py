"""Three, Six and Nine Men's Morris.

Rules: the players in turn put their men on empty points. When all men are on the board, they in
turn move one along a line to the next point, if that is empty. In Six and Nine Men's Morris, who
closes a mill, three men in a row along a line, takes one of the other's men from the board, one
that is in no mill if there is any. Who has three men left may move any of them to any empty
point (`flying`, in Nine Men's Morris). Who has fewer than three men, or cannot move, loses.

In Three Men's Morris nothing is taken: who first has three in a row wins, and men also go along the
diagonals of its small board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece
from zermelo.game import Game
from zermelo.portable import lowest, popcount

# Points as on the picture, row by row; the lines along which mills are made and men go.
_NINE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20),
         (21, 22, 23), (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17),
         (5, 13, 20), (2, 14, 23))
_SIX = ((0, 1, 2), (3, 4, 5), (10, 11, 12), (13, 14, 15), (0, 6, 13), (3, 7, 10), (5, 8, 12),
        (2, 9, 15))
_THREE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_PICTURES = {
    3: "0-1-2\n|\\|/|\n3-4-5\n|/|\\|\n6-7-8",
    6: "0---1---2\n|   |   |\n| 3-4-5 |\n| |   | |\n6-7   8-9\n| |   | |\n| a-b-c |\n|   |   |\n"
       "d---e---f",
    9: "0-----1-----2\n|     |     |\n| 3---4---5 |\n| |   |   | |\n| | 6-7-8 | |\n| | |   | | |\n"
       "9-a-b   c-d-e\n| | |   | | |\n| | f-g-h | |\n| |   |   | |\n| i---j---k |\n|     |     |\n"
       "l-----m-----n",
}
_DIGITS = "0123456789abcdefghijklmn"


class Board(NamedTuple):
    """A set bit is a man on that point. `hand` are the men still to be put down, of both players;
    they alternate, so that it also tells whose they are."""

    white: int
    black: int
    hand: int
    turn: int


# A move: where from (5 bits; 31 from the hand), where to (5), what is taken (5; 31: nothing).
TO, TAKEN, NOWHERE = 5, 10, 31


class Morris(Game[Board, int]):
    """Men's Morris with 3, 6 or 9 `men` each."""

    name = "morris"
    title = "Men's Morris"
    about = "Three in a row make a mill; a mill takes a man."
    sample = "4 1 d a j 7 6 b"
    players = colours = ("white", "black")
    repetition = 3

    def __init__(self, men: int = 9) -> None:
        self.men = men
        if men not in (3, 6, 9):
            raise self.bad_parameter("men", men, "give 3, 6 or 9")
        lines = {3: _THREE, 6: _SIX, 9: _NINE}[men]
        self.points = {3: 9, 6: 16, 9: 24}[men]
        self.full = (1 << self.points) - 1
        self.mills = tuple(sum(1 << p for p in line) for line in lines)
        near = [0] * self.points
        for a, b, c in lines:
            near[a] |= 1 << b
            near[b] |= 1 << a | 1 << c
            near[c] |= 1 << b
        if men == 6:  # the middles of the squares' sides are joined, too
            for a, b in ((1, 4), (6, 7), (8, 9), (11, 14)):
                near[a] |= 1 << b
                near[b] |= 1 << a
        self.near = tuple(near)
        self.takes = men > 3
        self.flying = men == 9

    def initial(self) -> Board:
        """The empty board, white to move."""
        return Board(0, 0, 2 * self.men, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def in_mills(self, men: int) -> int:
        """Those of these men that are in mills."""
        found = 0
        for mill in self.mills:
            if men & mill == mill:
                found |= mill
        return found

    def goals(self, s: Board, start: int) -> int:
        """Where a man may go: along a line, or anywhere if only three are left."""
        empty = self.full & ~(s.white | s.black)
        mine = s.white if s.turn == 0 else s.black
        return empty if self.flying and popcount(mine) == 3 else empty & self.near[start]

    def moves(self, s: Board) -> Iterator[int]:
        """Put a man down, or move one; with every man that may be taken then."""
        mine, theirs = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        starts = 1 if s.hand else mine
        while starts:
            start = NOWHERE if s.hand else lowest(starts)
            starts &= starts - 1
            left = mine if s.hand else mine & ~(1 << start)
            ends = self.full & ~(s.white | s.black) if s.hand else self.goals(s, start)
            while ends:
                end = lowest(ends)
                ends &= ends - 1
                prey = 0
                if self.takes and self.in_mills(left | 1 << end) >> end & 1:
                    prey = theirs & ~self.in_mills(theirs)
                    if prey == 0:
                        prey = theirs
                if prey == 0:
                    yield start | end << TO | NOWHERE << TAKEN
                while prey:
                    yield start | end << TO | lowest(prey) << TAKEN
                    prey &= prey - 1

    def play(self, s: Board, m: int) -> Board:
        """Put down or move a man, and take what is taken."""
        start, end, taken = m & 31, m >> TO & 31, m >> TAKEN & 31
        mine, theirs = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        hand = s.hand - 1 if start == NOWHERE else s.hand
        if start != NOWHERE:
            mine &= ~(1 << start)
        mine |= 1 << end
        if taken != NOWHERE:
            theirs &= ~(1 << taken)
        return Board(mine, theirs, hand, 1) if s.turn == 0 else Board(theirs, mine, hand, 0)

    def outcome(self, s: Board) -> int | None:
        """Who made the row, if that is all; else who has too few men, or cannot move, has lost."""
        mine, theirs = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        lost = -1 if s.turn == 0 else 1
        if not self.takes and self.in_mills(theirs):
            return lost
        if s.hand:
            return None
        if popcount(mine) < 3:
            return lost
        movers = mine
        while movers:
            if self.goals(s, lowest(movers)):
                return None
            movers &= movers - 1
        return lost

    def tier(self, s: Board) -> int:
        """The men that are gone from the hand, then those that were taken."""
        return -popcount(s.white) - popcount(s.black) - 2 * s.hand

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    def noisy(self, s: Board, m: int) -> bool:
        """Whether something is taken."""
        return m >> TAKEN & 31 != NOWHERE

    def order(self, s: Board, m: int) -> int:
        """Mills first."""
        if self.takes:
            return 0 if m >> TAKEN & 31 == NOWHERE else 1
        after = self.play(s, m)
        return 1 if self.in_mills(after.white if s.turn == 0 else after.black) else 0

    @cached_property
    def board(self) -> drawing.Board:
        """Points where lines meet."""
        rows = _PICTURES[self.men].split("\n")
        at = {sign: (x / 2, y / 2) for y, row in enumerate(rows) for x, sign in enumerate(row)}
        lines = [(a, b) for a in range(self.points) for b in range(a) if self.near[a] >> b & 1]
        named = [(name, *at[name]) for name in _DIGITS[: self.points]]
        men = drawing.points(named, lines, [drawing.Kind("disc", "XO", "man")])
        return drawing.stacked(men, drawing.counters(["in hand:"]))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The men on the board, and how many are to come."""
        for point in range(self.points):
            if s.white >> point & 1:
                yield Piece(point, 0)
            elif s.black >> point & 1:
                yield Piece(point, 1)
        yield Piece(self.points, NOBODY, 0, s.hand)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """From where, if not from the hand; to where; and whom it takes."""
        start, end, taken = m & 31, m >> TO & 31, m >> TAKEN & 31
        if start != NOWHERE:
            yield start
        yield end
        if taken != NOWHERE:
            yield taken

    def text(self, s: Board) -> str:
        """The points in a row, the men in hand, who is to move: `x..o.....:4:white`."""
        points = "".join("x" if s.white >> p & 1 else "o" if s.black >> p & 1 else "."
                         for p in range(self.points))
        return f"{points}:{s.hand}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back."""
        points, _, rest = text.partition(":")
        hand, _, mover = rest.partition(":")
        if len(points) != self.points or set(points) - set("xo."):
            raise self.bad_position(text, f"write {self.points} points, each x, o or .")
        if not re.fullmatch("[0-9]{1,2}", hand) or int(hand) > 2 * self.men:
            raise self.bad_position(text, f"then the men in hand, 0 to {2 * self.men}")
        if mover not in self.players:
            raise self.bad_position(text, "end it with :white or :black for the player to move")
        turn = self.players.index(mover)
        if int(hand) and int(hand) % 2 != turn:
            raise self.bad_position(text, f"{mover} cannot be to move with {hand} men in hand")
        white = sum(1 << p for p, c in enumerate(points) if c == "x")
        black = sum(1 << p for p, c in enumerate(points) if c == "o")
        put = 2 * self.men - int(hand)
        if popcount(white) > (put + 1) // 2 or popcount(black) > put // 2:
            raise self.bad_position(text, "there are more men than were put down")
        return Board(white, black, int(hand), turn)

    def move_text(self, s: Board, m: int) -> str:
        """Points as on the picture: `4` puts a man down, `0-1` moves one, `0-1x7` takes one."""
        start, end, taken = m & 31, m >> TO & 31, m >> TAKEN & 31
        begin = "" if start == NOWHERE else f"{_DIGITS[start]}-"
        return f"{begin}{_DIGITS[end]}" + ("" if taken == NOWHERE else f"x{_DIGITS[taken]}")

    def square_name(self, square: int) -> str:
        """As on the picture."""
        return _DIGITS[square]

    def reason(self, s: Board) -> str:
        """Three in a row, too few men, or none that can move."""
        mine, theirs = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        if not self.takes and self.in_mills(theirs):
            return "three in a row"
        return "fewer than three men are left" if popcount(mine) < 3 else "no man can move"
