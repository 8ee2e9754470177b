"""The tree placed and drawn, without what stands around it: bands, edges, and nodes upon them.

Every element says in its data which node it belongs to: pages find it by that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from html import escape

from zermelo.drawing.palette import SANS
from zermelo.drawing.picture import num
from zermelo.tree.glyphs import (
    CAPTION,
    CELL,
    Glyph,
    captions,
    captions_height,
    glyph,
    text_width,
)
from zermelo.tree.layout import Layout, lay_out
from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.style import LIGHT
from zermelo.tree.words import described

GAP, LEVEL_GAP = 18.0, 44.0


@dataclass(frozen=True)
class Drawing:
    """A tree laid out, with its corner at the origin."""

    tree: Recording
    nodes: list[TreeNode]
    glyphs: list[Glyph]
    layout: Layout
    bottoms: list[float]  # where the nodes of each level end
    heads: dict[int, float]  # the room above the shapes of each level
    cell: float

    @property
    def width(self) -> float:
        """How wide the nodes are when laid out."""
        return self.layout.width

    @property
    def height(self) -> float:
        """How high the nodes are when laid out."""
        return self.layout.height


def drawing(tree: Recording, roomy: bool = False) -> Drawing:
    """Draw every node and lay the tree out; wide trees get more room between the levels.

    `roomy` leaves room for the values that a node has while it is being searched.
    """
    nodes = tree.nodes()
    cell = CELL if len(nodes) > 60 else 1.3 * CELL
    cuts = _cuts(tree, nodes)
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
    return Drawing(tree, nodes, glyphs, layout, bottoms, heads, cell)


def _cuts(tree: Recording, nodes: list[TreeNode]) -> dict[int, str]:
    """Why branches were cut, by the first of them."""
    return {next(c.id for c in parent.children if c.pruned): tree.cut_text(parent)
            for parent in nodes if parent.cut is not None and parent.children}


def redrawn(frame: Drawing, moment: Recording) -> Drawing:
    """The same tree at another time, every node in the place that it has in `frame`."""
    nodes = moment.nodes()
    cuts = _cuts(frame.tree, frame.nodes)
    glyphs = []
    for node, last, before in zip(nodes, frame.nodes, frame.glyphs, strict=True):
        above = captions(moment, node, cuts.get(node.id, "") if node.pruned else "")
        drawn = glyph(moment, node, above, frame.heads[len(node.path)], frame.cell, True, last)
        if node.why == "unseen" and last.pruned and not moment.by_hand:
            drawn = replace(drawn, body="")  # nobody knows yet that these moves fall away together
        glyphs.append(replace(drawn, size=before.size))
    return replace(frame, tree=moment, nodes=nodes, glyphs=glyphs)


def level_roles(drawn: Drawing) -> dict[int, tuple[str, str]]:
    """For each level where all nodes to move are one player's: kind and name."""
    kinds: dict[int, set[tuple[str, str]]] = {}
    for node in drawn.nodes:
        known = drawn.tree.by_hand or not node.pruned
        if known and node.kind != "leaf":
            kinds.setdefault(len(node.path), set()).add((node.kind, drawn.tree.role(node)))
    return {depth: next(iter(found)) for depth, found in kinds.items() if len(found) == 1}


def gutter(drawn: Drawing) -> float:
    """The room at the left for the names of the levels."""
    return max((text_width(text, CAPTION) for _, text in level_roles(drawn).values()),
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
            f'y="{num((top + bottom) / 2 + 5)}" font-family="{SANS}" font-size="{num(CAPTION)}" '
            f'font-weight="700" fill="{ink.line}">{escape(role)}</text>')
    return "".join(found)


def tree_body(drawn: Drawing) -> str:
    """Edges, the chosen line on top, and nodes upon them."""
    edges = sorted(tree_edges(drawn), key=lambda edge: "zt-chosen" in edge)
    return (f'<g class="zt-edges">{"".join(edges)}</g>'
            f'<g class="zt-nodes">{"".join(tree_nodes(drawn))}</g>')


def tree_edges(drawn: Drawing) -> list[str]:
    """Each edge, parents in their order."""
    return [_edge(drawn, parent, child) for parent in drawn.nodes for child in parent.children]


def tree_nodes(drawn: Drawing) -> list[str]:
    """Each node in its place."""
    return [_node(drawn, node) for node in drawn.nodes]


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
    if not drawn.glyphs[child.id].body:
        return ""
    best = parent.best is not None and parent.children[parent.best] is child
    kind, color, width, more = "", LIGHT.edge, 1.5, ""
    if child.why == "unseen" and drawn.tree.figure == "moment":
        more = ' opacity="0.3"'
    elif child.pruned:
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
    if not drawn.glyphs[node.id].body:
        return ""
    place = drawn.layout.places[node.id]
    name = escape(described(drawn.tree, node))
    faint = ' opacity="0.3"' if node.why == "unseen" and drawn.tree.figure == "moment" else ""
    return (f'<g class="zt-node" data-node="{node.id}" data-kind="{node.kind}"{faint} '
            f'transform="translate({num(place.x)} {num(place.y)})" role="img" '
            f'aria-label="{name}"><title>{name}</title>{drawn.glyphs[node.id].body}</g>')


def markers() -> str:
    """The head of the chosen line."""
    return (
        '<defs><marker id="zt-head" viewBox="-10 -6 11 12" markerWidth="13" markerHeight="12" '
        'markerUnits="userSpaceOnUse" orient="auto"><path class="zt-head" '
        f'd="M-10 -5.5L1 0L-10 5.5Z" fill="{LIGHT.chosen}"/></marker></defs>')
