"""A game in one line of text.

    connect4                          a game that comes with Zermelo
    connect4:width=6,height=5         with parameters
    path/to/file.py:MyGame            a class in a file of your own
    path/to/file.py:MyGame:size=4     with parameters
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from zermelo.errors import GameError, ParameterError, UnknownGameError, ZermeloError
from zermelo.game import Game


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
    game_class: type[Game[Any, Any]], parameters: dict[str, str], text: str
) -> Game[Any, Any]:
    """Make the game, its parameters read by the types of the constructor's defaults."""
    known = dict(list(inspect.signature(game_class.__init__).parameters.items())[1:])
    values: dict[str, Any] = {}
    for name, word in parameters.items():
        if name not in known:
            takes = ", ".join(known) or "none"
            raise ParameterError(
                f"{text!r}: {game_class.__name__} has no parameter {name!r}"
                f"{did_you_mean(name, known)}; it takes {takes}"
            )
        values[name] = _read(word, known[name], name, text)
    try:
        return game_class(**values)
    except ZermeloError:
        raise
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{text!r}: {game_class.__name__} refused it: {error}") from error


def _read(word: str, parameter: inspect.Parameter, name: str, text: str) -> Any:
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


def class_in_file(file: Path, name: str, text: str) -> type[Game[Any, Any]]:
    """The game class `name` of a Python file; the file is run, as `python file.py` would."""
    if not file.is_file():
        raise GameError(f"{text!r}: there is no file {str(file)!r}")
    module = module_of(file, text)
    games = {n: c for n, c in vars(module).items() if isinstance(c, type) and issubclass(c, Game)
             and not inspect.isabstract(c) and c.__module__ == module.__name__}
    if name in games:
        return games[name]
    if inspect.isclass(vars(module).get(name)) and issubclass(vars(module)[name], Game):
        missing = ", ".join(sorted(vars(module)[name].__abstractmethods__))
        raise GameError(f"{text!r}: the class {name} still lacks {missing}")
    has = ", ".join(games) or "none"
    if not name:
        raise UnknownGameError(
            f"{text!r} does not say which class: write {file}:Name; it has {has}"
        )
    raise UnknownGameError(
        f"{text!r}: {file} has no game class {name!r}{did_you_mean(name, games)}; it has {has}"
    )


def module_of(file: Path, text: str) -> ModuleType:
    """A user's Python file, run; GameError with the line if that fails."""
    module_name = f"zermelo_user_{file.stem}"
    spec = importlib.util.spec_from_file_location(module_name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # NamedTuples and dataclasses look their module up here
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = _line_in(file, error)
        raise GameError(
            f"{text!r}: running {file} failed at line {line}: {type(error).__name__}: {error}"
        ) from error
    return module


def _line_in(file: Path, error: BaseException) -> int | None:
    if isinstance(error, SyntaxError):
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if Path(step.tb_frame.f_code.co_filename).resolve() == file.resolve():
            line = step.tb_lineno
        step = step.tb_next
    return line


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word, or nothing.

    >>> did_you_mean("conect4", ["connect4", "nim"])
    ' (did you mean connect4?)'
    """
    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return f" (did you mean {folded[near[0]]}?)" if near else ""
