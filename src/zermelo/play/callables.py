"""Any Python function as a player, from a program or from a file.

    def choose(position):              # or choose(position, clock)
        return position.moves[0]       # a move, or its text
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.notation import did_you_mean
from zermelo.own_files import module_of
from zermelo.play.clock import Clock
from zermelo.play.player import Player, Plays
from zermelo.position import Position


class CallablePlayer(Player):
    """A function of the position, or of the position and the clock."""

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None:
        self._function = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self._wants_clock = _places(function) >= 2

    def choose(self, position: Position, clock: Clock) -> Any:
        """The move that the function returns for this position."""
        return self._function(position, clock) if self._wants_clock else self._function(position)


def player_in_file(file: Path, name: str, text: str, game: Game) -> Plays:
    """The player `name` of a Python file: a function, a player, or a class that makes one.

    A class is called with the game if it takes an argument.
    """
    module = module_of(file, text)
    callables = [n for n, thing in vars(module).items()
                 if callable(thing) and getattr(thing, "__module__", "") == module.__name__]
    has = ", ".join(callables) or "none"
    if not name:
        raise ParameterError(f"{text!r} does not say which function: write {file}:name; "
                             f"it has {has}")
    if not hasattr(module, name):
        raise ParameterError(f"{text!r}: {file} has no {name!r}{did_you_mean(name, callables)}; "
                             f"it has {has}")
    thing = getattr(module, name)
    if isinstance(thing, type):
        thing = thing(game) if _places(thing) >= 1 else thing()
    if hasattr(thing, "choose"):
        return _completed(thing, text)
    if not callable(thing):
        raise ParameterError(f"{text!r}: {name} is a {type(thing).__name__}, and not a function "
                             f"or a player with choose(position, clock)")
    return CallablePlayer(thing, text)


def _completed(player: Any, text: str) -> Plays:
    """Give a player of somebody's own what it may have left out."""
    if not getattr(player, "name", ""):
        player.name = text
    if not hasattr(player, "close"):
        player.close = lambda: None
    found: Plays = player
    return found


def _places(function: Callable[..., Any]) -> int:
    """How many arguments it takes by position."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not say
        return 1
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 2
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
