"""Keeping a search to its limits: a deadline, Ctrl-C, several threads at one position.

The search runs in threads of its own, and the caller's thread watches the clock. It stops a
search by writing one word of its memory, which every node reads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from zermelo.search.layout import STOP
from zermelo.search.machine import Machine
from zermelo.stacks import roomy_stacks, started

_STACK = 32 << 20  # deep games need deep stacks


class Stopped(Exception):  # noqa: N818 - a signal, never seen outside
    """The search was stopped; what it was doing is void."""


class Crew:
    """The threads that search together, each with its own memory, all with one table."""

    def __init__(self, machine: Machine, threads: int) -> None:
        self.machine = machine
        self.memories = [machine.memory() for _ in range(threads)]
        self._stopping = False
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._worker: int | None = None

    def stop(self) -> None:
        """Make every search of this crew give up, now and until `ready`."""
        self._stopping = True
        for memory in self.memories:
            memory[STOP] = 1

    def ready(self) -> None:
        """Take orders again."""
        self._stopping = False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Whatever this thread does meanwhile, it does for this crew."""
        self._worker = threading.get_ident()
        try:
            yield
        finally:
            self._worker = None

    @property
    def works_in_this_thread(self) -> bool:
        """Whether whoever asks was called by the crew itself, which cannot wait for itself."""
        return self._worker == threading.get_ident()

    @property
    def stopping(self) -> bool:
        """Whether somebody waits for the answer."""
        return self._stopping

    def run(self, table: Any, state: Any) -> Any:
        """Carry out the same command in all threads; the memory of the first to finish."""
        for memory in self.memories:
            memory[STOP] = 0
        if self._stopping:
            raise Stopped
        if len(self.memories) == 1:
            self.machine.run(self.memories[0], table, state)
            winner = 0 if self.memories[0][STOP] == 0 else None
        else:
            winner = self._race(table, state)
        if winner is None:
            raise Stopped
        return self.memories[winner]

    def run_alone(self, run: Callable[[Any, Any, Any], None], table: Any, state: Any) -> Any:
        """Have one thread do what it does alone; its memory."""
        memory = self.memories[0]
        memory[STOP] = 0
        if not self._stopping:
            run(memory, table, state)
        if self._stopping or memory[STOP] != 0:
            raise Stopped
        return memory

    def _race(self, table: Any, state: Any) -> int | None:
        finished: list[int] = []

        def one(number: int) -> None:
            self.machine.run(self.memories[number], table, state)
            with self._lock:
                if self.memories[number][STOP] == 0 and not finished:
                    finished.append(number)
                    for other, memory in enumerate(self.memories):
                        if other != number:
                            memory[STOP] = 1

        if self._pool is None:
            self._pool = roomy_pool(len(self.memories))
        list(self._pool.map(one, range(len(self.memories))))
        return finished[0] if finished else None


def roomy_pool(threads: int) -> ThreadPoolExecutor:
    """Threads with deep stacks."""
    pool = ThreadPoolExecutor(threads)
    with roomy_stacks(_STACK):
        for _ in range(threads):
            pool.submit(time.sleep, 0)  # which starts a thread
    return pool


def supervised(crew: Crew, work: Callable[[], None], seconds: float | None) -> bool:
    """Do the work in a thread of its own; stop it at the deadline or at Ctrl-C.

    True if it came to its own end. What the work has finished by then, it has kept itself.
    """
    crew.ready()
    trouble: list[BaseException] = []
    done = threading.Event()

    def guarded() -> None:
        try:
            with crew.at_work():
                work()
        except Stopped:
            pass
        except BaseException as error:
            trouble.append(error)
        finally:
            done.set()

    thread = started(guarded, _STACK)
    try:
        in_time = done.wait(seconds)
    except KeyboardInterrupt:
        in_time = False
    crew.stop()
    thread.join()
    if trouble:
        raise trouble[0]
    return in_time
