"""Clocks as text, and what they allow."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.errors import LimitError
from zermelo.play import Clock, TimeControl
from zermelo.play.clock import share_of

seconds = st.integers(1, 100_000).map(lambda n: n / 100)


@given(seconds, st.integers(0, 1000).map(lambda n: n / 10))
def test_a_clock_for_a_game_reads_back(time, increment):
    control = TimeControl(per_game=time, increment=increment)
    assert TimeControl.parse(str(control)) == control


@given(seconds)
def test_a_clock_for_moves_reads_back(time):
    control = TimeControl(per_move=time)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text, per_move, per_game, increment", [
    ("none", None, None, 0), ("5/move", 5, None, 0), (" .5/MOVE ", 0.5, None, 0),
    ("1m/move", 60, None, 0), ("60", None, 60, 0), ("60+1", None, 60, 1), ("5m+3", None, 300, 3),
    ("1.5m+2s", None, 90, 2),
])
def test_what_clocks_are_called(text, per_move, per_game, increment):
    assert TimeControl.parse(text) == TimeControl(per_move, per_game, increment)


@pytest.mark.parametrize("text", ["", "soon", "-5", "5/game", "5+", "+5", "5+5+5", "1h", "nan",
                                  "inf", "5 / move"])
def test_what_is_no_clock(text):
    with pytest.raises(LimitError, match="is not a clock: write 5/move"):
        TimeControl.parse(text)


@pytest.mark.parametrize("text", ["0", "0/move", "0+5"])
def test_no_time_at_all_makes_no_sense(text):
    with pytest.raises(LimitError, match="makes no sense"):
        TimeControl.parse(text)


def test_a_clock_runs():
    clock = Clock(TimeControl(per_move=10), started=time.monotonic() - 4)
    assert clock.allowed == 10
    assert 3.9 < clock.used < 5 and 5 < clock.left < 6.1


def test_no_clock_never_runs_out():
    assert (Clock().allowed, Clock().left, Clock().thinking_time) == (None, None, None)


@given(seconds, st.sampled_from([0.0, 0.1, 2.0]))
def test_thinking_never_takes_what_is_left(remaining, increment):
    clock = Clock(TimeControl(per_game=remaining, increment=increment), remaining)
    assert 0 < clock.thinking_time < remaining or remaining < 0.01


@given(seconds)
def test_a_hundred_moves_of_the_share_do_not_use_up_a_game(remaining):
    left = remaining
    for _ in range(100):
        left -= share_of(left, 0)
    assert left > 0
