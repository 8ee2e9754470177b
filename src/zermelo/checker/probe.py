"""Asking a game's methods with open eyes: exceptions, changed states, and the game itself.

Every question of the checker goes through `Probe.ask`, so that a method that raises or that writes
into the state it was asked about is caught in the act, whichever check happened to ask.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Hashable
from itertools import islice
from pathlib import Path
from typing import Any

from zermelo.checker.fingerprint import fingerprint, unchanging
from zermelo.game import MOST_MOVES, Game
from zermelo.origins import whose

MOST_DEALS = 10_000  # more are not looked at
NOTHING: Any = object()  # where None could be an answer

FIVE = ("initial", "to_move", "moves", "play", "outcome")
_MOST = {"moves": MOST_MOVES, "candidates": MOST_MOVES, "loud": MOST_MOVES,
         "deals": MOST_DEALS}
_TAKES_MOVE = ("play", "order", "noisy", "exchange", "move_text", "touches")


class BrokenError(Exception):
    """A method of the game raised, or changed what it was given."""

    def __init__(self, check: str, problem: str, method: str, state: Any, move: Any) -> None:
        super().__init__(problem)
        self.check, self.problem, self.method = check, problem, method
        self.state, self.move = state, move


class Probe:
    """A game, asked with open eyes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked = 0
        self._attributes = _attributes(game)
        self._safe: Any = NOTHING  # the last state that was seen to be unchanging

    def ask(self, method: str, *arguments: Any, expected: type[Exception] | None = None) -> Any:
        """The answer of a method, moves and deals as a list; `expected` errors pass through."""
        state = arguments[0] if arguments and method != "parse" else NOTHING
        move = arguments[1] if len(arguments) > 1 and method in _TAKES_MOVE else NOTHING
        before = self._content(state)
        self.asked += 1
        try:
            answer = getattr(self.game, method)(*arguments)
            if method in _MOST:
                answer = list(islice(answer, _MOST[method] + 1))
        except Exception as error:
            if expected is not None and isinstance(error, expected):
                raise
            raise BrokenError("exceptions", f"{method} raised {described(error)}", method,
                              state, move) from error
        if method in ("moves", "candidates", "loud") and len(answer) > MOST_MOVES:
            raise BrokenError("bad moves", f"{method} yields more than {MOST_MOVES:,} moves and "
                              f"perhaps never ends", method, state, move)
        if before is not None and before != fingerprint(state):
            raise BrokenError("changed states", f"{method} changed the state that it was asked "
                              f"about: states must stay as they are", method, state, move)
        return answer

    def _content(self, state: Any) -> Hashable:
        """What is inside a state that could change; None for one that cannot."""
        if state is self._safe:
            return None
        if unchanging(state):
            self._safe = state
            return None
        return fingerprint(state)

    def text(self, state: Any) -> str:
        """A position for a report, come what may."""
        try:
            return str(self.game.text(state))
        except Exception:  # the text is what is broken; some other check says so
            return shown(state)

    def move_text(self, state: Any, move: Any) -> str:
        """A move for a report, come what may."""
        try:
            return str(self.game.move_text(state, move))
        except Exception:  # as above
            return shown(move)

    def overrides(self, method: str) -> bool:
        """Whether the game has this hook of its own, and not just the default."""
        return self.game.overrides(method)

    def changed_attribute(self) -> str | None:
        """An attribute of the game, or of its class, that is not what it was; None if all are."""
        now = _attributes(self.game)
        if now == self._attributes:
            return None
        old, self._attributes = self._attributes, now
        return next(name for name in {**old, **now}
                    if old.get(name, NOTHING) != now.get(name, NOTHING))


def _attributes(game: Game) -> dict[str, Any]:
    """The attributes of a game and of its classes, by content."""
    found: dict[str, Any] = {}
    for owner in [*reversed(type(game).__mro__), game]:
        if owner not in (object, Game) and hasattr(owner, "__dict__"):
            found |= vars(owner)
    return {
        name: value if unchanging(value) else fingerprint(value)
        for name, value in found.items()
        if not name.startswith(("__", "_abc_")) and not inspect.isroutine(value)
        and not isinstance(value, property | functools.cached_property)
        and not _is_cached_property(game, name)
    }


def _is_cached_property(game: Game, name: str) -> bool:
    return isinstance(inspect.getattr_static(type(game), name, None), functools.cached_property)


def shown(thing: object) -> str:
    """A thing for a report: its repr in one line, not too long."""
    try:
        line = " ".join(repr(thing).split())
    except Exception:  # a repr of the user's own
        line = f"a {type(thing).__name__}"
    return line if len(line) <= 80 else f"{line[:79]}…"


def described(error: BaseException) -> str:
    """An exception in half a sentence: its type, its message, and the line of the user's file."""
    message = " ".join(str(error).split())
    what = f"{type(error).__name__}{': ' if message else ''}{message}"
    frame = _users_frame(error)
    if frame is None:
        return what
    return f"{what} at line {frame.lineno} of {Path(frame.filename).name}"


def in_the_rules(error: BaseException) -> bool:
    """Whether an exception came out of somebody's rules and not out of Zermelo."""
    owners = [whose(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    return next((w for w in reversed(owners) if w != "library"), "ours") == "rules"


def _users_frame(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost frame in the rules; failing that, in a library."""
    frames = traceback.extract_tb(error.__traceback__)
    for owner in ("rules", "library"):
        found = [frame for frame in frames if whose(frame.filename) == owner]
        if found:
            return found[-1]
    return None
