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
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from zermelo.errors import RulesError
from zermelo.game import Game
from zermelo.kernel.threads import Stopped, frames_of_rules, told

FOR_A_CALL = 10.0  # seconds
_OFTEN = 0.25


class watched:  # noqa: N801 - reads as a function does
    """No single call of the rules within this block takes longer than so many seconds."""

    def __init__(self, game: Game, seconds: float = FOR_A_CALL) -> None:
        self._game, self._seconds = game, seconds
        self._thread = threading.get_ident()
        self._frame: FrameType | None = None  # whoever asks; what lies outside is not looked at
        self._call: FrameType | None = None
        self._since = 0.0
        self._stuck = ""

    def __enter__(self) -> None:
        self._frame = sys._getframe(1)
        with _lock:
            _all.append(self)
            _begin()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        with _lock:
            _all.remove(self)
        self._frame = self._call = None
        if self._stuck:
            if kind is not Stopped:  # it is on its way
                with contextlib.suppress(Stopped):
                    time.sleep(1)
            raise RulesError(f"the rules of {self._game.spec} do not come back: they were stopped "
                             f"in {self._stuck}") from None

    def look(self, now: float) -> None:
        """Interrupt it if it is in the same call of the rules for too long."""
        rules = frames_of_rules(self._thread, self._frame)
        call = rules[-1] if rules else None
        if call is None or call is not self._call:
            self._call, self._since = call, now
        elif now - self._since > self._seconds and not self._stuck:
            self._stuck = told(rules[0])
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread),
                                                       ctypes.py_object(Stopped))


_lock = threading.Lock()
_all: list[Any] = []
_watching = threading.Event()
_watcher: list[threading.Thread] = []


def _begin() -> None:
    if not _watching.is_set():  # to set it again costs more than all the rest
        _watching.set()
    if not _watcher or not _watcher[0].is_alive():
        _watcher[:] = [threading.Thread(target=_watch, name="watches rules", daemon=True)]
        _watcher[0].start()


def _watch() -> None:
    while _watching.wait():
        time.sleep(_OFTEN)
        with _lock:
            for one in _all:
                one.look(time.monotonic())
            if not _all:
                _watching.clear()
