"""What `zermelo bench` measures: the same positions and nodes every time, and honest trials."""

import json
from itertools import pairwise

import pytest

from words_game import Unlike, Words
from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.search import benchmark
from zermelo.search.benchmark import measure, moments
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT, Switch, written


@pytest.fixture(scope="module")
def words():
    return measure(Words(), native=False)


@pytest.fixture(autouse=True)
def once(monkeypatch):
    """Nobody here but one test compares times: nothing is measured three times for that."""
    monkeypatch.setattr(benchmark, "_REPEATED_BELOW", -1.0)


def test_positions_are_spread_over_the_game():
    found = moments(load("othello"), 6)
    assert [m.stage for m in found] == ["start", "opening", "middle", "middle", "late", "late"]
    assert [m.plies for m in found] == sorted({m.plies for m in found})
    assert found[0].plies == 0 and 40 < found[-1].plies < 60
    assert all(m.position.result is None for m in found)


def test_positions_are_the_same_every_time_and_not_decided_at_once():
    game = load("connect4")
    found = [m.position for m in moments(game, 8)]
    assert [p.text for p in found] == [m.position.text for m in moments(game, 8)]
    assert all(p.play(m).result is None for p in found for m in p.moves)


def test_one_position_is_the_start():
    assert [m.position.text for m in moments(load("nim"), 1)] == [load("nim").position().text]


def test_a_game_of_one_move_has_positions_too():
    assert [m.stage for m in moments(load("nim:heaps=1"), 3)] == ["start", "middle", "late"]


def test_every_position_of_a_dealt_game_is_of_a_deal_of_its_own():
    cards = load("rps")
    found = moments(cards, 5)
    starts = [list(m.position.line())[-1].state for m in found]
    dealt = {state for _, state in cards.deals()}
    assert set(starts) <= dealt and len(set(starts)) > 2
    assert starts == [list(m.position.line())[-1].state for m in moments(cards, 5)]


def test_only_the_search_is_timed(monkeypatch):
    """By a clock that a search moves on by 1 s, and reading a line back by 1,000."""
    clock = [0.0]
    monkeypatch.setattr(benchmark.time, "perf_counter", lambda: clock[0])
    search, line = Searcher.search, Searcher.line

    def slow_search(self, *args, **more):
        clock[0] += 1
        return search(self, *args, **more)

    def slower_line(self, *args, **more):
        clock[0] += 1000
        return line(self, *args, **more)

    monkeypatch.setattr(Searcher, "search", slow_search)
    monkeypatch.setattr(Searcher, "line", slower_line)
    found = measure(Words(), 3, 1, native=False, trial_depth=3)
    run, = found.runs
    assert [i.seconds for i in run.iterations] == [1, 2, 3]
    assert [trial.seconds for trial in found.trials if trial.finished] == [3] * len(found.trials)
    assert "search" not in vars(Engine(Words(), native=False)._searcher)


def test_of_what_is_quick_the_quickest_of_three_times_counts(monkeypatch):
    """By a clock that a search moves on by 0.01 s less every time."""
    monkeypatch.setattr(benchmark, "_REPEATED_BELOW", 0.3)
    clock, search, left = [0.0], Searcher.search, [0.395]
    monkeypatch.setattr(benchmark.time, "perf_counter", lambda: clock[0])

    def quicker(self, *args, **more):
        left[0] -= 0.01
        clock[0] += left[0]
        return search(self, *args, **more)

    monkeypatch.setattr(Searcher, "search", quicker)
    trials = [t.seconds for t in measure(Words(), 1, 1, native=False, trial_depth=1).trials]
    slow = [t for t in trials if t > 0.3]
    quick = [t for t in trials if t <= 0.3]
    assert len(slow) > 5 and len(quick) > 2
    assert all(a - b == pytest.approx(0.01) for a, b in pairwise(slow))
    assert all(a - b == pytest.approx(0.03) for a, b in pairwise(quick))


@pytest.mark.long
def test_it_says_that_depths_add_up(words):
    assert words.to_json()["cumulative"] is True
    for run in words.runs:
        nodes = [i.nodes for i in run.iterations]
        assert nodes == sorted(nodes) and run.nodes == nodes[-1]


@pytest.mark.long
def test_every_depth_is_what_the_engine_finds(words):
    for run in words.runs:
        for i in run.iterations:
            alone = Engine(Words(), native=False, table_mb=64).analyze(
                run.moment.position, Limit(depth=i.depth))
            assert (alone.value, alone.line_text[0], alone.nodes) == (i.value, i.move, i.nodes)


@pytest.mark.long
def test_depths_go_up_to_the_last_or_until_it_is_decided(words):
    assert {run.iterations[-1].depth for run in words.runs if not run.value.proven} <= {8}
    for run in words.runs:
        assert [i.depth for i in run.iterations] == [*range(1, len(run.iterations) + 1)]
        assert run.finished and not any(i.value.known for i in run.iterations[:-1])


@pytest.mark.long
def test_the_signature_is_the_same_again(words):
    again = measure(Words(), native=False)
    assert again.nodes == words.nodes == sum(run.iterations[-1].nodes for run in words.runs)
    assert [t.nodes for t in again.trials] == [t.nodes for t in words.trials]


def test_each_technique_that_matters_is_switched_once(words):
    tried = [trial.technique for trial in words.trials]
    absent = {Switch.SYMMETRY, Switch.ORDER, Switch.BOUNDS, Switch.CANDIDATES, Switch.QUIESCENCE,
              Switch.NULL_MOVE, Switch.EXTENSIONS, Switch.EXCHANGES, Switch.GOOD_EXCHANGES,
              Switch.COARSE_KEYS, Switch.OUTLOOK,
              Switch.SETTLED, Switch.DECIDED}  # hooks that this game does not have
    assert tried == ["", *[written(s) for s in Switch if s not in absent]]
    assert all(trial.on != bool(EXACT & s) for s in Switch for trial in words.trials
               if trial.technique == written(s))


def test_a_trial_is_the_search_without_the_technique(words):
    engine = Engine(Words(), native=False, switches=EXACT & ~Switch.TABLE)
    nodes = 0
    for run in words.runs:
        nodes += engine.analyze(run.moment.position, Limit(depth=words.trial_depth)).nodes
    assert nodes == next(t.nodes for t in words.trials if t.technique == "table")
    assert nodes > words.trials[0].nodes


@pytest.mark.long
def test_what_is_off_is_tried_on():
    found = measure(Words(), 3, 2, native=False, off=["table", "killers"])
    assert found.switches == EXACT & ~Switch.TABLE & ~Switch.KILLERS
    assert {t.technique for t in found.trials if t.on and t.exact} == {"table", "killers"}


def test_no_exact_technique_changes_a_value(words):
    assert words.differences == []


@pytest.mark.long
def test_a_technique_that_changes_a_value_is_found():
    found = measure(Unlike(), native=False)
    assert {d.technique for d in found.differences} >= {"symmetry"}
    assert found.to_json()["differences"] == [str(d) for d in found.differences]
    assert " instead of " in str(found.differences[0])


def test_too_many_nodes_end_a_search(monkeypatch):
    monkeypatch.setitem(benchmark._MOST_NODES, False, 1000)
    run, = measure(load("tictactoe:width=5,height=5"), 30, 1, native=False, trial_depth=1).runs
    assert not run.finished and 1 <= run.iterations[-1].depth < 30 and run.nodes <= 1000


@pytest.mark.long
def test_a_trial_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(benchmark, "_TIMES_AS_MANY", 2)
    monkeypatch.setattr(benchmark, "_LEAST_NODES", 10)
    found = measure(Words(60), 1, 1, native=False, trial_depth=9)
    trial = next(t for t in found.trials if t.technique == "table")
    assert not trial.finished and trial.nodes == 2 * found.trials[0].nodes


@pytest.mark.parametrize("after", [1, 3, 7])
def test_stopping_keeps_what_there_is(after):
    asked = iter(range(after))
    found = measure(Words(), native=False, stopped=lambda: next(asked, None) is None)
    assert found.interrupted and len(found.runs) == min(after + 1, 4) and not found.trials
    assert json.dumps(found.to_json())


def test_ctrl_c_between_searches_keeps_what_there_is():
    def interrupted(doing, share):
        if doing == "late":
            raise KeyboardInterrupt

    found = measure(Words(), native=False, progress=interrupted)
    assert found.interrupted and len(found.runs) == 3


def test_progress_only_grows():
    told = []
    measure(Words(), 2, 2, native=False, progress=lambda doing, share: told.append(share))
    assert told == sorted(told) and told[0] == 0 and told[-1] < 1


@pytest.mark.parametrize("wrong, words", [
    ({"depth": 0}, "a depth of 0"),
    ({"depth": 1000}, "a depth of 1000"),
    ({"positions": 0}, "0 positions"),
    ({"trial_depth": -1}, "a depth of -1"),
    ({"off": ["tabel"]}, "did you mean table"),
    ({"threads": 0}, "0 threads"),
    ({"table_mb": 0}, "0 MB"),
])
def test_nonsense_is_refused(wrong, words):
    with pytest.raises(ParameterError, match=words):
        measure(Words(), native=False, **wrong)
