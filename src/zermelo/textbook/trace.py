"""What a search did, node by node: the counting watcher, and the recording one.

A search tells its watcher when it enters a node, when it leaves it, and what it never looked at.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from zermelo.limits import Limit

Why = Literal["end", "depth", "known", "searched", "cut"]


class Window(NamedTuple):
    """The values that still matter here; None is an open end.

    MAX is sure of `alpha` elsewhere and MIN of `beta`: a node worth no more than alpha will be
    avoided by MAX, one worth no less than beta by MIN.
    """

    alpha: Any = None
    beta: Any = None

    def narrowed(self, player: int, value: Any) -> Window:
        """The window once `player` is sure of `value`."""
        if player == 0:
            raised = self.alpha is None or self.alpha < value
            return Window(value if raised else self.alpha, self.beta)
        lowered = self.beta is None or value < self.beta
        return Window(self.alpha, value if lowered else self.beta)

    @property
    def closed(self) -> bool:
        """Whether nothing between alpha and beta is left, so that the rest cannot matter."""
        return self.alpha is not None and self.beta is not None and not self.alpha < self.beta


class Unpruned(Window):
    """The window that never narrows: put it in alpha-beta's place, and plain minimax remains."""

    def narrowed(self, player: int, value: Any) -> Window:
        """Stay as wide as ever."""
        return self


@dataclass(slots=True)
class Node:
    """One visit to a node. `visit` counts them from 0 as the search made them."""

    state: Any
    move: Any  # that led here; None at the root
    player: int
    visit: int
    window: Window  # on entry
    value: Any = None
    why: Why = "searched"  # how the value came about
    cut: Window | None = None  # the closed window that ended the node early
    best: int | None = None  # which child
    children: list[Node] = field(default_factory=list)
    pruned: list[Any] = field(default_factory=list)  # moves never looked at
    known: int | None = None  # the visit whose result was remembered

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the search."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class OutOfBudget(Exception):  # noqa: N818 - a signal, never seen outside
    """The limit is reached; the iteration under way is lost, the ones before it are not."""


class Watcher:
    """Counts nodes, and stops the search when its limit is reached."""

    def __init__(self, limit: Limit | None = None) -> None:
        limit = limit or Limit()
        self.nodes = 0
        self.horizon = False  # whether the depth limit ever hid anything
        self._most = limit.nodes
        self._deadline = None if limit.time is None else time.monotonic() + limit.time

    @property
    def root(self) -> Node | None:
        """The recorded tree, if there is one."""
        return None

    def enter(self, state: Any, move: Any, player: int, window: Window) -> int:
        """A node is looked at; the number of this visit, from 0."""
        if self._most is not None and self.nodes >= self._most:
            raise OutOfBudget
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise OutOfBudget
        self.nodes += 1
        return self.nodes - 1

    def leave(self, value: Any, why: Why, best: int | None = None,
              cut: Window | None = None, pruned: list[Any] | None = None,
              known: int | None = None) -> None:
        """A node's value is known."""
        self.horizon |= why == "depth"


class Recorder(Watcher):
    """Remembers every node."""

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit)
        self._root: Node | None = None
        self._open: list[Node] = []

    @property
    def root(self) -> Node | None:
        """The whole search as a tree."""
        return self._root

    def enter(self, state: Any, move: Any, player: int, window: Window) -> int:
        """Hang a new node under the one that is open."""
        visit = super().enter(state, move, player, window)
        node = Node(state, move, player, visit, window)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self._root = node
        self._open.append(node)
        return visit

    def leave(self, value: Any, why: Why, best: int | None = None,
              cut: Window | None = None, pruned: list[Any] | None = None,
              known: int | None = None) -> None:
        """Complete the open node."""
        super().leave(value, why, best, cut, pruned, known)
        node = self._open.pop()
        node.value, node.why, node.best, node.cut = value, why, best, cut
        node.pruned, node.known = pruned or [], known
