"""Code that gets better while it is used finds the same, node for node."""

import threading
import time
from typing import Any

import pytest

from compiler.compiling import HOOKS, Walk, walk
from zermelo import Engine, Limit, load
from zermelo.compiler import build
from zermelo.kernel import compiling, improving
from zermelo.kernel.kernel import Kernel
from zermelo.search import selftest
from zermelo.search.switches import PLAY


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    """Nothing compiled, and nobody to improve it but who is asked to."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "_loaded", type(compiling._loaded)())
    monkeypatch.setattr(selftest, "_here", {})
    monkeypatch.setattr(improving, "_PAYS", 1e9)
    return tmp_path


def code_of(engine):
    return engine._searcher.learn_to_search()._entry


def searched(engine, depth):
    engine.clear()
    found = engine.analyze(None, Limit(depth=depth))
    return found.nodes, found.value, found.line


@pytest.mark.long
@pytest.mark.parametrize("spec, depth", [
    ("connect4", 9), ("rps:hand_size=3,deck_size=9", 5), ("checkers", 6),
    ("dots:width=2,height=2", 6),
])
@pytest.mark.few(1, long=1)
def test_quick_code_and_better_code_find_the_same(empty_cache, spec, depth):
    engine = Engine(load(spec), switches=PLAY, table_mb=1)
    quick = searched(engine, depth)
    assert code_of(engine).improves
    engine.ready()
    assert not code_of(engine).improves
    assert searched(engine, depth) == quick


def shortly(rules: Any, memory: Walk, s: Any) -> None:
    memory.total = everything(rules, memory, s, memory.depth)


def everything(rules: Any, memory: Walk, s: Any, depth: int) -> int:
    """In the place of a walk that takes for ever: one that is over."""
    return everything(rules, memory, s, depth) if depth < 0 else 1


def test_what_runs_goes_through_the_door_at_once(empty_cache):
    game = load("othello")
    quick = Kernel(game, walk, (Walk,), hooks=HOOKS, native=True, quick=True)
    other = Kernel(game, shortly, (Walk,), hooks=HOOKS, native=True)
    memory = quick.new(Walk)
    memory.depth = 60
    running = threading.Thread(target=quick.run, args=(game.initial(), memory), daemon=True)
    running.start()
    running.join(0.5)
    assert running.is_alive() and quick._entry.running
    quick._entry._first.go_on_with(other._entry._first)
    running.join(60)
    assert not running.is_alive()


@pytest.mark.long
def test_code_that_runs_for_a_while_is_improved(empty_cache, monkeypatch):
    monkeypatch.setattr(improving, "_PAYS", 0.0)
    engine = Engine(load("nim"), switches=PLAY, table_mb=1)
    quick = searched(engine, 6)
    until = time.monotonic() + 120
    while code_of(engine).improves and time.monotonic() < until:
        assert searched(engine, 6) == quick
    assert not code_of(engine).improves and searched(engine, 6) == quick
    assert {"".join(file.suffixes) for file in empty_cache.iterdir()} == {".json", ".quick.o", ".o"}
    compiling._loaded.clear()
    assert not code_of(Engine(load("nim"), switches=PLAY, table_mb=1)).improves  # from disk


def test_whoever_cannot_wait_gets_better_code_of_what_is_quick(empty_cache):
    game = load("nim")
    quick = Kernel(game, walk, (Walk,), hooks=HOOKS, native=True, quick=True)
    assert quick._entry.improves
    assert Kernel(game, walk, (Walk,), hooks=HOOKS, native=True)._entry is quick._entry
    assert not quick._entry.improves


def test_better_code_that_another_process_made_meanwhile_is_taken(empty_cache, monkeypatch):
    game = load("nim")
    quick = Kernel(game, walk, (Walk,), hooks=HOOKS, native=True, quick=True)
    compiling._loaded.clear()  # as in another process
    Kernel(game, walk, (Walk,), hooks=HOOKS, native=True)
    monkeypatch.setattr(build, "better", lambda *_: pytest.fail("made again"))
    quick.finish()
    assert not quick._entry.improves


def test_the_better_code_of_a_damaged_file_is_made_anew(empty_cache):
    game = load("nim")

    def made():
        compiling._loaded.clear()
        return Kernel(game, walk, (Walk,), hooks=HOOKS, native=True, quick=True)

    assert not made().from_cache and made().from_cache
    (file,) = empty_cache.glob("*.quick.o")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    assert not made().from_cache and made().from_cache


@pytest.mark.long
@pytest.mark.parametrize("ask", [
    lambda engine: engine.analyze(None, Limit(depth=13)),
    lambda engine: engine.solve(None, Limit(nodes=60_000)),
])
@pytest.mark.few(1, long=1)
def test_techniques_tried_out_meanwhile_are_as_those_known_before(empty_cache, ask):
    spec = "connect4:width=5,height=5"
    with Engine(load(spec), table_mb=1) as engine:
        first = ask(engine)
        assert first.nodes > selftest.MANY
        assert selftest.known_switches(engine._searcher) is not None
    with Engine(load(spec), table_mb=1) as engine:
        again = ask(engine)
    assert (first.nodes, first.value, first.line) == (again.nodes, again.value, again.line)


@pytest.mark.long
def test_nodes_are_counted_on_when_techniques_change(empty_cache):
    with Engine(load("connect4:width=5,height=5"), table_mb=1) as engine:
        found = list(engine.iterations(None, Limit(depth=13)))
    nodes, deepest = ([getattr(one, what) for one in found] for what in ("nodes", "deepest"))
    assert nodes[-1] > selftest.MANY
    assert nodes == sorted(nodes) and deepest == sorted(deepest)


def test_a_small_question_tries_nothing_out(empty_cache):
    with Engine(load("connect4:width=5,height=5"), table_mb=1) as engine:
        assert engine.analyze(None, Limit(depth=4)).nodes < selftest.MANY
        assert engine.solve("xox.o/oxoxo/oxoxo/xoxox/xoxox:x").value.proven
        assert selftest.known_switches(engine._searcher) is None


@pytest.mark.long
@pytest.mark.parametrize("ask", [
    lambda engine: engine.analyze(None, Limit(time=0.5)),
    lambda engine: engine.solve(None, Limit(time=0.5)),
])
def test_a_short_time_is_not_spent_on_trials(empty_cache, monkeypatch, ask):
    monkeypatch.setattr(selftest, "_tried_out", lambda *_: pytest.fail("tried out"))
    with Engine(load("connect4"), table_mb=1) as engine:
        assert ask(engine).nodes > selftest.MANY


@pytest.mark.long
def test_a_trial_ends_with_the_question_it_was_for(empty_cache, monkeypatch):
    trying, stop = threading.Event(), threading.Event()

    def for_ever(searcher, until):
        trying.set()
        while True:
            selftest._nodes(searcher, searcher.game.position(), PLAY, [1, 2, 3], -100, 100)

    monkeypatch.setattr(selftest, "_tried_out", for_ever)
    with Engine(load("connect4:width=5,height=5"), table_mb=1) as engine:
        threading.Thread(target=lambda: (trying.wait(60), stop.set()), daemon=True).start()
        found = engine.analyze(None, Limit(depth=20), stop=stop)
        assert trying.is_set() and found.depth is not None and 0 < found.depth < 20
        assert selftest.known_switches(engine._searcher) is None


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="threads have no clocks")
def test_a_stopwatch_counts_what_its_own_thread_did():
    """Others may look at it, also after the thread has gone."""
    watches, done = [], threading.Event()

    def wait():
        watches.append(improving.Stopwatch())
        done.wait()

    idle = threading.Thread(target=wait)
    idle.start()
    own, end = improving.Stopwatch(), time.thread_time() + 0.2
    while time.thread_time() < end or not watches:
        pass
    assert own.seconds >= 0.19
    assert watches[0].seconds < own.seconds / 2  # it waited
    done.set()
    idle.join()
    assert watches[0].seconds < own.seconds
