"""The tree as a picture: one SVG that any program can show, and that knows light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from zermelo.drawing.palette import SANS
from zermelo.drawing.picture import BOARD_DARK, dark, num
from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean
from zermelo.tree.glyphs import text_width
from zermelo.tree.model import Recording
from zermelo.tree.scene import Drawing, bands, drawing, gutter, markers, tree_body
from zermelo.tree.style import DARK, LIGHT, rules

MARGIN = 20.0
TITLE, LINE = 19.0, 13.5  # sizes of letters
THEMES = ("auto", "light", "dark")


def tree_svg(tree: Recording, theme: str = "auto") -> str:
    """The whole picture, with a heading and a key to its signs."""
    return trees_svg([tree], theme)


def trees_svg(trees: list[Recording], theme: str = "auto") -> str:
    """Several searches side by side in one picture."""
    refuse_theme(theme)
    panels = [Panel(drawing(tree)) for tree in trees]
    across = math.ceil(math.sqrt(len(panels)))
    rows = [panels[i:i + across] for i in range(0, len(panels), across)]
    columns = [max(panel.width for panel in panels[i::across]) for i in range(across)]
    bodies, y = [], MARGIN
    for row in rows:
        x = MARGIN
        for panel, width in zip(row, columns, strict=False):
            bodies.append(f'<g transform="translate({num(x)} {num(y)})">{panel.body()}</g>')
            x += width + 2 * MARGIN
        y += max(panel.height for panel in row) + 2 * MARGIN
    wide, high = sum(columns) + MARGIN * 2 * len(columns), y - MARGIN
    name = "; ".join(f"{tree.title} on {tree.game} {tree.position}: {tree.summary}"
                     for tree in trees)
    return sheet("".join(bodies), wide, high, name, theme)


def sheet(body: str, wide: float, high: float, name: str, theme: str) -> str:
    """A picture of this size on its paper."""
    name = escape(name)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-tree" role="img" '
            f'width="{num(wide)}" height="{num(high)}" viewBox="0 0 {num(wide)} {num(high)}" '
            f'aria-label="{name}"><title>{name}</title>'
            f"<style>{style(theme)}</style>{markers()}"
            f'<rect class="zt-paper" width="100%" height="100%" fill="{LIGHT.paper}"/>'
            f"{body}</svg>\n")


def refuse_theme(theme: str) -> None:
    """A ParameterError if there is no such theme."""
    if theme not in THEMES:
        raise ParameterError(f"there is no theme {theme!r}{did_you_mean(theme, THEMES)}; "
                             f"there are {', '.join(THEMES)}")


def style(theme: str) -> str:
    """What goes over the light colours that stand in the elements."""
    night = f"{rules(DARK)}\n{BOARD_DARK}"
    if theme == "light":
        return ""
    return night if theme == "dark" else dark(night)


class Panel:
    """One tree with its heading, level by level, and the key."""

    def __init__(self, drawn: Drawing) -> None:
        self.drawn, self.tree = drawn, drawn.tree
        self.gutter = gutter(drawn)
        self.key, key_wide = self._key()
        self.lines = [line for line in (self.tree.rule, self.tree.about) if line]
        texts = [text_width(line, LINE) for line in [self.tree.summary, *self.lines]]
        title = text_width(self.tree.heading, TITLE) * 1.05
        self.width = max(self.gutter + drawn.width + 14, title, *texts, key_wide)
        self.top = TITLE + LINE * 2 + 26
        self.height = (self.top + drawn.height + 34
                       + LINE * 1.7 * (len(self.key) + len(self.lines)) - LINE)

    @property
    def left(self) -> float:
        """Where the nodes begin."""
        return max(self.gutter, (self.width - self.drawn.width + self.gutter) / 2)

    def body(self) -> str:
        """The heading, the levels, the nodes and what the signs mean, from top to bottom."""
        foot = self.top + self.drawn.height + 34
        parts = [
            line_of_text(self.tree.heading, 0, TITLE, TITLE, "text", bold=True),
            line_of_text(self.tree.summary, 0, TITLE + LINE * 1.7, LINE, "quiet"),
            f'<g transform="translate(0 {num(self.top)})">'
            f"{bands(self.drawn, 0, self.width, 10)}</g>",
            f'<g transform="translate({num(self.left)} {num(self.top)})">'
            f"{tree_body(self.drawn)}</g>",
        ]
        for line in self.key:
            parts.append(f'<g transform="translate(0 {num(foot)})">{line}</g>')
            foot += LINE * 1.7
        for line in self.lines:
            parts.append(line_of_text(line, 0, foot, LINE, "quiet"))
            foot += LINE * 1.7
        return "".join(parts)

    def _key(self) -> tuple[list[str], float]:
        """What the signs mean, in lines that are no wider than the tree if it is not small; and
        how wide they are."""
        room = max(self.gutter + self.drawn.width, 560)
        lines, x, widest = [""], 10.0, 0.0
        for sign, words in self._signs():
            wide = (24 if sign else 2) + text_width(words, LINE)
            if x > 10 and x + wide > room:
                lines.append("")
                x = 10.0
            text_x = x + 14 if sign else x - 8
            lines[-1] += (f'<g transform="translate({num(x)} 0)">{sign}</g>'
                          + line_of_text(words, text_x, 0, LINE, "quiet"))
            x += wide + 18
            widest = max(widest, x)
        return lines, widest

    def _signs(self) -> Iterator[tuple[str, str]]:
        """The signs that occur, each with what it means."""
        nodes = self.drawn.nodes
        for kind, player, way in (("max", 0, "M0 -12L8 2H-8Z"), ("min", 1, "M-8 -12H8L0 2Z")):
            ink = getattr(LIGHT, kind)
            yield (f'<g class="zt-{kind}"><path class="zt-shape" d="{way}" fill="{ink.fill}" '
                   f'stroke="{ink.line}" stroke-width="1.5"/></g>',
                   f"{self.tree.players[player]} to move")
        if any(node.chosen for node in nodes):
            yield _edge_sign("zt-chosen", LIGHT.chosen, 4, ""), "chosen line"
        if any(node.pruned for node in nodes):
            yield (_edge_sign("", LIGHT.edge, 1.5, ' stroke-dasharray="5 4"'),
                   "pruned, with the window that cut it")
        if any(node.bound != "=" for node in nodes):
            yield "", "≥ ≤ bounds"
        if self.tree.windows and self.tree.figure in ("searched", "moment"):
            yield "", "α … β window on entry"
        if any(node.same for node in nodes):
            yield ('<rect class="zt-badge" x="-8" y="-11" width="15" height="14" rx="7" '
                   f'fill="{LIGHT.paper}" stroke="{LIGHT.quiet}"/>'
                   + line_of_text("A", -4, 0, 10.5, "text"), "the same position")


def _edge_sign(kind: str, color: str, width: float, dashes: str) -> str:
    return (f'<path class="zt-edge {kind}" d="M-12 -4H8" stroke="{color}" '
            f'stroke-width="{width}"{dashes} fill="none"/>')


def line_of_text(text: str, x: float, y: float, size: float, look: str,
                 bold: bool = False) -> str:
    """A line that begins at x."""
    fill = {"text": LIGHT.text, "quiet": LIGHT.quiet}[look]
    weight = ' font-weight="700"' if bold else ""
    return (f'<text class="zt-{look}" x="{num(x)}" y="{num(y)}" font-family="{SANS}" '
            f'font-size="{num(size)}"{weight} fill="{fill}">{escape(text)}</text>')
