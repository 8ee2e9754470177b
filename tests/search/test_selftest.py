"""Techniques are chosen by what they save, less what they cost together; time is divided soon."""

import pytest

from zermelo import Engine, load
from zermelo.compiler.objects import store
from zermelo.evaluation import evaluator_for
from zermelo.search import selftest
from zermelo.search.clock import Outlook, outlook
from zermelo.search.margins import UNKNOWN
from zermelo.search.selftest import ALWAYS
from zermelo.search.switches import Switch


class Idle:
    """A searcher that is never asked."""

    def __init__(self, spec):
        self.game = load(spec)


@pytest.mark.parametrize("saved, chosen", [
    ({Switch.KILLERS: 0.975, Switch.COUNTERS: 0.99}, Switch.KILLERS),  # 0.99 × 1.02 > 1
    ({Switch.KILLERS: 0.975, Switch.COUNTERS: 0.97}, Switch.KILLERS | Switch.COUNTERS),
    ({Switch.HISTORY: 0.98}, Switch(0)), ({Switch.HISTORY: 0.96}, Switch.HISTORY),
    ({Switch.SYMMETRY: 0.5}, Switch(0)),  # which this game has not
])
def test_a_technique_must_earn_its_cost_beside_the_others(monkeypatch, saved, chosen):
    def work(searcher, middle, depths, late, switches, most=0.0):
        nodes = 100_000.0
        for switch, share in saved.items():
            nodes *= share if switches & switch else 1
        return nodes

    monkeypatch.setattr(selftest, "_sample", lambda game: ([], []))
    monkeypatch.setattr(selftest, "_work", work)
    assert selftest._tried_out(Idle("kalah")) == ALWAYS | chosen


@pytest.mark.long
def test_what_was_tried_in_vain_is_tried_again_once_much_is_saved(monkeypatch, tmp_path):
    # Without a look for wins at once, no proof in the sample of Breakthrough comes to an end.
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(selftest, "_here", {})
    with Engine(load("breakthrough"), table_mb=1) as engine:
        chosen = selftest.chosen_switches(engine._searcher)
    assert chosen & ~ALWAYS == Switch.WIN_IN_ONE | Switch.KILLERS


def test_looking_ahead_ends_when_its_time_is_over():
    here = load("othello").position()
    assert outlook(here, 0.0).turns == 25  # not one game was over: it is taken for a long one
    assert outlook(here) == outlook(here) != Outlook(25, 4)
    assert 20 <= outlook(here).turns <= 25


@pytest.mark.long
def test_a_trial_that_was_cut_short_is_not_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(selftest, "_here", {})
    with Engine(load("kalah:pits=3,seeds=2"), table_mb=1) as engine:
        searcher = engine._searcher
        with monkeypatch.context() as hurried:
            hurried.setattr(selftest, "_MOST_SECONDS", 0.0)
            assert selftest.chosen_switches(searcher) == ALWAYS
        assert selftest.known_switches(searcher) == ALWAYS  # not tried again in this process …
        selftest._here.clear()
        assert selftest.known_switches(searcher) is None  # … but by the next one
        chosen = selftest.chosen_switches(searcher)
        selftest._here.clear()
        assert selftest.known_switches(searcher) == chosen


@pytest.mark.parametrize("damage", [None, b'{"margins": 3, "switches": "all"}', b"no facts"])
@pytest.mark.long_for("None")
def test_nor_is_it_kept_with_what_was_found_later(monkeypatch, tmp_path, damage):
    """Techniques and margins of one process, in which the first trials took too long."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(selftest, "_here", {})
    game = load("breakthrough:width=4,height=5")
    first, second = (evaluator_for(game).with_weights(advance=worth) for worth in (0.1, 0.2))
    with Engine(game, first, selective=True) as engine, \
            Engine(game, second, selective=True) as other:
        if damage is not None:
            store(f"{engine._searcher.kernels.mark}.json", damage)
        with monkeypatch.context() as hurried:
            hurried.setattr(selftest, "_MOST_SECONDS", 0.0)
            assert selftest.chosen_switches(engine._searcher) == ALWAYS
            assert selftest.chosen_margins(engine._searcher) == UNKNOWN
        found = selftest.chosen_margins(other._searcher)
        assert found != UNKNOWN and engine._searcher.kernels.mark == other._searcher.kernels.mark
        selftest._here.clear()
        assert selftest.known_margins(other._searcher) == found
        assert selftest.known_margins(engine._searcher) is None
        assert selftest.known_switches(engine._searcher) is None
