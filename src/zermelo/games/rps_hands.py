"""Hands of rocks, papers and scissors: three counts in one int."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb

ROCK, PAPER, SCISSORS = 0, 1, 2
KINDS = "RPS"
COUNT_BITS = 8  # rocks, papers << 8, scissors << 16
COUNT_MASK = 255


def packed(kinds: Iterable[int]) -> int:
    """A hand as one int."""
    return sum(1 << COUNT_BITS * kind for kind in kinds)


def of_counts(counts: Sequence[int]) -> int:
    """The same from how many there are of each kind."""
    return sum(count << COUNT_BITS * kind for kind, count in enumerate(counts))


def hand_text(hand: int) -> str:
    """A packed hand as letters: `RRPSS`."""
    return "".join(letter * (hand >> COUNT_BITS * kind & COUNT_MASK)
                   for kind, letter in enumerate(KINDS))


def all_hands(stock: tuple[int, ...], size: int) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Every hand of that size, as three counts, and in how many ways it can be drawn."""
    for rocks in range(min(size, stock[ROCK]) + 1):
        for papers in range(min(size - rocks, stock[PAPER]) + 1):
            scissors = size - rocks - papers
            ways = (comb(stock[ROCK], rocks) * comb(stock[PAPER], papers)
                    * comb(stock[SCISSORS], scissors))
            if ways:
                yield ways, (rocks, papers, scissors)
