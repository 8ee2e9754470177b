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
def hashes_of(typing: Any, key: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def folded(word: Any) -> Any:
            return builder.xor(word, builder.lshr(word, _constant(32)))

        home = check = _constant(portable._SEED)
        factor = portable._FACTOR
        for word in _words(context, builder, signature.args[0], args[0]):
            mixed = folded(builder.mul(folded(word), _constant(portable._MIXER)))
            home = builder.add(builder.mul(home, _constant(5)), mixed)
            check = builder.add(check, builder.mul(mixed, _constant(factor)))
            factor = portable.wrap(factor * portable._FACTOR)
        home, check = folded(builder.mul(home, _constant(portable._LAST))), folded(check)
        return context.make_tuple(builder, signature.return_type, (home, check))

    return types.UniTuple(types.int64, 2)(key), lower


@numba.njit(nogil=True)
def hash_of(key: Any) -> int:
    return hashes_of(key)[1]


@intrinsic
def flattened(typing: Any, key: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = tuple(_words(context, builder, signature.args[0], args[0]))
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(types.int64, _number_of_words(key))(key), lower


def _constant(number: int) -> Any:
    return ir.Constant(_WORD, number)


def _words(context: Any, builder: Any, typ: Any, value: Any) -> Iterator[Any]:
    """The 64-bit words of an integer, or of integers in tuples in tuples, and their marks."""
    if isinstance(typ, types.BaseTuple):
        yield _constant(portable._TUPLE + len(typ.types))
        for index, item in enumerate(typ.types):
            yield from _words(context, builder, item, builder.extract_value(value, index))
    else:
        yield context.cast(builder, value, typ, types.int64)


def _number_of_words(typ: Any) -> int:
    if not isinstance(typ, types.BaseTuple):
        return 1
    return 1 + sum(map(_number_of_words, typ.types))


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
    portable.hashes_of: hashes_of,
    portable.flattened: flattened,
}
