"""What a player is: something with a name that chooses moves.

Any object with these methods can play; deriving from `Player` gives sensible defaults for all
but `choose`.

    name                      what records and tables call it
    choose(position, clock)   a legal move, or its text
    begin(seed)               a new game starts; whatever is drawn by lot comes from `seed`
    close()                   no more games: let go of programs and files
    stop()                    if it has one: answer at once, or raise Aside; from another thread
    opinion                   if it has one: what its last move is worth, a Value in its own view
    punctual                  True: it keeps to its clock by itself and need not be watched
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from zermelo.play.clock import Clock
from zermelo.position import Position


class Plays(Protocol):
    """The least that a player must have."""

    name: str

    def choose(self, position: Position, clock: Clock) -> Any:
        """A legal move, or its text."""

    def close(self) -> None:
        """There are no more games: let go of engines and programs."""


class Player(ABC):
    """A player with defaults for everything but its choice."""

    name: str = "player"
    punctual: bool = False

    @abstractmethod
    def choose(self, position: Position, clock: Clock) -> Any:
        """A legal move, or its text."""

    def begin(self, seed: int) -> None:
        """A new game starts: forget the last one."""
        return

    def close(self) -> None:
        """There are no more games: let go of engines and programs."""
        return

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Resigned(Exception):  # noqa: N818 - a decision, not a failure
    """Raised by a player's `choose` to give the game up."""


class Aside(Exception):  # noqa: N818 - a signal, not a failure
    """Raised by a player's `choose` to be asked again later: the match stays as it is."""
