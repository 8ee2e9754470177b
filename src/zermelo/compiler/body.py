"""A function under way: its instructions (`instructions`), what can be done with values
(`conversions`), and its variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from zermelo.compiler.conversions import Conversions
from zermelo.compiler.frames import Again, Frame, Notes, Variable
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.shared import Shared
from zermelo.compiler.types import BOOL, NEVER, STATIC, Maybe, Row, Tuple, Type, join
from zermelo.compiler.values import Placed, Value, is_known, operands, rebuilt

SHORT = 8  # words of a tuple that is better chosen from by comparing than looked up in memory


class Block(NamedTuple):
    """A long tuple, or a list, in stack memory."""

    pointer: str


class Body(Conversions):
    """One function being compiled."""

    def __init__(self, shared: Shared, function: FunctionType, notes: Notes) -> None:
        super().__init__(shared, Frame(function, ()))
        self.notes = notes
        self.wrapping = False  # inside `wrap(…)`: only the low 64 bits count

    def kept(self, kind: Type) -> Any:
        """Stack memory for a value of this type."""
        if isinstance(kind, Maybe):
            return self.kept(BOOL), self.kept(kind.of)
        if isinstance(kind, Tuple):
            if is_long(kind):
                return Block(self.alloca(f"[{kind.words} x i64]"))
            return [self.kept(item) for item in kind.items]
        if isinstance(kind, Row):
            return self.alloca("ptr"), self.alloca("i64")
        return self.alloca(kind.leaves[0]) if kind.leaves else None

    def keep(self, kind: Type, slot: Any, value: Value) -> None:
        """Write a value of this very type to stack memory."""
        if isinstance(slot, Block):
            self.write_words(slot.pointer, value)
        elif isinstance(kind, Maybe):
            for part, place in zip(value.what, slot, strict=True):
                self.keep(part.type, place, part)
        elif isinstance(kind, Tuple):
            for part, place in zip(self.items(value), slot, strict=True):
                self.keep(part.type, place, part)
        else:
            places = slot if isinstance(slot, tuple) else (slot,)
            for machine, place, text in zip(kind.leaves, places, operands(value), strict=False):
                self.do(f"store {machine} {text}, ptr {place}")

    def recalled(self, kind: Type, slot: Any) -> Value:
        """A value from stack memory."""
        if isinstance(slot, Block):
            return self.read_words(slot.pointer, kind)
        if isinstance(kind, Maybe):
            return Value(kind, (self.recalled(BOOL, slot[0]), self.recalled(kind.of, slot[1])))
        if isinstance(kind, Tuple):
            return Value(kind, [self.recalled(item, place)
                                for item, place in zip(kind.items, slot, strict=True)])
        if not kind.leaves:
            return Value(kind, None)
        places = slot if isinstance(slot, tuple) else (slot,)
        loaded = [self.op(f"load {machine}, ptr {place}")
                  for machine, place in zip(kind.leaves, places, strict=True)]
        return rebuilt(kind, iter(loaded))

    def lasting(self, value: Value) -> Callable[[], Value]:
        """How to get at a value later on, where a yield may lie in between.

        Whoever comes back by a switch finds no registers, but what was written to memory.
        """
        if not self.frame.resumed or is_known(value) or not value.type.leaves:
            return lambda: value
        if isinstance(value.what, Placed):
            place = self.alloca("ptr")
            self.do(f"store ptr {value.what.pointer}, ptr {place}")
            return lambda: Value(value.type, Placed(self.op(f"load ptr, ptr {place}")))
        slot = self.kept(value.type)
        self.keep(value.type, slot, value)
        return lambda: self.recalled(value.type, slot)

    def bind(self, name: str, value: Value) -> None:
        """A name whose value never changes."""
        self.frame.variables[name] = Variable(value.type, None, value)
        self.frame.sure.add(name)

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a local name a value."""
        frame, key = self.frame, (self.frame.path, name)
        before = self.notes.types.get(key)
        kind = value.type if before is None else join(before, value.type)
        if kind is None or (kind is STATIC and before is STATIC
                            and self._other_static(name, value)):
            raise Refusal(f"{name} is sometimes one type and sometimes another: keep it an int "
                          f"throughout" if kind is None else
                          f"{name} is sometimes one thing and sometimes another, and neither is a "
                          f"number", node)
        if kind is not before:
            self.notes.types[key] = kind
            if before is not None or key in self.notes.missed:
                raise Again
        if kind is STATIC:
            frame.variables[name] = Variable(kind, None, value)
            frame.sure.add(name)
            return
        variable = frame.variables.get(name)
        if variable is None:
            variable = frame.variables[name] = self._declared(kind, key)
        self.keep(kind, variable.slot, self.cast(value, kind, node))
        if variable.flag:
            self.do(f"store i1 true, ptr {variable.flag}")
        frame.sure.add(name)

    def _other_static(self, name: str, value: Value) -> bool:
        variable = self.frame.variables.get(name)
        return (variable is not None and variable.known is not None
                and variable.known.what is not value.what)

    def _declared(self, kind: Type, key: Any) -> Variable:
        variable = Variable(kind, self.kept(kind))
        if key in self.notes.doubtful:
            variable.flag = self.alloca("i1")
            self.allocas.append(f"  store i1 false, ptr {variable.flag}")
        return variable

    def read(self, name: str, node: ast.AST) -> Value:
        """The value of a local name; a fault where it has none, as in Python."""
        variable = self.variable(name, node)
        if variable is None:
            return Value(NEVER, None)
        if variable.known is not None:
            return variable.known
        return self.recalled(variable.type, variable.slot)

    def frame_of(self, name: str) -> Frame | None:
        """Whose local name it is; None if it is nobody's."""
        frame: Frame | None = self.frame
        while frame is not None and name not in frame.variables and name not in frame.locals:
            frame = frame.outer
        return frame

    def variable(self, name: str, node: ast.AST) -> Variable | None:
        """Where a local name's value is kept; None if nothing can have been assigned to it."""
        frame = self.frame_of(name)
        assert frame is not None
        variable, key = frame.variables.get(name), (frame.path, name)
        if variable is None:
            kind = self.notes.types.get(key)
            if kind is None or kind is STATIC:
                self.notes.missed.add(key)
                self.fail("UnboundLocalError", f"{name} has no value yet", node)
                self.label(self.name("never"))
                return None
            self.notes.doubtful.add(key)
            variable = frame.variables[name] = self._declared(kind, key)
        if name not in frame.sure and variable.known is None:
            if not variable.flag:
                self.notes.doubtful.add(key)
                raise Again
            unset = self.op(f"xor i1 {self.op(f'load i1, ptr {variable.flag}')}, true")
            self.fail_if(Value(BOOL, unset), "UnboundLocalError", f"{name} has no value yet", node)
        return variable


def is_long(kind: Tuple) -> bool:
    """Whether a tuple is kept in one piece, so that it can be looked up by a variable index."""
    return kind.uniform and kind.words > SHORT
