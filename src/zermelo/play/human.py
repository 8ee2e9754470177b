"""A person: somebody reads a line for them, until it is a legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import MoveError
from zermelo.play.clock import Clock
from zermelo.play.player import Player, Resigned
from zermelo.position import Position

Reader = Callable[[Position, Clock, str], str]
"""Called with the position, the clock, and what was wrong with the last answer (or nothing)."""


class Human(Player):
    """Asks `read` until it returns a legal move; the end of the input means that they gave up.

    >>> from zermelo import load
    >>> answers = iter(["nonsense", "b2"])
    >>> Human(lambda position, clock, problem: next(answers)).choose(
    ...     load("tictactoe").position(), Clock())
    4
    """

    punctual = True  # nobody can take a keyboard away from a person; the flag falls afterwards

    def __init__(self, read: Reader, name: str = "human") -> None:
        self.name, self._read = name, read

    def choose(self, position: Position, clock: Clock) -> Any:
        """The move that is typed; asked again until there is one."""
        problem = ""
        while True:
            try:
                text = self._read(position, clock, problem)
            except EOFError:
                raise Resigned from None
            try:
                return position.game.parse_move(position.state, text)
            except MoveError as error:
                problem = str(error)
