"""Compiled rules against the same rules interpreted, so that nobody gets another game's answers.

Whole numbers have 64 bits when compiled, and as many as they need when interpreted. The compiler
refuses or notices what it cheaply can; the rest is found here: in random games when a game is
first compiled, and now and then in a line that a search found.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from zermelo.errors import MeansSomethingElse, RulesError
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.kernel.kernel import InterpretedRules
from zermelo.kernel.threads import Stopped
from zermelo.limits import Limit
from zermelo.search.examining import everything_about
from zermelo.search.memory import Memory
from zermelo.search.rules import Rules
from zermelo.wandering import random_play

GAMES = 8
OF_EACH = 20  # positions are looked at, about
AT_LEAST, SECONDS = 8, 0.1  # positions, and as many more as there is time for

OF_A_LIMIT, OF_A_CLOCK = 0.1, 0.01  # may go into a look after an answer, and never more than that

ADVICE = ("compiled ints have 64 bits, so use `bit`, `shl` and `shr` of zermelo.portable for "
           "boards of 64 squares, and several ints for larger ones")


class Agreement:
    """What a game's rules and evaluator say, to be held against what `examined` says of a state:
    their compiled code."""

    def __init__(self, game: Game, extra: dict[str, Any], weights: Iterable[float],
                 examined: Callable[[Any], int]) -> None:
        self._game, self._codec, self._examined = game, Codec(game.initial()), examined
        self._rules = cast(Rules, InterpretedRules(game, extra))
        self._memory = Memory()
        for i, weight in enumerate(weights):
            self._memory.weights[i] = weight

    def check_random_games(self) -> None:
        """Look for a difference in as many random games as there is time for."""
        end, looked_at, game = time.monotonic() + SECONDS, 0, self._game
        for number in range(GAMES):
            try:
                line = [step.state for step in random_play(game, game.initial(),
                                                           random.Random(number))]
            except Stopped:
                raise
            except Exception:
                return  # rules that raise: whoever searches them is told so
            for state in line[-2:] + line[number :: 1 + len(line) // OF_EACH]:
                if looked_at >= AT_LEAST and time.monotonic() > end:
                    return
                self.check(state)
                looked_at += 1

    def check(self, state: Any) -> None:
        """MeansSomethingElse if compiled code says something else about this state."""
        expected, trouble = None, ""
        try:
            expected = self._expected(state)
        except Stopped:
            raise
        except (RecursionError, MemoryError):
            return  # compiled code has more room
        except Exception as error:
            trouble = f"{type(error).__name__}: {error}"
        try:
            found = None if expected is None and not trouble else self._examined(state)
        except RulesError as error:
            if trouble:
                return
            raise MeansSomethingElse(f"compiled, {error}; interpreted, they do not: "
                                     f"{ADVICE}") from error
        if trouble:
            raise MeansSomethingElse(
                f"interpreted, the rules of {self._game.spec} raise {trouble} in "
                f"{self._game.text(state)}; compiled, they do not: {ADVICE}")
        if found is None or found != expected:
            raise MeansSomethingElse(f"compiled, the rules of {self._game.spec} say something else "
                                     f"than interpreted in {self._game.text(state)}: {ADVICE}")

    def _expected(self, state: Any) -> int | None:
        """What compiled code should say; None if a move leads to where it cannot follow."""
        if self._game.outcome(state) is None:
            for move in self._game.moves(state):
                after = self._game.play(state, move)
                try:
                    self._codec.words(after)
                except ValueError:
                    return None
        return everything_about(self._rules, self._memory, state)


def with_a_look(limit: Limit, answers: int, *, native: bool) -> tuple[Limit, float]:
    """How far a search may go that leaves time for a look at compiled rules, where one is due, and
    the seconds for it: after every first, second, fourth, eighth … answer; `answers` were before.

    >>> with_a_look(Limit(time=0.5), 0, native=True)
    (Limit(depth=None, nodes=None, time=0.45, remaining=None, increment=0.0), 0.05)
    """
    if not native or (answers + 1) & answers:
        return limit, 0.0
    if limit.remaining is not None:
        return limit, min(SECONDS, OF_A_CLOCK * limit.remaining)
    if limit.time is None:
        return limit, SECONDS
    looking = min(SECONDS, OF_A_LIMIT * limit.time)
    return replace(limit, time=limit.time - looking), looking
