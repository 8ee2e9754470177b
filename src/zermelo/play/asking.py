"""Asking a player for a move, without waiting for ever.

A player that is `punctual` keeps to its clock itself and is simply called. Any other is asked in
a thread of its own, which is left alone when the time is over: Python cannot end it, but the
match goes on without it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from zermelo.checker.blame import broken_rules
from zermelo.errors import RulesError, ZermeloError
from zermelo.game import Game
from zermelo.kernel.watching import watched
from zermelo.play.callables import CallablePlayer
from zermelo.play.clock import Clock
from zermelo.play.player import Aside, Plays
from zermelo.position import Position

PATIENCE = 60.0  # seconds, for players that must be watched, in a game without a clock

_GLANCE = 0.1  # seconds between looks whether to go on waiting


class NoAnswer(Exception):  # noqa: N818 - becomes a result
    """The player did not answer in the time there was."""

    def __init__(self, waited: float) -> None:
        super().__init__(f"no answer within {waited:g} s")
        self.waited = waited


def time_to_answer(clock: Clock) -> float:
    """How long a player that must be watched may take from now on."""
    return PATIENCE if clock.left is None else max(0.0, clock.left)


def answer_of(player: Plays, position: Position, clock: Clock,
              stopped: Callable[[], bool] = lambda: False) -> Any:
    """What the player chooses, or what it raises; NoAnswer if it does neither in time.

    Aside when `stopped` becomes true while a watched player thinks.
    """
    if getattr(player, "punctual", False):
        with watched(position.game):
            return player.choose(position, clock)
    said: list[Any] = []
    raised: list[BaseException] = []
    done = threading.Event()

    def ask() -> None:
        try:
            said.append(player.choose(position, clock))
        except BaseException as error:  # told to whoever asked, below
            raised.append(error)
        finally:
            done.set()

    waited = time_to_answer(clock)
    threading.Thread(target=ask, name=f"choice of {player.name}", daemon=True).start()
    end = time.monotonic() + waited
    while not done.wait(min(_GLANCE, max(0.0, end - time.monotonic()))):
        if stopped():
            raise Aside
        if time.monotonic() >= end:
            raise NoAnswer(waited)
    if raised:
        raise raised[0]
    return said[0]


def blame_the_rules(player: Plays, game: Game, error: BaseException,
                    spec: str | None = None) -> None:
    """RulesError if a player of Zermelo's own stumbled over rules that are broken: that is not its
    mistake. `spec`: how the user calls the game."""
    ours = type(player).__module__.startswith("zermelo.") and not isinstance(player, CallablePlayer)
    if not ours:
        return
    if isinstance(error, RulesError):
        raise error
    if not isinstance(error, ZermeloError):
        broken = broken_rules(game, error, spec)
        if broken is not None:
            raise broken from error
