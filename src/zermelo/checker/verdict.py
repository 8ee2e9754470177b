"""What a check is: a name, and a function that looks at one visited position.

A check answers None if all is well, a `Fault`, or `Untested` if there was nothing to test. Adding
one means writing such a function and putting it into a list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from zermelo.checker.probe import NOTHING, Probe
from zermelo.checker.walk import Visit


@dataclass(frozen=True)
class Fault:
    """Something is wrong; the counter-example is the visited position, and perhaps a move."""

    problem: str
    move: Any = NOTHING


@dataclass(frozen=True)
class Untested:
    """Nothing could be tested here."""

    why: str


class Interpreted(Untested):
    """The rules do not compile: no fault, but slow."""


Verdict = Fault | Untested | None

DEFAULT = Untested("the game leaves it at the default")
OVER = Untested("the game was over")
TOO_BIG = Untested("no position was close enough to the end to be solved exactly")

Look = Callable[[Visit], Verdict]


def about(*hooks: str, ended: bool = True) -> Callable[[Look], Look]:
    """Look only at games that write one of these hooks themselves; and, unless `ended`, only at
    positions where there is something to play."""
    def guarding(look: Look) -> Look:
        @wraps(look)
        def guarded(visit: Visit) -> Verdict:
            if not any(map(visit.probe.overrides, hooks)):
                return DEFAULT
            if visit.over and not ended:
                return OVER
            return look(visit)

        return guarded

    return guarding


@dataclass(frozen=True)
class GameCheck:
    """Looks once at the game as a whole."""

    name: str
    run: Callable[[Probe], Verdict]


@dataclass(frozen=True)
class VisitCheck:
    """Looks at visited positions: at every one, or at some of each game, most near its end."""

    name: str
    run: Look
    basic: bool = False  # what it finds may be the reason for whatever other checks would find
    everywhere: bool = False
    needs: tuple[str, ...] = ()  # checks that must have found nothing for this one to mean much


Check = GameCheck | VisitCheck
