"""What the engine's kernel is asked for: one thing about a state, or the values of many."""

from __future__ import annotations

from typing import Any

from zermelo.search import core
from zermelo.search.exact import exact_values
from zermelo.search.memory import PROVE_MANY, Memory, Table
from zermelo.search.rules import Rules


def run(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """Carry out the command in memory, from state `s` or from each of the batch."""
    if memory.command == PROVE_MANY:
        exact_values(rules, memory, table)
    else:
        core.run(rules, memory, table, s)
