"""One thread: the same question, the same answer, node for node, in every process."""

import json
import os
import subprocess
import sys

import pytest
from boards import engine_of, every_spec, known_value, late_position, random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Limit
from zermelo.search.switches import EXACT, PLAY


def all_of(found):
    """Everything about an analysis but the time."""
    data = found.to_json()
    return {name: data[name] for name in data if name not in ("seconds", "nps")}


def asked(engine, here, switches, depth):
    engine.switches = switches
    return all_of(engine.analyze(here, Limit(depth=depth), all_moves=depth < 3))


@pytest.mark.parametrize("switches", [EXACT, PLAY], ids=["exact", "selective"])
@every_spec
@pytest.mark.few(6)
def test_the_same_again_after_forgetting_everything(spec, switches):
    engine = engine_of(spec)
    runs = []
    for _ in range(2):
        engine.clear()
        run = []
        for seed in range(5):  # the table is handed from one to the next
            here = random_position(spec, seed, 2 * seed)
            run += [asked(engine, here, switches, depth) for depth in (2, 4)]
            engine.switches = EXACT
            run.append(all_of(engine.solve(here, Limit(nodes=3000))))
        runs.append(run)
    assert runs[0] == runs[1]


PROGRAM = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
from boards import engine_of, random_position
from test_determinism import all_of
from zermelo import Limit

for spec in json.loads(sys.argv[2]):
    engine = engine_of(spec)
    for seed in range(5):
        here = random_position(spec, seed, 3 * seed)
        print(json.dumps(all_of(engine.analyze(here, Limit(nodes=5000)))))
"""


FIVE = ["connect4:width=5,height=4", "checkers:quiet_moves=4", "othello:size=6",
        "kalah:pits=3,seeds=3", "hex:size=4"]


@pytest.mark.long
@pytest.mark.parametrize("specs", [FIVE[:2], pytest.param(FIVE, marks=pytest.mark.slow)],
                         ids=["two", "five"])
def test_the_same_in_two_processes(specs):
    paths = [path for path in sys.path if path.rstrip("/").endswith(("tests", "tests/search"))]
    runs = []
    for seed in ("1", "2"):  # of Python's own hashes, which must not matter
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, json.dumps(paths), json.dumps(specs)],
            capture_output=True, text=True, timeout=200,
            env={**os.environ, "PYTHONHASHSEED": seed})
        assert (done.returncode, done.stderr) == (0, "")
        runs.append(done.stdout.splitlines())
    assert runs[0] == runs[1]
    assert len(runs[0]) == 5 * len(specs)


@every_spec
@pytest.mark.few(4, telling=["checkers", "rps"])
def test_two_threads_find_the_same_values(spec):
    one, two = engine_of(spec), engine_of(spec, threads=2)

    @some(25)
    @given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 5))
    def same(seed, before_end, depth):
        here = late_position(spec, seed, before_end)
        if here.result is not None:
            return
        for engine in (one, two):
            engine.clear()
            engine.switches = EXACT
        found = [engine.analyze(here, Limit(depth=depth)) for engine in (one, two)]
        assert found[0].value == found[1].value
        assert found[1].move in here.moves and found[1].threads == 2
        truth = known_value(here, 1000)
        if truth is not None:
            assert two.solve(here, distances=True).value == truth or here.game.repetition

    same()


@pytest.mark.parametrize("threads", [1, 2])
@every_spec
@pytest.mark.few(6)
def test_asked_the_same_again_it_says_the_same(spec, threads):
    """Of equally good moves it keeps to the one that it said first, whatever else was asked."""
    engine = engine_of(spec, threads=threads)
    engine.clear()
    engine.switches = EXACT
    places = [random_position(spec, seed, 2 * seed) for seed in range(6)]
    first = [engine.analyze(here, Limit(depth=4)) for here in places]
    for here in places:  # something in between
        engine.analyze(here, Limit(depth=3))
        engine.solve(here, Limit(nodes=1000))
    for here, found in zip(places, first, strict=True):
        again = engine.analyze(here, Limit(depth=4))
        assert (again.value, again.move) == (found.value, found.move)
