"""Records in compiled code: a field is a word at a known distance from an address."""

from __future__ import annotations

import ast
from functools import cache

from zermelo.compiler.body import Body
from zermelo.compiler.records import Field, Layout
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import FLOAT, INT, Type
from zermelo.compiler.values import Value, is_known, operand


class Ref(Type):
    """A record in memory: an address."""

    leaves = ("ptr",)

    def __init__(self, record: Layout) -> None:
        super().__init__(f"a {record.name}")
        self.record = record

    def get(self, b: Body, of: Value, name: str, node: ast.AST) -> Value:
        """A field's value, or where it lies."""
        place, field = self._place(b, of, name, node)
        return _read(b, place, field, volatile=name == "stop")  # another thread may write it

    def set(self, b: Body, of: Value, name: str, found: Value, node: ast.AST) -> None:
        """`record.name = found`."""
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
        """`array[index] = found`."""
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


def _read(b: Body, place: str, field: Field, *, volatile: bool = False) -> Value:
    if field.many:
        return Value(span_of(field), place)
    if field.record is not None:
        return Value(ref_to(field.record), place)
    kind = FLOAT if field.kind is float else INT
    how = "load volatile" if volatile else "load"
    return Value(kind, b.op(f"{how} {kind.leaves[0]}, ptr {place}"))


def _write(b: Body, place: str, field: Field, found: Value, node: ast.AST) -> None:
    if field.many or field.record is not None:
        raise Refusal("a record is not set as a whole: set its fields", node)
    kind = FLOAT if field.kind is float else INT
    number = b.cast(b.number(found, node), kind, node)
    b.do(f"store {kind.leaves[0]} {operand(number)}, ptr {place}")
