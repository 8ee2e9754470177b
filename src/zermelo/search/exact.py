"""What states are worth exactly, asked within a kernel that has many to ask about.

This file runs as it stands, interpreted, and is compiled as it stands, like the search. A kernel
that uses it takes the search's `Memory` and `Table` among its records, made ready by
`searcher.made_ready` with techniques that do not change values and with `step` 0. It says how many
nodes some states may take together by `begin_counting`; everything else in there is the search's.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import PAYOFF_LIMIT
from zermelo.search.codes import PROVEN, highest, lowest_code, payoff_of
from zermelo.search.core import search
from zermelo.search.memory import MAX_PLY, Memory, Table
from zermelo.search.rules import Rules
from zermelo.search.table import FULL_DEPTH

UNPROVEN = PAYOFF_LIMIT + 1  # which no payoff is


def begin_counting(memory: Memory) -> None:
    """From here on there are as many nodes as the limit allows, however many there were before."""
    memory.nodes = 0
    memory.stop = 0


def exact_payoff(rules: Rules, memory: Memory, table: Table, s: Any) -> int:
    """What an unfinished state is worth to the player to move.

    UNPROVEN if the nodes do not suffice, if memory was told to stop, or if something else than the
    rules had to decide: a repetition, or the deepest ply. Questions of yes or no, as in `solver`,
    each from where the last answer was.
    """
    worst, best = rules.bounds(s)
    if rules.to_move(s) != 0:
        worst, best = -best, -worst
    low, high = lowest_code(worst), highest(best)
    guess = 0
    while low < high:
        at_least = guess + 1 if guess == low else guess
        at_least = min(max(at_least, low + 1), high)
        memory.top, memory.depends, memory.horizon = 0, MAX_PLY, 0
        memory.played[0] = -1
        value = search(rules, memory, table, s, FULL_DEPTH, at_least - 1, at_least, 1)
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
            return UNPROVEN
    return payoff_of(low)
