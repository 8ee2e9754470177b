"""The protocol: units, ledgers, crews, and how the one is worked off by the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

TRIES = 3  # a unit that ends whoever does it is not tried for ever
_GLANCE = 0.1  # seconds between looks whether to stop


@dataclass(frozen=True)
class Unit:
    """Something to be done: `task` is `zermelo.room.module:function`, and everything is plain
    data, so that it can be done on any machine."""

    key: str
    task: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class Done(NamedTuple):
    """A unit's result, as plain data; or why there is none."""

    unit: Unit
    result: Any = None
    error: str | None = None  # the task raised this, or ended whoever did it too often


class Lost(NamedTuple):
    """A unit whose worker ended before it was done."""

    unit: Unit
    how: str


class Ledger(Protocol):
    """What is done already, kept whatever happens."""

    def has(self, key: str) -> bool:
        """Whether this unit's result is there."""

    def write(self, unit: Unit, result: Any) -> bool:
        """Keep a result, whole or not at all; False if one was there."""


class Crew(Protocol):
    """Those who do the work."""

    def room(self) -> int:
        """How many more units can be begun now."""

    def begin(self, unit: Unit) -> None:
        """Have a unit done."""

    def wait(self, seconds: float) -> Done | Lost | None:
        """The next that is done or lost; None if there is none so soon."""

    def close(self) -> None:
        """Give up what is under way, and leave nobody behind."""


class Noted(dict[str, Any]):
    """A ledger in memory.

    >>> ledger = Noted()
    >>> ledger.write(Unit("a", "x:y"), 1), ledger.write(Unit("a", "x:y"), 2), ledger["a"]
    (True, False, 1)
    """

    def has(self, key: str) -> bool:
        """Whether this unit's result is there."""
        return key in self

    def write(self, unit: Unit, result: Any) -> bool:
        """Keep a result; False if one was there."""
        return self.setdefault(unit.key, result) is result


def work_off(units: Iterable[Unit | None], ledger: Ledger, crew: Crew,
             stopped: Callable[[], bool] = lambda: False,
             lost: Callable[[Lost], None] = lambda lost: None) -> Generator[Done, None, None]:
    """Do the units that are not in the ledger yet, and tell of each when it is written there.

    `units` are asked for one after the other, when somebody has time: whoever gives them may stop
    giving, or give None while all that could come next depends on what is under way. What raised is
    told and not written. When `stopped` becomes true, or whoever listens
    goes away, the crew is sent home. `lost` hears of what was lost, and is done again.
    """
    waiting, losses = iter(units), Counter[str]()
    again: list[Unit] = []
    under_way = 0
    idle_meanwhile = getattr(crew, "works_when_waited_for", False)

    def begin_more() -> int:
        begun = 0
        while crew.room() > 0:
            unit = again.pop() if again else next(
                (u for u in waiting if u is None or not ledger.has(u.key)), None)
            if unit is None:
                break
            crew.begin(unit)
            begun += 1
        return begun

    with closing(crew):
        while not stopped():
            under_way += begin_more()
            if not under_way:
                return
            found = crew.wait(_GLANCE)
            if found is None:
                continue
            under_way -= 1
            if not idle_meanwhile:  # who is free has the next to do while we write this one
                under_way += begin_more()
            if isinstance(found, Lost):
                losses[found.unit.key] += 1
                if losses[found.unit.key] < TRIES:
                    lost(found)
                    again.append(found.unit)
                else:
                    yield Done(found.unit, error=f"{found.how}, {TRIES} times")
            elif found.error is not None or ledger.write(found.unit, found.result):
                yield found
