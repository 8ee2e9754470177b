"""Numbers side by side mean the same interpreted and compiled, at the edges of a lane too."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import lanes
from zermelo.compiler.records import Array, array
from zermelo.errors import CannotCompile
from zermelo.games.nim import Nim
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header

GAME = Nim()
EDGES = [0, 1, -1, 127, 128, 129, -32768, -32767, 32767]
small = st.one_of(st.sampled_from(EDGES), st.integers(-32768, 32767))
fours = st.lists(small, min_size=4, max_size=4)
thorough = settings(max_examples=400, deadline=None, derandomize=True)

ROWS = tuple((n * 0x9E3779B97F4A7C15 + (1 << 63)) % (1 << 64) - (1 << 63) for n in range(40))


class Call(Header, whole=True):
    """What is given, and the answers."""

    given: Array[int] = array(int, 8)
    answers: Array[int] = array(int, 8)


LIGHT = (lanes.packed([1, -2, 300, -32768]), lanes.packed([7, 0, -1, 32767]))
HEAVY = tuple(lanes.packed([32767, -32768, 32767, 32767]) for _ in range(2))  # beyond 32 bits


def everything(rules, memory, s):
    numbers = [0, 0]
    numbers[0], numbers[1] = memory.given[0], memory.given[1]
    memory.answers[0] = lanes.weighed_squares(numbers, 0, 128, LIGHT)
    memory.answers[1] = lanes.weighed_squares(numbers, 16384, 16384 + 128, LIGHT)
    memory.answers[2] = lanes.weighed_squares(numbers, -32768, -32768 + 181, HEAVY)
    memory.answers[3] = lanes.weighed_squares(numbers, 32767 - 181, 32767, HEAVY)
    memory.answers[4] = lanes.weighed_squares(numbers, 5, 5, HEAVY)


def with_rows(rules, memory, s):
    sums = [0] * 5
    for k in range(5):
        sums[k] = memory.given[k]
    for n in range(3):
        lanes.add_row(sums, ROWS, memory.given[5 + n])
    lanes.subtract_row(sums, ROWS, memory.given[6])
    for k in range(5):
        memory.answers[k] = sums[k]


@cache
def kernel_of(function, native):
    return Kernel(GAME, function, (Call,), native=native)


def called(function, given, native=True):
    kernel = kernel_of(function, native)
    memory = kernel.new(Call)
    for i, number in enumerate(given):
        memory.given[i] = number
    kernel.run(GAME.initial(), memory)
    return [memory.answers[i] for i in range(8)]


@pytest.mark.long
@thorough
@given(fours, fours)
def test_lanes_are_what_they_mean(one, other):
    words = [lanes.packed(one), lanes.packed(other)]
    assert lanes.lanes_of(words[0]) == one
    found = called(everything, words)
    assert found == called(everything, words, native=False)

    def squares(low, high, weights):
        by = [number for word in weights for number in lanes.lanes_of(word)]
        return sum(weight * (min(max(number, low), high) - low) ** 2
                   for number, weight in zip([*one, *other], by, strict=True))

    assert found[:5] == [squares(0, 128, LIGHT), squares(16384, 16512, LIGHT),
                         squares(-32768, -32587, HEAVY), squares(32586, 32767, HEAVY), 0]


@pytest.mark.long
@thorough
@given(st.lists(st.integers(-(1 << 63), (1 << 63) - 1), min_size=5, max_size=5),
       st.lists(st.integers(0, 35), min_size=3, max_size=3))
def test_rows_are_added_and_subtracted_word_by_word(sums, at):
    found = called(with_rows, [*sums, *at])
    assert found == called(with_rows, [*sums, *at], native=False)
    low = (1 << 64) - 1
    assert [n & low for n in found[:5]] == [
        (sums[k] + ROWS[at[0] + k] + ROWS[at[2] + k]) & low for k in range(5)]


@pytest.mark.parametrize("at", [36, 40, -1, -40, 1 << 62, -(1 << 63)])
@pytest.mark.parametrize("native", [True, False])
def test_there_is_no_row_beyond_the_table(at, native):
    with pytest.raises(Exception, match="there is no row of 5"):
        called(with_rows, [0, 0, 0, 0, 0, at, 0, 0], native)


def bounds_given(rules, memory, s):
    numbers = [0, 0]
    memory.answers[0] = lanes.weighed_squares(numbers, 0, memory.given[1], LIGHT)


def square_too_large(rules, memory, s):
    numbers = [0, 0]
    memory.answers[0] = lanes.weighed_squares(numbers, 0, 182, LIGHT)


def beyond_a_lane(rules, memory, s):
    numbers = [0, 0]
    memory.answers[0] = lanes.weighed_squares(numbers, 40_000, 40_001, LIGHT)


def too_few_weights(rules, memory, s):
    numbers = [0, 0, 0]
    memory.answers[0] = lanes.weighed_squares(numbers, 0, 128, LIGHT)


def no_list_of_numbers(rules, memory, s):
    memory.answers[0] = lanes.weighed_squares((1, 2), 0, 128, LIGHT)


def too_long(rules, memory, s):
    sums = [0] * 50
    lanes.add_row(sums, ROWS, 0)
    memory.answers[0] = sums[0]


def no_list(rules, memory, s):
    lanes.add_row((1, 2), ROWS, 0)


def no_ints(rules, memory, s):
    sums = [0, 0]
    lanes.add_row(sums, (1.5, 2.5), 0)
    memory.answers[0] = sums[0]


@pytest.mark.parametrize(("function", "told"), [
    (bounds_given, "bounds and weights of lanes are constants"),
    (square_too_large, "numbers from 0 to 182, or their squares, do not fit a lane of 16 bits"),
    (beyond_a_lane, "numbers from 40000 to 40001"),
    (too_few_weights, "there are 2 ints of weights for 3 of numbers"),
    (no_list_of_numbers, "what is weighed is a list of ints, and this is a tuple"),
    (too_long, "a table of 40 has no row of 50"),
    (no_list, "a row is added to a list of ints, and this is a tuple"),
    (no_ints, "rows are a tuple of ints")])
def test_what_lanes_cannot_do_is_refused(function, told):
    with pytest.raises(CannotCompile, match=told):
        kernel_of(function, True)
