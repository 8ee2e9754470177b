"""How far a search may go: one `Limit` for depth, nodes and time."""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.errors import LimitError

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
        for what, unit, least in (("depth", "plies", 0), ("nodes", "positions", 1)):
            number = getattr(self, what)
            if number is not None and (not isinstance(number, int) or number < least):
                raise LimitError(
                    f"a {what} of {number} makes no sense: "
                    f"give a whole number of {unit}, {least} or more"
                )
        for what in ("time", "remaining"):
            seconds = getattr(self, what)
            if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
                raise LimitError(f"a {what.replace('remaining', 'remaining time')} of {seconds} "
                                 f"makes no sense: give seconds, more than 0")
        if not (self.increment >= 0 and math.isfinite(self.increment)):
            raise LimitError(f"an increment of {self.increment} makes no sense: give seconds, 0 or "
                             "more")
        if self.increment and self.remaining is None:
            raise LimitError(f"an increment of {self.increment} needs a clock to go on: "
                             "give the remaining time too")

    def __bool__(self) -> bool:
        """Whether anything is limited at all."""
        return (self.depth, self.nodes, self.time, self.remaining) != (None, None, None, None)
