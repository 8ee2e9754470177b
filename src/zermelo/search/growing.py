"""How much of the table a search uses: little at first, which the processor's caches hold, and more
the longer it takes."""

from __future__ import annotations

from zermelo.portable import inlined, seldom
from zermelo.search.memory import Memory, Table
from zermelo.search.table import take_more

NODES_A_BUCKET = 4  # until a part of the table is full
OFTEN_FOUND = 4  # one of so many positions: where fewer are found in the table …
PATIENCE = 4  # … it takes that many times the nodes until more of it pays
ENTRIES_A_BUCKET = 1  # of four, in play, until it is full
LARGE = 1 << 23  # buckets, 512 MB: from here on, once more that many times
LATEST = 1024  # nodes, after which each thread has seen that there is more of the table


@seldom
def look_later(memory: Memory, table: Table) -> None:
    """Go on until the limit, or until it is time to see how much of the table there is to use."""
    memory.next_look = memory.node_limit
    if memory.number > 0:
        memory.buckets = table.in_use
        if memory.buckets < memory.most_buckets:
            memory.next_look = min(memory.nodes + LATEST, memory.node_limit)
    elif memory.buckets < memory.most_buckets:
        turns = (memory.nodes - memory.before) // memory.buckets + 1
        memory.next_look = min(memory.before + turns * memory.buckets, memory.node_limit)


@seldom
def grow_or_stop(memory: Memory, table: Table, proving: bool) -> None:
    """There were as many nodes as there should be until now: whoever began with a part of the table
    goes on with more of it, if that is full.

    In proofs, where positions are seldom found again, what is written over is seldom missed, and a
    look into more memory takes longer: there it waits. Of several threads the first one sees to it.
    Until the others notice they look for some things where these are no longer, and keep some where
    nobody will look: that costs a little, and harms nobody.
    """
    if memory.nodes > memory.node_limit:
        memory.stop = 1
    elif memory.buckets < memory.most_buckets:
        if memory.number == 0:
            enough = memory.threads * memory.used > ENTRIES_A_BUCKET * memory.buckets
            if proving:
                enough = many_nodes(memory)
            if enough:
                take_more(memory, table)
                table.in_use = memory.buckets
        look_later(memory, table)


@inlined
def many_nodes(memory: Memory) -> bool:
    """Whether a proof took so many that more of the table pays."""
    full = NODES_A_BUCKET * memory.buckets
    if OFTEN_FOUND * (memory.hits - memory.looked_hits) < memory.nodes - memory.looked:
        full *= PATIENCE if memory.buckets < LARGE else PATIENCE * PATIENCE
    memory.looked, memory.looked_hits = memory.nodes, memory.hits
    return memory.threads * (memory.nodes - memory.before) >= full
