"""Ctrl-C ends a search at once, with the best result so far."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from zermelo import load

# It says when it has begun, and after Ctrl-C what it found, and how long that took.
PROGRAM = """
import json, sys, time
from zermelo import Engine, Limit, load
from zermelo.search.switches import EXACT

spec, native, threads, solving = sys.argv[1], sys.argv[2] == "native", int(sys.argv[3]), sys.argv[4]
engine = Engine(load(spec), native=native, threads=threads, table_mb=1, switches=EXACT)
depths = []

def heard(event):
    depths.append(event.depth)
    if len(depths) == 2:
        print("begun", flush=True)

if solving == "solve":
    print("begun", flush=True)
    found = engine.solve(None, Limit(time=60))
else:
    found = engine.analyze(None, Limit(time=60), listen=heard)
print(json.dumps({"depth": found.depth, "heard": depths, "move": found.line_text[0],
                  "known": found.value.known, "value": str(found.value)}), flush=True)
again = engine.analyze(None, Limit(depth=2))
print(again.depth, flush=True)
"""


@pytest.mark.parametrize(("native", "threads", "task"), [
    ("native", 1, "analyze"), ("native", 2, "analyze"), ("interpreted", 1, "analyze"),
    ("native", 1, "solve"), ("interpreted", 1, "solve"),
])
@pytest.mark.few(2, telling=["native-2-analyze", "interpreted-1-solve"])
@pytest.mark.long_for("solve")
def test_ctrl_c_gives_the_best_result_so_far(native, threads, task):
    with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "othello:size=6", native, str(threads), task],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        try:
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.3 if task == "analyze" else 1)
            began = time.perf_counter()
            process.send_signal(signal.SIGINT)
            found = json.loads(process.stdout.readline())
            took = time.perf_counter() - began
            # Not `communicate`, which would lose what was read ahead with a line.
            out, err = process.stdout.read(), process.stderr.read()
            process.wait(60)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, "")
    assert out == "2\n"  # the engine can be asked again
    assert took < 30  # and not 60
    if task == "analyze":
        assert found["depth"] == found["heard"][-1] >= 2
    else:
        assert not found["known"]
    assert found["move"] in load("othello:size=6").position().move_texts
