"""A search to a depth has more of the table the longer it takes, and says what it always said."""

import pytest

from zermelo import Engine, Limit, load
from zermelo.evaluation import evaluator_for
from zermelo.search.growing import ENTRIES_A_BUCKET, LATEST, grow_or_stop
from zermelo.search.memory import Memory, Table
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT
from zermelo.search.table import FEW_BUCKETS

PLACES = [("connect4", 14), ("hexapawn:width=6,height=6", 14), ("othello", 13),
          ("breakthrough:width=6,height=6", 7), ("isolation", 7)]


def part_of(engine):
    return engine._searcher.crew.memories[0].buckets


@pytest.mark.parametrize(("spec", "depth"), PLACES)
@pytest.mark.long_for("breakthrough", "hexapawn", "isolation", "othello")
def test_it_is_as_if_all_of_the_table_were_in_use(spec, depth, monkeypatch):
    game, begin = load(spec), Searcher.begin
    found = []
    for mb, growing in ((0.5, True), (16, False), (16, True)):
        monkeypatch.setattr(Searcher, "begin", lambda *given, growing, grows=growing: begin(
            *given, growing=growing and grows))
        with Engine(game, evaluator_for(game, "standard"), table_mb=mb, plain=True,
                    native=True, switches=EXACT) as engine:
            found.append(engine.analyze(None, Limit(depth=depth)))
            assert (FEW_BUCKETS < part_of(engine) < engine._searcher.buckets) == (
                mb == 16 and growing)
    assert found[0].value == found[1].value == found[2].value
    assert 0.99 < found[2].nodes / found[1].nodes < 1.01
    assert found[0].nodes != found[1].nodes  # for this one it is too small


def test_what_was_found_is_found_again_when_there_is_more_of_the_table():
    with Engine(load("connect4"), table_mb=16, plain=True, native=True, switches=EXACT) as engine:
        first = engine.analyze(None, Limit(depth=14))
        grown = part_of(engine)
        assert FEW_BUCKETS < grown < engine._searcher.buckets
        again = engine.analyze(None, Limit(depth=14))
        assert again.value == first.value and again.nodes < first.nodes
        assert part_of(engine) == grown
        engine.clear()
        engine.analyze(None, Limit(depth=3))
        assert part_of(engine) == FEW_BUCKETS


def test_several_threads_begin_with_a_part_too_and_use_as_much_as_the_first():
    with Engine(load("connect4"), table_mb=16, native=True, threads=2) as engine:
        engine.analyze(None, Limit(depth=6))
        assert part_of(engine) == FEW_BUCKETS
        found = engine.analyze(None, Limit(depth=15))
        searcher = engine._searcher
        assert FEW_BUCKETS < part_of(engine) == searcher.table.in_use < searcher.buckets
        with Engine(engine.game, table_mb=16, native=True) as alone:
            assert found.value == alone.analyze(None, Limit(depth=15)).value


def test_the_others_see_how_much_the_first_of_several_threads_uses():
    memory, table = Memory(), Table()
    memory.threads, memory.number, memory.used = 2, 1, 1 << 40
    memory.buckets, memory.most_buckets, memory.node_limit = FEW_BUCKETS, 4 * FEW_BUCKETS, 1 << 40
    for part in (FEW_BUCKETS, 2 * FEW_BUCKETS, 4 * FEW_BUCKETS):
        table.in_use = part
        grow_or_stop(memory, table, True)
        assert memory.buckets == part and memory.stop == 0
        assert memory.next_look == (
            LATEST if part < memory.most_buckets else memory.node_limit)
    assert table.in_use == part


def test_limits_hold_while_it_grows():
    with Engine(load("chess"), table_mb=16, selective=True, native=True) as engine:
        engine.analyze(None, Limit(nodes=100_000))
        assert engine._searcher.nodes == 100_001  # the one that was too many
        assert part_of(engine) > FEW_BUCKETS


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("entries", [0, ENTRIES_A_BUCKET * FEW_BUCKETS,
                                     ENTRIES_A_BUCKET * FEW_BUCKETS + 4])
def test_more_is_taken_when_a_quarter_is_full(entries, threads):
    """By all threads together; the first takes it that they write about as much as it does."""
    memory, table = Memory(), Table()
    memory.threads, memory.used = threads, entries // threads
    memory.buckets, memory.most_buckets, memory.node_limit = FEW_BUCKETS, 4 * FEW_BUCKETS, 1 << 40
    memory.nodes = FEW_BUCKETS + 1
    grow_or_stop(memory, table, False)
    assert memory.stop == 0
    assert memory.buckets // FEW_BUCKETS == (2 if entries > ENTRIES_A_BUCKET * FEW_BUCKETS else 1)
    assert memory.nodes < memory.next_look <= memory.nodes + memory.buckets
