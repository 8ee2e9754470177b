"""Trees written by hand, as games: the ones on the blackboard.

A leaf is a value of any comparable kind, a node is a list of what lies below it, and MAX and MIN
take turns from the root down:

>>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> game.spec_of(game.initial())
'MAX'

In JSON a node may also be an object, to name the node, its moves or its player:

    {"name": "A", "player": "min", "children": {"left": 3, "right": [1, 2]}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.notation import did_you_mean, json_in

Way = tuple[int, ...]
Who = Literal["max", "min"]

KEYS = ("name", "player", "children", "value")  # of a node written as an object


class Tree(Game[Way, int]):
    """A hand-written tree. A state is the way from the root: the numbers of the branches taken."""

    players = ("MAX", "MIN")

    def __init__(self, root: Any, first: Who = "max") -> None:
        self.root, self.first = root, first
        self._nodes: dict[Way, Any] = {}
        self._movers: dict[Way, int] = {}
        self._leaf: Any = None  # one of the leaves' values, to compare the others with
        self._index(root, first)

    def _index(self, root: Any, first: Who) -> None:
        """Look at every node once, so that mistakes in a tree show when it is made."""
        if first not in ("max", "min"):
            raise GameError(f"a tree cannot start with {first!r}: say max or min")
        waiting: list[tuple[Way, Any, int]] = [((), root, 0 if first == "max" else 1)]
        while waiting:
            path, node, mover = waiting.pop()
            if isinstance(node, Mapping):
                mover = self._mover(path, node, mover)
            below = _children(node, path)
            self._nodes[path], self._movers[path] = node, mover
            if not below:
                self._refuse_incomparable(path, self.outcome(path))
            waiting += [((*path, i), child, 1 - mover) for i, child in enumerate(below)]

    def _refuse_incomparable(self, path: Way, value: Any) -> None:
        if value is None or value != value:
            raise GameError(f"{_where(path)}: {value} is no value, it has no place in any order")
        other = self._leaf = value if self._leaf is None else self._leaf
        try:
            bool(value < other)
        except TypeError:
            raise GameError(
                f"{_where(path)}: {value!r} cannot be compared with {other!r}"
            ) from None

    @staticmethod
    def _mover(path: Way, node: Mapping[str, Any], mover: int) -> int:
        unknown = [key for key in node if key not in KEYS]
        if unknown:
            raise GameError(f"{_where(path)}: a node has no {unknown[0]!r}"
                            f"{did_you_mean(str(unknown[0]), KEYS)}; it has {', '.join(KEYS)}")
        if "player" not in node:
            return mover
        if node["player"] not in ("max", "min"):
            raise GameError(f"{_where(path)}: player {node['player']!r} is neither max nor min")
        return 0 if node["player"] == "max" else 1

    def initial(self) -> Way:
        """The root, where nothing has been played."""
        return ()

    def to_move(self, s: Way) -> int:
        """Level by level, unless a node names its player."""
        return self._movers[s]

    def moves(self, s: Way) -> Iterator[int]:
        """The branches, from left to right."""
        yield from range(len(_children(self._nodes[s], s)))

    def play(self, s: Way, m: int) -> Way:
        """One branch down."""
        return (*s, m)

    def outcome(self, s: Way) -> Any:
        """A leaf's value."""
        node = self._nodes[s]
        if isinstance(node, Mapping):
            return node.get("value") if "children" not in node else None
        return None if _is_inner(node) else node

    def text(self, s: Way) -> str:
        """The way from the root, branches numbered from 1: `root/1/2`."""
        return "/".join(["root", *(str(i + 1) for i in s)])

    def parse(self, text: str) -> Way:
        """Read `text` back."""
        root, *steps = text.split("/")
        path = tuple(int(step) - 1 for step in steps if step.isdecimal())
        if root != "root" or len(path) != len(steps) or path not in self._nodes:
            raise self.bad_position(text, "write the way from the root, like root/1/2")
        return path

    def move_text(self, s: Way, m: int) -> str:
        """The branch's name, or its number from 1."""
        children = self._nodes[s]["children"] if isinstance(self._nodes[s], Mapping) else None
        return list(children)[m] if isinstance(children, Mapping) else str(m + 1)

    def name_of(self, s: Way) -> str:
        """A node's name, or nothing."""
        node = self._nodes[s]
        return str(node.get("name", "")) if isinstance(node, Mapping) else ""

    def spec_of(self, s: Way) -> str:
        """A node's name, or else its player's, or its value."""
        if self.name_of(s):
            return self.name_of(s)
        value = self.outcome(s)
        return self.players[self._movers[s]] if value is None else str(value)

    def show(self, s: Way) -> str:
        """The subtree, a node a line."""
        lines, waiting = [], [(s, 0)]
        while waiting:
            path, level = waiting.pop()
            lines.append("  " * level + self.spec_of(path))
            waiting += [((*path, i), level + 1)
                        for i in reversed(range(len(_children(self._nodes[path], path))))]
        return "\n".join(lines)

    @property
    def spec(self) -> str:
        """Trees have no name."""
        return "tree"

    def reason(self, s: Way) -> str:
        """The only way to end."""
        return "a leaf"

    def __hash__(self) -> int:
        # Lists have no hash; trees that are equal have as many nodes.
        return hash((type(self), self.first, len(self._nodes)))


def read_tree(file: str | Path) -> Tree:
    """The tree in a JSON file: nested lists, or objects as in this module's description."""
    try:
        data = json_in(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise GameError(f"the tree file {str(file)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GameError(f"{str(file)!r} is not JSON: {error}") from None
    return Tree(data)


def _is_inner(node: Any) -> bool:
    return isinstance(node, Sequence) and not isinstance(node, str | tuple)


def _children(node: Any, path: Way) -> Sequence[Any]:
    """What lies below a node; a tuple or a string is a value, not a list of branches."""
    below: Any = []
    if isinstance(node, Mapping):
        if ("children" in node) == ("value" in node):
            raise GameError(f"{_where(path)}: give it either children or a value")
        if "value" in node:
            return []
        below = node["children"]
        below = list(below.values()) if isinstance(below, Mapping) else below
    elif _is_inner(node):
        below = node
    else:
        return []
    if not _is_inner(below) or not below:
        raise GameError(f"{_where(path)}: a node needs at least one branch below it")
    return below  # type: ignore[no-any-return]


def _where(path: Way) -> str:
    return "in the tree, at " + "/".join(["root", *(str(i + 1) for i in path)])
