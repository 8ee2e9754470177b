"""What each technique and each heuristic brings at chess: the engine against itself without it.

    python benchmarks/ablation.py build/ablation
    python benchmarks/ablation.py build/ablation --pairs 200 --nodes 5000 --rows null-move,space
    python benchmarks/ablation.py build/ablation --rows futility+standing
    python benchmarks/ablation.py build/ablation --only-show
    python benchmarks/ablation.py build/ablation --device cuda --pairs 1000

A row is a match at a fixed number of nodes a move, so that a busy machine changes nothing: each
random opening twice, the sides changed; who is hopelessly behind resigns. What takes time and no
nodes is not measured. Each row has an arena of its own in the folder, in which every game is kept
as it ends: the same command goes on, with more pairs if asked for.

With a device all rows are played at once in its lanes (`zermelo.arena.duels`), by the same moves,
but without what has code of its own (prospects); no game is kept, and what is not decided after
400 plies is drawn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from zermelo import Engine, load
from zermelo.arena.duels import Met, meet
from zermelo.arena.plan import Plan
from zermelo.arena.running import run
from zermelo.arena.store import Store
from zermelo.arena.verdict import Meeting, verdict_of
from zermelo.errors import ZermeloError
from zermelo.evaluation import LinearEvaluator, save_weights
from zermelo.evaluation.chess import HEURISTICS, STANDARD
from zermelo.evaluation.phased import PhasedEvaluator, all_of_it
from zermelo.search.selftest import COSTS
from zermelo.search.switches import SELECTIVE, Switch, without, written
from zermelo.work.here import crew_of

OPENING = 8  # random plies
PROSPECTS = "prospects"
TECHNIQUES = [*(s for s in Switch if s & SELECTIVE), Switch.ASPIRATION, Switch.SCOUT,
              *(s for s in COSTS if s is not Switch.SYMMETRY)]
NOTHING = written(Switch.SYMMETRY)  # which chess does not have: techniques from the first node
RESIGN = 7  # pawns behind


def _without_prospects() -> PhasedEvaluator:
    """The standard evaluator, which takes every score as it stands."""
    plain = PhasedEvaluator.of(PROSPECTS, STANDARD.phase, {
        name: (feature, STANDARD.weights[f"{name} early"], STANDARD.weights[f"{name} late"])
        for name, feature in STANDARD.blended.items()})
    return replace(plain, prospects=all_of_it)


no_prospects = _without_prospects()


def rows() -> list[str]:
    """All that can be left out."""
    return [PROSPECTS, *map(written, TECHNIQUES), *HEURISTICS]


def weakened(row: str, nodes: int, folder: Path) -> str:
    """The engine without one thing, as a player's text; its weights are in the folder."""
    if row == PROSPECTS:
        return player(nodes, NOTHING, f"{__file__}:no_prospects")
    if row not in HEURISTICS:
        return player(nodes, row)
    file = folder / f"{row.replace(' ', '-')}.json"
    save_weights(file, load("chess"), without_heuristic(row))
    return player(nodes, NOTHING, str(file))


def without_heuristic(row: str) -> LinearEvaluator:
    """The standard evaluator, with nothing of one group."""
    return STANDARD.with_weights(
        **{f"{name} {when}": 0.0 for name in HEURISTICS[row] for when in ("early", "late")})


def player(nodes: int, without: str, evaluator: str = "standard") -> str:
    """The engine, as a player's text."""
    return f"engine:nodes={nodes},without={without},resign={RESIGN},evaluator={evaluator}"


def meeting(row: str, nodes: int, folder: Path, pairs: int, jobs: int) -> Meeting | None:
    """The whole engine against it, so many pairs in all; None if there is no pair yet."""
    plan = Plan(load("chess"), (player(nodes, NOTHING), weakened(row, nodes, folder)),
                max(2, 2 * pairs), opening=OPENING, draw=True)
    file = folder / f"{row.replace(' ', '-')}-{nodes}.arena"
    if pairs == 0 and not file.exists():
        return None
    with Store.create(str(file), plan.about()) as store:
        if pairs:
            found = run(plan, store, crew=crew_of(jobs), workers=jobs)
            for words in found.failures[:1]:
                print(f"ablation.py: {words}", file=sys.stderr)
        verdict = verdict_of(store.games(), list(plan.players), resamples=1)
    return verdict.meetings[0] if verdict.meetings else None


def in_lanes(wanted: list[str], nodes: int, pairs: int, device: str) -> dict[str, Met]:
    """All rows at once."""
    game = load("chess")

    def engine(evaluator: LinearEvaluator, left_out: list[str]) -> Engine:
        made = Engine(game, evaluator, selective=True)
        made.switches = without(made.switches, left_out)
        return made

    others = [engine(without_heuristic(row), []) if row in HEURISTICS
              else engine(STANDARD, row.split("+")) for row in wanted]

    def told(done: int, total: int) -> None:
        print(f"\r{done:,} of {total:,} games", end="", file=sys.stderr, flush=True)

    found = meet(engine(STANDARD, []), others, pairs, nodes, device=device, opening=OPENING,
                 resign=RESIGN, told=told)
    print(file=sys.stderr)
    return dict(zip(wanted, found, strict=True))


def table(found: Mapping[str, Meeting | Met]) -> Iterator[str]:
    """What it says, the most valuable first, as in the guide."""
    yield "| without | Elo lost | pairs | points |"
    yield "|---|---:|---:|---:|"
    for row, m in sorted(found.items(), key=lambda item: -(item[1].points / item[1].games)):
        if m.elo is not None:
            sure = "" if m.error is None else f" ± {m.error:.0f}"
            yield (f"| {row} | {m.elo.difference:+.0f}{sure} | {sum(m.pairs)} | "
                   f"{m.points:g} of {m.games} |")


def main() -> int:
    """Play what is missing, row by row, and show all there is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=200, help="of games for each row")
    parser.add_argument("--nodes", type=int, default=5_000, help="a move")
    parser.add_argument("--rows", default="", help="only these, with commas between")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="all at once, in its lanes")
    parser.add_argument("--only-show", action="store_true", help="play no more games")
    given = parser.parse_args()
    wanted = [row for row in given.rows.split(",") if row] or rows()
    single = set(map(written, TECHNIQUES))
    odd = [row for row in wanted if row not in rows() and not single.issuperset(row.split("+"))]
    if odd or given.pairs < 1 or given.nodes < 1 or given.jobs < 1:
        print(f"ablation.py: there is no row {odd[0]!r}; there are {', '.join(rows())}" if odd else
              "ablation.py: pairs, nodes and jobs are 1 or more", file=sys.stderr)
        return 2
    given.folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Meeting | Met] = {}
    try:
        if given.device and not given.only_show:
            wanted = [row for row in wanted if row != PROSPECTS]
            found |= in_lanes(wanted, given.nodes, given.pairs, given.device)
            wanted = []
        with suppress(KeyboardInterrupt):
            for row in wanted:
                pairs = 0 if given.only_show else given.pairs
                if (m := meeting(row, given.nodes, given.folder, pairs, given.jobs)) is not None:
                    found[row] = m
                    if pairs:
                        print(*list(table({row: m}))[2:], file=sys.stderr, flush=True)
    except ZermeloError as error:
        print(f"ablation.py: {error}", file=sys.stderr)
        return 2
    print("\n".join(table(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
