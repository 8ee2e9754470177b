"""Limits are kept, the answer is always a finished iteration's, and there always is one."""

import time
from collections import Counter

import pytest
from boards import engine_of, late_position, random_position

from small_games import Endless
from ticking import Ticking
from zermelo import DRAW, Engine, Limit, load
from zermelo.errors import LimitError, ParameterError
from zermelo.kernel.threads import supervised
from zermelo.search.switches import EXACT, PLAY

MOST_MOVES = 64  # finished games count as nodes, and are not asked whether it is enough
SAMPLE = [("connect4:width=5,height=4", 2), ("othello:size=6", 8), ("hex:size=4", 1),
          ("kalah:pits=3,seeds=3", 3), ("tictactoe:width=8,height=8,k=5", 10),
          ("checkers:quiet_moves=4", 12), ("rps:hand_size=3,deck_size=9", 1),
          ("domineering:width=4,height=4", 1)]


def fresh(spec, native=True, threads=1):
    engine = engine_of(spec, native, threads)
    engine.clear()
    engine.switches = EXACT
    return engine


def same_answer(one, other):
    assert (one.value, one.value.kind, one.bound) == (other.value, other.value.kind, other.bound)


# --- depth ---

@pytest.mark.parametrize(("spec", "plies"), SAMPLE)
@pytest.mark.few(3, telling=["checkers"])
def test_depth(spec, plies):
    here = random_position(spec, 1, plies)
    for depth in (1, 2, 3, 4):
        found = fresh(spec).analyze(here, Limit(depth=depth))
        assert found.depth <= depth
        assert found.deepest <= depth or found.value.proven
        assert found.depth == depth or found.value.proven  # shallower only if all is known
        assert len(found.line) <= found.depth


def test_depth_nought_is_an_opinion_without_a_search():
    found = fresh("connect4:width=5,height=4").analyze("33", Limit(depth=0))
    assert (found.depth, found.nodes, found.value.kind) == (0, 0, "estimate")
    assert found.move in load("connect4:width=5,height=4").position("33").moves


# --- nodes ---

@pytest.mark.parametrize(("nodes", "native"), [
    *((nodes, True) for nodes in (1, 2, 3, 10, 77, 500, 3000)),
    *((nodes, False) for nodes in (1, 2, 3, 10, 77, 200)),
    *(pytest.param(nodes, False, marks=pytest.mark.slow) for nodes in (500, 3000))])
@pytest.mark.few(6, telling=["3000-True", "200-False"])
@pytest.mark.long_for("1-True")
def test_nodes(nodes, native):
    for spec, plies in SAMPLE[:5]:
        here = random_position(spec, 2, plies)
        engine = fresh(spec, native)
        found = engine.analyze(here, Limit(nodes=nodes))
        assert found.nodes <= nodes + MOST_MOVES
        assert found.move in here.moves and found.line[0] == found.move
        if found.depth > 0:  # what it says is what a search of that depth says
            same_answer(found, fresh(spec, native).analyze(here, Limit(depth=found.depth)))
        else:
            assert found.value.kind == "estimate"


def test_more_nodes_never_make_it_shallower():
    here = random_position("othello:size=6", 3, 8)
    depths = [fresh("othello:size=6").analyze(here, Limit(nodes=n)).depth
              for n in (1, 10, 100, 1000, 10_000, 100_000)]
    assert depths == sorted(depths) and depths[-1] > depths[1]


def test_nodes_of_two_threads_are_limited_too():
    spec, plies = SAMPLE[1]
    engine = fresh(spec, threads=2)
    found = engine.analyze(random_position(spec, 2, plies), Limit(nodes=2000))
    assert found.nodes <= 2 * (2000 + MOST_MOVES)


def test_the_first_limit_counts():
    here = random_position("othello:size=6", 3, 8)
    assert fresh("othello:size=6").analyze(here, Limit(depth=3, nodes=10**9, time=60)).depth == 3
    assert fresh("othello:size=6").analyze(here, Limit(depth=30, nodes=100)).nodes <= 200


# --- time ---

def overdue(spec, here, seconds, native):
    """By how much the answer came too late."""
    engine = fresh(spec, native)
    began = time.perf_counter()
    found = engine.analyze(here, Limit(time=seconds))
    took = time.perf_counter() - began
    assert found.move in here.moves
    return took - seconds, found


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
@pytest.mark.parametrize("seconds", [0.03, 0.15, pytest.param(0.5, marks=pytest.mark.slow)])
@pytest.mark.long_for("0.15-interpreted")
def test_a_time_limit_is_kept(seconds, native):
    """To the millisecond it is measured by `make bench`, on a machine that does nothing else."""
    for spec, plies in SAMPLE[1:6]:
        here = random_position(spec, 5, plies)
        late, found = overdue(spec, here, seconds, native)
        assert late < 5, f"{spec}: {1000 * late:.0f} ms late"
        if found.depth > 0 and found.depth < 9:
            same_answer(found, fresh(spec).analyze(here, Limit(depth=found.depth)))


def test_a_solution_keeps_its_time_and_claims_only_what_it_knows():
    engine = Engine(load("othello:size=6"), table_mb=1, switches=EXACT)
    began = time.perf_counter()
    found = engine.solve(None, Limit(time=0.2))
    assert time.perf_counter() - began < 15
    assert not found.value.known and found.move in load("othello:size=6").position().moves


def test_it_stops_before_the_limit_when_all_is_known():
    engine = fresh("tictactoe")
    began = time.perf_counter()
    found = engine.analyze("xx./oo./...:x", Limit(time=60))
    assert str(found.value) == "win in 1" and time.perf_counter() - began < 30


# --- an event for each finished iteration ---

@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_listeners_hear_of_each_finished_depth_in_order(native):
    spec = "othello:size=6"
    here = random_position(spec, 4, 10)
    heard = []
    found = fresh(spec, native).analyze(here, Limit(depth=4), listen=heard.append)
    assert [event.depth for event in heard] == [1, 2, 3, 4]
    assert heard[-1] == found
    nodes = [event.nodes for event in heard]
    assert nodes == sorted(nodes) and len(set(nodes)) == 4
    for event in heard:
        same_answer(event, fresh(spec, native).analyze(here, Limit(depth=event.depth)))


def test_an_unfinished_iteration_is_never_heard_of():
    here = random_position("othello:size=6", 4, 10)
    heard = []
    found = fresh("othello:size=6").analyze(here, Limit(nodes=5000), listen=heard.append)
    assert [event.depth for event in heard] == list(range(1, found.depth + 1))
    assert heard[-1].value == found.value


def test_a_listener_that_raises_is_heard_itself():
    def complain(event):
        raise OverflowError("enough")

    engine = fresh("tictactoe")
    with pytest.raises(OverflowError, match="enough"):
        engine.analyze(None, Limit(depth=3), listen=complain)
    assert engine.analyze(None, Limit(depth=2)).depth == 2


# --- limits that make no sense ---

def test_an_analysis_without_a_limit_ends_by_itself():
    for limit in (None, Limit()):
        assert fresh("tictactoe").analyze(None, limit).value == DRAW


@pytest.mark.parametrize(("options", "message"), [
    ({"threads": 0}, "an engine cannot have 0 threads: give "),
    ({"table_mb": 0}, "a table of 0 MB makes no sense: give "),
    ({"threads": 100_000}, "100000 threads are more than can work together: give "),
    ({"table_mb": 1e6 * 64}, "is larger than this machine's memory"),
    ({"table_mb": -3}, "a table of -3 MB makes no sense: give "),
])
def test_engines_that_make_no_sense_are_refused(options, message):
    with pytest.raises((LimitError, ParameterError), match=message):
        Engine(load("tictactoe"), **options)


# --- always an answer ---

def test_there_is_an_answer_wherever_the_game_goes_on():
    kinds = Counter()
    for spec, _ in SAMPLE:
        for seed in range(6):
            here = late_position(spec, seed, 1 + seed)
            if here.result is None:
                found = fresh(spec).analyze(here, Limit(nodes=1))
                assert found.move in here.moves and found.moves[0].move == found.move
                kinds[found.value.kind] += 1
    assert kinds["estimate"] > 10


def test_a_finished_game_has_a_value_and_no_move():
    found = fresh("tictactoe").analyze("xxx/oo./...:o", Limit(nodes=1))
    assert (str(found.value), found.move, found.line, found.moves) == ("loss in 0", None, (), ())


# --- by a clock that moves on whenever it is looked at ---

def test_no_depth_is_begun_when_four_fifths_of_the_time_are_gone(monkeypatch):
    engine = Engine(Endless(), None, native=False, table_mb=1, switches=EXACT)
    engine.ready()
    Ticking().within(monkeypatch, "zermelo.search.engine", "zermelo.search.deepening")
    heard = []
    found = engine.analyze(None, Limit(time=50), listen=heard.append)
    assert [one.depth for one in heard] == list(range(1, found.depth + 1))
    assert heard[-3].seconds <= 40 < heard[-1].seconds + 2 < 50


def test_a_player_begins_depths_as_long_as_there_is_time(monkeypatch):
    """What it finds in the last of them is of use, even if it is not finished."""
    engine = Engine(Endless(), None, native=False, table_mb=1, selective=True, switches=PLAY)
    engine.ready()
    Ticking().within(monkeypatch, "zermelo.search.engine", "zermelo.search.deepening")
    heard = []
    engine.analyze(None, Limit(time=50), listen=heard.append)
    assert 40 < heard[-2].seconds <= 50


def test_what_was_done_before_the_search_is_part_of_its_time(monkeypatch):
    engine, told = Engine(Endless(), None, native=False, table_mb=1, switches=EXACT), []
    engine.ready()
    clock = Ticking().within(monkeypatch, "zermelo.search.engine", "zermelo.search.deepening")
    prepared = Endless.outcome

    def slow(game, s):
        clock.now += 7 if not told else 0
        return prepared(game, s)

    def noted(crew, work, seconds, stop=None, *, keeps=True):
        if keeps:  # the search, and not what is asked before and after it
            told.append((seconds, clock.gone))
        return supervised(crew, work, 60, stop, keeps=keeps)

    monkeypatch.setattr(Endless, "outcome", slow)
    monkeypatch.setattr("zermelo.search.engine.supervised", noted)
    engine.analyze(None, Limit(time=50))
    (seconds, gone), = told
    assert gone >= 8 and seconds == 50 - (gone - 1)  # it began at the first look
