"""Rules that hold Python's lock: a function of a library, called by a hook, that never returns.

    def outcome(self, s):
        return sum(itertools.count())

Nothing in the process runs any more, not even the thread that watches rules (`watching.py`). So a
second process listens to the first one's heart; when that stands still it asks where the rules are,
which needs no lock, says so, and kills the first one.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import select
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from zermelo.origins import whose

PATIENCE = 20.0  # seconds
_BEAT = 0.5
_FAREWELL = b"x"
_FRAME = re.compile(r'  File "(.*)", line (\d+) in (.*)')
_ASKS = getattr(signal, "SIGUSR2", None)


@contextlib.contextmanager
def guarded(complain: Callable[[str], object]) -> Iterator[None]:
    """While this block runs: if for `PATIENCE` seconds nothing runs but a function that somebody's
    rules have called, `complain` gets the sentence, in another process, and this one is killed.

    To be entered before there are threads; where it cannot be done, nothing is guarded.
    """
    if not _possible():
        yield
        return
    heart, beat = os.pipe()
    places, told = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if not child:
        os.close(beat)
        os.close(told)
        _guard(parent, heart, places, complain)
    os.close(heart)
    os.close(places)
    done = threading.Event()
    assert _ASKS is not None
    faulthandler.register(_ASKS, told, all_threads=True)
    thread = threading.Thread(target=_beats, args=(beat, done), daemon=True, name="heart")
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        faulthandler.unregister(_ASKS)
        with contextlib.suppress(OSError):
            os.write(beat, _FAREWELL)
        os.close(beat)
        os.close(told)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


def _possible() -> bool:
    """Whether processes can be doubled here, and the signal is nobody else's."""
    return (hasattr(os, "fork") and _ASKS is not None
            and threading.active_count() == 1
            and signal.getsignal(_ASKS) is signal.SIG_DFL)


def _beats(beat: int, done: threading.Event) -> None:
    while not done.wait(_BEAT):
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            os.write(beat, b".")


def _guard(parent: int, heart: int, places: int, complain: Callable[[str], object]) -> None:
    """In the second process, which never returns."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # they are meant for the other one
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)  # whoever reads it waits for the end of all who may write there
        _listen(parent, heart, places, complain)
    finally:
        os._exit(0)


def _listen(parent: int, heart: int, places: int, complain: Callable[[str], object]) -> None:
    while os.getppid() == parent:
        if select.select([heart], [], [], PATIENCE)[0]:
            beats = os.read(heart, 1 << 16)
            if not beats or beats.endswith(_FAREWELL):
                return
            continue
        before = _where(parent, places)
        if not before or select.select([heart], [], [], PATIENCE / 4)[0]:
            continue
        if _where(parent, places) == before and os.getppid() == parent:
            complain(f"the rules do not come back: {before}, they called a function of a library "
                     f"that lets nothing else run; this process was killed")
            os.kill(parent, signal.SIGKILL)
            return


def _where(process: int, places: int) -> str:
    """The place in somebody's rules at which a process stands; empty if it is elsewhere."""
    assert _ASKS is not None
    os.kill(process, _ASKS)
    text = b""
    while select.select([places], [], [], 0.5)[0]:
        part = os.read(places, 1 << 16)
        if not part:
            break
        text += part
    return place_in(text.decode("utf-8", "replace"))


def place_in(trace: str) -> str:
    """Where rules are, or what they called, in a list of what all threads do, the last call first.

    >>> place_in('Thread 0x1 (most recent call first):\\n  File "/home/own.py", line 3 in play')
    'line 3 of own.py, in play'
    >>> place_in('Thread 0x1 (most recent call first):\\n  File "<string>", line 3 in wait')
    ''
    """
    for thread in re.split(r"(?m)^(?:Current thread|Thread) ", trace)[1:]:
        for file, line, name in _FRAME.findall(thread):
            owner = whose(file)
            if owner == "rules" and name != "<module>":  # a file is loaded as long as it takes
                return f"line {line} of {Path(file).name}, in {name}"
            if owner != "library":
                break
    return ""
