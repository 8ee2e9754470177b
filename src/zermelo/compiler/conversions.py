"""A value as one of another type, in words of memory, or as what comes of several branches."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from zermelo.compiler.instructions import Instructions
from zermelo.compiler.refusal import Refusal, no_number
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STATIC,
    Maybe,
    Number,
    Row,
    Tuple,
    Type,
    join,
)
from zermelo.compiler.values import (
    NOTHING,
    Placed,
    Value,
    fits,
    is_known,
    operand,
    operands,
    rebuilt,
    static,
    truth,
    whole,
)


class Conversions(Instructions):
    """What can be done with values, whatever the function."""

    def cast(self, value: Value, kind: Type, node: ast.AST | None = None) -> Value:
        """The same value as one of another type. What is None where it may not be is a fault."""
        if value.type is kind:
            return value
        if value.type is NEVER:
            return self.never(kind)
        if isinstance(value.type, Maybe) and not isinstance(kind, Maybe):
            return self.cast(self.surely(value, node), kind, node)
        if isinstance(kind, Maybe):
            if value.type is NONE:
                return Value(kind, (truth(False), self.never(kind.of)))
            present, inner = value.what if isinstance(value.type, Maybe) else (truth(True), value)
            return Value(kind, (present, self.cast(inner, kind.of, node)))
        if isinstance(kind, Tuple) and isinstance(value.type, Tuple) \
                and len(kind.items) == len(value.type.items):
            return Value(kind, [self.cast(item, to, node) for item, to
                                in zip(self.items(value), kind.items, strict=True)])
        if isinstance(value.type, Number) and kind is INT and value.type is BOOL:
            return whole(int(value.what)) if is_known(value) else \
                Value(INT, self.op(f"zext i1 {value.what} to i64"))
        if isinstance(value.type, Number) and kind is FLOAT:
            value = self.cast(value, INT)
            if is_known(value):
                return Value(FLOAT, float(value.what))
            return Value(FLOAT, self.op(f"sitofp i64 {value.what} to double"))
        raise Refusal(f"it is {value.type}, not {kind}", node or self.node)

    def never(self, kind: Type) -> Value:
        """Some value of a type, where no code gets to."""
        if isinstance(kind, Number):
            return {INT: whole(0), BOOL: truth(False)}.get(kind, Value(FLOAT, 0.0))
        if isinstance(kind, Maybe):
            return Value(kind, (truth(False), self.never(kind.of)))
        if isinstance(kind, Tuple):
            return Value(kind, [self.never(item) for item in kind.items])
        if kind is STATIC:
            return static(None)
        leaves = tuple("null" if leaf == "ptr" else "0" for leaf in kind.leaves)
        return Value(kind, leaves[0] if len(leaves) == 1 else leaves or None)

    def surely(self, value: Value, node: ast.AST | None = None) -> Value:
        """A value that may be None, where it must not be."""
        if not isinstance(value.type, Maybe):
            return value
        present, inner = value.what
        self.fail_if(self.negated(present), "TypeError", "this is None here", node)
        found: Value = inner
        return found

    def number(self, value: Value, node: ast.AST) -> Value:
        """An int, a bool or a float; anything else is refused."""
        value = self.surely(value, node)
        if value.type is NEVER:
            return whole(0)
        if not isinstance(value.type, Number):
            raise Refusal(no_number(value), node)
        return value

    def whole_number(self, value: Value, node: ast.AST) -> Value:
        """An int, from an int or a bool; anything else is refused."""
        value = self.number(value, node)
        if value.type is FLOAT:
            raise Refusal("a float stands where an int is needed: use int(…)", node)
        return self.cast(value, INT)

    def truth(self, value: Value, node: ast.AST) -> Value:
        """Whether Python would call it true."""
        kind = value.type
        if kind is BOOL:
            return value
        if kind in (NONE, NEVER):
            return truth(False)
        if isinstance(kind, Maybe):
            return self.both(value.what[0], self.truth(value.what[1], node))
        if isinstance(kind, Tuple):
            return truth(bool(kind.items))
        if isinstance(kind, Row):
            return Value(BOOL, self.op(f"icmp ne i64 {value.what[1]}, 0"))
        if isinstance(kind, Number):
            if is_known(value):
                return truth(bool(value.what))
            if kind is FLOAT:
                return Value(BOOL, self.op(f"fcmp une double {value.what}, 0.0"))
            return Value(BOOL, self.op(f"icmp ne i64 {value.what}, 0"))
        if kind is STATIC:
            return truth(bool(value.what))
        raise Refusal(f"it is {kind}, which is neither true nor false here", node)

    def both(self, one: Value, other: Value) -> Value:
        """A bool that is true if both are."""
        for first, second in ((one, other), (other, one)):
            if is_known(first):
                return second if first.what else truth(False)
        return Value(BOOL, self.op(f"and i1 {one.what}, {other.what}"))

    def either(self, one: Value, other: Value) -> Value:
        """A bool that is true if one of them is, or both."""
        for first, second in ((one, other), (other, one)):
            if is_known(first):
                return truth(True) if first.what else second
        return Value(BOOL, self.op(f"or i1 {one.what}, {other.what}"))

    def negated(self, condition: Value) -> Value:
        """The opposite of a bool."""
        if is_known(condition):
            return truth(not condition.what)
        return Value(BOOL, self.op(f"xor i1 {condition.what}, true"))

    def chosen(self, condition: Value, yes: Value, no: Value) -> Value:
        """One of two values of the same type, both of which are there."""
        if is_known(condition):
            return yes if condition.what else no
        kind = yes.type
        registers = [
            a if a == b else self.op(f"select i1 {condition.what}, {machine} {a}, {machine} {b}")
            for machine, a, b in zip(kind.leaves, operands(self.exploded(yes)),
                                     operands(self.exploded(no)), strict=True)]
        return rebuilt(kind, iter(registers))

    def to_int(self, value: Value, node: ast.AST) -> Value:
        """A float's whole part, as `int(…)` gives it."""
        if is_known(value):
            if not fits(value.what):
                raise Refusal(f"{value.what} is no int of 64 bits", node)
            return whole(int(value.what))
        low = self.op(f"fcmp oge double {value.what}, {operand(Value(FLOAT, -(2.0**63)))}")
        high = self.op(f"fcmp olt double {value.what}, {operand(Value(FLOAT, 2.0**63))}")
        self.fail_if(self.negated(Value(BOOL, self.op(f"and i1 {low}, {high}"))), "OverflowError",
                     "this float is no int of 64 bits", node)
        return Value(INT, self.op(f"fptosi double {value.what} to i64"))

    # --- tuples, and values in words of memory ---

    def items(self, value: Value) -> list[Value]:
        """The items of a tuple, taken out of constant memory if they lie there."""
        kind = value.type
        assert isinstance(kind, Tuple)
        if isinstance(value.what, Placed):
            return [self.read_words(self.offset(value.what.pointer, kind.offset(i)), item)
                    for i, item in enumerate(kind.items)]
        found: list[Value] = value.what
        return found

    def exploded(self, value: Value) -> Value:
        """The same with every tuple taken apart."""
        if isinstance(value.type, Tuple):
            return Value(value.type, [self.exploded(item) for item in self.items(value)])
        return value

    def offset(self, pointer: str, words: int | str) -> str:
        """An address so many words further on."""
        if words == 0:
            return pointer
        return self.op(f"getelementptr inbounds i64, ptr {pointer}, i64 {words}")

    def read_words(self, pointer: str, kind: Type) -> Value:
        """A value from words of memory, where bools are 0 or 1."""
        if isinstance(kind, Tuple):
            return Value(kind, [self.read_words(self.offset(pointer, kind.offset(i)), item)
                                for i, item in enumerate(kind.items)])
        if isinstance(kind, Maybe):
            return Value(kind, (self.read_words(pointer, BOOL),
                                self.read_words(self.offset(pointer, 1), kind.of)))
        if not kind.leaves:
            return Value(kind, None)
        if kind is BOOL:
            word = self.op(f"load i64, ptr {pointer}")
            return Value(BOOL, self.op(f"icmp ne i64 {word}, 0"))
        return Value(kind, self.op(f"load {kind.leaves[0]}, ptr {pointer}"))

    def write_words(self, pointer: str, value: Value) -> None:
        """A value into words of memory."""
        kind = value.type
        if isinstance(kind, Tuple):
            for i, item in enumerate(self.items(value)):
                self.write_words(self.offset(pointer, kind.offset(i)), item)
        elif isinstance(kind, Maybe):
            self.write_words(pointer, value.what[0])
            self.write_words(self.offset(pointer, 1), value.what[1])
        elif kind is BOOL:
            self.do(f"store i64 {operand(self.cast(value, INT))}, ptr {pointer}")
        elif kind.leaves:
            self.do(f"store {kind.leaves[0]} {operand(value)}, ptr {pointer}")

    def in_memory(self, value: Value) -> str:
        """The address of a tuple's words: constant memory, or a copy on the stack."""
        if isinstance(value.what, Placed):
            return value.what.pointer
        if is_known(value):
            return self.shared.table(value)
        assert isinstance(value.type, Tuple)
        pointer = self.alloca(f"[{max(1, value.type.words)} x i64]")
        self.write_words(pointer, value)
        return pointer

    # --- joining branches ---

    def merged(self, arms: Sequence[tuple[Value, list[Any], str]], node: ast.AST) -> Value:
        """The value that comes of several branches, each with a gap at its end; goes on there.

        An arm is a value, the gap in which its branch ends, and the block it ends in.
        """
        if not arms:
            self.label(self.name("never"))
            return Value(NEVER, None)
        kind = arms[0][0].type
        for value, _, _ in arms[1:]:
            wider = join(kind, value.type)
            if wider is None:
                raise Refusal(f"it is sometimes {kind} and sometimes {value.type}", node)
            kind = wider
        end = self.name("met")
        incoming: list[tuple[str, list[str]]] = []
        for value, gap, block in arms:
            with self.at(gap, block):
                parts = list(operands(self.exploded(self.cast(value, kind, node))))
                assert self.block is not None
                incoming.append((self.block, parts))
                self.go(end)
        self.label(end)
        if kind is STATIC:
            return self._same_static([value for value, _, _ in arms], node)
        registers = []
        for number, machine in enumerate(kind.leaves):
            pairs = ", ".join(f"[{parts[number]}, %{block}]" for block, parts in incoming)
            registers.append(self.op(f"phi {machine} {pairs}"))
        return rebuilt(kind, iter(registers)) if kind is not NONE else NOTHING

    def _same_static(self, values: list[Value], node: ast.AST) -> Value:
        if any(value.what is not values[0].what for value in values):
            raise Refusal("it must be known before the game which of the two it is", node)
        return values[0]
