"""Everything that is compiled together: functions, constant tables, places of faults, an entry."""

from __future__ import annotations

import ast
import functools
import struct
from types import FunctionType
from typing import Any

from zermelo.compiler.attributes import object_attribute
from zermelo.compiler.body import Body
from zermelo.compiler.calling import Hook, Method, parameters_of, tree_of
from zermelo.compiler.doors import Door
from zermelo.compiler.faults import Fault
from zermelo.compiler.fields import ref_to
from zermelo.compiler.functions import Instance
from zermelo.compiler.records import LIMIT, ROOM, STATE, Layout
from zermelo.compiler.source import definition_of, file_of, names_written
from zermelo.compiler.targets import Target
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STATIC,
    Maybe,
    Number,
    Tuple,
    Type,
    tuple_of,
)
from zermelo.compiler.values import Value, constant, is_known, operand, rebuilt, static
from zermelo.game import Game

_MOST_COPIES = 96  # of one function, for different constants
_UNCARING = ("zermelo.portable", "zermelo.search", "zermelo.solve", "zermelo.learn",
             "zermelo.kernel", "zermelo.compiler", "zermelo.analysis")


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
            return b.module.constant(found)
        if name == "candidates" and type(self.game).candidates is Game.candidates:
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


class Module:
    """Everything that is compiled together."""

    def __init__(self, game: Any, extra: dict[str, Any], target: Target) -> None:
        self.game, self.rules, self.target = game, Rules(game, extra), target
        self.state_type = NONE if game is None else _state_type(constant(game.initial()).type)
        self.declared: set[str] = set()
        self.faults: list[Fault] = []
        self.continues: set[str] = set()
        self._instances: dict[Any, Instance] = {}
        self._copies: dict[FunctionType, int] = {}
        self._tables: dict[tuple[str, ...], str] = {}
        self._constants: dict[int, tuple[Any, Value]] = {}
        self._functions: list[str] = []
        self._blames = False

    def constant(self, thing: Any) -> Value:
        """A Python object as a value, made once."""
        if not isinstance(thing, tuple | list):
            return constant(thing)
        kept = self._constants.get(id(thing))
        if kept is None:
            kept = self._constants[id(thing)] = (thing, constant(thing))
        return kept[1]

    def table(self, found: Value) -> str:
        """The name of constant memory that holds these known items."""
        words = tuple(_words(found))
        if words not in self._tables:
            self._tables[words] = f"@table{len(self._tables)}"
        return self._tables[words]

    def fault(self, function: FunctionType, node: ast.AST | None, kind: str, text: str) -> int:
        """A number for a place where something may go wrong."""
        line = getattr(node, "lineno", function.__code__.co_firstlineno)
        self.faults.append(Fault(file_of(function), line, function.__name__, kind, text))
        return len(self.faults)

    @functools.cache  # noqa: B019 - a module lives as long as its compilation
    def careful(self, function: FunctionType) -> bool:
        """Whether a function is somebody's rules: those may loop for ever and outgrow 64 bits."""
        return not function.__module__.startswith(_UNCARING)

    def blamed(self, b: Body, called: Value, arguments: list[Value]) -> tuple[Value, ...]:
        """The state that is to blame if this call fails."""
        if isinstance(called.what, Hook):
            for argument in arguments:
                if argument.type is self.state_type:
                    return (b.exploded(argument),)
        return b.blame

    def blame_call(self, words: list[str]) -> str:
        """The instruction that writes down which state was to blame."""
        self._blames = True
        kinds = self.state_type.leaves
        given = [f"{kind} {word}" for kind, word in zip(kinds, words, strict=True)]
        return f"call void @blame({', '.join(['ptr %header', *given])})"

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
        tables = [f"{name} = private unnamed_addr constant [{len(words)} x i64] "
                  f"[{', '.join(words)}], align 8" for words, name in self._tables.items()]
        blame = [_blame(self.state_type)] if self._blames else []
        return "\n".join([*tables, *sorted(self.declared), *self._functions, *more, *blame,
                          '!0 = !{!"branch_weights", i32 1, i32 100000}', ""])


def _blame(kind: Type) -> str:
    """The function that writes down a state."""
    lines = []
    for i, machine in enumerate(kind.leaves):
        lines += [f"  %p{i} = getelementptr inbounds i64, ptr %header, i64 {STATE + i}",
                  f"  store {machine} %w{i}, ptr %p{i}"]
    given = ", ".join(["ptr %header", *(f"{m} %w{i}" for i, m in enumerate(kind.leaves))])
    return "\n".join([f"define internal void @blame({given}) nounwind cold noinline {{", *lines,
                      "  ret void", "}"])


def _words(found: Value) -> list[str]:
    """Known items as words of constant memory."""
    kind = found.type
    if isinstance(kind, Tuple):
        return [word for item in found.what for word in _words(item)]
    if isinstance(kind, Maybe):
        return [*_words(found.what[0]), *_words(found.what[1])]
    if kind is FLOAT:
        return [f"i64 {struct.unpack('<q', struct.pack('<d', found.what))[0]}"]
    if kind is NONE:
        return []
    return [f"i64 {int(found.what)}" if kind is BOOL else f"i64 {operand(found)}"]


def _part_of_key(argument: Value, fixed: bool) -> Any:
    if argument.type is STATIC:
        return id(argument.what) if not isinstance(argument.what, tuple) else argument.what
    return (argument.type, repr(argument.what)) if fixed else argument.type


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


def _state_type(kind: Type) -> Type:
    """A state's type: bools are kept as ints."""
    if isinstance(kind, Tuple):
        return tuple_of(tuple(map(_state_type, kind.items)), kind.named)
    return INT if kind is BOOL else kind
