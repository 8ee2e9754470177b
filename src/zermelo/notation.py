"""A game in one line of text.

    connect4                          a game that comes with Zermelo
    connect4:width=6,height=5         with parameters
    path/to/file.py:MyGame            a class in a file of your own
    path/to/file.py:MyGame:size=4     with parameters
"""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import ParameterError, ZermeloError
from zermelo.game import Game

_LONGEST_WORD = 80  # that could be a misspelt one


class Spec(NamedTuple):
    """A game's text taken apart: where its class is, and what to give it."""

    file: Path | None
    name: str
    parameters: dict[str, str]


def parse_spec(text: str) -> Spec:
    """Take a game's text apart.

    >>> parse_spec("connect4:width=6,height=5")
    Spec(file=None, name='connect4', parameters={'width': '6', 'height': '5'})
    """
    head, colon, tail = text.strip().partition(".py:")
    if text.strip().endswith(".py"):
        head, colon, tail = text.strip().removesuffix(".py"), ":", ""
    file = Path(head + ".py") if colon else None
    name, _, given = (tail if colon else head).partition(":")
    parameters: dict[str, str] = {}
    for item in filter(None, given.split(",")):
        key, equals, value = item.partition("=")
        if not (equals and key and value):
            raise ParameterError(
                f"{item!r} in {text!r} is not a parameter: write name=value, "
                f"several with commas between"
            )
        if key in parameters:
            raise ParameterError(f"{key!r} stands twice in {text!r}: give it once")
        parameters[key] = value
    return Spec(file, name, parameters)


def build(
    game_class: type[Game], parameters: dict[str, str], text: str
) -> Game:
    """Make the game, its parameters read by the types of the constructor's defaults."""
    values = {name: read_parameter(game_class, name, word, text)
              for name, word in parameters.items()}
    try:
        return game_class(**values)
    except ZermeloError:
        raise
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{text!r}: {game_class.__name__} refused it: {error}") from error


def parameters_of(game_class: type[Game]) -> dict[str, inspect.Parameter]:
    """The constructor's parameters by name."""
    return dict(list(inspect.signature(game_class.__init__).parameters.items())[1:])


def read_parameter(game_class: type[Game], name: str, word: str, text: str) -> Any:
    """A parameter's value as its default's type says; ParameterError if the class has none of this
    name, or it cannot be read. `text` is what was typed."""
    known = parameters_of(game_class)
    if name not in known:
        takes = ", ".join(known) or "none"
        raise ParameterError(
            f"{text!r}: {game_class.__name__} has no parameter {name!r}"
            f"{did_you_mean(name, known)}; it takes {takes}"
        )
    parameter = known[name]
    kind = type(parameter.default) if parameter.default is not inspect.Parameter.empty else None
    if kind is bool or parameter.annotation in (bool, "bool"):
        answers = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if word.lower() not in answers:
            raise ParameterError(f"{name}={word} in {text!r}: say true or false")
        return answers[word.lower()]
    if kind is int or parameter.annotation in (int, "int"):
        try:
            return int(word)
        except ValueError:
            raise ParameterError(f"{name}={word} in {text!r}: give a whole number") from None
    return word


def json_in(text: str | bytes) -> Any:
    """What JSON says; ValueError for all that cannot be read, however deeply it is nested."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word, or nothing.

    >>> did_you_mean("conect4", ["connect4", "nim"])
    ' (did you mean connect4?)'
    """
    if len(word) > _LONGEST_WORD:
        return ""
    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return f" (did you mean {folded[near[0]]}?)" if near else ""
