"""Recorded searches for the tree lab: `zermelo.tree`'s, within bounds."""

from __future__ import annotations

from typing import Any

from zermelo.errors import GameError, LimitError
from zermelo.games.tree import Tree
from zermelo.limits import Limit
from zermelo.notation import json_in
from zermelo.tree import compare
from zermelo.tree.writers.json import page_json

MOST_NODES = 5_000
MOST_SECONDS = 5.0
_LONGEST_TREE = 20_000  # letters

ALGORITHMS = ("minimax", "alphabeta", "ordered", "table")  # the plainest first


def hand_written(text: str) -> Tree:
    """A tree as one types it: `[[5, 6], [9, 7]]`; a GameError says what is wrong."""
    if len(text) > _LONGEST_TREE:
        raise GameError(f"a tree may be {_LONGEST_TREE} letters long, not {len(text)}")
    try:
        data = json_in(text)
    except ValueError as error:
        raise GameError(f"the tree breaks off: {error}; write it like [[3, 12, 8], [2, 4, 6]]"
                        ) from None
    if not isinstance(data, list | dict):
        raise GameError("a tree is a list of its branches, like [[3, 12, 8], [2, 4, 6]]")
    return Tree(data)


def recorded(thing: Any, algorithms: str, depth: int | None) -> dict[str, Any]:
    """The same search by several algorithms, with pictures of its boards."""
    try:
        found = compare(thing, algorithms=algorithms.split(","), depth=depth, drawn=MOST_NODES,
                        limit=Limit(nodes=MOST_NODES, time=MOST_SECONDS))
    except LimitError:
        raise LimitError(f"this tree has more than {MOST_NODES:,} nodes, too many to look at: "
                         f"lower the depth, or take a later position") from None
    return page_json(found.trees)
