"""A recorded search as JSON; `docs/trees.md` explains the fields, `tree/reading.py` reads it.

The same object is in a .json file, in a .html page and in the answers of the page's server.
What is empty in a node or a step is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from zermelo.drawing import scene_picture
from zermelo.drawing.picture import BOARD_STYLE, num
from zermelo.drawing.reading import read_scene
from zermelo.tree.algorithms import algorithm
from zermelo.tree.glyphs import CELL
from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.steps import steps

FORMAT = "zermelo-tree/2"
SEVERAL = "zermelo-trees/2"
MOST_PICTURES = 3_000  # different boards drawn in one page

_EMPTY: tuple[Any, ...] = ("", None, False, [], 0)
_ALWAYS = ("id", "kind", "player", "why")


def tree_json(tree: Recording) -> dict[str, Any]:
    """The tree as plain data: nodes in one list, depth first, children by their ids."""
    head = {f.name: getattr(tree, f.name) for f in fields(Recording) if f.name != "root"}
    head["players"], head["line"] = list(tree.players), list(tree.line)
    return {"format": FORMAT, **head,
            "heading": tree.heading, "summary": tree.summary, "about": tree.about,
            "code": list(algorithm(tree.algorithm).pseudocode.lines),
            "nodes": [_node_json(tree, node) for node in tree.nodes()],
            "steps": [step.to_json() for step in steps(tree)]}


def trees_json(trees: Sequence[Recording]) -> dict[str, Any]:
    """Several searches of one position."""
    return {"format": SEVERAL, "trees": [tree_json(tree) for tree in trees]}


def page_json(trees: Sequence[Recording]) -> dict[str, Any]:
    """Several searches, and pictures of their boards: what the viewer shows."""
    boards = {node.board: (node.scene, tree.players)
              for tree in trees for node in tree.nodes() if node.board}
    pictures = {}
    if len(boards) <= MOST_PICTURES:
        for board, (scene, players) in boards.items():
            drawn = scene_picture(scene or read_scene(board, players), CELL, labels=False)
            pictures[board] = [float(num(drawn.width)), float(num(drawn.height)), drawn.body]
    return {**trees_json(trees), "pictures": pictures, "style": BOARD_STYLE}


def _node_json(tree: Recording, node: TreeNode) -> dict[str, Any]:
    found = {
        "id": node.id, "kind": node.kind, "player": node.player, "why": node.why,
        "move": node.move, "position": node.position, "visit": node.visit, "name": node.name,
        "board": node.board, "value": node.value, "bound": "" if node.bound == "=" else node.bound,
        "text": node.value_text, "best": node.best, "chosen": node.chosen, "same": node.same,
        "known": node.known, "folded": node.folded, "moves": list(node.moves),
        "window": None if node.window is None else list(node.window),
        "cut": None if node.cut is None else list(node.cut), "cut_text": tree.cut_text(node),
        "progress": [[p.value, p.alpha, p.beta, p.sure] for p in node.progress],
        "children": [child.id for child in node.children],
    }
    return {name: value for name, value in found.items()
            if name in _ALWAYS or not _is_empty(name, value)}


def _is_empty(name: str, value: Any) -> bool:
    if name in ("value", "best", "visit", "known"):  # where 0 says something
        return value is None
    return value in _EMPTY
