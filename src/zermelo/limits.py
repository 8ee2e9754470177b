"""How far a search may go: one `Limit` for depth, nodes and time."""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.errors import LimitError


@dataclass(frozen=True, slots=True)
class Limit:
    """Stop at this depth (plies), this many nodes, or after this many seconds: what comes first.

    >>> Limit(depth=8, time=2.5)
    Limit(depth=8, nodes=None, time=2.5)
    >>> Limit(depth=-1)
    Traceback (most recent call last):
    ...
    zermelo.errors.LimitError: a depth of -1 makes no sense: give a whole number of plies, 0 or more
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        for what, unit, least in (("depth", "plies", 0), ("nodes", "positions", 1)):
            number = getattr(self, what)
            if number is not None and (not isinstance(number, int) or number < least):
                raise LimitError(
                    f"a {what} of {number} makes no sense: "
                    f"give a whole number of {unit}, {least} or more"
                )
        if self.time is not None and not (self.time > 0 and math.isfinite(self.time)):
            raise LimitError(f"a time of {self.time} makes no sense: give seconds, more than 0")

    def __bool__(self) -> bool:
        """Whether anything is limited at all."""
        return (self.depth, self.nodes, self.time) != (None, None, None)
