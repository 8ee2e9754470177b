"""The functions of `zermelo.lanes` as machine instructions, for all numbers at once."""

from __future__ import annotations

import ast

from zermelo import lanes
from zermelo.compiler.body import Body
from zermelo.compiler.calling import direct
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, INT, Array, Tuple
from zermelo.compiler.values import NOTHING, Value, is_known, operand

_FOUR = f"<{lanes.LANES} x i{lanes.BITS}>"
_TWICE = f"<{lanes.LANES} x i{2 * lanes.BITS}>"  # which a product fits
_WIDE = f"<{lanes.LANES} x i64>"


@direct(lanes.cut)
def _cut(b: Body, node: ast.AST, word: Value, low: Value, high: Value) -> Value:
    """Low first, then high, as `min(max(…))` does it."""
    if not (is_known(low) and is_known(high)):
        raise Refusal("lanes are cut at constants", node)
    found = _taken(b, word, node)
    for bound, beyond in ((low.what, "slt"), (high.what, "sgt")):
        if not -(1 << lanes.BITS - 1) <= bound < 1 << lanes.BITS - 1:
            raise Refusal(f"{bound} does not fit a lane of {lanes.BITS} bits", node)
        all_of_it = "<" + ", ".join([f"i{lanes.BITS} {bound}"] * lanes.LANES) + ">"
        outside = b.op(f"icmp {beyond} {_FOUR} {found}, {all_of_it}")
        found = b.op(f"select <{lanes.LANES} x i1> {outside}, {_FOUR} {all_of_it}, "
                     f"{_FOUR} {found}")
    return Value(INT, b.op(f"bitcast {_FOUR} {found} to i64"))


@direct(lanes.products)
def _products(b: Body, node: ast.AST, one: Value, other: Value) -> Value:
    product = b.op(f"mul {_FOUR} {_taken(b, one, node)}, {_taken(b, other, node)}")
    return Value(INT, b.op(f"bitcast {_FOUR} {product} to i64"))


@direct(lanes.dot)
def _dot(b: Body, node: ast.AST, one: Value, other: Value) -> Value:
    twice = [b.op(f"sext {_FOUR} {_taken(b, word, node)} to {_TWICE}") for word in (one, other)]
    product = b.op(f"mul {_TWICE} {twice[0]}, {twice[1]}")
    wide = b.op(f"sext {_TWICE} {product} to {_WIDE}")
    return Value(INT, b.call_machine("i64", f"llvm.vector.reduce.add.v{lanes.LANES}i64",
                                     f"{_WIDE} {wide}"))


def _taken(b: Body, word: Value, node: ast.AST) -> str:
    """An int as four lanes."""
    return b.op(f"bitcast i64 {operand(b.whole_number(word, node))} to {_FOUR}")


@direct(lanes.add_row)
def _add_row(b: Body, node: ast.AST, sums: Value, rows: Value, at: Value) -> Value:
    """A list lies in stack memory; where only whole rows are added to it, it stays in registers."""
    if not isinstance(sums.type, Array) or sums.type.item is not INT:
        raise Refusal(f"a row is added to a list of ints, and this is {sums.type}", node)
    kind = rows.type
    if not isinstance(kind, Tuple) or set(kind.items) != {INT}:
        raise Refusal(f"rows are a tuple of ints, and this is {kind}", node)
    length, at = sums.type.length, b.whole_number(at, node)
    if len(kind.items) < length:
        raise Refusal(f"a table of {len(kind.items)} has no row of {length}", node)
    outside = b.op(f"icmp ugt i64 {operand(at)}, {len(kind.items) - length}")
    b.fail_if(Value(BOOL, outside), "IndexError", f"there is no row of {length} there", node)
    row, many = b.offset(b.in_memory(rows), operand(at)), f"<{length} x i64>"
    before = b.op(f"load {many}, ptr {sums.what}, align 8")
    more = b.op(f"load {many}, ptr {row}, align 8")
    b.do(f"store {many} {b.op(f'add {many} {before}, {more}')}, ptr {sums.what}, align 8")
    return NOTHING
