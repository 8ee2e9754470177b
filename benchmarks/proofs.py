"""Time to proof, or to a depth, game by game: of this tree, or of another and this one by turns.

    python benchmarks/proofs.py                          nodes and seconds of every row
    python benchmarks/proofs.py --against ../before      another checkout's beside them
    python benchmarks/proofs.py --only othello,hex --rounds 9
    python benchmarks/proofs.py --long --against ../v0.1 --python ../v0.1/.venv/bin/python
    python benchmarks/proofs.py --endgames FILE --empty 20-24 --limit 300

Each tree has a process of its own with the best code there is, and the trees take turns row by row
and round by round; `--python` runs the other one with the packages that it needs. This tree chooses
the positions, and both get them as text. Seconds are the processor's, in the question alone:
nothing is compiled then, and the table is empty. Printed is the median of all rounds, and of the
ratios within a round, with the least and the most; nodes are exact. What a tree cannot do is told
in its place.

`--long`: proofs that take version 0.1 a fifth of a second to a minute, and searches to a depth,
plain and as players search, who leave moves out, other ones in other trees, and a million nodes of
that. Plain searches find the same values if evaluators are the same. `--endgames`: Othello from a
file of positions with the score of every move (`board mover; a1:+2; …`), and whether the scores are
right.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from figures import Spread, ratios

HERE = Path(__file__).resolve()
_BEFORE = 33  # answers: compiled rules are looked at after the first, second, fourth, eighth …


class Row(NamedTuple):
    """A question: a proof, a search to a depth or of so many nodes, from a few positions after
    random plies."""

    spec: str
    plies: int = 0
    positions: int = 1
    depth: int = 0  # 0: a proof, unless nodes are given
    selective: bool = False  # as players search, who leave moves out
    nodes: int = 0  # stop after so many, for each position; 0: at the depth
    places: tuple[str, ...] = ()  # the positions themselves, once they are chosen
    scores: tuple[int, ...] = ()  # their values in the mover's view, if somebody says so

    @property
    def proof(self) -> bool:
        """Whether it has no horizon."""
        return not self.depth and not self.nodes

    @property
    def name(self) -> str:
        """As in the table."""
        what = (f"{self.nodes:,} nodes" if self.nodes else
                f"to depth {self.depth}" if self.depth else "proven")
        what += " as players search" if self.selective else ""
        if self.scores:
            return f"{self.spec} {what}, {self.positions} with {self.plies} empty"
        where = f", {self.positions} × {self.plies} plies in" if self.plies else ""
        return f"{self.spec} {what}{where}"


QUICK = (
    Row("breakthrough:width=3,height=6"), Row("breakthrough", 10, 2, 6),
    Row("checkers", 10, 2, 9), Row("chess", 8, 2, 5), Row("chomp:width=6,height=4"),
    Row("connect4", 16, 8), Row("connect4", 8, 2, 12), Row("connect4:width=5,height=5"),
    Row("dodgem"), Row("domineering:width=6,height=6"), Row("dots"), Row("hex:size=4"),
    Row("hexapawn:width=5,height=4"), Row("isolation:width=4,height=4"),
    Row("kalah:pits=4,seeds=4"), Row("kalah", 6, 2, 9), Row("morris:men=3"), Row("nim"),
    Row("othello", 46, 4), Row("othello", 20, 2, 6), Row("othello:size=4"),
    Row("rps", 4, 2, 6), Row("tictactoe:width=4,height=4,k=4"),
)

LONG = (
    Row("breakthrough:width=4,height=5"), Row("breakthrough:width=3,height=6"),
    Row("checkers", 90, 2), Row("connect4", 10, 8), Row("connect4:width=7,height=5"),
    Row("domineering:width=7,height=6"), Row("dots"), Row("hex:size=5", 6, 4),
    Row("hexapawn:width=6,height=5"), Row("isolation:width=5,height=5", 2, 2),
    Row("kalah:pits=5,seeds=4"), Row("kalah", 20, 4), Row("nim:heaps=12+13+14+15+16"),
    Row("othello", 44, 8), Row("othello:size=6", 12, 4),
    Row("rps:width=4,height=3,hand_size=6"), Row("tictactoe:width=5,height=4,k=4"),
    Row("dots:width=3,height=4"),

    Row("breakthrough", 10, 4, 8), Row("checkers", 10, 4, 14), Row("connect4", 8, 4, 18),
    Row("domineering", 8, 4, 9), Row("dots:width=5,height=5", 20, 4, 11),
    Row("hex:size=7", 6, 4, 6), Row("hexapawn:width=8,height=8", 6, 4, 14),
    Row("isolation", 6, 4, 9), Row("kalah", 6, 4, 16), Row("nim:heaps=12+13+14+15+16", 0, 1, 8),
    Row("othello", 20, 4, 10), Row("rps:width=4,height=3,hand_size=6", 2, 4, 8),
    Row("tictactoe:width=7,height=7,k=5", 6, 4, 7),

    Row("breakthrough", 10, 4, 11, True), Row("checkers", 10, 4, 18, True),
    Row("connect4", 8, 4, 22, True), Row("domineering", 8, 4, 12, True),
    Row("dots:width=5,height=5", 20, 4, 13, True), Row("hex:size=7", 6, 4, 9, True),
    Row("hexapawn:width=8,height=8", 6, 4, 17, True), Row("isolation", 6, 4, 11, True),
    Row("kalah", 6, 4, 19, True), Row("nim:heaps=12+13+14+15+16", 0, 1, 20, True),
    Row("othello", 20, 4, 13, True), Row("rps:width=4,height=3,hand_size=6", 2, 4, 9, True),
    Row("tictactoe:width=7,height=7,k=5", 6, 4, 9, True),

    *(Row(spec, plies, 4, 0, True, 1_000_000) for spec, plies in (
        ("breakthrough", 10), ("checkers", 10), ("connect4", 8), ("domineering", 8),
        ("dots:width=5,height=5", 20), ("hex:size=7", 6), ("hexapawn:width=8,height=8", 6),
        ("isolation", 6), ("kalah", 6), ("othello", 20), ("rps:width=4,height=3,hand_size=6", 2),
        ("tictactoe:width=7,height=7,k=5", 6),
    )),
)


def main() -> int:
    """Run the rows asked for, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", type=Path, metavar="TREE", help="another checkout")
    parser.add_argument("--python", default=sys.executable, help="what runs the other checkout")
    parser.add_argument("--only", default="", help="games, with commas between")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--long", action="store_true", help="the rows that take longer")
    parser.add_argument("--endgames", type=Path, metavar="FILE", help="Othello's, with scores")
    parser.add_argument("--empty", default="20-24", help="how many squares are empty there")
    parser.add_argument("--table", type=int, default=64, metavar="MB")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="for each position")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        return work(given.table, given.limit)
    trees = [*([given.against.resolve()] if given.against else []), HERE.parents[1]]
    games = set(filter(None, given.only.split(",")))
    rows = [row for row in (LONG if given.long else QUICK)
            if not games or row.spec.partition(":")[0] in games]
    if given.endgames:
        least, _, most = given.empty.partition("-")
        rows = list(endgames(given.endgames, range(int(least), int(most or least) + 1)))
    odd = [tree for tree in trees if not (tree / "src" / "zermelo").is_dir()]
    if odd or not rows or given.rounds < 1:
        parser.error(f"{odd[0]} has no src/zermelo: give a checkout" if odd else
                     "no row is of these games, or there are no rounds")
    options = [f"--table={given.table}", *([f"--limit={given.limit}"] if given.limit else [])]
    pythons = [*([given.python] if given.against else []), sys.executable]
    workers = [_started(tree, python, options)
               for tree, python in zip(trees, pythons, strict=True)]
    print(f"| | {' | '.join('nodes | s' for _ in trees)} | nodes | s |" if len(trees) > 1 else
          "| | nodes | s |")
    print(f"|---{'|---:' * (4 * len(trees) - 2)}|", flush=True)
    with suppress(KeyboardInterrupt):
        for row in rows:
            chosen = row if row.places else row._replace(
                places=tuple(_asked(workers[-1], {"choose": row})["places"]))
            found = [[_asked(worker, {"answer": chosen}) for worker in workers]
                     for _ in range(given.rounds)]
            print(_line(chosen, [list(of) for of in zip(*found, strict=True)]), flush=True)
    for worker in workers:
        worker.communicate()
    return 0


def endgames(file: Path, empty: range) -> Iterator[Row]:
    """A row for each number of empty squares; those at the end are the winner's there."""
    read: dict[int, list[tuple[str, int]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        position, *moves = [part.strip() for part in line.split(";")]
        board, mover = position.split()
        lines = "/".join(board[at : at + 8] for at in range(0, 64, 8))
        text = f"{lines.replace('-', '.')}:{mover}".lower()
        score = max(int(move.partition(":")[2]) for move in moves if move)
        read.setdefault(board.count("-"), []).append((text, score))
    for count in sorted(set(read) & set(empty)):
        places, scores = zip(*read[count], strict=True)
        yield Row("othello:empties=winner", count, len(places), places=places, scores=scores)


def _started(tree: Path, python: str, options: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen([python, str(HERE), "--worker", *options], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(tree / "src")})


def _asked(worker: subprocess.Popen[str], question: dict[str, Row]) -> dict[str, Any]:
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write(json.dumps(question) + "\n")
    worker.stdin.flush()
    answer: dict[str, Any] = json.loads(worker.stdout.readline())
    return answer


def _line(row: Row, found: list[list[dict[str, Any]]]) -> str:
    """A row of the table; ratios are this tree's to the other's."""
    cells, rounds = [row.name], []
    for answers in found:
        trouble = next((a["trouble"] for a in answers if "trouble" in a), None)
        if trouble:
            cells += [trouble, ""]
            continue
        rounds.append([a["seconds"] for a in answers])
        cells += [f"{answers[-1]['nodes']:,}", f"{Spread.of(rounds[-1]).middle:.3f}"]
    if len(found) > 1 and len(rounds) == len(found):
        nodes, nodes_here = (max(1, answers[-1]["nodes"]) for answers in found)
        cells += [f"{nodes_here / nodes:.2f}", ratios(rounds[1], rounds[0]).written()]
        if not row.selective and len({a["values"] for answers in found for a in answers}) > 1:
            cells[0] += " (not the same values)"
    return f"| {' | '.join(cells)} |"


def work(table_mb: int, seconds: float | None) -> int:
    """In a process of its own: answer one row after the other."""
    engines: dict[tuple[str, bool, bool], Any] = {}
    for line in sys.stdin:
        (wish, given), = json.loads(line).items()
        row = Row(*given)
        answer: dict[str, Any]
        try:
            if wish == "choose":
                answer = {"places": _chosen(row)}
            else:
                kind = (row.spec, row.proof, row.selective)
                if kind not in engines:
                    engines[kind] = _engine(row, table_mb)
                answer = _answered(engines[kind], row, seconds)
        except Exception as error:
            answer = {"trouble": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
    return 0


def _chosen(row: Row) -> list[str]:
    from places import random_places

    import zermelo

    game = zermelo.load(row.spec)
    places = (random_places(game, row.positions, range(row.plies, row.plies + 1))
              if row.plies else [game.position()])
    return [here.text for here in places]


def _engine(row: Row, table_mb: int) -> Any:
    """With the best code; leaves of a search are judged as they stand, as they always were once."""
    from zermelo import Engine, Limit, load

    knows = inspect.signature(Engine).parameters
    plain: dict[str, Any] = {}
    if "plain" in knows and not row.selective:
        plain["plain"] = True
    engine = Engine(load(row.spec), table_mb=table_mb, selective=row.selective, **plain)
    if hasattr(engine, "ready"):
        engine.ready(proofs=row.proof)
    for _ in range(_BEFORE):
        (engine.solve if row.proof else engine.analyze)(row.places[0], Limit(nodes=1))
    return engine


def _answered(engine: Any, row: Row, most: float | None) -> dict[str, Any]:
    from zermelo import Limit

    nodes, seconds, values, scores = 0, 0.0, [], []
    for place in row.places:
        here = engine.game.position(place)
        engine.clear()
        began = time.process_time()
        limit = Limit(row.depth or None, row.nodes or None, most)
        one = engine.solve(here, limit) if row.proof else engine.analyze(here, limit)
        seconds += time.process_time() - began
        reached = row.nodes > 0 or (row.depth > 0 and one.depth == row.depth)
        if most is not None and not (one.value.known or reached):
            return {"trouble": f"{place} takes more than {most:g} s"}
        nodes += one.nodes if row.nodes == 0 or one.value.known else row.nodes
        values.append(str(one.value))
        scores.append(one.value.score)
    if row.scores and scores != [*row.scores]:
        return {"trouble": f"scores are {scores} instead of {[*row.scores]}"}
    return {"nodes": nodes, "seconds": seconds, "values": " ".join(values)}


if __name__ == "__main__":
    sys.exit(main())
