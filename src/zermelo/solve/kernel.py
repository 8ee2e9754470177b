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

from zermelo.compiler.records import Array
from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import hashes_of, inlined, promised, shr, wrap
from zermelo.search.rules import Rules
from zermelo.solve.memory import MOST_MOVES, STACK_ROOM, Cache, Heap, Index, Known, Orders

FINE, HEAP_FULL, INDEX_FULL, CACHE_FULL, STACK_FULL, TOO_DEEP, STOPPED = range(7)
PLACE, CHILDREN = range(2)  # commands

HOME_BITS = (1 << 31) - 1
PLACE_BITS = (1 << 32) - 1
ENDINGS = 2 * PAYOFF_LIMIT + 1
MARK = 1 << 62
DEEPEST = 400
MIXER = -0x61C8864680B583EB  # odd, its bits in no order


def run(rules: Rules, orders: Orders, heap: Heap, index: Index, cache: Cache, s: Any) -> None:
    """Carry out the command: where `s` is, or where each of its moves leads."""
    if orders.command == PLACE:
        orders.result = place_of(rules, orders, heap, index, cache, s, 0)
    else:
        orders.result = listed(rules, orders, heap, index, cache, s, 0)


def listed(rules: Rules, orders: Orders, heap: Heap, index: Index, cache: Cache, s: Any,
           ply: int) -> int:
    """Write down each move of an unfinished position and where it leads; how many there are."""
    count = 0
    for m in rules.moves(s):
        if count >= MOST_MOVES:
            orders.status = STACK_FULL
        if orders.status != FINE:
            break
        orders.ways[count].place = place_of(rules, orders, heap, index, cache, rules.play(s, m),
                                            ply + 1)
        orders.ways[count].move = m
        count += 1
    return count


def place_of(rules: Rules, orders: Orders, heap: Heap, index: Index, cache: Cache, s: Any,
             ply: int) -> int:
    """Where a position is, after adding all that can come of it; void unless `status` is FINE."""
    payoff = rules.outcome(s)
    if payoff is not None:
        promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
        return payoff + PAYOFF_LIMIT
    looked_up = ply <= orders.length - orders.short_cut or ply >= orders.length
    home, check = 0, 0
    if looked_up:
        home, check = hashes_of(rules.key(rules.canonical(s)))
        known = entry_of(cache, home)
        if known.check == check and known.found != 0:
            return (known.found & PLACE_BITS) - 1
    orders.visits += 1
    base = orders.top
    if orders.stop != 0:
        orders.status = STOPPED
    elif ply > DEEPEST:
        orders.status = TOO_DEEP
    for m in rules.moves(s):
        if orders.top + 2 >= STACK_ROOM:
            orders.status = STACK_FULL
        if orders.status != FINE:
            return 0
        place = place_of(rules, orders, heap, index, cache, rules.play(s, m), ply + 1)
        put_in_order(orders, base, place)
    promised(orders.top > base or orders.status != FINE, s, A_MOVE)
    if orders.status != FINE:
        return 0
    found = node_of(orders, heap, index, base, rules.to_move(s))
    orders.top = base
    if looked_up and orders.status == FINE:
        entry = entry_of(cache, home)
        entry.check = check
        entry.found = (home & HOME_BITS) << 32 | found + 1
        cache.kept += 1
        if cache.kept > cache.size and cache.size < cache.most:
            orders.status = CACHE_FULL
    return found


def entry_of(cache: Cache, home: int) -> Known:
    """Where the cache keeps a position."""
    return cache.entries[home & cache.size - 1]


@inlined
def put_in_order(orders: Orders, base: int, place: int) -> None:
    """Add an edge to those that lie in rising order from `base` to the top; or another move to
    one."""
    stack = orders.stack
    at = orders.top
    while at > base and stack[at - 1] & PLACE_BITS > place:
        at -= 1
    if at > base and stack[at - 1] & PLACE_BITS == place:
        stack[at - 1] += 1 << 32
        return
    for i in range(orders.top, at, -1):
        stack[i] = stack[i - 1]
    stack[at] = place | 1 << 32
    orders.top += 1


def node_of(orders: Orders, heap: Heap, index: Index, base: int, mover: int) -> int:
    """The node with the edges from `base` to the top; added if there is none."""
    count = orders.top - base
    head = MARK | count << 1 | mover
    slot = slot_of(index, head, orders.stack, base, count)
    while index.slots[slot] != 0:
        at = index.slots[slot] - 1
        if heap.words[at] == head:
            same = True
            for i in range(count):
                if heap.words[at + 1 + i] != orders.stack[base + i]:
                    same = False
                    break
            if same:
                return ENDINGS + at
        slot = slot + 1 & index.size - 1
    if heap.end + count + 1 > heap.room:
        orders.status = HEAP_FULL
        return 0
    if 2 * (heap.nodes + 1) > index.size:
        orders.status = INDEX_FULL
        return 0
    end = heap.end
    heap.words[end] = head
    for i in range(count):
        heap.words[end + 1 + i] = orders.stack[base + i]
    index.slots[slot] = end + 1
    heap.end = end + 1 + count
    heap.nodes += 1
    return ENDINGS + end


@inlined
def slot_of(index: Index, head: int, words: Array[int], first: int, count: int) -> int:
    """Where the index is searched first for a node with these edges."""
    key = head
    for i in range(first, first + count):
        key = wrap((key ^ words[i]) * MIXER)
        key ^= shr(key, 29)
    return wrap(key * MIXER) >> 20 & index.size - 1


def index_anew(rules: None, orders: Orders, heap: Heap, index: Index, s: None) -> None:
    """Write every node of the heap into an index that is empty."""
    at = 0
    while at < heap.end:
        head = heap.words[at]
        count = (head & MARK - 1) >> 1
        slot = slot_of(index, head, heap.words, at + 1, count)
        while index.slots[slot] != 0:
            slot = slot + 1 & index.size - 1
        index.slots[slot] = at + 1
        at += 1 + count


def cache_anew(rules: None, orders: Orders, old: Cache, cache: Cache, s: None) -> None:
    """Write all that a cache knows into a larger one, which is empty."""
    for i in range(old.size):
        known = old.entries[i]
        if known.found != 0:
            entry = entry_of(cache, known.found >> 32)
            entry.check, entry.found = known.check, known.found
            cache.kept += 1
