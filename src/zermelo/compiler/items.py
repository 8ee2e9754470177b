"""Items of tuples, of tables and of lists, by an index that may be known only at run time."""

from __future__ import annotations

import ast

from zermelo.compiler.body import SHORT, Body
from zermelo.compiler.fields import Span
from zermelo.compiler.refusal import Refusal, named
from zermelo.compiler.types import (
    BOOL,
    INT,
    NEVER,
    STATIC,
    Array,
    Row,
    Tuple,
    Type,
    join,
    row_of,
    tuple_of,
)
from zermelo.compiler.values import (
    FALSE,
    TRUE,
    Placed,
    Value,
    is_known,
    item_type,
    operand,
    tuple_value,
    whole,
)


def item(b: Body, of: Value, index: Value, node: ast.AST) -> Value:
    """`of[index]`."""
    of = b.surely(of, node)
    if of.type is NEVER:
        return of
    if isinstance(of.type, Span):
        return of.type.get(b, of, b.whole_number(index, node), node)
    if of.type is STATIC:
        return _static_item(b, of, index, node)
    index = b.whole_number(index, node)
    if isinstance(of.type, Row):
        pointer, length = of.what
        at = in_range(b, index, Value(INT, length), node)
        return _read(b, b.offset(pointer, _times(b, at, of.type.item.words)), of.type.item)
    if isinstance(of.type, Array):
        at = in_range(b, index, whole(of.type.length), node)
        return b.read_words(b.offset(of.what, operand(at)), of.type.item)
    if not isinstance(of.type, Tuple):
        raise Refusal(f"it is {of.type}, which has no items", node)
    return _tuple_item(b, of, of.type, index, node)


def _tuple_item(b: Body, of: Value, kind: Tuple, index: Value, node: ast.AST) -> Value:
    if is_known(index):
        if not -len(kind.items) <= index.what < len(kind.items):
            b.fail_if(TRUE, "IndexError", "there is no such item", node)
            return Value(NEVER, None)
        at = index.what % len(kind.items)
        if isinstance(of.what, Placed):
            return _read(b, b.offset(of.what.pointer, kind.offset(at)), kind.items[at])
        found: Value = of.what[at]
        return found
    common = _common_item(kind, node)
    if isinstance(common, Row):
        return _row(b, of, index, common, node)
    if not isinstance(of.what, Placed) and not is_known(of) and kind.words <= SHORT:
        at = in_range(b, index, whole(len(kind.items)), node)
        items = [b.exploded(b.cast(i, common, node)) for i in of.what]
        best = items[-1]
        for number in range(len(items) - 2, -1, -1):
            here = Value(BOOL, b.op(f"icmp eq i64 {at.what}, {number}"))
            best = b.chosen(here, items[number], best)
        return best
    if not isinstance(of.what, Placed):
        of = b.cast(of, _uniform(kind, common), node)
    pointer, item_kind = item_place(b, b.in_memory(of), _tuple_type(of), index, node)
    return _read(b, pointer, item_kind)


def _tuple_type(of: Value) -> Tuple:
    assert isinstance(of.type, Tuple)
    return of.type


def _uniform(kind: Tuple, item_kind: Type) -> Tuple:
    return tuple_of((item_kind,) * len(kind.items), None)


def _common_item(kind: Tuple, node: ast.AST) -> Type:
    """What all items are, for an index that is not known yet."""
    common = item_type(kind)
    if common is not None and common not in (NEVER, STATIC):
        return common
    inner = [i for i in kind.items if isinstance(i, Tuple)]
    if len(inner) == len(kind.items) and inner:  # rows of a table, of different lengths
        found: Type | None = NEVER
        for row in inner:
            one = item_type(row)
            found = None if one is None or found is None else join(found, one)
        if found is not None and found not in (NEVER, STATIC):
            return row_of(found)
    raise Refusal("a tuple of different types cannot be indexed by a variable", node)


def _row(b: Body, of: Value, index: Value, kind: Row, node: ast.AST) -> Value:
    """A row of a table that is constant, its rows of different lengths."""
    if not is_known(of):
        raise Refusal("a tuple of different types cannot be indexed by a variable", node)
    at = in_range(b, index, whole(len(of.what)), node)
    rows = [[b.cast(i, kind.item, node) for i in b.items(row)] for row in of.what]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) * kind.item.words)
    cells = b.shared.table(tuple_value([i for row in rows for i in row]))
    ends = b.shared.table(tuple_value([whole(start) for start in starts]))
    first = b.op(f"load i64, ptr {b.offset(ends, operand(at))}")
    after = b.op(f"add i64 {operand(at)}, 1")
    last = b.op(f"load i64, ptr {b.offset(ends, after)}")
    words = b.op(f"sub i64 {last}, {first}")
    length = words if kind.item.words == 1 else b.op(f"sdiv i64 {words}, {kind.item.words}")
    return Value(kind, (b.offset(cells, first), length))


def _read(b: Body, pointer: str, kind: Type) -> Value:
    """An item of a constant table; a tuple stays where it is until it is needed."""
    return Value(kind, Placed(pointer)) if isinstance(kind, Tuple) else b.read_words(pointer, kind)


def _times(b: Body, index: Value, words: int) -> str:
    if words == 1 or is_known(index):
        return operand(whole(index.what * words) if is_known(index) else index)
    return b.op(f"mul i64 {index.what}, {words}")


def in_range(b: Body, index: Value, length: Value, node: ast.AST) -> Value:
    """An index counted from the start, where a negative one counts from the end; else a fault."""
    if is_known(index) and is_known(length):
        fine = -length.what <= index.what < length.what
        b.fail_if(FALSE if fine else TRUE, "IndexError", "there is no such item", node)
        return whole(index.what % length.what if fine else 0)
    negative = Value(BOOL, b.op(f"icmp slt i64 {operand(index)}, 0"))
    behind = Value(INT, b.op(f"add i64 {operand(index)}, {operand(length)}"))
    at = b.chosen(negative, behind, index)
    outside = Value(BOOL, b.op(f"icmp uge i64 {operand(at)}, {operand(length)}"))
    b.fail_if(outside, "IndexError", "there is no such item", node)
    return at


def item_place(b: Body, pointer: str, kind: Tuple, index: Value,
                node: ast.AST) -> tuple[str, Type]:
    """The address of an item of a tuple in memory, and its type."""
    index = b.whole_number(index, node)
    if is_known(index):
        if not -len(kind.items) <= index.what < len(kind.items):
            b.fail_if(TRUE, "IndexError", "there is no such item", node)
            index = whole(0)
        at = index.what % len(kind.items)
        return b.offset(pointer, kind.offset(at)), kind.items[at]
    one = _common_item(kind, node)
    place = in_range(b, index, whole(len(kind.items)), node)
    return b.offset(pointer, _times(b, place, one.words)), one


def _static_item(b: Body, of: Value, index: Value, node: ast.AST) -> Value:
    constants = isinstance(of.what, str | bytes | range | dict)
    if constants and (is_known(index) or index.type is STATIC):
        try:
            return b.shared.constant(of.what[index.what])
        except (LookupError, TypeError):
            raise Refusal(f"there is no item {index.what!r}", node) from None
    raise Refusal(named(of.what), node)
