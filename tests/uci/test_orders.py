"""`go` and `position` as they are read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.limits import LONGEST, Limit
from zermelo.uci.orders import Place, read_go, read_position

CLOCK = st.integers(-1000, 10**7)


@given(CLOCK, CLOCK, st.integers(0, 60_000), st.integers(0, 100), st.integers(0, 5000),
       st.sampled_from([0, 1]))
def test_no_move_takes_more_than_the_clock_has(white, black, increment, moves, overhead, mover):
    words = (f"wtime {white} btime {black} winc {increment} binc {increment} "
             f"movestogo {moves}").split()
    limit = read_go(words).limit(mover, overhead)
    left = (white, black)[mover] / 1000
    assert limit.remaining is None and limit.time > 0
    assert limit.time <= max(0.001, 0.9 * left)
    assert limit == read_go(" ".join(words).replace("wtime", "p1time").replace(
        "btime", "p2time").replace("winc", "p1inc").replace("binc", "p2inc").split()
    ).limit(mover, overhead)


@settings(max_examples=15)
@given(st.integers(1000, 10**6), st.integers(0, 10_000))
def test_a_game_may_go_on_for_ever(left, increment):
    """What comes back after a move is more than the last moves take."""
    for _ in range(300):
        spent = read_go(["wtime", str(left), "winc", str(increment)]).limit(0, 0).time
        left = left - round(1000 * spent) + increment
        assert left > 0


@pytest.mark.parametrize("words, limit", [
    ("", Limit(time=LONGEST)), ("infinite", Limit(time=LONGEST)), ("mate 3", Limit(time=LONGEST)),
    ("depth 4", Limit(depth=4)), ("nodes 9 depth 2", Limit(depth=2, nodes=9)),
    ("movetime 1000", Limit(time=0.98)), ("movetime 10", Limit(time=0.005)),
    ("wtime 60020", Limit(time=2.0)), ("btime 60020", Limit(time=2.0)),
    ("wtime 60020 movetime 500", Limit(time=0.48)), ("wtime 10020 movestogo 1", Limit(time=9.0)),
    ("infinite depth 3", Limit(depth=3, time=LONGEST)), ("ponder depth 3", Limit(depth=3)),
])
def test_limits(words, limit):
    assert read_go(words.split()).limit(0, 20) == limit


def test_positions():
    assert read_position(["startpos"]) == Place("startpos")
    assert read_position(["startpos", "moves", "e4", "e5"]) == Place("startpos", ("e4", "e5"))
    assert read_position(["fen", "8/8", "w", "-", "-", "0", "1", "moves"]) == Place("8/8 w - - 0 1")
