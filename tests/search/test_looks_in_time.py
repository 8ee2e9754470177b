"""A look at compiled rules after an answer is part of the time that the answer may take."""

import pytest

from zermelo import Limit
from zermelo.search.agreement import with_a_look


def looks(limit, native=True):
    """What a search gets, and the look, for each of eight answers."""
    return [with_a_look(limit, answers, native=native) for answers in range(8)]


def test_every_first_second_fourth_and_eighth_answer_leaves_time_for_one():
    found = looks(Limit(time=0.5, nodes=9))
    assert [n for n, (_, looking) in enumerate(found, 1) if looking] == [1, 2, 4, 8]
    for limit, looking in found:
        assert limit.nodes == 9
        assert limit.time + looking == pytest.approx(0.5)
        assert looking <= 0.05


def test_a_long_search_gives_a_tenth_of_a_second_and_a_clock_a_hundredth_of_itself():
    assert looks(Limit(time=30))[0] == (Limit(time=29.9), 0.1)
    assert looks(Limit(nodes=5))[0] == (Limit(nodes=5), 0.1)
    assert looks(Limit(remaining=2.0))[0] == (Limit(remaining=2.0), 0.02)


def test_who_is_interpreted_is_not_looked_at():
    assert looks(Limit(time=1), native=False) == [(Limit(time=1), 0.0)] * 8
