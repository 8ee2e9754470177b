"""Clocks: so long for a move, so long for a game, and what a player should do with it.

    none      no clock
    5/move    five seconds for each move
    60        sixty seconds for the whole game
    60+1      … and one more second after each move
    5m+3      minutes, too

>>> TimeControl.parse("5m+3")
TimeControl(per_move=None, per_game=300.0, increment=3.0)
>>> str(TimeControl(per_move=0.5))
'0.5/move'
"""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, field

from zermelo.errors import LimitError
from zermelo.limits import share_of

_NUMBER = r"(\d+\.?\d*|\.\d+)([sm]?)"
_PER_MOVE = re.compile(rf"{_NUMBER}/move")
_PER_GAME = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is, in seconds: for each move, or for a game with an increment."""

    per_move: float | None = None
    per_game: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for seconds in (self.per_move, self.per_game):
            if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
                raise LimitError(f"a clock of {seconds:g} s makes no sense: give more than 0")
        if not (self.increment >= 0 and math.isfinite(self.increment)):
            raise LimitError(f"an increment of {self.increment:g} s makes no sense: "
                             f"give 0 or more")

    def __bool__(self) -> bool:
        """Whether there is a clock at all."""
        return self.per_move is not None or self.per_game is not None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read `none`, `5/move`, `60`, `60+1` or `5m+3`."""
        wanted = text.strip().casefold()
        if wanted == "none":
            return cls()
        if found := _PER_MOVE.fullmatch(wanted):
            return cls(per_move=_seconds(found[1], found[2]))
        if found := _PER_GAME.fullmatch(wanted):
            extra = 0.0 if found[3] is None else _seconds(found[3], found[4])
            return cls(per_game=_seconds(found[1], found[2]), increment=extra)
        raise LimitError(f"{text!r} is not a clock: write 5/move for seconds a move, 60 or 5m for "
                         f"a game, 60+1 with an increment, or none")

    def __str__(self) -> str:
        if self.per_move is not None:
            return f"{self.per_move:g}/move"
        if self.per_game is None:
            return "none"
        return f"{self.per_game:g}" + (f"+{self.increment:g}" if self.increment else "")


def _seconds(number: str, unit: str) -> float:
    return float(number) * (60 if unit == "m" else 1)


NO_CLOCK = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """One player's clock, as it stands when it is asked for a move; it runs from then on.

    `remaining` is what is left of the game's time, `theirs` what is left to the other player.
    `Clock()` never runs out.
    """

    control: TimeControl = NO_CLOCK
    remaining: float | None = None
    started: float = field(default_factory=time.monotonic)
    theirs: float | None = None

    @property
    def allowed(self) -> float | None:
        """The seconds that this move may take before the flag falls; None without a clock."""
        limits = [t for t in (self.control.per_move, self.remaining) if t is not None]
        return min(limits, default=None)

    @property
    def used(self) -> float:
        """The seconds since the player was asked."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """The seconds until the flag falls."""
        return None if self.allowed is None else self.allowed - self.used

    @property
    def safely_left(self) -> float | None:
        """A little less: answers take time, too."""
        left = self.left
        if left is None:
            return None
        spare = min(max(0.05, 0.1 * left), 0.5 * left, 1.0)  # a busy machine is late now and then
        return max(left - spare, 0.001)

    @property
    def thinking_time(self) -> float | None:
        """How long a player that keeps an eye on the whole game should think about this move."""
        safe = self.safely_left
        if safe is None or self.remaining is None:
            return safe
        return min(safe, share_of(self.remaining, self.control.increment))
