"""What a database says inside the search: exact values, distances included.

A search that was made without one has none of this in its code. To look up what is not there takes
as long as a few nodes. So it is counted, for each ply, how often that was in vain, and where it
mostly is nobody looks any more.

A database knows no past. Where repetition is a draw, a win holds if no position of the past is on
the way, which is sure if it is nearer to the end than all of these that the same player wins.
"""

from __future__ import annotations

from typing import Any

from zermelo.portable import inlined
from zermelo.search.codes import INFINITY, PROVEN, distance_of, finished, payoff_of
from zermelo.search.memory import Memory
from zermelo.search.rules import Rules

UNKNOWN = -INFINITY  # no position is worth that
ELSEWHERE = UNKNOWN - 1  # seen at a glance: the database has no positions of this kind

_AT_FIRST, _PER_HIT = 64, 4  # looks in vain


@inlined
def told(rules: Rules, memory: Memory, s: Any, ply: int) -> int:
    """A state's value in the view of the player to move, as this search writes it; UNKNOWN if no
    database has it, or if none is to be asked."""
    looks = memory.looks[ply]
    if memory.informed == 0 or looks.vain > _AT_FIRST + _PER_HIT * looks.hits:
        return UNKNOWN
    code = rules.known(memory, s)
    if code <= UNKNOWN:
        looks.vain += 1 if code == UNKNOWN else 0
        return UNKNOWN
    looks.hits += 1
    if rules.repetition > 0 and abs(code) >= PROVEN:
        # The way to win gets nearer and nearer: it never comes to a position that is farther off.
        winner = rules.to_move(s) if code > 0 else 1 - rules.to_move(s)
        if distance_of(code) > memory.nearest[winner]:
            return UNKNOWN
    return code if memory.step != 0 else finished(payoff_of(code), 0)
