"""The tree in the terminal, a node a line.

    △ ▽      MAX, MIN to move            ├━▶   on the chosen line
    ≥ ≤      at least, at most           ├─▶   the best branch of its node
    α=8 ≥ β=3   why the rest was cut     ├╌╌   pruned: never looked at
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zermelo.tree.model import SearchTree, TreeNode

SIGN = {"max": "△", "min": "▽", "leaf": ""}

LEGEND = ("△ MAX  ▽ MIN  ━▶ chosen line  ─▶ best branch  ╌╌ pruned, with the window that cut it  "
          "≥ ≤ bounds")


def tree_text(tree: SearchTree) -> str:
    """All nodes drawn, a line each."""
    lines = [_line(tree, tree.root)]
    waiting = [(child, "") for child in reversed(_with_edges(tree, tree.root))]
    while waiting:
        (node, edge, last), indent = waiting.pop()
        lines.append(f"{indent}{'└' if last else '├'}{edge} {_line(tree, node)}".rstrip())
        further = indent + ("    " if last else "│   ")
        waiting += [(child, further) for child in reversed(_with_edges(tree, node))]
    return "\n".join(lines)


def _with_edges(tree: SearchTree, node: TreeNode) -> list[tuple[TreeNode, str, bool]]:
    """A node's children with the line that leads to each, and whether it is the last one."""
    found = []
    children = list(_with_the_pruned_in_one(tree, node))
    for index, child in enumerate(children):
        edge = ("╌╌" if child.pruned else "━▶" if child.chosen
                else "─▶" if index == node.best else "──")
        found.append((child, edge, child is children[-1]))
    return found


def _with_the_pruned_in_one(tree: SearchTree, node: TreeNode) -> Iterator[TreeNode]:
    """A game's pruned moves share a line: nothing more is known about any of them."""
    pruned = [child for child in node.children if child.pruned]
    yield from (child for child in node.children if not child.pruned)
    if tree.by_hand or len(pruned) < 2:
        yield from pruned
    else:
        moves = " ".join(child.move for child in pruned)
        yield replace(pruned[0], path=(*node.path, moves), kind="leaf")


def _line(tree: SearchTree, node: TreeNode) -> str:
    move = "" if tree.by_hand and node.move.isdecimal() else node.move
    words = [move, SIGN[node.kind], node.name, node.value_text]
    return " ".join(filter(None, words)) + "".join(f"  {remark}" for remark in remarks(tree, node))


def remarks(tree: SearchTree, node: TreeNode) -> list[str]:
    """What else there is to say about a node, in a few words each."""
    found = []
    if node.cut is not None:
        found.append(tree.cut_text(node))
    if node.pruned:
        found.append("pruned")
    if node.same:
        found.append(f"[{node.same}]")
    if node.known is not None:
        found.append(f"remembered from visit {node.known}")
    if node.folded:
        found.append(f"⋯ {node.folded:,} more below")
    return found
