"""One move after the other: what a search to a depth and a proof do in the same way.

Several threads share a table. Who searches the state after a move leaves a mark there, and others
try their other moves first.
"""

from __future__ import annotations

from typing import Any

from zermelo.portable import hash_of, inlined
from zermelo.search.codes import PROVEN
from zermelo.search.memory import BUSY_SLOTS, Memory, Table
from zermelo.search.ordering import most_promising, swap
from zermelo.search.rules import Rules
from zermelo.search.table import LOWER, UPPER, worth_in

_SHARED_WORTH = 10  # bits of nodes: a subtree of 500 is worth dividing among threads
_FEW_MOVES = 8
_DEFERRED_SCORE = -(1 << 60)  # another thread is at it: come back when the rest is done


@inlined
def wins_at_once(rules: Rules, memory: Memory, s: Any, mover: int, payoff: int, base: int,
                 count: int) -> bool:
    """Whether one of the moves on the stack ends the game with so much for the mover."""
    for i in range(base, base + count):
        at_once = rules.outcome(rules.play(s, memory.moves[i].move))
        if at_once is not None and (at_once if mover == 0 else -at_once) >= payoff:
            return True
    return False


@inlined
def may_win_at_once(rules: Rules, s: Any, count: int) -> bool:
    """Whether the rules' `outlook`, if they have one, has a win in one ply: else nobody need look
    at all moves for it. Where there are few, that is done sooner."""
    if not rules.has_outlook or count <= _FEW_MOVES:
        return True
    _, _, best, plies = rules.outlook(s)
    return best > 0 and plies <= 1


@inlined
def shared(memory: Memory, known: int, ply: int) -> bool:
    """Whether threads divide the moves here; `known` is the table's entry."""
    return memory.threads > 1 and (ply < memory.shared_plies or worth_in(known) >= _SHARED_WORTH)


@inlined
def turn_of(memory: Memory, table: Table, sharing: bool, check: int, base: int, done: int,
            count: int, at: int) -> int:
    """Bring the move that lies `at`, the most promising that is left, to its place; the mark that
    others see."""
    mark = 0
    if sharing:
        mark = check ^ hash_of(memory.moves[at].move)
        while (done > 0 and memory.moves[at].score > _DEFERRED_SCORE // 2
                and table.busy[mark & BUSY_SLOTS - 1] == mark):
            memory.moves[at].score = _DEFERRED_SCORE - done
            at = most_promising(memory, base + done, base + count)
            mark = check ^ hash_of(memory.moves[at].move)
        table.busy[mark & BUSY_SLOTS - 1] = mark
    swap(memory, at, base + done)
    return mark


@inlined
def end_turn(table: Table, sharing: bool, mark: int) -> None:
    """Take the mark away, unless it is another's by now."""
    if sharing and table.busy[mark & BUSY_SLOTS - 1] == mark:
        table.busy[mark & BUSY_SLOTS - 1] = 0


@inlined
def on_any_way(bound: int, value: int, tied: bool) -> int:
    """What of a bound holds whatever led here; `tied`: it was found on a way that mattered.

    A win holds on any way, but on another there may be a shorter one.
    """
    if tied:
        bound &= LOWER if value >= PROVEN else UPPER if value <= -PROVEN else 0
    return bound
