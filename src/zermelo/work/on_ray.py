"""A crew on Ray: the same units on a cluster of machines, or on one that is made for the purpose.

Every machine of a cluster needs the same Zermelo, and the files that games and players are in. Ray
does the work and may lose it; what is done stands in our own ledger.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from zermelo.errors import LimitError, MissingExtraError
from zermelo.work.processes import environment
from zermelo.work.units import Done, Lost, Unit
from zermelo.work.worker import done_elsewhere, pass_on_warnings

_LOOK = 5.0  # seconds between looks at how large the cluster is


class OnRay:
    """Ray's workers, one for each processor of the cluster, or at most `count`."""

    def __init__(self, address: str | None = None, count: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise MissingExtraError("ray", "ray", "work on Ray") from None
        if count is not None and count < 1:
            raise LimitError(f"{count} workers can do nothing: give 1 or more")
        self._ray, self._count = ray, count
        shared = {name: value for name, value in environment().items()
                  if name in ("PYTHONPATH", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                              "ZERMELO_CACHE")}
        try:
            ray.init(address=address, num_cpus=count if address is None else None,
                     log_to_driver=False, include_dashboard=False, logging_level="ERROR",
                     runtime_env={"env_vars": shared})
        except Exception as error:  # Ray has no one class for this
            raise LimitError(f"Ray cannot be reached at {address or 'this machine'}: "
                             f"{' '.join(str(error).split())[:200]}") from None
        _tells(ray, False)
        self._task = ray.remote(num_cpus=1, max_retries=0)(_do)
        self._under_way: dict[Any, Unit] = {}
        self._looked, self._most = 0.0, 1

    def room(self) -> int:
        """How many more units can be begun now; a cluster may grow and shrink."""
        if time.monotonic() > self._looked + _LOOK:
            self._looked = time.monotonic()
            there = int(self._ray.cluster_resources().get("CPU", 1))
            self._most = max(1, there if self._count is None else min(there, self._count))
        return self._most - len(self._under_way)

    def begin(self, unit: Unit) -> None:
        """Have a unit done."""
        self._under_way[self._task.remote(unit.task, dict(unit.arguments))] = unit

    def wait(self, seconds: float) -> Done | Lost | None:
        """The next that is done or lost; None if there is none so soon."""
        if not self._under_way:
            return None
        ready, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=seconds)
        if not ready:
            return None
        unit = self._under_way.pop(ready[0])
        try:
            answer = self._ray.get(ready[0])
        except Exception as error:  # a worker or its machine is no more: whatever Ray calls that
            return Lost(unit, f"its worker on Ray ended ({type(error).__name__})")
        pass_on_warnings(answer)
        return Done(unit, answer.get("result"), answer.get("error"))

    def close(self) -> None:
        """Give up what is under way, and leave the cluster."""
        for reference in self._under_way:
            with suppress(Exception):
                self._ray.cancel(reference, force=True)
        self._under_way = {}
        self._ray.shutdown()
        _tells(self._ray, True)


def _tells(ray: Any, tells: bool) -> None:
    """Whether Ray prints of machines that come and go: on stdout, amid our results, and in more
    than a sentence. It has no other switch for that."""
    ray._private.worker._worker_logs_enabled = tells


def _do(task: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return done_elsewhere({"task": task, "arguments": arguments})
