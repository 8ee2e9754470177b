"""A table in a file: what one process found, the next one knows, and nothing in it misleads."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from words_game import Words
from zermelo import Engine, Limit, load, win
from zermelo.errors import CannotCompile, LimitError, ParameterError, TableError
from zermelo.evaluation import LinearEvaluator, evaluator_for
from zermelo.search import table_file
from zermelo.search.memory import BUSY_SLOTS
from zermelo.search.selftest import MANY
from zermelo.values import DRAW

SMALL = "connect4:width=5,height=5"
FEW = 3 * MANY  # nodes: a proof begins with so many at the most, whatever is known


def engine_at(place, spec=SMALL, **options):
    return Engine(load(spec), None, table_file=place, **{"table_mb": 16, **options})


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A table of a game that was proven."""
    place = tmp_path_factory.mktemp("filled") / "a.table"
    with engine_at(place) as engine:
        assert engine.solve().nodes > 3 * FEW
    return place.read_bytes()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("spec", "method", "value"), [
    (SMALL, "alpha-beta", DRAW), ("domineering:width=6,height=6", "proof-numbers", win())])
def test_what_is_proven_is_known_to_the_next(tmp_path, spec, method, value, threads):
    found = []
    for _ in range(2):
        with engine_at(tmp_path / "a.table", spec, threads=threads) as engine:
            found.append(engine.solve(method=method))
    assert found[0].value == found[1].value == value
    assert found[1].nodes < FEW < found[0].nodes
    assert found[1].line_text[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_in_many_short_goes(tmp_path, threads):
    limit = Limit(nodes=60_000)
    with Engine(load(SMALL), None, threads=threads) as engine:
        assert not engine.solve(limit=limit).proven  # in one go it is not enough
    goes = []
    while not goes or not goes[-1].value.known:
        with engine_at(tmp_path / "a.table", threads=threads) as engine:
            goes.append(engine.solve(limit=limit))
        assert len(goes) < 30
    assert goes[-1].value == DRAW
    assert len(goes) > 1


PROGRAM = """
import sys
from zermelo import Engine, Limit, load
with Engine(load("connect4:width=6,height=5"), None, table_file=sys.argv[1]) as engine:
    assert not engine.solve(limit=Limit(nodes=1_000_000)).proven
    print("begun", flush=True)
    engine.solve()
"""


def test_whoever_is_killed_leaves_what_was_found(tmp_path):
    place = tmp_path / "a.table"
    with subprocess.Popen([sys.executable, "-c", PROGRAM, place], stdout=subprocess.PIPE,
                          text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGKILL)
    game = load("connect4:width=6,height=5")
    with Engine(game, None, table_file=place) as engine, Engine(game, None) as other:
        assert engine._searcher.table_used > 0.02
        again, anew = engine.solve(), other.solve()
        assert again.value == anew.value == DRAW
        assert again.nodes < anew.nodes - 700_000


def test_nothing_is_believed_of_who_was_searching(tmp_path):
    place, slots = tmp_path / "a.table", range(0, BUSY_SLOTS, 97)
    with engine_at(place) as engine:
        engine.solve()
        table = engine._searcher.table
        for slot in slots:
            table.busy[slot] = 1 + slot
        table.in_use = 3 << 10  # no part of a table
    with engine_at(place) as engine:
        table = engine._searcher.table
        assert not any(table.busy[slot] for slot in slots)
        assert table.in_use == 0
        assert engine.solve().value == DRAW


def test_damage_never_makes_a_value_wrong(tmp_path, filled):
    game, place = load(SMALL), tmp_path / "a.table"
    chance = random.Random(1)
    places = [game.position().random_line(chance) for _ in range(20)]
    places = [line[len(line) // 3] for line in places]
    with Engine(game, None) as engine:
        truth = engine.values(places)
    for _ in range(2):
        damaged = bytearray(filled)
        for _ in range(len(damaged) // 20):
            damaged[chance.randrange(table_file._PAGE, len(damaged))] = chance.randrange(256)
        place.write_bytes(damaged)
        with engine_at(place) as engine:
            assert engine.values(places) == truth
            assert engine.solve().value == DRAW


def test_it_is_one_engine_s_alone(tmp_path):
    place = tmp_path / "a.table"
    with engine_at(place), pytest.raises(TableError, match=r"in use by another engine: wait"):
        engine_at(place)
    engine_at(place).close()


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda about: {**about, "kind": "diary"}, "is not a table, and was left as it is: choose"),
    (lambda about: [about], "is not a table, and was left as it is"),
    (lambda about: {**about, "version": 2}, "is of version 2, and this Zermelo reads version 1"),
    (lambda about: {**about, "game": "nim"}, f"is of nim, and the engine of {SMALL}: choose"),
    (lambda about: {**about, "meaning": "?"}, "was made by other rules, another evaluator"),
    (lambda about: {**about, "buckets": 1 << 20}, "has 64 MB, and 16 are asked for: ask for as"),
    (lambda about: {**about, "buckets": "many"}, "has 'many' MB, and 16 are asked for"),
])
def test_a_table_of_something_else(tmp_path, filled, change, sentence):
    place, page = tmp_path / "a.table", table_file._PAGE
    about = json.loads(filled[:page].partition(b"\n")[0])
    damaged = json.dumps(change(about)).encode().ljust(page, b"\n") + filled[page:]
    place.write_bytes(damaged)
    with pytest.raises(TableError, match=sentence):
        engine_at(place)
    assert place.read_bytes() == damaged


@pytest.mark.parametrize("text", [b"x", b"\0" * 10_000, b"{", b"[" * 100_000, b"\xff\xfe" * 99])
def test_what_is_no_table_is_left_alone(tmp_path, text):
    place = tmp_path / "letter.txt"
    place.write_bytes(text)
    with pytest.raises(TableError, match=r"letter\.txt' is not a table, and was left as it is"):
        engine_at(place)
    assert place.read_bytes() == text


def test_a_table_that_was_cut_short(tmp_path, filled):
    place = tmp_path / "a.table"
    place.write_bytes(filled[:-1000])
    with pytest.raises(TableError, match=r"was cut short: it has [\d,]+ bytes of [\d,]+; choose"):
        engine_at(place)


def test_where_no_file_can_be(tmp_path):
    for place in (tmp_path, tmp_path / "nowhere" / "a.table", "a\0b", "x" * 5000):
        with pytest.raises(TableError, match=r"cannot keep a table in .*: .*; choose another"):
            engine_at(place)


def test_a_disk_without_room(tmp_path, monkeypatch):
    def full(handle, size):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(table_file, "take_room", full)
    with pytest.raises(TableError, match="No space left on device; choose another file"):
        engine_at(tmp_path / "a.table")
    assert not (tmp_path / "a.table").exists()


def test_ctrl_c_while_a_file_is_made_leaves_none(tmp_path, monkeypatch):
    def stopped(handle, size):
        os.truncate(handle, size)
        raise KeyboardInterrupt

    place = tmp_path / "a.table"
    with monkeypatch.context() as patch:
        patch.setattr(table_file, "take_room", stopped)
        with pytest.raises(KeyboardInterrupt):
            engine_at(place)
    assert not place.exists()
    engine_at(place).close()


def test_other_weights_are_another_evaluator_s(tmp_path):
    game, place = load("connect4"), tmp_path / "a.table"
    standard = evaluator_for(game, "standard")
    assert isinstance(standard, LinearEvaluator)
    Engine(game, standard, table_mb=1, table_file=place).close()
    Engine(game, standard, table_mb=1, table_file=place).close()
    name, weight = next(iter(standard.weights.items()))
    with pytest.raises(TableError, match="another evaluator"):
        Engine(game, standard.with_weights(**{name: 2 * weight + 1}), table_mb=1, table_file=place)


def test_a_search_to_a_depth_goes_on_as_well(tmp_path):
    found, game = [], load("connect4")
    for _ in range(2):
        with Engine(game, table_mb=16, table_file=tmp_path / "a.table") as engine:
            found.append(engine.analyze(None, Limit(depth=14)))
    assert found[0].value == found[1].value
    assert found[1].nodes < 0.6 * found[0].nodes


@pytest.mark.parametrize("kept", [True, False], ids=["file", "memory"])
def test_a_trial_leaves_it_as_it_was(tmp_path, kept):
    with engine_at(tmp_path / "a.table" if kept else None) as engine:
        engine.solve()
        searcher = engine._searcher
        used = searcher.table_used
        with searcher.small_table(1 << 10):
            assert searcher.table_used == 0
            searcher.begin(engine.game.position("1"), Limit(nodes=5000), engine.switches)
            with suppress(Exception):
                searcher.search(engine.game.position("1").state, 8, -1, 1)
        assert searcher.table_used == used > 0
        assert engine.solve().nodes < FEW


def test_clear_empties_it(tmp_path):
    with engine_at(tmp_path / "a.table") as engine:
        nodes = engine.solve().nodes
        engine.clear()
        assert engine._searcher.table_used == 0
    with engine_at(tmp_path / "a.table") as engine:
        assert engine.solve().nodes == nodes


def test_only_compiled_code_shares_memory_with_a_file(tmp_path):
    with pytest.raises(ParameterError, match="leave out table_file, or native=False"):
        engine_at(tmp_path / "a.table", native=False)
    with pytest.raises(CannotCompile):
        Engine(Words(), None, table_file=tmp_path / "a.table")
    assert not (tmp_path / "a.table").exists()


def test_it_may_be_larger_than_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.limits.memory_mb", lambda: 4.0)
    monkeypatch.setattr(table_file, "memory_mb", lambda: 4.0)
    with pytest.raises(LimitError, match="larger than this machine's memory"):
        Engine(load(SMALL), table_mb=16)
    with engine_at(tmp_path / "a.table") as engine:
        assert engine.solve().value == DRAW
