"""What is known of a value while it is compiled: its type.

    INT BOOL FLOAT          a register each: i64, i1, double
    NONE                    nothing to hold
    Maybe(T)                `T | None`: a bool, whether it is there, and a T
    Tuple(T, U, …)          its items side by side; named, if it is a NamedTuple
    Row(T)                  a row of a constant table whose rows differ in length: where, how many
    Array(T, n)             a list of fixed length, made in this function: where it lies
    Ref, Span               a part of a kernel's memory, a row of such parts: see `records`
    STATIC                  known while compiling and gone afterwards: rules, functions, classes
    NEVER                   of an expression that never comes to have a value: it raises

There is one object for each type, so that types are compared by identity.
"""

from __future__ import annotations

from functools import cache
from typing import Any


class Type:
    """What is known of a value. `leaves` are the machine's types of the registers it takes."""

    leaves: tuple[str, ...] = ()
    words = 0  # how many 64-bit words it takes in memory

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Number(Type):
    """An int, a bool or a float."""

    words = 1

    def __init__(self, name: str, machine: str) -> None:
        super().__init__(name)
        self.leaves = (machine,)


INT = Number("an int", "i64")
BOOL = Number("a bool", "i1")
FLOAT = Number("a float", "double")
NONE = Type("None")
STATIC = Type("something that is no number")
NEVER = Type("nothing")


class Maybe(Type):
    """A value, or None."""

    def __init__(self, of: Type) -> None:
        super().__init__(f"{of.name} or None")
        self.of = of
        self.leaves = ("i1", *of.leaves)
        self.words = 1 + of.words


class Tuple(Type):
    """Items side by side."""

    def __init__(self, items: tuple[Type, ...], named: Any) -> None:
        inside = ", ".join(_bare(item.name) for item in items[:8])
        inside += ", …" if len(items) > 8 else ""
        super().__init__(f"{named.__name__ if named else 'a tuple '}({inside})")
        self.items, self.named = items, named
        self.leaves = tuple(leaf for item in items for leaf in item.leaves)
        self.words = sum(item.words for item in items)
        self.uniform = len(set(items)) == 1

    def offset(self, index: int) -> int:
        """The words before an item."""
        return sum(item.words for item in self.items[:index])


class Row(Type):
    """A row of a constant table: an address and a length."""

    leaves = ("ptr", "i64")

    def __init__(self, item: Type) -> None:
        super().__init__(f"a row of {_bare(item.name)}s")
        self.item = item


class Array(Type):
    """A list of numbers whose length never changes."""

    leaves = ("ptr",)

    def __init__(self, item: Type, length: int) -> None:
        super().__init__("a list")
        self.item, self.length = item, length


@cache
def maybe(of: Type) -> Type:
    """`of`, or None."""
    return of if isinstance(of, Maybe) or of in (NONE, NEVER) else Maybe(of)


@cache
def tuple_of(items: tuple[Type, ...], named: Any = None) -> Tuple:
    """The type of a tuple with these items, or of a NamedTuple."""
    return Tuple(items, named)


row_of = cache(Row)
array_of = cache(Array)


def join(one: Type, other: Type) -> Type | None:
    """The type of what is sometimes one and sometimes the other; None if there is none."""
    if one is other or other is NEVER:
        return one
    if one is NEVER:
        return other
    if isinstance(one, Number) and isinstance(other, Number):
        return FLOAT if FLOAT in (one, other) else INT
    if NONE in (one, other) or isinstance(one, Maybe) or isinstance(other, Maybe):
        plain = [t.of if isinstance(t, Maybe) else t for t in (one, other) if t is not NONE]
        inner = plain[0] if len(plain) == 1 else join(plain[0], plain[1])
        return None if inner is None or inner is STATIC else maybe(inner)
    if isinstance(one, Tuple) and isinstance(other, Tuple) and len(one.items) == len(other.items):
        items = [join(a, b) for a, b in zip(one.items, other.items, strict=True)]
        found = [item for item in items if item is not None]
        if len(found) == len(items):
            return tuple_of(tuple(found), one.named if one.named is other.named else None)
    return None


def _bare(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")
