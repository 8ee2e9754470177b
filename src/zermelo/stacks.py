"""Room for deep recursion. Python's limit and the size of new threads' stacks are the whole
process's: whoever changes them shares them with all other threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_changing = threading.Lock()
_wanted: list[int] = []
_usual = 0


@contextmanager
def deep_recursion(frames: int = 100_000) -> Iterator[None]:
    """Let plain recursion follow games of tens of thousands of plies, until the last is done."""
    global _usual
    with _changing:
        if not _wanted:
            _usual = sys.getrecursionlimit()
        _wanted.append(frames)
        sys.setrecursionlimit(max(_usual, *_wanted))
    try:
        yield
    finally:
        with _changing:
            _wanted.remove(frames)
            sys.setrecursionlimit(max([_usual, *_wanted]))


def started(target: Callable[[], None], stack: int) -> threading.Thread:
    """A thread under way, with a stack of so many bytes; it does not keep the process alive."""
    thread = threading.Thread(target=target, daemon=True)
    with roomy_stacks(stack):
        thread.start()
    return thread


@contextmanager
def roomy_stacks(size: int) -> Iterator[None]:
    """Threads that start in here have stacks of so many bytes; they take them when they start."""
    with _changing:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
