"""The functions of `zermelo.portable` as machine instructions."""

from __future__ import annotations

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


_popcount = _one_operand(_ctpop)
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


INSTRUCTIONS: dict[Any, Any] = {
    getattr(portable, f.__name__): f
    for f in (wrap, bit, shl, shr, popcount, lowest, squares, replaced)
}
