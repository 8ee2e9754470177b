"""Four small numbers in an int, and rows of such ints: what processors do with many at once.

An int has four lanes of 16 bits, each a number from -32,768 to 32,767. Interpreted and compiled
these functions mean the same; compiled, each is an instruction or two for all lanes, and a row is
added to another as a whole.

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


def cut(word: int, low: int, high: int) -> int:
    """Each number within these bounds.

    >>> lanes_of(cut(packed([-5, 0, 7, 300]), 0, 128))
    [0, 0, 7, 128]
    """
    return packed([min(max(number, low), high) for number in lanes_of(word)])


def products(one: int, other: int) -> int:
    """Each number of the one by that of the other, of which a lane keeps the low 16 bits.

    >>> lanes_of(products(packed([1, -2, 3, 128]), packed([5, 5, -5, 128])))
    [5, -10, -15, 16384]
    """
    return packed([a * b for a, b in zip(lanes_of(one), lanes_of(other), strict=True)])


def dot(one: int, other: int) -> int:
    """The sum of all four products, each whole.

    >>> dot(packed([1, 2, 3, 30000]), packed([10, 20, -30, 30000]))
    899999960
    """
    return sum(a * b for a, b in zip(lanes_of(one), lanes_of(other), strict=True))


def add_row(sums: list[int], rows: tuple[int, ...], at: int) -> None:
    """Add the ints of a table from here on to a list, as many as that has.

    They are ints of 64 bits: lanes do not run over as long as they, and all sums, are small.

    >>> sums = [1, 2]
    >>> add_row(sums, (10, 20, 30, 40), 2)
    >>> sums
    [31, 42]
    """
    if not 0 <= at <= len(rows) - len(sums):
        raise IndexError(f"there is no row of {len(sums)} at {at}")
    for k in range(len(sums)):
        sums[k] = wrap(sums[k] + rows[at + k])
