"""Sentences stay readable, however long what they echo is."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.errors import (
    GameError,
    MissingExtraError,
    NotationError,
    ParameterError,
    UnknownGameError,
    ZermeloError,
    shortened,
)
from zermelo.limits import Limit, memory_mb, table_for, threads_for
from zermelo.play.named import player_named
from zermelo.tree.reading import read_text

LONG = "x" * 100_000


# A few letters of all sorts: to know all there are takes seconds.
LETTERS = string.printable + "äßłﬁ漢☃🂡\u0301\u200b\u2028\x00"


@given(st.text(LETTERS), st.integers(1, 5000), st.sampled_from("x'\"[ "))
def test_a_sentence_has_a_length(text, times, letter):
    sentence = f"{text!r} and {letter * times!r} are wrong: do this"
    assert len(shortened(sentence)) <= 1100
    assert shortened(sentence).startswith(sentence[:20])
    assert len(sentence) > 200 or shortened(sentence) == sentence


@pytest.mark.parametrize("ask", [
    lambda: load(LONG), lambda: load(f"nim:{LONG}=1"), lambda: load(f"nim:heaps={LONG}"),
    lambda: load("tictactoe").parse(LONG), lambda: load("tictactoe").position().play(LONG),
    lambda: player_named(LONG, load("nim")), lambda: read_text("[" * 100_000, "[" * 100_000),
    lambda: load(f"{LONG}.py:Game"),
])
def test_what_is_echoed_is_cut(ask):
    with pytest.raises(ZermeloError) as told:
        ask()
    assert len(str(told.value)) < 700
    assert "100,0" in str(told.value)  # how long it was


def test_the_kinds_of_errors_keep_theirs():
    assert isinstance(UnknownGameError("x"), (GameError, ValueError))
    assert str(ParameterError("short")) == "short" and str(ZermeloError()) == ""
    assert "pip install 'zermelo[web]'" in str(MissingExtraError("a", "web", "the page"))
    assert issubclass(NotationError, ValueError)


@pytest.mark.parametrize("wrong, says", [
    ({"time": 1e18}, "longer than any machine runs"), ({"depth": 1 << 70}, "leave it out"),
    ({"nodes": 1 << 70}, "leave it out"), ({"remaining": 1e300}, "longer than any machine runs")])
def test_limits_beyond_reason(wrong, says):
    with pytest.raises(ZermeloError, match=says):
        Limit(**wrong)


def test_what_does_not_fit_this_machine():
    assert threads_for(4) == 4 and table_for(16) == 16
    with pytest.raises(ZermeloError, match="more than can work together"):
        threads_for(100_000)
    if memory_mb() is not None:
        with pytest.raises(ZermeloError, match="larger than this machine's memory"):
            table_for(memory_mb() + 1)
