"""Which nodes of a large search are drawn: a stated rule, the same for every drawing.

A node is either opened, with all its branches, or folded. First the nodes on the chosen line are
opened, then the others level by level from the root, from left to right, as long as the whole
stays within the number of nodes allowed.
"""

from __future__ import annotations

from zermelo.textbook import Node

DRAWN = 300  # nodes, unless somebody asks for more


def opened(root: Node, most: int) -> set[int]:
    """The visits, by their `order`, whose branches are drawn."""
    found: set[int] = set()
    drawn = 1
    for node in [*_chosen(root), *_by_levels(root)]:
        more = len(node.children) + len(node.pruned)
        if node.order in found or not more:
            continue
        if node is not root and drawn + more > most:
            continue
        found.add(node.order)
        drawn += more
    return _connected(root, found)


def rule(drawn: int, visited: int, most: int) -> str:
    """The rule in words, if anything was left out."""
    return (f"Drawn are {drawn:,} of {visited:,} visited nodes: the chosen line first, then level "
            f"by level, at most {most:,} nodes; ⋯ marks nodes with more below.")


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


def _connected(root: Node, found: set[int]) -> set[int]:
    """Only what hangs together from the root: a node may fit though its parent did not."""
    kept, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if node.order in found:
            kept.add(node.order)
            waiting += node.children
    return kept
