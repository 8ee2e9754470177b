"""What compiling costs: the processor's time until a new process answers, game by game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from statistics import median

from figures import Goal, Row, Section, Spread, number

from zermelo.games import GAMES

LATER = {"chess", "chomp", "dodgem", "morris"}  # than version 0.1
ANSWER = """
import sys, time
from zermelo import Engine, Limit, load
Engine(load(sys.argv[1])).analyze(None, Limit(depth=1))
print(time.process_time())
"""

IMPORT = """
import sys, time
began = time.process_time()
import zermelo
print(time.process_time() - began)
if "llvmlite" in sys.modules:
    sys.exit("importing Zermelo has loaded llvmlite")
"""


def compiling(repetitions: int) -> Section:
    """Every game with an empty cache and with its code at hand, and the import alone."""
    cold: dict[str, list[float]] = {game: [] for game in sorted(GAMES)}
    warm: dict[str, list[float]] = {game: [] for game in cold}
    for game in cold:
        _answered(game)  # compiles Python's bytecode and the game, if nobody has
    for _ in range(repetitions):  # one after the other, so that a busy moment meets all alike
        for game in cold:
            cold[game].append(_cold(game))
            warm[game].append(_answered(game))
    early = [game for game in cold if game not in LATER]
    return Section(
        "Compiling",
        "Seconds of the processor until a new process has imported Zermelo, made a game's engine "
        "and answered at depth 1, Python's own bytecode at hand: cold, with an empty cache; warm, "
        "with its code found there; and what lies between the two, which is compiling. The better "
        "code that is made beside a longer search is not in it. Should the import load llvmlite, "
        "this ends with an error.",
        [
            *(_compiled(game, cold[game], warm[game]) for game in cold),
            _in_all("Connect Four, cold", cold["connect4"], 1.5),
            _in_all("Connect Four, warm", warm["connect4"], 0.25),
            _in_all("the thirteen games of version 0.1, cold",
                    map(sum, zip(*(cold[game] for game in early), strict=True)), 12),
            _in_all("the slowest game of all, warm", max(warm.values(), key=median), 0.25),
            _in_all("`import zermelo`", [_imported() for _ in range(repetitions)], 0.15),
        ],
        ("cold", "warm", "to compile, or in all"),
    )


def _compiled(game: str, cold: list[float], warm: list[float]) -> Row:
    without = Spread.of(warm).middle
    return Row(game, f"{number(Spread.of(cold).middle)} s", f"{number(without)} s",
               Spread.of(seconds - without for seconds in cold), " s", Goal(1.2, False))


def _in_all(what: str, seconds: Iterable[float], most: float) -> Row:
    return Row(what, figure=Spread.of(seconds), unit=" s", goal=Goal(most, False))


def _cold(game: str) -> float:
    with tempfile.TemporaryDirectory() as empty:
        return _answered(game, ZERMELO_CACHE=empty)


def _answered(game: str, **environment: str) -> float:
    return _seconds(ANSWER, game, **environment)


def _imported() -> float:
    return _seconds(IMPORT)


def _seconds(program: str, *arguments: str, **environment: str) -> float:
    """What it says that it took; Python's bytecode is kept, whatever holds here."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True,
                          text=True, check=True,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment})
    return float(done.stdout)
