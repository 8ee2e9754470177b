"""A recorded search: plain data, so that it can be drawn, written down and read back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from zermelo.drawing import Scene

Kind = Literal["max", "min", "leaf"]
Why = Literal["end", "depth", "known", "searched", "cut", "pruned", "open", "unseen"]
Figure = Literal["searched", "leaves", "unsearched", "moment"]
Sign = Literal["=", "≥", "≤"]
OPPOSITE: dict[Sign, Sign] = {"=": "=", "≥": "≤", "≤": "≥"}  # in the other player's view
Plain = int | float | str | None  # a value as JSON has it; for a window's ends None is open
Ends = tuple[Plain, Plain]  # alpha and beta


@dataclass(frozen=True)
class SoFar:
    """What a node has after one more of its children: the best so far, the window, and what it
    can count on, which is less where the best so far is only a bound."""

    value: Plain
    alpha: Plain
    beta: Plain
    sure: Plain = None  # nothing yet, or not written down


@dataclass
class TreeNode:
    """One visit to a position, or what was never visited (`why` is pruned).

    A figure of a search that is not over also has nodes that are `open` or `unseen` as yet.

    All the moves that a game's node never looked at are one node together: nothing is known
    about any of them. In a tree written by hand each pruned branch stands for itself.
    """

    id: int  # from 0, depth first, as drawn
    path: tuple[str, ...]  # the moves from the root
    kind: Kind
    player: int  # to move here
    position: str
    why: Why
    visit: int | None = None  # its number, from 0
    name: str = ""  # in a tree written by hand
    board: str = ""  # lines of text; empty in a tree written by hand
    window: Ends | None = None  # on entry
    value: Plain = None
    bound: Sign = "="  # what the value says about the truth
    cut: Ends | None = None  # the window that ended the node early
    best: int | None = None  # which child was chosen
    chosen: bool = False  # on the line that both sides should play
    same: str = ""  # the letter of a position that occurs several times
    known: int | None = None  # the visit whose result was remembered
    folded: int = 0  # visits below that are not drawn
    moves: tuple[str, ...] = ()  # pruned together, if there are several
    progress: list[SoFar] = field(default_factory=list)  # one for each visited child
    children: list[TreeNode] = field(default_factory=list)  # visited ones first, then the pruned
    scene: Scene | None = field(default=None, compare=False, repr=False)  # what it looks like

    @property
    def move(self) -> str:
        """The move that led here; nothing at the root."""
        return self.path[-1] if self.path else ""

    @property
    def pruned(self) -> bool:
        """Whether the search never came here."""
        return self.why == "pruned"

    @property
    def value_text(self) -> str:
        """The value with its bound, or nothing if there is none."""
        if self.value is None:
            return ""
        return value_text(self.value, self.bound)

    def walk(self) -> Iterator[TreeNode]:
        """This node and all drawn below it, depth first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@dataclass
class Recording:
    """A search, node by node: all that the writers need to know."""

    game: str
    players: tuple[str, str]
    position: str
    algorithm: str
    title: str  # the algorithm in words
    depth: int | None  # None: to the end
    mover_view: bool  # whether values are in the view of the player to move (negamax)
    values: str  # what leaves are worth, in words
    value: Plain  # of the root, in the first player's view
    line: tuple[str, ...]
    visited: int  # nodes, the ones that are not drawn included
    rule: str  # which of them are drawn, if not all
    root: TreeNode
    figure: Figure = "searched"  # how much of the search is shown

    def nodes(self) -> list[TreeNode]:
        """All nodes drawn, each at the index of its id."""
        return list(self.root.walk())

    @property
    def by_hand(self) -> bool:
        """Whether this is a tree without boards, written by hand."""
        return self.game == "tree"

    @property
    def pruned(self) -> int:
        """How many branches were cut off, among the nodes drawn."""
        return sum(len(child.moves) or 1 for node in self.root.walk() if not node.pruned
                   for child in node.children if child.pruned)

    def role(self, node: TreeNode) -> str:
        """Whose turn it is, in words: `MAX`, or `x (MAX)`."""
        role = ("MAX", "MIN")[node.player]
        name = self.players[node.player]
        return role if name == role else f"{name} ({role})"

    def cut_text(self, node: TreeNode) -> str:
        """Why the rest of a node was pruned: what this player has, the other need not allow."""
        if node.cut is None:
            return ""
        alpha, beta = map(value_text, node.cut)
        low = node.kind == "min" and not self.mover_view
        return f"β={beta} ≤ α={alpha}" if low else f"α={alpha} ≥ β={beta}"

    @property
    def windows(self) -> bool:
        """Whether the search has windows that narrow."""
        return self.algorithm.partition("+")[0] != "minimax"

    @property
    def heading(self) -> str:
        """The game and the algorithm; before the search, only what is to be searched."""
        if self.figure in ("leaves", "unsearched"):
            return "Game tree" if self.by_hand else f"{self.game}: game tree"
        if self.by_hand:
            return self.title
        return f"{self.game}: {self.title[0].lower()}{self.title[1:]}"

    @property
    def summary(self) -> str:
        """What came out, in one line."""
        if self.figure != "searched":
            nodes = f"{self.visited:,} node{'s' * (self.visited > 1)}"
            return {"leaves": f"{nodes}; the values of the leaves are given",
                    "unsearched": nodes, "moment": f"{nodes} visited in the end"}[self.figure]
        line = " ".join(self.line)
        parts = [f"value {value_text(self.value)}",
                 f"{self.visited:,} node{'s' * (self.visited > 1)} visited"]
        if self.pruned and not self.rule:
            parts.append(f"{self.pruned} branch{'es' * (self.pruned > 1)} pruned")
        if line and not self.by_hand:
            parts.append(f"line {line}")
        return ", ".join(parts)

    @property
    def about(self) -> str:
        """Whose view values are in and what leaves are worth, where that needs to be said."""
        if self.by_hand and not self.mover_view:
            return ""
        view = "the player to move" if self.mover_view else self.players[0]
        leaves = "" if self.by_hand else f"; leaves are worth {self.values}"
        return f"Values in the view of {view}{leaves}."


def plain(value: Any) -> Plain:
    """A value as JSON can keep it: numbers and text as they are, all else as its text."""
    if isinstance(value, bool) or value is None:
        return None if value is None else str(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return str(value)


def value_text(value: Plain, bound: Sign = "=") -> str:
    """A value as it is drawn.

    >>> value_text(6), value_text(-0.10000000000000003, "≥"), value_text("win in 3", "≤")
    ('6', '≥ -0.1', '≤ win in 3')
    """
    if value is None:
        return "?"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if bound == "=" else f"{bound} {text}"


def ends_text(ends: Ends) -> tuple[str, str]:
    """A window's two ends; an open one is infinite."""
    alpha, beta = ends
    return ("-∞" if alpha is None else value_text(alpha),
            "+∞" if beta is None else value_text(beta))
