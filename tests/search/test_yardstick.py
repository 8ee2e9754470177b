"""The yardstick in C++ searches as the engine does: the same values by the same nodes."""

import shutil
import sys
from pathlib import Path

import pytest

from zermelo import load
from zermelo.evaluation import evaluator_for

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++"),
    pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not here")]


@pytest.fixture
def benchmarks(monkeypatch):
    """The folder's modules can be imported. A table of 1 MB fills up: what is replaced counts."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import against_cpp

    yield against_cpp
    for name in [n for n, m in sys.modules.items()
                 if str(getattr(m, "__file__", "")).startswith(str(BENCHMARKS))]:
        del sys.modules[name]


def found(searched):
    return [[one.value, one.nodes] for one in searched]


def test_connect_four_is_solved_by_the_same_nodes(benchmarks):
    game = load("connect4")
    places = benchmarks.random_places(game, 12, range(14, 19))
    bench, switches = benchmarks.Bench(game, table_mb=1), benchmarks.chosen(game)
    theirs = benchmarks._yardstick(game, switches, places, "solve", bench.buckets)()
    assert theirs["found"] == found(bench.solved(here, switches) for here in places)


def test_othello_is_searched_by_the_same_nodes(benchmarks):
    game = load("othello")
    evaluator = evaluator_for(game, "standard")
    places = benchmarks.random_places(game, 4, range(10, 41))
    bench = benchmarks.Bench(game, evaluator, table_mb=1)
    switches = benchmarks.chosen(game)
    theirs = benchmarks._yardstick(game, switches, places, "search", 8, bench.buckets,
                                   *evaluator.weights.values())()
    assert theirs["found"] == found(bench.deepened(here, [*range(1, 9)], switches)
                                    for here in places)
