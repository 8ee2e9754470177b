"""The colours of drawn trees, by day and by night, for every writer.

Colour never stands alone: MAX is also a triangle that points up, MIN one that points down, a leaf
a box; the chosen line is thick, what was pruned is dashed.
"""

from __future__ import annotations

from dataclasses import dataclass

SANS = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"

MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


@dataclass(frozen=True)
class Ink:
    """The colours of one kind of thing."""

    fill: str
    line: str
    text: str


@dataclass(frozen=True)
class Theme:
    """All colours of a drawing."""

    paper: str
    text: str
    quiet: str  # captions and numbers
    edge: str
    best: str  # the best branch of a node
    chosen: str  # the line that both sides should play
    cut: str
    max: Ink
    min: Ink
    leaf: Ink


LIGHT = Theme(
    paper="#ffffff", text="#0f172a", quiet="#64748b", edge="#94a3b8", best="#475569",
    chosen="#047857", cut="#b91c1c",
    max=Ink("#dbeafe", "#2563eb", "#172554"),
    min=Ink("#ffedd5", "#c2410c", "#431407"),
    leaf=Ink("#f8fafc", "#64748b", "#0f172a"),
)

DARK = Theme(
    paper="#0b1220", text="#f1f5f9", quiet="#94a3b8", edge="#64748b", best="#cbd5e1",
    chosen="#34d399", cut="#f87171",
    max=Ink("#172f63", "#7dabff", "#eff6ff"),
    min=Ink("#4a1d0a", "#fb9a63", "#fff7ed"),
    leaf=Ink("#1e293b", "#94a3b8", "#f8fafc"),
)


def rules(theme: Theme) -> str:
    """A theme as style rules, a line each with one selector: they go over what stands in the
    elements, which is the light theme."""
    lines = [
        f".zt-paper {{ fill: {theme.paper}; }}",
        f".zt-text {{ fill: {theme.text}; }}",
        f".zt-quiet {{ fill: {theme.quiet}; }}",
        f".zt-cut {{ fill: {theme.cut}; }}",
        f".zt-edge {{ stroke: {theme.edge}; }}",
        f".zt-edge.zt-best {{ stroke: {theme.best}; }}",
        f".zt-edge.zt-chosen {{ stroke: {theme.chosen}; }}",
        f".zt-tick {{ stroke: {theme.cut}; }}",
        f".zt-head {{ fill: {theme.chosen}; }}",
        f".zt-badge {{ fill: {theme.paper}; stroke: {theme.quiet}; }}",
    ]
    for kind in ("max", "min", "leaf"):
        ink: Ink = getattr(theme, kind)
        lines += [
            f".zt-{kind} > .zt-shape {{ fill: {ink.fill}; stroke: {ink.line}; }}",
            f".zt-{kind} > .zt-value {{ fill: {ink.text}; }}",
            f".zt-{kind}.zt-pruned > .zt-shape {{ fill: {theme.paper}; stroke: {theme.quiet}; }}",
            f".zt-{kind}.zt-pruned > .zt-value {{ fill: {theme.quiet}; }}",
            f".zt-band-{kind} {{ fill: {ink.fill}; }}",
            f".zt-role-{kind} {{ fill: {ink.line}; }}",
        ]
    return "\n".join(lines)
