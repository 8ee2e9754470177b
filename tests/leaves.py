"""Leaves counted by compiled rules, of any game: the walk is compiled with them, not the search."""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header

HOOKS = ("moves", "play", "outcome", "mobility")


class Count(Header):
    depth: int
    leaves: int


def counted(rules: Any, memory: Count, s: Any) -> None:
    memory.leaves = leaves_below(rules, s, memory.depth)


def leaves_below(rules: Any, s: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return rules.mobility(s)
    leaves = 0
    for m in rules.moves(s):
        after = rules.play(s, m)
        if rules.outcome(after) is None:
            leaves += leaves_below(rules, after, depth - 1)
    return leaves


@cache
def _kernel(game: Any) -> Kernel:
    return Kernel(game, counted, (Count,), hooks=HOOKS, native=True)


def count_leaves(game: Any, state: Any, depth: int) -> int:
    """The number of ways to play so many plies from an unfinished state."""
    kernel = _kernel(game)
    memory = kernel.new(Count)
    memory.depth = depth
    kernel.run(state, memory)
    return memory.leaves
