"""What does not compile, and why, in a few words."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.compiler.types import STATIC
from zermelo.compiler.values import Value


class Refusal(Exception):  # noqa: N818 - caught, and told as a sentence
    """Something that does not compile: what stands where, and why."""

    def __init__(self, reason: str, node: ast.AST | None = None,
                 function: FunctionType | None = None) -> None:
        super().__init__(reason)
        self.reason, self.node, self.function = reason, node, function


def no_number(value: Value) -> str:
    """Why a value is refused where a number is needed."""
    if value.type is STATIC:
        return named(value.what)
    return f"it is {value.type}, not a number"


def told(value: Value) -> str:
    """What a value is, in a few words."""
    if value.type is not STATIC:
        return value.type.name
    return "a string" if isinstance(value.what, str) else f"a {type(value.what).__name__}"


def named(thing: Any) -> str:
    """What does not compile, in a few words, where a number should stand."""
    if isinstance(thing, str | bytes):
        return "a string does not compile: use ints and tuples"
    for kind, words in ((dict, "a dict does not compile: use ints and tuples"),
                        (set | frozenset, "a set does not compile: use the bits of an int"),
                        (complex, "a complex number does not compile")):
        if isinstance(thing, kind):
            return words
    if isinstance(thing, FunctionType):
        return f"{thing.__name__} is a function, not a number"
    return f"a {type(thing).__name__} does not compile here: use ints and tuples"

