"""Random games played, and their positions proven, many in one go.

This file runs as it stands, interpreted, and is compiled as it stands, together with the rules and
with the search, by `zermelo.search.exact`. From one deal it plays random games, and looks at every
position on the way:

    1. alike by symmetry to one that is kept already?    on to the next
    2. its phase; are positions of that phase wanted?    otherwise on
    3. its exact payoff; is that result wanted, too?     otherwise on
    4. the exact payoff of every move; write it all down

If it is told to look beside the way, too, it does the same with every position that a move of such
a game could have led to: what is scarce is found sooner so.

What is wanted is a number for each stratum, a phase and a result; it counts down to 0. Step 1 goes
by 64 bits: a new position is taken for one of ten million that are kept, and left out, with a
chance of 10**7 / 2**64 = 5 · 10**-13. Payoffs come by the search's own table, which is as sure as
it says.
"""

from __future__ import annotations

from math import floor
from typing import Any, Protocol

from zermelo.analysis.phases import GAMES, phase_number
from zermelo.analysis.playouts import plies_left, random_move
from zermelo.learn.memory import Columns, Options, Orders, Rows, Seen
from zermelo.portable import hash_of
from zermelo.search.exact import UNPROVEN, begin_counting, exact_payoff
from zermelo.search.memory import Memory, Table
from zermelo.search.rules import Rules as SearchRules

MILLION = 1_000_000  # features are kept in millionths
NOT_ALL = -1


class Rules(SearchRules, Protocol):
    """What mining asks of a game besides."""

    def write_features(self, features: Columns, s: Any, row: int) -> None: ...  # noqa: D102
    def write_state(self, states: Columns, s: Any, row: int) -> None: ...  # noqa: D102


def run(rules: Rules, orders: Orders, seen: Seen, rows: Rows, options: Options, features: Columns,
        states: Columns, memory: Memory, table: Table, s: Any) -> None:
    """Play so many random games from a deal, until no more are wanted or there is no more room."""
    word = orders.seed
    for _ in range(orders.games):
        here = s
        while rules.outcome(here) is None:
            if over(orders):
                return
            consider(rules, orders, seen, rows, options, features, states, memory, table, here)
            if orders.beside != 0:
                for m in rules.moves(here):
                    after = rules.play(here, m)
                    if rules.outcome(after) is None and not over(orders):
                        consider(rules, orders, seen, rows, options, features, states, memory,
                                 table, after)
            word = hash_of(word)
            here = rules.play(here, random_move(rules, here, word))


def over(orders: Orders) -> bool:
    """Whether no more are wanted, or there is no more room, or it was told to stop."""
    return orders.stop != 0 or orders.left == 0 or orders.rows >= orders.row_room


def consider(rules: Rules, orders: Orders, seen: Seen, rows: Rows, options: Options,
             features: Columns, states: Columns, memory: Memory, table: Table, s: Any) -> None:
    """Keep a position, if it is new, wanted and can be proven."""
    begin_counting(memory)
    if orders.stop != 0:  # it may have come just now, and the search would not know any more
        return
    orders.looked_at += 1
    alike = rules.canonical(s)
    key = hash_of(rules.key(alike))
    slot = slot_of(seen, key)
    if seen.slots[slot] != 0:
        return
    phase = phase_number(plies_left(rules, alike, 0, GAMES), orders.start_plies)
    if orders.wanted[3 * phase] + orders.wanted[3 * phase + 1] + orders.wanted[3 * phase + 2] == 0:
        return
    payoff = exact_payoff(rules, memory, table, s)
    stratum = 3 * phase + (2 if payoff > 0 else 1 if payoff == 0 else 0)
    if payoff != UNPROVEN and orders.wanted[stratum] == 0:
        return
    count = NOT_ALL
    if payoff != UNPROVEN:
        count = all_payoffs(rules, orders, options, memory, table, s)
    if count == NOT_ALL:
        orders.unproven += 1 if orders.stop == 0 else 0
        return
    row = rows.at[orders.rows]
    row.key, row.phase = key, phase
    row.payoff, row.mover = payoff, rules.to_move(s)
    row.options = count
    rules.write_features(features, s, orders.rows)
    rules.write_state(states, s, orders.rows)
    seen.slots[slot] = key
    orders.wanted[stratum] -= 1
    orders.left -= 1
    orders.rows += 1
    orders.options += count


def slot_of(seen: Seen, key: int) -> int:
    """Where this key is, or would be, among those that are kept."""
    slot = key & seen.size - 1
    while seen.slots[slot] != 0 and seen.slots[slot] != key:
        slot = slot + 1 & seen.size - 1
    return slot


def all_payoffs(rules: Rules, orders: Orders, options: Options, memory: Memory, table: Table,
                s: Any) -> int:
    """Write every legal move and its payoff for the mover after the options that are kept; how
    many there are, or NOT_ALL if one is unproven or there is no room."""
    mover = rules.to_move(s)
    count = 0
    for m in rules.moves(s):
        if orders.options + count >= orders.option_room:
            return NOT_ALL
        after = rules.play(s, m)
        payoff = 0
        over = rules.outcome(after)
        if over is not None:
            payoff = over if mover == 0 else -over
        else:
            payoff = exact_payoff(rules, memory, table, after)
            if payoff == UNPROVEN:
                return NOT_ALL
            if rules.to_move(after) != mover:
                payoff = -payoff
        option = options.at[orders.options + count]
        option.move, option.payoff = m, payoff
        count += 1
    return count


def millionths(number: float) -> int:
    """A feature as a whole number."""
    return floor(number * MILLION + 0.5)
