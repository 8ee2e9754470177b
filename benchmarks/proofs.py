"""Time to proof, or to a depth, game by game: of this tree, or of another and this one by turns.

    python benchmarks/proofs.py                          nodes and seconds of every row
    python benchmarks/proofs.py --against ../before      another checkout's beside them
    python benchmarks/proofs.py --only othello,hex --rounds 9

Each tree has a process of its own with the best code there is, and the trees take turns row by row
and round by round. Seconds are the processor's, the least of all rounds; nodes are exact. What a
tree cannot do is told in its place.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve()


class Row(NamedTuple):
    """A question: a proof, or a search to a depth, from a few positions after random plies."""

    spec: str
    plies: int = 0
    positions: int = 1
    depth: int = 0  # 0: a proof

    @property
    def name(self) -> str:
        """As in the table."""
        what = f"to depth {self.depth}" if self.depth else "proven"
        where = f", {self.positions} × {self.plies} plies in" if self.plies else ""
        return f"{self.spec} {what}{where}"


ROWS = (
    Row("breakthrough:width=3,height=6"), Row("breakthrough", 10, 2, 6),
    Row("checkers", 10, 2, 9), Row("chess", 8, 2, 5), Row("chomp:width=6,height=4"),
    Row("connect4", 16, 8), Row("connect4", 8, 2, 12), Row("connect4:width=5,height=5"),
    Row("dodgem"), Row("domineering:width=6,height=6"), Row("dots"), Row("hex:size=4"),
    Row("hexapawn:width=5,height=4"), Row("isolation:width=4,height=4"),
    Row("kalah:pits=4,seeds=4"), Row("kalah", 6, 2, 9), Row("morris:men=3"), Row("nim"),
    Row("othello", 46, 4), Row("othello", 20, 2, 6), Row("othello:size=4"),
    Row("rps", 4, 2, 6), Row("tictactoe:width=4,height=4,k=4"),
)


def main() -> int:
    """Run the rows asked for, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", type=Path, metavar="TREE", help="another checkout")
    parser.add_argument("--only", default="", help="games, with commas between")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        return work()
    trees = [*([given.against.resolve()] if given.against else []), HERE.parents[1]]
    games = set(filter(None, given.only.split(",")))
    rows = [row for row in ROWS if not games or row.spec.partition(":")[0] in games]
    odd = [tree for tree in trees if not (tree / "src" / "zermelo").is_dir()]
    if odd or not rows or given.rounds < 1:
        parser.error(f"{odd[0]} has no src/zermelo: give a checkout" if odd else
                     "no row is of these games, or there are no rounds")
    workers = [_started(tree) for tree in trees]
    print(f"| | {' | '.join('nodes | s' for _ in trees)} | nodes | s |" if len(trees) > 1 else
          "| | nodes | s |")
    print(f"|---{'|---:' * (4 * len(trees) - 2)}|", flush=True)
    with suppress(KeyboardInterrupt):
        for row in rows:
            found = [[_asked(worker, row) for worker in workers] for _ in range(given.rounds)]
            print(_line(row, [list(of) for of in zip(*found, strict=True)]), flush=True)
    for worker in workers:
        worker.communicate()
    return 0


def _started(tree: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, str(HERE), "--worker"], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(tree / "src")})


def _asked(worker: subprocess.Popen[str], row: Row) -> dict[str, Any]:
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write(json.dumps(row) + "\n")
    worker.stdin.flush()
    answer: dict[str, Any] = json.loads(worker.stdout.readline())
    return answer


def _line(row: Row, found: list[list[dict[str, Any]]]) -> str:
    """A row of the table; ratios are this tree's to the other's."""
    cells, best = [row.name], []
    for answers in found:
        trouble = next((a["trouble"] for a in answers if "trouble" in a), None)
        if trouble:
            cells += [trouble, ""]
            continue
        best.append((answers[-1]["nodes"], min(a["seconds"] for a in answers)))
        cells += [f"{best[-1][0]:,}", f"{best[-1][1]:.3f}"]
    if len(found) > 1 and len(best) == len(found):
        (nodes, seconds), (nodes_here, seconds_here) = best
        cells += [f"{nodes_here / max(1, nodes):.2f}", f"{seconds_here / max(1e-9, seconds):.2f}"]
        if len({a["values"] for answers in found for a in answers}) > 1:
            cells[0] += " (not the same values)"
    return f"| {' | '.join(cells)} |"


def work() -> int:
    """In a process of its own: answer one row after the other."""
    import zermelo
    from zermelo import Engine, Limit

    sys.path.insert(0, str(HERE.parent))
    from places import random_places

    engines: dict[tuple[str, bool], Any] = {}
    for line in sys.stdin:
        row = Row(*json.loads(line))
        answer: dict[str, Any]
        try:
            game = zermelo.load(row.spec)
            proofs = not row.depth
            if (row.spec, proofs) not in engines:
                engines[row.spec, proofs] = Engine(game, table_mb=64, selective=False)
                engines[row.spec, proofs].ready(proofs=proofs)
            engine = engines[row.spec, proofs]
            places = (random_places(game, row.positions, range(row.plies, row.plies + 1))
                      if row.plies else [game.position()])
            nodes, seconds, values = 0, 0.0, []
            for here in places:
                engine.clear()
                began = time.process_time()
                one = (engine.solve(here) if proofs else
                       engine.analyze(here, Limit(depth=row.depth)))
                seconds += time.process_time() - began
                nodes += one.nodes
                values.append(str(one.value))
            answer = {"nodes": nodes, "seconds": seconds, "values": " ".join(values)}
        except Exception as error:
            answer = {"trouble": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
