"""Rules that are asked in somebody's own thread, watched from another: who never comes back is
interrupted.

    with watched(game):
        after = game.play(state, move)

It costs next to nothing: one thread looks at all that is watched, a few times a second. A call of
the rules that it finds under way for too long is ended there by `Stopped`, which becomes a
RulesError that names the place.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any

from zermelo.errors import RulesError
from zermelo.game import Game
from zermelo.kernel.threads import Stopped, frames_of_rules, told

FOR_A_CALL = 10.0  # seconds
_OFTEN = 0.25
_HOPELESS = 3.0  # seconds after which rules are held to be deaf: they wait within a library


class watched:  # noqa: N801 - reads as a function does
    """No single call of the rules within this block takes longer than so many seconds.

    `game`: whose rules, or what the user calls them. `hopeless` is told, in the watching thread, of
    rules that nothing interrupts, with the sentence. A file of somebody's own may take as long as
    it likes to be loaded.
    """

    def __init__(self, game: Game | str, seconds: float = FOR_A_CALL,
                 hopeless: Callable[[str], None] | None = None) -> None:
        self._game, self._seconds, self._hopeless = game, seconds, hopeless
        self._thread = threading.get_ident()
        self._frame: FrameType | None = None  # whoever asks; what lies outside is not looked at
        self._call: FrameType | None = None
        self._since = 0.0
        self._stuck = ""
        self._bell = False  # whether the alarm is ours to give back

    def __enter__(self) -> None:
        self._frame = sys._getframe(1)
        self._bell = _set_bell()
        with _lock:
            _all.append(self)
            _begin()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        with _lock:
            _all.remove(self)
        self._frame = self._call = None
        if self._stuck and kind is not Stopped:  # it is on its way
            with contextlib.suppress(Stopped):
                time.sleep(1)
        if self._bell:
            _give_bell_back()
        if self._stuck:
            raise RulesError(self._sentence) from None

    @property
    def _sentence(self) -> str:
        name = self._game if isinstance(self._game, str) else self._game.spec
        return f"the rules of {name} do not come back: they were stopped in {self._stuck}"

    def look(self, now: float) -> None:
        """Interrupt it if it is in the same call of the rules for too long."""
        rules = frames_of_rules(self._thread, self._frame)
        call = rules[-1] if rules else None
        if call is None or call is not self._call or call.f_code.co_name == "<module>":
            self._call, self._since = call, now
        elif now - self._since > self._seconds:
            self._stuck = self._stuck or told(rules[0])
            if self._hopeless is not None and now - self._since > self._seconds + _HOPELESS:
                self._hopeless(self._sentence)
            interrupt(self._thread)


def interrupt(thread: int) -> None:
    """Raise `Stopped` in a thread that runs Python, and in the main one even if it sleeps."""
    if thread == threading.main_thread().ident and _rings():
        signal.pthread_kill(thread, signal.SIGALRM)
    else:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread),
                                                   ctypes.py_object(Stopped))


def _ring(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _rings() -> bool:
    return hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is _ring


@contextlib.contextmanager
def often_watched() -> Iterator[None]:
    """For whoever watches many short calls: the alarm is set once for all of them."""
    bell = _set_bell()
    try:
        yield
    finally:
        if bell:
            _give_bell_back()


def _set_bell() -> bool:
    """Let the alarm raise `Stopped`, unless it is somebody's already; whether it was done."""
    if _is_set or threading.get_ident() != threading.main_thread().ident:
        return False
    free = (hasattr(signal, "SIGALRM")
            and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL)
    if free:
        signal.signal(signal.SIGALRM, _ring)
        _is_set.append(True)
    return free


def _give_bell_back() -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    _is_set.clear()


_is_set: list[bool] = []  # to ask the system each time would cost more than all the rest
_lock = threading.Lock()
_all: list[Any] = []
_watching = threading.Event()
_watcher: list[threading.Thread] = []


def _begin() -> None:
    if _watching.is_set():  # somebody is at it: to look for the thread costs more than all the rest
        return
    _watching.set()
    if not _watcher or not _watcher[0].is_alive():
        _watcher[:] = [threading.Thread(target=_watch, name="watches rules", daemon=True)]
        _watcher[0].start()


def _watch() -> None:
    try:
        while _watching.wait():
            time.sleep(_OFTEN)
            with _lock:
                for one in _all:
                    one.look(time.monotonic())
                if not _all:
                    _watching.clear()
    finally:
        _watching.clear()  # whoever is next begins another


def _alone() -> None:
    """In a process that was forked off: the thread stayed behind, perhaps with the lock."""
    global _lock
    _lock = threading.Lock()
    _watching.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)
