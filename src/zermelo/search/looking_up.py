"""What the table, the game's end or a database says of a position's moves, without a search."""

from __future__ import annotations

from typing import Any

from zermelo.game import A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import promised, seldom
from zermelo.search.codes import INFINITY, finished, further, with_more
from zermelo.search.entries import position_key, proof_key, settled_for
from zermelo.search.informed import UNKNOWN, told
from zermelo.search.memory import MAX_PLY, Memory, Table
from zermelo.search.ordering import listed
from zermelo.search.rules import Rules
from zermelo.search.table import FULL_DEPTH, LOWER, UPPER, bound_in, probe, value_in


@seldom
def known_to_lead(rules: Rules, memory: Memory, table: Table, s: Any) -> int:
    """Whether there is a move that is known to bring `memory.alpha`, 1 or 0: the first one, or the
    only one that there is, is `memory.answer` then."""
    count = listed(rules, memory, s, memory.depth == FULL_DEPTH and memory.use.candidates != 0, 0)
    for i in range(count):
        m = memory.moves[i].move
        memory.answer = m
        if count == 1:
            return 1
        known = known_to_bring(rules, memory, table, s, m)
        if known > -INFINITY and further(known, memory.step) >= memory.alpha:
            return 1
    return 0


@seldom
def known_to_bring(rules: Rules, memory: Memory, table: Table, s: Any, m: Any) -> int:
    """The least that a move is known to bring, by the game's end or by the table; -INFINITY if
    nothing is known."""
    after = rules.play(s, m)
    mover = rules.to_move(s)
    payoff = rules.outcome(after)
    if payoff is not None:
        promised(abs(payoff) <= PAYOFF_LIMIT, after, A_PAYOFF)
        return finished(payoff, mover)
    same = rules.to_move(after) == mover
    if rules.has_database:
        sure = told(rules, memory, after, MAX_PLY - 1)
        if sure != UNKNOWN:
            return sure if same else -sure
    home, check, settled = 0, 0, 0
    if memory.depth == FULL_DEPTH:
        home, check = proof_key(rules, memory, after)
        settled = settled_for(rules, memory, after, rules.to_move(after))
    else:
        home, check = position_key(rules, memory, after)
    data = probe(memory, table, home, check)
    if data == 0 or bound_in(data) & (LOWER if same else UPPER) == 0:
        return -INFINITY
    value = value_in(data) if settled == 0 else with_more(value_in(data), settled)
    return value if same else -value
