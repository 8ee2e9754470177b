"""The values of many positions at once: the same as one by one, in any number of threads."""

from functools import cache

import pytest
from boards import OFTEN, engine_of, known_value, late_position, random_position

from small_games import Ring
from zermelo import Engine, Limit, load
from zermelo.search import many
from zermelo.search.exact import UNKNOWN, exact_values
from zermelo.search.growing import NODES_A_BUCKET, OFTEN_FOUND, PATIENCE, grow_or_stop
from zermelo.search.memory import PROVE_MANY, Memory, Table
from zermelo.search.searcher import Searcher
from zermelo.search.selftest import ALWAYS
from zermelo.search.solving import in_view
from zermelo.search.switches import EXACT, Switch
from zermelo.search.table import FEW_BUCKETS

FULL = NODES_A_BUCKET * PATIENCE * FEW_BUCKETS  # nodes, where positions are seldom found again
PLAIN = [spec for spec in OFTEN if not load(spec).repetition]


@cache
def places_of(spec, count=12):
    """Positions with their values by the textbook; some of them are finished games."""
    late = [late_position(spec, seed, seed % 7) for seed in range(2 * count)]
    found = [(here, value) for here in late if (value := known_value(here, 1000)) is not None]
    over = [late_position(spec, seed, 0) for seed in range(2)]
    return found[:count] + [(here, in_view(here.result.payoff, here.to_move)) for here in over]


def searches(monkeypatch):
    """How often a single position was searched."""
    calls, search = [], Searcher.search

    def counted(self, *args, **more):
        calls.append(args)
        return search(self, *args, **more)

    monkeypatch.setattr(Searcher, "search", counted)
    return calls


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spec", PLAIN)
@pytest.mark.few(6, telling=["rps"])
@pytest.mark.long_for("rps:hand_size=2,deck_size=6,score=margin")
def test_values_are_the_textbooks(spec, threads, monkeypatch):
    engine, calls = engine_of(spec, threads=threads), searches(monkeypatch)
    engine.clear()
    places = places_of(spec)
    values = engine.values([here for here, _ in places], distances=True)
    assert [(v, v.kind) for v in values] == [(v, v.kind) for _, v in places]
    assert all(v.known for v in values) and not calls
    scores = engine.values([here.state for here, _ in places], distances=False)
    assert [v.score for v in scores] == [v.score for _, v in places]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_takes_many_nodes_is_done_by_all_threads_together(threads, monkeypatch):
    monkeypatch.setattr(many, "_MOST_NODES", 30)
    spec = "connect4:width=5,height=4"
    engine, calls = engine_of(spec, threads=threads), searches(monkeypatch)
    engine.clear()
    places = [random_position(spec, seed, 6) for seed in range(20)]
    values = engine.values(places)
    assert calls
    engine.clear()
    assert values == [engine.solve(here).value for here in places]
    assert all(value.known for value in values)


def test_positions_of_different_worth_share_one_batch():
    """Where a win is the best there is, and where there may be a better one, are kept apart."""
    game = load("othello:size=4")
    engine = engine_of(game.spec)
    states = [late_position(game.spec, seed, 4).state for seed in range(30)]
    engine.clear()
    one_by_one = [value for state in states for value in engine.values([state], distances=False)]
    engine.clear()
    assert engine.values(states, distances=False) == one_by_one
    assert engine.values([], distances=False) == []


def test_interpreted_it_is_the_same_function():
    game = load("tictactoe")
    searcher = Searcher(game, None, 1, 0.1, native=False)
    here = game.position("x.o/.../..x:o")
    searcher.begin_batches(here, EXACT, 1, 100_000)
    memory = searcher.crew.memories[0]
    over = game.parse("xxx/oo./...:o")
    for at, word in enumerate([*here.state, *over, *game.initial()]):
        memory.batch[at] = word
    memory.command, memory.batch_count, memory.batch_width = PROVE_MANY, 3, 3
    searcher.run_here(here.state, memory)
    expected = Engine(game, native=False, switches=EXACT).values([here], distances=True)
    assert memory.result == 3
    assert many.decoded(memory.batch[0]) == expected[0]
    assert (memory.batch[3], memory.batch[6]) == (UNKNOWN, 0)
    memory.stop = 1
    for at, word in enumerate(here.state):
        memory.batch[at] = word
    exact_values(searcher.kernels.proof._rules, memory, searcher.table)
    assert memory.result == 0  # told to stop, it says that it proved nothing


def test_what_has_no_end_says_so():
    engine = Engine(Ring(5), switches=EXACT, table_mb=1)
    with pytest.warns(match="circles|come back|repeat"):
        values = engine.values([1, 2, -1])
    assert [value.known for value in values[:2]] == [False, False]
    assert values[2].kind == "loss" or values[2].kind == "win"


@pytest.mark.parametrize("threads", [1, 2])
def test_who_stops_it_has_the_first_ones(threads, monkeypatch):
    engine = Engine(load("connect4"), None, threads=threads, table_mb=1, switches=EXACT)
    easy = [random_position("connect4", seed, 34) for seed in range(40)]
    work = many.Batches._proven

    def stopping(self, memory, batch):
        if batch.start >= 32:
            engine.stop()
        return work(self, memory, batch)

    monkeypatch.setattr(many.Batches, "_proven", stopping)
    values = engine.values(easy)
    monkeypatch.undo()
    assert len(values) <= 32 or threads == 2
    assert values == engine.values(easy)[: len(values)]
    assert values or threads == 2


def test_a_proof_that_grows_takes_more_of_the_table():
    game = load("connect4")
    few, many_nodes = "6614446666373154", "651173365733134"
    with Engine(game, None, table_mb=16, native=True, switches=EXACT) as engine:
        memory = engine._searcher.crew.memories[0]
        found = engine.values([game.parse(few)])
        assert memory.nodes < FULL and memory.buckets == FEW_BUCKETS
        found += engine.values([game.parse(many_nodes)])
        assert memory.nodes > FULL
        assert FEW_BUCKETS < memory.buckets <= memory.most_buckets
        engine.clear()
        assert found == [engine.solve(place).value for place in (few, many_nodes)]


@pytest.mark.parametrize(("hits", "waits"), [(0, True), (1, False)])
def test_who_seldom_finds_a_position_again_waits_before_taking_more(hits, waits):
    memory, table = Memory(), Table()
    memory.threads = 1
    memory.buckets, memory.most_buckets, memory.node_limit = FEW_BUCKETS, 4 * FEW_BUCKETS, 1 << 40
    sizes = []
    for turn in range(NODES_A_BUCKET * PATIENCE + 1):
        memory.nodes = turn * FEW_BUCKETS
        memory.hits = hits * memory.nodes // OFTEN_FOUND
        grow_or_stop(memory, table, True)
        sizes.append(memory.buckets // FEW_BUCKETS)
    assert memory.stop == 0 and sizes[NODES_A_BUCKET - 1] == 1
    assert sizes[NODES_A_BUCKET] == (1 if waits else 2)
    assert sizes[-2:] == [1, 2] if waits else [4, 4]
    memory.nodes = memory.node_limit + 1
    grow_or_stop(memory, table, True)
    assert memory.stop == 1


def test_a_proof_of_one_position_begins_with_a_part_of_the_table_and_takes_more():
    few, many_nodes = "6614446666373154", "651173365733134"
    with Engine(load("connect4"), None, table_mb=16, native=True, switches=EXACT) as engine:
        memory = engine._searcher.crew.memories[0]
        found = [engine.solve(few)]
        assert found[0].nodes < FULL and memory.buckets == FEW_BUCKETS
        found += [engine.solve(many_nodes)]
        grown = memory.buckets
        assert found[1].nodes > FULL and grown > FEW_BUCKETS
        assert engine.solve(many_nodes).nodes < 1000 and memory.buckets == grown  # what it knows
        engine.clear()
        engine.solve(few)
        assert memory.buckets == FEW_BUCKETS
        engine.analyze(few, Limit(depth=2))
        assert memory.buckets == FEW_BUCKETS


def test_several_threads_take_more_of_the_table_together():
    game, text = load("connect4"), "651173365733134"
    with Engine(game, None, table_mb=16, native=True, switches=EXACT) as alone:
        value = alone.solve(text).value
    with Engine(game, None, table_mb=16, native=True, switches=EXACT, threads=2) as engine:
        assert engine.solve(text).value == value
        first, second = (memory.buckets for memory in engine._searcher.crew.memories)
        assert FEW_BUCKETS < second <= first == engine._searcher.table.in_use
        assert engine.solve(text, Limit(nodes=10)).nodes <= 100  # and it stops when it should
        assert len({memory.buckets for memory in engine._searcher.crew.memories}) == 1


@pytest.mark.parametrize("spec", ["connect4:width=4,height=4", "kalah:pits=2,seeds=2"])
@pytest.mark.long_for("connect4:width=4,height=4")
def test_a_hint_that_replies_are_quick_has_them_looked_up_in_batches(spec, monkeypatch):
    game = load(spec)
    asked, begin = [], Searcher.begin_batches

    def begun(self, here, switches, step, nodes):
        asked.append(switches)
        begin(self, here, switches, step, nodes)

    monkeypatch.setattr(Searcher, "begin_batches", begun)
    places = [here for here, _ in places_of(spec)]
    for quick in (False, True):
        monkeypatch.setattr(type(game), "quick_replies", quick)
        with Engine(game, None, table_mb=1, native=True) as engine:
            values = engine.values(places, distances=True)
            assert values == [value for _, value in places_of(spec)]
    assert asked == [ALWAYS, ALWAYS | Switch.ENHANCED_CUTOFFS]
    with Engine(game, None, table_mb=1, native=True, switches=ALWAYS) as engine:
        engine.values(places)
    assert asked[-1] == ALWAYS  # who says what to use gets that
