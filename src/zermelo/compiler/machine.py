"""The functions of `zermelo.portable` as machine instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo import portable
from zermelo.compiler.body import Body
from zermelo.compiler.calling import direct
from zermelo.compiler.calls import special
from zermelo.compiler.expressions import value
from zermelo.compiler.faults import BROKEN
from zermelo.compiler.fields import ref_to
from zermelo.compiler.items import in_range
from zermelo.compiler.records import layout_of, placed
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, FLOAT, INT, Tuple
from zermelo.compiler.values import NOTHING, Value, is_known, operand, tuple_value, whole

Instruction = Callable[[Body, str], Value]  # of a number in a register


@special(portable.wrap)
def _wrap(b: Body, node: ast.Call) -> Value:
    """The low 64 bits: what is inside need not look for more."""
    if len(node.args) != 1 or node.keywords:
        raise Refusal("wrap takes one number", node)
    b.wrapping = True
    found = b.whole_number(value(b, node.args[0]), node)
    b.wrapping = False
    return whole(portable.wrap(found.what)) if is_known(found) else found


@direct(portable.bit)
def _bit(b: Body, node: ast.AST, square: Value) -> Value:
    return _shl(b, node, whole(1), square)


@direct(portable.shl)
def _shl(b: Body, node: ast.AST, board: Value, by: Value) -> Value:
    return _shift(b, node, board, by, "shl")


@direct(portable.shr)
def _shr(b: Body, node: ast.AST, board: Value, by: Value) -> Value:
    return _shift(b, node, board, by, "lshr")


def _shift(b: Body, node: ast.AST, board: Value, by: Value, how: str) -> Value:
    board, by = b.whole_number(board, node), b.whole_number(by, node)
    if is_known(by) and not 0 <= by.what <= 63:
        raise Refusal(f"a shift by {by.what} places: there are 0 to 63", node)
    if is_known(board) and is_known(by):
        fold = portable.shl if how == "shl" else portable.shr
        return whole(fold(board.what, by.what))
    places = operand(by) if is_known(by) else b.op(f"and i64 {by.what}, 63")
    return Value(INT, b.op(f"{how} i64 {operand(board)}, {places}"))


def of_one_number(function: Callable[[int], int]) -> Callable[[Instruction], Instruction]:
    """Registers the instruction for a function; of a number that is known, its value is."""
    def register(instruction: Instruction) -> Instruction:
        @direct(function)
        def _compiled(b: Body, node: ast.AST, number: Value) -> Value:
            number = b.whole_number(number, node)
            return whole(function(number.what)) if is_known(number) else instruction(b, number.what)
        return instruction
    return register


@of_one_number(portable.popcount)
def _popcount(b: Body, board: str) -> Value:
    return Value(INT, b.call_machine("i64", "llvm.ctpop.i64", f"i64 {board}"))


@of_one_number(portable.lowest)
def _lowest(b: Body, board: str) -> Value:
    zeros = Value(INT, b.call_machine("i64", "llvm.cttz.i64", f"i64 {board}", "i1 false"))
    return b.chosen(Value(BOOL, b.op(f"icmp eq i64 {board}, 0")), whole(-1), zeros)


@of_one_number(portable.highest)
def _highest(b: Body, board: str) -> Value:
    zeros = b.call_machine("i64", "llvm.ctlz.i64", f"i64 {board}", "i1 false")
    return Value(INT, b.op(f"sub i64 63, {zeros}"))


@of_one_number(portable.bytes_reversed)
def _bytes_reversed(b: Body, board: str) -> Value:
    return Value(INT, b.call_machine("i64", "llvm.bswap.i64", f"i64 {board}"))


@of_one_number(portable.bit_length)
def _bit_length(b: Body, number: str) -> Value:
    zeros = b.call_machine("i64", "llvm.ctlz.i64", f"i64 {number}", "i1 false")
    return Value(INT, b.op(f"sub i64 64, {zeros}"))


@direct(portable.replaced)
def _replaced(b: Body, node: ast.AST, items: Value, index: Value, item: Value) -> Value:
    """A tuple with one item exchanged; an index that is not there is a fault."""
    kind = items.type
    if not isinstance(kind, Tuple):
        raise Refusal(f"replaced takes a tuple, and this is {kind}", node)
    index = b.whole_number(index, node)
    if is_known(index) and -len(kind.items) <= index.what < len(kind.items):
        kept = list(b.items(items))
        if kind.named is None and kind.items[index.what] is BOOL:
            kept[index.what] = item  # as in Python, any number may come to stand there
        else:
            kept[index.what] = b.cast(item, kind.items[index.what], node)
        return tuple_value(kept, kind.named)
    if not kind.uniform:
        raise Refusal("a tuple of different types cannot be indexed by a variable", node)
    at = in_range(b, index, whole(len(kind.items)), node)
    item = b.exploded(b.cast(item, kind.items[0], node))
    if kind.words <= 8:
        return Value(kind, [
            b.chosen(Value(BOOL, b.op(f"icmp eq i64 {operand(at)}, {number}")), item,
                     b.exploded(old)) for number, old in enumerate(b.items(items))])
    pointer = b.alloca(f"[{kind.words} x i64]")
    b.write_words(pointer, items)
    size = kind.items[0].words
    far = operand(at) if size == 1 else b.op(f"mul i64 {operand(at)}, {size}")
    b.write_words(b.offset(pointer, far), item)
    return b.read_words(pointer, kind)


@special(portable.promised)
def _promised(b: Body, node: ast.Call) -> Value:
    holds, state, words = (value(b, argument) for argument in node.args)
    blame, b.blame = b.blame, (b.exploded(state),)
    b.fail_if(b.negated(b.truth(holds, node)), BROKEN, words.what, node)
    b.blame = blame
    return NOTHING


@direct(portable.prefetch)
def _prefetch(b: Body, node: ast.AST, record: Value) -> Value:
    """A part of memory that will be needed soon."""
    if b.shared.target.prefetches:
        b.call_machine("void", "llvm.prefetch.p0", f"ptr {record.what}", "i32 0", "i32 3", "i32 1")
    return NOTHING


@direct(placed)
def _placed(b: Body, node: ast.AST, record: Value, address: Value) -> Value:
    """A record somewhere else in memory."""
    number = b.whole_number(address, node)
    return Value(ref_to(layout_of(record.what)), b.op(f"inttoptr i64 {operand(number)} to ptr"))


@direct(portable.flattened)
def _flattened(b: Body, node: ast.AST, key: Value) -> Value:
    """The words of a key in a row, and before those of a tuple a mark with its length."""
    words: list[Value] = []
    _flatten(b, key, words, node)
    return tuple_value(words)


def _flatten(b: Body, key: Value, words: list[Value], node: ast.AST) -> None:
    if isinstance(key.type, Tuple):
        words.append(whole(portable.TUPLE + len(key.type.items)))
        for item in b.items(key):
            _flatten(b, item, words, node)
    elif key.type is FLOAT:
        raise Refusal("a key is made of ints: a float does not compile here", node)
    else:
        words.append(b.whole_number(key, node))
