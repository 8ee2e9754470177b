"""Values as whole numbers: the same order, nothing lost, and steps that undo each other."""

import math

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import PAYOFF_LIMIT
from zermelo.search.codes import (
    HIGHEST_ESTIMATE,
    INFINITY,
    MAX_DISTANCE,
    PROVEN,
    decoded,
    distance_of,
    finished,
    further,
    highest,
    lowest_code,
    nearer,
    to_thousandths,
    win_code,
)
from zermelo.values import DRAW, Value, estimate, loss, proven, win

distances = st.one_of(st.integers(0, MAX_DISTANCE), st.sampled_from([0, 1, 2, MAX_DISTANCE]))
payoffs = st.one_of(st.integers(1, PAYOFF_LIMIT), st.sampled_from([1, 2, PAYOFF_LIMIT]))
any_payoffs = st.integers(-PAYOFF_LIMIT, PAYOFF_LIMIT)
wins = st.builds(win, distances, payoffs)
values = st.one_of(
    wins, wins.map(lambda value: -value), st.just(DRAW),
    st.integers(-HIGHEST_ESTIMATE, HIGHEST_ESTIMATE).map(lambda n: estimate(n / 1000)),
)


def code_of(value):
    """A value as a number, written down once more and differently."""
    if value.kind == "win":
        return win_code(value.distance, int(value.score))
    if value.kind == "loss":
        return -win_code(value.distance, -int(value.score))
    return to_thousandths(value.score)


codes = values.map(code_of)


@some(500)
@given(values)
def test_nothing_is_lost(value):
    back = decoded(code_of(value), complete=value.kind == "draw")
    assert (back, back.kind, back.distance) == (value, value.kind, value.distance)
    assert decoded(-code_of(value), complete=value.kind == "draw") == -value


@some(1000)
@given(values, values)
def test_the_order_of_codes_is_the_order_of_values(one, other):
    assert (code_of(one) < code_of(other)) == (one < other)
    assert (code_of(one) == code_of(other)) == (one == other)


@some(300)
@given(payoffs, payoffs, distances, distances)
def test_payoffs_come_before_distances(one, other, near, far):
    if one < other:
        assert win_code(near, one) < win_code(far, other)
        assert -win_code(near, one) > -win_code(far, other)


@some(300)
@given(codes)
def test_every_code_fits_32_bits_and_lies_below_infinity(code):
    assert -INFINITY < code < INFINITY
    assert INFINITY < 1 << 31


@some(300)
@given(payoffs, distances)
def test_distances(payoff, distance):
    assert distance_of(win_code(distance, payoff)) == distance
    assert distance_of(-win_code(distance, payoff)) == distance


@some(300)
@given(any_payoffs, st.sampled_from([0, 1]))
def test_finished_games(payoff, mover):
    expected = proven(payoff if mover == 0 else -payoff, 0)
    found = decoded(finished(payoff, mover))
    assert (found, found.kind) == (expected, expected.kind)
    assert finished(payoff, 0) == -finished(payoff, 1)


@some(500)
@given(values, st.sampled_from([0, 1]))
def test_one_ply_further_from_the_end(value, step):
    if value.distance is not None and value.distance + step > MAX_DISTANCE:
        return
    after = decoded(further(code_of(value), step), complete=value.kind == "draw")
    if value.distance is None:
        assert after == value
    else:
        assert after == Value(value.kind, value.score, value.distance + step)
    assert nearer(further(code_of(value), step), step) == code_of(value)


@pytest.mark.long
@some(2000)
@given(codes, st.one_of(codes, st.integers(-INFINITY, INFINITY),
                        st.sampled_from([PROVEN - 1, PROVEN, PROVEN + 1, 1 - PROVEN, -PROVEN])),
       st.sampled_from([0, 1]))
def test_a_bound_means_the_same_one_ply_nearer(code, bound, step):
    """What the search relies on when it hands a window down."""
    if code >= PROVEN and distance_of(code) == MAX_DISTANCE:
        return
    if code <= -PROVEN and distance_of(code) == MAX_DISTANCE:
        return
    assert (further(code, step) >= bound) == (code >= nearer(bound, step))
    assert (further(code, step) > bound) == (code > nearer(bound, step))
    assert further(-code, step) == -further(code, step)
    assert nearer(-bound, step) == -nearer(bound, step)


@some(500)
@given(any_payoffs, any_payoffs, distances)
def test_the_highest_and_the_lowest_code_of_a_payoff(payoff, limit, distance):
    code = code_of(proven(payoff, distance))
    if payoff <= limit:
        assert code <= highest(limit)
    if payoff >= limit:
        assert code >= lowest_code(limit)
    # They are reached: by a win at once, and by the longest loss.
    assert highest(limit) in (code_of(proven(limit, 0)), code_of(proven(limit, MAX_DISTANCE)))
    assert lowest_code(limit) == -highest(-limit)


def test_estimates_are_kept_in_thousandths_and_never_reach_a_proof():
    assert to_thousandths(1.2344) == 1234 and to_thousandths(-0.0004) == 0
    assert [to_thousandths(x) for x in (0.0005, 0.0015, -0.0005)] == [1, 2, 0]
    for huge in (1e30, math.inf, 2 * HIGHEST_ESTIMATE):
        assert to_thousandths(huge) == HIGHEST_ESTIMATE < PROVEN
        assert to_thousandths(-huge) == -HIGHEST_ESTIMATE
        assert not decoded(to_thousandths(huge)).proven
    with pytest.raises(ValueError, match="NaN"):
        to_thousandths(math.nan)


def test_nothing_is_a_draw_only_if_all_was_seen():
    assert decoded(0, complete=True).kind == "draw"
    assert decoded(0, complete=False).kind == "estimate"
    assert decoded(1, complete=True).kind == "estimate"


def test_without_distances():
    assert decoded(win_code(0, 3), distances=False) == win(score=3)
    assert decoded(-win_code(0, 3), distances=False) == loss(score=-3)
    assert str(decoded(win_code(0), distances=False)) == "win"
