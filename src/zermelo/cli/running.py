"""Manners of long work: Ctrl-C is noticed, warnings are sentences, progress is a bar on stderr."""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from zermelo.cli.failures import INTERRUPTED


@contextmanager
def noticing_ctrl_c(interrupting: bool = True) -> Iterator[threading.Event]:
    """Set when Ctrl-C is pressed: the engine takes it as an order to answer, and says no more.

    `interrupting`: also raise KeyboardInterrupt, for work in this very thread.
    """
    pressed = threading.Event()

    def note(signal_number: int, frame: FrameType | None) -> None:
        pressed.set()
        if interrupting and _is_lost_in(frame):
            threading.Timer(_SOON, _press_again).start()
        elif interrupting:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


_SOON = 0.01  # seconds


def _press_again() -> None:
    if hasattr(signal, "pthread_kill") and (main := threading.main_thread().ident) is not None:
        signal.pthread_kill(main, signal.SIGINT)  # which wakes it up, too
    else:
        interrupt_main()


def _is_lost_in(frame: FrameType | None) -> bool:
    """Whether Python would print what is raised here, and forget it: while an object goes."""
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


@contextmanager
def warnings_in_words() -> Iterator[None]:
    """That a game runs interpreted is worth a sentence, once, not a line of code."""
    said = set()

    def tell(message: Warning | str, *rest: object, **more: object) -> None:
        if str(message) not in said:  # several workers may be warned of the same
            said.add(str(message))
            print("zermelo:", message, file=sys.stderr, flush=True)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = tell
        yield


@contextmanager
def at_work(doing: str) -> Iterator[None]:
    """What is being done, and for how long, on stderr, if somebody can see it."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(),
                  console=Console(stderr=True), transient=True, redirect_stdout=False,
                  redirect_stderr=False) as bar:
        bar.add_task(doing, total=None)
        yield


@contextmanager
def progress_bar(first: str) -> Iterator[Callable[[str, float], None]]:
    """A bar on stderr, if somebody can see it; it is told what is done, and what share of all."""
    if not sys.stderr.isatty():
        yield lambda doing, share: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(first, total=1.0)
        yield lambda doing, share: bar.update(task, completed=share, description=doing)


def cut_off(out: object) -> int:
    """Say that what is complete is kept; the exit status for that."""
    print(f"zermelo: interrupted; what is complete is in {str(out)!r}, and the same command goes "
          f"on from there", file=sys.stderr)
    return INTERRUPTED
