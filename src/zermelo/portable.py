"""Small functions for rules that mean the same interpreted and compiled.

Compiled integers have 64 bits and a sign; Python's grow without end. On whole numbers in the
signed 64-bit range `& | ^ ~` and comparisons agree, and so does everything on boards of up to 62
squares. A board that uses bit 63 is a negative number in both worlds, and there `<<`, `>>` and
`bit_count` part ways: use the functions below.

    square 63 ↓                                                    ↓ square 0
    bit(63) == 1000000000000000000000000000000000000000000000000000000000000000 == -2**63
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")

_ALL = (1 << 64) - 1
_SIGN = 1 << 63


def wrap(number: int) -> int:
    """The signed 64-bit integer with these low 64 bits: what a compiled register would hold."""
    return (number + _SIGN & _ALL) - _SIGN


def bit(square: int) -> int:
    """The board on which only this square (0–63) is set."""
    return wrap(1 << square)


def shl(board: int, by: int) -> int:
    """Shift towards higher squares; what leaves the board is gone. `by` is 0–63."""
    return wrap(board << by)


def shr(board: int, by: int) -> int:
    """Shift towards lower squares, filling with empty ones from above. `by` is 0–63."""
    return wrap((board & _ALL) >> by)


def popcount(board: int) -> int:
    """How many squares are set.

    >>> popcount(0b1011), popcount(-1)
    (3, 64)
    """
    return (board & _ALL).bit_count()


def lowest(board: int) -> int:
    """The lowest square that is set; -1 if none is.

    >>> lowest(0b1000), lowest(bit(63)), lowest(0)
    (3, 63, -1)
    """
    return (board & -board & _ALL).bit_length() - 1


def squares(board: int) -> Iterator[int]:
    """The squares that are set, lowest first.

    >>> list(squares(0b1011))
    [0, 1, 3]
    """
    while board:
        square = lowest(board)
        yield square
        board &= ~bit(square)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item exchanged.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*items[:index], item, *items[index + 1 :])
