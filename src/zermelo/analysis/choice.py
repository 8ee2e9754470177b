"""Which problems are taken of those that are found: so many of each phase, and of each kind in it.

Every phase gets the same share, and within it every kind – winning, drawn, lost – that has come up
at all. Where more of one kind are found than of another, they are kept in reserve while the phase
waits for the others, until it has had twice as many problems as it needs; then it takes what there
is, the scarcest kind first. A phase that is closed, because no more of it can be found, leaves its
share to the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from zermelo.analysis.phases import PHASES, Phase
from zermelo.analysis.themes import KINDS, Kind

_PATIENCE = 2  # times its share: so many problems of a phase are looked at for the scarce kinds


class Sorted(Protocol):
    """What has a phase and a kind."""

    @property
    def phase(self) -> Phase: ...  # noqa: D102
    @property
    def kind(self) -> Kind: ...  # noqa: D102


T = TypeVar("T", bound=Sorted)


class Choice(Generic[T]):
    """So many of what is offered are taken, if they are `wanted`."""

    def __init__(self, count: int, taken: list[T],
                 wanted: Callable[[T], bool] | None = None) -> None:
        self._count, self._taken, self._wanted = count, taken, wanted
        self._counts: Counter[tuple[Phase, Kind]] = Counter()  # of those that are taken
        self._reserve: dict[tuple[Phase, Kind], deque[T]] = defaultdict(deque)
        self._offered: Counter[Phase] = Counter()
        self._kinds: set[Kind] = set()
        self._closed: set[Phase] = set()

    @property
    def full(self) -> bool:
        """Whether as many problems were taken as were asked for."""
        return len(self._taken) >= self._count

    @property
    def open(self) -> bool:
        """Whether some are still looked for."""
        return not self.full and len(self._closed) < len(PHASES)

    @property
    def had(self) -> int:
        """How many there are, taken or in reserve."""
        return len(self._taken) + sum(map(len, self._reserve.values()))

    def looks_for(self, phase: Phase) -> bool:
        """Whether this phase can still get some, and has not had its share."""
        return phase not in self._closed and self._of(phase) < self._share(phase)

    def offer(self, item: T) -> None:
        """One more was found: it is taken, kept in reserve, or refused."""
        self._offered[item.phase] += 1
        self._kinds.add(item.kind)
        self._reserve[item.phase, item.kind].append(item)
        self._settle()

    def close(self, *phases: Phase) -> None:
        """No more of these can be found."""
        for phase in phases:
            self._take(phase, wait=False)
        self._closed.update(phases)
        self._settle()

    def _settle(self) -> None:
        """Take what there is room for; when nothing more is looked for, whatever there is."""
        for phase in sorted(PHASES, key=self._of):
            share = self._share(phase)
            self._take(phase, wait=self.open and self._offered[phase] < _PATIENCE * share)

    def _take(self, phase: Phase, *, wait: bool) -> None:
        share = self._share(phase)
        while self._of(phase) < share and not self.full:
            there = [kind for kind in KINDS if self._reserve[phase, kind]]
            kind = min(there, key=lambda kind: self._counts[phase, kind], default=None)
            if kind is None or (wait and self._counts[phase, kind] * len(self._kinds) >= share):
                return
            item = self._reserve[phase, kind].popleft()
            if self._wanted is None or self._wanted(item):
                self._taken.append(item)
                self._counts[phase, kind] += 1

    def _share(self, phase: Phase) -> int:
        """How many this phase is to have."""
        if len(self._closed) == len(PHASES):
            return self._count
        if phase in self._closed:
            return self._of(phase)
        left = self._count - sum(map(self._of, self._closed))
        return -(-left // (len(PHASES) - len(self._closed)))

    def _of(self, phase: Phase) -> int:
        return sum(self._counts[phase, kind] for kind in KINDS)
