"""Everything that is compiled together: copies of functions, and an entry."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.compiler.attributes import object_attribute
from zermelo.compiler.body import Body
from zermelo.compiler.calling import Hook, Method, parameters_of, tree_of
from zermelo.compiler.doors import Door
from zermelo.compiler.fields import ref_to
from zermelo.compiler.functions import Instance
from zermelo.compiler.records import LIMIT, ROOM, STATE, Layout
from zermelo.compiler.shared import Shared
from zermelo.compiler.source import definition_of, names_written
from zermelo.compiler.targets import Target
from zermelo.compiler.types import STATIC, Number
from zermelo.compiler.values import Value, is_known, rebuilt, static

_MOST_COPIES = 96  # of one function, for different constants


class Rules:
    """A game's methods as a kernel sees them, with functions and constants of the kernel's own."""

    def __init__(self, game: Any, extra: dict[str, Any]) -> None:
        self.game, self.extra = game, extra

    def attribute(self, b: Body, name: str, node: ast.AST) -> Value:
        """`rules.name`."""
        if name in self.extra:
            found = self.extra[name]
            if isinstance(found, FunctionType):
                return static(Hook(found, static(self.game), name))
            return b.shared.constant(found)
        if name == "candidates" and not self.game.overrides("candidates"):
            name = "moves"
        of = object_attribute(b, static(self.game), name, node)
        if of.type is STATIC and isinstance(of.what, Method):
            return static(Hook(of.what.function, of.what.first, name))
        return of


_STACK_LIMIT = [  # how far down the stack may grow: so much room from here
    "  %here = alloca i8",
    f"  %roomy = getelementptr inbounds i64, ptr %header, i64 {ROOM}",
    "  %room = load i64, ptr %roomy",
    "  %top = ptrtoint ptr %here to i64",
    "  %limit = sub i64 %top, %room",
    f"  %limited = getelementptr inbounds i64, ptr %header, i64 {LIMIT}",
    "  store i64 %limit, ptr %limited",
]


class Module(Shared):
    """Everything that is compiled together."""

    def __init__(self, game: Any, extra: dict[str, Any], target: Target) -> None:
        super().__init__(game, target)
        self.rules = Rules(game, extra)
        self._instances: dict[Any, Instance] = {}
        self._copies: dict[FunctionType, int] = {}
        self._functions: list[str] = []

    def instance(self, function: FunctionType, arguments: list[Value], node: ast.AST) -> Instance:
        """The copy of a function for these arguments, compiled when first asked for."""
        fixed = self._fixed(function, arguments, node)
        key = (function, tuple(_part_of_key(a, f) for a, f in zip(arguments, fixed, strict=True)))
        found = self._instances.get(key)
        if found is None:
            self._copies[function] = self._copies.get(function, 0) + 1
            symbol = f"@{_plain(function.__name__)}.{len(self._instances)}"
            found = self._instances[key] = Instance(self, function, arguments, fixed, symbol)
            self._functions.append(found.compiled(node))
        elif not found.done:
            found.call_itself(node)
        return found

    def _fixed(self, function: FunctionType, arguments: list[Value], node: ast.AST) -> list[bool]:
        """Which arguments are constants that the function gets a copy for."""
        if function.__name__ in function.__code__.co_names \
                or self._copies.get(function, 0) >= _MOST_COPIES:
            return [False] * len(arguments)
        names = parameters_of(tree_of(function, node))
        written = names_written(function)
        return [isinstance(a.type, Number) and is_known(a) and name not in written
                for a, name in zip(arguments, names, strict=True)]

    def entry(self, run: FunctionType, pointers: list[Layout]) -> str:
        """Source of `entry(header, pointers…) -> code`, which runs `run(rules, …, state)`."""
        arguments = [static(self.rules), *(Value(ref_to(layout), f"%p{i}")
                                           for i, layout in enumerate(pointers))]
        registers = (f"%s{i}" for i in range(len(self.state_type.leaves)))
        arguments.append(rebuilt(self.state_type, registers))
        instance = self.instance(run, arguments, definition_of(run))
        lines = ["  store i64 0, ptr %header"]
        for i, machine in enumerate(self.state_type.leaves):
            lines += [f"  %a{i} = getelementptr inbounds i64, ptr %header, i64 {STATE + i}",
                      f"  %s{i} = load {machine}, ptr %a{i}"]
        given = ["ptr %header", *(f"ptr %p{i}" for i in range(len(pointers))),
                 *(f"{machine} %s{i}" for i, machine in enumerate(self.state_type.leaves))]
        unused = "" if instance.result == "void" else "%unused = "
        lines += [*_STACK_LIMIT,
                  f"  {unused}call {instance.result} {instance.symbol}({', '.join(given)})",
                  "  %code = load i64, ptr %header", "  ret i64 %code"]
        kinds = ", ".join(["ptr %header", *(f"ptr %p{i}" for i in range(len(pointers)))])
        return "\n".join([f"define i64 @entry({kinds}) nounwind {{", *lines, "}"])

    @property
    def doors(self) -> list[Door]:
        """Where one may change from this code to better code while it runs."""
        return [Door(found.symbol, found.result, tuple(found.parameters))
                for found in self._instances.values() if found.calls_itself]

    def text(self, *more: str) -> str:
        """The whole in LLVM's language."""
        return self.around([*self._functions, *more])


def _part_of_key(argument: Value, fixed: bool) -> Any:
    if argument.type is STATIC:
        return id(argument.what) if not isinstance(argument.what, tuple) else argument.what
    return (argument.type, repr(argument.what)) if fixed else argument.type


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
