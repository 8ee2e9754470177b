"""Whether a time limit is kept: how late the answers come, on 200 positions."""

from __future__ import annotations

import random
import time

from figures import Goal, Row, Section, Spread
from places import random_places

from zermelo import Engine, Limit, load
from zermelo.evaluation import evaluator_for
from zermelo.textbook import deepen

GAMES = {  # and how many random plies
    "connect4": range(20),
    "othello": range(50),
    "checkers": range(40),
    "kalah": range(10),
    "hex": range(30),
}
POSITIONS = 40  # of each
SHORTEST, LONGEST = 0.05, 2.0
LATE = 0.2  # seconds for the textbook
GRACE, SHARE = 0.015, 0.05  # seconds, and of the limit


def time_limits(repetitions: int) -> Section:
    """Limits from 0.05 to 2 s, one and two threads."""
    rng = random.Random(1913)
    rows, worst = [], 0.0
    for spec, plies in GAMES.items():
        engines = [Engine(load(spec), threads=threads) for threads in (1, 2)]
        for engine in engines:
            engine.ready()
        late = []
        for number, here in enumerate(random_places(engines[0].game, POSITIONS, plies)):
            limit = SHORTEST * (LONGEST / SHORTEST) ** rng.random()
            engine = engines[number % 2]
            engine.clear()
            began = time.perf_counter()
            engine.analyze(here, Limit(time=limit))
            over = time.perf_counter() - began - limit
            late.append(1000 * over)
            worst = max(worst, over / (GRACE + SHARE * limit))
        rows.append(Row(spec, figure=Spread.of(late), unit=" ms"))
    late = []
    for here in random_places(load("connect4"), POSITIONS // 4, GAMES["connect4"]):
        began = time.perf_counter()
        list(deepen(here, evaluate=evaluator_for(here.game), limit=Limit(time=LATE)))
        late.append(1000 * (time.perf_counter() - began - LATE))
    rows.append(Row(f"the textbook on connect4, {LATE} s", figure=Spread.of(late), unit=" ms"))
    rows.append(Row("the latest of all, of what is allowed", figure=Spread.of([worst]),
                    goal=Goal(1, at_least=False)))
    return Section(
        "Time limits",
        f"{POSITIONS} random positions of each, limits from {SHORTEST} to {LONGEST} s, one and "
        "two threads by turns: how long after the limit the answer comes, negative where all was "
        f"known before. {1000 * GRACE:.0f} ms and {SHARE:.0%} of the limit are allowed.",
        rows,
        ("", "", "late by"),
    )
