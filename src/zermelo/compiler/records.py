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

import ast
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, cast, get_type_hints

from zermelo.compiler.body import Body, Refusal
from zermelo.compiler.types import FLOAT, INT, Type
from zermelo.compiler.values import Value, is_known, operand

T = TypeVar("T")


class Field:
    """A part of a record: an int or a float, a record, or an array of those."""

    def __init__(self, kind: Any, length: int | None = None, *, many: bool = False) -> None:
        self.kind, self.length, self.many = kind, length, many
        self.record: Layout | None = layout_of(kind) if isinstance(kind, type) and issubclass(
            kind, Record) else None
        self.item_words = self.record.words if self.record is not None else 1
        self.words = self.item_words * (length or 0) if many else self.item_words


class Layout:
    """The fields of a record, each with its place in words."""

    def __init__(self, record: type[Record]) -> None:
        self.record, self.name = record, record.__name__
        self.whole = record.whole
        self.fields: dict[str, tuple[int, Field]] = {}
        self.words = 0
        for name, hint in get_type_hints(record).items():
            if name in Record.__annotations__:
                continue
            field = record.arrays.get(name) or Field(hint)
            self.fields[name] = (self.words, field)
            self.words += field.words


class Array(Generic[T]):
    """Many of a kind, by number. Interpreted they are made when first asked for."""

    def __init__(self, field: Field) -> None:
        self._items: dict[int, Any] = {}
        self._new: Callable[[], Any] = field.kind
        self._length = field.length

    def __getitem__(self, index: int) -> T:
        found = self._items.get(index)
        if found is None:
            found = self._items[index] = self._new()
        return cast(T, found)

    def __setitem__(self, index: int, value: T) -> None:
        self._items[index] = value

    def __len__(self) -> int:
        return self._length or 0

    def fill(self, value: T) -> None:
        """Set all of them; from outside, never in a kernel."""
        self._items.clear()
        self._new = lambda: value


def array(kind: type[T], length: int | None = None) -> Array[T]:
    """A field of so many; of any number if it is the last."""
    return cast("Array[T]", Field(kind, length, many=True))


class Record:
    """A base for memory with named fields; `whole` if nothing else points into it."""

    whole: ClassVar[bool] = False
    arrays: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls, *, whole: bool = False) -> None:
        cls.whole = whole
        own = {name: made for name, made in vars(cls).items() if isinstance(made, Field)}
        for name in own:
            delattr(cls, name)
        cls.arrays = {**cls.arrays, **own}

    def __init__(self) -> None:
        for name, (_, field) in layout_of(type(self)).fields.items():
            setattr(self, name, Array(field) if field.many else field.kind())


_layouts: dict[type[Record], Layout] = {}


def layout_of(record: type[Record]) -> Layout:
    """Where the fields of a record lie."""
    if record not in _layouts:
        _layouts[record] = Layout(record)
    return _layouts[record]


# --- compiled ---

class Ref(Type):
    """A record in memory: an address."""

    leaves = ("ptr",)

    def __init__(self, record: Layout) -> None:
        super().__init__(f"a {record.name}")
        self.record = record

    def get(self, b: Body, of: Value, name: str, node: ast.AST) -> Value:
        """A field's value, or where it lies."""
        place, field = self._place(b, of, name, node)
        return _read(b, place, field)

    def set(self, b: Body, of: Value, name: str, found: Value, node: ast.AST) -> None:
        """Write a field."""
        place, field = self._place(b, of, name, node)
        _write(b, place, field, found, node)

    def _place(self, b: Body, of: Value, name: str, node: ast.AST) -> tuple[str, Field]:
        if name not in self.record.fields:
            raise Refusal(f"{self.name} has no field '{name}'", node)
        offset, field = self.record.fields[name]
        return b.offset(of.what, offset), field


class Span(Type):
    """An array in memory: an address."""

    leaves = ("ptr",)

    def __init__(self, field: Field) -> None:
        super().__init__("an array of memory")
        self.field = field
        self._item = field if not field.many else _one_of(field)

    def get(self, b: Body, of: Value, index: Value, node: ast.AST) -> Value:
        """An item's value, or where it lies."""
        return _read(b, self.place(b, of, index), self._item)

    def set(self, b: Body, of: Value, index: Value, found: Value, node: ast.AST) -> None:
        """Write an item."""
        _write(b, self.place(b, of, index), self._item, found, node)

    def place(self, b: Body, of: Value, index: Value) -> str:
        """The address of an item."""
        size = self.field.item_words
        if is_known(index):
            return b.offset(of.what, index.what * size)
        return b.offset(of.what, operand(index) if size == 1 else
                        b.op(f"mul nsw i64 {index.what}, {size}"))


ref_to = cache(Ref)
span_of = cache(Span)


@cache
def _one_of(field: Field) -> Field:
    return Field(field.kind)


def _read(b: Body, place: str, field: Field) -> Value:
    if field.many:
        return Value(span_of(field), place)
    if field.record is not None:
        return Value(ref_to(field.record), place)
    kind = FLOAT if field.kind is float else INT
    return Value(kind, b.op(f"load {kind.leaves[0]}, ptr {place}"))


def _write(b: Body, place: str, field: Field, found: Value, node: ast.AST) -> None:
    if field.many or field.record is not None:
        raise Refusal("a record is not set as a whole: set its fields", node)
    kind = FLOAT if field.kind is float else INT
    number = b.cast(b.number(found, node), kind, node)
    b.do(f"store {kind.leaves[0]} {operand(number)}, ptr {place}")
