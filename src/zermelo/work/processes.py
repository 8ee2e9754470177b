"""Workers on this machine: processes of their own, which can be ended."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from zermelo.errors import LimitError
from zermelo.work.units import Done, Lost, Unit
from zermelo.work.worker import end_descendants, end_group, pass_on_warnings

_ALONE = 5.0  # seconds that the first worker has to compile what the others then find on disk
_FAREWELL = 2.0


class Worker:
    """A process that does one thing after the other.

    `heard` gets the worker with each answer, and with None when it has ended.
    """

    def __init__(self, heard: queue.Queue[tuple[Worker, dict[str, Any] | None]]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from zermelo.work.worker import main; main()"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
            start_new_session=True)  # Ctrl-C is for us
        self._heard = heard
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._ended = False

    def ask(self, task: str, arguments: Mapping[str, Any]) -> None:
        """Have it do a task; its answer is heard later."""
        line = json.dumps({"task": task, "arguments": dict(arguments)})
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which is heard
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):  # half a line, or closed under our hands
            for line in self._process.stdout:
                self._heard.put((self, json.loads(line)))
        self._heard.put((self, None))

    @property
    def how(self) -> str:
        """How the worker's process ended, in words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        status = self._process.returncode
        if status is not None and status < 0:
            return f"its process was ended by signal {-status}"
        return f"its process ended with status {status}"

    def dismiss(self) -> None:
        """Let it end, without waiting for that."""
        if not self._ended and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def end(self) -> None:
        """End it and everything that it has started, now."""
        if self._ended:
            return
        self.dismiss()
        self._ended = True
        try:
            self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            end_descendants(self._process.pid)
            end_group(self._process.pid)
            self._process.kill()
            self._process.wait()
        self._listener.join(_FAREWELL)
        if self._process.stdout is not None and not self._listener.is_alive():
            self._process.stdout.close()


class Processes:
    """A crew of processes on this machine."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise LimitError(f"{count} workers can do nothing: give 1 or more")
        self._count = count
        self._heard: queue.Queue[tuple[Worker, dict[str, Any] | None]] = queue.Queue()
        self._idle: list[Worker] = []
        self._busy: dict[Worker, Unit] = {}
        self._together_from = time.monotonic() + _ALONE

    def room(self) -> int:
        """How many more units can be begun now: at first one, so that one compiles for all."""
        most = self._count if time.monotonic() > self._together_from else 1
        return most - len(self._busy)

    def begin(self, unit: Unit) -> None:
        """Have a unit done."""
        worker = self._idle.pop() if self._idle else Worker(self._heard)
        self._busy[worker] = unit
        worker.ask(unit.task, unit.arguments)

    def wait(self, seconds: float) -> Done | Lost | None:
        """The next that is done or lost; None if there is none so soon."""
        try:
            worker, answer = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        unit = self._busy.pop(worker, None)
        if answer is None:
            if worker in self._idle:
                self._idle.remove(worker)
            how = worker.how
            worker.end()
            return None if unit is None else Lost(unit, how)
        self._together_from = 0.0
        self._idle.append(worker)
        assert unit is not None
        pass_on_warnings(answer)
        return Done(unit, answer.get("result"), answer.get("error"))

    def close(self) -> None:
        """Give up what is under way, and leave no process behind."""
        workers = [*self._idle, *self._busy]
        self._idle, self._busy = [], {}
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.end()


def environment() -> dict[str, str]:
    """The same Zermelo, and no threads in NumPy's that nobody asked for: games share the cores."""
    import zermelo

    home = os.path.dirname(os.path.dirname(os.path.abspath(zermelo.__file__)))  # noqa: PTH100, PTH120
    path = [home, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ,
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(path))}
