"""Which cases `make test` looks at."""

from types import SimpleNamespace

import pytest

from tiers import put_off

GAMES = ["chess", "chess:start=5", "go", "hex", "nim", "rps", "rps:deck_size=6"]


class Case:
    """As much of a test as it takes."""

    def __init__(self, test, name, *marks):
        self.nodeid, self.callspec = f"{test}[{name}]", SimpleNamespace(id=name)
        self.marks = {mark.name: mark.mark for mark in marks}

    def get_closest_marker(self, name):
        return self.marks.get(name)

    def add_marker(self, mark):
        self.marks[mark.name] = mark.mark


def quick(test, *marks, names=GAMES):
    cases = [Case(test, name, *marks) for name in names]
    put_off(cases)
    return [case.callspec.id for case in cases
            if not case.get_closest_marker("slow") and not case.get_closest_marker("long")]


def test_a_few_are_drawn_and_always_the_same():
    drawn = quick("test_a", pytest.mark.few(3))
    assert len(drawn) == 3 and drawn == quick("test_a", pytest.mark.few(3))
    assert set(quick("test_a", pytest.mark.few(5))) > set(drawn)


def test_every_test_draws_others_so_that_each_game_has_its_turn():
    drawn = [quick(f"test_{number}", pytest.mark.few(2)) for number in range(60)]
    for game in GAMES:
        assert 5 < sum(game in few for few in drawn) < 35  # 17 of 60


def test_one_case_for_each_telling_word():
    drawn = quick("test_a", pytest.mark.few(3, telling=["chess", "rps", "nim"]))
    assert sorted(name.partition(":")[0] for name in drawn) == ["chess", "nim", "rps"]


def test_some_are_long_and_the_others_slow():
    cases = [Case("test_a", name, pytest.mark.few(2, long=3)) for name in GAMES]
    put_off(cases)
    marked = [sorted(set(case.marks) - {"few"}) for case in cases]
    assert marked.count([]) == 2 and marked.count(["long"]) == 3 and marked.count(["slow"]) == 2
    assert quick("test_a", pytest.mark.few(2, long=3)) == quick("test_a", pytest.mark.few(2))


def test_cases_that_take_long_are_told_by_words_and_browsers():
    marked = pytest.mark.long_for("rps", "start")
    assert quick("test_a", marked) == ["chess", "go", "hex", "nim"]
    case = Case("test_a", "nim")
    case.fixturenames = ["tab", "browser"]
    put_off([case])
    assert case.get_closest_marker("long")


def test_who_asks_for_single_cases_gets_them():
    marked = pytest.mark.few(1, telling=["chess"])
    assert quick("test_a", marked, names=["go"]) == ["go"]


def test_without_a_word_all_are_looked_at_and_what_is_slow_stays_so():
    assert quick("test_a") == GAMES
    assert quick("test_a", pytest.mark.few(3), pytest.mark.slow) == []
