"""Against Stockfish: leaves of chess counted, by our Python rules and by its move generator."""

from __future__ import annotations

import shutil
import subprocess
import time
from functools import partial
from types import TracebackType
from typing import Any

from figures import Goal, Row, Section, Spread, per_second, ratios

from zermelo import Engine, load
from zermelo.search.switches import Switch

PLACES = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
]
DEBIAN = "/usr/games/stockfish"  # which is not on everybody's path


def against_stockfish(repetitions: int) -> Section:
    """Leaves per second on one core, from three of the positions that move generators are tested
    with."""
    program = shutil.which("stockfish") or shutil.which(DEBIAN)
    if program is None:
        rows = [Row(f"{name}, depth {depth}", goal=Goal(1.0), trouble="there is no stockfish")
                for name, _, depth in PLACES]
        return _section("Stockfish", rows)
    engine = Engine(load("chess"), None, table_mb=1, switches=Switch(0))
    engine.ready()
    with Stockfish(program) as peer:
        rows = [_compared(name, text, depth, repetitions, engine, peer)
                for name, text, depth in PLACES]
        return _section(peer.name, rows)


def _section(name: str, rows: list[Row]) -> Section:
    return Section(
        name,
        "Leaves of chess counted on one core, by `zermelo perft` and by `go perft`. Neither plays "
        "the moves of the last ply: Stockfish lists them and counts the list, Zermelo counts them "
        "a set of squares at a time. If the counts differ, the row says so.",
        rows, ("Zermelo", "Stockfish", "ratio"))


def _compared(name: str, text: str, depth: int, repetitions: int, engine: Engine, peer: Stockfish
              ) -> Row:
    here = engine.game.position(text)
    what = f"{name}, depth {depth}, leaves per second"
    fast, faster, trouble = [], [], ""
    for _ in range(repetitions):
        theirs, their_time = _timed(partial(peer.leaves, text, depth))
        ours, our_time = _timed(partial(engine.count_leaves, here, depth))
        if ours != theirs:
            trouble = f"not the same: {ours:,} leaves against {theirs:,}"
        fast.append(ours / our_time)
        faster.append(theirs / their_time)
    return Row(what, per_second(Spread.of(fast).middle), per_second(Spread.of(faster).middle),
               ratios(fast, faster), goal=Goal(1.0), trouble=trouble)


def _timed(count: Any) -> tuple[int, float]:
    began = time.perf_counter()
    found = count()
    return found, time.perf_counter() - began


class Stockfish:
    """A running Stockfish, asked over UCI."""

    def __init__(self, program: str) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True)
        self._say("uci")
        self.name = self._answer("id name ")
        self._answer("uciok")
        self._say("isready")  # it has read its network then, too
        self._answer("readyok")

    def __enter__(self) -> Stockfish:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._say("quit")
        self._process.wait(timeout=10)

    def leaves(self, text: str, depth: int) -> int:
        """How many ways there are to play so many plies."""
        self._say(f"position fen {text}")
        self._say(f"go perft {depth}")
        return int(self._answer("Nodes searched: "))

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _answer(self, start: str) -> str:
        """The rest of the first line that begins like this."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line[len(start):].strip()
        raise RuntimeError(f"Stockfish ended without saying {start!r}")
