"""Lines of play that never end: positions repeat, and the rules do not say what that is worth."""

import warnings

import pytest

from small_games import Chain, Endless, Ring
from zermelo import Engine, Limit, check
from zermelo.search import circles
from zermelo.search.circles import RepetitionWarning, circle_from


class Walk(Ring):
    """Two walk round and round; at 0 the second player may stop the first, who has lost."""

    def to_move(self, s):
        return 1 if s == 0 else s % 2


@pytest.fixture(autouse=True)
def nobody_was_warned(monkeypatch):
    monkeypatch.setattr(circles, "_looked_at", set())


def test_a_circle_is_found():
    start, moves = circle_from(Walk(5), 0)
    assert (start, moves) == (0, ["1"] * 5)
    start, moves = circle_from(Walk(5), 3)
    assert (start, moves) == (3, ["1"] * 5)
    assert circle_from(Chain(50), 0) is None
    assert circle_from(Endless(), 0) is None


def test_the_engine_says_that_positions_repeat_and_what_to_do():
    engine = Engine(Walk(6), None, native=False, table_mb=0.1)
    with pytest.warns(RepetitionWarning) as warned:
        found = engine.solve(1)
    assert str(warned[0].message) == (
        "Walk:length=6: positions repeat (1 comes again after 1 1 1 1 1 1), and nothing says what "
        "that is worth, so that some lines of play never end: set `repetition = 3` in the class, "
        "and a position's third occurrence is a draw")
    assert not found.value.known and "not to the end" in str(found)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        engine.solve(2)  # it is said once


def test_with_time_to_look_a_near_end_is_found():
    """As `analyze` finds it: the second player can put an end to it after five plies."""
    engine = Engine(Walk(6), None, native=False, table_mb=0.1)
    deepened = engine.analyze(1, Limit(depth=8)).value
    with pytest.warns(RepetitionWarning):
        solved = engine.solve(1, Limit(nodes=20_000)).value
    assert deepened.kind == solved.kind == "win" and deepened.distance == solved.distance == 6


def test_with_the_rule_it_is_proven():
    class Ruled(Walk):
        repetition = 3

    engine = Engine(Ruled(6), None, native=False, table_mb=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = engine.solve(1)
    assert found.value.known and found.value.kind == "win"


def test_long_games_are_not_called_circular():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not Engine(Chain(5000), None, native=False, table_mb=0.1).solve().value.known


def test_the_checker_says_so_too():
    report = check(Walk(6), games=5)
    assert [finding.check for finding in report.findings] == ["endless games"]
    sentence = str(report.findings[0])
    assert "the position was there before, after 0 plies, so that games need not end" in sentence
    assert "set `repetition = 3` in the class" in sentence
