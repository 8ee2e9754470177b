"""One node drawn: its shape with the value, captions above it, the board below.

    b2            the move that led here
    -∞ … 3        the window on entry
    △ ≥ 8         shape and value; a letter where the position occurs more than once
    ┌─┬─┐
    └─┴─┘         the board, if there is one
    ⋯ 81          what is not drawn

Coordinates are relative to the middle of the upper edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from zermelo.drawing import scene_picture
from zermelo.drawing.palette import SANS
from zermelo.drawing.picture import num
from zermelo.drawing.reading import read_scene
from zermelo.tree.layout import Size
from zermelo.tree.model import Recording, TreeNode, ends_text, value_text
from zermelo.tree.style import LIGHT

VALUE, CAPTION, SMALL = 15.0, 13.0, 10.5  # sizes of letters
SHAPE = 40.0  # height of a triangle
BOX = 28.0  # height of a leaf
STUB = 16.0  # height of what was pruned in a game
CELL = 13.0  # of a board


@dataclass(frozen=True)
class Glyph:
    """A node's drawing and the room that it takes."""

    size: Size
    top: float  # where the drawing begins: where an edge ends
    body: str


@dataclass(frozen=True)
class Caption:
    """A line above the shape."""

    text: str
    size: float
    look: str


def text_width(text: str, size: float) -> float:
    """About how wide a text is, in a font that is rather wide."""
    narrow = sum(c in " .,:;iljtfr|!'()[]-" for c in text)
    return (narrow * 0.36 + (len(text) - narrow) * 0.64) * size


def captions_height(captions: list[Caption]) -> float:
    """The room above the shape."""
    return sum(caption.size * 1.3 for caption in captions) + (2 if captions else 0)


def glyph(tree: Recording, node: TreeNode, captions: list[Caption], head: float,
          cell: float = CELL, roomy: bool = False, like: TreeNode | None = None) -> Glyph:
    """Draw a node whose shape begins `head` below its upper edge, as on all of its level.

    `like` is the same node at another time: it is drawn as large as that one.
    """
    parts: list[str] = []
    wide, top = 0.0, head - captions_height(captions)
    y = top
    for caption in captions:
        y += caption.size * 1.3
        parts.append(_text(caption.text, 0, y - caption.size * 0.32, caption.size, caption.look))
        wide = max(wide, text_width(caption.text, caption.size))
    y = head
    stub = (like or node).pruned and not tree.by_hand  # only its moves are known
    shape_wide, shape_high = (22, STUB) if stub else _shape_size(like or node, roomy)
    parts.append(f'<g class="zt-{node.kind}{_state(node)}" transform="translate(0 {num(y)})">'
                 f"{_shape(node, shape_wide, shape_high)}</g>")
    y += shape_high
    wide = max(wide, shape_wide + (20 if node.same else 0))
    if node.board and not node.pruned:
        scene = node.scene or read_scene(node.board, tree.players)
        picture = scene_picture(scene, cell, labels=False)
        y += 5
        parts.append(f'<g class="zt-board" transform="translate({num(-picture.width / 2)} '
                     f'{num(y)})">{picture.body}</g>')
        y += picture.height
        wide = max(wide, picture.width)
    if node.folded:
        more = f"⋯ {node.folded:,}"
        y += SMALL * 1.4
        parts.append(_text(more, 0, y - 3, SMALL, "quiet"))
        wide = max(wide, text_width(more, SMALL))
    return Glyph(Size(wide + (4 if not node.pruned else 0), y), top, "".join(parts))


def captions(tree: Recording, node: TreeNode, cut_above: str) -> list[Caption]:
    """The lines above a shape; `cut_above` says why it was pruned, if it is the first that was."""
    found = []
    look = "quiet" if node.pruned else "text"
    if cut_above:
        found.append(Caption(cut_above, SMALL, "cut"))
    if node.move and not (tree.by_hand and node.move.isdecimal()):
        few = len(node.moves) <= 2
        found.append(Caption(node.move if few else f"{len(node.moves)} moves", CAPTION, look))
    if node.name:
        found.append(Caption(node.name, CAPTION, look))
    if tree.windows and node.window is not None and node.kind != "leaf":
        found.append(Caption(" … ".join(ends_text(node.window)), SMALL, "quiet"))
    return found


def _shape_size(node: TreeNode, roomy: bool) -> tuple[float, float]:
    values = [node.value_text]
    if roomy:
        values += [value_text(now.sure, "≥") for now in node.progress]
    inside = max(text_width(value, VALUE) for value in values)
    if node.kind == "leaf":
        return max(inside + 16, 30), BOX
    return max(inside * 1.55 + 22, 50), SHAPE  # a triangle is narrower where the value stands


def _state(node: TreeNode) -> str:
    return (" zt-pruned" if node.pruned else "") + (" zt-chosen" if node.chosen else "")


def _shape(node: TreeNode, wide: float, high: float) -> str:
    ink = getattr(LIGHT, node.kind)
    fill, line, letter = ink.fill, ink.line, ink.text
    if node.pruned:
        fill, line, letter = LIGHT.paper, LIGHT.quiet, LIGHT.quiet
    stroke = 3 if node.chosen else 1.5
    dashes = ' stroke-dasharray="4 3"' if node.pruned else ""
    look = (f'class="zt-shape" fill="{fill}" stroke="{line}" stroke-width="{stroke}" '
            f'stroke-linejoin="round"{dashes}')
    half = wide / 2
    if node.kind == "leaf":
        shape = (f'<rect x="{num(-half)}" y="0" width="{num(wide)}" height="{num(high)}" '
                 f'rx="6" {look}/>')
    elif node.kind == "max":
        shape = f'<path d="M0 0L{num(half)} {num(high)}H{num(-half)}Z" {look}/>'
    else:
        shape = f'<path d="M{num(-half)} 0H{num(half)}L0 {num(high)}Z" {look}/>'
    baseline = high * {"leaf": 0.5, "max": 0.66, "min": 0.32}[node.kind] + VALUE * 0.35
    if node.known is not None:  # a second line inside: nothing was searched here
        shape += (f'<g transform="translate(0 {num(SHAPE * 0.1)}) scale(0.8)">'
                  f'{shape.replace("zt-shape", "zt-shape zt-again")}</g>')
    weight = 700 if node.chosen else 600
    value = (f'<text class="zt-value" x="0" y="{num(baseline)}" text-anchor="middle" '
             f'font-family="{SANS}" font-size="{num(VALUE)}" font-weight="{weight}" '
             f'fill="{letter}">{escape(node.value_text)}</text>')
    return shape + value + _badge(node, half)


def _badge(node: TreeNode, half: float) -> str:
    """The letter of a position that occurs several times."""
    if not node.same:
        return ""
    wide = max(text_width(node.same, SMALL) + 7, 14)
    return (f'<rect class="zt-badge" x="{num(half - 6)}" y="-3" width="{num(wide)}" height="14" '
            f'rx="7" fill="{LIGHT.paper}" stroke="{LIGHT.quiet}"/>'
            + _text(node.same, half - 6 + wide / 2, 7.6, SMALL, "text"))


def _text(text: str, x: float, y: float, size: float, look: str) -> str:
    fill = {"text": LIGHT.text, "quiet": LIGHT.quiet, "cut": LIGHT.cut}[look]
    weight = ' font-weight="600"' if look != "quiet" else ""
    return (f'<text class="zt-{look}" x="{num(x)}" y="{num(y)}" text-anchor="middle" '
            f'font-family="{SANS}" font-size="{num(size)}"{weight} fill="{fill}">'
            f"{escape(text)}</text>")
