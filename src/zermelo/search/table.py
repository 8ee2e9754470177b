"""The transposition table: what is known of positions already searched.

A position has two hashes of 64 bits that say nothing about each other (`portable.hashes_of`):
`home` is the bucket where it is kept, `check` what it is known by there. Bits of `home` beyond
those of the least part of a table that is ever used are those of `check` (`known_by`): so an entry
tells where it goes when more of the table is taken into use (`take_more`). An entry is two
words, `check ^ data` and `data`. A thread that reads half of one write and half of another finds a
check that does not fit, so no locks are needed. Data, from the top:

    value 32 │ depth 10 │ bound 2 │ complete 1 │ move 9 │ age 4 │ worth 6

`bound` says on which side the true value may lie, `complete` that no horizon was in sight,
`move` is a place among the candidates, `worth` the number of bits of the nodes spent. A new
entry replaces the same position's, else the one of its bucket with the least worth, older
searches' first. Ages go from 1 to 15 and begin again, so that nothing is worth less than what is
empty.

How sure is a proof? Keys of one word have checks of their own, always. Any others are mistaken for
each other if they are in one bucket and all 64 bits of their checks agree. A look into the table
compares with the four entries of a bucket. In the least part of a table

    4 · 10**12 / 2**64 = 2.2 · 10**-7

is the chance that a single one of 10**12 looks, a week of work, finds a position that it is not. In
a larger one bits of the check say where to look as well: with 2**n times the buckets it is 2**n
times that, 2.8 · 10**-5 with 64 MB.
"""

from __future__ import annotations

from zermelo.portable import bit_length, inlined
from zermelo.search.memory import Bucket, Memory, Table

UPPER, LOWER = 1, 2  # the true value is at most this, at least this
EXACT_VALUE = UPPER | LOWER
NO_PLACE = 511  # of a move that an entry has no room for, or none
AGES = 15
FEW_BUCKETS = 1 << 13  # 512 KB, which a processor's nearest caches hold
GROWTH = 2
FULL_DEPTH = 1023  # to the end of the game: the most that ten bits hold


def packed(value: int, depth: int, bound: int, complete: int, place: int, worth: int,
           age: int) -> int:
    """An entry's data."""
    return (value << 32) | (depth << 22) | (bound << 20) | (complete << 19) | (place << 10) \
        | (age << 6) | worth


def value_in(data: int) -> int:
    """The value of an entry, as `codes` writes it."""
    return data >> 32


def depth_in(data: int) -> int:
    """How many plies below the position were searched."""
    return (data >> 22) & FULL_DEPTH


def bound_in(data: int) -> int:
    """UPPER, LOWER or EXACT_VALUE."""
    return (data >> 20) & 3


def complete_in(data: int) -> int:
    """1 if nothing but the rules decided."""
    return (data >> 19) & 1


def place_in(data: int) -> int:
    """The best move's place among the candidates, or NO_PLACE."""
    return (data >> 10) & 511


def worth_in(data: int) -> int:
    """The number of bits of the nodes that were spent."""
    return data & 63


@inlined
def known_by(home: int, check: int, salt: int) -> tuple[int, int]:
    """What the table knows a position by that has these hashes. Searches of different kinds, which
    may differ about a position, keep apart by their salt."""
    check ^= salt
    return (home ^ salt) & FEW_BUCKETS - 1 | check & -FEW_BUCKETS, check


def bucket_of(memory: Memory, table: Table, home: int) -> Bucket:
    """Where a position is kept."""
    return table.buckets[(home & memory.buckets - 1) ^ memory.region]


@inlined
def probe(memory: Memory, table: Table, home: int, check: int) -> int:
    """The data kept for a position; 0 if there is none.

    All four are looked at, without a branch: a processor cannot foretell which it will be.
    """
    entries = bucket_of(memory, table, home).entries
    found = 0
    for i in range(3, -1, -1):
        data = entries[i].data
        found = data if entries[i].check ^ data == check else found
    return found


@inlined
def store(memory: Memory, table: Table, home: int, check: int, value: int, depth: int, bound: int,
          complete: int, place: int, nodes: int) -> None:
    """Keep what was found."""
    at = replaced_entry(memory, table, home, check)
    entry = bucket_of(memory, table, home).entries[at]
    memory.used += 1 if entry.data == 0 else 0
    data = packed(value, depth, bound, complete, place, bit_length(nodes), memory.age)
    entry.check = check ^ data
    entry.data = data


@inlined
def replaced_entry(memory: Memory, table: Table, home: int, check: int) -> int:
    """The entry to write over: the same position's, or the one of least worth, above all if it is
    empty."""
    entries = bucket_of(memory, table, home).entries
    at, least = 0, 1 << 20
    for i in range(4):
        data = entries[i].data
        worth = worth_in(data) + (64 if (data >> 6) & 15 == memory.age else 0)
        worth = -1 if entries[i].check ^ data == check else worth
        at = i if worth < least else at
        least = min(worth, least)
    return at


def take_more(memory: Memory, table: Table) -> None:
    """Use more of the table from now on: what is kept goes to where it will be looked for, each
    bucket's to a few that no other's go to."""
    before, now = memory.buckets, min(GROWTH * memory.buckets, memory.most_buckets)
    for i in range(before):
        for number in range(4):
            entry = table.buckets[i ^ memory.region].entries[number]
            there = i | (entry.check ^ entry.data) & now - before
            if there != i:
                moved = table.buckets[there ^ memory.region].entries[number]
                moved.check, moved.data = entry.check, entry.data
                entry.check = entry.data = 0
    memory.buckets = now
