"""The functions for rules mean the same interpreted and compiled, bit 63 included."""

from inspect import isfunction
from typing import NamedTuple

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import portable
from zermelo.native.instructions import INSTRUCTIONS

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
EDGES = [0, 1, 2, -1, -2, LOWEST, LOWEST + 1, HIGHEST, HIGHEST - 1, 1 << 62, -(1 << 62), 0xFF << 56]

words = st.one_of(st.sampled_from([portable.wrap(edge) for edge in EDGES]),
                  st.integers(LOWEST, HIGHEST),
                  st.integers(0, 63).map(portable.bit),  # one square
                  st.sets(st.integers(0, 63)).map(  # a few
                      lambda squares: portable.wrap(sum(1 << square for square in squares))))
places = st.integers(0, 63)
thorough = settings(max_examples=400, deadline=None, derandomize=True)


def compiled(function):
    return INSTRUCTIONS[function]


def test_every_portable_function_has_its_instruction():
    own = {thing for name, thing in vars(portable).items()
           if isfunction(thing) and not name.startswith("_")}
    newer = {portable.highest, portable.bytes_reversed}  # known to the compiler of `compiler/` only
    assert own - {portable.inlined} - newer == set(INSTRUCTIONS)


@pytest.mark.parametrize("name", ["wrap", "popcount", "lowest"])
def test_of_a_board(name):
    plain = getattr(portable, name)
    fast = compiled(plain)

    @thorough
    @given(words)
    def agree(board):
        assert fast(board) == plain(board)

    agree()


@pytest.mark.parametrize("name", ["shl", "shr"])
def test_shifts_by_0_to_63(name):
    plain = getattr(portable, name)
    fast = compiled(plain)

    @thorough
    @given(words, places)
    def agree(board, by):
        assert fast(board, by) == plain(board, by)

    agree()
    for by in range(64):
        for board in (-1, LOWEST, HIGHEST, 1):
            assert fast(board, by) == plain(board, by)


def test_shifts_lose_what_leaves_the_board():
    for by in range(64):
        assert portable.shr(portable.shl(-1, by), by) == portable.shr(-1, by)
        assert portable.popcount(portable.shl(-1, by)) == 64 - by


def test_bits():
    for square in range(64):
        assert compiled(portable.bit)(square) == portable.bit(square)
    assert portable.bit(63) == LOWEST


def test_squares():
    fast = compiled(portable.squares)

    @numba.njit
    def collected(board):
        found = [0]
        for square in fast(board):
            found.append(square)
        return found

    @thorough
    @given(words)
    def agree(board):
        assert collected(board)[1:] == list(portable.squares(board))

    agree()
    assert collected(-1)[1:] == list(range(64)) == list(portable.squares(-1))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, HIGHEST))
def test_bit_lengths(number):
    assert compiled(portable.bit_length)(number) == portable.bit_length(number)


@thorough
@given(st.tuples(words, words, words, words), st.integers(0, 3), words)
def test_replaced_in_a_tuple(items, index, item):
    assert compiled(portable.replaced)(items, index, item) == portable.replaced(items, index, item)


@thorough
@given(st.tuples(*[st.tuples(words, words)] * 3), st.integers(0, 2), st.tuples(words, words))
def test_replaced_in_a_tuple_of_tuples(items, index, item):
    assert compiled(portable.replaced)(items, index, item) == portable.replaced(items, index, item)


def test_a_weight_is_read_from_its_64_bits():
    as_float = compiled(portable.as_float)

    @numba.njit
    def reading(word):
        return as_float(word)

    assert reading(0x3FF8000000000000) == 1.5 == portable.as_float(1.5)


# --- hashes ---

class Pair(NamedTuple):
    one: int
    two: int


class Nested(NamedTuple):
    board: int
    rows: tuple[int, int, int]
    pairs: tuple[tuple[int, int], tuple[int, int]]


SHAPES = {
    "an int": words,
    "one": st.tuples(words),
    "three": st.tuples(words, words, words),
    "a NamedTuple": st.builds(Pair, words, words),
    "nested": st.builds(Nested, words, st.tuples(words, words, words),
                        st.tuples(st.tuples(words, words), st.tuples(words, words))),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_hashes(shape):
    hash_of, hashes_of = compiled(portable.hash_of), compiled(portable.hashes_of)
    flattened = compiled(portable.flattened)

    @numba.njit
    def hashed(key):
        return hash_of(key), hashes_of(key), flattened(key)

    @thorough
    @given(SHAPES[shape])
    def agree(key):
        both = portable.hashes_of(key)
        assert hashed(key) == (portable.hash_of(key), both, portable.flattened(key))
        assert portable.hash_of(key) == both[1]
        assert all(LOWEST <= number <= HIGHEST for number in both)

    agree()


@thorough
@given(words, words)
def test_different_numbers_have_different_hashes(one, other):
    assert (portable.hash_of(one) == portable.hash_of(other)) == (one == other)


@thorough
@given(st.lists(words, min_size=2, max_size=4), st.data())
def test_a_hash_depends_on_every_word_and_on_their_order(items, data):
    index = data.draw(st.integers(0, len(items) - 1))
    key, flipped = tuple(items), list(items)
    flipped[index] ^= portable.bit(data.draw(places))
    assert portable.hash_of(key) != portable.hash_of(tuple(flipped))
    if key != key[::-1]:
        assert portable.hash_of(key) != portable.hash_of(key[::-1])


def test_hashes_of_neighbours_differ_in_about_half_of_their_bits():
    changed = [portable.popcount(portable.hash_of(n) ^ portable.hash_of(n ^ portable.bit(square)))
               for n in range(0, 5000, 97) for square in range(64)]
    assert 30 < sum(changed) / len(changed) < 34
    assert min(changed) > 8


def test_keys_that_are_no_numbers_have_hashes_too():
    assert portable.hash_of("a") == portable.hash_of("a") != portable.hash_of("b")
    assert portable.hash_of((1, "a")) == portable.hash_of((1, "a"))
    assert portable.hash_of(frozenset({1})) != portable.hash_of(frozenset({2}))
