"""A tiny right game, with every hook.

Two heaps of stones; a move takes one or two stones from a heap; who takes the last stone wins.
"""

from itertools import count
from typing import NamedTuple

from zermelo.game import Game

TICKS = count()  # for games that say something else every time
NAMES = ("first", "second")


class Heaps(NamedTuple):
    a: int
    b: int
    turn: int


class Take(Game):
    """Take one or two."""

    def __init__(self, a=3, b=2):
        self.a, self.b = a, b

    def initial(self):
        return Heaps(self.a, self.b, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for taken in (1, 2):
            if s.a >= taken:
                yield taken
            if s.b >= taken:
                yield 10 + taken

    def play(self, s, m):
        heap, taken = divmod(m, 10)
        return Heaps(s.a - taken * (1 - heap), s.b - taken * heap, 1 - s.turn)

    def outcome(self, s):
        if s.a or s.b:
            return None
        return 1 if s.turn else -1

    def canonical(self, s):
        return Heaps(min(s.a, s.b), max(s.a, s.b), s.turn)

    def candidates(self, s):  # who can take the last stone does
        for m in self.moves(s):
            if m % 10 == s.a + s.b:
                yield m
                return
        for m in self.moves(s):
            yield m

    def order(self, s, m):
        return m % 10

    def noisy(self, s, m):
        return m % 10 == 2

    def bounds(self, s):
        result = self.outcome(s)
        return (-1, 1) if result is None else (result, result)

    def null_move(self, s):
        return Heaps(s.a, s.b, 1 - s.turn)

    def loud(self, s):
        if s.a >= 2:
            yield 2
        if s.b >= 2:
            yield 12

    def exchange(self, s, m):
        return m % 10 / 2

    def urgent(self, s):
        return s.a + s.b == 2

    def threatens(self, s, m):
        return s.a + s.b - m % 10 in (0, 2)

    def playing_key(self, s):
        return (s.a, s.b, s.turn)

    def reversible(self, s):
        return 0

    def unsettled(self, s):
        return (s.a, s.b)

    def key(self, s):
        return 2000 * s.a + 2 * s.b + s.turn

    def unkey(self, k):
        return Heaps(k // 2000, k % 2000 // 2, k % 2)

    def tier(self, s):
        return -s.a - s.b

    def text(self, s):
        return f"{s.a}+{s.b}:{NAMES[s.turn]}"

    def parse(self, text):
        heaps, _, mover = text.partition(":")
        words = heaps.split("+")
        if len(words) != 2 or not all(w.isascii() and w.isdigit() for w in words):
            raise self.bad_position(text, "write two heaps, like 3+2:first")
        if mover not in NAMES:
            raise self.bad_position(text, "end it with :first or :second")
        return Heaps(*map(int, words), NAMES.index(mover))

    def move_text(self, s, m):
        return f"{'ab'[m // 10]}{m % 10}"
