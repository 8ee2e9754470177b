"""How strong the engine is at chess, on Stockfish's scale: a gauntlet against its levels.

    python benchmarks/strength.py chess.arena
    python benchmarks/strength.py chess.arena --games 100 --levels 2100,2300,2500 --clock 10+0.1
    python benchmarks/strength.py chess.arena --only-show
    python benchmarks/strength.py nodes.arena --nodes 20000 --levels 1500,1700,1900

Needs an idle machine for some hours: a game at 10 s + 0.1 s takes half a minute or more, and two
cores play two at once (`--concurrency`: so many, on as many cores). Every game is in the file as
soon as it ends; stopped, the same command goes on. `UCI_Elo` was fitted by Stockfish's authors at
another time control, and they call it inaccurate: what is found is the level that scores as much as
we do, and no rating of any list. Another family plays along as a check.

Stockfish thinks until a tenth of a second is left, and on a busy machine its flag falls then: it is
told to keep ten times as much as by itself, and no level is said where flags decided many games.

On a busy machine `--nodes` counts nodes instead of seconds: so many a move for us, and for
Stockfish twice as many, since what holds it back is not its time. At a level it takes one of
its four best lines at a depth that goes with the level, 6 plies at 1900 and 11 at 2300, and what it
searches beyond that is for nothing. So the levels mean the same as with a clock as long as it gets
so deep; we do not, and what is found is our strength at so many nodes.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
from typing import Any, NamedTuple

from zermelo.arena.verdict import MANY_FLAGS

ENGINE = "engine"
TIMES = 2  # as many nodes for Stockfish as for us
_FEW = 10  # pairs
_KEPT = 100  # milliseconds a move that Stockfish keeps back; at more than that it hardly thinks


class Meeting(NamedTuple):
    """Our games against one level."""

    level: float
    games: int
    points: float
    pairs: tuple[int, ...]  # how many pairs of games brought 0, 1/2, … 2 points


class Level(NamedTuple):
    """Where the score would be a half, with 1.96 standard errors."""

    elo: float
    error: float


def expected(ours: float, theirs: float) -> float:
    """The share of points that Elo's formula gives the first."""
    return 1 / (1 + 10 ** ((theirs - ours) / 400))


def level_of(meetings: list[Meeting]) -> Level | None:
    """The rating by which all levels together are expected to yield the points that they did.

    Its error comes from how much pairs of games differ, as games of a pair share an opening. None
    if everything was won, or everything lost, or there are only a few pairs.

    >>> even = Meeting(2000, 100, 50.0, (0, 10, 30, 10, 0))
    >>> found = level_of([even, Meeting(2200, 100, 24.0, (13, 26, 11, 0, 0))])
    >>> round(found.elo), round(found.error)
    (2000, 26)
    """
    points, games = sum(m.points for m in meetings), sum(m.games for m in meetings)
    if not 0 < points < games or sum(sum(m.pairs) for m in meetings) < _FEW:
        return None
    low, high = -2000.0, 8000.0
    for _ in range(60):
        middle = (low + high) / 2
        if sum(m.games * expected(middle, m.level) for m in meetings) < points:
            low = middle
        else:
            high = middle
    slope = sum(m.games * p * (1 - p) for m in meetings
                for p in [expected(low, m.level)]) * math.log(10) / 400
    return Level(low, 1.96 * math.sqrt(sum(map(_variance, meetings))) / slope)


def _variance(meeting: Meeting) -> float:
    """Of the points, from the pairs."""
    count = sum(meeting.pairs)
    mean = sum(k * n for k, n in enumerate(meeting.pairs)) / 2 / count
    return sum(n * (k / 2 - mean) ** 2 for k, n in enumerate(meeting.pairs))


def meetings_in(told: dict[str, Any], levels: dict[str, float], ours: str = ENGINE
                ) -> list[Meeting]:
    """Our meetings with players of a known level, in what `zermelo arena show --json` says."""
    return [Meeting(levels[m["other"]], m["games"], m["points"], tuple(m["pairs"]))
            for m in told["meetings"]
            if m["one"] == ours and m["other"] in levels and m["games"]]


def found(name: str) -> str | None:
    """A program's path; Debian keeps games where not everybody looks."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def main() -> int:
    """Play, or go on; then say where the score is a half."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--levels", default="1900,2100,2300,2500", help="of Stockfish, UCI_Elo")
    parser.add_argument("--games", type=int, default=80, help="against each opponent")
    parser.add_argument("--clock", default="10+0.1")
    parser.add_argument("--nodes", type=int, help="a move, instead of a clock")
    parser.add_argument("--concurrency", type=int, help="games at once, each on a core")
    parser.add_argument("--only-show", action="store_true", help="play no more games")
    given = parser.parse_args()
    stockfish, gnuchess = found("stockfish"), found("gnuchess")
    if stockfish is None:
        print("strength.py: there is no stockfish: apt install stockfish", file=sys.stderr)
        return 2
    if (given.nodes is not None and given.nodes < 1) or not 1 <= (given.concurrency or 1) <= 1000:
        print("strength.py: nodes and concurrency are 1 or more", file=sys.stderr)
        return 2
    ours, theirs, clock = ENGINE, "", given.clock
    if given.nodes:
        # told to do without what chess does not have, it has all else from the first node
        ours, clock = f"{ENGINE}:nodes={given.nodes},without=symmetry", "none"
        theirs = f",nodes={TIMES * given.nodes}"
    else:
        theirs = f",Move Overhead={_KEPT}"
    levels = {f"uci:{stockfish},elo={elo}{theirs}": float(elo) for elo in given.levels.split(",")}
    others = [f"uci:{gnuchess} --uci,OwnBook=false"] if gnuchess and not given.nodes else []
    jobs = []
    if given.concurrency:
        jobs = ["--jobs", str(given.concurrency)]
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:given.concurrency])
    if not given.only_show:
        played = subprocess.run(
            [sys.executable, "-m", "zermelo", "arena", "run", "chess", ours, *levels, *others,
             "--form", "gauntlet", "--games", str(given.games), "--clock", clock, *jobs,
             "--opening", "6", "-o", given.file], check=False)
        if played.returncode not in (0, 1):
            return played.returncode
    show = subprocess.run([sys.executable, "-m", "zermelo", "arena", "show", given.file, "--json"],
                          check=False, capture_output=True, text=True)
    if show.returncode:
        print(show.stderr, end="", file=sys.stderr)
        return show.returncode
    told = json.loads(show.stdout)
    meetings = meetings_in(told, levels, ours)
    for m in told["meetings"]:
        print(f"{m['other']:40} {m['points']:g} of {m['games']}")
    flags = told["endings"].get("time", 0)
    if flags > MANY_FLAGS * told["games"]:
        print(f"{flags} of {told['games']} games ended on time: no level is said on a busy machine")
        return 1
    level = level_of(meetings) if meetings else None
    if level is None:
        print("no level could be found: play more games, or other levels")
        return 1
    pace = f"{given.nodes:,} nodes a move" if given.nodes else clock
    print(f"level {level.elo:.0f} ± {level.error:.0f} (95 %) on Stockfish's scale at {pace}, "
          f"{sum(m.games for m in meetings)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
