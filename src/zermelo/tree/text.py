"""The tree in the terminal, a node a line.

    △ ▽      MAX, MIN to move            ├━▶   on the chosen line
    ≥ ≤      at least, at most           ├─▶   the best branch of its node
    α=8 ≥ β=3   why the rest was cut     ├╌╌   pruned: never looked at
"""

from __future__ import annotations

from zermelo.tree.model import SearchTree, TreeNode

SIGN = {"max": "△", "min": "▽", "leaf": ""}

LEGEND = ("△ MAX  ▽ MIN  ━▶ chosen line  ─▶ best branch  ╌╌ pruned, with the window that cut it  "
          "≥ ≤ bounds")


def tree_text(tree: SearchTree) -> str:
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


def _line(tree: SearchTree, node: TreeNode) -> str:
    move = "" if tree.by_hand and node.move.isdecimal() else node.move
    sign = "" if node.moves else SIGN[node.kind]
    words = [move, sign, node.name, node.value_text]
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
