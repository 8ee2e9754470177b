"""A node in words, for screen readers, tooltips and the terminal."""

from __future__ import annotations

from zermelo.tree.model import Recording, TreeNode, ends_text


def called(tree: Recording, node: TreeNode) -> str:
    """A node in a few words, without anything that the search finds out about it."""
    what = "leaf" if node.kind == "leaf" else f"{tree.role(node)} to move"
    words = [" ".join(node.path) or "root", f"{len(node.moves)} moves" if node.moves else what]
    if node.name:
        words.insert(0, node.name)
    return ", ".join(words)


def described(tree: Recording, node: TreeNode) -> str:
    """A node in a sentence, for screen readers and to point at."""
    words = [called(tree, node)]
    if node.value is not None and not node.pruned:
        words.append(f"value {node.value_text}")
    if node.chosen:
        words.append("on the chosen line")
    if node.window is not None and node.kind != "leaf" and tree.windows:
        alpha, beta = ends_text(node.window)
        words.append(f"window α={alpha}, β={beta}")
    if node.visit is not None:
        words.append(f"visit {node.visit}")
    words += remarks(tree, node)
    if node.position and not tree.by_hand:
        words.append(f"position {node.position}")
    return ", ".join(words)


def remarks(tree: Recording, node: TreeNode) -> list[str]:
    """What else there is to say about a node, in a few words each."""
    found = []
    if node.why == "open":
        found.append("being searched")
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
