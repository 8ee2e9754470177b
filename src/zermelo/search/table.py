"""The transposition table: what is known of positions already searched.

A position has two hashes of 64 bits that say nothing about each other (`portable.hashes_of`):
`home` is the bucket where it is kept, `check` what it is known by there. An entry is two words,
`check ^ data` and `data`. A thread that reads half of one write and half of another finds a check
that does not fit, so no locks are needed. Data, from the top:

    value 32 │ depth 10 │ bound 2 │ complete 1 │ move 9 │ worth 6 │ age 4

`bound` says on which side the true value may lie, `complete` that no horizon was in sight,
`move` is a place in the list that a search of this depth looks at, `worth` the number of bits of
the nodes spent. A new entry replaces the same position's, else the one of its bucket with the
least worth, older searches' first.

How sure is a proof? Keys of one word have checks of their own, always. Any others are mistaken for
each other if they are in one bucket and all 64 bits of their checks agree. A look into the table
compares with the four entries of a bucket, so that

    4 · 10**12 / 2**64 = 2.2 · 10**-7

is the chance that a single one of 10**12 looks, a week of work, finds a position that it is not.
"""

from __future__ import annotations

from typing import Any

from zermelo.portable import bit_length, inlined
from zermelo.search.layout import AGE, BUCKET_WORDS, BUCKETS, TABLE, USED

UPPER, LOWER = 1, 2  # the true value is at most this, at least this
EXACT_VALUE = UPPER | LOWER


def packed(value: int, depth: int, bound: int, complete: int, index: int, worth: int,
           age: int) -> int:
    """An entry's data."""
    return (value << 32) | (depth << 22) | (bound << 20) | (complete << 19) | (index << 10) \
        | (worth << 4) | age


def value_in(data: int) -> int:
    """The value."""
    return data >> 32


def depth_in(data: int) -> int:
    """How many plies below the position were searched."""
    return (data >> 22) & 1023


def bound_in(data: int) -> int:
    """UPPER, LOWER or EXACT_VALUE."""
    return (data >> 20) & 3


def complete_in(data: int) -> int:
    """1 if nothing but the rules decided."""
    return (data >> 19) & 1


def index_in(data: int) -> int:
    """The best move's place in the list, or NO_INDEX."""
    return (data >> 10) & 511


def worth_in(data: int) -> int:
    """The number of bits of the nodes that were spent."""
    return (data >> 4) & 63


def bucket_of(memory: Any, home: int) -> int:
    """Where a position's bucket begins."""
    bucket: int = home & memory[BUCKETS] - 1
    return TABLE + bucket * BUCKET_WORDS


@inlined
def probe(memory: Any, table: Any, home: int, check: int) -> int:
    """The data kept for a position; 0 if there is none."""
    at = bucket_of(memory, home)
    for i in range(at, at + BUCKET_WORDS, 2):
        data: int = table[i + 1]
        if table[i] ^ data == check and data != 0:
            return data
    return 0


@inlined
def store(memory: Any, table: Any, home: int, check: int, value: int, depth: int, bound: int,
          complete: int, index: int, nodes: int) -> None:
    """Keep what was found."""
    age = memory[AGE]
    at = bucket_of(memory, home)
    place, least = at, 1 << 20
    for i in range(at, at + BUCKET_WORDS, 2):
        data = table[i + 1]
        if data == 0 or table[i] ^ data == check:
            place = i
            memory[USED] += 1 if data == 0 else 0
            break
        worth = worth_in(data)
        if data & 15 == age:
            worth += 64
        if worth < least:
            place, least = i, worth
    data = packed(value, depth, bound, complete, index, bit_length(nodes), age)
    table[place] = check ^ data
    table[place + 1] = data
