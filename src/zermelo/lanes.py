"""Four small numbers in an int, and rows of such ints: what processors do with many at once.

An int has four lanes of 16 bits, each a number from -32,768 to 32,767. Interpreted and compiled
these functions mean the same; compiled, each is a few instructions for as many lanes as a processor
has room for.

    bit 63 .. 48    47 .. 32    31 .. 16    15 .. 0
      lane 3         lane 2      lane 1     lane 0
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.portable import wrap

LANES, BITS = 4, 16
_LOW, _SIGN = (1 << BITS) - 1, 1 << BITS - 1


def lanes_of(word: int) -> list[int]:
    """The four numbers.

    >>> lanes_of(packed([1, -2, 3, -4]))
    [1, -2, 3, -4]
    """
    return [((word >> BITS * k & _LOW) ^ _SIGN) - _SIGN for k in range(LANES)]


def packed(numbers: Sequence[int]) -> int:
    """Numbers side by side, the low 16 bits of each."""
    return wrap(sum((number & _LOW) << BITS * k for k, number in enumerate(numbers)))


def weighed_squares(numbers: list[int], low: int, high: int, weights: tuple[int, ...]) -> int:
    """Of each number in a list what it is above `low`, `high` at most: squared, by its weight, and
    all of them added up.

    >>> weighed_squares([packed([-5, 12, 300, 10])], 10, 138, (packed([1, 100, 1, 1]),))
    16784
    """
    total = 0
    for word, weight in zip(numbers, weights, strict=True):
        for number, by in zip(lanes_of(word), lanes_of(weight), strict=True):
            total += (min(max(number, low), high) - low) ** 2 * by
    return total


def add_row(sums: list[int], rows: tuple[int, ...], at: int) -> None:
    """Add the ints of a table from here on to a list, as many as that has.

    They are ints of 64 bits: lanes do not run over as long as they, and all sums, are small.

    >>> sums = [1, 2]
    >>> add_row(sums, (10, 20, 30, 40), 2)
    >>> sums
    [31, 42]
    """
    for k, number in enumerate(_row(rows, at, len(sums))):
        sums[k] = wrap(sums[k] + number)


def subtract_row(sums: list[int], rows: tuple[int, ...], at: int) -> None:
    """Undo that.

    >>> sums = [31, 42]
    >>> subtract_row(sums, (10, 20, 30, 40), 2)
    >>> sums
    [1, 2]
    """
    for k, number in enumerate(_row(rows, at, len(sums))):
        sums[k] = wrap(sums[k] - number)


def _row(rows: tuple[int, ...], at: int, length: int) -> tuple[int, ...]:
    if not 0 <= at <= len(rows) - length:
        raise IndexError(f"there is no row of {length} at {at}")
    return rows[at:at + length]
