"""A game and an evaluator as the search sees them.

The search calls `rules.moves(s)`, `rules.evaluate(memory, s)` and so on. Interpreted, `rules` is
the object below; compiled, the same names are resolved when the code is made.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.game import Game
from zermelo.search.codes import to_thousandths
from zermelo.search.core import weighted

HOOKS = ("to_move", "moves", "play", "outcome", "key", "canonical", "order", "candidates", "bounds",
         "noisy", "repetition_key", "null_move", "mobility")
CONSTANTS = ("repetition",)


class Rules:
    """A game's methods and its evaluator's, side by side, for the interpreted search."""

    def __init__(self, game: Game[Any, Any], evaluator: Evaluator | None) -> None:
        for hook in HOOKS + CONSTANTS:
            setattr(self, hook, getattr(game, hook))
        self.has_null_move = has_null_move(game)
        self.game = game
        evaluate = evaluation(evaluator)
        self.evaluate = lambda memory, s: evaluate(game, memory, s)


def has_null_move(game: Game[Any, Any]) -> bool:
    """Whether the game says what skipping a turn would be."""
    return type(game).null_move is not Game.null_move


def evaluation(evaluator: Evaluator | None) -> Any:
    """`evaluate(game, memory, s)`, in thousandths, in the first player's view."""
    if evaluator is None:
        return _no_opinion
    if isinstance(evaluator, LinearEvaluator):
        return _weighted_sum(tuple(evaluator.features.values()))
    return lambda game, memory, s: to_thousandths(evaluator(game, s))


def compilable_evaluation(evaluator: Evaluator | None) -> FunctionType | None:
    """The same as a plain function that can be compiled with the rules; None if it cannot."""
    if evaluator is None or isinstance(evaluator, LinearEvaluator):
        found: FunctionType = evaluation(evaluator)
        return found
    return None


def _no_opinion(game: Any, memory: Any, s: Any) -> int:
    return 0


@cache
def _weighted_sum(features: tuple[Any, ...]) -> Any:
    """One function for several features, unrolled, with the weights read from memory."""
    names: dict[str, Any] = {f"feature_{i}": f for i, f in enumerate(features)}
    names |= {"weighted": weighted, "to_thousandths": to_thousandths}
    lines = ["def evaluate(game, memory, s):", "    total = 0.0"]
    lines += [f"    total += weighted(memory, {i}) * feature_{i}(game, s)"
              for i in range(len(features))]
    exec("\n".join([*lines, "    return to_thousandths(total)"]), names)
    return names["evaluate"]
