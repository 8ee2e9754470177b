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


@seldom
def look_later(memory: Memory) -> None:
    """Go on until the limit, or until it is time to see whether the part of the table in use is
    full."""
    memory.next_look = memory.node_limit
    if memory.buckets < memory.most_buckets:
        turns = (memory.nodes - memory.before) // memory.buckets + 1
        memory.next_look = min(memory.before + turns * memory.buckets, memory.node_limit)


@seldom
def grow_or_stop(memory: Memory, table: Table, proving: bool) -> None:
    """There were as many nodes as there should be until now: whoever began with a part of the table
    goes on with more of it, if that is full.

    In proofs, where positions are seldom found again, what is written over is seldom missed, and a
    look into more memory takes longer: there it waits. Several threads stop instead, as one cannot
    move what others are looking for, and begin again when there is more.
    """
    if memory.nodes > memory.node_limit:
        memory.stop = 1
    elif memory.buckets < memory.most_buckets:
        enough = memory.used > ENTRIES_A_BUCKET * memory.buckets
        if proving:
            enough = many_nodes(memory)
        if enough and memory.threads > 1:
            memory.stop = 1
        else:
            if enough:
                take_more(memory, table)
            look_later(memory)


@inlined
def many_nodes(memory: Memory) -> bool:
    """Whether a proof took so many that more of the table pays."""
    full = NODES_A_BUCKET * memory.buckets
    if OFTEN_FOUND * (memory.hits - memory.looked_hits) < memory.nodes - memory.looked:
        full *= PATIENCE if memory.buckets < LARGE else PATIENCE * PATIENCE
    memory.looked, memory.looked_hits = memory.nodes, memory.hits
    return memory.threads * (memory.nodes - memory.before) >= full
