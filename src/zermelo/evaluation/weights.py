"""Weights in a file: an evaluator's features, weighted anew.

    {"game": "rps", "evaluator": "standard", "weights": {"material": 1.0, "position": -0.2, …}}

What a network among the features has learnt is a text beside them, `"network": …`. Further entries,
such as where the weights come from, are kept for people to read. A file is named wherever an
evaluator is: `--evaluator tuned.json`, `Engine(game, "tuned.json")`. Features in a file that is not
the game's own are named with it, `features.py:mine:tuned.json`: no weights make a file run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.evaluation.network import Network, network_in, with_another
from zermelo.game import Game
from zermelo.notation import json_in

SUFFIX = ".json"


def save_weights(file: str | Path, game: Game, evaluator: LinearEvaluator,
                 about: Mapping[str, Any] | None = None) -> None:
    """Write down an evaluator's weights; its features stay where they are, in the game's module."""
    found = {"game": _name(game), "evaluator": evaluator.name, "weights": dict(evaluator.weights),
             **(about or {})}
    network = network_in(evaluator)
    if network is not None:
        found["network"] = network[1].text
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    Path(file).write_text(text, encoding="utf-8")


def load_weights(file: str | Path, game: Game,
                 known: Mapping[str, Evaluator]) -> LinearEvaluator:
    """The evaluator of a file: one of the `known` ones of this game, weighted anew."""
    try:
        found = json_in(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise ParameterError(f"the evaluator {str(file)!r} cannot be read: {error.strerror}"
                             ) from None
    except ValueError:
        raise ParameterError(f"the evaluator {str(file)!r} is not JSON") from None
    weights = found.get("weights") if isinstance(found, dict) else None
    if not isinstance(weights, dict) or not all(map(_is_number, weights.values())):
        raise ParameterError(f'{str(file)!r} is not an evaluator: it should say {{"game": …, '
                             f'"evaluator": …, "weights": {{feature: number, …}}}}')
    if found.get("game") != _name(game):
        raise ParameterError(f"the evaluator {str(file)!r} is for {found.get('game')!r}, "
                             f"and not for {game.spec}")
    base = known.get(str(found.get("evaluator")))
    if not isinstance(base, LinearEvaluator):
        raise ParameterError(f"{str(file)!r} weights the features of "
                             f"{found.get('evaluator')!r}; {game.spec} has "
                             f"{', '.join(known) or 'none'}: name the file that has them, too, as "
                             f"in features.py:NAME:{Path(file).name}")
    return _learnt(base, found.get("network"), str(file)).with_weights(**weights)


def _learnt(base: LinearEvaluator, text: Any, file: str) -> LinearEvaluator:
    """An evaluator whose network has learnt this, if it is anything."""
    if text is None:
        return base
    network = network_in(base)
    if network is None or not isinstance(text, str):
        raise ParameterError(f"{file!r} has a network, which {base.name!r} has not: name an "
                             f"evaluator that has one")
    name, blank = network
    try:
        return with_another(base, name, Network.read(blank.sight, text))
    except ParameterError as error:
        raise ParameterError(f"{file!r}: {error}") from None


def _name(game: Game) -> str:
    return game.name or type(game).__name__


def _is_number(thing: Any) -> bool:
    try:
        return type(thing) in (int, float) and math.isfinite(thing)
    except OverflowError:  # a whole number that no float can hold
        return False
