"""Evaluators: opinions about unfinished positions, kept apart from the rules and swapped at will.

Every game that needs one has a module here with a `STANDARD` evaluator; `evaluator_for` finds it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from zermelo.errors import GameError
from zermelo.evaluation.linear import Evaluator, Explanation, LinearEvaluator
from zermelo.evaluation.weights import SUFFIX, load_weights, save_weights
from zermelo.game import Game
from zermelo.games import our_name
from zermelo.notation import did_you_mean

__all__ = ["Evaluator", "Explanation", "LinearEvaluator", "evaluator_for", "evaluators",
           "save_weights"]


def evaluators(game: Game[Any, Any]) -> dict[str, Evaluator]:
    """The evaluators that come with Zermelo for this game, by name; the standard one first."""
    name = our_name(game)
    module = f"zermelo.evaluation.{name}"
    if not name or find_spec(module) is None:
        return {}
    found = vars(import_module(module)).values()
    named = {e.name: e for e in found if isinstance(e, Evaluator)}
    return dict(sorted(named.items(), key=lambda item: item[0] != "standard"))


def evaluator_for(game: Game[Any, Any], name: str = "standard") -> Evaluator:
    """This game's evaluator of that name, or the one in that `.json` file.

    >>> from zermelo import load
    >>> evaluator_for(load("rps")).weights
    {'material': 1.0, 'position': 0.5, 'relationship': 0.8}
    """
    known = evaluators(game)
    if name.endswith(SUFFIX):
        return load_weights(name, game, known)
    if name not in known:
        has = ", ".join(known) or "none"
        raise GameError(
            f"{game.spec} has no evaluator {name!r}{did_you_mean(name, known)}; it has {has}"
        )
    return known[name]
