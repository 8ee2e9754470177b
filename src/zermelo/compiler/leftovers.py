"""What LLVM leaves behind in memory, given back when its work is done.

Its library has 80 MB of code, most of which was read for a few seconds of work, and the allocator
keeps what it used for that. The system has the code in its own cache and maps it again when it is
needed, in about a millisecond; so this may be done at any time, whatever other threads are doing.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from pathlib import Path

_DONTNEED = 4  # Linux's MADV_DONTNEED
_LIBRARY = "libllvmlite"


def give_back() -> None:
    """Let the system have it, where it is known how: on Linux."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no /proc, another libc
        libc = ctypes.CDLL(None)
        libc.malloc_trim(ctypes.c_size_t(0))
        for begin, length in _code():
            libc.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(length), _DONTNEED)


def _code() -> list[tuple[int, int]]:
    """Where the library's code lies, which nobody has written to."""
    found = []
    for line in Path("/proc/self/maps").read_text("utf-8", "replace").splitlines():
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and fields[1] == "r-xp" and _LIBRARY in fields[5]:
            begin, end = (int(edge, 16) for edge in fields[0].split("-"))
            found.append((begin, end - begin))
    return found
