"""Other pictures of a recorded search: the tree before it, or the search at one of its moments.

Each is a recording again, so that every writer can write it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from zermelo.errors import LimitError, ParameterError
from zermelo.notation import did_you_mean
from zermelo.tree.model import Recording, Sign, TreeNode
from zermelo.tree.steps import Status, Step, steps

FIGURES = ("searched", "leaves", "unsearched")
MOST_MOMENTS = 2_000


def refuse_figure(name: str) -> None:
    """A ParameterError if there is no such figure."""
    if name not in FIGURES:
        raise ParameterError(f"there is no figure {name!r}{did_you_mean(name, FIGURES)}; "
                             f"there are {', '.join(FIGURES)}")


def figure_of(tree: Recording, name: str) -> Recording:
    """The tree as it was before the search, with or without the values of its leaves."""
    refuse_figure(name)
    if name == tree.figure:
        return tree
    if tree.figure != "searched":
        raise ParameterError(f"this is the figure {tree.figure!r} of a search: the search itself "
                             f"is not in it, and {name!r} cannot be made of it")
    nodes = tree.nodes()
    if any(node.known is not None or (node.pruned and not tree.by_hand) for node in nodes):
        raise ParameterError(f"this search left branches out, which the figure {name!r} should "
                             f"show: record it by minimax")
    given = name == "leaves"
    return _changed(tree, [
        replace(node, **_BEFORE, value=node.value if given and node.kind == "leaf" else None)
        for node in nodes], figure=name, value=None, line=())


_BEFORE: dict[str, Any] = {
    "why": "unseen", "visit": None, "window": None, "bound": "=", "cut": None, "best": None,
    "chosen": False, "known": None, "progress": []}


def moments(tree: Recording) -> Iterator[tuple[Step, Recording]]:
    """Each step, and what is known and seen after it."""
    told = steps(tree)
    if len(told) > MOST_MOMENTS:
        raise LimitError(f"{len(told):,} steps are too many pictures: at most {MOST_MOMENTS:,} can "
                         f"be drawn; lower the depth, or draw fewer nodes")
    nodes = tree.nodes()
    seen: dict[int, tuple[Status, str]] = {}
    best: dict[int, int] = {}
    for step in told:
        seen.update((node, (status, value)) for node, status, value in step.changes)
        if step.best is not None:
            best[step.node] = step.best
        last = step is told[-1]
        yield step, _changed(tree, [_at(tree, node, seen.get(node.id), best.get(node.id), last)
                                    for node in nodes], figure="moment")


def _at(tree: Recording, node: TreeNode, seen: tuple[Status, str] | None, best: int | None,
        last: bool) -> TreeNode:
    if seen is None:
        given = tree.by_hand and node.kind == "leaf"
        return replace(node, **_BEFORE, folded=0, same="", value=node.value if given else None)
    status, text = seen
    sign, _, value = text.rpartition(" ") if text[:1] in ("≥", "≤") else ("", "", text)
    below = [child.id for child in node.children]
    return replace(
        node, value=value or None, bound=cast(Sign, sign or "="),
        why="open" if status == "open" else node.why, chosen=node.chosen and last,
        best=None if best is None else below.index(best),
        cut=node.cut if status == "done" else None)


def _changed(tree: Recording, copies: list[TreeNode], **head: Any) -> Recording:
    """The recording with other nodes in the same places."""
    for node, copy in zip(tree.nodes(), copies, strict=True):
        copy.children = [copies[child.id] for child in node.children]
    return replace(tree, root=copies[0], **head)
