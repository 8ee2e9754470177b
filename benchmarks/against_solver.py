"""Against a solver for one game: Connect Four, by all that is known to work best there."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

from against_cpp import FLAGS, compiled
from figures import Goal, Row, Section, Spread, ratios
from peers import HERE, Missing
from places import random_places

from zermelo import Engine, load
from zermelo.games.connect4 import stones_left_score

TABLE_MB = 128
SETS = HERE.parents[1] / "shared" / "data" / "third-party" / "connect4"  # by Pascal Pons
NAMES = {"Test_L2_R2": "Middle-Medium", "Test_L1_R1": "Begin-Easy"}


def against_solver(repetitions: int) -> Section:
    """Positions scored by both, with everything that each of them has."""
    game = load("connect4")
    sets = {f"{title} ({name})": [game.parse(line.split()[0])
                                  for line in (SETS / name).read_text().splitlines()]
            for name, title in NAMES.items() if (SETS / name).is_file()}
    drawn = [here.state for here in random_places(game, 300, range(14, 19))]
    rows = [_compared(name, game, states, repetitions)
            for name, states in {**sets, "300 random positions, 14 to 18 stones": drawn}.items()]
    return Section(
        "A solver of Connect Four",
        f"`benchmarks/cpp/connect4_solver.cpp`, compiled with `g++ {' '.join(FLAGS)}`: bit boards, "
        "moves that do not lose at once, ordered by the threats they make, a table, and the score "
        "found by halving; nothing in it is of use for another game. The time of `Engine.values` "
        "and of the program for the same positions with their distances, in seconds of one "
        f"processor, both with one thread and {TABLE_MB} MB; if a score differs, the row says so. "
        "The sets are Pascal Pons's, and are measured where they are found beside this folder.",
        rows, ("Zermelo", "C++", "C++ / Zermelo"))


def _compared(what: str, game: Any, states: list[Any], repetitions: int) -> Row:
    goal, ours, theirs, trouble = Goal(1.0), [], [], ""
    lines = "\n".join(" ".join(map(str, state)) for state in states)
    try:
        program = compiled("connect4_solver", [HERE / "cpp" / "connect4_solver.cpp"], [])
        for _ in range(repetitions):
            theirs.append(_run(program, lines))
            seconds, scores = _ours(game, states)
            ours.append(seconds)
            if scores != [score for score, _ in theirs[-1]["found"]]:
                trouble = "not the same scores"
    except Missing as reason:
        return Row(what, goal=goal, trouble=str(reason))
    found = [answer["seconds"] for answer in theirs]
    return Row(what, f"{Spread.of(ours).middle:.2f} s", f"{Spread.of(found).middle:.2f} s",
               ratios(found, ours), goal=goal, trouble=trouble)


def _run(program: Path, lines: str) -> Any:
    done = subprocess.run([str(program), str(TABLE_MB << 17)], input=lines, check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def _ours(game: Any, states: list[Any]) -> tuple[float, list[int]]:
    with Engine(game, None, table_mb=TABLE_MB) as engine:
        engine.ready(proofs=True)
        engine._searcher.touch_table()
        began = time.process_time()
        values = engine.values(states)
        seconds = time.process_time() - began
    return seconds, [stones_left_score(game, s, v) for s, v in zip(states, values, strict=True)]
