"""Against Stockfish: leaves of chess counted, by our Python rules and by its move generator; and
nodes searched, each judged by what hands have written."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import TracebackType

from figures import Goal, Row, Section, Spread, per_second, ratios

from zermelo import Engine, Limit, load
from zermelo.search.switches import Switch

PLACES = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
]
Counting = Callable[[], tuple[int, float]]  # what was counted, in how many seconds

NODES = 2_000_000
TABLE_MB = 64
DEBIAN = "/usr/games/stockfish"  # which is not on everybody's path


def against_stockfish(repetitions: int) -> Section:
    """Leaves and nodes per second on one core, from three of the positions that move generators
    are tested with."""
    program = shutil.which("stockfish") or shutil.which(DEBIAN)
    if program is None:
        rows = [Row(what, goal=goal, trouble="there is no stockfish")
                for place in PLACES for what, goal in (_leaves(place), _nodes(place))]
        return _section("Stockfish", rows)
    game = load("chess")
    counter = Engine(game, None, table_mb=1, switches=Switch(0))
    player = Engine(game, selective=True, table_mb=TABLE_MB)
    counter.ready()
    player.prepare()
    with Stockfish(program) as peer:
        rows = [_counted(place, repetitions, counter, peer) for place in PLACES]
        rows += [_searched(place, repetitions, player, peer) for place in PLACES]
        return _section(peer.name, rows)


def _section(name: str, rows: list[Row]) -> Section:
    return Section(
        name,
        "Leaves of chess counted on one core, by `zermelo perft` and by `go perft`. Neither plays "
        "the moves of the last ply: Stockfish lists them and counts the list, Zermelo counts them "
        "a set of squares at a time. If the counts differ, the row says so. Then "
        f"{NODES:,} nodes searched as in play, on one core with an empty table of {TABLE_MB} MB: "
        "by Zermelo with its standard evaluator, and by Stockfish with its evaluator of "
        "hand-written terms, where it still has one. What counts as a node is not quite the same "
        "thing: the ratio is about how fast this machine is for such work.",
        rows, ("Zermelo", "Stockfish", "ratio"))


def _leaves(place: tuple[str, str, int]) -> tuple[str, Goal | None]:
    return f"{place[0]}, depth {place[2]}, leaves per second", Goal(1.0)


def _nodes(place: tuple[str, str, int]) -> tuple[str, Goal | None]:
    return f"{place[0]}, nodes per second", None


def _counted(place: tuple[str, str, int], repetitions: int, engine: Engine, peer: Stockfish) -> Row:
    _, text, depth = place
    here = engine.game.position(text)
    found = _raced(repetitions, _timed(partial(engine.count_leaves, here, depth)),
                   _timed(partial(peer.leaves, text, depth)))
    odd = [pair for pair in zip(*found.counts, strict=True) if len(set(pair)) > 1]
    trouble = f"not the same: {odd[0][0]:,} leaves against {odd[0][1]:,}" if odd else ""
    return found.row(*_leaves(place), trouble)


def _searched(place: tuple[str, str, int], repetitions: int, engine: Engine, peer: Stockfish
              ) -> Row:
    here = engine.game.position(place[1])

    def searched() -> tuple[int, float]:
        engine.clear()
        found = engine.analyze(here, Limit(nodes=NODES))
        return found.nodes, found.seconds  # until the last depth was finished

    found = _raced(repetitions, searched, _timed(partial(peer.nodes, place[1], NODES)))
    return found.row(*_nodes(place))


@dataclass
class _Race:
    """What both counted, and how long it took them."""

    counts: tuple[list[int], list[int]]
    seconds: tuple[list[float], list[float]]

    def row(self, what: str, goal: Goal | None, trouble: str = "") -> Row:
        """Ours and theirs per second."""
        ours, theirs = ([count / took for count, took in zip(*each, strict=True)]
                        for each in zip(self.counts, self.seconds, strict=True))
        return Row(what, per_second(Spread.of(ours).middle), per_second(Spread.of(theirs).middle),
                   ratios(ours, theirs), goal=goal, trouble=trouble)


def _raced(repetitions: int, ours: Counting, theirs: Counting) -> _Race:
    """By turns, so that a busy machine is as busy for both."""
    race = _Race(([], []), ([], []))
    for _ in range(repetitions):
        for i, count in enumerate((ours, theirs)):
            found, took = count()
            race.counts[i].append(found)
            race.seconds[i].append(took)
    return race


def _timed(count: Callable[[], int]) -> Counting:
    def counted() -> tuple[int, float]:
        began = time.perf_counter()
        found = count()
        return found, time.perf_counter() - began

    return counted


class Stockfish:
    """A running Stockfish, asked over UCI."""

    def __init__(self, program: str) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True)
        assert self._process.stdout is not None
        self._output = self._process.stdout
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

    def nodes(self, text: str, most: int) -> int:
        """How many of them it searched, if it may so many."""
        self._say("setoption name Use NNUE value false")
        self._say(f"setoption name Hash value {TABLE_MB}")
        self._say("ucinewgame")
        self._say(f"position fen {text}")
        self._say(f"go nodes {most}")
        found = 0
        for line in self._output:
            words = line.split()
            if "nodes" in words:
                found = int(words[words.index("nodes") + 1])
            if words[:1] == ["bestmove"]:
                break
        return found

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _answer(self, start: str) -> str:
        """The rest of the first line that begins like this."""
        for line in self._output:
            if line.startswith(start):
                return line[len(start):].strip()
        raise RuntimeError(f"Stockfish ended without saying {start!r}")

