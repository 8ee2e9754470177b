"""What plays and what proves are compiled apart, when they are first asked for, and share what
they know."""

import pytest

from zermelo import Engine, Limit, load
from zermelo.search import core
from zermelo.search.commands import prove_here
from zermelo.search.proof_numbers import run_proof
from zermelo.search.switches import EXACT

SPEC = "connect4:width=4,height=4"


def made(engine):
    names = {core.run: "search", prove_here: "proof", run_proof: "numbers"}
    return {names[run] for run in engine._searcher.kernels.made}


@pytest.mark.parametrize("native", [None, False])
def test_only_what_is_asked_for_is_made(native):
    with Engine(load(SPEC), native=native, table_mb=1) as engine:
        assert made(engine) == set()
        engine.stop()
        engine.clear()
        assert made(engine) == set()
        engine.analyze(None, Limit(depth=3), all_moves=True, lines=2)
        engine.count_leaves(None, 2)
        assert made(engine) == {"search"}
    with Engine(load(SPEC), native=native, table_mb=1) as engine:
        position = load(SPEC).position("112234")
        engine.solve(position, all_moves=True)
        engine.values([position])
        assert made(engine) == {"proof"}
        engine.solve(position, method="proof-numbers")
        assert made(engine) == {"proof", "numbers"}
    with Engine(load(SPEC), native=native, table_mb=1) as engine:
        engine.prepare(proofs=True)
        assert made(engine) == {"proof"}


def test_who_insists_on_compiled_code_has_it_at_once():
    with Engine(load(SPEC), native=True, table_mb=1) as engine:
        assert made(engine) == {"search"} and engine.native


def test_they_share_memory_and_table():
    """What a search found is known to a proof that comes after it."""
    nodes = {}
    for searched_before in (False, True):
        with Engine(load(SPEC), table_mb=1, switches=EXACT) as engine:
            if searched_before:
                assert engine.analyze("112", Limit(depth=13)).value.known
            nodes[searched_before] = engine.solve("112").nodes
            assert made(engine) == ({"search", "proof"} if searched_before else {"proof"})
    assert 0 < nodes[True] < nodes[False]


def test_one_proof_serves_engines_with_any_evaluator():
    first, second = Engine(load(SPEC), table_mb=1), Engine(load(SPEC), None, table_mb=1)
    proofs = [engine._searcher.learn_to_prove() for engine in (first, second)]
    assert proofs[0].mark == proofs[1].mark and proofs[0]._entry is proofs[1]._entry
    searches = [engine._searcher.learn_to_search() for engine in (first, second)]
    assert searches[0].mark != searches[1].mark
