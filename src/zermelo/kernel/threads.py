"""Threads with deep stacks, for kernels that call themselves a thousand times over."""

from __future__ import annotations

import threading
from collections.abc import Callable

STACK_BYTES = 32 << 20
_LEFT = 1 << 20  # of a stack, for everything but a kernel's own calls
_SOMEBODYS = 256 << 10  # how much any thread surely has

_ours = threading.local()


def stack_room() -> int:
    """How many bytes of stack a kernel may use in this thread."""
    return STACK_BYTES - _LEFT if getattr(_ours, "deep", False) else _SOMEBODYS


def deep_thread(work: Callable[[], None]) -> threading.Thread:
    """A thread with a deep stack, started."""
    def begin() -> None:
        _ours.deep = True
        work()

    before = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=begin, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread
