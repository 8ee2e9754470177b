"""Words of the command line read without Pydantic.

Typer hands every word to Pydantic, which takes longer to import than most commands take to run.
Nearly all of ours are plain words, or numbers with a reader of their own, and need nobody's help;
whatever else there is, and all of it where Typer works in another way, is left to Typer.
"""

from __future__ import annotations

from typing import Any


def read_by_ourselves(command: Any) -> Any:
    """A command, or a group of them, that asks Typer only for what is not plain."""
    help_option = command.get_help_option

    def help_option_read(ctx: Any) -> Any:  # it is made when it is first asked for
        return _read(help_option(ctx))

    command.get_help_option = help_option_read
    for parameter in command.params:
        _read(parameter)
    for other in getattr(command, "commands", {}).values():
        read_by_ourselves(other)
    return command


def _read(parameter: Any) -> Any:
    """The same parameter, read by us if Typer's readers are where we know them to be."""
    if (hasattr(parameter, "get_runtime_param") and hasattr(parameter, "type_descriptor")
            and "get_runtime_param" not in vars(parameter)):
        reader = _Reader(parameter)
        parameter.get_runtime_param = lambda: reader
    return parameter


class _Reader:
    """Stands where Typer's own reader of a parameter would."""

    def __init__(self, parameter: Any) -> None:
        self._typers = parameter.get_runtime_param
        about = parameter.type_descriptor
        self._parser = about.parameter_info.parser
        self._annotation = about.annotation
        self._many = parameter.multiple or parameter.nargs != 1

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of what was typed, or of a default; None where there is none."""
        if self._many:
            if self._annotation == list[str] and self._parser is None and _are_words(value):
                return list(value)
        elif value is None:
            return None
        elif self._parser is not None:
            return self._parser(value)
        elif self._annotation is str and isinstance(value, str):
            return value
        return self._typers().coerce(value, param=param, ctx=ctx)


def _are_words(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
