"""Keeping a kernel to its limits: a deadline, Ctrl-C, several threads at one task.

Kernels run in threads of their own with deep stacks, and the caller's thread watches the clock. It
stops a kernel by writing one word of its memory, which kernels read often, and compiled rules that
may loop for ever read now and then. Interpreted rules that do not come back are interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any

from zermelo.origins import whose
from zermelo.stacks import roomy_stacks, started

STACK_BYTES = 32 << 20  # deep games need deep stacks
_LEFT = 1 << 20  # of a stack, for everything but a kernel's own calls
_SOMEBODYS = 256 << 10  # how much any thread surely has
_PATIENCE = 0.25  # seconds that rules may take to come back, once they are to stop
_MOST_LOOKS = 20  # after which whatever still runs is interrupted
_HOPELESS = 12  # looks at rules that stand still: they wait for something, and hear no interruption

_ours = threading.local()


class Stopped(Exception):  # noqa: N818 - a signal, never seen outside
    """A kernel was stopped; what it was doing is void."""


def stack_room() -> int:
    """How many bytes of stack a kernel may use in this thread."""
    return STACK_BYTES - _LEFT if getattr(_ours, "deep", False) else _SOMEBODYS


class _DeepThread:
    """A thread with a deep stack, for one piece of work after the other: most take less time than
    it takes to start a thread."""

    def __init__(self) -> None:
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.idle = threading.Event()
        self._thread = started(self._live, STACK_BYTES)

    def _live(self) -> None:
        _ours.deep = True
        try:
            for work in iter(self._orders.get, None):
                with contextlib.suppress(Stopped):  # one that comes when all is done
                    work()
                del work  # and whatever memory it holds
                self.idle.set()
        finally:
            self.idle.set()

    def begin(self, work: Callable[[], None]) -> None:
        """Take up work; `idle` is set when it is done."""
        self.idle.clear()
        self._orders.put(work)

    def busy_after(self, seconds: float) -> bool:
        """Whether it still works, having been waited for."""
        return not self.idle.wait(seconds) and self._thread.is_alive()

    def end(self) -> None:
        """Take no more work."""
        self._orders.put(None)


_MOST_IDLE = 2
_idle: list[_DeepThread] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # where only the thread that forked is left


def _a_deep_thread() -> _DeepThread:
    try:
        return _idle.pop()
    except IndexError:
        return _DeepThread()


class Crew:
    """The threads that do a task together, each with its own memory.

    `run(memory)` carries out what a memory says; it returns where rules were stopped that did not
    come back, or nothing.
    """

    def __init__(self, memories: Sequence[Any]) -> None:
        self.memories = list(memories)
        self.stuck = ""  # where rules were stopped that did not come back
        self._stopping = False
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._workers: set[int] = set()
        self._calls: dict[int, FrameType | None] = {}  # of the rules, in each worker
        self._stands: dict[int, tuple[FrameType, int, int]] = {}  # where, and for how many looks

    def stop(self) -> None:
        """Make everything that this crew does give up, now and until `ready`."""
        self._stopping = True
        for memory in self.memories:
            memory.stop = 1

    def ready(self) -> None:
        """Take orders again."""
        self._stopping, self.stuck = False, ""
        self._calls.clear()
        self._stands.clear()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Whatever this thread does meanwhile, it does for this crew."""
        me = threading.get_ident()
        self._workers.add(me)
        try:
            yield
        finally:
            self._workers.discard(me)

    @property
    def works_in_this_thread(self) -> bool:
        """Whether whoever asks was called by the crew itself, which cannot wait for itself."""
        return threading.get_ident() in self._workers

    @property
    def stopping(self) -> bool:
        """Whether somebody waits for the answer."""
        return self._stopping

    def run(self, run: Callable[[Any], str]) -> Any:
        """Carry out the same in all threads; the memory of the first to finish."""
        for memory in self.memories:
            memory.stop = 0
        if self._stopping:
            raise Stopped
        if len(self.memories) == 1:
            return self.run_alone(run)
        winner = self._race(run)
        if winner is None:
            raise Stopped
        return self.memories[winner]

    def run_alone(self, run: Callable[[Any], str]) -> Any:
        """Have one thread do what it does alone; its memory."""
        memory = self.memories[0]
        memory.stop = 0
        if not self._stopping:
            self.stuck = run(memory) or self.stuck
        if self._stopping or memory.stop != 0:
            raise Stopped
        return memory

    def run_each(self, work: Callable[[Any], None]) -> None:
        """Have every thread do a part of its own with its memory, until all have done theirs."""
        if self._stopping:
            raise Stopped

        def one(memory: Any) -> None:
            try:
                with self.at_work():
                    work(memory)
            except Stopped:
                pass
            except BaseException:
                self.stop()  # nobody needs what the others do
                raise

        if len(self.memories) == 1:
            work(self.memories[0])
        else:
            list(self._threads().map(one, self.memories))
        if self._stopping:
            raise Stopped

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = _deep_pool(len(self.memories))
        return self._pool

    def _race(self, run: Callable[[Any], str]) -> int | None:
        finished: list[int] = []

        def one(number: int) -> None:
            with self.at_work():
                stuck = run(self.memories[number])
            with self._lock:
                self.stuck = stuck or self.stuck
                if self.memories[number].stop == 0 and not finished:
                    finished.append(number)
                    for other, memory in enumerate(self.memories):
                        if other != number:
                            memory.stop = 1

        list(self._threads().map(one, range(len(self.memories))))
        return finished[0] if finished else None

    def close(self) -> None:
        """Let the threads go home; a task that needs them calls others."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def interrupt(self, *, anyway: bool = False) -> None:
        """Interrupt rules that do not come back: raise `Stopped` in every worker that is in the
        same call of the rules as when it was last looked for; or `anyway`.

        A machine may be so busy that a worker has not even begun to stop.
        """
        for worker in list(self._workers):
            rules = frames_of_rules(worker)
            same = bool(rules) and rules[-1] is self._calls.get(worker)
            if same:
                self.stuck = self.stuck or told(rules[0])
            if same or anyway:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker),
                                                           ctypes.py_object(Stopped))
            self._calls[worker] = rules[-1] if rules else None
            self._look_where(worker, rules)

    def _look_where(self, worker: int, rules: list[FrameType]) -> None:
        """Note for how long a worker is at the very same place of the rules."""
        frame, at, looks = self._stands.pop(worker, (None, -1, 0))
        if rules:
            same = frame is rules[0] and at == rules[0].f_lasti
            self._stands[worker] = rules[0], rules[0].f_lasti, looks + 1 if same else 0

    @property
    def hopeless(self) -> bool:
        """Whether rules are not interrupted by anything: they sleep, or wait for somebody."""
        return any(looks >= _HOPELESS for _, _, looks in self._stands.values())


def _deep_pool(threads: int) -> ThreadPoolExecutor:
    """Threads with deep stacks."""
    def begin() -> None:
        _ours.deep = True

    pool = ThreadPoolExecutor(threads, initializer=begin)
    with roomy_stacks(STACK_BYTES):
        for _ in range(threads):
            pool.submit(time.sleep, 0)  # which starts a thread
    return pool


def frames_of_rules(thread: int, within: FrameType | None = None) -> list[FrameType]:
    """Where a thread is in somebody's rules, the innermost call first; as far out as `within`."""
    frame = sys._current_frames().get(thread)
    found = []
    while frame is not None and frame is not within:
        if whose(frame.f_code.co_filename) == "rules":
            found.append(frame)
        frame = frame.f_back
    return found


def told(frame: FrameType) -> str:
    """A place in the rules, in words."""
    code = frame.f_code
    return f"line {frame.f_lineno} of {Path(code.co_filename).name}, in {code.co_name}"


def supervised(crew: Crew, work: Callable[[], None], seconds: float | None = None,
               stop: threading.Event | None = None, *, keeps: bool = True) -> bool:
    """Do the work in a thread of its own; stop it at the deadline, at Ctrl-C or once `stop` is set.

    True if it came to its own end. What the work has finished by then, it has kept itself; if it
    `keeps` nothing worth having, Ctrl-C is passed on. Rules that nothing interrupts are left
    behind, to be stopped should they ever come back.
    """
    crew.ready()
    trouble: list[BaseException] = []

    def guarded() -> None:
        try:
            with crew.at_work():
                work()
        except Stopped:
            pass
        except BaseException as error:
            trouble.append(error)

    thread, interrupted, again = _a_deep_thread(), False, False
    try:
        thread.begin(guarded)
        try:
            in_time = _done_in_time(thread.idle, seconds, stop)
        except KeyboardInterrupt:
            in_time, interrupted = False, True
        crew.stop()
        looked = 0
        while not crew.hopeless and thread.busy_after(_PATIENCE):
            looked += 1
            crew.interrupt(anyway=looked > _MOST_LOOKS)
        again = not looked and len(_idle) < _MOST_IDLE  # else a `Stopped` may be on its way to it
    finally:
        if again:
            _idle.append(thread)
        else:
            thread.end()
    if trouble:
        raise trouble[0]
    if interrupted and not keeps:
        raise KeyboardInterrupt
    return in_time


def _done_in_time(done: threading.Event, seconds: float | None,
                  stop: threading.Event | None) -> bool:
    if stop is None:
        return done.wait(seconds)
    until = None if seconds is None else time.monotonic() + seconds
    while not stop.is_set() and (until is None or time.monotonic() < until):
        if done.wait(_PATIENCE if until is None else
                     min(_PATIENCE, max(0.0, until - time.monotonic()))):
            return True
    return False
