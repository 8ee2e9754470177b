"""Tidy trees: nothing overlaps, parents stand in the middle, mirrored trees are mirrored."""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from zermelo.tree.layout import Size, lay_out

GAP, LEVEL_GAP = 5.0, 20.0


@dataclass
class Shape:
    size: Size
    children: list["Shape"] = field(default_factory=list)

    def walk(self, depth=0):
        yield self, depth
        for child in self.children:
            yield from child.walk(depth + 1)

    def mirrored(self):
        return Shape(self.size, [child.mirrored() for child in reversed(self.children)])


sizes = st.builds(Size, st.floats(1, 80), st.floats(1, 60))
shapes = st.recursive(
    st.builds(Shape, sizes),
    lambda below: st.builds(Shape, sizes, st.lists(below, min_size=1, max_size=5)),
    max_leaves=40,
)


def placed(shape):
    nodes = list(shape.walk())
    layout = lay_out(shape, [node.size for node, _ in nodes], GAP, LEVEL_GAP)
    return nodes, layout


@pytest.mark.long
@some(600)
@given(shapes)
def test_nothing_overlaps(shape):
    nodes, layout = placed(shape)
    levels = {}
    for (node, depth), place in zip(nodes, layout.places, strict=True):
        half = node.size.width / 2
        levels.setdefault(depth, []).append((place.x - half, place.x + half))
        assert place.x - half >= -1e-6 and place.x + half <= layout.width + 1e-6
        assert place.y == layout.levels[depth]
        assert place.y + node.size.height <= layout.height + 1e-6
        if depth + 1 < len(layout.levels):
            assert place.y + node.size.height + LEVEL_GAP <= layout.levels[depth + 1] + 1e-6
    for boxes in levels.values():  # in the order of the tree
        for (_, right), (left, _) in pairwise(boxes):
            assert left - right >= GAP - 1e-6


@some(400)
@given(shapes)
def test_parents_stand_in_the_middle(shape):
    nodes, layout = placed(shape)
    number = {id(node): i for i, (node, _) in enumerate(nodes)}
    for node, _ in nodes:
        if node.children:
            first, last = (layout.places[number[id(child)]].x
                           for child in (node.children[0], node.children[-1]))
            assert abs((first + last) / 2 - layout.places[number[id(node)]].x) < 1e-6


@some(400)
@given(shapes)
def test_a_mirrored_tree_is_the_mirrored_drawing(shape):
    nodes, layout = placed(shape)
    other_nodes, other = placed(shape.mirrored())

    def boxes(nodes, layout, flip):
        width = layout.width if flip else 0
        return sorted((depth, round(abs(width - place.x), 3), node.size.width)
                      for (node, depth), place in zip(nodes, layout.places, strict=True))

    for (a, x, w), (b, y, v) in zip(boxes(nodes, layout, True), boxes(other_nodes, other, False),
                                    strict=True):
        assert (a, w) == (b, v) and abs(x - y) < 0.01


@some(200)
@given(shapes)
def test_a_subtree_looks_the_same_wherever_it_hangs(shape):
    pair = Shape(Size(10, 10), [shape, Shape(Size(30, 5)), shape])
    _, layout = placed(pair)
    alone_nodes, alone = placed(shape)
    count = len(alone_nodes)
    first, second = layout.places[1: 1 + count], layout.places[2 + count:]
    for a, b, c in zip(first, second, alone.places, strict=True):
        assert abs((a.x - first[0].x) - (c.x - alone.places[0].x)) < 1e-6
        assert abs((b.x - second[0].x) - (c.x - alone.places[0].x)) < 1e-6


def test_it_is_as_narrow_as_it_can_be():
    """Two leaves touch but for the gap."""
    shape = Shape(Size(10, 10), [Shape(Size(20, 10)), Shape(Size(40, 10))])
    _, layout = placed(shape)
    assert layout.width == 20 + 40 + GAP


def test_deep_trees_need_no_deep_stack():
    shape = Shape(Size(1, 1))
    for _ in range(3000):
        shape = Shape(Size(1, 1), [shape])
    number, nodes = shape, []
    while number:
        nodes.append(number)
        number = number.children[0] if number.children else None
    assert len(lay_out(shape, [node.size for node in nodes], 1, 1).places) == 3001
