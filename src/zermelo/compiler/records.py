"""Memory with named fields, laid out once, for code that runs interpreted and compiled.

    class Killers(Record):
        first: int
        second: int

    class Orders(Record):
        nodes: int
        weights: Array[float] = array(float, 128)
        killers: Array[Killers] = array(Killers, 1000)

A kernel then says `memory.nodes += 1` and `memory.killers[ply].first = m`. Interpreted, these are
plain attributes of plain objects. Compiled, they are words at known places of one block. From
outside, `zermelo.kernel` shows that block under the same names.

Fields are ints, floats, records, and arrays of those; an array of unknown length comes last.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R", bound="Record")

STOP, ROOM, LIMIT, STATE = 1, 2, 3, 8  # words of the header, which every memory begins with


class Field:
    """A part of a record: an int or a float, a record, or an array of those."""

    def __init__(self, kind: Any, length: int | None = None, *, many: bool = False) -> None:
        self.kind, self.length, self.many = kind, length, many
        self.record: Layout | None = layout_of(kind) if isinstance(kind, type) and issubclass(
            kind, Record) else None
        self.item_words = self.record.words if self.record is not None else 1
        self.words = self.item_words * (length or 0) if many else self.item_words

    def made(self) -> Any:
        """What the interpreter keeps in it, to begin with."""
        if not self.many:
            return self.kind()
        if self.record is not None or self.length is None:
            return Records(self.kind)
        return Numbers([self.kind()] * self.length)


class Layout:
    """The fields of a record, each with its place in words."""

    def __init__(self, record: type[Record]) -> None:
        self.record, self.name = record, record.__name__
        self.whole = record.whole
        self.fields: dict[str, tuple[int, Field]] = {}
        self.words = 0
        for cls in reversed(record.__mro__):
            for name in getattr(cls, "__slots__", ()):
                field = record.arrays.get(name) or Field(_annotated(cls, name))
                self.fields[name] = (self.words, field)
                self.words += field.words


def _annotated(cls: type, name: str) -> Any:
    """The type of a field: `int`, `float` or a record, as it is written or what that names."""
    note = cls.__annotations__[name]
    if not isinstance(note, str):
        return note
    return {"int": int, "float": float}.get(note) or vars(sys.modules[cls.__module__])[note]


class Array(Protocol[T]):
    """Many of a kind, by number: what kernels see of `Numbers`, `Records` and compiled memory."""

    def __getitem__(self, index: int) -> T:
        """The item, or the record that may be written to."""

    def __setitem__(self, index: int, value: T) -> None:
        """Only where items are numbers."""

    def __len__(self) -> int:
        """How many there are, from outside."""

    def fill(self, value: int) -> None:
        """Set every number in it to 0 or to -1; from outside, never in a kernel."""


class Numbers(list[float]):
    """An array of numbers, interpreted."""

    def fill(self, value: int) -> None:
        """Write the same number to every item."""
        self[:] = [value] * len(self)


class Records(dict[int, Any]):
    """An array of records, interpreted; each is made when it is first asked for."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        super().__init__()
        self._kind, self._filled = kind, 0

    def __missing__(self, index: int) -> Any:
        made = self[index] = self._kind()
        if self._filled:
            made.fill(self._filled)
        return made

    def fill(self, value: int) -> None:
        """Set all fields of all of them."""
        self.clear()
        self._filled = value


def array(kind: type[T], length: int | None = None) -> Array[T]:
    """A field of so many; of any number if it is the last."""
    return cast("Array[T]", Field(kind, length, many=True))


class RecordType(type):
    """Makes a class of fields: annotated ones, and arrays."""

    arrays: dict[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], inside: dict[str, Any], *,
                whole: bool = False) -> RecordType:
        """Fields become slots of the objects that the interpreter works with."""
        made = {n: found for n, found in inside.items() if isinstance(found, Field)}
        fields = [n for n in inside.get("__annotations__", ()) if n != "whole"]
        kept = {n: found for n, found in inside.items() if n not in made}
        cls = super().__new__(mcs, name, bases, {**kept, "__slots__": tuple(fields)})
        cls.arrays = {**getattr(cls, "arrays", {}), **made}
        cls.whole = whole  # type: ignore[attr-defined]
        return cls


class Record(metaclass=RecordType):
    """A base for memory with named fields; `whole` if nothing else points into it."""

    whole: ClassVar[bool]

    def __init__(self) -> None:
        for name, (_, field) in layout_of(type(self)).fields.items():
            setattr(self, name, field.made())

    def fill(self, value: int) -> None:
        """Set every number in it; from outside, never in a kernel."""
        for name, (_, field) in layout_of(type(self)).fields.items():
            if field.many or field.record is not None:
                getattr(self, name).fill(value)
            else:
                setattr(self, name, field.kind(value))


_layouts: dict[type[Record], Layout] = {}


def layout_of(record: type[Record]) -> Layout:
    """Where the fields of a record lie."""
    if record not in _layouts:
        _layouts[record] = Layout(record)
    return _layouts[record]


_ANY = ctypes.c_int64 * (1 << 48)  # more words than there can be: an address has no length


def placed(record: type[R], address: int) -> R:
    """A record of one array of ints whose words begin at an address, for kernels that read what
    lies elsewhere, such as a file in memory. Whoever gives the address keeps it valid."""
    ((name, _),) = layout_of(record).fields.items()
    made = record.__new__(record)
    setattr(made, name, _ANY.from_address(address))
    return made
