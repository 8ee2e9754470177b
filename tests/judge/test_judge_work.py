"""The judge as units of work: the same answers on one worker and on two, whatever happens."""

import random
from functools import cache

import pytest

from zermelo import load
from zermelo.analysis.exact import Exact
from zermelo.analysis.judge import judge
from zermelo.analysis.judge_work import ask, close, judge_named
from zermelo.analysis.samples import Sampler
from zermelo.play.named import player_named
from zermelo.work import Done, Here, Processes

NAMES = ["random", "greedy", "engine:nodes=200"]


@cache
def problems_of():
    return Sampler(Exact(load("kalah:pits=3,seeds=2"), native=False)).draw(12, 1).problems


@pytest.fixture(autouse=True)
def tidy():
    yield
    close()


def truth(names, problems, **how):
    players = [player_named(name, problems[0].truth.position.game) for name in names]
    return [judged.to_json() for judged in judge(players, problems, **how)]


def plain(found):
    return [judged.to_json() for judged in found]


@pytest.mark.parametrize("crew", [Here, lambda: Processes(2)], ids=["one", "two"])
@pytest.mark.few(1)
def test_answers_are_those_of_the_judge_itself(crew):
    problems = problems_of()
    assert plain(judge_named(NAMES, problems, crew(), seed=3)) == truth(NAMES, problems, seed=3)


class Shuffling:
    """A crew with an order of its own."""

    def __init__(self):
        self.waiting, self.lots = [], random.Random(1)

    def room(self):
        return 4 - len(self.waiting)

    def begin(self, unit):
        self.waiting.append(unit)

    def wait(self, seconds):
        unit = self.waiting.pop(self.lots.randrange(len(self.waiting)))
        return Done(unit, ask(**unit.arguments))

    def close(self):
        pass


def test_who_stops_early_has_the_same_problems_of_all():
    problems, heard = problems_of(), []
    found = judge_named(NAMES, problems, Shuffling(), seed=3, stopped=lambda: len(heard) > 16,
                        progress=lambda what, share: heard.append(share))
    count = len(found[0].answers)
    assert 0 < count < 12 and all(len(judged.answers) == count for judged in found)
    assert plain(found) == truth(NAMES, problems[:count], seed=3)
    assert heard == sorted(heard)


def test_a_player_that_is_always_late_is_not_asked_for_ever(tmp_path):
    (tmp_path / "slow.py").write_text("import time\ndef slow(position):\n    time.sleep(0.03)\n"
                                      "    return position.moves[0]\n")
    names = [f"{tmp_path / 'slow.py'}:slow", "random"]
    problems = problems_of()
    found = judge_named(names, problems, Here(), seconds=0.01)
    assert found[0].troubles["late"] == 12
    assert sum(a.why == "not asked any more" for a in found[0].answers) == 7
    assert found[1].troubles == {"crash": 0, "late": 0, "illegal": 0}


@pytest.mark.long
def test_what_ends_its_worker_counts_as_a_crash(tmp_path):
    (tmp_path / "dying.py").write_text("import os\ndef dies(position):\n    os._exit(3)\n")
    found, = judge_named([f"{tmp_path / 'dying.py'}:dies"], problems_of()[:1],
                         Processes(1))
    assert found.troubles["crash"] == 1 and "status 3, 3 times" in found.first_trouble.why
