"""Other people's libraries in an environment of their own, run as processes that print JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CACHE = HERE.parent / ".bench"


class Missing(Exception):  # noqa: N818 - a reason, not a failure
    """Why a peer cannot be measured here."""


def cache_folder() -> Path:
    """Where environments and programs are kept; git does not see it."""
    CACHE.mkdir(exist_ok=True)
    (CACHE / ".gitignore").write_text("*\n")
    return CACHE


@cache
def _python(package: str) -> Path:
    """The interpreter of an environment that has this package."""
    folder = cache_folder() / package.replace("==", "-")
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if ready.exists():
        return python
    print(f"installing {package} …", file=sys.stderr, flush=True)
    commands = [[sys.executable, "-m", "venv", str(folder)],
                [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
                 package, "numpy"]]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Missing(f"{package} could not be installed: {last}")
    ready.touch()
    return python


def run_peer(package: str, program: str, order: dict[str, Any]) -> Any:
    """Give the program an order as JSON, and read its answer."""
    done = subprocess.run([str(_python(package)), str(HERE / program)], input=json.dumps(order),
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Missing(f"{package} failed: {last}")
    return json.loads(done.stdout)


def peer(package: str, program: str, **always: Any) -> Callable[..., Any]:
    """A library as a function of the rest of the order."""
    return lambda **order: run_peer(package, program, {**always, **order})
