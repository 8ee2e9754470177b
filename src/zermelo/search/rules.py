"""A game and an evaluator as the search sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from zermelo.evaluation.linear import Evaluator, Formula
from zermelo.game import Game
from zermelo.portable import promised
from zermelo.search.codes import to_thousandths
from zermelo.written import made_function

if TYPE_CHECKING:
    from zermelo.search.memory import Memory

HOOKS = ("to_move", "moves", "play", "outcome", "key", "canonical", "order", "candidates", "bounds",
         "noisy", "repetition_key", "null_move", "mobility", "repetition", "loud", "exchange",
         "urgent", "reversible", "playing_key", "outlook", "proof_order", "nearly_over",
         "settled", "unsettled", "decided", "threatens")
# What costs nothing where a game says nothing: nobody asks then.
OPTIONAL = ("null_move", "loud", "exchange", "urgent", "reversible", "playing_key", "outlook",
            "proof_order", "nearly_over", "unsettled", "decided", "threatens")

_CHEAP = 32  # weights that are soon added up


class Rules(Protocol):
    """What the search asks of a game, and a few things more."""

    repetition: int
    has_null_move: bool  # whether the game has something to say: known when it is compiled
    has_loud: bool
    has_exchange: bool
    has_urgent: bool
    has_reversible: bool
    has_playing_key: bool
    has_database: bool  # whether there is one to ask
    has_outlook: bool
    has_proof_order: bool
    has_nearly_over: bool
    has_unsettled: bool
    has_decided: bool
    has_threatens: bool
    keeps_opinions: bool  # whether the evaluator takes longer than to look up what it said

    def to_move(self, s: Any) -> int: ...  # noqa: D102 - as in `Game`
    def moves(self, s: Any) -> Iterable[int]: ...  # noqa: D102
    def candidates(self, s: Any) -> Iterable[int]: ...  # noqa: D102
    def play(self, s: Any, m: int) -> Any: ...  # noqa: D102
    def outcome(self, s: Any) -> int | None: ...  # noqa: D102
    def key(self, s: Any) -> Any: ...  # noqa: D102
    def canonical(self, s: Any) -> Any: ...  # noqa: D102
    def order(self, s: Any, m: int) -> int: ...  # noqa: D102
    def proof_order(self, s: Any, m: int) -> int: ...  # noqa: D102
    def mobility(self, s: Any) -> int: ...  # noqa: D102
    def bounds(self, s: Any) -> tuple[int, int]: ...  # noqa: D102
    def outlook(self, s: Any) -> tuple[int, int, int, int]: ...  # noqa: D102
    def decided(self, s: Any, at_least: int) -> int | None: ...  # noqa: D102
    def nearly_over(self, s: Any) -> bool: ...  # noqa: D102
    def settled(self, s: Any) -> int: ...  # noqa: D102
    def unsettled(self, s: Any) -> Any: ...  # noqa: D102
    def noisy(self, s: Any, m: int) -> bool: ...  # noqa: D102
    def null_move(self, s: Any) -> Any: ...  # noqa: D102
    def repetition_key(self, s: Any) -> Any: ...  # noqa: D102
    def loud(self, s: Any) -> Iterable[int]: ...  # noqa: D102
    def exchange(self, s: Any, m: int) -> float: ...  # noqa: D102
    def urgent(self, s: Any) -> bool: ...  # noqa: D102
    def threatens(self, s: Any, m: int) -> bool: ...  # noqa: D102
    def reversible(self, s: Any) -> int: ...  # noqa: D102
    def playing_key(self, s: Any) -> Any: ...  # noqa: D102

    def read_state(self, memory: Memory, at: int) -> Any:
        """The state in memory's batch that begins at this word."""

    def evaluate(self, memory: Memory, s: Any) -> int:
        """The evaluator's opinion in thousandths, in the first player's view."""

    def known(self, memory: Memory, s: Any) -> int:
        """What a database says of a state, as in `informed`."""


def extra_rules(game: Game, formula: Formula | None) -> dict[str, Any]:
    """What the search finds among the rules besides the game's own."""
    return {"evaluate": _no_opinion if formula is None else _evaluation(formula.function),
            "keeps_opinions": formula is not None and len(formula.weights) > _CHEAP,
            "has_database": False, "read_state": reader_of(game),
            **{f"has_{hook}": gives(game, hook) for hook in OPTIONAL}}


def reader_of(game: Game) -> Any:
    """A function that reads states of a game's kind from the words of memory's batch."""
    scope: dict[str, Any] = {"__name__": __name__}
    words = count()
    source = ("def read_state(game, memory, at):\n"
              f"    return {_written(game.initial(), words, scope)}\n")
    return _reader(source, tuple(sorted(scope.items(), key=str)))


@cache
def _reader(source: str, scope: tuple[tuple[str, Any], ...]) -> Any:
    return made_function(source, "read_state", dict(scope))


def _written(pattern: Any, words: Iterator[int], scope: dict[str, Any]) -> str:
    """The expression that makes a state like this one; of states that are not made of ints, what
    is never asked for."""
    if not isinstance(pattern, tuple):
        return f"memory.batch[at + {next(words)}]"
    items = "".join(f"{_written(item, words, scope)}, " for item in pattern)
    if not hasattr(pattern, "_fields"):
        return f"({items})"
    kind = f"kind_{len(scope)}"
    scope[kind] = type(pattern)
    return f"{kind}({items})"


def gives(game: Game, hook: str) -> bool:
    """Whether a game has something of its own to say there."""
    return getattr(type(game), hook) is not getattr(Game, hook)


def formula_of(evaluator: Evaluator | None) -> Formula | None:
    """What an evaluator computes; None if there is none."""
    return None if evaluator is None else evaluator.formula()


NO_NUMBER = "the evaluator gives no number (nan)"


def _no_opinion(game: Any, memory: Any, s: Any) -> int:
    return 0


@cache
def _evaluation(function: Any) -> Any:
    """A formula as the search calls it."""
    source = ("def evaluate(game, memory, s):\n"
              "    score = function(game, memory.weights, memory.recent, s)\n"
              "    promised(score == score, s, NO_NUMBER)\n"
              "    return to_thousandths(score)\n")
    return made_function(source, "evaluate", {"function": function, "__name__": __name__,
                                              "to_thousandths": to_thousandths,
                                              "promised": promised, "NO_NUMBER": NO_NUMBER})
