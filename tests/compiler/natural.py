"""Small games in the Python that people naturally write; each compiles."""

import functools
import math
from typing import NamedTuple

import small_games
from zermelo import Game

NAMES = {"one": 1, "two": 2}
TABLE = [1, 2, 3]
EDGES = ((1, 2), (3,), (1, 3, 4), (5,), (5, 6), (7,), (7, 8), (), ())
PAYS = (None, None, None, None, None, None, None, 1, -1)


class Pile(NamedTuple):
    left: int
    turn: int = 0

    @property
    def even(self):
        return self.left % 2 == 0

    def less(self, by):
        return self._replace(left=self.left - by, turn=1 - self.turn)


class Take(small_games.Take):
    def __init__(self, counters=7):
        super().__init__(counters)
        self.listed = [1, 2]

    def initial(self):
        return Pile(self.counters)

    def play(self, s, m):
        return Pile(s.left - m, 1 - s.turn)


class ReturnsList(Take):
    def moves(self, s):
        return [n for n in (1, 2) if n <= s.left]


class Filters(Take):
    def moves(self, s):
        return (n for n in self.listed if n <= s.left)


class Appends(Take):
    def moves(self, s):
        if s.left == 1:
            return [1]
        found: list[int] = []
        for n in self.listed:
            if n <= s.left:
                found.append(n)
        return found


class EitherOr(Take):
    def moves(self, s):
        if s.left == 1:
            return (1,)
        return range(1, 3)


class Lists(Take):
    def order(self, s, m):
        both = [s.left, m]
        both[0] += TABLE[m] + self.listed[m - 1]
        rows = [0] * 5
        rows[s.left % 5] = m
        for place, row in enumerate(rows):
            both[1] ^= row << place
        return both[0] * 10 + both[1] + len(rows) + max(rows)


class Constants(Take):
    def order(self, s, m):
        return NAMES["one"] + (NAMES["two"] if m == 2 else 0)


class Comprehends(Take):
    def outcome(self, s):
        if any(n for n in range(s.left + 1)):
            return None
        return 1 if all(s.turn == t for t in (1, 1)) else -1

    def order(self, s, m):
        return sum(n * m for n in range(s.left) if n % 2) - min((n for n in (s.left, m)), default=3)


class Delegates(Take):
    def moves(self, s):
        yield from range(1, min(2, s.left) + 1)


class Inherits(Delegates):
    def moves(self, s):
        yield from super().moves(s)

    def play(self, s, m):
        return super().play(s, m)


class Replaces(Take):
    def play(self, s, m):
        return s.less(m) if s.even else s._replace(left=s.left - m, turn=not s.turn)


class Bools(Take):
    def play(self, s, m):
        return Pile(s.left - m, not s.turn)

    def to_move(self, s):
        return s.turn == 1


class Bits(Take):
    def order(self, s, m):
        return s.left.bit_count() + (s.left * m).bit_length() + (-s.left).bit_count()


class Matches(Take):
    def order(self, s, m):
        match s.left:
            case 0 | 1:
                return 5
            case 2 if m == 1:
                return 7
            case n if n > 4:
                return n * m
            case _:
                return -m


class Calls(Take):
    @staticmethod
    def twice(n, *, plus=0):
        return 2 * n + plus

    @classmethod
    def thrice(cls, n=1):
        return 3 * n

    def order(self, s, m):
        return self.twice(m, plus=s.left) + self.thrice() + self.thrice(n=m) + halves(s.left)


@functools.cache
def halves(n: int) -> int:
    return 0 if n < 2 else 1 + halves(n // 2)


ROWS = ((1, 2), (3,), ())


class Pairs(Take):
    def order(self, s, m):
        total = 0
        for (a, b), c in zip(((1, 2), (3, 4)), (s.left, m), strict=False):
            total += a * b * c
        for i, n in reversed(list(enumerate((m, s.left, 3)))):
            total = total * 2 + i * n
        for a, _ in zip(ROWS[len(ROWS) - 1], (s.left, m), strict=False):  # which has no items
            total += a
        low, *_ = (*(1, 2)[:1], 3), 4
        q, r = divmod(s.left * m - 9, 4)
        return total + q * 10 + r + low[0]


class Triangles(Take):
    """Of the last round of the outer loop the inner one has none."""

    def order(self, s, m):
        found = 0
        for one in range(len(TABLE)):
            for other in range(one + 1, len(TABLE)):
                pair = max(TABLE[one], s.left) * min(TABLE[other], m)
                found += pair
        return found


class Loops(Take):
    def order(self, s, m):
        found = -1
        for n in range(2, 9):
            if s.left % n == 0:
                found = n
                break
        else:
            found = 20
        while s.left > 3:
            found += 1
            if found % 3 == 0:
                break
        else:
            found -= 7
        return next((n for n in (4, 5, s.left) if n > found), found)


class Floats(Take):
    def order(self, s, m):
        share = s.left / (1 + m) - 0.5
        return round(share) + math.floor(share * 1.5) + int(math.sqrt(s.left) * 10) + (
            1 if math.exp(-share) < 0.7 else 0) + int(math.pi * m)


class Chains(Take):
    def order(self, s, m):
        return (1 < s.left <= 4) + 2 * (m in (1, 5)) + 4 * (s.left not in range(2, 6)) + (
            8 if (square := s.left * s.left) > 20 and not square % 2 else 0)


class Node(NamedTuple):
    node: int


class Graph(Game):
    """A game written down as a graph: rows of different lengths, payoffs that may be None."""

    def initial(self):
        return Node(0)

    def to_move(self, s):
        return s.node % 2

    def moves(self, s):
        yield from EDGES[s.node]

    def play(self, s, m):
        return Node(m)

    def outcome(self, s):
        return PAYS[s.node]


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Row(Game):
    """Fill a row of five cells: states with a tuple, rebuilt as people do it."""

    def initial(self):
        return Cells((0,) * 5, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        return [i for i, cell in enumerate(s.cells) if cell == 0]

    def play(self, s, m):
        cells = list(s.cells)
        cells[m] = 1 + s.turn
        return Cells(tuple(cells), 1 - s.turn)

    def outcome(self, s):
        if 0 in s.cells:
            return None
        return sum(1 if cell == 1 else -1 for cell in s.cells)

    def canonical(self, s):
        return min(s, Cells(s.cells[::-1], s.turn))

    def order(self, s, m):
        return sum(a == b for a, b in zip(s.cells, s.cells[1:], strict=False)) - abs(m - 2)


class Slices(Row):
    """The same by slices."""

    def play(self, s, m):
        return Cells(s.cells[:m] + (1 + s.turn,) + s.cells[m + 1:], 1 - s.turn)  # noqa: RUF005


class Stars(Row):
    """… and by stars."""

    def play(self, s, m):
        return Cells((*s.cells[:m], 1 + s.turn, *s.cells[m + 1:]), 1 - s.turn)


GAMES = [make() for make in (
    Take, ReturnsList, Filters, Appends, EitherOr, Lists, Constants, Comprehends, Delegates,
    Inherits, Replaces, Bools, Bits, Matches, Calls, Pairs, Triangles, Loops,
    Floats, Chains, Graph, Row, Slices, Stars)]
