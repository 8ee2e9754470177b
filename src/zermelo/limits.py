"""How far a search may go: one `Limit` for depth, nodes and time."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from zermelo.errors import LimitError

MOST = 1 << 62  # of nodes or plies
LONGEST = 1_000_000_000  # seconds: thirty years
SECONDS = 30.0  # of an analysis for which nobody gives a limit


@dataclass(frozen=True, slots=True)
class Limit:
    """Stop at this depth (plies), this many nodes, or after this many seconds: what comes first.

    `remaining` is a clock for the whole game instead: the seconds the player to move has left for
    all moves, and `increment` what each move brings back. The engine then divides them itself.

    >>> Limit(depth=8, time=2.5)
    Limit(depth=8, nodes=None, time=2.5, remaining=None, increment=0.0)
    >>> Limit(depth=-1)
    Traceback (most recent call last):
    ...
    zermelo.errors.LimitError: a depth of -1 makes no sense: give a whole number of plies, 0 or more
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    remaining: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name, what, unit, least in (("depth", "depth", "plies", 0),
                                        ("nodes", "limit of nodes", "nodes", 1)):
            number = getattr(self, name)
            if number is not None and (not isinstance(number, int) or number < least):
                raise LimitError(
                    f"a {what} of {number} makes no sense: "
                    f"give a whole number of {unit}, {least} or more"
                )
            if number is not None and number > MOST:
                raise LimitError(f"{name} can be limited to {MOST:,} {unit} at most: "
                                 f"leave it out for no limit")
        for what in ("time", "remaining"):
            seconds = getattr(self, what)
            if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
                raise LimitError(f"a {what.replace('remaining', 'remaining time')} of {seconds} "
                                 f"makes no sense: give seconds, more than 0")
            if seconds is not None and seconds > LONGEST:
                raise LimitError(f"a {what.replace('remaining', 'remaining time')} of {seconds:g} "
                                 f"seconds is longer than any machine runs: give at most "
                                 f"{LONGEST:,}")
        if not (self.increment >= 0 and math.isfinite(self.increment)):
            raise LimitError(f"an increment of {self.increment} makes no sense: give seconds, 0 or "
                             "more")
        if self.increment and self.remaining is None:
            raise LimitError(f"an increment of {self.increment} needs a clock to go on: "
                             "give the remaining time too")

    def __bool__(self) -> bool:
        """Whether anything is limited at all."""
        return (self.depth, self.nodes, self.time, self.remaining) != (None, None, None, None)


def share_of(remaining: float, increment: float) -> float:
    """The seconds to spend on one move of a game: as if thirty more were to come.

    >>> share_of(60, 1)
    3.0
    """
    return min(remaining / 30 + increment, 0.8 * remaining)


MOST_THREADS = 256


def threads_for(count: int) -> int:
    """The same number, if it is not more than can work together; LimitError if it is."""
    if count > MOST_THREADS:
        raise LimitError(f"{count} threads are more than can work together: give 1 to "
                         f"{MOST_THREADS}")
    return count


def table_for(mb: float) -> float:
    """The same size, if a table of so many MB fits this machine; LimitError if not."""
    has = memory_mb()
    if has is not None and mb > has:
        raise LimitError(f"a table of {mb:g} MB is larger than this machine's memory, "
                         f"{has:,.0f} MB: choose a smaller one")
    return mb


def memory_mb() -> float | None:
    """How much memory this machine has; None if it does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (AttributeError, OSError, ValueError):
        return None
