"""The graph of everything that can happen, built position by position.

This file runs as it stands, interpreted, and is compiled as it stands, like the search.

Positions are alike if the same player is to move and the moves lead to positions that are alike,
equally many to each sort; finished ones if they pay the same. All that are alike are one node, so
that mirror images, other ways of dealing the same cards and a million endings fall together,
whatever the game. A node is a record of words on a heap:

    MARK | number of edges << 1 | who moves
    moves << 32 | where they lead                   one word for each sort of position after a move
    …                                               in rising order

"Where" is a payoff (+ PAYOFF_LIMIT) if the game is over there, else ENDINGS + the record's place
on the heap. A record comes after those that it leads to.

Records are compared word by word. Positions met before are found in a cache by two hashes, as in
the search's table: one says where, and all 64 bits of the other must agree. Each look compares with
one entry, so that one of 10**12 looks is deceived with a chance of 10**12 / 2**64 = 5 · 10**-8.
What the cache forgets is worked out again, and comes to the same node.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import PAYOFF_LIMIT
from zermelo.portable import hashes_of, inlined, shr, wrap

# --- the first block of words: orders, answers, a stack, and the heap ---
STATUS = 0
COMMAND = 1
RESULT = 2
HEAP_END = 3  # the heap's first free word, counted from HEAP
HEAP_ROOM = 4  # words
SLOTS = 5  # of the index of nodes, a power of two
NODES = 6
CACHE = 7  # entries of the cache of positions, a power of two
LENGTH = 8  # of a long game, in plies
SHORT_CUT = 14  # the last so many plies are quicker to play again than to look up
TOP = 9  # of the stack
VISITS = 10
START_PLY = 11
KEPT = 12  # entries written to the cache since it was made
CACHE_MOST = 13  # entries it may grow to
STATE = 32
STATE_WORDS = 96
STACK = STATE + STATE_WORDS
STACK_WORDS = 1 << 16
HEAP = STACK + STACK_WORDS

# --- the second block: the index, which finds a node by its edges; then the cache, two words each:
#     check
#     home << 32 | place + 1      of home the bits that a larger cache will need

FINE, HEAP_FULL, INDEX_FULL, CACHE_FULL, STACK_FULL, TOO_DEEP, STUCK, STOPPED = range(8)
PLACE, CHILDREN, INDEX_ANEW = range(3)  # commands

HOME_BITS = (1 << 31) - 1
PLACE_BITS = (1 << 32) - 1
ENDINGS = 2 * PAYOFF_LIMIT + 1
MARK = 1 << 62
DEEPEST = 400
MIXER = -0x61C8864680B583EB  # odd, its bits in no order


def run(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Carry out the command in memory: where `s` is, where each of its moves leads, or make a new
    index for the heap as it stands."""
    if memory[COMMAND] == INDEX_ANEW:
        index_anew(memory, table)
    elif memory[COMMAND] == PLACE:
        memory[RESULT] = place_of(rules, memory, table, s, memory[START_PLY])
    else:
        count = 0
        for m in rules.moves(s):
            place = place_of(rules, memory, table, rules.play(s, m), memory[START_PLY])
            if memory[STATUS] != FINE:
                return
            memory[TOP] += 2
            memory[STACK + 2 * count] = m
            memory[STACK + 2 * count + 1] = place
            count += 1
        memory[RESULT] = count


def place_of(rules: Any, memory: Any, table: Any, s: Any, ply: int) -> int:
    """Where a position is, after adding all that can come of it; void unless STATUS is FINE."""
    payoff = rules.outcome(s)
    if payoff is not None:
        ending: int = payoff + PAYOFF_LIMIT
        return ending
    looked_up = ply <= memory[LENGTH] - memory[SHORT_CUT] or ply >= memory[LENGTH]
    home, check, entry = 0, 0, 0
    if looked_up:
        home, check = hashes_of(rules.key(rules.canonical(s)))
        entry = memory[SLOTS] + 2 * (home & memory[CACHE] - 1)
        if table[entry] == check and table[entry + 1] != 0:
            known: int = (table[entry + 1] & PLACE_BITS) - 1
            return known
    memory[VISITS] += 1
    base: int = memory[TOP]
    if ply > DEEPEST:
        memory[STATUS] = TOO_DEEP
    for m in rules.moves(s):
        if memory[TOP] + 2 >= STACK + STACK_WORDS:
            memory[STATUS] = STACK_FULL
        if memory[STATUS] != FINE:
            return 0
        place = place_of(rules, memory, table, rules.play(s, m), ply + 1)
        put_in_order(memory, base, place)
    if memory[TOP] == base:
        memory[STATUS] = STUCK
    if memory[STATUS] != FINE:
        return 0
    found = node_of(memory, table, base, rules.to_move(s))
    memory[TOP] = base
    if looked_up and memory[STATUS] == FINE:
        table[entry] = check
        table[entry + 1] = (home & HOME_BITS) << 32 | found + 1
        memory[KEPT] += 1
        if memory[KEPT] > memory[CACHE] and memory[CACHE] < memory[CACHE_MOST]:
            memory[STATUS] = CACHE_FULL
    return found


@inlined
def put_in_order(memory: Any, base: int, place: int) -> None:
    """Add an edge to those that lie in rising order from `base` to TOP; or another move to one."""
    at: int = memory[TOP]
    while at > base and memory[at - 1] & 0xFFFFFFFF > place:
        at -= 1
    if at > base and memory[at - 1] & 0xFFFFFFFF == place:
        memory[at - 1] += 1 << 32
        return
    for i in range(memory[TOP], at, -1):
        memory[i] = memory[i - 1]
    memory[at] = place | 1 << 32
    memory[TOP] += 1


def node_of(memory: Any, table: Any, base: int, mover: int) -> int:
    """The node with the edges from `base` to TOP; added if there is none."""
    count = memory[TOP] - base
    head = MARK | count << 1 | mover
    slot = slot_of(memory, head, base, count)
    while table[slot] != 0:
        at: int = HEAP + table[slot] - 1
        if memory[at] == head:
            same = True
            for i in range(count):
                if memory[at + 1 + i] != memory[base + i]:
                    same = False
                    break
            if same:
                return ENDINGS + at - HEAP
        slot = slot + 1 & memory[SLOTS] - 1
    if memory[HEAP_END] + count + 1 > memory[HEAP_ROOM]:
        memory[STATUS] = HEAP_FULL
        return 0
    if 2 * (memory[NODES] + 1) > memory[SLOTS]:
        memory[STATUS] = INDEX_FULL
        return 0
    end: int = memory[HEAP_END]
    memory[HEAP + end] = head
    for i in range(count):
        memory[HEAP + end + 1 + i] = memory[base + i]
    table[slot] = end + 1
    memory[HEAP_END] = end + 1 + count
    memory[NODES] += 1
    return ENDINGS + end


@inlined
def slot_of(memory: Any, head: int, base: int, count: int) -> int:
    """Where the index is searched first for a record with these edges."""
    key = head
    for i in range(base, base + count):
        key = wrap((key ^ memory[i]) * MIXER)
        key ^= shr(key, 29)
    slot: int = wrap(key * MIXER) >> 20 & memory[SLOTS] - 1
    return slot


def index_anew(memory: Any, table: Any) -> None:
    """Write every record of the heap into an index that is empty."""
    at = 0
    while at < memory[HEAP_END]:
        head = memory[HEAP + at]
        count = (head & MARK - 1) >> 1
        slot = slot_of(memory, head, HEAP + at + 1, count)
        while table[slot] != 0:
            slot = slot + 1 & memory[SLOTS] - 1
        table[slot] = at + 1
        at += 1 + count
