"""Each level against the next, on several games: the score table of docs/levels.md.

    python benchmarks/levels.py connect4 --games 100
    python benchmarks/levels.py othello:size=6 --games 40 --from 9 --seconds 0.5

One line of the table for each pair, as soon as it is there. Level 10 takes what its clock allows;
here it has so many seconds a move, and no flag that could fall because the machine is busy.
"""

from __future__ import annotations

import argparse
import time

from zermelo import load
from zermelo.play import play_series
from zermelo.play.levels import LEVELS


def main() -> None:
    """Measure, and print a table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game")
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--opening", type=int, default=6)
    options.add_argument("--from", type=int, default=1, dest="lowest")
    options.add_argument("--to", type=int, default=len(LEVELS), dest="highest")
    options.add_argument("--seconds", type=float, default=1.0, help="a move, for level 10")
    given = options.parse_args()
    game = load(given.game)
    for level in range(given.lowest, given.highest):
        began = time.monotonic()
        upper = f"level:{level + 1}" if level < 9 else f"engine:time={given.seconds}"
        series = play_series(game, upper, f"level:{level}", given.games, seed=given.seed,
                             opening=given.opening)
        print(f"| {given.game} | {level + 1} against {level} | {series.score} | "
              f"{series.score.games} games, seed {given.seed}, {time.monotonic() - began:.0f} s |",
              flush=True)


if __name__ == "__main__":
    main()
