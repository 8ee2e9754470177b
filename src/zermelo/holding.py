"""Files that one process has for itself, and room on disk that is taken before it is needed."""

from __future__ import annotations

import os


def hold(handle: int) -> bool:
    """Whether an open file is this process's alone from now on: whoever closes it, or dies, lets
    it go. True where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def take_room(handle: int, size: int) -> None:
    """Make an open file so many bytes long; OSError if the disk has no room for them.

    Whoever writes to a file that is mapped into memory cannot be told that later.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, 0, size)
    else:
        os.truncate(handle, size)
