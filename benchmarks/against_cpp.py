"""Against C++: the same rules, search and evaluator written by hand, the same nodes one for one."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from figures import Goal, Row, Section, Spread, per_second, ratios
from ours import Bench, Searched, chosen
from peers import HERE, Missing, cache_folder
from places import random_places

from zermelo import load
from zermelo.evaluation import evaluator_for
from zermelo.search.readiness import flags_of, may_pay_more
from zermelo.search.switches import Switch

FLAGS = ["-std=c++20", "-O3", "-march=native", "-ffp-contract=off"]
TABLE_MB = 64
CONNECT4_LEAVES, OTHELLO_LEAVES, OTHELLO_DEPTH = 10, 10, 10
_WORD = (1 << 64) - 1


def against_cpp(repetitions: int) -> Section:
    """Counting leaves and searching, Connect Four and Othello."""
    return Section(
        "C++",
        f"`benchmarks/cpp`, compiled with `g++ {' '.join(FLAGS)}`: hand-written, for one game and "
        "board size each, with the techniques fixed when it is compiled. Both sides visit the same "
        "nodes, position by position, and find the same values; if not, the row says so. Leaves: "
        f"Connect Four to depth {CONNECT4_LEAVES} and Othello to depth {OTHELLO_LEAVES} from the "
        "start. Search: 100 random Connect Four positions with 14 to 18 stones solved with their "
        f"distances; 8 random Othello positions to depth {OTHELLO_DEPTH}. One thread, a table of "
        f"{TABLE_MB} MB.",
        [
            _connect4_leaves(repetitions), _othello_leaves(repetitions),
            _connect4_solved(repetitions), _othello_searched(repetitions),
        ],
        ("Zermelo", "C++", "ratio"),
    )


def _connect4_leaves(repetitions: int) -> Row:
    game = load("connect4")
    here, bench = game.position(), Bench(game, table_mb=1)
    return _compared("Connect Four, leaves per second", repetitions, Goal(0.95),
                     lambda: [bench.leaves(here, CONNECT4_LEAVES)],
                     _yardstick(game, Switch(0), [here], "leaves", CONNECT4_LEAVES))


def _othello_leaves(repetitions: int) -> Row:
    game = load("othello")
    here, bench = game.position(), Bench(game, table_mb=1)
    return _compared("Othello, leaves per second", repetitions, Goal(1.0),
                     lambda: [bench.leaves(here, OTHELLO_LEAVES)],
                     _yardstick(game, Switch(0), [here], "leaves", OTHELLO_LEAVES))


def _connect4_solved(repetitions: int) -> Row:
    game = load("connect4")
    places = random_places(game, 100, range(14, 19))
    bench, switches = Bench(game, table_mb=TABLE_MB), chosen(game)

    def ours() -> list[Searched]:
        bench.clear()
        return [bench.solved(here, switches) for here in places]

    return _compared("Connect Four, solving, nodes per second", repetitions, Goal(0.85), ours,
                     _yardstick(game, switches, places, "solve", bench.buckets))


def _othello_searched(repetitions: int) -> Row:
    game = load("othello")
    evaluator: Any = evaluator_for(game, "standard")
    places = random_places(game, 8, range(10, 41))
    bench, switches = Bench(game, evaluator, table_mb=TABLE_MB), chosen(game)
    depths = [*range(1, OTHELLO_DEPTH + 1)]

    def ours() -> list[Searched]:
        bench.clear()
        return [bench.deepened(here, depths, switches) for here in places]

    return _compared("Othello, alpha-beta, nodes per second", repetitions, Goal(0.95), ours,
                     _yardstick(game, switches, places, "search", OTHELLO_DEPTH,
                                bench.buckets, *evaluator.weights.values()))


def _compared(what: str, repetitions: int, goal: Goal, ours: Callable[[], list[Searched]],
              theirs: Callable[[], Any]) -> Row:
    fast, faster, trouble = [], [], ""
    try:
        for _ in range(repetitions):
            answer, found = theirs(), ours()
            if answer["found"] != [[f.value, f.nodes] for f in found]:
                trouble = (f"not the same search: {sum(f.nodes for f in found):,} nodes against "
                           f"{answer['nodes']:,}")
            fast.append(sum(f.nodes for f in found) / sum(f.seconds for f in found))
            faster.append(answer["nodes"] / answer["seconds"])
    except Missing as reason:
        return Row(what, goal=goal, trouble=str(reason))
    return Row(what, per_second(Spread.of(fast).middle), per_second(Spread.of(faster).middle),
               ratios(fast, faster), goal=goal, trouble=trouble)


def _yardstick(game: Any, switches: Switch, places: list[Any], *arguments: object
               ) -> Callable[[], Any]:
    """A run of the C++ program, compiled when it is first called."""
    lines = "\n".join(" ".join(str(word & _WORD) for word in here.state) for here in places)

    def run() -> Any:
        salt = flags_of(game, switches, may_pay_more(game, game.initial()))
        sources = [HERE / "cpp" / f"{game.name}.cpp", HERE / "cpp" / "search.hpp"]
        program = compiled(f"{game.name}-{int(switches)}", sources,
                           [f"-DFLAGS={int(switches)}", f"-DSALT_FLAGS={salt}ll"])
        done = subprocess.run([str(program), *map(str, arguments)], input=lines, check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    return run


def compiled(name: str, sources: list[Path], options: list[str]) -> Path:
    """The program made of the first of these files, which reads the others."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise Missing("there is no g++")
    program = cache_folder() / name
    if not program.exists() or program.stat().st_mtime < max(s.stat().st_mtime for s in sources):
        done = subprocess.run([compiler, *FLAGS, *options, "-o", str(program), str(sources[0])],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Missing(f"g++ could not compile {sources[0].name}: "
                          f"{done.stderr.splitlines()[0]}")
    return program
