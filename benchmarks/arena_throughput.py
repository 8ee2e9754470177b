"""How much more two workers do than one, in one run: processes here, and Ray's if it is installed.

    python benchmarks/arena_throughput.py --games 60 --rounds 3

The same games, by fixed nodes, are played by one worker and by two, in turns, and the median of
the rounds counts. Start-up is taken away by playing twice, few games and many. A game is a unit of
work; how long one takes is printed, as short ones say more about the arena than about its workers.
The machine must be idle: two workers need two cores to themselves.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from zermelo import load
from zermelo.arena import Plan, Store, run
from zermelo.errors import MissingExtraError
from zermelo.work import Crew, Processes

FEW = 8  # games that start-up is measured with
IDLE = 0.3  # cores' worth of other people's work


def main() -> None:
    """Measure, and print a line for each kind of worker."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="connect4")
    options.add_argument("--players", nargs=2, default=["engine:nodes=30000", "engine:nodes=25000"])
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    busy = os.getloadavg()[0]
    if busy > IDLE:
        print(f"the machine is busy (load {busy:.1f}): these figures say nothing", flush=True)
    crews: dict[str, Callable[[int], Crew]] = {"processes": Processes, "ray": _on_ray}
    for name, crew in crews.items():
        rates: dict[int, list[float]] = {1: [], 2: []}
        try:
            for _ in range(given.rounds):
                for workers, found in rates.items():
                    few, many = (_seconds(given.game, given.players, games, crew(workers))
                                 for games in (FEW, FEW + given.games))
                    found.append(given.games / (many - few))
        except MissingExtraError as error:
            print(f"{name}: {error}")
            continue
        one, two = median(rates[1]), median(rates[2])
        each = ", ".join(f"{b / a:.2f}" for a, b in zip(rates[1], rates[2], strict=True))
        print(f"{name}: {one:.2f} games a second on one worker ({1 / one:.2f} s a game), {two:.2f} "
              f"on two: {two / one:.2f} times as many (rounds: {each})", flush=True)


def _on_ray(workers: int) -> Crew:
    from zermelo.work.on_ray import OnRay

    return OnRay(count=workers)


def _seconds(game: str, players: list[str], games: int, crew: Crew) -> float:
    """From the first unit to the last."""
    plan = Plan(load(game), tuple(players), games=games)
    with tempfile.TemporaryDirectory() as folder, \
            Store.create(Path(folder) / "a", plan.about()) as store:
        began = time.perf_counter()
        found = run(plan, store, crew=crew)
        assert found.complete, found.failures
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
