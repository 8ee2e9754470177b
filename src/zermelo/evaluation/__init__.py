"""Evaluators: opinions about unfinished positions, kept apart from the rules and swapped at will.

Our own games have a module each here, with a `STANDARD` evaluator. A game of somebody's own names
its evaluators in the attribute `evaluators`, the standard one first; the simplest is a function:

>>> from zermelo.games.nim import Nim
>>> def odd_heaps(game, s):
...     return s.heaps.count(1) % 2
>>> class MyNim(Nim):
...     evaluators = (odd_heaps,)
>>> evaluator_for(MyNim()).weights
{'odd_heaps': 1.0}

Wherever an evaluator is named, a text says which:

    standard               the game's first
    NAME                   another of the game's own
    tuned.json             the game's, weighted anew
    file.py:NAME           a function or an evaluator in a file
    file.py:NAME:tuned.json
"""

from __future__ import annotations

import copy
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zermelo.errors import GameError
from zermelo.evaluation.explanation import Explanation
from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.evaluation.phased import PhasedEvaluator
from zermelo.evaluation.squares import Counted, SquareFeature
from zermelo.evaluation.weights import SUFFIX, load_weights, save_weights
from zermelo.game import Game
from zermelo.games import our_name
from zermelo.notation import did_you_mean
from zermelo.own_files import module_of

__all__ = ["Counted", "Evaluator", "Explanation", "LinearEvaluator", "PhasedEvaluator",
           "SquareFeature", "evaluator_for", "evaluators", "save_weights", "with_evaluator"]


def evaluators(game: Game) -> dict[str, Evaluator]:
    """The evaluators that come with this game, by name; the standard one first."""
    own = game.evaluators
    if own:
        if not isinstance(own, tuple | list):
            raise GameError(f"{game.spec}: evaluators should be a tuple of functions or "
                            f"evaluators, and not a {type(own).__name__}")
        made = [as_evaluator(thing, f"the evaluators of {game.spec}") for thing in own]
        return {e.name: e for e in made}
    name = our_name(game)
    module = f"zermelo.evaluation.{name}"
    if not name or find_spec(module) is None:
        return {}
    found = vars(import_module(module)).values()
    named = {e.name: e for e in found if isinstance(e, Evaluator)}
    return dict(sorted(named.items(), key=lambda item: item[0] != "standard"))


def evaluator_for(game: Game, name: str = "standard") -> Evaluator:
    """The evaluator that a text names, for this game.

    >>> from zermelo import load
    >>> evaluator_for(load("rps")).weights
    {'material': 1.0, 'position': 0.5, 'relationship': 0.8}
    """
    if ".py:" in name or name.endswith(".py"):
        return _in_file(name, game)
    known = evaluators(game)
    if name.endswith(SUFFIX):
        return load_weights(name, game, known)
    if name == "standard" and known:
        return next(iter(known.values()))
    if name not in known:
        has = ", ".join(known) or "none"
        raise GameError(
            f"{game.spec} has no evaluator {name!r}{did_you_mean(name, known)}; it has {has}"
        )
    return known[name]


def as_evaluator(thing: Any, where: str) -> Evaluator:
    """An evaluator as it is; a function of game and state becomes one with a single feature."""
    if isinstance(thing, Evaluator):
        return thing
    if isinstance(thing, type) and issubclass(thing, Evaluator):
        return thing()
    if callable(thing):
        name = str(getattr(thing, "__name__", type(thing).__name__))
        return LinearEvaluator(name, {name: thing}, {name: 1.0})
    raise GameError(f"{where}: {str(thing)!r} is a {type(thing).__name__}, and not a function of "
                    f"the game and a state, or an evaluator")


def with_evaluator(game: Game, evaluator: Evaluator) -> Game:
    """The same game, with another standard evaluator for all that play and search it."""
    other = copy.copy(game)
    vars(other)["evaluators"] = (evaluator,)
    return other


def _in_file(text: str, game: Game) -> Evaluator:
    head, _, rest = text.partition(".py")
    name, _, weights = rest.removeprefix(":").partition(":")
    file = Path(f"{head}.py")
    module = module_of(file, text)
    there = [n for n, thing in vars(module).items() if isinstance(thing, Evaluator) or (
        callable(thing) and getattr(thing, "__module__", "") == module.__name__)]
    has = ", ".join(there) or "none"
    if not name:
        raise GameError(f"{text!r} does not say which evaluator: write {file}:name; it has {has}")
    if not hasattr(module, name):
        raise GameError(f"{text!r}: {file} has no {name!r}{did_you_mean(name, there)}; "
                        f"it has {has}")
    found = as_evaluator(getattr(module, name), f"{file}:{name}")
    return load_weights(weights, game, {found.name: found}) if weights else found
