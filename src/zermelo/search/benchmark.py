"""Measuring the engine on a game: how far and how fast it searches, and what each technique saves.

The positions are fixed: the start and moments of seeded random games, each from a deal of its own
where there are deals. One thread searches them with the same number of nodes every time and
everywhere, so the total is a signature: if it changes, the search or the rules did.

Times are those of the search alone: what Python does between its iterations, reading lines of play
back from the table above all, is not counted, nor that the machine has to find room for the table.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.dealing import drawn, is_dealt
from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.analysis import Analysis, value_json
from zermelo.search.engine import Engine
from zermelo.search.rules import gives
from zermelo.search.switches import EXACT, HOOKS_FOR, Switch, without, written
from zermelo.values import Value

SEED = 1913
DEPTH, POSITIONS = 8, 4

_GAMES = 12  # random games, of which the longest are taken: they are the least one-sided
_DEEPEST = 100
_MOST_NODES = {True: 5_000_000, False: 100_000}  # for one position, native and interpreted
_TRIAL_NODES = {True: 400_000, False: 4_000}  # for all positions with nothing switched
_TIMES_AS_MANY = 50  # nodes that a switched search may take before it is given up …
_LEAST_NODES = 10_000  # … but at least these
_REPEATED_BELOW = 0.3  # seconds: short runs are timed three times, and the best one counts


@dataclass(frozen=True)
class Moment:
    """A position to search, and the stage of the game that it stands for."""

    stage: str
    position: Position

    @property
    def plies(self) -> int:
        """How many were played to come here."""
        return sum(1 for _ in self.position.line()) - 1


@dataclass(frozen=True)
class Iteration:
    """What a search had found when it was so many plies deep, and all it had cost by then: the
    depths before it are included."""

    depth: int
    value: Value  # in the view of the player to move
    move: str
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """How fast it went."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Run:
    """One position, deepened step by step; fewer steps than asked for if it is decided earlier."""

    moment: Moment
    iterations: tuple[Iteration, ...]
    finished: bool  # False: it would have taken too many nodes

    @property
    def value(self) -> Value:
        """What was found in the end."""
        return self.iterations[-1].value

    @property
    def nodes(self) -> int:
        """The nodes of all its depths together."""
        return self.iterations[-1].nodes if self.iterations else 0

    @property
    def seconds(self) -> float:
        """The seconds that all its depths took together."""
        return self.iterations[-1].seconds if self.iterations else 0.0


@dataclass(frozen=True)
class Difference:
    """A value that a technique changed though it must not."""

    technique: str
    position: str
    value: Value
    expected: Value

    def __str__(self) -> str:
        return f"{self.technique}: {self.value} instead of {self.expected} in {self.position}"


@dataclass(frozen=True)
class Trial:
    """All positions once more with one technique switched."""

    technique: str  # empty: none, the search as it is
    on: bool  # whether it was switched on or off
    exact: bool  # whether it must not change a value
    nodes: int
    seconds: float
    finished: bool  # False: given up, it takes more than this
    differences: tuple[Difference, ...] = ()


@dataclass
class Benchmark:
    """Everything measured. Filled step by step, so that what there is can be read at any time."""

    game: Game
    native: bool
    threads: int
    table_mb: float
    depth: int
    switches: Switch
    runs: list[Run] = field(default_factory=list)
    trial_depth: int | None = None
    trials: list[Trial] = field(default_factory=list)  # the first with nothing switched
    interrupted: bool = False

    @property
    def nodes(self) -> int:
        """The signature: all nodes of all positions."""
        return sum(run.nodes for run in self.runs)

    @property
    def seconds(self) -> float:
        """The time they took."""
        return _seconds(self.runs)

    @property
    def differences(self) -> list[Difference]:
        """Values that a technique changed though it must not."""
        return [d for trial in self.trials for d in trial.differences]

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {
            "game": self.game.spec, "native": self.native, "threads": self.threads,
            "table_mb": self.table_mb, "depth": self.depth,
            "techniques": [written(s) for s in Switch if s & self.switches],
            "positions": [_run_json(run) for run in self.runs],
            "cumulative": True,  # nodes and seconds of a depth include the depths before it
            "nodes": self.nodes, "seconds": round(self.seconds, 6),
            "ablation": {
                "depth": self.trial_depth,
                "trials": [_trial_json(trial, self.trials[0]) for trial in self.trials],
            },
            "differences": [str(d) for d in self.differences],
            "interrupted": self.interrupted,
        }


def moments(game: Game, count: int = POSITIONS) -> list[Moment]:
    """So many positions: the start, then evenly through the game, until shortly before the end.

    >>> from zermelo import load
    >>> for moment in moments(load("tictactoe")):
    ...     print(moment.stage, moment.position.text)
    start .../.../...:x
    opening xo./.../...:x
    middle xox/.../..o:x
    late oo./oxx/.x.:x
    """
    if count < 1:
        raise ParameterError(f"{count} positions make no sense: give 1 or more")
    games = sorted((_random_game(game, SEED + i) for i in range(_GAMES)), key=len, reverse=True)
    found = [Moment("start", drawn(game, SEED))]
    for i in range(1, count):
        stage = "opening" if 3 * i < count else "middle" if 3 * i < 2 * count else "late"
        if is_dealt(game):
            games = games[1:] + games[:1]
        tried = [line[(len(line) - 1) * i // count] for line in games]
        found.append(Moment(stage, next((p for p in tried if _is_open(p)), tried[0])))
    return found


def _random_game(game: Game, seed: int) -> list[Position]:
    return drawn(game, seed).random_line(random.Random(seed))


def _is_open(here: Position) -> bool:
    """Whether there is something to think about: choices, none of which ends the game."""
    return len(here.moves) > 1 and all(here.play(m).result is None for m in here.moves)


def measure(game: Game, depth: int = DEPTH, positions: int = POSITIONS, *,
            off: Sequence[str] = (), threads: int = 1, table_mb: float = 64,
            native: bool | None = None, trial_depth: int | None = None,
            progress: Callable[[str, float], None] = lambda doing, share: None,
            stopped: Callable[[], bool] = lambda: False) -> Benchmark:
    """Search some positions to depths 1, 2, … `depth`, then again with each technique switched.

    The techniques are those that the engine uses for this game, without those named in `off`.
    `trial_depth` is how deep to search with each of them switched; by default as deep as does not
    take long. `progress` hears what is being done and which share of the whole is done.
    Ctrl-C ends it with what was measured by then, and so does `stopped` once it says so.
    """
    for number in (depth, 1 if trial_depth is None else trial_depth):
        if not 1 <= number <= _DEEPEST:
            raise ParameterError(f"a depth of {number} makes no sense: give 1 to {_DEEPEST}")
    without(EXACT, off)  # a misspelt name is refused before anything is compiled
    places = moments(game, positions)
    used = without(Engine(game, table_mb=1, native=native, plain=True).switches, off)
    engine = Engine(game, threads=threads, table_mb=table_mb, native=native, switches=used)
    engine.ready()
    found = Benchmark(game, engine.native, threads, table_mb, depth, engine.switches)
    try:
        _Measuring(engine, found, progress, stopped).work(places, trial_depth)
    except KeyboardInterrupt:
        found.interrupted = True
    return found


class _Stopwatch:
    """How long an engine's searches took, without what is done between them."""

    def __init__(self, engine: Engine) -> None:
        self._searcher: Any = engine._searcher
        self._reading = False
        self.seconds = 0.0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Time every search from here on; not those that only look a line of play up again."""
        self._searcher.touch_table()  # written once: its pages are there
        search, line = self._searcher.search, self._searcher.line

        def timed_search(*args: Any, **more: Any) -> Any:
            if self._reading:
                return search(*args, **more)
            began = time.perf_counter()
            try:
                return search(*args, **more)
            finally:
                self.seconds += time.perf_counter() - began

        def untimed_line(*args: Any, **more: Any) -> Any:
            self._reading = True
            try:
                return line(*args, **more)
            finally:
                self._reading = False

        self._searcher.search, self._searcher.line = timed_search, untimed_line
        try:
            yield
        finally:
            del self._searcher.search, self._searcher.line


class _Measuring:
    """A benchmark under way; what is finished is in `found`."""

    def __init__(self, engine: Engine, found: Benchmark, progress: Callable[[str, float], None],
                 stopped: Callable[[], bool]) -> None:
        self._engine, self._found = engine, found
        self._progress, self._stopped = progress, stopped

    def work(self, places: list[Moment], trial_depth: int | None) -> None:
        """All positions as they are, then again with each technique switched."""
        found = self._found
        switched = [s for s in Switch if _matters(s, found.game)]
        steps = len(places) + 1 + len(switched)
        for done, moment in enumerate(places):
            self._progress(moment.stage, done / steps)
            found.runs.append(self._run(moment, found.depth, found.switches,
                                        _MOST_NODES[found.native]))
            self._go_on()
        self._progress("how deep to try the techniques", len(places) / steps)
        found.trial_depth = trial_depth or self._affordable_depth(places)
        base = self._timed(places, found.switches, [_MOST_NODES[found.native]] * len(places))
        for done, switch in enumerate([Switch(0), *switched], len(places)):
            self._progress(written(switch) or "nothing switched", done / steps)
            found.trials.append(self._trial(switch, base))

    def _affordable_depth(self, places: list[Moment]) -> int:
        """The deepest that all positions can be searched to without taking long.

        A technique can save a factor of hundreds, and the search without it has to do with that.
        """
        decided: list[int] = [1]
        undecided: list[int] = []
        for moment in places:
            run = self._run(moment, _DEEPEST, self._found.switches,
                            _TRIAL_NODES[self._found.native] // len(places))
            self._go_on()
            depth = run.iterations[-1].depth if run.iterations else 1
            (decided if run.finished else undecided).append(depth)
        return min(undecided) if undecided else max(decided)

    def _go_on(self) -> None:
        """The engine itself swallows Ctrl-C, and answers with what it has."""
        if self._stopped():
            raise KeyboardInterrupt

    def _run(self, moment: Moment, depth: int, switches: Switch, nodes: int) -> Run:
        iterations: list[Iteration] = []
        watch = _Stopwatch(self._engine)

        def keep(found: Analysis) -> None:
            iterations.append(Iteration(found.depth or 0, found.value, found.line_text[0],
                                        found.nodes, watch.seconds))

        self._engine.switches = switches
        self._engine.clear()
        with watch.running():
            self._engine.analyze(moment.position, Limit(depth=depth, nodes=nodes), listen=keep)
        last = iterations[-1] if iterations else None
        return Run(moment, tuple(iterations),
                   last is not None and (last.depth == depth or last.value.proven))

    def _timed(self, places: list[Moment], switches: Switch, nodes: list[int]) -> list[Run]:
        """All positions, quickly: if that was very quick, the fastest of three times."""
        best: list[Run] = []
        for _ in range(3):
            runs = []
            for moment, most in zip(places, nodes, strict=True):
                runs.append(self._run(moment, self._found.trial_depth or 1, switches, most))
                self._go_on()
            if not best or _seconds(runs) < _seconds(best):
                best = runs
            if _seconds(runs) > _REPEATED_BELOW:
                break
        return best

    def _trial(self, switch: Switch, base: list[Run]) -> Trial:
        """All positions with one technique switched: off if it was on, on if it was off."""
        switches = self._found.switches ^ switch
        exact = bool(switch & EXACT)
        most = [max(_TIMES_AS_MANY * run.nodes, _LEAST_NODES) for run in base]
        runs = base if not switch else self._timed([r.moment for r in base], switches, most)
        differences = [
            Difference(written(switch), run.moment.position.text, run.value, expected.value)
            for run, expected in zip(runs, base, strict=True)
            if exact and run.finished and expected.finished
            and run.value != expected.value
        ]
        nodes = sum(run.nodes if run.finished else limit
                    for run, limit in zip(runs, most, strict=True))
        return Trial(written(switch), bool(switches & switch), exact, nodes, _seconds(runs),
                     all(run.finished for run in runs), tuple(differences))


def _matters(switch: Switch, game: Game) -> bool:
    """Whether a technique is anything at all in this game, at a depth."""
    if switch in (Switch.CANDIDATES, Switch.OUTLOOK, Switch.SETTLED, Switch.DECIDED):
        return False  # for proofs alone
    hook = HOOKS_FOR.get(switch)
    return hook is None or gives(game, hook)


def _seconds(runs: Sequence[Run]) -> float:
    return sum(run.seconds for run in runs)


def _run_json(run: Run) -> dict[str, Any]:
    here = run.moment.position
    return {
        "stage": run.moment.stage, "plies": run.moment.plies, "position": here.text,
        "to_move": here.to_move, "finished": run.finished,
        "depths": [{"depth": i.depth, "value": value_json(i.value, here.to_move), "move": i.move,
                    "nodes": i.nodes, "seconds": round(i.seconds, 6),
                    "nps": round(i.nodes_per_second)} for i in run.iterations],
    }


def _trial_json(trial: Trial, base: Trial) -> dict[str, Any]:
    return {
        "technique": trial.technique or None, "on": trial.on, "exact": trial.exact,
        "nodes": trial.nodes, "seconds": round(trial.seconds, 6), "finished": trial.finished,
        "times_the_nodes": round(trial.nodes / base.nodes, 3) if base.nodes else None,
        "times_the_seconds": round(trial.seconds / base.seconds, 3) if base.seconds else None,
    }
