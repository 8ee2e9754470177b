"""Random programs mean the same interpreted and compiled, or are refused before they run.

`make test` looks at the same thirty every time. Twenty thousand more, in pieces:

    pytest -n 2 tests/compiler/test_differential.py --hypothesis-profile=thorough
"""

import itertools
import random

import pytest
from boards import some
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.differential import Program
from compiler.growing import PREAMBLE, program_of, programs

pytestmark = pytest.mark.filterwarnings(  # which Python 3.12 says of `~True`
    "ignore:Bitwise inversion:DeprecationWarning")

EXTREMES = [(1 << 63) - 1, -(1 << 63), 0, 1, -1]
RANGES = [(-9, 9), (0, 1000), (-(1 << 62), 1 << 62)]
NUMBERS = st.one_of(*(st.integers(*ends) for ends in RANGES), st.sampled_from(EXTREMES))
INPUTS = st.tuples(NUMBERS, NUMBERS, st.tuples(*[NUMBERS] * 4), NUMBERS, NUMBERS)

REFUSALS = (  # where Python would fail only once it gets there
    "it is None, not a number", "is not defined", "there is no item",
    "a shift by", "does not fit 64 bits",
    "a tuple of different types cannot be indexed",  # an int and a bool are not the same thing
)


def same(found, expected):
    """Equal, number by number; what is no number equals itself here."""
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    return all(a == b or (a != a and b != b) for a, b in zip(found, expected, strict=True))


class Seen:
    """What became of the programs so far."""

    def __init__(self):
        self.programs = self.runs = self.refused = 0

    def look_at(self, source, inputs, name=""):
        """Compare the two worlds."""
        program = Program(source)
        self.programs += 1
        if program.refused:
            self.refused += 1
            assert any(reason in program.refused for reason in REFUSALS), (name, program.refused)
            return
        for numbers in inputs:
            expected = program.interpreted(*numbers)
            if expected is not None:  # else it outgrew 64 bits
                self.runs += 1
                assert same(program.compiled(*numbers), expected), (name, numbers, source)

    def assert_most_of_them_ran(self, few=20):
        assert self.refused <= 3 + self.programs // few  # of some tens there may happen to be more
        assert self.runs > 3 * self.programs > 0


@pytest.mark.long
def test_a_program_means_the_same_in_both_worlds():
    seen = Seen()

    @settings(some(30), database=None)
    @given(programs(), st.lists(INPUTS, min_size=6, max_size=10))
    def holds(source, inputs):
        seen.look_at(source, inputs)

    holds()
    seen.assert_most_of_them_ran(few=2)  # it is fond of extremes, and there are few


@pytest.mark.long
def test_so_do_larger_ones():
    """Which take a quarter of the time to draw, as nobody can make them smaller."""
    look_at_seeds(range(-25, 0))


@pytest.mark.slow
def test_and_so_do_more():
    look_at_seeds(range(-70, -25))


def test_ranges_have_as_many_numbers_as_in_python():
    """Forwards and backwards, by steps that are known and by one that is not, to any end."""
    program = Program(f"""{PREAMBLE}
def program(s):
    i0 = sum(7 + x for x in range(s.a, s.b, 2))
    i1 = sum(7 + x for x in range(s.a, s.b, -3))
    i2 = sum(7 + x for x in range(s.a, s.b, s.inner.x))
    i3 = sum(7 + x for x in reversed(range(s.a, s.b, 3)))
    return i0, i1, i2, i3, 0.0, 0.0
""")
    assert not program.refused
    for a, b, step in itertools.product(range(-4, 5), range(-4, 5), (-4, -2, -1, 1, 2, 3)):
        numbers = a, b, (1, 2, 3, 4), step, 6
        assert program.compiled(*numbers) == program.interpreted(*numbers), numbers


def test_whole_numbers_are_divided_and_shifted_as_in_python():
    """Whatever their signs are; by nothing it fails."""
    program = Program(f"""{PREAMBLE}
def program(s):
    i2 = s.a >> (s.b & 3)
    i3 = wrap(s.a << (s.b & 3))
    return s.a // s.b, s.a % s.b, i2, i3, s.a % 1000 / s.b, 0.5 + s.a // 1.5 % 2.5
""")
    assert not program.refused
    for a, b in itertools.product([*range(-7, 8), *EXTREMES[:2]], range(-4, 5)):
        numbers = a, b, (1, 2, 3, 4), 5, 6
        expected = program.interpreted(*numbers)
        assert expected is None or same(program.compiled(*numbers), expected), numbers


@pytest.mark.parametrize("whole", ["int(f0)", "round(f0)", "math.floor(f0)", "divmod(s.b, -1)[1]"])
def test_nothing_is_compared_once_a_number_outgrows_64_bits(whole):
    """Not even if the program fails in another way before that number is of use, or uses it never:
    compiled, both numbers of a `divmod` are there."""
    program = Program(f"""{PREAMBLE}
def program(s):
    f0 = 1e30
    i0 = wrap(s.a ^ {whole})
    assert i0 > 0 and False
    return i0, 0, 0, 0, f0, 0.0
""")
    assert program.interpreted(1, -(1 << 63), (1, 2, 3, 4), 5, 6) is None
    assert program.compiled(1, -(1 << 63), (1, 2, 3, 4), 5, 6) == "OverflowError"


@pytest.mark.parametrize("asked", [
    "Inner(fails(s.a), y=1 // s.a).x", "Inner(x=1 // s.a, y=fails(s.a)).x",
    "fails(s.a, i1=1 // s.a)", "Inner(fails(s.a), 1 // s.a).x",
    "min(fails(s.a), 1 // s.a)", "(fails(s.a), 1 // s.a)[0]",
    "s.inner._replace(y=1 // s.a, x=fails(s.a)).x", "fails(i1=1 // s.a, i0=fails(s.a))",
    "Inner(i0 := 7, y=i0).y"])
def test_arguments_are_worked_out_in_their_order(asked):
    """Of two that fail the first is told, and the second sees what the first has set."""
    program = Program(f"""{PREAMBLE}
def fails(i0, i1=3):
    if i0 == 0:
        raise ValueError("no")
    return i1

def program(s):
    i0 = 5
    i1 = {asked}
    return i0, i1, 0, 0, 0.0, 0.0
""")
    for a in (0, 1):
        numbers = a, 2, (1, 2, 3, 4), 5, 6
        assert program.compiled(*numbers) == program.interpreted(*numbers)


# What runs through items, and what Python works out after them; whether anybody could tell.
BEGINNINGS = {
    "sum((fails(s.a), 2), s.b)": True,
    "sum((s.a, s.b), 1 // s.a)": True,
    "sum((x // s.a for x in s.cells), 1 // s.a)": True,  # by then it has begun
    "sum(range(s.b), start=fails(s.a))": True,
    "sum(range(0, s.b, s.a), fails(s.a))": False,
    "sum((fails(s.a), 2), 1 // s.a)": False,
    "sum((i0 := 3, 2), i0)": False,
    "sum((i0, 2), i0 := 3)": False,
    "sum((i0 for _ in range(2)), 7 if s.a else 2)": True,
    "max((x for x in (fails(s.a), 2)), default=1 // s.a)": False,
    "max((x for x in range(fails(s.a), 0)), default=s.b * 2 + 1)": True,
    "max((fails(s.a), 2), default=1 // s.a)": True,
    "max((s.b, 2), default=1 // s.a)": True,
    "min(s.b, 2, default=3)": False,
    "next((x for x in (fails(s.a), 2)), 1 // s.a)": False,
    "next((x for x in s.cells if x > 90), s.b)": True,
    "sum(i * x for i, x in enumerate((fails(s.a), 2), 1 // s.a))": False,
    "sum(i * x for i, x in enumerate((fails(s.a), 2), s.b))": True,
}


@pytest.mark.parametrize("asked", BEGINNINGS)
def test_items_are_worked_out_before_where_to_begin_or_it_is_refused(asked):
    program = Program(f"""{PREAMBLE}
def fails(i0):
    if i0 == 0:
        raise ValueError("no")
    return i0

def program(s):
    i0 = 5
    i1 = {asked}
    return i0, i1, 0, 0, 0.0, 0.0
""")
    assert (program.refused == "") == BEGINNINGS[asked], program.refused
    for a in (0, 1) if BEGINNINGS[asked] else ():
        numbers = a, 2, (1, 2, 3, 4), 5, 6
        assert program.compiled(*numbers) == program.interpreted(*numbers)


@pytest.mark.slow
@pytest.mark.parametrize("piece", [
    pytest.param(piece, marks=pytest.mark.xdist_group(f"programs {piece}")) for piece in range(40)])
def test_so_do_programs_that_no_other_piece_has(piece):
    look_at_seeds(range(1000 * piece, 1000 * piece + max(25, settings().max_examples // 40)))


def look_at_seeds(seeds):
    seen = Seen()
    for seed in seeds:
        rng = random.Random(seed)
        source = program_of(rng)
        seen.look_at(source, [some_input(rng) for _ in range(8)], f"seed {seed}")
    seen.assert_most_of_them_ran()


def some_input(rng):
    def number():
        ends = rng.choice([*RANGES, None])
        return rng.choice(EXTREMES) if ends is None else rng.randint(*ends)

    return number(), number(), tuple(number() for _ in range(4)), number(), number()
