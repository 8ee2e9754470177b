"""One position searched by several algorithms, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.tree.model import value_text
from zermelo.tree.recording import record
from zermelo.tree.search_tree import SearchTree
from zermelo.tree.writers.files import save
from zermelo.tree.writers.html import framed, tree_html
from zermelo.tree.writers.json import trees_json
from zermelo.tree.writers.mermaid import trees_mermaid
from zermelo.tree.writers.svg import trees_svg


@dataclass(frozen=True)
class Comparison:
    """The same search by several algorithms. Notebooks show it; `save` writes it."""

    trees: tuple[SearchTree, ...]

    @property
    def agreed(self) -> bool:
        """Whether all found the same value, as they must."""
        return len({tree.value for tree in self.trees}) == 1

    def svg(self, theme: str = "auto") -> str:
        """All trees in one picture."""
        return trees_svg(list(self.trees), theme)

    def html(self, theme: str = "auto") -> str:
        """All trees on one page, walked through together."""
        return tree_html(list(self.trees), theme)

    def mermaid(self) -> str:
        """All trees in one Mermaid flowchart, each in a frame."""
        return trees_mermaid(self.trees)

    def to_json(self) -> dict[str, Any]:
        """Plain data: a recorded search for each algorithm."""
        return trees_json(self.trees)

    def save(self, file: str | Path, theme: str = "auto") -> None:
        """Write it as .svg, .html, .mmd, .json or .txt."""
        save(self, file, theme)

    def __str__(self) -> str:
        """A table: nodes visited, and the share of what the first of them needed."""
        rows = [["algorithm", "value", "nodes", "", "line", ""]]
        most = self.trees[0].visited
        for tree in self.trees:
            share = f"{tree.visited / most:.0%}"
            rows.append([tree.algorithm, value_text(tree.value), f"{tree.visited:,}", share,
                         " ".join(tree.line), tree.title])
        wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        sides = "<>>><<"
        return "\n".join(
            "  ".join(f"{cell:{side}{width}}" for cell, side, width
                      in zip(row, sides, wide, strict=True)).rstrip()
            for row in rows)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return framed(self.html(), "; ".join(tree.title for tree in self.trees), height=820)


def compare(thing: Any, state: Any = None, *,
            algorithms: Sequence[str] = ("minimax", "alphabeta", "ordered", "table"),
            **options: Any) -> Comparison:
    """Record the same search once for each algorithm; `options` are those of `record`.

    >>> print(compare([[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]))
    algorithm  value  nodes        line
    minimax        6     22  100%  1 1 2  Minimax
    alphabeta      6     18   82%  1 1 2  Alpha-beta
    ordered        6     15   68%  1 1 2  Alpha-beta, best branches first
    table          6     18   82%  1 1 2  Alpha-beta, positions remembered
    """
    names = [name for name in algorithms if name]
    if not names:
        raise ParameterError("there is nothing to compare: give algorithms, as minimax,alphabeta")
    return Comparison(tuple(record(thing, state, algorithm=name, **options) for name in names))
