"""Values: what is known already, and registers for what is not.

A number is a Python number if it is known, else the name of a register. A tuple is its items, or
the place in constant memory where they lie; so a table of 4,096 numbers is never taken apart just
to look one of them up.
"""

from __future__ import annotations

import enum
import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STATIC,
    Maybe,
    Number,
    Tuple,
    Type,
    join,
    tuple_of,
)

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1


class Value:
    """A type, and what there is of it."""

    __slots__ = ("type", "what")

    def __init__(self, type: Type, what: Any) -> None:
        self.type, self.what = type, what

    def __repr__(self) -> str:
        return f"{self.type}: {self.what}"


class Placed(NamedTuple):
    """A tuple that lies in constant memory, not taken apart."""

    pointer: str


class TooLarge(Exception):  # noqa: N818 - caught, and told as a reason
    """A constant that does not fit 64 bits."""


NOTHING = Value(NONE, None)
TRUE, FALSE = Value(BOOL, True), Value(BOOL, False)


def whole(number: int) -> Value:
    """A constant int. It may be of any size until a register must hold it."""
    return Value(INT, number)


def truth(known: bool) -> Value:
    """A constant bool."""
    return TRUE if known else FALSE


def static(thing: Any) -> Value:
    """Something that is known while compiling and is no number."""
    return Value(STATIC, thing)


def is_known(value: Value) -> bool:
    """Whether a number, or all numbers of a tuple, are known now."""
    if isinstance(value.type, Number):
        return not isinstance(value.what, str)
    if isinstance(value.type, Tuple):
        return not isinstance(value.what, Placed) and all(map(is_known, value.what))
    if isinstance(value.type, Maybe):
        return is_known(value.what[0]) and is_known(value.what[1])
    return value.type in (NONE, STATIC)


def operand(value: Value) -> str:
    """A number as it is written in an instruction."""
    what = value.what
    if isinstance(what, str):
        return what
    if value.type is BOOL:
        return "true" if what else "false"
    if value.type is INT:
        if not LOWEST <= what <= HIGHEST:
            raise TooLarge(str(what) if abs(what) < 10**40 else "a number of many digits")
        return str(what)
    if value.type is FLOAT:
        return f"0x{struct.unpack('<Q', struct.pack('<d', what))[0]:016X}"
    raise AssertionError(f"no operand: {value}")


def operands(value: Value) -> Iterator[str]:
    """The registers and constants that a value consists of, in the order of its type's leaves."""
    kind, what = value.type, value.what
    if isinstance(kind, Number):
        yield operand(value)
    elif isinstance(kind, Maybe | Tuple):
        for item in what:
            yield from operands(item)
    elif kind.leaves:
        yield from what if isinstance(what, tuple) else (what,)


def rebuilt(kind: Type, registers: Iterator[str]) -> Value:
    """The value that consists of these registers: `operands` undone."""
    if isinstance(kind, Number):
        return Value(kind, next(registers))
    if isinstance(kind, Maybe):
        return Value(kind, (rebuilt(BOOL, registers), rebuilt(kind.of, registers)))
    if isinstance(kind, Tuple):
        return Value(kind, [rebuilt(item, registers) for item in kind.items])
    taken = tuple(next(registers) for _ in kind.leaves)
    return Value(kind, taken[0] if len(taken) == 1 else taken or None)


def tuple_value(items: Sequence[Value], named: Any = None) -> Value:
    """A tuple of these items."""
    return Value(tuple_of(tuple(item.type for item in items), named), list(items))


def constant(thing: Any) -> Value:
    """A Python object as a value: numbers, None, tuples, lists or arrays of such; else static."""
    if thing is None:
        return NOTHING
    if isinstance(thing, bool):
        return truth(thing)
    if isinstance(thing, int):
        return whole(int(thing))
    if isinstance(thing, float):
        return Value(FLOAT, float(thing))
    if isinstance(thing, tuple):
        return tuple_value(list(map(constant, thing)),
                           type(thing) if hasattr(thing, "_fields") else None)
    if isinstance(thing, list):
        return tuple_value(list(map(constant, thing)))
    if not isinstance(thing, type | enum.Enum) and hasattr(thing, "tolist") \
            and hasattr(thing, "dtype"):
        return constant(thing.tolist())
    return static(thing)


def item_type(kind: Tuple) -> Type | None:
    """What all items of a tuple have in common; None if there is nothing."""
    found: Type | None = kind.items[0] if kind.items else NEVER
    for item in set(kind.items):
        found = None if found is None else join(found, item)
    return found


def fits(number: float) -> bool:
    """Whether a float's whole part is an int of 64 bits."""
    return math.isfinite(number) and -(2.0**63) <= number < 2.0**63
