"""Code that gets better while it is used.

Most questions are small, and answered before LLVM has even thought about the best code for them. So
a kernel begins with code that is made in no time. Once that has run for a while, better code is
made beside it, without Python's lock, and takes over: at once where the code calls itself (see
`compiler/doors.py`), else at the next call. What it finds is the same, node for node.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from zermelo.compiler.faults import Fault
from zermelo.compiler.leftovers import give_back
from zermelo.compiler.objects import Loaded

_PAYS = 1.0  # seconds of running: about what it takes to make better code
_TICK = 0.05  # seconds between two looks
_IDLE = 40  # looks after which nobody watches code that nobody runs

_log = logging.getLogger("zermelo")


class Stopwatch:
    """A thread's own time since now: not what others had of the processor meanwhile. Anybody may
    look at it."""

    def __init__(self) -> None:
        own = getattr(time, "pthread_getcpuclockid", None)  # not everywhere
        self._clock: Callable[[], float] = time.perf_counter if own is None else partial(
            time.clock_gettime, own(threading.get_ident()))
        self._start = self._clock()

    @property
    def seconds(self) -> float:
        """So far; 0 if the thread is no more."""
        try:
            return self._clock() - self._start
        except OSError:
            return 0.0


class Code:
    """Compiled code to be called: what there is at first, and what `improve` makes of it."""

    def __init__(self, first: Loaded, improve: Callable[[], Loaded] | None = None) -> None:
        self._first = self._code = first
        self._improve = improve
        self._spent = 0.0
        self._begun: dict[int, Stopwatch] = {}  # calls under way, by their threads
        self._turn = threading.Lock()

    @property
    def faults(self) -> Sequence[Fault]:
        """Where it may fail."""
        return self._first.faults

    @property
    def improves(self) -> bool:
        """Whether there may be better code."""
        return self._improve is not None

    def __call__(self, *addresses: int) -> int:
        """Run; 0 if all went well, else what went wrong, as a number."""
        if self._improve is None:
            return self._code(*addresses)
        me = threading.get_ident()
        began = self._begun[me] = Stopwatch()
        _watch(self)
        try:
            return self._code(*addresses)
        finally:
            self._spent += began.seconds
            del self._begun[me]

    @property
    def running(self) -> bool:
        """Whether anybody is in it."""
        return bool(self._begun)

    @property
    def spent(self) -> float:
        """Seconds that the processor ran it, in all calls together."""
        return self._spent + sum(began.seconds for began in list(self._begun.values()))

    def finish(self) -> None:
        """Have the best code there is before anything else is run."""
        with self._turn:
            if self._improve is None:
                return
            give_back()  # what quick code was made with, and is not needed for better code
            better = self._improve()
            self._first.go_on_with(better)
            self._code, self._improve = better, None
        give_back()


_lock = threading.Lock()
_watched: set[Code] = set()
_watching = False


def _watch(code: Code) -> None:
    global _watching
    if _watching and (code in _watched or code.spent > _PAYS):
        return
    with _lock:
        _watched.add(code)
        if not _watching:
            _watching = True
            threading.Thread(target=_look, name="zermelo-watch", daemon=True).start()


def _look() -> None:
    """Look now and then for code that is worth improving, as long as any is run."""
    global _watching
    idle = 0
    while True:
        time.sleep(_TICK)
        with _lock:
            idle = 0 if any(code.running for code in _watched) else idle + 1
            due = [code for code in _watched if code.spent > _PAYS]
            _watched.difference_update(due)
            if idle > _IDLE:
                _watched.clear()
                _watching = False
                return
        for code in due:
            with contextlib.suppress(RuntimeError):  # it is time to leave
                # Not a daemon: LLVM does not survive that the process ends around it.
                threading.Thread(target=_improved, args=(code,), daemon=False,
                                 name="zermelo-improve").start()


def _improved(code: Code) -> None:
    try:
        code.finish()
    except Exception:
        _log.exception("better code could not be made; it goes on with what it has")
