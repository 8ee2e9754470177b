"""Functions for boards of 64 squares mean the same interpreted and compiled, bit 63 included."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import portable
from zermelo.compiler.records import Array, array
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header
from zermelo.portable import bit, bytes_reversed, highest, lowest, popcount, shl, shr, wrap

boards = st.one_of(st.sampled_from([0, 1, -1, -2, 1 << 62, bit(63), bit(63) + 1, ~bit(63)]),
                   st.integers(-(1 << 63), (1 << 63) - 1), st.integers(0, 63).map(bit))
places = st.integers(0, 63)


class Answers(Header):
    board: int
    by: int
    found: Array[int] = array(int, 12)


def asked(rules: None, memory: Answers, state: None) -> None:
    board, by = memory.board, memory.by
    memory.found[0] = wrap(board * 3)
    memory.found[1] = bit(by)
    memory.found[2] = shl(board, by)
    memory.found[3] = shr(board, by)
    memory.found[4] = popcount(board)
    memory.found[5] = lowest(board)
    memory.found[6] = highest(board)
    memory.found[7] = bytes_reversed(board)
    memory.found[8] = bit(highest(board | 1))  # as it stands in rules: folded into one instruction


def test_compiled_functions_agree_with_the_interpreted_ones():
    kernel = Kernel(None, asked, (Answers,), native=True)
    native = kernel.new(Answers)

    @settings(max_examples=500, deadline=None, derandomize=True)
    @given(boards, places)
    def agree(board, by):
        plain = Answers()
        for memory in (native, plain):
            memory.board, memory.by = board, by
        kernel.run(None, native)
        asked(None, plain, None)
        assert [native.found[i] for i in range(9)] == [plain.found[i] for i in range(9)]

    agree()


def known(rules: None, memory: Answers, state: None) -> None:
    memory.found[0] = highest(0)
    memory.found[1] = highest(-1)
    memory.found[2] = bytes_reversed(0x0102030405060708)
    memory.found[3] = bytes_reversed(128)


def test_constants_are_folded_to_the_same():
    kernel = Kernel(None, known, (Answers,), native=True)
    memory = kernel.new(Answers)
    kernel.run(None, memory)
    assert [memory.found[i] for i in range(4)] == [-1, 63, 0x0807060504030201, bit(63)]


@given(boards)
def test_a_board_turned_twice_is_itself(board):
    assert bytes_reversed(bytes_reversed(board)) == board
    assert popcount(bytes_reversed(board)) == popcount(board)


@given(boards)
def test_the_highest_square_is_the_last_of_them(board):
    assert highest(board) == max(portable.squares(board), default=-1)
