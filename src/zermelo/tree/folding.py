"""Which nodes of a large search are drawn: a stated rule, the same for every drawing.

A node is either opened, with all its branches, or folded. First the nodes on the chosen line are
opened, then the others level by level from the root, from left to right, until the next one would
bring more nodes than allowed. The root is always opened; if more hangs on it than a page can hold,
the drawing is refused.
"""

from __future__ import annotations

from zermelo.errors import LimitError
from zermelo.textbook import Node

DRAWN = 300  # nodes, unless somebody asks for more
MOST_DRAWN = 200_000
MOST_BRANCHES = 2_000  # of one node


def opened(root: Node, most: int, together: bool) -> set[int]:
    """The visits, by their numbers, whose branches are drawn.

    `together` says that all pruned moves of a node are drawn as one.
    """
    refuse_size(most, len(root.children) + len(root.pruned))
    found: set[int] = set()
    drawn = 1
    for nodes in (_chosen(root), _by_levels(root)):
        for node in nodes:
            more = len(node.children) + (bool(node.pruned) if together else len(node.pruned))
            if node.visit in found or not more:
                continue
            if node is not root and (drawn + more > most or more > MOST_BRANCHES):
                break
            found.add(node.visit)
            drawn += more
    return found


def refuse_size(nodes: int, branches: int) -> None:
    """LimitError for a drawing of so many nodes, so many of them under one, if that is too much."""
    if branches > MOST_BRANCHES:
        raise LimitError(f"{branches:,} branches hang on one node, and at most {MOST_BRANCHES:,} "
                         f"can be drawn: draw a part of the tree")
    if nodes > MOST_DRAWN:
        raise LimitError(f"a drawing of {nodes:,} nodes is too large: {MOST_DRAWN:,} can be drawn "
                         f"at most")


def rule(drawn: int, visited: int, most: int) -> str:
    """The rule in words, if anything was left out."""
    return (f"Drawn are {drawn:,} of {visited:,} visited nodes: the chosen line first, then level "
            f"by level, up to {most:,} with the pruned ones; ⋯ says how many are below.")


def _chosen(root: Node) -> list[Node]:
    line = [root]
    while line[-1].best is not None:
        line.append(line[-1].children[line[-1].best])
    return line


def _by_levels(root: Node) -> list[Node]:
    nodes = [root]
    for node in nodes:  # grows while it is read
        nodes += node.children
    return nodes
