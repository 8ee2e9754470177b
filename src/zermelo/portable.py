"""Small functions for rules that mean the same interpreted and compiled.

Compiled integers have 64 bits and a sign; Python's grow without end. On whole numbers in the
signed 64-bit range `& | ^ ~` and comparisons agree, and so does everything on boards of up to 62
squares. A board that uses bit 63 is a negative number in both worlds, and there `<<`, `>>` and
`bit_count` part ways: use the functions below.

    square 63 ↓                                                    ↓ square 0
    bit(63) == 1000000000000000000000000000000000000000000000000000000000000000 == -2**63
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

_ALL = (1 << 64) - 1
_SIGN = 1 << 63


def inlined(function: F) -> F:
    """Mark a function whose compiled code goes right where it is called."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


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


def highest(board: int) -> int:
    """The highest square that is set; -1 if none is.

    >>> highest(0b1010), highest(bit(63)), highest(0)
    (3, 63, -1)
    """
    return (board & _ALL).bit_length() - 1


def bytes_reversed(board: int) -> int:
    """An 8 × 8 board upside down: its first row becomes the last.

    >>> bytes_reversed(0b1011) == shl(0b1011, 56)
    True
    """
    return int.from_bytes((board & _ALL).to_bytes(8, "little"), "big", signed=True)


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


def bit_length(number: int) -> int:
    """How many bits a number from 0 to 2**63 - 1 needs.

    >>> bit_length(0), bit_length(1), bit_length(1000)
    (0, 1, 10)
    """
    return number.bit_length()


def prefetch(words: Any, index: int) -> None:
    """A word that will be needed soon: compiled code asks for it in advance."""


def as_float(word: Any) -> float:
    """A number from working memory; compiled code finds a float there as its 64 bits."""
    return float(word)


_SEED, _FACTOR = -0x61C8864680B583EB, -0x40A7B892E31B1A47


def hash_of(key: Any) -> int:
    """64 well-mixed bits of a whole number, or of numbers in tuples.

    Exact for a single number: different numbers have different hashes. Other keys are numbered
    in the order in which they first come, which is exact too.
    """
    mixed = _mix(_SEED, key)
    mixed = wrap(mixed * _FACTOR)
    return mixed ^ shr(mixed, 32)


def _mix(mixed: int, key: Any) -> int:
    if isinstance(key, tuple) and _is_plain(key):
        for part in key:
            mixed = _mix(mixed, part)
        return mixed
    word = key if isinstance(key, int) else _number_of(key)
    mixed = wrap((mixed ^ word) * _FACTOR)
    return mixed ^ shr(mixed, 29)


def _is_plain(key: Any) -> bool:
    return all(isinstance(k, int) or (isinstance(k, tuple) and _is_plain(k)) for k in key)


_numbers: dict[Any, int] = {}
_next_number = count(1)
_MOST_NUMBERS = 1 << 20


def _number_of(key: Any) -> int:
    """A number of its own for any hashable key; forgotten ones are never given out again."""
    if key not in _numbers:
        if len(_numbers) >= _MOST_NUMBERS:
            _numbers.clear()
        _numbers[key] = next(_next_number)
    return _numbers[key]
