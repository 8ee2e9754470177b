"""The functions of `zermelo.lanes` as machine instructions, for all numbers at once."""

from __future__ import annotations

import ast

from zermelo import lanes
from zermelo.compiler.body import Body
from zermelo.compiler.calling import direct
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, INT, Array, Tuple
from zermelo.compiler.values import NOTHING, Value, is_known, operand

_LEAST, _MOST = -(1 << lanes.BITS - 1), (1 << lanes.BITS - 1) - 1  # in a lane


@direct(lanes.weighed_squares)
def _weighed_squares(b: Body, node: ast.AST, numbers: Value, low: Value, high: Value,
                     weights: Value) -> Value:
    """Squares fit a lane, too. Products fit 32 bits, and so do most sums, as is seen here."""
    if not isinstance(numbers.type, Array) or numbers.type.item is not INT:
        raise Refusal(f"what is weighed is a list of ints, and this is {numbers.type}", node)
    if not all(map(is_known, (low, high, weights))):
        raise Refusal("bounds and weights of lanes are constants", node)
    if not _LEAST <= low.what <= high.what <= _MOST or (high.what - low.what) ** 2 > _MOST:
        raise Refusal(f"numbers from {low.what} to {high.what}, or their squares, do not fit a "
                      f"lane of {lanes.BITS} bits", node)
    by = [number for weight in weights.what for number in lanes.lanes_of(weight.what)]
    if len(weights.what) != numbers.type.length:
        raise Refusal(f"there are {len(weights.what)} ints of weights for "
                      f"{numbers.type.length} of numbers", node)
    many, twice = f"<{len(by)} x i{lanes.BITS}>", f"<{len(by)} x i{2 * lanes.BITS}>"
    found = b.op(f"load {many}, ptr {numbers.what}, align 8")
    for bound, beyond in ((low.what, "slt"), (high.what, "sgt")):
        everywhere = _vector(f"i{lanes.BITS}", [bound] * len(by))
        outside = b.op(f"icmp {beyond} {many} {found}, {everywhere}")
        found = b.op(f"select <{len(by)} x i1> {outside}, {many} {everywhere}, {many} {found}")
    above = b.op(f"sub {many} {found}, {_vector(f'i{lanes.BITS}', [low.what] * len(by))}")
    square = b.op(f"sext {many} {b.op(f'mul {many} {above}, {above}')} to {twice}")
    product = b.op(f"mul {twice} {square}, {_vector(f'i{2 * lanes.BITS}', by)}")
    if sum(map(abs, by)) * (high.what - low.what) ** 2 < 1 << 31:
        total = b.call_machine("i32", f"llvm.vector.reduce.add.v{len(by)}i32",
                               f"{twice} {product}")
        return Value(INT, b.op(f"sext i32 {total} to i64"))
    wide = f"<{len(by)} x i64>"
    product = b.op(f"sext {twice} {product} to {wide}")
    return Value(INT, b.call_machine("i64", f"llvm.vector.reduce.add.v{len(by)}i64",
                                     f"{wide} {product}"))


def _vector(kind: str, numbers: list[int]) -> str:
    return f"<{', '.join(f'{kind} {number}' for number in numbers)}>"


@direct(lanes.add_row)
def _add_row(b: Body, node: ast.AST, sums: Value, rows: Value, at: Value) -> Value:
    return _with_row(b, node, "add", sums, rows, at)


@direct(lanes.subtract_row)
def _subtract_row(b: Body, node: ast.AST, sums: Value, rows: Value, at: Value) -> Value:
    return _with_row(b, node, "sub", sums, rows, at)


def _with_row(b: Body, node: ast.AST, how: str, sums: Value, rows: Value, at: Value) -> Value:
    """A list lies in stack memory; where only whole rows go into it, it stays in registers."""
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
    b.do(f"store {many} {b.op(f'{how} {many} {before}, {more}')}, ptr {sums.what}, align 8")
    return NOTHING
