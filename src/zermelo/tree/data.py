"""A recorded search as JSON, and back. `docs/trees.md` explains the fields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from zermelo.errors import LimitError, NotationError, ZermeloError
from zermelo.games import from_data
from zermelo.notation import json_in
from zermelo.tree.folding import refuse_size
from zermelo.tree.model import Progress, SearchTree, TreeNode

FORMAT = "zermelo-tree/1"

_PLAIN = ("id", "kind", "player", "position", "why", "order", "name", "board", "value", "bound",
          "best", "chosen", "same", "known", "folded")


def tree_json(tree: SearchTree) -> dict[str, Any]:
    """The tree as plain data: nodes in one list, depth first, children by their ids."""
    head = {f.name: getattr(tree, f.name) for f in fields(SearchTree) if f.name != "root"}
    head["players"], head["line"] = list(tree.players), list(tree.line)
    return {"format": FORMAT, **head, "nodes": [_node_json(node) for node in tree.nodes()]}


def _node_json(node: TreeNode) -> dict[str, Any]:
    return {
        **{name: getattr(node, name) for name in _PLAIN},
        "path": list(node.path),
        "moves": list(node.moves),
        "window": None if node.window is None else list(node.window),
        "cut": None if node.cut is None else list(node.cut),
        "progress": [[p.value, p.alpha, p.beta, p.sure] for p in node.progress],
        "children": [child.id for child in node.children],
    }


def is_recorded(data: Any) -> bool:
    """Whether this is a recorded search, and not a tree written by hand."""
    return isinstance(data, dict) and str(data.get("format", "")).startswith("zermelo-tree/")


def read_json(text: str) -> SearchTree:
    """The search that `to_json` wrote down; NotationError if it is none."""
    try:
        data = json_in(text)
    except ValueError as error:
        raise NotationError(f"this is not JSON: {error}") from None
    return from_json(data)


def from_json(data: Any) -> SearchTree:
    """The search in plain data."""
    if not is_recorded(data):
        raise NotationError(f"this is not a recorded search: its format is not {FORMAT!r}")
    if data["format"] != FORMAT:
        raise NotationError(f"this search was recorded as {data['format']!r}: "
                            f"this version reads {FORMAT!r}")
    try:
        return _tree(data)
    except LimitError:
        raise
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotationError(f"this recorded search is damaged: "
                            f"{type(error).__name__}: {error}") from None


def _tree(data: dict[str, Any]) -> SearchTree:
    refuse_size(len(data["nodes"]), max((len(i["children"]) for i in data["nodes"]), default=0))
    nodes = [_node(item) for item in data["nodes"]]
    _add_scenes(str(data["game"]), nodes)
    hung = {0}
    for node, item in zip(nodes, data["nodes"], strict=True):
        for child in item["children"]:
            if child in hung or child <= node.id:
                raise ValueError(f"node {child} hangs where it cannot")
            hung.add(child)
            node.children.append(nodes[child])
    if [node.id for node in nodes[0].walk()] != list(range(len(nodes))):
        raise ValueError("the nodes are not in their order")
    head = {f.name: data[f.name] for f in fields(SearchTree) if f.name != "root"}
    first, second = head["players"]
    head["players"], head["line"] = (str(first), str(second)), tuple(head["line"])
    return SearchTree(**head, root=nodes[0])


def _node(item: dict[str, Any]) -> TreeNode:
    return TreeNode(
        **{name: item[name] for name in _PLAIN},
        path=tuple(item["path"]),
        moves=tuple(item["moves"]),
        window=None if item["window"] is None else _ends(item["window"]),
        cut=None if item["cut"] is None else _ends(item["cut"]),
        progress=[Progress(*now) for now in item["progress"]],
    )


def _add_scenes(spec: str, nodes: list[TreeNode]) -> None:
    """What the positions look like, if it is a game of ours: data runs nobody else's code."""
    try:
        game = from_data(spec)
        for node in nodes:
            if node.board:
                node.scene = game.scene(game.parse(node.position))
    except ZermeloError:
        return  # the text is drawn


def _ends(pair: Any) -> tuple[Any, Any]:
    alpha, beta = pair
    return alpha, beta
