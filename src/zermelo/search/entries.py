"""What an entry of the table says to a search, and by what key it is found."""

from __future__ import annotations

from typing import Any

from zermelo.portable import hashes_of, inlined
from zermelo.search.codes import PROVEN, distance_of
from zermelo.search.memory import Memory, Techniques
from zermelo.search.rules import Rules
from zermelo.search.table import (
    EXACT_VALUE,
    FULL_DEPTH,
    LOWER,
    UPPER,
    bound_in,
    complete_in,
    depth_in,
    known_by,
    value_in,
)

_UNSETTLED = 0x2D358DCCAA6C78A5  # so that such entries are never taken for others


@inlined
def usable(data: int, depth: int, memory: Memory) -> bool:
    """Whether an entry says what a search of this depth would find.

    One of the same depth does. One that saw no horizon does for any deeper search, and a proven
    win or loss does if the search would reach its end; where points count, if it is deeper.
    """
    found = depth_in(data)
    if found == depth or (complete_in(data) != 0 and found <= depth):
        return True
    value = value_in(data)
    if abs(value) >= PROVEN:
        bound = bound_in(data)
        proves = bound == EXACT_VALUE or bound == (LOWER if value > 0 else UPPER)
        reached = found if memory.for_points != 0 else distance_of(value)
        return proves and (reached <= depth or memory.use.deeper_entries != 0)
    return found > depth and memory.use.deeper_entries != 0


@inlined
def settles(data: int, depth: int, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether a search of this depth need not look further, within this window."""
    if not usable(data, depth, memory):
        return False
    value, bound = value_in(data), still_bound(data, depth, memory)
    return (bound == EXACT_VALUE or (bound == LOWER and value >= beta)
            or (bound == UPPER and value <= alpha))


@inlined
def corrected(stands: int, data: int) -> int:
    """What the evaluator says of a position, in the mover's view, unless a search that is kept
    bounds it on that side: it saw more."""
    value = value_in(data)
    if data != 0 and abs(value) < PROVEN and bound_in(data) & (LOWER if value > stands else UPPER):
        return value
    return stands


@inlined
def beyond(data: int, memory: Memory) -> bool:
    """Whether a win or loss was seen by playing out noise: a deeper search may find a shorter way,
    and none that is longer."""
    return (memory.use.quiescence != 0 and memory.use.deeper_entries == 0
            and distance_of(value_in(data)) > depth_in(data) + 1)


@inlined
def proves(data: int) -> bool:
    """The same for a search without a horizon: whether the entry is of one, or saw none, or is of
    a win or loss, which no horizon changes."""
    if depth_in(data) == FULL_DEPTH or complete_in(data) != 0:
        return True
    value = value_in(data)
    return (value >= PROVEN and bound_in(data) & LOWER != 0) or \
        (value <= -PROVEN and bound_in(data) & UPPER != 0)


@inlined
def same_list(data: int, depth: int, use: Techniques) -> bool:
    """Whether an entry's move is a place in the list that a search of this depth looks at."""
    return use.candidates == 0 or (depth_in(data) == FULL_DEPTH) == (depth == FULL_DEPTH)


@inlined
def still_bound(data: int, depth: int, memory: Memory) -> int:
    """On which sides a usable entry bounds what a search of this depth would find.

    Where points count, a deeper search may find that a win is larger still; and one that was seen
    beyond the horizon may be nearer.
    """
    bound = bound_in(data)
    value = value_in(data)
    if (abs(value) >= PROVEN and complete_in(data) == 0 and depth_in(data) != depth
            and (memory.for_points != 0 or beyond(data, memory))):
        bound &= LOWER if value > 0 else UPPER
    return bound


@inlined
def unsure(data: int, value: int, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether a horizon has a part in what this value says about the game.

    It has none in a proven win or loss. Where points count, the win may be larger still, and one
    that was seen beyond the horizon nearer: then only "at least that much" is certain.
    """
    if complete_in(data) != 0:
        return False
    if abs(value) < PROVEN:
        return True
    if memory.for_points == 0 and not beyond(data, memory):
        return False
    return value < beta if value > 0 else value > alpha


@inlined
def position_key(rules: Rules, memory: Memory, s: Any) -> tuple[int, int]:
    """What the table knows a position by, or all that are alike by symmetry: home and check."""
    if rules.has_playing_key and memory.use.coarse_keys:
        if memory.use.symmetry:
            home, check = hashes_of(rules.playing_key(rules.canonical(s)))
        else:
            home, check = hashes_of(rules.playing_key(s))
        return known_by(home, check, memory.salt)
    return plain_key(rules, memory, s)


@inlined
def proof_key(rules: Rules, memory: Memory, s: Any) -> tuple[int, int]:
    """The same in a proof. What is settled is left out of a position that is kept without it."""
    if rules.has_unsettled and without_settled(rules, memory):
        if memory.use.symmetry:
            home, check = hashes_of(rules.unsettled(rules.canonical(s)))
        else:
            home, check = hashes_of(rules.unsettled(s))
        return known_by(home, check, memory.salt ^ _UNSETTLED)
    return plain_key(rules, memory, s)


@inlined
def without_settled(rules: Rules, memory: Memory) -> bool:
    """Whether proofs keep values less what is settled: what a win by one point takes in plies says
    nothing of a win by two."""
    return memory.use.settled != 0 and memory.step == 0 and rules.repetition == 0


@inlined
def settled_for(rules: Rules, memory: Memory, s: Any, mover: int) -> int:
    """What is settled for the mover, where the table keeps values without it; else 0."""
    if rules.has_unsettled and without_settled(rules, memory):
        return rules.settled(s) if mover == 0 else -rules.settled(s)
    return 0


@inlined
def plain_key(rules: Rules, memory: Memory, s: Any) -> tuple[int, int]:
    """The same where nothing but `key` tells positions apart."""
    if memory.use.symmetry:
        home, check = hashes_of(rules.key(rules.canonical(s)))
    else:
        home, check = hashes_of(rules.key(s))
    return known_by(home, check, memory.salt)
