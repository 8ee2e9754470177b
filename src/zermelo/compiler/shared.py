"""What all functions that are compiled together share: constant tables, places of faults, a state.

Functions ask it for the others that they call (`instance`), which `module` makes.
"""

from __future__ import annotations

import ast
import functools
import struct
from abc import ABC, abstractmethod
from types import FunctionType
from typing import Any

from zermelo.compiler.callee import Callee
from zermelo.compiler.faults import Fault, Lines
from zermelo.compiler.records import STATE
from zermelo.compiler.targets import Target
from zermelo.compiler.types import BOOL, FLOAT, INT, NONE, Maybe, Tuple, Type, tuple_of
from zermelo.compiler.values import Value, constant, operand

_UNCARING = ("zermelo.portable", "zermelo.search", "zermelo.solve", "zermelo.learn",
             "zermelo.kernel", "zermelo.compiler", "zermelo.analysis")


class Shared(ABC):
    """What functions that are compiled together have in common."""

    rules: Any  # the game as its kernel sees it

    def __init__(self, game: Any, target: Target) -> None:
        self.game, self.target = game, target
        self.state_type = NONE if game is None else _state_type(constant(game.initial()).type)
        self.declared: set[str] = set()
        self.faults: list[Fault] = []
        self._lines: dict[FunctionType, Lines] = {}
        self.continues: set[str] = set()
        self._tables: dict[tuple[str, ...], str] = {}
        self._constants: dict[int, tuple[Any, Value]] = {}
        self._blames = False

    @abstractmethod
    def instance(self, function: FunctionType, arguments: list[Value], node: ast.AST) -> Callee:
        """The copy of a function for these arguments, compiled when first asked for."""

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
        if function not in self._lines:
            self._lines[function] = Lines.of(function)
        lines = self._lines[function]
        self.faults.append(lines.fault(getattr(node, "lineno", lines.first), kind, text))
        return len(self.faults)

    @functools.cache  # noqa: B019 - a module lives as long as its compilation
    def careful(self, function: FunctionType) -> bool:
        """Whether a function is somebody's rules: those may loop for ever and outgrow 64 bits."""
        return not function.__module__.startswith(_UNCARING)

    def blame_call(self, words: list[str]) -> str:
        """The instruction that writes down which state was to blame."""
        self._blames = True
        kinds = self.state_type.leaves
        given = [f"{kind} {word}" for kind, word in zip(kinds, words, strict=True)]
        return f"call void @blame({', '.join(['ptr %header', *given])})"

    def around(self, functions: list[str]) -> str:
        """These functions with all that they share: the whole in LLVM's language."""
        tables = [f"{name} = private unnamed_addr constant [{len(words)} x i64] "
                  f"[{', '.join(words)}], align 8" for words, name in self._tables.items()]
        blame = [_blame(self.state_type)] if self._blames else []
        return "\n".join([*tables, *sorted(self.declared), *functions, *blame,
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


def _state_type(kind: Type) -> Type:
    """A state's type: bools are kept as ints."""
    if isinstance(kind, Tuple):
        return tuple_of(tuple(map(_state_type, kind.items)), kind.named)
    return INT if kind is BOOL else kind
