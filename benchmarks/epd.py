"""A test suite of chess positions: how many the engine solves.

    python benchmarks/epd.py wac.epd --nodes 200000 --first 60
    python benchmarks/epd.py wac.epd --seconds 1
    python benchmarks/epd.py wac.epd --nodes 200000 --without extensions,null-move

An EPD file has a position on each line, with the best moves (`bm`) or those to avoid (`am`). A
position is solved if the engine, as it plays, ends its search with a right move. Its table is empty
before each.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

from zermelo import Engine, Limit, load
from zermelo.errors import ZermeloError
from zermelo.search.switches import without


class Exercise(NamedTuple):
    """A line of the file: the moves are as they stand there."""

    name: str
    position: str
    best: list[str]
    avoided: list[str]


class Result(NamedTuple):
    """What the engine did with one of them."""

    exercise: Exercise
    played: str
    solved: bool
    nodes: int
    seconds: float
    depth: int


def read_epd(text: str) -> list[Exercise]:
    """The exercises of a file; a ValueError that names the line if one is none."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        fields = line.split(None, 4)
        operations = dict(re.findall(r"(\w+)\s+([^;]*);", fields[4] if len(fields) > 4 else ""))
        best, avoided = operations.get("bm", "").split(), operations.get("am", "").split()
        if not best and not avoided:
            raise ValueError(f"line {number} has neither bm nor am: {line.strip()!r}")
        name = operations.get("id", "").strip('" ') or f"line {number}"
        found.append(Exercise(name, " ".join([*fields[:4], "0", "1"]), best, avoided))
    return found


def solved_by(engine: Engine, exercise: Exercise, limit: Limit) -> Result:
    """Let the engine find its move."""
    here = engine.game.position(exercise.position)
    best = {engine.game.parse_move(here.state, move) for move in exercise.best}
    avoided = {engine.game.parse_move(here.state, move) for move in exercise.avoided}
    engine.clear()
    found = engine.analyze(here, limit)
    good = found.move not in avoided and (not best or found.move in best)
    return Result(exercise, engine.game.move_text(here.state, found.move), good, found.nodes,
                  found.seconds, found.depth)


def main() -> int:
    """Run the suite, one line a position on stderr and the sum on stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--nodes", type=int, help="for each position")
    parser.add_argument("--seconds", type=float, help="for each position; 1 if nothing is said")
    parser.add_argument("--first", type=int, help="only so many positions")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--evaluator", default="standard")
    parser.add_argument("--without", default="", help="techniques to switch off, with commas")
    given = parser.parse_args()
    seconds = 1.0 if given.nodes is None and given.seconds is None else given.seconds
    try:
        exercises = read_epd(given.file.read_text())[: given.first]
        limit = Limit(nodes=given.nodes, time=seconds)
        engine = Engine(load("chess"), given.evaluator, threads=given.threads, selective=True)
        engine.ready()
        engine.switches = without(engine.switches, filter(None, given.without.split(",")))
        results = []
        for exercise in exercises:
            results.append(solved_by(engine, exercise, limit))
            last = results[-1]
            print(f"{exercise.name:12} {'+' if last.solved else '-'} {last.played:8} depth "
                  f"{last.depth:2} {' '.join(exercise.best)}", file=sys.stderr)
    except (OSError, ValueError, ZermeloError) as error:
        print(f"epd.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; so far:", file=sys.stderr)
    if not results:
        return 2
    nodes, spent = sum(r.nodes for r in results), sum(r.seconds for r in results)
    print(f"{sum(r.solved for r in results)} of {len(results)} solved, {nodes:,} nodes in "
          f"{spent:.1f} s, {nodes / spent:,.0f} nodes/s, "
          f"depth {sum(r.depth for r in results) / len(results):.1f} on average")
    return 0


if __name__ == "__main__":
    sys.exit(main())
