"""What rules may use: each game here answers alike interpreted and compiled, everywhere."""

import enum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from compiler import helpers, natural
from compiler.compiling import interpreted, mark_of, native
from compiler.helpers import WEIGHTS, depth_of, weighed
from zermelo import Game, load
from zermelo.games.tictactoe import TicTacToe
from zermelo.portable import bit, lowest, popcount, replaced, shl, shr, squares

LONGEST = 5
JUMPS = (1, 2, 4)
GRID = ((1, 2, 3), (4, 5, 6))


class Line(NamedTuple):
    at: int
    turn: int


class Base(Game):
    """Walk up a line by 1 or 2; who comes to the end wins."""

    longest = 7

    def initial(self):
        return Line(0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, m):
        return Line(s.at + m, 1 - s.turn)

    def outcome(self, s):
        if s.at < self.longest:
            return None
        return 1 if s.turn == 1 else -1


class Helpers(Base):
    """Functions and constants of this module, of another one, and of a module by its name."""

    def moves(self, s):
        for jump in JUMPS:
            if own_helper(s, jump) < LONGEST + 4:
                yield jump

    def order(self, s, m):
        return weighed(m) + WEIGHTS[m % 3] + helpers.STEP + depth_of(s.at + 1)


def own_helper(s, jump):
    return s.at + twice(jump) - jump


def twice(number):
    return 2 * number


def made_with(step, lengths):
    """A class inside a function: its rules close over the function's variables."""
    def stretched(number):
        return number * step + lengths[0]

    class Closure(Base):
        def play(self, s, m):
            return Line(s.at + stretched(m), 1 - s.turn)

        def order(self, s, m):
            return lengths[m % len(lengths)]

    return Closure()


class Cell(NamedTuple):
    owner: int
    height: int


class Field(NamedTuple):
    """Numbers, tuples, tuples of tuples, and a NamedTuple in a NamedTuple."""

    pits: tuple[int, int, int]
    rows: tuple[tuple[int, int], tuple[int, int]]
    cell: Cell
    turn: int


class Nested(Game):
    def initial(self):
        return Field((2, 1, 2), ((0, 0), (0, 0)), Cell(0, 0), 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for pit in range(3):
            if s.pits[pit] > 0:
                yield pit

    def play(self, s, m):
        row = replaced(s.rows[s.turn], m % 2, s.rows[s.turn][m % 2] + 1)
        cell = Cell(s.turn, s.cell.height + m)
        return Field(replaced(s.pits, m, s.pits[m] - 1), replaced(s.rows, s.turn, row), cell,
                     s.turn if m == 2 else 1 - s.turn)

    def outcome(self, s):
        if s.pits[0] + s.pits[1] + s.pits[2] > 0:
            return None
        return s.rows[0][0] - s.rows[1][0] + s.cell.height

    def key(self, s):
        return (s.pits, s.rows, s.cell.owner, s.turn)

    def bounds(self, s):
        return (-9, 9 + s.cell.height)


class PlainTuple(Game):
    """A state that is a tuple without names."""

    def initial(self):
        return (5, 0)

    def to_move(self, s):
        return s[1]

    def moves(self, s):
        for take in range(1, min(3, s[0]) + 1):  # noqa: UP028 - yield from does not compile
            yield take

    def play(self, s, m):
        return (s[0] - m, 1 - s[1])

    def outcome(self, s):
        return None if s[0] else 1 - 2 * s[1]


class PlainInt(Game):
    """A state that is just a number; moves that are not yielded."""

    def initial(self):
        return 9

    def to_move(self, s):
        return s % 2

    def moves(self, s):
        return range(1, 3)

    def play(self, s, m):
        return s - m

    def outcome(self, s):
        return None if s > 1 else s


class Attributes(Base):
    """Parameters, precomputed tuples, class attributes, properties, static methods, arrays."""

    factors = (1, 10, 100)

    def __init__(self, longest=6, wide=True):
        self.longest, self.wide = longest, wide
        self.table = tuple(n * n for n in range(16))
        self.pairs = tuple(pairwise(range(5)))
        self.array = np.array([5, 3, 8])

    @property
    def last(self):
        return self.longest - 1

    @cached_property
    def middle(self):
        return self.longest // 2

    @staticmethod
    def folded(number, by):
        return number % by

    def order(self, s, m):
        one = self.table[self.folded(s.at, 16)] + self.factors[m] + self.pairs[m][1]
        other = int(self.array[m]) + (1 if self.wide else 2)
        return one - other if s.at == self.last or s.at == self.middle else one + other


class Colour(enum.IntEnum):
    RED = 4
    BLACK = 7


class Statements(Base):
    """Loops that break and go on, early returns, chains, divisions of negative numbers, Nones."""

    def moves(self, s):
        if s.at == 3:
            yield 2
            return
        step = 0
        while True:
            step += 1
            if step == 2 and s.at == 1:
                continue
            if step > 3:
                break
            if 0 < step <= 3 or s.at >= 5:
                yield step

    def order(self, s, m):
        best = None
        for other in range(s.at):
            if other % 2 and other != m:
                best = other
        found = -1 if best is None else best
        number = s.at * m - 7
        return (number // 3 * 1000 + number % 3 * 100 + (-number) // 2 + found
                + max(m, 2) - min(s.at, 1) + abs(number) + int(GRID[m % 2][s.at % 3] > 3)
                + Colour.RED * m + (Colour.BLACK if m == 1 else 0))

    def bounds(self, s):
        low, high = -1, 1
        for _ in range(s.at):
            low, high = -high, -low
        return low, high

    def noisy(self, s, m):
        return s.at ^ m > 2 and not (m == 1 or s.turn)


class Inherits(Statements):
    """Two floors up: some rules from there, some from a mixin, one of its own."""

    longest = 6

    def candidates(self, s):
        for m in self.moves(s):
            if m != 3:
                yield m


class Squares(Game):
    """A board of 64 squares, the last ones first, so that bit 63 is in use at once."""

    def initial(self):
        return Line(bit(63) | bit(62) | bit(5) | 1, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for square in squares(s.at):  # noqa: UP028 - as above
            yield square

    def play(self, s, m):
        return Line((s.at & ~bit(m)) | (shr(s.at, 3) & shl(s.at, 60)), 1 - s.turn)

    def outcome(self, s):
        return None if popcount(s.at) > 1 else lowest(s.at)

    def order(self, s, m):
        return popcount(shr(s.at, m)) - popcount(shl(s.at, 63 - m))

    def canonical(self, s):
        return Line(max(s.at, shl(s.at, 1)), s.turn)


GAMES = [Base(), Helpers(), made_with(2, (3, 1)), Nested(), PlainTuple(), PlainInt(), Attributes(),
         Attributes(8, wide=False), Statements(), Inherits(), Squares()]


@pytest.mark.parametrize("game", [*GAMES, *natural.GAMES], ids=lambda game: type(game).__name__)
def test_native_and_interpreted_rules_answer_alike(game):
    assert native(game, 5) == interpreted(game, 5)


def test_the_walk_would_notice_a_difference_in_any_method():
    # Nothing is compiled here: it is about the number that the other tests compare.
    usual = interpreted(Base())
    for name, changed in {
        "to_move": lambda self, s: 1 - s.turn,
        "moves": lambda self, s: iter((2, 1)),
        "play": lambda self, s, m: Line(s.at + m + s.at // 3, 1 - s.turn),
        "outcome": lambda self, s: None if s.at < 7 else 1,
        "key": lambda self, s: s.at,
        "canonical": lambda self, s: Line(s.at, 0),
        "order": lambda self, s, m: m,
        "candidates": lambda self, s: iter((1,)),
        "bounds": lambda self, s: (-1, 1),
        "noisy": lambda self, s, m: m == 1,
        "repetition_key": lambda self, s: s.at,
    }.items():
        changed_game = type("Changed", (Base,), {name: changed})()
        assert interpreted(changed_game) != usual, name


def test_different_parameters_are_different_rules():
    one, other = Attributes(6), Attributes(8)
    assert mark_of(one) != mark_of(other)
    assert mark_of(one) == mark_of(Attributes(6))


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:pits=3,seeds=2", "othello:size=4"])
@pytest.mark.few(1, telling=["kalah"])
def test_a_game_that_comes_with_zermelo(spec):
    assert native(load(spec), 4) == interpreted(load(spec), 4)


@pytest.mark.long
def test_rules_in_a_class_that_adds_to_a_game_that_comes_with_zermelo():
    class Corners(TicTacToe):
        def order(self, s, m):
            return 1 if m in (0, 2, 6, 8) else 0

    game = Corners()
    assert native(game, 3) == interpreted(game, 3) != interpreted(TicTacToe(), 3)
