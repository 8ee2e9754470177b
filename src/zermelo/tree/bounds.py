"""What each recorded value says about the truth: the value itself, at least it, or at most it.

Where branches were pruned, a node's value is only what the search needed to know. MAX, who stopped
at 8, may have better: at least 8. This carries what is sure up the tree, lowest and highest value
possible; an end that nothing is known about is None.

            MAX ≥ 8                      MIN ≤ -3
           /       ╲                    /        ╲
          8      pruned              -3        pruned
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.textbook import Node
from zermelo.tree.model import Sign

Range = tuple[Any, Any]


def bounds(root: Node, mover_view: bool) -> dict[int, Sign]:
    """For each visit, by its number, how its value stands to the truth."""
    ranges: dict[int, Range] = {}
    found: dict[int, Sign] = {}
    for node in _as_they_were_left(root):
        if node.known is None:
            ranges[node.visit] = _range(node, ranges, mover_view)
    for node in root.walk():
        low, high = ranges[node.visit if node.known is None else node.known]
        exact = low is not None and high is not None and low == high
        at_least = low is not None and low == node.value
        found[node.visit] = "=" if exact else "≥" if at_least else "≤"
    return found


def sure(heard: Iterable[tuple[Any, Sign]], maximising: bool) -> Any:
    """What a node can count on once it has heard of these children; None while that is nothing.

    MAX has the best of those that are worth so much or more. A child that is worth so much or
    less only tells what it does not bring.
    """
    bound: Sign = "≥" if maximising else "≤"
    values = [value for value, known in heard if known in ("=", bound)]
    return (_most if maximising else _least)(values)


def _as_they_were_left(root: Node) -> Iterator[Node]:
    """Children before parents, from left to right: what is remembered comes before its use."""
    waiting = [(root, False)]
    while waiting:
        node, seen = waiting.pop()
        if seen or not node.children:
            yield node
        else:
            waiting.append((node, True))
            waiting += [(child, False) for child in reversed(node.children)]


def _range(node: Node, ranges: dict[int, Range], mover_view: bool) -> Range:
    if not node.children:
        return node.value, node.value
    below = []
    for child in node.children:
        low, high = ranges[child.visit if child.known is None else child.known]
        if mover_view and child.player != node.player:
            low, high = _minus(high), _minus(low)
        below.append((low, high))
    if node.pruned:
        below.append((None, None))
    lows, highs = [low for low, _ in below], [high for _, high in below]
    if node.player == 0 or mover_view:
        return _most(lows), _all(highs, max)
    return _all(lows, min), _least(highs)


def _most(values: list[Any]) -> Any:
    return max((v for v in values if v is not None), default=None)


def _least(values: list[Any]) -> Any:
    return min((v for v in values if v is not None), default=None)


def _all(values: list[Any], pick: Callable[[list[Any]], Any]) -> Any:
    """One open end among them leaves the whole open."""
    return None if any(v is None for v in values) else pick(values)


def _minus(value: Any) -> Any:
    return None if value is None else -value
