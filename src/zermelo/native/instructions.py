"""The functions of `zermelo.portable` as machine instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic

from zermelo import portable

_WORD = ir.IntType(64)


def _one_operand(build: Any) -> Any:
    """An intrinsic from a 64-bit integer to another."""

    def typed(typing: Any, operand: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = context.cast(builder, args[0], signature.args[0], types.int64)
            return build(builder, word)

        return (types.int64(types.int64), lower) if isinstance(operand, types.Integer) else None

    return intrinsic(typed)


def _ctpop(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _cttz(builder: Any, word: Any) -> Any:
    return builder.cttz(word, ir.Constant(ir.IntType(1), 0))


def _ctlz(builder: Any, word: Any) -> Any:
    return builder.ctlz(word, ir.Constant(ir.IntType(1), 0))


_popcount = _one_operand(_ctpop)
_leading_zeros = _one_operand(_ctlz)
_trailing_zeros = _one_operand(_cttz)


@intrinsic
def _logical_shift_right(typing: Any, board: Any, by: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), lower


@numba.njit(nogil=True)
def wrap(number: int) -> int:
    return number


@numba.njit(nogil=True)
def bit(square: int) -> int:
    return 1 << square


@numba.njit(nogil=True)
def shl(board: int, by: int) -> int:
    return board << by


@numba.njit(nogil=True)
def shr(board: int, by: int) -> int:
    return _logical_shift_right(board, by)


@numba.njit(nogil=True)
def popcount(board: int) -> int:
    return _popcount(board)


@numba.njit(nogil=True)
def lowest(board: int) -> int:
    return _trailing_zeros(board) if board else -1


@numba.njit(nogil=True)
def squares(board: int) -> Any:
    while board:
        yield _trailing_zeros(board)
        board &= board - 1


@numba.njit(nogil=True)
def replaced(items: Any, index: int, item: Any) -> Any:
    return tuple_setitem(items, index, item)


@numba.njit(nogil=True)
def bit_length(number: int) -> int:
    return 64 - _leading_zeros(number)


@intrinsic
def prefetch(typing: Any, words: Any, index: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        flag = ir.IntType(32)
        address = builder.bitcast(builder.gep(args[0], [args[1]]), ir.IntType(8).as_pointer())
        wanted = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), flag, flag, flag])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [address.type], wanted)
        builder.call(fetch, [address, flag(0), flag(3), flag(1)])  # to be read, kept, data
        return context.get_dummy_value()

    return types.none(words, types.int64), lower


@intrinsic
def as_float(typing: Any, word: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), lower


@intrinsic
def hash_of(typing: Any, key: Any) -> Any:
    factor = ir.Constant(_WORD, portable._FACTOR)

    def mixed(builder: Any, word: Any, by: int) -> Any:
        product = builder.mul(word, factor)
        return builder.xor(product, builder.lshr(product, ir.Constant(_WORD, by)))

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        result = ir.Constant(_WORD, portable._SEED)
        for word in _words(context, builder, signature.args[0], args[0]):
            result = mixed(builder, builder.xor(result, word), 29)
        return mixed(builder, result, 32)

    return types.int64(key), lower


def _words(context: Any, builder: Any, typ: Any, value: Any) -> Iterator[Any]:
    """The 64-bit words of an integer, or of integers in tuples in tuples."""
    if isinstance(typ, types.BaseTuple):
        for index, item in enumerate(typ.types):
            yield from _words(context, builder, item, builder.extract_value(value, index))
    else:
        yield context.cast(builder, value, typ, types.int64)


INSTRUCTIONS: dict[Any, Any] = {
    portable.wrap: wrap,
    portable.bit: bit,
    portable.shl: shl,
    portable.shr: shr,
    portable.popcount: popcount,
    portable.lowest: lowest,
    portable.squares: squares,
    portable.replaced: replaced,
    portable.bit_length: bit_length,
    portable.prefetch: prefetch,
    portable.as_float: as_float,
    portable.hash_of: hash_of,
}
