"""What the engine's kernels are asked for: one thing about a state, or the values of many.

There are two of them, as most engines need only one: `core.run` plays and `prove_here` proves. Both
can be asked what is known of a move, and what the rules say of a state. They share memory and
table. Where both are wanted in one piece, `do_anything` is that.
"""

from __future__ import annotations

from typing import Any

from zermelo.search import core
from zermelo.search.exact import exact_values
from zermelo.search.examining import everything_about
from zermelo.search.looking_up import known_to_lead
from zermelo.search.memory import (
    EXAMINE,
    LOOK_UP,
    PROVE_MANY,
    SEARCH,
    Memory,
    Table,
)
from zermelo.search.proving import prove
from zermelo.search.rules import Rules
from zermelo.search.table import FULL_DEPTH


def prove_here(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """Carry out the command in memory, from state `s` or from each of the batch."""
    if memory.command == PROVE_MANY:
        exact_values(rules, memory, table)
    elif memory.command == EXAMINE:
        memory.result = everything_about(rules, memory, s)
    elif memory.command == LOOK_UP:
        memory.result = known_to_lead(rules, memory, table, s)
    else:
        memory.result = prove(rules, memory, table, s, memory.beta, memory.root_ply)


def do_anything(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """The same, or a search to a depth."""
    if memory.command == SEARCH and memory.depth == FULL_DEPTH:
        memory.result = prove(rules, memory, table, s, memory.beta, memory.root_ply)
    else:
        core.run(rules, memory, table, s)
