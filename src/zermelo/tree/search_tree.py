"""A recorded search with its ways out: what `record` returns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.tree.figures import figure_of
from zermelo.tree.model import Recording
from zermelo.tree.steps import Step, steps
from zermelo.tree.writers.animation import step_pictures, tree_animation
from zermelo.tree.writers.dot import tree_dot
from zermelo.tree.writers.files import save
from zermelo.tree.writers.html import framed, tree_html
from zermelo.tree.writers.json import tree_json
from zermelo.tree.writers.mermaid import tree_mermaid
from zermelo.tree.writers.svg import tree_svg
from zermelo.tree.writers.text import tree_text


class SearchTree(Recording):
    """A search, node by node. Notebooks show it; `save` writes it, by the file's ending."""

    def steps(self) -> list[Step]:
        """The search told step by step."""
        return steps(self)

    def as_figure(self, name: str) -> SearchTree:
        """The tree `unsearched`, with the values of its `leaves` only, or `searched`."""
        found = figure_of(self, name)
        assert isinstance(found, SearchTree)
        return found

    def svg(self, theme: str = "auto") -> str:
        """The tree as a picture: light, dark, or as whoever looks at it has it (auto)."""
        return tree_svg(self, theme)

    def svg_steps(self, theme: str = "auto") -> Iterator[str]:
        """A picture of every step, all of one size."""
        return step_pictures(self, theme)

    def animation(self, theme: str = "auto", seconds: float = 1.5) -> str:
        """All steps in one picture that moves, each so many seconds."""
        return tree_animation(self, theme, seconds)

    def html(self, theme: str = "auto") -> str:
        """A page to walk through the search, step by step; it needs nothing else."""
        return tree_html([self], theme)

    def mermaid(self) -> str:
        """The tree as a Mermaid flowchart."""
        return tree_mermaid(self)

    def dot(self) -> str:
        """The tree as a Graphviz graph."""
        return tree_dot(self)

    def to_json(self) -> dict[str, Any]:
        """Plain data; `docs/trees.md` explains every field."""
        return tree_json(self)

    def save(self, file: str | Path, theme: str = "auto") -> None:
        """Write it as .svg, .png, .html, .mmd, .dot, .json or .txt; every step into a folder, with
        a name that ends in / (or .png/); all of them as a picture that moves, .anim.svg."""
        save(self, file, theme)

    def __str__(self) -> str:
        return tree_text(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return framed(self.html(), f"{self.title} on {self.game} {self.position}")
