"""All ten levels against each other at three games: the table of docs/levels.md.

    python benchmarks/levels.py levels --games 40 --jobs 2

plays what is missing in the arenas of the folder `levels`, and writes the table into the document.
Nobody goes by the time: level 10, which takes what its clock allows, is here the engine with so
many nodes a move. So a busy machine changes nothing, and the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from zermelo import load
from zermelo.arena import Plan, Progress, Store, Verdict, run, verdict_of
from zermelo.play.levels import LEVELS

GAMES = ("connect4", "othello:size=6", "breakthrough:width=6,height=6")
TOP = "engine:nodes=200000"  # for level 10
PLAYERS = (*(f"level:{level}" for level in sorted(LEVELS)[:-1]), TOP)
DOCUMENT = Path(__file__).parents[1] / "docs" / "levels.md"
BEGIN, END = "<!-- made by benchmarks/levels.py -->", "<!-- so far -->"


def main() -> None:
    """Play, and write the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--games", type=int, default=40, help="of each two levels")
    options.add_argument("--jobs", type=int, default=None)
    options.add_argument("--only", choices=GAMES, help="play this game, and write nothing")
    given = options.parse_args()
    given.folder.mkdir(exist_ok=True)
    found = {}
    for game in [given.only] if given.only else GAMES:
        plan = Plan(load(game), PLAYERS, given.games, seed=1, opening=6)
        with Store.create(given.folder / f"{game.partition(':')[0]}.arena", plan.about()) as store:
            done = run(plan, store, workers=given.jobs, told=_told)
        print(file=sys.stderr)
        if not done.complete:
            raise SystemExit(f"{len(done.games):,} of {plan.total:,} games of {game}: the same "
                             f"again goes on")
        found[game] = verdict_of([g for g in done.games if plan.wants(g.first, g.second, g.pair)],
                                 PLAYERS)
    if not given.only:
        text = "\n".join([BEGIN, "", *_lines(found, given.games), "", END])
        before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
        DOCUMENT.write_text(before + text + rest.partition(END)[2], encoding="utf-8")


def _told(progress: Progress) -> None:
    print(f"\r{progress.done:,} of {progress.total:,} games, {progress.left or 0:.0f} s to go  ",
          end="", file=sys.stderr, flush=True)


def _lines(found: dict[str, Verdict], games: int) -> list[str]:
    """The table: a line for each level, the strongest first."""
    lines = ["| level | " + " | ".join(found) + " |", "|---" * (len(found) + 1) + "|"]
    for level, player in reversed(list(enumerate(PLAYERS, 1))):
        cells = []
        for verdict in found.values():
            place, standing = next((i, s) for i, s in enumerate(verdict.players, 1)
                                   if s.name == player)
            error = "" if standing.error is None else f" ± {standing.error:.0f}"
            cells.append(f"{place}. {standing.rating:+.0f}{error}")
        lines.append(f"| {level} | " + " | ".join(cells) + " |")
    total = sum(verdict.games for verdict in found.values())
    distinct = sum(verdict.distinct for verdict in found.values())
    return [*lines, "", f"{total:,} games, {distinct:,} of them distinct: {games} of each two "
                        f"levels at each game."]


if __name__ == "__main__":
    main()
