"""The colours of drawn trees, by day and by night, for every writer.

Colour never stands alone: MAX is also a triangle that points up, MIN one that points down, a leaf
a box; the chosen line is thick, what was pruned is dashed.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.drawing.palette import DAY, NIGHT, Palette


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


def _theme(colours: Palette) -> Theme:
    """MAX in the first player's colour, MIN in the second's."""
    def ink(player: str) -> Ink:
        its = colours.players[player]
        return Ink(colours.pale(its.fill), its.rim, its.deep)

    return Theme(
        paper=colours.card, text=colours.ink, quiet=colours.soft,
        edge=colours.pale(colours.soft, 0.6), best=colours.pale(colours.ink, 0.7),
        chosen=colours.good, cut=colours.bad, max=ink("blue"), min=ink("orange"),
        leaf=Ink(colours.pale(colours.soft, 0.06), colours.soft, colours.ink),
    )


LIGHT, DARK = _theme(DAY), _theme(NIGHT)


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
