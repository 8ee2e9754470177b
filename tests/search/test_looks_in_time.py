"""A look at compiled rules after an answer is part of the time that the answer may take."""

import pytest

from zermelo import Engine, Limit, load


@pytest.fixture(scope="module")
def engine():
    return Engine(load("nim"), native=True)


def looks(engine, limit):
    """What a search gets, and the look, for each of the next eight answers."""
    found = []
    for answers in range(8):
        engine._answers = answers
        found.append(engine._with_a_look(limit))
    return found


def test_every_first_second_fourth_and_eighth_answer_leaves_time_for_one(engine):
    engine.ready()
    found = looks(engine, Limit(time=0.5, nodes=9))
    assert [n for n, (_, looking) in enumerate(found, 1) if looking] == [1, 2, 4, 8]
    for limit, looking in found:
        assert limit.nodes == 9
        assert limit.time + looking == pytest.approx(0.5)
        assert looking <= 0.05


def test_a_long_search_gives_a_tenth_of_a_second_and_a_clock_a_hundredth_of_itself(engine):
    engine.ready()
    assert looks(engine, Limit(time=30))[0] == (Limit(time=29.9), 0.1)
    assert looks(engine, Limit(nodes=5))[0] == (Limit(nodes=5), 0.1)
    assert looks(engine, Limit(remaining=2.0))[0] == (Limit(remaining=2.0), 0.02)


def test_who_is_interpreted_is_not_looked_at():
    interpreted = Engine(load("nim"), native=False)
    interpreted.analyze(None, Limit(depth=1))
    assert looks(interpreted, Limit(time=1)) == [(Limit(time=1), 0.0)] * 8
