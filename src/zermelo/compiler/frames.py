"""The names of a function under way, and what is learnt about them.

Variables lie in stack memory, which LLVM turns into registers. Their types are found out on the
way: when a variable turns out to be of a wider type than was thought, the function is begun anew
with what was learnt (`Notes`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NamedTuple

from zermelo.compiler.types import Type
from zermelo.compiler.values import Value


class Again(Exception):  # noqa: N818 - a signal, never seen outside
    """More is known now than when this function was begun."""


@dataclass
class Notes:
    """What was learnt about a function's variables, kept when it is begun anew."""

    types: dict[Any, Type] = field(default_factory=dict)
    doubtful: set[Any] = field(default_factory=set)  # read where they may not be set
    missed: set[Any] = field(default_factory=set)  # read where nothing was known of them yet


class Loop(NamedTuple):
    """Where `continue` and `break` go, and what is set where somebody breaks."""

    again: str
    end: str
    breaks: list[set[str]]


@dataclass
class Variable:
    """A local name: where its value is kept."""

    type: Type
    slot: Any
    known: Value | None = None  # it never changes: just this
    flag: str = ""  # whether it is set, where that is in doubt


class Frame:
    """The names of one function: of the one being compiled, or of a generator taken into it."""

    def __init__(self, function: FunctionType, path: tuple[Any, ...],
                 outer: Frame | None = None) -> None:
        self.function, self.path, self.outer = function, path, outer
        self.variables: dict[str, Variable] = {}
        self.sure: set[str] = set()  # names that have a value here, whatever happened before
        self.loops: list[Loop] = []
        # What `return` does with what is returned.
        self.leave: Callable[[ast.expr | None, ast.AST], None] | None = None
        self.hand_over: Callable[[Value], None] | None = None  # what `yield` does
        self.chain: tuple[FunctionType, ...] = ()  # generators, each taken into the one before
        self.grows = ""  # a list that it fills, whose items it yields as it were
        self.weight = 0  # the size of what is done with the items that it yields
        # Whether it is come back to by a switch, after a yield.
        self.resumed: bool = outer is not None and outer.resumed
        code = function.__code__
        self.cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        self.locals = set(code.co_varnames) | set(code.co_cellvars) if outer is None else set()
