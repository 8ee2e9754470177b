"""Positions that come back, on the path or before its root."""

from __future__ import annotations

from typing import Any

from zermelo.game import NO_MATTER_HOW_LONG
from zermelo.portable import hashes_of, inlined
from zermelo.search.memory import Memory
from zermelo.search.rules import Rules


@inlined
def repeated(rules: Rules, memory: Memory, s: Any, ply: int) -> bool:
    """Whether this position was on the path before; remembers it for those below.

    What follows then depends on the path, and nothing is proven by it. If it has occurred too
    often before the root, that is the rules' own word.
    """
    home, check = hashes_of(rules.repetition_key(s))
    back = plies_back(rules, s)
    before = on_path(memory, home, check, ply, back)
    if before >= 0:
        memory.horizon += 1
        memory.depends = min(memory.depends, before)
        return True
    return drawn_by_past(rules, memory, home, check, ply, back)


@inlined
def plies_back(rules: Rules, s: Any) -> int:
    """How far back a position may lie that this one repeats."""
    return rules.reversible(s) if rules.has_reversible else NO_MATTER_HOW_LONG


@inlined
def on_path(memory: Memory, home: int, check: int, ply: int, back: int) -> int:
    """The ply at which a position was on the path, by its hashes; -1 if it is new.

    It is remembered for those below.
    """
    root = memory.past
    mark = memory.path[root + ply]
    mark.home, mark.check = home, check
    for i in range(ply - 1, max(ply - back, 0) - 1, -1):
        if memory.path[root + i].home == home and memory.path[root + i].check == check:
            return i
    return -1


@inlined
def drawn_by_past(rules: Rules, memory: Memory, home: int, check: int, ply: int,
                  back: int) -> bool:
    """Whether a position has occurred before the root so often that it is a draw now."""
    if memory.drawn == 0 or ply == 0:
        return False
    times = 1
    for i in range(max(memory.past + ply - back, 0), memory.past):
        if memory.path[i].home == home and memory.path[i].check == check:
            times += 1
    return times >= rules.repetition
