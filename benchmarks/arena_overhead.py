"""What a game of an arena costs beyond its players' thinking, in processor time.

    python benchmarks/arena_overhead.py connect4 --games 400

The players draw lots, or search one node: whatever time goes by is the arena's. Start-up is taken
away by playing twice, few games and many. Time is that of the processor, here and in the worker, so
that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from zermelo import load
from zermelo.arena import Plan, Store, run

PAIRS = {"random": ("random", "random:seed=2"), "one node": ("engine:nodes=1", "random")}


def main() -> None:
    """Measure, and print a line for each two players."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game")
    options.add_argument("--games", type=int, default=400)
    given = options.parse_args()
    for name, players in PAIRS.items():
        few, many = (_seconds(given.game, players, games) for games in (100, 100 + given.games))
        here, there = (1000 * (b - a) / given.games for a, b in zip(few[:2], many[:2], strict=True))
        plies = many[2]
        print(f"{given.game}, {name}: {here + there:.2f} ms a game of {plies:.1f} plies "
              f"({here:.2f} here, {there:.2f} in the worker)")


def _seconds(game: str, players: tuple[str, str], games: int) -> tuple[float, float, float]:
    """The processor's seconds, here and in the worker; and plies a game."""
    plan = Plan(load(game), players, games=games)
    before = os.times()
    with tempfile.TemporaryDirectory() as folder, \
            Store.create(Path(folder) / "a", plan.about()) as store:
        found = run(plan, store, workers=1)
    after = os.times()
    return (after.user + after.system - before.user - before.system,
            after.children_user + after.children_system
            - before.children_user - before.children_system,
            sum(len(g.moves) for g in found.games) / len(found.games))


if __name__ == "__main__":
    main()
