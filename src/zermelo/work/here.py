"""A crew of one, in this very process: what there is when nobody else is asked."""

from __future__ import annotations

from collections import deque

from zermelo.work.processes import Processes
from zermelo.work.units import Crew, Done, Unit
from zermelo.work.worker import done


class Here:
    """Does one unit after the other, while it is waited for. Ctrl-C goes through it."""

    works_when_waited_for = True  # nothing is gained by having it begin earlier

    def __init__(self) -> None:
        self._waiting: deque[Unit] = deque()

    def room(self) -> int:
        """One at a time."""
        return 1 - len(self._waiting)

    def begin(self, unit: Unit) -> None:
        """Have a unit done, as soon as it is waited for."""
        self._waiting.append(unit)

    def wait(self, seconds: float) -> Done | None:
        """The next unit, done now, however long that takes."""
        if not self._waiting:
            return None
        unit = self._waiting.popleft()
        answer = done({"task": unit.task, "arguments": dict(unit.arguments)})
        return Done(unit, answer.get("result"), answer.get("error"))

    def close(self) -> None:
        """Forget what was not begun."""
        self._waiting.clear()


def crew_of(count: int) -> Crew:
    """So many workers on this machine; one is this process."""
    return Here() if count == 1 else Processes(count)
