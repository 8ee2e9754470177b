"""How long a new process takes to its first answer, and how much memory a search takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from figures import Goal, Row, Section, Spread

TABLE_MB = 64

FIRST_ANSWER = """
from zermelo import Engine, Limit, load
print(Engine(load("connect4")).analyze(None, Limit(depth=4)).value)
"""

FILL_THE_TABLE = """
import json, random, re, resource, sys, threading
from pathlib import Path
from zermelo import Engine, Limit, load

status = Path("/proc/self/status")
def megabytes(name):
    return int(re.search(name + r":\\s+(\\d+) kB", status.read_text())[1]) / 1024

most, over = [0.0, 0.0], threading.Event()
def watch():
    while not over.wait(0.02):
        most[:] = max(most, [megabytes("VmRSS"), megabytes("RssFile")])

if status.exists():
    threading.Thread(target=watch, daemon=True).start()
engine, rng, used = Engine(load("connect4"), table_mb=int(sys.argv[1])), random.Random(1), 0.0
for _ in range(100):
    here = engine.game.position()
    for _ in range(6):
        here = here.play(rng.choice(here.moves))
    used = engine.analyze(here, Limit(nodes=4_000_000)).table_used
    if used > 0.97:
        break
over.set()
if status.exists():  # on Linux ru_maxrss begins with the parent's, which is large
    peak, now = megabytes("VmHWM"), megabytes("VmRSS")
else:
    peak = now = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 ** 2
json.dump([used, peak, most[1], now], sys.stdout)
"""


def start_up(repetitions: int) -> Section:
    """The first answer from a warm cache, and the memory beyond the table."""
    _run(FIRST_ANSWER)  # compiles, if nobody has
    seconds = Spread.of(_first_answer() for _ in range(max(repetitions, 5)))
    used, beyond, _, _ = _memory()
    with tempfile.TemporaryDirectory() as empty:
        began = time.perf_counter()
        _, compiling, libraries, kept = _memory(ZERMELO_CACHE=empty)
        first = time.perf_counter() - began
    return Section(
        "Start-up and memory",
        "Seconds until a new process has imported Zermelo, made an engine for Connect Four and "
        "answered at depth 4, its code found on disk. Peak memory, measured once, of a "
        f"process that fills a table of {TABLE_MB} MB ({used:.0%} of it), less the table: with "
        "the code found on disk, and "
        f"with an empty cache, when it has to be compiled first ({first:.0f} s in all). What was "
        "mapped from files then is told apart on Linux: most of it is LLVM's library, which all "
        "share. And what is still held at the end, when LLVM has long done its work.",
        [
            Row("first answer of a new process", figure=seconds, unit=" s", goal=Goal(1, False)),
            Row("memory beyond the table", figure=Spread.of([beyond]), unit=" MB",
                goal=Goal(200, False)),
            Row("memory beyond the table, if it compiles first", figure=Spread.of([compiling]),
                unit=" MB", goal=Goal(80, False)),
            Row("… of that, mapped from files", figure=Spread.of([libraries]), unit=" MB"),
            Row("… and held at the end", figure=Spread.of([kept]), unit=" MB"),
        ],
        ("", "", "measured"),
    )


def _first_answer() -> float:
    began = time.perf_counter()
    _run(FIRST_ANSWER)
    return time.perf_counter() - began


def _memory(**environment: str) -> tuple[float, float, float, float]:
    """The share of the table that was filled; the megabytes beyond its size at the most, those of
    files then, and beyond its size at the end."""
    used, peak, libraries, now = json.loads(_run(FILL_THE_TABLE, str(TABLE_MB), **environment))
    return used, peak - TABLE_MB, libraries, now - TABLE_MB


def _run(program: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True,
                          text=True, check=True, env={**os.environ, **environment})
    return done.stdout
