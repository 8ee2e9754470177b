"""The tree before the search, and the search at each of its moments, in every format."""

import re
import struct
import sys
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_examples import ALGORITHMS, FIRST, endgame

from small_games import player_trees, trees
from zermelo import load
from zermelo.errors import LimitError, ParameterError
from zermelo.tree import read, record
from zermelo.tree.figures import FIGURES, moments

NS = {"s": "http://www.w3.org/2000/svg"}
LEAVES = ["5", "6", "9", "7", "4", "3", "8", "2", "10", "1", "5", "2"]


def values_in(picture):
    root = ET.fromstring(picture)
    return [t.text for t in root.iterfind(".//s:text[@class='zt-value']", NS) if t.text]


@settings(max_examples=40, deadline=None)
@given(st.one_of(trees, player_trees), st.sampled_from(ALGORITHMS))
def test_a_figure_shows_nothing_of_the_search(tree, name):
    for figure in ("leaves", "unsearched"):
        found = record(tree, algorithm=name, figure=figure)
        whole = record(tree, algorithm="minimax")
        assert [node.path for node in found.nodes()] == [node.path for node in whole.nodes()]
        for node, searched in zip(found.nodes(), whole.nodes(), strict=True):
            given_ = figure == "leaves" and node.kind == "leaf"
            assert node.value == (searched.value if given_ else None)
            assert (node.window, node.best, node.chosen, node.progress) == (None, None, False, [])
        assert found.value is None and not found.line and not found.steps()


def test_in_every_format(tmp_path):
    found = record(FIRST, figure="leaves")
    assert values_in(found.svg()) == LEAVES
    assert re.findall(r"(?m)\d+$", str(found)) == LEAVES
    assert re.findall(r'\["(\d+)"\]', found.mermaid()) == LEAVES
    assert re.findall(r'shape=box, label="(\d+)"', found.dot()) == LEAVES
    for text in (found.svg("light"), found.mermaid(), found.dot(), str(found)):
        assert "≥" not in text and "pruned" not in re.sub("classDef pruned.*", "", text)
    found.save(tmp_path / "figure.json")
    assert read(tmp_path / "figure.json") == found
    assert values_in(found.as_figure("leaves").svg()) == LEAVES
    assert values_in(record(FIRST, figure="unsearched").svg()) == []


def test_a_figure_of_a_game_is_the_whole_tree():
    here = load("tictactoe").position("xox/.o./..x:o")
    found = record(here, figure="leaves", algorithm="table")
    assert len(found.nodes()) == found.visited == record(here, algorithm="minimax").visited
    assert {node.why for node in found.nodes()} == {"unseen"}


def test_what_cannot_be_had():
    with pytest.raises(ParameterError, match=r"no figure 'leafs' \(did you mean leaves\?\)"):
        record(FIRST, figure="leafs")
    with pytest.raises(ParameterError, match=r"left branches out, .* record it by minimax"):
        endgame().as_figure("leaves")
    with pytest.raises(ParameterError, match="the search itself is not in it"):
        record(FIRST, figure="unsearched").as_figure("searched")
    with pytest.raises(LimitError, match="steps are too many pictures"):
        next(record(list(range(1500))).svg_steps())


@settings(max_examples=25, deadline=None)
@given(trees, st.sampled_from(ALGORITHMS))
def test_each_moment_shows_what_is_known_then(tree, name):
    found = record(tree, algorithm=name)
    state = {}
    last = None
    for step, moment in moments(found):
        for node, _, value in step.changes:
            state[node] = value
        for node in moment.nodes():
            if node.id in state:
                assert node.value_text == state[node.id]
            else:
                assert node.why == "unseen" and (node.value is None or node.kind == "leaf")
        last = moment
    assert last is not None and str(last) == str(found)


def test_pictures_of_all_steps_have_one_size(tmp_path):
    found = endgame()
    found.save(f"{tmp_path}/steps/")
    pictures = [file.read_text("utf-8") for file in sorted((tmp_path / "steps").iterdir())]
    assert len(pictures) == len(found.steps())
    sizes = {(root.get("width"), root.get("height")) for root in map(ET.fromstring, pictures)}
    assert len(sizes) == 1
    pruned, seen = {n.id for n in found.nodes() if n.pruned}, set()
    for step, picture in zip(found.steps(), pictures, strict=True):
        assert step.text.replace("&", "&amp;") in picture
        seen |= {node for node, status, _ in step.changes if status == "pruned"}
        drawn = {int(number) for number in re.findall(r'data-node="(\d+)"', picture)}
        assert drawn & pruned == seen  # what falls away is not known before
    assert seen == pruned
    assert all(found.cut_text(n) in pictures[-1] for n in found.nodes() if n.cut)


def test_one_picture_that_moves():
    found = record(FIRST)
    root = ET.fromstring(found.animation(seconds=2))
    told = [t.text for t in root.iter(f"{{{NS['s']}}}text")]
    assert [t for t in told if t in {s.text for s in found.steps()}] == [
        s.text for s in found.steps()]
    begins = sorted({float(s.get("begin").partition("+")[2][:-1])
                     for s in root.iter(f"{{{NS['s']}}}set")})
    assert begins == [2.0 * i for i in range(len(found.steps()))]


def test_it_plays_in_a_browser(tab_with, tmp_path):
    found = record([[3, 12], [2, 4]])
    (tmp_path / "it.svg").write_text(found.animation(seconds=1), encoding="utf-8")
    page = tab_with()
    page.goto(f"file://{tmp_path}/it.svg")
    seen = """time => { const svg = document.documentElement;
        svg.pauseAnimations(); svg.setCurrentTime(time);
        return [...document.querySelectorAll('text')].filter(
            t => getComputedStyle(t).visibility === 'visible').map(t => t.textContent); }"""
    told = [step.text for step in found.steps()]
    for number, text in enumerate(told):
        shown = page.evaluate(seen, number + 0.5)
        assert [t for t in shown if t in told] == [text]


def test_figures_are_listed():
    assert FIGURES == ("searched", "leaves", "unsearched")


@pytest.mark.long
def test_pictures_in_pixels(tmp_path):
    """One for every step, all of one size, and twice as large as what they are drawn from."""
    pytest.importorskip("resvg_py", reason="needs pip install 'zermelo[png]'")
    found = record([3, 12])
    found.save(f"{tmp_path}/steps.png/")
    found.save(tmp_path / "tree.png", "dark")
    drawn = list(found.svg_steps("light"))
    files = sorted((tmp_path / "steps.png").iterdir())
    assert [file.name for file in files] == [f"{i:03}.png" for i in range(1, len(drawn) + 1)]
    wide, high = (round(2 * float(re.search(f'{side}="([0-9.]+)"', drawn[0])[1]))
                  for side in ("width", "height"))
    for file in files:
        assert abs(width_and_height(file)[0] - wide) <= 1
        assert abs(width_and_height(file)[1] - high) <= 1
    assert len({file.read_bytes() for file in files}) == len(files)
    assert width_and_height(tmp_path / "tree.png")[0] > 100


def width_and_height(file):
    """As the header of a PNG says them."""
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR"
    return struct.unpack(">II", content[16:24])


def test_without_a_renderer_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for name in ("tree.png", "steps.png/"):
        with pytest.raises(ParameterError, match=r"pip install 'zermelo\[png\]', or write .svg"):
            record([3, 12]).save(f"{tmp_path}/{name}")
    assert list(tmp_path.iterdir()) == []
