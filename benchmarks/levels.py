"""All ten levels against each other at three games: the tables of docs/levels.md.

    python benchmarks/levels.py levels --games 40 --jobs 2
    python benchmarks/levels.py levels --games 40 --steps 200 --jobs 2

plays what is missing in the arenas of the folder `levels`, and writes the tables into the document:
the ratings, and the score of each level against the one below, of which `--steps` plays more games.
Nobody goes by the time: level 10, which takes what its clock allows, is here the engine with so
many nodes a move. So a busy machine changes nothing, and the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from zermelo import load
from zermelo.arena import ArenaProgress, Plan, Store, StoredGame, Verdict, run, verdict_of
from zermelo.play.levels import LEVELS
from zermelo.play.score import Score, score_of

GAMES = ("connect4", "othello:size=6", "breakthrough:width=6,height=6")
TOP = "engine:nodes=200000"  # for level 10
PLAYERS = (*(f"level:{level}" for level in sorted(LEVELS)[:-1]), TOP)
DOCUMENT = Path(__file__).parents[1] / "docs" / "levels.md"
RATINGS = "<!-- made by benchmarks/levels.py -->", "<!-- so far -->"
STEPS = "<!-- steps, made by benchmarks/levels.py -->", "<!-- so far the steps -->"


Pairs = list[list[float]]  # what the upper level scored in each pair of games


class Found(NamedTuple):
    """What came out at one game."""

    verdict: Verdict
    steps: list[Pairs]  # of each level against the one below, from 2 on


def main() -> None:
    """Play, and write the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--games", type=int, default=40, help="of each two levels")
    options.add_argument("--steps", type=int, default=0,
                         help="of each level with the next one, if that is to be more")
    options.add_argument("--jobs", type=int, default=None)
    options.add_argument("--only", choices=GAMES, help="play this game, and write nothing")
    given = options.parse_args()
    given.folder.mkdir(exist_ok=True)
    found = {game: _found(game, given.folder, given.games, max(given.games, given.steps),
                          given.jobs)
             for game in ([given.only] if given.only else GAMES)}
    if not given.only:
        text = DOCUMENT.read_text("utf-8")
        text = _put(text, RATINGS, _ratings({name: f.verdict for name, f in found.items()},
                                            given.games))
        text = _put(text, STEPS, _steps({name: f.steps for name, f in found.items()}))
        DOCUMENT.write_text(text, encoding="utf-8")


def _found(game: str, folder: Path, games: int, steps: int, jobs: int | None) -> Found:
    """Play what is missing at one game."""
    every = Plan(load(game), PLAYERS, games, seed=1, opening=6)
    ladder = replace(every, games=steps, form="ladder")
    with Store.create(folder / f"{game.partition(':')[0]}.arena", every.about()) as store:
        for plan in (every, ladder):
            done = run(plan, store, workers=jobs, told=_told)
            print(file=sys.stderr)
            if not done.complete:
                raise SystemExit(f"{len(done.games):,} games of {game}, and not all: the same "
                                 f"again goes on")
        played = store.games()
    verdict = verdict_of([g for g in played if every.wants(g.first, g.second, g.pair)], PLAYERS)
    return Found(verdict, [_pairs(played, lower, upper, steps)
                           for lower, upper in pairwise(PLAYERS)])


def _pairs(games: Sequence[StoredGame], lower: str, upper: str, count: int) -> Pairs:
    """What the upper level made of so many games against the lower one."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        if {game.first, game.second} == {lower, upper} and game.pair < count // 2:
            points = game.score if game.first == upper else 1 - game.score
            pairs.setdefault(game.pair, []).append(points)
    return list(pairs.values())


def _told(progress: ArenaProgress) -> None:
    print(f"\r{progress.done:,} of {progress.total:,} games, {progress.left or 0:.0f} s to go  ",
          end="", file=sys.stderr, flush=True)


def _put(text: str, marks: tuple[str, str], lines: Sequence[str]) -> str:
    """The document with these lines between its marks."""
    begin, end = marks
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"{DOCUMENT} has no place for the table: write {begin} and {end} there")
    return before + "\n".join([begin, "", *lines, "", end]) + after


def _ratings(found: dict[str, Verdict], games: int) -> list[str]:
    """A line for each level, the strongest first."""
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


def _steps(found: dict[str, list[Pairs]]) -> list[str]:
    """A line for each level from the second on: at each game, and at all of them together."""
    lines = ["| | " + " | ".join(found) + " | together |", "|---" * (len(found) + 2) + "|"]
    for level, steps in enumerate(zip(*found.values(), strict=True), 2):
        cells = [_cell(score_of(pairs)) for pairs in (*steps, [p for some in steps for p in some])]
        lines.append(f"| {level} against {level - 1} | " + " | ".join(cells) + " |")
    every = [score_of(pairs) for steps in found.values() for pairs in steps]
    above, ahead = sum(s.low > 0.5 for s in every), sum((s.share or 0) > 0.5 for s in every)
    return [*lines, "", f"{every[0].games} games of each two at each game. In {ahead} of "
                        f"{len(every)} steps the upper level scored more than half; in {above} the "
                        f"whole interval lies above 50 %."]


def _cell(score: Score) -> str:
    return f"{100 * (score.share or 0):.1f} % ({100 * score.low:.1f}–{100 * score.high:.1f})"


if __name__ == "__main__":
    main()
