"""Many searches on few cores: each gets slices of time by turns, and any can be called off.

A job waits in a queue, those that had the least time first. A worker lends it an engine for a
slice; what the engine learns stays in its table, so that the next slice soon is where the last
one ended. Slices grow, so that everybody has a first answer quickly and nobody starves; what is
done in them is the inquiry's business.

    0.1 s, 0.2 s, 0.4 s, 0.8 s, … at least 1 s if nobody else is waiting; who comes then need not
    wait for the end of it

Workers are threads; compiled searches run without Python's lock, and the server stays awake. They
give way to it, and to the browser, where cores are few.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.checker.blame import blamed
from zermelo.search.analysis import Analysis
from zermelo.search.inquiries import Inquiry
from zermelo.web.engines import Engines

FIRST_SLICE = 0.1
LONGEST_SLICE = 8.0
POLITELY = 5  # how much a search gives way to the server and the browser


@dataclass(eq=False)
class Job:
    """An inquiry that somebody waits for. `tell` and `fail` are called in a worker's thread: `tell`
    with the answer, when there is nothing more to find out."""

    inquiry: Inquiry
    tell: Callable[[Analysis], None]
    fail: Callable[[Exception], None]
    selective: bool = False  # as players search
    slices: int = 0
    began: float = 0.0  # this slice

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits any more."""
        return self.inquiry.cancelled

    def cancel(self) -> None:
        """End the search: nobody waits for it any more."""
        self.inquiry.cancel()


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
            heapq.heappush(self._waiting, (job.inquiry.used, next(self._numbers), job))
            self._change.notify()
            if len(self._running) == len(self._threads):
                self._interrupt_the_longest()
            return True

    def _interrupt_the_longest(self) -> None:
        """A newcomer waits, and somebody has had their share of this turn: let them wait."""
        longest = min(self._running, key=lambda job: job.began)
        if time.monotonic() - longest.began > FIRST_SLICE:
            longest.inquiry.pause()

    def counts(self) -> dict[str, int]:
        """How many searches run, and how many wait."""
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
        _give_way()
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                _, _, job = heapq.heappop(self._waiting)
                if job.cancelled:
                    continue
                job.began = time.monotonic()
                job.inquiry.resume()
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
                heapq.heappush(self._waiting, (job.inquiry.used, next(self._numbers), job))
                self._change.notify()

    def _slice(self, job: Job, alone: bool) -> bool:
        """One turn; whether the job wants another."""
        seconds = min(LONGEST_SLICE, max(1.0 if alone else 0.0, FIRST_SLICE * 2**job.slices))
        inquiry = job.inquiry
        try:
            engine = self.engines.lend(inquiry.here.game, selective=job.selective)
        except Exception as error:
            job.fail(blamed(inquiry.here.game, error))
            return False
        job.began = time.monotonic()  # waiting for the compiler was not the search's time
        try:
            over = inquiry.work(engine, seconds)
        except Exception as error:
            if not job.cancelled:
                job.fail(blamed(inquiry.here.game, error))
            return False
        finally:
            self.engines.give_back(engine)
            job.slices += 1
        if job.cancelled:
            return False
        if over:
            job.tell(inquiry.answer)
        return not over


def _give_way() -> None:
    """Whoever shows what is found comes before this thread's search, where threads can say so."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(19, own + POLITELY))
