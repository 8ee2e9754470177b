"""States as words: what was written is read back, and what does not fit is refused."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.kernel.codec import Codec

WORD = st.integers(-(1 << 63), (1 << 63) - 1)


class Hand(NamedTuple):
    """One of a state's parts."""

    cards: tuple[int, int]
    turn: int


@given(WORD, WORD, WORD, WORD, WORD)
def test_any_state_is_read_back_word_by_word(a, b, c, d, e):
    state = (a, Hand((b, c), d), ((e,), ()))
    codec = Codec((0, Hand((0, 0), 0), ((0,), ())))
    assert codec.length == 5 and codec.words(state) == [a, b, c, d, e]
    found = codec.state([a, b, c, d, e])
    assert found == state and isinstance(found[1], Hand)


@given(WORD)
def test_so_is_a_plain_number(word):
    codec = Codec(0)
    assert codec.length == 1 and codec.words(word) == [word] and codec.state([word]) == word


@pytest.mark.parametrize("wrong", [
    (1,), (1, 2, 3), 1, (1, (2, 3)), (1, "2"), (1, None), (1, 2.0), (1, 1 << 63),
    (-(1 << 63) - 1, 2)])
def test_what_is_shaped_otherwise_or_too_large_is_refused(wrong):
    with pytest.raises(ValueError):
        Codec((0, 0)).words(wrong)
