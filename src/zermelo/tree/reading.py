"""Recorded searches, and trees written by hand, from JSON."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from zermelo.errors import LimitError, NotationError, ParameterError, ZermeloError
from zermelo.games import from_data
from zermelo.games.tree import Tree
from zermelo.notation import json_in
from zermelo.tree.algorithms import algorithm
from zermelo.tree.figures import FIGURES
from zermelo.tree.folding import refuse_size
from zermelo.tree.model import Recording, SoFar, TreeNode
from zermelo.tree.search_tree import SearchTree
from zermelo.tree.writers.json import FORMAT

_AS_THEY_ARE = ("position", "name", "board", "same", "folded", "value", "visit", "best",
                "chosen", "known")
_HEAD = [f.name for f in fields(Recording) if f.name != "root"]


def read(file: str | Path) -> SearchTree | Tree:
    """A recorded search, or a tree written by hand, from a JSON file."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise NotationError(f"the tree file {str(file)!r} cannot be read: {error.strerror}"
                            ) from None
    except UnicodeDecodeError as error:
        raise NotationError(f"{str(file)!r} is not JSON: {error}") from None
    return read_text(text, str(file))


def read_text(text: str, name: str) -> SearchTree | Tree:
    """The same from text; `name` is how errors call it."""
    try:
        data = json_in(text)
    except ValueError as error:
        raise NotationError(f"{name!r} is not JSON: {error}") from None
    if not is_recorded(data):
        return Tree(data)
    try:
        return from_json(data)
    except NotationError as error:
        raise NotationError(f"{name!r}: {error}") from None


def is_recorded(data: Any) -> bool:
    """Whether this is a recorded search, and not a tree written by hand."""
    return isinstance(data, dict) and str(data.get("format", "")).startswith("zermelo-tree/")


def from_json(data: Any) -> SearchTree:
    """The search that `to_json` wrote down; NotationError if it is none."""
    if not is_recorded(data):
        raise NotationError(f"this is not a recorded search: its format is not {FORMAT!r}")
    if data["format"] != FORMAT:
        raise NotationError(f"this search was recorded as {data['format']!r}, and this version "
                            f"reads {FORMAT!r}: record it again")
    try:
        return _tree(data)
    except LimitError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, ParameterError) as error:
        raise NotationError(f"this recorded search is damaged: "
                            f"{type(error).__name__}: {error}") from None


def _tree(data: dict[str, Any]) -> SearchTree:
    items = data["nodes"]
    below = [item.get("children", []) for item in items]
    refuse_size(len(items), max(map(len, below), default=0))
    algorithm(data["algorithm"])  # refuses what nobody knows
    if data["figure"] not in FIGURES:
        raise ValueError(f"there is no figure {data['figure']!r}")
    nodes: list[TreeNode] = []
    paths: dict[int, tuple[str, ...]] = {0: ()}
    for number, (item, children) in enumerate(zip(items, below, strict=True)):
        if number not in paths:
            raise ValueError(f"node {number} hangs nowhere")
        nodes.append(_node(item, paths[number]))
        for child in children:
            if child in paths or child <= number:
                raise ValueError(f"node {child} hangs where it cannot")
            paths[child] = (*paths[number], items[child].get("move", ""))
    _add_scenes(str(data["game"]), nodes)
    for node, children in zip(nodes, below, strict=True):
        node.children = [nodes[child] for child in children]
    if [node.id for node in nodes[0].walk()] != list(range(len(nodes))):
        raise ValueError("the nodes are not in their order")
    head = {name: data[name] for name in _HEAD}
    first, second = head["players"]
    head["players"], head["line"] = (str(first), str(second)), tuple(head["line"])
    return SearchTree(**head, root=nodes[0])


def _node(item: dict[str, Any], path: tuple[str, ...]) -> TreeNode:
    known: dict[str, Any] = {name: item[name] for name in _AS_THEY_ARE if name in item}
    if "order" in item:  # as older files call it
        known["visit"] = item["order"]
    return TreeNode(
        item["id"], path, item["kind"], item["player"], known.pop("position", ""), item["why"],
        **known, bound=item.get("bound", "="), moves=tuple(item.get("moves", ())),
        window=_ends(item.get("window")), cut=_ends(item.get("cut")),
        progress=[SoFar(*now) for now in item.get("progress", ())])


def _add_scenes(spec: str, nodes: list[TreeNode]) -> None:
    """What the positions look like, if it is a game of ours: data runs nobody else's code."""
    try:
        game = from_data(spec)
        for node in nodes:
            if node.board:
                node.scene = game.scene(game.parse(node.position))
    except ZermeloError:
        return  # the text is drawn


def _ends(pair: Any) -> tuple[Any, Any] | None:
    if pair is None:
        return None
    alpha, beta = pair
    return alpha, beta
