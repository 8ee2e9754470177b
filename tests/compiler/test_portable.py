"""The functions for rules mean the same interpreted and compiled, bit 63 included."""

from functools import cache
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import portable
from zermelo.compiler.records import Array, array
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
EDGES = [0, 1, 2, -1, -2, LOWEST, LOWEST + 1, HIGHEST, HIGHEST - 1, 1 << 62, -(1 << 62), 0xFF << 56]

words = st.one_of(st.sampled_from([portable.wrap(edge) for edge in EDGES]),
                  st.integers(LOWEST, HIGHEST),
                  st.integers(0, 63).map(portable.bit),  # one square
                  st.sets(st.integers(0, 63)).map(  # a few
                      lambda squares: portable.wrap(sum(1 << square for square in squares))))
places = st.integers(0, 63)
thorough = settings(max_examples=400, deadline=None, derandomize=True)


class Call(Header, whole=True):
    """What a compiled function is called with, and what it answers."""

    given: Array[int] = array(int, 16)
    count: int
    answers: Array[int] = array(int, 64)


def called(function, *given):
    """The answers of compiled code to these numbers."""
    kernel = kernel_of(function)
    memory = kernel.new(Call)
    for i, number in enumerate(given):
        memory.given[i] = number
    kernel.run(None, memory)
    return [memory.answers[i] for i in range(memory.count)]


@cache
def kernel_of(function):
    return Kernel(None, function, (Call,), native=True)


def answer(memory, number):
    memory.answers[memory.count] = number
    memory.count += 1


def of_a_board(rules, memory, s):
    board = memory.given[0]
    answer(memory, portable.wrap(board))
    answer(memory, portable.popcount(board))
    answer(memory, portable.lowest(board))
    answer(memory, portable.highest(board))
    answer(memory, portable.bytes_reversed(board))
    # As it stands in rules: folded into one instruction.
    answer(memory, portable.bit(portable.highest(board | 1)))


def test_of_a_board():
    @thorough
    @given(words)
    def agree(board):
        assert called(of_a_board, board) == [
            portable.wrap(board), portable.popcount(board), portable.lowest(board),
            portable.highest(board), portable.bytes_reversed(board),
            portable.bit(portable.highest(board | 1))]

    agree()


def of_constants(rules, memory, s):
    answer(memory, portable.highest(0))
    answer(memory, portable.highest(-1))
    answer(memory, portable.bytes_reversed(0x0102030405060708))
    answer(memory, portable.bytes_reversed(128))


def test_constants_are_folded_to_the_same():
    assert called(of_constants) == [-1, 63, 0x0807060504030201, LOWEST]


@given(words)
def test_a_board_turned_twice_is_itself(board):
    turned = portable.bytes_reversed(board)
    assert portable.bytes_reversed(turned) == board
    assert portable.popcount(turned) == portable.popcount(board)


@given(words)
def test_the_highest_square_is_the_last_of_them(board):
    assert portable.highest(board) == max(portable.squares(board), default=-1)


def shifted(rules, memory, s):
    answer(memory, portable.shl(memory.given[0], memory.given[1]))
    answer(memory, portable.shr(memory.given[0], memory.given[1]))
    answer(memory, portable.bit(memory.given[1]))


def test_shifts_by_0_to_63():
    def plain(board, by):
        return [portable.shl(board, by), portable.shr(board, by), portable.bit(by)]

    @thorough
    @given(words, places)
    def agree(board, by):
        assert called(shifted, board, by) == plain(board, by)

    agree()
    for by in range(64):
        for board in (-1, LOWEST, HIGHEST, 1):
            assert called(shifted, board, by) == plain(board, by)
    assert portable.bit(63) == LOWEST


def test_shifts_lose_what_leaves_the_board():
    for by in range(64):
        assert portable.shr(portable.shl(-1, by), by) == portable.shr(-1, by)
        assert portable.popcount(portable.shl(-1, by)) == 64 - by


def collected(rules, memory, s):
    for square in portable.squares(memory.given[0]):
        answer(memory, square)


def test_squares():
    @thorough
    @given(words)
    def agree(board):
        assert called(collected, board) == list(portable.squares(board))

    agree()
    assert called(collected, -1) == list(range(64)) == list(portable.squares(-1))


def length(rules, memory, s):
    answer(memory, portable.bit_length(memory.given[0]))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, HIGHEST))
def test_bit_lengths(number):
    assert called(length, number) == [portable.bit_length(number)]


def another(rules, memory, s):
    at = memory.given
    for n in portable.replaced((at[2], at[3], at[4], at[5]), at[0], at[1]):
        answer(memory, n)
    pairs = portable.replaced(((at[2], at[3]), (at[4], at[5])), at[0] & 1, (at[1], at[2]))
    for one, other in pairs:
        answer(memory, one)
        answer(memory, other)


@thorough
@given(st.tuples(words, words, words, words), st.integers(0, 3), words)
def test_replaced_in_a_tuple(items, index, item):
    a, b, c, d = items
    pairs = portable.replaced(((a, b), (c, d)), index & 1, (item, a))
    assert called(another, index, item, *items) == [*portable.replaced(items, index, item),
                                                    *pairs[0], *pairs[1]]


def exchanged(rules, memory, s):
    at, index = memory.given, memory.given[0]
    items = (at[2], at[3], at[4], at[5])
    for n in items[:index] + (at[1],) + items[index + 1:]:  # noqa: RUF005 - as people write it
        answer(memory, n)
    pairs, index = ((at[2], at[3]), (at[4], at[5])), index & 1
    for one, other in (*pairs[:index], (at[1], at[2]), *pairs[index + 1:]):
        answer(memory, one)
        answer(memory, other)


@thorough
@given(st.tuples(words, words, words, words), st.sampled_from([-4, -3, -2, 0, 1, 2, 3]), words)
def test_an_item_between_two_slices(items, index, item):
    pairs, low = (items[:2], items[2:]), index & 1
    pairs = (*pairs[:low], (item, items[0]), *pairs[low + 1:])
    assert called(exchanged, index, item, *items) == [*items[:index], item, *items[index + 1:],
                                                      *pairs[0], *pairs[1]]


def instead_of_a_truth(rules, memory, s):
    at = memory.given
    mixed = portable.replaced((at[0] > 3, at[1]), 0, at[2])
    answer(memory, mixed[0])
    answer(memory, mixed[1])


def test_a_number_may_take_the_place_of_a_truth():
    assert called(instead_of_a_truth, 5, 6, 7) == [7, 6]


# --- hashes ---

class Pair(NamedTuple):
    one: int
    two: int


class Nested(NamedTuple):
    board: int
    rows: tuple[int, int, int]
    pairs: tuple[tuple[int, int], tuple[int, int]]


def hashed(memory, key):
    home, check = portable.hashes_of(key)
    answer(memory, home)
    answer(memory, check)
    answer(memory, portable.hash_of(key))


def hashed_keys(rules, memory, s):
    """Of keys of every shape that a state may have."""
    a, b, c = memory.given[0], memory.given[1], memory.given[2]
    hashed(memory, a)
    hashed(memory, (a,))
    hashed(memory, (a, b, c))
    hashed(memory, Pair(a, b))
    hashed(memory, Nested(a, (a, b, c), ((c, b), (b, c))))


@thorough
@given(words, words, words)
def test_hashes(a, b, c):
    want = []
    for key in (a, (a,), (a, b, c), Pair(a, b), Nested(a, (a, b, c), ((c, b), (b, c)))):
        home, check = portable.hashes_of(key)
        assert LOWEST <= home <= HIGHEST and LOWEST <= check <= HIGHEST
        assert portable.hash_of(key) == check
        want += [home, check, check]
    assert called(hashed_keys, a, b, c) == want


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
