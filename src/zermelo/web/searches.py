"""Many searches on few cores: each gets slices of time by turns, and any can be called off.

A job waits in a queue, those that had the least time first. A worker lends it an engine for a
slice; what the engine learns stays in its table, so that the next slice soon is where the last
one ended. Slices grow, so that everybody has a first answer quickly and nobody starves:

    0.1 s, 0.2 s, 0.4 s, 0.8 s, … at least 1 s if nobody else is waiting; who comes then need not
    wait for the end of it

Workers are threads; compiled searches run without Python's lock, and the server stays awake.
"""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.engine import Engine
from zermelo.values import Value
from zermelo.web.engines import Engines

FIRST_SLICE = 0.1
LONGEST_SLICE = 8.0

Tell = Callable[[Analysis, bool], None]  # a result, and whether it is the last
Fail = Callable[[Exception], None]


@dataclass(eq=False)
class Job:
    """One search that somebody waits for. `tell` and `fail` are called in a worker's thread."""

    here: Position
    limit: Limit
    tell: Tell
    fail: Fail
    exact: bool = False  # prove values, do not only deepen
    best_only: bool = False  # … the position's, not every move's
    selective: bool = False  # as players search
    all_moves: bool = True  # … not only the best
    used: float = 0.0
    cancelled: bool = False
    ending: bool = False  # this turn is to end
    best: Analysis | None = None
    engine: Engine | None = None
    slices: int = 0
    began: float = 0.0  # this slice
    depths: dict[str, int] = field(default_factory=dict)  # how deep single moves were searched
    lines: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # … and what follows them

    def cancel(self) -> None:
        """Nobody waits any more."""
        self.cancelled = True
        self.give_way()

    def give_way(self) -> None:
        """End this turn."""
        self.ending = True
        engine = self.engine
        if engine is not None:
            engine.stop()

    @property
    def left(self) -> float:
        """Seconds that it may still use."""
        return (self.limit.time or 0.0) - self.used


class Searches:
    """The queue and its workers."""

    def __init__(self, workers: int, most_waiting: int = 400) -> None:
        self.engines = Engines(most=max(8, workers * 2))
        self._most_waiting = most_waiting
        self._waiting: list[tuple[float, int, Job]] = []
        self._running: set[Job] = set()
        self._numbers = itertools.count()
        self._change = threading.Condition()
        self._closed = False
        self._threads = [threading.Thread(target=self._work, daemon=True, name=f"search-{i}")
                         for i in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> bool:
        """Take a job on; False if too many are waiting."""
        with self._change:
            self._waiting = [entry for entry in self._waiting if not entry[2].cancelled]
            heapq.heapify(self._waiting)
            if self._closed or len(self._waiting) >= self._most_waiting:
                return False
            heapq.heappush(self._waiting, (job.used, next(self._numbers), job))
            self._change.notify()
            if len(self._running) == len(self._threads):
                self._interrupt_the_longest()
            return True

    def _interrupt_the_longest(self) -> None:
        """A newcomer waits, and somebody has had their share of this turn: let them wait."""
        longest = min(self._running, key=lambda job: job.began)
        if time.monotonic() - longest.began > FIRST_SLICE:
            longest.give_way()

    def counts(self) -> dict[str, int]:
        """How busy it is."""
        with self._change:
            return {"running": len(self._running),
                    "waiting": sum(not job.cancelled for _, _, job in self._waiting),
                    "workers": len(self._threads)}

    def close(self) -> None:
        """Call everything off."""
        with self._change:
            self._closed = True
            jobs = [job for _, _, job in self._waiting] + list(self._running)
            self._waiting.clear()
            self._change.notify_all()
        for job in jobs:
            job.cancel()
        for thread in self._threads:
            thread.join(timeout=5)

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                _, _, job = heapq.heappop(self._waiting)
                if job.cancelled:
                    continue
                job.began, job.ending = time.monotonic(), False
                self._running.add(job)
                alone = not self._waiting
            again = self._slice(job, alone)
            with self._change:
                self._running.discard(job)
            if again:
                self._queue(job)

    def _queue(self, job: Job) -> None:
        """For its next turn."""
        with self._change:
            if not self._closed and not job.cancelled:
                heapq.heappush(self._waiting, (job.used, next(self._numbers), job))
                self._change.notify()

    def _slice(self, job: Job, alone: bool) -> bool:
        """One turn; whether the job wants another."""
        seconds = min(LONGEST_SLICE, max(1.0 if alone else 0.0, FIRST_SLICE * 2**job.slices))
        if job.exact and not job.slices:
            seconds = FIRST_SLICE  # a first opinion, then proofs
        try:
            engine = self.engines.lend(job.here.game, selective=job.selective)
            engine.prepare(proofs=job.best_only or _is_for_proofs(job))
        except Exception as error:
            job.fail(error)
            return False
        job.began = time.monotonic()  # waiting for the compiler was not the search's time
        job.engine = engine
        try:
            work = _proved if job.best_only else _deepened
            done = work(job, engine, min(seconds, job.left))
        except Exception as error:
            if not job.cancelled:
                job.fail(error)
            return False
        finally:
            job.engine = None
            self.engines.give_back(engine)
            job.used += max(time.monotonic() - job.began, 0.001)
            job.slices += 1
        if job.cancelled:
            return False
        if done or job.left < 0.02:
            assert job.best is not None
            job.tell(job.best, True)
            return False
        return True


def _deepened(job: Job, engine: Engine, seconds: float) -> bool:
    """Deepen for a while; whether a deeper search could not change anything."""
    if _is_for_proofs(job):
        return _others(job, engine, seconds)

    def listen(found: Analysis) -> None:
        if job.cancelled:
            engine.stop()
        elif _is_news(found, job.best):
            job.best = found
            job.tell(found, False)

    limit, began = Limit(job.limit.depth, job.limit.nodes, seconds), time.monotonic()
    found = engine.analyze(job.here, limit, all_moves=job.all_moves, listen=listen)
    if _is_news(found, job.best):
        job.best = found
        job.tell(found, False)
    best = job.best
    assert best is not None
    if not _are_all_there(job):
        return False  # not even one ply was finished
    if all(move.value.known for move in best.moves):
        return True
    if job.exact or (job.limit.depth is None and job.limit.nodes is None):
        return False
    reached = job.limit.depth is not None and (best.depth or 0) >= job.limit.depth
    in_time = time.monotonic() < began + seconds and not job.ending
    spent = job.limit.nodes is not None and (in_time or best.nodes >= job.limit.nodes)
    return reached or spent or _is_settled(best)


def _others(job: Job, engine: Engine, seconds: float) -> bool:
    """The best move is known: find out about the others, each for a while; whether all is known.

    A search ends when the best move is proven; but people want to know what the others are worth.
    """
    assert job.best is not None
    end = time.monotonic() + seconds
    open_ = [m for m in job.best.moves if not m.value.known]
    share = max(0.02, seconds / max(1, len(open_)))
    for number, move in enumerate(open_):
        left = end - time.monotonic()
        if job.cancelled or job.ending or (left < 0.01 and number):
            return False
        limit = Limit(time=max(0.01, min(share, left)))
        _learn(job, move, _value_of(job, engine, move.move, limit))
    return all(m.value.known for m in job.best.moves)


def _value_of(job: Job, engine: Engine, move: Any, limit: Limit) -> tuple[Analysis, Value]:
    """What is found out about a move, and its value in the view of who makes it.

    Half of the time goes into a proof, which is often near when another move's was found.
    """
    after = job.here.play(move)
    found = engine.solve(after, limit if job.exact else Limit(time=(limit.time or 0.02) / 2))
    if not found.value.known and not (job.exact or job.ending):
        found = engine.analyze(after, Limit(time=(limit.time or 0.02) / 2))
    value = found.value if after.to_move == job.here.to_move else -found.value
    if value.distance is not None:
        value = replace(value, distance=value.distance + 1)
    return found, value


def _learn(job: Job, move: RankedMove, news: tuple[Analysis, Value]) -> None:
    """Put a move's value in its place, the best first, and tell it if that says more."""
    found, value = news
    best = job.best
    assert best is not None
    if not value.known and (job.exact or (found.depth or 0) <= job.depths.get(move.text, 0)):
        return
    job.depths[move.text] = found.depth or 0
    moves = [m for m in best.moves if m.move != move.move]
    moves.append(RankedMove(move.move, move.text, value))
    favourite = best.move
    moves.sort(key=lambda m: (m.value, m.move == favourite), reverse=True)
    job.lines[move.text] = (move.move, *found.line)
    best = replace(best, moves=tuple(moves), nodes=best.nodes + found.nodes,
                   seconds=job.used + time.monotonic() - job.began)
    if all(m.value.known for m in moves):
        line = job.lines.get(moves[0].text, best.line)
        best = replace(best, value=moves[0].value, line=line, depth=None)
    job.best = best
    job.tell(best, False)


def _are_all_there(job: Job) -> bool:
    """Whether every move that is asked for was looked at; a slice may end before it was."""
    assert job.best is not None
    moves = len(job.here.moves)
    return len(job.best.moves) >= (moves if job.all_moves else min(1, moves))


def _is_for_proofs(job: Job) -> bool:
    """Whether what is left to do is to prove what other moves are worth."""
    return job.best is not None and _are_all_there(job) and (job.exact or _is_settled(job.best))


def _is_settled(best: Analysis) -> bool:
    return bool(best.moves) and best.value.known


def _is_news(found: Analysis, known: Analysis | None) -> bool:
    """Whether this says more than what was told before."""
    if known is None or len(found.moves) > len(known.moves):
        return True
    if _is_settled(known):
        return False
    return (found.value.proven, found.depth or 0) > (known.value.proven, known.depth or 0)


def _proved(job: Job, engine: Engine, seconds: float) -> bool:
    """Prove the position's value and its best move, and nothing else; failing that in half of the
    time, search, as `PerfectPlayer` does."""
    half = (job.limit.time or 0.0) / 2
    if job.used < half:
        found = engine.solve(job.here, Limit(time=max(min(seconds, half - job.used), 0.05)))
        better = job.best is None or found.value.known
    else:
        found = engine.analyze(job.here, Limit(time=max(seconds, 0.05)))
        better = found.value.known or (found.depth or 0) >= job.depths.get("", 0)
        job.depths[""] = max(found.depth or 0, job.depths.get("", 0))
    if better:
        job.best = found
    return found.value.known
