"""Tasks that do nothing of use: to try crews with, one that behaves and those that do not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path


def double(number: int, seconds: float = 0.0) -> int:
    """A task for tests: twice the number, after so many seconds."""
    print("whatever a task prints goes elsewhere")
    time.sleep(seconds)
    return 2 * number


def warn() -> int:
    """A task that warns of something."""
    warnings.warn("mind the step", stacklevel=1)
    return 3


def fail() -> None:
    """A task for tests that raises."""
    raise RuntimeError("this cannot be done")


def die() -> None:
    """A task that ends its process."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> int:
    """A task that ends its process, but does well when it is done again."""
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return 7


def hang(mark: str) -> None:
    """A task that never ends, with a child that never ends."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    Path(mark).write_text(f"{os.getpid()} {child.pid}")
    threading.Event().wait()


def hang_with_an_orphan(mark: str) -> None:
    """A task that never ends, and what it started has another parent by now."""
    leaves = "import subprocess, sys; print(subprocess.Popen(['sleep', '1000'], stdout=2).pid)"
    started = subprocess.run([sys.executable, "-c", leaves], check=True,
                             stdout=subprocess.PIPE, text=True)
    Path(mark).write_text(f"{os.getpid()} {started.stdout}")
    threading.Event().wait()
