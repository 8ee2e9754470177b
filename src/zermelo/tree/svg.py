"""The tree as a picture: one SVG that any program can show, and that knows light and dark."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from zermelo.drawing.picture import BOARD_DARK, dark, num
from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean
from zermelo.tree.glyphs import (
    CELL,
    Glyph,
    captions,
    captions_height,
    described,
    glyph,
    text_width,
)
from zermelo.tree.layout import Layout, lay_out
from zermelo.tree.model import SearchTree, TreeNode
from zermelo.tree.style import DARK, LIGHT, SANS, rules

GAP, LEVEL_GAP, MARGIN = 18.0, 44.0, 20.0
TITLE, LINE = 19.0, 13.5  # sizes of letters
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Drawing:
    """A tree laid out, with its corner at the origin."""

    tree: SearchTree
    nodes: list[TreeNode]
    glyphs: list[Glyph]
    layout: Layout
    bottoms: list[float]  # where the nodes of each level end

    @property
    def width(self) -> float:
        """Of the nodes."""
        return self.layout.width

    @property
    def height(self) -> float:
        """Of the nodes."""
        return self.layout.height


def drawing(tree: SearchTree, roomy: bool = False) -> Drawing:
    """Draw every node and lay the tree out; wide trees get more room between the levels.

    `roomy` leaves room for the values that a node has while it is being searched.
    """
    nodes = tree.nodes()
    cell = CELL if len(nodes) > 60 else 1.3 * CELL
    cuts = {next(c.id for c in parent.children if c.pruned): tree.cut_text(parent)
            for parent in nodes if parent.cut is not None and parent.children}
    above = [captions(tree, node, cuts.get(node.id, "")) for node in nodes]
    heads: dict[int, float] = {}  # the room above the shapes of a level, so that they line up
    for node, lines in zip(nodes, above, strict=True):
        heads[len(node.path)] = max(heads.get(len(node.path), 0), captions_height(lines))
    glyphs = [glyph(tree, node, lines, heads[len(node.path)], cell, roomy)
              for node, lines in zip(nodes, above, strict=True)]
    sizes = [g.size for g in glyphs]
    flat = lay_out(tree.root, sizes, GAP, 0)
    spread = max((flat.places[node.children[-1].id].x - flat.places[node.children[0].id].x
                  for node in nodes if node.children), default=0.0)
    gap = min(max(LEVEL_GAP, spread * 0.07), 110)
    layout = lay_out(tree.root, sizes, GAP, gap)
    bottoms = [top - gap for top in layout.levels[1:]] + [layout.height]
    return Drawing(tree, nodes, glyphs, layout, bottoms)


def tree_svg(tree: SearchTree, theme: str = "auto") -> str:
    """The whole picture, with a heading and a key to its signs."""
    return trees_svg([tree], theme)


def trees_svg(trees: list[SearchTree], theme: str = "auto") -> str:
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
    name = escape("; ".join(f"{tree.title} on {tree.game} {tree.position}: {tree.summary}"
                            for tree in trees))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-tree" role="img" '
            f'width="{num(wide)}" height="{num(high)}" viewBox="0 0 {num(wide)} {num(high)}" '
            f'aria-label="{name}"><title>{name}</title>'
            f"<style>{style(theme)}</style>{markers()}"
            f'<rect class="zt-paper" width="100%" height="100%" fill="{LIGHT.paper}"/>'
            f"{''.join(bodies)}</svg>\n")


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


def markers() -> str:
    """The head of the chosen line."""
    return (
        '<defs><marker id="zt-head" viewBox="-10 -6 11 12" markerWidth="13" markerHeight="12" '
        'markerUnits="userSpaceOnUse" orient="auto"><path class="zt-head" '
        f'd="M-10 -5.5L1 0L-10 5.5Z" fill="{LIGHT.chosen}"/></marker></defs>')


def heading(tree: SearchTree) -> str:
    """The game and the algorithm."""
    return tree.title if tree.by_hand else f"{tree.game}: {tree.title[0].lower()}{tree.title[1:]}"


class Panel:
    """One tree with its heading, level by level, and the key."""

    def __init__(self, drawn: Drawing) -> None:
        self.drawn, self.tree = drawn, drawn.tree
        self.gutter = gutter(drawn)
        self.key = self._key()
        self.lines = [line for line in (self.tree.rule, self.tree.about) if line]
        texts = [text_width(line, LINE) for line in [self.tree.summary, *self.lines]]
        self.width = max(self.gutter + drawn.width + 14, text_width(self._title(), TITLE) * 1.05,
                         *texts, self.key[1])
        self.top = TITLE + LINE * 2 + 26
        self.height = self.top + drawn.height + 30 + 24 + LINE * 1.5 * len(self.lines)

    def _title(self) -> str:
        return heading(self.tree)

    def body(self) -> str:
        """All of it."""
        left = max(self.gutter, (self.width - self.drawn.width + self.gutter) / 2)
        foot = self.top + self.drawn.height + 34
        parts = [
            line_of_text(self._title(), 0, TITLE, TITLE, "text", bold=True),
            line_of_text(self.tree.summary, 0, TITLE + LINE * 1.7, LINE, "quiet"),
            f'<g transform="translate(0 {num(self.top)})">'
            f"{bands(self.drawn, 0, self.width, 10)}</g>",
            f'<g transform="translate({num(left)} {num(self.top)})">{tree_body(self.drawn)}</g>',
            f'<g transform="translate(0 {num(foot)})">{self.key[0]}</g>',
        ]
        parts += [line_of_text(line, 0, foot + 26 + LINE * 1.5 * i, LINE, "quiet")
                  for i, line in enumerate(self.lines)]
        return "".join(parts)

    def _key(self) -> tuple[str, float]:
        """What the signs mean, as far as they occur; and how wide that is."""
        nodes = self.drawn.nodes
        signs: list[tuple[str, str]] = []
        for kind, words in (("max", f"{self.tree.players[0]} to move"
                             if not self.tree.by_hand else "MAX to move"),
                            ("min", f"{self.tree.players[1]} to move"
                             if not self.tree.by_hand else "MIN to move")):
            ink = getattr(LIGHT, kind)
            shape = "M0 -12L8 2H-8Z" if kind == "max" else "M-8 -12H8L0 2Z"
            signs.append((f'<g class="zt-{kind}"><path class="zt-shape" d="{shape}" '
                          f'fill="{ink.fill}" stroke="{ink.line}" stroke-width="1.5"/></g>', words))
        signs.append((_edge_sign("zt-chosen", LIGHT.chosen, 4, ""), "chosen line"))
        if any(n.pruned for n in nodes):
            signs.append((_edge_sign("", LIGHT.edge, 1.5, ' stroke-dasharray="5 4"'),
                          "pruned, with the window that cut it"))
        if any(n.bound != "=" for n in nodes):
            signs.append(("", "≥ ≤ bounds"))
        if self.tree.windows:
            signs.append(("", "α … β window on entry"))
        if any(n.same for n in nodes):
            signs.append(('<rect class="zt-badge" x="-8" y="-11" width="15" height="14" rx="7" '
                          f'fill="{LIGHT.paper}" stroke="{LIGHT.quiet}"/>'
                          + line_of_text("A", -4, 0, 10.5, "text"), "the same position"))
        x, parts = 10.0, []
        for sign, words in signs:
            text_x = x + 14 if sign else x - 8
            parts.append(f'<g transform="translate({num(x)} 0)">{sign}</g>'
                         + line_of_text(words, text_x, 0, LINE, "quiet"))
            x = text_x + text_width(words, LINE) + 30
        return "".join(parts), x


def _edge_sign(kind: str, color: str, width: float, dashes: str) -> str:
    return (f'<path class="zt-edge {kind}" d="M-12 -4H8" stroke="{color}" '
            f'stroke-width="{width}"{dashes} fill="none"/>')


def level_roles(drawn: Drawing) -> dict[int, tuple[str, str]]:
    """For each level where all nodes to move are one player's: kind and name."""
    kinds: dict[int, set[tuple[str, str]]] = {}
    for node in drawn.nodes:
        if node.kind != "leaf":
            kinds.setdefault(len(node.path), set()).add((node.kind, drawn.tree.role(node)))
    return {depth: next(iter(found)) for depth, found in kinds.items() if len(found) == 1}


def gutter(drawn: Drawing) -> float:
    """The room at the left for the names of the levels."""
    return max((text_width(text, LINE) for _, text in level_roles(drawn).values()),
               default=0) + 18


def bands(drawn: Drawing, x: float, width: float, text_x: float) -> str:
    """A pale band and the player's name at each level where only one is to move."""
    found = []
    for depth, (kind, role) in level_roles(drawn).items():
        top, bottom = drawn.layout.levels[depth], drawn.bottoms[depth]
        ink = getattr(LIGHT, kind)
        found.append(
            f'<rect class="zt-band-{kind}" x="{num(x)}" y="{num(top - 7)}" width="{num(width)}" '
            f'height="{num(bottom - top + 14)}" rx="8" fill="{ink.fill}" opacity="0.38"/>'
            f'<text class="zt-level zt-role-{kind}" x="{num(text_x)}" '
            f'y="{num((top + bottom) / 2 + 5)}" font-family="{SANS}" font-size="{num(LINE)}" '
            f'font-weight="700" fill="{ink.line}">{escape(role)}</text>')
    return "".join(found)


def tree_body(drawn: Drawing) -> str:
    """Edges, and nodes upon them; every element says in its data which node it belongs to."""
    edges = [_edge(drawn, parent, child) for parent in drawn.nodes for child in parent.children]
    edges.sort(key=lambda edge: "zt-chosen" in edge)  # the chosen line on top
    nodes = [_node(drawn, node) for node in drawn.nodes]
    return f'<g class="zt-edges">{"".join(edges)}</g><g class="zt-nodes">{"".join(nodes)}</g>'


def _bends(drawn: Drawing, parent: TreeNode, child: TreeNode) -> bool:
    """Whether the straight way to a child would cross the captions of a sibling before it."""
    middle, end = drawn.layout.places[parent.id].x, drawn.layout.places[child.id].x
    low, high = sorted((middle, end))
    return any(drawn.glyphs[other.id].top < drawn.glyphs[child.id].top - 1 and other is not child
               and low - drawn.glyphs[other.id].size.width / 2 < drawn.layout.places[other.id].x
               < high + drawn.glyphs[other.id].size.width / 2
               for other in parent.children)


def _edge(drawn: Drawing, parent: TreeNode, child: TreeNode) -> str:
    """Down to the end of the level, and straight to the child; but if a sibling is in the way,
    only to where its level begins, and then down: so that it never crosses another node."""
    best = parent.best is not None and parent.children[parent.best] is child
    kind, color, width, more = "", LIGHT.edge, 1.5, ""
    if child.pruned:
        kind, more = " zt-pruned", ' stroke-dasharray="5 4"'
    elif child.chosen:
        kind, color, width, more = " zt-chosen", LIGHT.chosen, 4.0, ' marker-end="url(#zt-head)"'
    elif best:
        kind, color, width = " zt-best", LIGHT.best, 2.25
    start, place = drawn.layout.places[parent.id], drawn.layout.places[child.id]
    x, turn, to_x = start.x, drawn.bottoms[len(parent.path)], place.x
    end = place.y + drawn.glyphs[child.id].top
    to_y = place.y if _bends(drawn, parent, child) else end
    way = (f"M{num(x)} {num(start.y + drawn.glyphs[parent.id].size.height)}V{num(turn)}"
           f"L{num(to_x)} {num(to_y)}" + (f"V{num(end)}" if to_y < end else ""))
    path = (f'<path class="zt-edge{kind}" data-from="{parent.id}" data-to="{child.id}" d="{way}" '
            f'stroke="{color}" stroke-width="{width}" fill="none" stroke-linejoin="round"{more}/>')
    if child.pruned and not parent.pruned:  # two strokes across, where it was cut
        angle = math.degrees(math.atan2(to_y - turn, to_x - x))
        path += (f'<path class="zt-tick" data-to="{child.id}" d="M-3 -6L-1 6M2 -6L4 6" '
                 f'transform="translate({num((x + to_x) / 2)} {num((turn + to_y) / 2)}) '
                 f'rotate({num(angle)})" stroke="{LIGHT.cut}" stroke-width="1.8" fill="none"/>')
    return path


def _node(drawn: Drawing, node: TreeNode) -> str:
    place = drawn.layout.places[node.id]
    name = escape(described(drawn.tree, node))
    return (f'<g class="zt-node" data-node="{node.id}" data-kind="{node.kind}" '
            f'transform="translate({num(place.x)} {num(place.y)})" role="img" '
            f'aria-label="{name}"><title>{name}</title>{drawn.glyphs[node.id].body}</g>')


def line_of_text(text: str, x: float, y: float, size: float, look: str,
                 bold: bool = False) -> str:
    """A line that begins at x."""
    fill = {"text": LIGHT.text, "quiet": LIGHT.quiet}[look]
    weight = ' font-weight="700"' if bold else ""
    return (f'<text class="zt-{look}" x="{num(x)}" y="{num(y)}" font-family="{SANS}" '
            f'font-size="{num(size)}"{weight} fill="{fill}">{escape(text)}</text>')
