"""The search told step by step: where it is, the window there, and what is known so far.

    enter    a node is looked at, with the window handed down
    leaf     … and is worth so much, or is folded, or is known from before
    known
    hear     a child's value comes up: what the node can count on, and the window after it
    cut      the window is closed: the branches that are left fall away, and why
    done     the search is through with the node

A step changes a few nodes: `open` while they are being searched, `done`, or `pruned`. Each names
the line of the pseudo-code where it happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from zermelo.tree.algorithms import algorithm
from zermelo.tree.model import Ends, Recording, Sign, TreeNode, ends_text, value_text

Do = Literal["enter", "leaf", "known", "hear", "cut", "done"]
Status = Literal["open", "done", "pruned"]


@dataclass(frozen=True)
class Step:
    """One moment of a search."""

    do: Do
    node: int  # its id
    line: int  # of the pseudo-code, from 0
    text: str  # what happens, in a sentence
    window: Ends
    value: str  # what the node has so far, or nothing
    best: int | None  # the child, by its id, that the node prefers so far
    changes: tuple[tuple[int, Status, str], ...]  # nodes by id, and the value to show in each

    def to_json(self) -> dict[str, Any]:
        """Plain data, without what is empty; the changes follow from the rest."""
        alpha, beta = (None if end is None else value_text(end) for end in self.window)
        found = {"do": self.do, "node": self.node, "line": self.line, "alpha": alpha,
                 "beta": beta, "value": self.value, "best": self.best, "text": self.text}
        return {name: value for name, value in found.items() if value not in ("", None)}


def steps(tree: Recording) -> list[Step]:
    """The whole search, as far as it is drawn; nothing if it is only a figure."""
    return list(_Telling(tree).all()) if tree.figure == "searched" else []


class _Telling:
    def __init__(self, tree: Recording) -> None:
        self.tree = tree
        self.lines = algorithm(tree.algorithm).pseudocode.at

    def all(self) -> Iterator[Step]:
        """Into each node, after each of its children, and out of it again."""
        if not self._inner(self.tree.root):
            yield self._leaf(self.tree.root)
            return
        yield self._enter(self.tree.root)
        waiting = [(self.tree.root, 0)]  # a node, and which child comes next
        while waiting:
            node, index = waiting.pop()
            if index == len(node.progress):
                yield self._leave(node)
                if waiting:  # the parent hears of it
                    yield from self._hear(*waiting[-1])
                continue
            waiting.append((node, index + 1))
            child = node.children[index]
            if self._inner(child):
                yield self._enter(child)
                waiting.append((child, 0))
            else:
                yield self._leaf(child)
                yield from self._hear(node, index + 1)

    @staticmethod
    def _inner(node: TreeNode) -> bool:
        return bool(node.progress)

    def _who(self, node: TreeNode) -> str:
        return self.tree.role(node)

    def _where(self, node: TreeNode) -> str:
        """A node as people point at it."""
        if node.name:
            return node.name
        if not node.path:
            return "the root"
        return f"branch {'.'.join(node.path)}" if self.tree.by_hand else " ".join(node.path)

    def _enter(self, node: TreeNode) -> Step:
        assert node.window is not None
        alpha, beta = ends_text(node.window)
        window = f" with α={alpha}, β={beta}" if self.tree.windows else ""
        return Step("enter", node.id, self.lines["enter"],
                    f"{self._who(node)} is to move at {self._where(node)}{window}.",
                    node.window, "", None, ((node.id, "open", ""),))

    def _leaf(self, node: TreeNode) -> Step:
        assert node.window is not None
        value = node.value_text
        do: Do = "leaf"
        line = self.lines["leaf"]
        if node.known is not None:
            do, line = "known", self.lines["known"]
            text = (f"The position at {self._where(node)} was searched before, at visit "
                    f"{node.known}: {value} is remembered.")
        elif node.folded:
            line = self.lines["done"]
            text = (f"{self._who(node)} searches {self._where(node)}, {node.folded:,} nodes below "
                    f"that are not drawn: {value}.")
        else:
            what = "The game is over" if node.why == "end" else "The depth ends"
            what = "A leaf" if self.tree.by_hand and node.why == "end" else what
            text = f"{what} at {self._where(node)}: {value}."
        return Step(do, node.id, line, text, node.window, value, None,
                    ((node.id, "done", value),))

    def _hear(self, node: TreeNode, heard: int) -> Iterator[Step]:
        """What a node makes of the value of the child that was just searched."""
        now = node.progress[heard - 1]
        values = [progress.value for progress in node.progress[:heard]]
        running = "" if now.sure is None else value_text(now.sure, self._running(node))
        best = node.children[values.index(now.value)].id
        window = (now.alpha, now.beta)
        yield Step("hear", node.id, self.lines[node.kind], self._made_of(node, heard), window,
                   running, best, ((node.id, "open", running),))
        if node.cut is not None and heard == len(node.progress):
            cut = [child for child in node.children if child.pruned]
            rest = ("the other branch is" if len(cut) == 1
                    else f"the other {len(cut)} branches are")
            text = f"{self.tree.cut_text(node)}: {self._elsewhere(node)}, so {rest} pruned."
            changes: list[tuple[int, Status, str]] = [
                (below.id, "pruned", below.value_text) for child in cut for below in child.walk()]
            yield Step("cut", node.id, self.lines["cut"], text, window, running, best,
                       tuple(changes))

    def _made_of(self, node: TreeNode, heard: int) -> str:
        """Whether a player takes the value of a child, or has as much without it."""
        now, who = node.progress[heard - 1], self._who(node)
        got = self._seen_from(node, node.children[heard - 1])
        before = self._had(node, heard - 1)
        if not self.tree.windows:
            if heard == 1 or node.progress[heard - 2].value != now.value:
                return f"{who} takes {got}."
            return f"{who} keeps {value_text(now.value)}: {got} is no better."
        if now.alpha != before[0]:
            return f"{who} takes {got}: α={value_text(now.alpha)}."
        if now.beta != before[1]:
            return f"{who} takes {got}: β={value_text(now.beta)}."
        end = 1 if self._running(node) == "≤" else 0
        assert node.window is not None
        if before[end] != node.window[end]:
            return f"{who} keeps {value_text(before[end])}: {got} is no better."
        return f"{who} has {value_text(before[end])} elsewhere: {got} is no better."

    @staticmethod
    def _had(node: TreeNode, heard: int) -> Ends:
        """The window after so many children."""
        if heard == 0:
            assert node.window is not None
            return node.window
        return node.progress[heard - 1].alpha, node.progress[heard - 1].beta

    def _seen_from(self, node: TreeNode, child: TreeNode) -> str:
        """A child's value as its parent sees it: negamax turns it round."""
        if self.tree.mover_view and child.player != node.player:
            return f"-({child.value_text})"
        return child.value_text

    def _elsewhere(self, node: TreeNode) -> str:
        """Why the other player never lets it come to this node."""
        assert node.cut is not None
        if self.tree.mover_view:
            return "the other player has better elsewhere"
        other, has = ("MIN", node.cut[1]) if node.kind == "max" else ("MAX", node.cut[0])
        return f"{other} has {value_text(has)} elsewhere"

    def _running(self, node: TreeNode) -> Sign:
        """What a value says while there is more to come."""
        return "≤" if node.kind == "min" and not self.tree.mover_view else "≥"

    def _leave(self, node: TreeNode) -> Step:
        value = node.value_text
        last = node.progress[-1]
        done = f"Done with {self._where(node)}: {value}."
        if node is self.tree.root:
            branch = "branch " if self.tree.by_hand else ""
            done = f"Done: {self._who(node)} plays {branch}{self.tree.line[0]}, worth {value}."
        return Step("done", node.id, self.lines["done"], done,
                    (last.alpha, last.beta), value, node.children[node.best or 0].id,
                    ((node.id, "done", value),))
