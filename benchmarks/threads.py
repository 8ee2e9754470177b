"""Two threads against one: the time to the same depth."""

from __future__ import annotations

import time
from typing import Any

from figures import Goal, Row, Section, Spread, geometric_mean, number
from places import random_places

from zermelo import Engine, Limit, load

SETS = (  # a game, how many random plies, how deep, and still undecided how deep
    ("connect4", range(6, 10), 28, 18),
    ("othello", range(16, 31), 14, 4),
)
POSITIONS = 4


def two_threads(repetitions: int) -> Section:
    """Positions from the middle game, analyzed with one thread and with two."""
    repetitions = min(repetitions, 3)  # these are long searches
    rows, everything = [], []
    for spec, plies, depth, undecided in SETS:
        what = f"{spec} to depth {depth}"
        places = _undecided(spec, plies, undecided)
        try:
            found = [_times(spec, places, depth) for _ in range(repetitions)]
        except Disagreement as difference:
            rows.append(Row(what, figure=Spread(0, 0, 0), trouble=str(difference)))
            continue
        everything.append([geometric_mean(one / two for one, two in times) for times in found])
        alone, together = (Spread.of(sum(t[i] for t in times) / len(times) for times in found)
                           for i in (0, 1))
        rows.append(Row(what, f"{number(alone.middle)} s", f"{number(together.middle)} s",
                        Spread.of(everything[-1]), "×"))
    if len(everything) == len(SETS):
        both = Spread.of(geometric_mean(means) for means in zip(*everything, strict=True))
        rows.append(Row("geometric mean", figure=both, unit="×", goal=Goal(1.6)))
    return Section(
        "Two threads against one",
        f"{POSITIONS} random middle-game positions of each game, an empty table before each, the "
        "time until the same depth is reached or the position is proven. Geometric means over the "
        f"positions; {repetitions} repetitions.",
        rows,
        ("one thread, a position", "two threads", "ratio"),
    )


class Disagreement(Exception):  # noqa: N818 - a finding
    """One thread and two found different values."""


def _undecided(spec: str, plies: range, depth: int) -> list[Any]:
    """Random positions that are not won or lost so soon."""
    engine = Engine(load(spec))
    tried = random_places(engine.game, 4 * POSITIONS, plies)
    found = [p for p in tried if not engine.analyze(p, Limit(depth=depth)).value.proven]
    return found[:POSITIONS]


def _times(spec: str, places: list[Any], depth: int) -> list[tuple[float, float]]:
    """For each position the seconds with one thread and with two."""
    engines = [Engine(load(spec), threads=threads) for threads in (1, 2)]
    for engine in engines:
        engine.ready()
    found = []
    for here in places:
        times, values = [], []
        for engine in engines:
            engine.clear()
            began = time.perf_counter()
            values.append(engine.analyze(here, Limit(depth=depth)).value)
            times.append(time.perf_counter() - began)
        if values[0] != values[1]:
            raise Disagreement(f"{values[0]} with one thread, {values[1]} with two: {here.text}")
        found.append((times[0], times[1]))
    return found
