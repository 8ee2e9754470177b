"""Changed rules are other rules, wherever the change is; a changed comment is none."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from compiler.compiling import HOOKS, executed, interpreted, mark_of, native
from zermelo import Game, portable
from zermelo.compiler.targets import host
from zermelo.kernel.compiling import marked
from zermelo.portable import four_side_by_side, hash_of, inlined, one_by_one, side_by_side

RULES = """
import enum
import functools
from typing import NamedTuple

import numpy as np

import fingerprinted_constants as constants
from zermelo import Game

LAST = 7
JUMPS = (1, 2)
TABLE = np.array([4, 5])

class Colour(enum.IntEnum):
    RED = 4

def helper(number):
    return far_helper(number) + LAST

def far_helper(number, more=1):
    return number + more

def closing_over(step):
    def stretched(number):
        return number * step
    return stretched

stretched = closing_over(3)

class Line(NamedTuple):
    at: int
    turn: int

class Base(Game):
    factor = 5
    def noisy(self, s, m):
        return m == 2

class Rules(Base):
    def __init__(self, size=3):
        self.size = size
        self.squares = tuple(n * n for n in range(size))
        self.array = np.array([8, 9])
    @property
    def wide(self):
        return 6
    @functools.cached_property
    def high(self):
        return 7
    @staticmethod
    def folded(number):
        return number % 5
    def initial(self):
        return Line(0, 0)
    def to_move(self, s):
        return s.turn
    def moves(self, s):
        for jump in JUMPS:
            yield jump
    def play(self, s, m):
        return Line(s.at + m, 1 - s.turn)
    def outcome(self, s):
        return None if s.at < LAST else 1
    def order(self, s, m):
        return (helper(m) + stretched(m) + self.factor + self.squares[2] + constants.STEP
                + self.wide + self.high + self.folded(m) + int(TABLE[0]) + int(self.array[0])
                + Colour.RED)
"""


@pytest.fixture
def module():
    """A module that rules refer to by its name."""
    made = ModuleType("fingerprinted_constants")
    made.STEP = 2
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]


def game_of(source):
    scope = {"__name__": "rules"}
    executed(source, scope)
    return scope["Rules"]()


CHANGES = {
    "the body of a method": ("s.at + m, 1", "s.at + m + 0, 1"),
    "a number in a method": ("yield jump", "yield jump + 1"),
    "another order of operations": ("helper(m) + stretched(m)", "stretched(m) + helper(m)"),
    "a helper": ("far_helper(number) + LAST", "far_helper(number) - LAST"),
    "a helper's helper": ("return number + more", "return number - more"),
    "a helper's default": ("more=1", "more=2"),
    "a module constant": ("LAST = 7", "LAST = 8"),
    "a tuple of constants": ("JUMPS = (1, 2)", "JUMPS = (1, 3)"),
    "what a function closes over": ("closing_over(3)", "closing_over(4)"),
    "a closure": ("return number * step", "return number + step"),
    "a class attribute": ("factor = 5", "factor = 6"),
    "a base class": ("return m == 2", "return m == 1"),
    "a parameter's default": ("size=3", "size=4"),
    "what is computed from parameters": ("n * n for n", "n + n for n"),
    "a property": ("return 6", "return 5"),
    "a cached property": ("return 7", "return 5"),
    "a static method": ("number % 5", "number % 4"),
    "an array": ("TABLE = np.array([4, 5])", "TABLE = np.array([3, 5])"),
    "an array of the game's": ("np.array([8, 9])", "np.array([7, 9])"),
    "an enumeration": ("RED = 4", "RED = 3"),
    "the fields of a state": ("at: int\n", "square: int\n    @property\n    def at(self):\n"
                                          "        return self[0]\n"),
    "another hook": ("    def outcome", "    def bounds(self, s):\n        return -1, 1\n"
                                        "    def outcome"),
    "what repeats": ("factor = 5", "factor = 5\n    repetition = 3"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_rules_have_another_fingerprint(change, module):
    old, new = CHANGES[change]
    assert old in RULES
    assert mark_of(game_of(RULES)) != mark_of(game_of(RULES.replace(old, new, 1)))


def test_so_does_a_constant_of_another_module(module):
    before = mark_of(game_of(RULES))
    module.STEP = 3
    assert mark_of(game_of(RULES)) != before


def test_and_other_versions_of_the_compiler_and_of_zermelo(module, monkeypatch):
    from zermelo.compiler import fingerprint

    before = mark_of(game_of(RULES))
    monkeypatch.setattr(fingerprint, "_surroundings", lambda: "another machine")
    assert mark_of(game_of(RULES)) != before


def test_of_our_own_modules_only_those_are_left_out_whose_source_is_in_it(module, monkeypatch):
    """A number of the search's own is in the code; what `portable` does is known by its source."""
    from zermelo.compiler import fingerprint
    from zermelo.search import core, quiescence

    def mark():
        return marked(game_of(RULES), core.run, (), {}, HOOKS, host())

    before, surroundings = mark(), fingerprint._surroundings.__wrapped__()
    monkeypatch.setattr(quiescence, "MARGIN", quiescence.MARGIN + 1)
    assert mark() != before
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"#" * (
        file == Path(portable.__file__)))
    assert fingerprint._surroundings.__wrapped__() != surroundings


def test_comments_lines_and_files_do_not_matter(module):
    before = mark_of(game_of(RULES))
    commented = RULES.replace("    def moves", "\n    # a comment\n\n\n    def moves")
    assert commented != RULES
    assert mark_of(game_of(commented)) == before
    assert mark_of(game_of(RULES)) == before  # from another cell
    assert mark_of(game_of(f"{RULES}\ndef unused():\n    return LAST\n")) == before


def test_a_game_keeps_its_fingerprint_when_its_properties_have_been_asked(module):
    game = game_of(RULES)
    before = mark_of(game)
    assert game.high == 7
    assert mark_of(game) == before


def test_what_was_asked_before_does_not_matter(module):
    """Words have numbers once they were seen, in one process these and in another those."""
    game = game_of(RULES)
    before = mark_of(game)
    assert hash_of(("a word that nobody asked for yet", 1)) != 0
    assert mark_of(game) == before


def test_in_a_running_process_changes_are_seen_too(module):
    """As in a notebook, where a cell is run again and the class itself stays."""
    scope = {"__name__": "notebook"}
    executed(RULES, scope)
    game = scope["Rules"]()
    seen = {native(game)}
    assert seen == {interpreted(game)}
    for cell in ("LAST = 5", "def helper(number):\n    return number - 3",
                 "def far_helper(number):\n    return 11\nhelper = far_helper",
                 "constants.STEP = 7", "Base.noisy = lambda self, s, m: m == 1",
                 "Rules.order = lambda self, s, m: m"):
        executed(cell, scope)
        now = native(game)
        assert now == interpreted(game), cell
        assert now not in seen, cell
        seen.add(now)


def test_a_class_defined_anew_under_the_same_name_is_another_one(module):
    one, other = game_of(RULES), game_of(RULES.replace("yield jump", "yield jump + 1"))
    assert one.spec == other.spec
    assert native(one) == interpreted(one)
    assert native(other) == interpreted(other) != interpreted(one)
    again = game_of(RULES)
    assert native(again) == interpreted(one)


def counting(step, place, mark=None):
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

    if mark is not None:
        halves = mark(halves)

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


@pytest.mark.parametrize("mark", [inlined, one_by_one, side_by_side, four_side_by_side])
def test_how_a_function_is_marked_counts(mark):
    assert mark_of(counting(1, "method")) != mark_of(counting(1, "method", mark))


class Scaled:
    """To be called, comparable, and therefore without a hash."""

    def __init__(self, by):
        self.by = by

    def __eq__(self, other):
        return self.by == other.by

    def __call__(self, number):
        return self.by * number


def calling(scaled):
    class Scaling(type(counting(1, "method"))):
        def order(self, s, m):
            return scaled(m)

    return Scaling()


def test_objects_that_are_called_count_even_without_a_hash():
    assert mark_of(calling(Scaled(2))) == mark_of(calling(Scaled(2)))
    assert mark_of(calling(Scaled(2))) != mark_of(calling(Scaled(3)))


SAME = """
from zermelo import load
from zermelo.compiler.targets import host
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.games import GAMES
from zermelo.kernel.compiling import marked
from zermelo.search.core import run
from zermelo.search.memory import Memory, Table
from zermelo.search.rules import HOOKS, extra_rules, formula_of

for spec in GAMES:
    game = load(spec)
    judge = evaluator_for(game, "standard") if evaluators(game) else None
    print(spec, marked(game, run, (Memory, Table), extra_rules(game, formula_of(judge)), HOOKS,
                       host()))
"""


@pytest.mark.long
def test_every_process_finds_what_another_has_compiled():
    """Whatever order its sets are in."""
    said = {subprocess.run([sys.executable, "-c", SAME], capture_output=True, text=True,
                           check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
            for seed in ("1", "2")}
    assert len(said) == 1 and len(said.pop().splitlines()) >= 13
