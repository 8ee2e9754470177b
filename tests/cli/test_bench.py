"""`zermelo bench` on the command line."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zermelo.search import benchmark

WORDS = Path(__file__).parents[1] / "words_game.py"


@pytest.fixture
def words(files):
    shutil.copy(WORDS, files / "words.py")
    return files


@pytest.fixture(autouse=True)
def once(monkeypatch):
    """What is quick is not measured three times: nobody compares times here."""
    monkeypatch.setattr(benchmark, "_REPEATED_BELOW", -1.0)


def test_a_table_for_each_position(zermelo, words):
    ran = zermelo("bench", "words.py:Words", "--depth", "3", "--positions", "2")
    assert ran.status == 0
    assert ran.out.startswith("Words: interpreted, 1 thread, a table of 64 MB\nwith table, ")
    assert re.search(r"\nstart \S.*, first to move\ndepth  value  move  nodes  +time  +nodes/s\n"
                     r"    1  \+0\.00  1 +4 .*\n    2  .*\n    3  .*\n\nmiddle ", ran.out), ran
    assert "\nnodes and time of a depth include the depths before it\nsignature " in ran.out


def test_the_ablation_table(zermelo, words):
    ran = zermelo("bench", "words.py:Words", "--trial-depth", "6", "--without", "killers")
    assert re.search(r"\nswitched +nodes to depth 6 +time\nnothing +[\d,]+ +[\d.]+ m?s\n", ran.out)
    assert re.search(r"\nwithout table +[\d,]+  × \d+\.\d\d +[\d.]+ m?s +× \d", ran.out), ran
    assert re.search(r"\nwith killers +[\d,]+ ", ran.out)
    assert re.search(r"\nwith reductions \* ", ran.out)
    assert ran.out.endswith("every value that must stay the same did\n")


@pytest.mark.long
def test_why_it_runs_interpreted_is_said_in_words(words):
    ran = subprocess.run([sys.executable, "-m", "zermelo", "bench", "words.py:Words", "--depth=1",
                          "--positions=1"], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0
    assert ran.stderr.startswith("zermelo: the states of Words are not 64-bit ints")
    assert ran.stderr.count("\n") == 1


@pytest.mark.long
def test_a_value_that_changes_is_status_1(zermelo, words):
    ran = zermelo("bench", "words.py:Unlike")
    assert ran.status == 1
    assert "\nDIFFERENT values, which must not be: " in ran.out
    assert re.search(r"\n  symmetry: .* instead of .* in ", ran.out)
    assert "stay the same did" not in ran.out


@pytest.mark.long
def test_as_json(zermelo, words):
    ran = zermelo("bench", "words.py:Words", "--depth", "4", "--positions", "3", "--json",
                  "--without", "table,killers", "--without", "history", "--table-mb", "0.5")
    found = json.loads(ran.out)
    assert ran.status == 0
    assert (found["game"], found["native"], found["depth"]) == ("Words", False, 4)
    assert (found["table_mb"], found["threads"]) == (0.5, 1)
    assert not {"table", "killers", "history"} & set(found["techniques"])
    assert [p["stage"] for p in found["positions"]] == ["start", "middle", "late"]
    assert found["nodes"] == sum(p["depths"][-1]["nodes"] for p in found["positions"])
    assert found["positions"][0]["depths"][0].keys() == {"depth", "value", "move", "nodes",
                                                         "seconds", "nps"}
    trials = found["ablation"]["trials"]
    assert trials[0]["technique"] is None and trials[0]["times_the_nodes"] == 1.0
    assert {t["technique"] for t in trials if t["on"]} >= {"table", "killers", "history"}
    assert (found["differences"], found["interrupted"]) == ([], False)


@pytest.mark.long
def test_native_and_two_threads(zermelo):
    ran = zermelo("bench", "tictactoe", "--depth", "3", "--threads", "2", "--positions", "2")
    assert ran.status == 0
    assert ran.out.startswith("tictactoe: native, 2 threads, a table of 64 MB\n")
    assert "with one thread the same every time" in ran.out


@pytest.mark.parametrize("line, words", [
    ("bench", "missing argument 'GAME'"),
    ("bench nim --depth deep", "'--depth': 'deep' is not a whole number"),
    ("bench nim --depth 0", "a depth of 0 makes no sense"),
    ("bench nim --positions 0", "0 positions make no sense"),
    ("bench nim --without tabel", "there is no technique 'tabel' (did you mean table?)"),
    ("bench nim --trial-depth=-1", "a depth of -1 makes no sense"),
    ("bench nim --threads 0", "an engine cannot have 0 threads"),
    ("bench nim --table-mb none", "'--table' / '--table-mb': 'none' is not a number"),
    ("bench nim --table-mb 0", "a table of 0.0 MB makes no sense"),
    ("bench xyzzy", "unknown game 'xyzzy'"),
])
def test_nonsense_is_one_sentence(zermelo, line, words):
    ran = zermelo(*line.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("zermelo: ") and ran.err.count("\n") == 1 and words in ran.err, ran


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_gives_what_there_is(words):
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "bench", "words.py:Words:letters=2000", "--depth=90"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    assert "it runs interpreted" in process.stderr.readline()
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert "\nstart aaa" in out.replace("('", "") and "\n    5  " in out
    assert out.endswith("interrupted: this is what there is\n") and "switched" not in out
