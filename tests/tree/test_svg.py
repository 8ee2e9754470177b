"""The picture, read again: values, chosen edges, pruned leaves; and nothing crosses anything."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from boards import some
from hypothesis import given
from tree_examples import CHOSEN, KINDS, NAMED, WORKED, endgame

from small_games import trees
from zermelo import load
from zermelo.errors import ParameterError
from zermelo.games import GAMES
from zermelo.tree import compare, record
from zermelo.tree.scene import drawing

NS = {"s": "http://www.w3.org/2000/svg"}


def parsed(tree):
    """The nodes of a picture by their way from the root, and its edges."""
    root = ET.fromstring(tree.svg())
    paths = {str(node.id): " ".join(node.path) for node in tree.root.walk()}
    nodes = {paths[g.get("data-node")]: g for g in root.iterfind(".//s:g[@data-node]", NS)}
    edges = {paths[p.get("data-to")]: p for p in root.iterfind(".//s:path[@data-from]", NS)}
    return root, nodes, edges


def value_of(group):
    return group.find(".//s:text[@class='zt-value']", NS).text or ""


def shape_of(group):
    drawn = group.find(".//*[@class='zt-shape']", NS)
    if drawn.tag.endswith("rect"):
        return "leaf"
    return "max" if drawn.get("d").startswith("M0 0") else "min"


@pytest.mark.parametrize("tree, name, values, cuts", WORKED)
def test_the_worked_trees(tree, name, values, cuts):
    found = record(tree, algorithm=name)
    _, nodes, edges = parsed(found)
    assert nodes.keys() == values.keys() and edges.keys() == values.keys() - {""}
    fills = {}
    for path, group in nodes.items():
        value = values[path]
        level = len(path.split())
        assert shape_of(group) == KINDS[level]
        shape = group.find(".//*[@class='zt-shape']", NS)
        if value is None:
            assert shape.get("stroke-dasharray")
            assert "pruned" in group.get("aria-label")
        else:
            assert value_of(group) == value and not shape.get("stroke-dasharray")
            fills.setdefault(KINDS[level], set()).add(shape.get("fill"))
    assert all(len(found) == 1 for found in fills.values())
    assert len(set.union(*fills.values())) == 3  # a colour for MAX, one for MIN, one for leaves
    for path, edge in edges.items():
        looks = edge.get("class").split()
        assert ("zt-chosen" in looks) == (path in CHOSEN)
        assert ("zt-pruned" in looks) == (values[path] is None)
        assert bool(edge.get("stroke-dasharray")) == (values[path] is None)
    said = {t.text for group in nodes.values()
            for t in group.iterfind(".//s:text[@class='zt-cut']", NS)}
    assert said == set(cuts.values())


def test_the_chosen_line_is_drawn_over_the_others():
    root, _, edges = parsed(endgame())
    in_order = [p.get("class") for p in root.iterfind(".//s:path[@data-from]", NS)]
    assert ["zt-chosen" in look for look in in_order] == sorted("zt-chosen" in x for x in in_order)
    assert float(edges["c2"].get("stroke-width")) > float(edges["a2"].get("stroke-width"))


def test_a_cut_is_marked_where_it_was_made():
    root, nodes, _ = parsed(endgame())
    ticks = {t.get("data-to") for t in root.iterfind(".//s:path[@class='zt-tick']", NS)}
    pruned = {g.get("data-node") for g in nodes.values() if "pruned" in g.get("aria-label")}
    assert ticks == pruned and ticks


def test_boards_letters_and_what_was_remembered_are_drawn():
    found = endgame()
    _, nodes, _ = parsed(found)
    for node in found.root.walk():
        group = nodes[" ".join(node.path)]
        crosses = group.findall(".//*[@class='zb-first zb-mark']", NS)
        rings = group.findall(".//*[@class='zb-second zb-mark']", NS)
        if node.pruned:
            assert not crosses and not rings
        else:
            assert len(crosses) == node.board.count("x") and len(rings) == node.board.count("o")
        badge = group.find(".//s:rect[@class='zt-badge']", NS)
        assert (badge is not None) == bool(node.same)
        assert ("zt-again" in ET.tostring(group, "unicode")) == (node.known is not None)


def test_every_node_is_described_in_words():
    _, nodes, _ = parsed(endgame())
    label = nodes["c2 a2"].get("aria-label")
    assert label.startswith("c2 a2, o (MIN) to move, value -1, on the chosen line, window α=-∞, β=")
    assert "position xox/xoo/..x:o" in label
    for group in nodes.values():
        assert group.get("role") == "img" and group.find("s:title", NS).text


def test_what_was_left_out_is_said():
    found = record(load("tictactoe"), depth=3, drawn=50)
    root, nodes, _ = parsed(found)
    texts = {t.text for t in root.iter(f"{{{NS['s']}}}text")}
    assert found.rule in texts and found.summary in texts
    folded = [node for node in found.root.walk() if node.folded]
    assert folded
    for node in folded:
        assert f"⋯ {node.folded:,}" in ET.tostring(nodes[" ".join(node.path)], "unicode")


def test_names_that_look_like_markup():
    root, nodes, _ = parsed(record(NAMED))
    texts = [t.text for t in root.iter(f"{{{NS['s']}}}text")]
    for name in ('A & "q" #1 <b>', "B|;", "left`x`", "do]wn", "C\\n", "leaf"):
        assert name in texts
    assert len(nodes) == 7


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.long_for("hex")
def test_every_game_can_be_drawn(spec):
    found = record(load(spec), depth=1)
    _, nodes, _ = parsed(found)
    assert len(nodes) == 1 + len(load(spec).position().moves)
    inside = ET.tostring(nodes[""], "unicode")
    assert "zt-board" in inside and "zb-" in inside


def test_several_trees_in_one_picture():
    several = compare(WORKED[0][0])
    root = ET.fromstring(several.svg())
    roots = root.findall(".//s:g[@data-node='0']", NS)
    assert len(roots) == 4
    texts = [t.text for t in root.iter(f"{{{NS['s']}}}text")]
    assert [t for t in texts if t and "nodes visited" in t] == [t.summary for t in several.trees]


# --- nothing crosses anything ---


def boxes(drawn):
    for node, glyph, place in zip(drawn.nodes, drawn.glyphs, drawn.layout.places, strict=True):
        half = glyph.size.width / 2
        yield node.id, (place.x - half, place.y + glyph.top, place.x + half,
                        place.y + glyph.size.height)


def crosses(segment, box, slack=0.6):
    """Whether a straight line meets the inside of a box (Liang and Barsky)."""
    (x0, y0), (x1, y1) = segment
    left, top, right, bottom = (box[0] + slack, box[1] + slack, box[2] - slack, box[3] - slack)
    low, high = 0.0, 1.0
    for p, q in ((x0 - x1, x0 - left), (x1 - x0, right - x0), (y0 - y1, y0 - top),
                 (y1 - y0, bottom - y0)):
        if p == 0:
            if q <= 0:
                return False
        elif p < 0:
            low = max(low, q / p)
        else:
            high = min(high, q / p)
    return low < high


def points(path):
    found, x, y = [], 0.0, 0.0
    for letter, numbers in re.findall(r"([MLV])([-\d. ]+)", path):
        values = [float(n) for n in numbers.split()]
        x, y = (x, values[0]) if letter == "V" else values
        found.append((x, y))
    return found


def check_edges(tree):
    drawn = drawing(tree)
    _, _, edges = parsed(tree)
    around = list(boxes(drawn))
    for edge in edges.values():
        way = points(edge.get("d"))
        ends = {int(edge.get("data-from")), int(edge.get("data-to"))}
        for segment in pairwise(way):
            for number, box in around:
                if number not in ends:
                    assert not crosses(segment, box), (edge.attrib, number)


@some(120)
@given(trees)
def test_edges_cross_no_nodes(tree):
    check_edges(record(tree))
    check_edges(record(tree, algorithm="minimax"))


@pytest.mark.parametrize("found", [
    endgame(), record(NAMED), record(load("connect4").position("4433"), depth=2),
    record(load("tictactoe"), depth=3, drawn=60),
], ids=["endgame", "named", "connect4", "folded"])
def test_edges_cross_no_nodes_in_games(found):
    check_edges(found)


# --- light and dark ---


def test_themes():
    found = record(WORKED[0][0])
    auto, light, dark = (found.svg(theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme: dark" in auto and "@media" not in dark
    assert "<style></style>" in light
    for picture in (auto, light, dark):
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    with pytest.raises(ParameterError, match="there is no theme 'sepia'"):
        found.svg("sepia")


def test_the_same_search_is_the_same_picture():
    assert endgame().svg() == endgame().svg()
