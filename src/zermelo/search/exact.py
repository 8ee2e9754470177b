"""What states are worth exactly, asked within a kernel that has many to ask about.

This file runs as it stands, interpreted, and is compiled as it stands, like the search. A kernel
that uses it takes the search's `Memory` and `Table` among its records, made ready by
`searcher.made_ready` with techniques that do not change values. It says how many nodes some states
may take together by `begin_counting`; everything else in there is the search's.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import PAYOFF_LIMIT
from zermelo.portable import seldom
from zermelo.search.codes import INFINITY, PROVEN, highest, in_plies, lowest_code, payoff_of
from zermelo.search.memory import MAX_PLY, Memory, Table
from zermelo.search.proving import prove
from zermelo.search.questions import by_distance, by_payoff, unanswered
from zermelo.search.rules import Rules
from zermelo.search.table import AGES, FEW_BUCKETS

UNPROVEN = PAYOFF_LIMIT + 1  # which no payoff is
UNKNOWN = INFINITY  # which no value is


def begin_counting(memory: Memory) -> None:
    """From here on there are as many nodes as the limit allows, however many there were before."""
    memory.nodes = 0
    memory.stop = 0


def exact_payoff(rules: Rules, memory: Memory, table: Table, s: Any) -> int:
    """What an unfinished state is worth to the player to move, with `step` 0 in memory.

    UNPROVEN where `exact_value` is UNKNOWN.
    """
    value = exact_value(rules, memory, table, s)
    return UNPROVEN if value == UNKNOWN else payoff_of(value)


@seldom
def exact_value(rules: Rules, memory: Memory, table: Table, s: Any) -> int:
    """The value of an unfinished state in the mover's view, with its distance if `step` is 1.

    UNKNOWN if the nodes do not suffice, if memory was told to stop, or if something else than the
    rules had to decide: a repetition, or the deepest ply. Questions of yes or no, as in `solver`,
    each from where the last answer was.
    """
    worst, best = rules.bounds(s)
    if rules.to_move(s) != 0:
        worst, best = -best, -worst
    low, high = lowest_code(worst), highest(best)
    if rules.has_outlook and memory.use.outlook:
        worst, worst_plies, best, best_plies = rules.outlook(s)
        low = max(low, in_plies(worst, worst_plies * memory.step))
        high = min(high, in_plies(best, best_plies * memory.step))
    guess, number = 0, 0
    while low < high:
        number = unanswered(low, high, number)
        at_least = by_payoff(low, high, guess)
        if memory.step != 0:
            at_least = by_distance(low, high, number)
            number += 1
        memory.top, memory.depends, memory.horizon = 0, MAX_PLY, 0
        memory.played[0] = -1
        value = prove(rules, memory, table, s, at_least, memory.root_ply + 1)
        sure = memory.horizon == 0
        if value >= at_least:
            low = max(low, value)
            guess = low
            sure = sure or value >= PROVEN
        else:
            high = min(high, value)
            guess = high
            sure = sure or value <= -PROVEN
        if memory.stop != 0 or not sure:
            return UNKNOWN
    return low


@seldom
def exact_values(rules: Rules, memory: Memory, table: Table) -> None:
    """The values of the states in memory's batch, one after the other; each is written where its
    state began, UNKNOWN if it is finished. How many there are by then is in `result`.

    It ends with the first that takes too many nodes, and at once when it is told to stop.
    """
    memory.result = 0
    for number in range(memory.batch_count):
        at = number * memory.batch_width
        s = rules.read_state(memory, at)
        value = UNKNOWN
        if rules.outcome(s) is None:
            memory.before = memory.nodes
            memory.age = memory.age % AGES + 1
            memory.buckets = min(FEW_BUCKETS, memory.most_buckets)
            memory.node_limit = memory.before + memory.most_nodes
            worst, best = rules.bounds(s)
            memory.for_points = 1 if worst < -1 or best > 1 else 0
            memory.salt = memory.points_salt if memory.for_points != 0 else memory.plain_salt
            value = exact_value(rules, memory, table, s)
            if memory.stop != 0:
                return
        memory.batch[at] = value
        memory.result = number + 1
