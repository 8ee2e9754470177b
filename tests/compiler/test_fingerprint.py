"""What changes compiled code changes the name that it is found by on disk."""

from __future__ import annotations

from typing import NamedTuple

from compiler.compiling import mark_of, native
from zermelo import Game
from zermelo.portable import inlined


def counting(step, place, *, inline=False):
    """A game whose state's class, or what a helper gives, takes a hand in the rules."""
    class Halves(NamedTuple):
        low: int
        high: int

        @property
        def total(self):
            return self.low + self.high - (step if place == "helper" else 0)

    class Pile(NamedTuple):
        stones: int
        turn: int

        @property
        def least(self):
            return step if place == "property" else 1

        def most(self):
            return step if place == "method" else 3

    def halves(stones):
        return Halves(stones // 2, stones % 2)

    if inline:
        halves = inlined(halves)

    class Counting(Game):
        def initial(self):
            return Pile(9, 0)

        def to_move(self, s):
            return s.turn

        def moves(self, s):
            for taken in range(s.least, s.most() + 1):
                if taken <= s.stones:
                    yield taken

        def play(self, s, taken):
            return s._replace(stones=s.stones - taken, turn=1 - s.turn)

        def outcome(self, s):
            if halves(s.stones).total <= 0 or s.stones < s.least:
                return -1 if s.turn == 0 else 1
            return None

    return Counting()


def test_the_code_of_a_states_class_counts():
    for place in ("property", "method", "helper"):
        one, other = counting(1, place), counting(2, place)
        assert mark_of(one) == mark_of(counting(1, place))
        assert mark_of(one) != mark_of(other), place
        assert native(one) != native(other), place


def test_whether_a_function_is_inlined_counts():
    assert mark_of(counting(1, "method")) != mark_of(counting(1, "method", inline=True))
