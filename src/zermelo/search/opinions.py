"""What the evaluator said of positions, kept for when they come back: to look is sooner than to
judge again, if there is much to judge by.

An opinion is kept as an entry of the table is, a check and data, in a part of it that has nothing
else: threads that read half of one and half of another see that.
"""

from __future__ import annotations

from typing import Any

from zermelo.portable import hashes_of, inlined, prefetch, shr
from zermelo.search.memory import Entry, Memory, Table
from zermelo.search.rules import Rules


@inlined
def opinion(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int) -> int:
    """The evaluator's opinion in thousandths, in the first player's view; told what the table
    knows the state by, where positions are looked up beyond the horizon, too."""
    if not rules.keeps_opinions or memory.opinions == 0:
        return rules.evaluate(memory, s)
    if not same_key(rules, memory):
        if rules.has_playing_key and memory.use.coarse_keys:
            home, check = hashes_of(rules.playing_key(s))
        else:
            home, check = hashes_of(s)
    kept = place_of(memory, table, home)
    score = kept.data
    if kept.check ^ score != check:
        score = rules.evaluate(memory, s)
        kept.check = check ^ score
        kept.data = score
    return score


@inlined
def opinion_asked_for(rules: Rules, memory: Memory, table: Table, home: int) -> None:
    """An opinion will soon be needed of the state that the table knows by this."""
    if same_key(rules, memory):
        prefetch(place_of(memory, table, home))


@inlined
def same_key(rules: Rules, memory: Memory) -> bool:
    """Whether opinions are known by what the table knows positions by, whose key is at hand then.
    They are not where mirror images are one, or all states of a `key`: an evaluator may see a
    difference."""
    return (rules.has_playing_key and looked_up_beyond(rules, memory)
            and memory.use.coarse_keys != 0 and memory.use.symmetry == 0)


@inlined
def looked_up_beyond(rules: Rules, memory: Memory) -> bool:
    """Whether positions are looked up beyond the horizon, too."""
    return rules.keeps_opinions and memory.use.table != 0 and memory.use.deeper_entries != 0


@inlined
def place_of(memory: Memory, table: Table, home: int) -> Entry:
    """Where an opinion is kept: by other bits of the hash than where the table keeps a value."""
    bucket = table.buckets[memory.most_buckets + (shr(home, 40) & memory.opinions - 1)]
    return bucket.entries[shr(home, 38) & 3]
