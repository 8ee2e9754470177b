"""The engine at work for another program: one job after the other, in a thread of its own.

Compiling, searching and clearing wait for each other there; whoever reads the orders never waits,
so that `stop`, `isready` and `quit` are heard at once.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from zermelo.errors import ZermeloError
from zermelo.games.dialects import Dialect
from zermelo.limits import LONGEST, Limit
from zermelo.position import Position
from zermelo.uci.orders import Go

if TYPE_CHECKING:
    from zermelo.search.analysis import Analysis, RankedMove
    from zermelo.search.engine import Engine

Say = Callable[[str], None]
NO_MOVE = "(none)"
PATIENCE = 5.0  # seconds that a program should wait for `readyok`
_FADING = 0.9


@dataclass(frozen=True)
class Settings:
    """What an engine is made with: another table, another engine."""

    threads: int = 1
    table_mb: int = 64
    evaluator: str = "standard"
    database: str | None = None


@dataclass
class Task:
    """A search that was ordered."""

    here: Position
    go: Go
    settings: Settings
    moves: tuple[Any, ...] = ()  # look at no others
    lines: int = 1
    overhead: int = 0
    onto_rook: bool = False
    guesses: bool = True  # whether to say what the other one is expected to play
    stopped: threading.Event = field(default_factory=threading.Event)
    pondering: threading.Event = field(default_factory=threading.Event)  # until the move is made
    woken: threading.Event = field(default_factory=threading.Event)  # by either


class Thinker:
    """The engine of one game, made when it is first needed."""

    def __init__(self, dialect: Dialect, say: Say) -> None:
        self._dialect, self._say = dialect, say
        self._engine: Engine | None = None
        self._made_with: Settings | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._task: Task | None = None
        self._late = 0.0  # seconds that answers took beyond their limit, of late
        self._thread = threading.Thread(target=self._work, daemon=True, name="thinker")
        self._thread.start()

    @property
    def thinking(self) -> bool:
        """Whether an answer is still to come."""
        return self._task is not None

    def get_ready(self, settings: Settings, then: Callable[[], None]) -> None:
        """Compile, if that is not done, and tell. Programs wait ten seconds and give up: if it
        takes longer, they are told sooner, and it is the first search that waits for the rest."""
        untold = threading.Lock()

        def tell() -> None:
            if untold.acquire(blocking=False):
                then()

        def job() -> None:
            try:
                self._ready(settings)
            finally:
                timer.cancel()
                tell()

        timer = threading.Timer(PATIENCE, tell)
        timer.daemon = True
        timer.start()
        self._jobs.put(job)

    def forget(self) -> None:
        """A new game: nothing of the last one is remembered."""
        def job() -> None:
            if self._engine is not None:
                self._engine.clear()

        self._jobs.put(job)

    def start(self, task: Task) -> None:
        """Think, and answer with `bestmove`, whatever happens."""
        self._task = task
        if task.go.ponder:
            task.pondering.set()
        self._jobs.put(lambda: self._answer(task))

    def stop(self) -> None:
        """Answer at once with the best move found so far."""
        task = self._task
        if task is not None:
            task.stopped.set()
            self._wake(task)

    def ponder_hit(self) -> bool:
        """The move that was thought about was made: the clock runs from now on."""
        task = self._task
        if task is None or not task.pondering.is_set():
            return False
        task.pondering.clear()
        self._wake(task)
        return True

    def finish(self, seconds: float) -> bool:
        """Stop, and wait so long for the answer; whether it came."""
        self.stop()
        done = threading.Event()
        self._jobs.put(done.set)
        return done.wait(seconds)

    def _wake(self, task: Task) -> None:
        task.woken.set()
        if self._engine is not None:
            self._engine.stop()  # which is sooner than to wait until it looks

    # --- in the thread ---

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                job()
            except Exception as error:
                self._say(f"info string {_sentence(error)}")

    def _ready(self, settings: Settings) -> Engine:
        if self._engine is None or settings != self._made_with:
            from zermelo.search.engine import Engine

            if self._engine is not None:
                self._engine.close()
                self._engine = None
            self._engine = Engine(self._dialect.game, settings.evaluator, selective=True,
                                  threads=settings.threads, table_mb=settings.table_mb,
                                  database=settings.database)
            self._engine.ready()
            self._made_with = settings
        return self._engine

    def _answer(self, task: Task) -> None:
        answer = NO_MOVE
        try:
            engine = self._ready(task.settings)
            if "perft" in task.go.numbers:
                self._count(engine, task, task.go.numbers["perft"])
                self._task = None
                return
            answer = self._thought(engine, task)
        except Exception as error:
            from zermelo.checker.blame import blamed

            self._say(f"info string {_sentence(blamed(self._dialect.game, error))}")
            answer = self._any_move(task)
        self._task = None  # before the answer: the next order may follow it at once
        self._say(f"bestmove {answer}")

    def _thought(self, engine: Engine, task: Task) -> str:
        """The answer, after all that is found on the way."""
        here = self._dialect.to_search(task.here)
        best: list[RankedMove] = []
        if task.pondering.is_set():
            best = self._search(engine, task, here, Limit(time=LONGEST))
            task.woken.wait()
        if not best or not task.stopped.is_set():
            task.woken.clear()
            if task.stopped.is_set():  # just now
                task.woken.set()
            best = self._search(engine, task, here, task.go.limit(here.to_move, task.overhead))
            if task.go.endless:
                task.stopped.wait()
        if not best:
            return self._any_move(task)
        line = best[0].line or (best[0].move,)
        texts = self._texts(task, line[:2])
        return " ponder ".join(texts if task.guesses else texts[:1])

    def _search(self, engine: Engine, task: Task, here: Position, limit: Limit
                ) -> list[RankedMove]:
        """The moves that were found to be best, of those that may be looked at."""
        from zermelo.uci.telling import end_info, infos

        told: list[Analysis] = []

        def tell(found: Analysis) -> None:
            told.append(found)
            for line in infos(found, _wanted(found, task), lambda line: self._texts(task, line)):
                self._say(line)
            if task.go.is_met_by(found.value) and not task.pondering.is_set():
                task.woken.set()

        lines = len(here.moves) if task.moves else task.lines
        began, limit = time.monotonic(), self._sooner(limit)
        found = engine.analyze(here, limit, lines=max(1, lines), listen=tell, stop=task.woken)
        if limit.time is not None:
            self._late = max(time.monotonic() - began - limit.time, _FADING * self._late)
        if not found.moves:
            self._say(end_info(found))
        elif not told or (told[-1].depth, told[-1].line) != (found.depth, found.line):
            tell(found)
        return _wanted(found, task)

    def _sooner(self, limit: Limit) -> Limit:
        """The limit, less what answers were late: lines are read back, and machines are busy."""
        if limit.time is None:
            return limit
        return replace(limit, time=max(limit.time - self._late, limit.time / 4))

    def _texts(self, task: Task, line: Iterable[Any]) -> list[str]:
        return self._dialect.moves_text(task.here.state, line, onto_rook=task.onto_rook)

    def _any_move(self, task: Task) -> str:
        """An answer when there is none of the engine's: legal, if there is any legal move."""
        move = next(iter(task.moves), None)
        if move is None:
            with contextlib.suppress(Exception):  # rules that are broken
                move = self._dialect.some_move(task.here)
        return NO_MOVE if move is None else self._texts(task, [move])[0]

    def _count(self, engine: Engine, task: Task, depth: int) -> None:
        """Leaves below each move, as programs compare them with each other."""
        total = 0
        for move in (task.moves or task.here.moves) if depth > 0 else ():
            after = task.here.play(move)
            count = engine.count_leaves(after, depth - 1) if depth > 1 else 1
            if task.stopped.is_set():
                self._say("info string the count was stopped")
                return
            self._say(f"{self._texts(task, [move])[0]}: {count}")
            total += count
        self._say(f"\nNodes searched: {total if depth > 0 else 1}")


def _wanted(found: Analysis, task: Task) -> list[RankedMove]:
    """The best moves, of those that may be looked at."""
    if not task.moves:
        return list(found.moves[:task.lines])
    return [ranked for ranked in found.moves if ranked.move in task.moves][:task.lines]


def _sentence(error: Exception) -> str:
    text = str(error) if isinstance(error, ZermeloError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())
