"""The tree in the terminal, a node a line.

    △ ▽      MAX, MIN to move            ├━▶   on the chosen line
    ≥ ≤      at least, at most           ├─▶   the best branch of its node
    α=8 ≥ β=3   why the rest was cut     ├╌╌   pruned: never looked at
"""

from __future__ import annotations

from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.words import remarks

SIGN = {"max": "△", "min": "▽", "leaf": ""}

LEGEND = ("△ MAX  ▽ MIN  ━▶ chosen line  ─▶ best branch  ╌╌ pruned, with the window that cut it  "
          "≥ ≤ bounds")


def tree_text(tree: Recording) -> str:
    """All nodes drawn, a line each."""
    lines = [_line(tree, tree.root)]
    waiting = [(child, "") for child in reversed(_with_edges(tree.root))]
    while waiting:
        (node, edge, last), indent = waiting.pop()
        lines.append(f"{indent}{'└' if last else '├'}{edge} {_line(tree, node)}".rstrip())
        further = indent + ("    " if last else "│   ")
        waiting += [(child, further) for child in reversed(_with_edges(node))]
    return "\n".join(lines)


def _with_edges(node: TreeNode) -> list[tuple[TreeNode, str, bool]]:
    """A node's children with the line that leads to each, and whether it is the last one."""
    found = []
    for index, child in enumerate(node.children):
        edge = ("╌╌" if child.pruned else "━▶" if child.chosen
                else "─▶" if index == node.best else "──")
        found.append((child, edge, child is node.children[-1]))
    return found


def _line(tree: Recording, node: TreeNode) -> str:
    move = "" if tree.by_hand and node.move.isdecimal() else node.move
    sign = "" if node.moves else SIGN[node.kind]
    words = [move, sign, node.name, node.value_text]
    return " ".join(filter(None, words)) + "".join(f"  {remark}" for remark in remarks(tree, node))
