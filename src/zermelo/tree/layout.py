"""A tidy tree: where every node stands, so that nothing overlaps and nothing is wasted.

Reingold and Tilford's rules, in the form of Kennedy's "Drawing Trees" (1996), with nodes of
different widths:

- nodes of a level stand on a line; a parent stands in the middle above its children;
- a subtree looks the same wherever it hangs, and a mirrored tree is the mirrored drawing.

A subtree is laid out once, as the outline of its two sides, level by level. Children are pushed
together from the left until their outlines touch, and once more from the right; the middle of the
two keeps all distances, because both do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Shaped(Protocol):
    """Anything with children that can be laid out as a tree."""

    @property
    def children(self) -> Sequence[Shaped]:
        """From left to right."""


@dataclass(frozen=True)
class Size:
    """The room that a node takes."""

    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """Where a node stands: the middle of its upper edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """The places of all nodes, depth first, and the room that they take from (0, 0) on."""

    places: list[Place]
    levels: list[float]  # where each level begins
    width: float
    height: float


# For each level of a subtree, from the deepest up to its root: leftmost and rightmost, seen from
# the root. The root comes last, so that one more level on top costs nothing.
Outline = list[tuple[float, float]]


def lay_out(root: Shaped, sizes: Sequence[Size], gap: float, level_gap: float) -> Layout:
    """Place a tree whose nodes, depth first, have these sizes."""
    nodes, below, depths = _numbered(root)
    offsets = [0.0] * len(nodes)  # from the parent
    outlines: dict[int, Outline] = {}
    for i in reversed(range(len(nodes))):  # children before parents
        half = sizes[i].width / 2
        hanging = [outlines.pop(child) for child in below[i]]
        shifts = _spread(hanging, gap)
        for child, shift in zip(below[i], shifts, strict=True):
            offsets[child] = shift
        outlines[i] = _joined(hanging, shifts)
        outlines[i].append((-half, half))
    left = min(edge for edge, _ in outlines[0])
    right = max(edge for _, edge in outlines[0])
    levels, bottom = _levels(depths, sizes, level_gap)
    xs = [0.0] * len(nodes)
    xs[0] = -left
    for i, children in enumerate(below):
        for child in children:
            xs[child] = xs[i] + offsets[child]
    places = [Place(x, levels[depth]) for x, depth in zip(xs, depths, strict=True)]
    return Layout(places, levels, right - left, bottom)


def _numbered(root: Shaped) -> tuple[list[Shaped], list[list[int]], list[int]]:
    """Nodes depth first, the numbers of each one's children, and the levels."""
    nodes: list[Shaped] = []
    below: list[list[int]] = []
    depths: list[int] = []
    waiting: list[tuple[Shaped, int, int]] = [(root, 0, -1)]
    while waiting:
        node, depth, parent = waiting.pop()
        if parent >= 0:
            below[parent].append(len(nodes))
        number = len(nodes)
        nodes.append(node)
        below.append([])
        depths.append(depth)
        waiting += [(child, depth + 1, number) for child in reversed(node.children)]
    return nodes, below, depths


def _spread(outlines: list[Outline], gap: float) -> list[float]:
    """Where the children stand, their middle at 0."""
    if len(outlines) < 2:
        return [0.0] * len(outlines)
    from_left = _packed(outlines, gap)
    mirrored = [[(-r, -l) for l, r in outline] for outline in reversed(outlines)]  # noqa: E741
    from_right = [-x for x in reversed(_packed(mirrored, gap))]
    shift = from_left[-1] - from_right[-1]  # both start somewhere else
    middle = [(a + b + shift) / 2 for a, b in zip(from_left, from_right, strict=True)]
    centre = (middle[0] + middle[-1]) / 2
    return [x - centre for x in middle]


def _packed(outlines: list[Outline], gap: float) -> list[float]:
    """Each child as far left as those before it allow."""
    places: list[float] = []
    taken: list[float] = []  # the right side so far, level by level, from the top
    for outline in outlines:
        x = max((right + gap - left
                 for right, (left, _) in zip(taken, reversed(outline), strict=False)), default=0.0)
        places.append(x)
        taken[:len(outline)] = [x + right for _, right in reversed(outline)]
    return places


def _joined(outlines: list[Outline], shifts: list[float]) -> Outline:
    """The outline of several subtrees side by side; a single one stands in the middle as it is."""
    if len(outlines) == 1:
        return outlines[0]
    joined: Outline = []
    for level in range(max((len(outline) for outline in outlines), default=0)):
        edges = [(x + outline[-1 - level][0], x + outline[-1 - level][1])
                 for outline, x in zip(outlines, shifts, strict=True) if level < len(outline)]
        joined.append((min(left for left, _ in edges), max(right for _, right in edges)))
    return joined[::-1]


def _levels(depths: list[int], sizes: Sequence[Size], gap: float) -> tuple[list[float], float]:
    """Each level as high as its highest node; where they begin, and where the last one ends."""
    heights = [0.0] * (max(depths) + 1)
    for depth, size in zip(depths, sizes, strict=True):
        heights[depth] = max(heights[depth], size.height)
    tops, y = [], 0.0
    for height in heights:
        tops.append(y)
        y += height + gap
    return tops, y - gap
