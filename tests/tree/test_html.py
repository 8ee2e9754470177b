"""The page: self-contained, and walked through with a real browser."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from tree_examples import FIRST, NAMED, endgame

from zermelo import load
from zermelo.games.tree import Tree
from zermelo.tree import compare, record
from zermelo.tree.steps import steps

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects attributes and embedded data."""

    def __init__(self):
        super().__init__()
        self.open, self.attributes, self.data = [], [], {}

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag, attrs):
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open and self.open[-1][1].get("type") == "application/json":
            self.data[self.open[-1][1]["id"]] = json.loads(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


@pytest.mark.parametrize("found", [record(FIRST), record(NAMED), endgame(), compare(FIRST)],
                         ids=["worked", "named", "endgame", "compared"])
def test_a_page_asks_nobody_for_anything(found):
    page = found.html()
    reader = read(page)
    assert "default-src 'none'" in page
    for tag, name, value in reader.attributes:
        if name in ("src", "href", "xlink:href", "action", "data"):
            assert value.startswith("#"), (tag, name, value)
    outside = re.findall(r"https?://[^\s\"'<)]+", page)
    assert set(outside) <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page and "url(http" not in page


def test_the_data_in_the_page_is_the_search():
    found = endgame()
    data = read(found.html()).data["data-0"]
    assert data["steps"] == [json.loads(json.dumps(step.to_json())) for step in steps(found)]
    assert [node["id"] for node in data["nodes"]] == [node.id for node in found.root.walk()]


def test_a_name_cannot_end_the_script():
    found = record({"name": "</script><script>alert(1)</script>", "children": [1, 2]})
    page = found.html()
    assert "<script>alert" not in page
    assert "</script><script>alert(1)</script>" in json.dumps(read(page).data)


def test_a_name_cannot_take_the_place_of_another_part():
    page = record({"name": "{script} {data} {panels}", "children": [1, 2]}).html()
    assert page.count("class Viewer") == 1 and read(page).data["data-0"]["nodes"]


def test_notebooks_show_the_page_in_a_frame():
    shown = record(FIRST)._repr_html_()
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)" title="[^"]*" [^>]*></iframe>', shown)
    assert frame and "&lt;!doctype html&gt;" in frame[1]
    assert record(FIRST)._repr_svg_().startswith("<svg ")


# --- in a browser ---


@pytest.fixture
def opened(browser, tmp_path):
    """Open a tree's page; what it logs or asks for is a failure."""
    pages = []

    def show(found, suffix="", **options):
        file = tmp_path / "tree.html"
        found.save(file)
        page = browser.new_page(**options)
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("request", lambda request: page.complaints.append(request.url)
                if not request.url.startswith("file:") else None)
        page.goto(f"file://{file}{suffix}")
        pages.append(page)
        return page

    yield show
    for page in pages:
        assert page.complaints == []
        page.close()


def now(page):
    return tuple(page.locator(f".now .{name}").first.inner_text()
                 for name in ("text", "alpha", "beta", "value"))


def shown(page):
    """The value in each node, as the browser has it, and its state."""
    return page.evaluate("""() => Object.fromEntries(
        [...document.querySelectorAll('.zt-node')].map(node => [node.dataset.node, [
            node.querySelector('.zt-value').textContent,
            ['is-unseen', 'is-open', 'is-pruned', 'is-now'].filter(
                name => node.classList.contains(name))]]))""")


def test_walking_through_the_search(opened):
    found = record(FIRST)
    told = steps(found)
    page = opened(found)
    assert page.locator("#count").inner_text() == f"{len(told)} / {len(told)}"
    assert shown(page)["5"][0] == "≥ 9"
    assert page.locator(".zt-edge.zt-chosen").count() == 3
    page.keyboard.press("Home")
    state = {}
    for number, step in enumerate(told):
        for node, status, value in step.changes:
            state[node] = (status, value)
        json_step = step.to_json()
        assert now(page) == (step.text, json_step["alpha"], json_step["beta"], step.value or "–")
        for node, (value, looks) in shown(page).items():
            status, wanted = state.get(int(node), (None, ""))
            assert value == wanted, (number, node)
            assert ("is-unseen" in looks) == (status is None)
            assert ("is-open" in looks) == (status == "open")
            assert ("is-pruned" in looks) == (status == "pruned")
            assert ("is-now" in looks) == (int(node) == step.node and step is not told[-1])
        if step is not told[-1]:
            assert page.locator(".callout text").text_content() == (
                f"α {json_step['alpha']}   β {json_step['beta']}")
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert now(page)[0] == told[-2].text
    page.keyboard.press("End")
    assert now(page)[0] == told[-1].text


def looks(page):
    """What tells of pruning, and what is read out, as the browser shows it."""
    return page.evaluate("""() => {
        const seen = e => getComputedStyle(e).visibility === 'visible';
        const dashed = e => seen(e) && getComputedStyle(e).strokeDasharray !== 'none';
        const to = e => Number(e.dataset.to);
        return {
            edges: [...document.querySelectorAll('.zt-edge')].filter(dashed).map(to),
            ticks: [...document.querySelectorAll('.zt-tick')].filter(seen).map(to),
            shapes: [...document.querySelectorAll('.zt-node')].filter(
                e => dashed(e.querySelector('.zt-shape'))).map(e => Number(e.dataset.node)),
            labels: [...document.querySelectorAll('.zt-node')].map(
                e => [e.getAttribute('aria-label'), e.querySelector('title').textContent]),
        }; }""")


@pytest.mark.parametrize("found", [record(FIRST), endgame("alphabeta")], ids=["worked", "game"])
def test_nothing_is_told_before_it_is_found(opened, found):
    nodes = found.nodes()
    parents = {child.id: node.id for node in nodes for child in node.children}
    page = opened(found)
    at_the_end = looks(page)
    page.keyboard.press("Home")
    state = {}
    for step in steps(found)[:-1]:
        for node, status, value in step.changes:
            state[node] = (status, value)
        pruned = {node for node, (status, _) in state.items() if status == "pruned"}
        shown = looks(page)
        assert set(shown["edges"]) == set(shown["shapes"]) == pruned, step.text
        assert set(shown["ticks"]) == {n for n in pruned if parents[n] not in pruned}
        for node, (label, title) in zip(nodes, shown["labels"], strict=True):
            status, value = state.get(node.id, (None, ""))
            assert label == title
            assert ("pruned" in label) == (status == "pruned")
            assert ("value" in label) == (status == "done")
            assert label.endswith(f"value {value}") or status != "done"
            assert ("not looked at yet" in label) == (status is None)
        page.keyboard.press("ArrowRight")
    assert looks(page) == at_the_end
    assert set(at_the_end["edges"]) == {node.id for node in nodes if node.pruned}


def test_buttons_slider_and_link(opened):
    found = endgame()
    told = steps(found)
    page = opened(found, "#step=5")
    assert now(page)[0] == told[4].text
    page.get_by_label("One step forward").click()
    assert now(page)[0] == told[5].text and page.url.endswith("#step=6")
    page.get_by_label("One step back").click()
    page.get_by_label("One step back").click()
    assert now(page)[0] == told[3].text
    page.get_by_label("Step of the search").fill("10")
    assert now(page)[0] == told[10].text
    page.get_by_label("To the first step").click()
    assert now(page)[0] == told[0].text
    page.get_by_label("To the last step").click()
    assert now(page)[0] == told[-1].text


def test_it_plays_by_itself(opened):
    found = record(FIRST)
    page = opened(found)
    page.get_by_label("Speed").select_option("20")
    page.keyboard.press("Space")
    page.locator("#count", has_text=re.compile(r"^([89]|1\d) /")).wait_for()
    page.keyboard.press("Space")
    at = page.locator("#count").inner_text()
    page.wait_for_timeout(200)
    assert page.locator("#count").inner_text() == at
    page.keyboard.press("Space")
    last = len(steps(found))
    page.locator("#count", has_text=f"{last} / {last}").wait_for()
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def places(page):
    return page.evaluate("""() => [...document.querySelectorAll('.zt-node')].map(
        node => node.classList.contains('zt-hidden') ? null : node.getAttribute('transform'))""")


def numbers(transform):
    return [float(x) for x in re.findall(r"-?[\d.]+", transform)]


def test_folding_and_unfolding(opened):
    found = endgame()
    page = opened(found, reduced_motion="reduce")
    before = places(page)
    root_child = next(node for node in found.root.children if node.chosen)
    page.locator(f'.zt-node[data-node="{root_child.id}"] .zt-value').click()
    folded = places(page)
    below = {node.id for node in root_child.walk()} - {root_child.id}
    assert {i for i, place in enumerate(folded) if place is None} == below
    node = page.locator(f'.zt-node[data-node="{root_child.id}"]')
    assert node.get_attribute("aria-expanded") == "false"
    assert node.locator(".zt-more").text_content() == f"⊕ {len(below)}"
    hidden = page.locator(".zt-edge.zt-hidden").count()
    assert hidden == len(below)
    widths = {n.id: g for n, g in zip(found.root.walk(), read(found.html()).data["data-0"]["nodes"],
                                      strict=True)}
    level = sorted((numbers(folded[n.id])[0], widths[n.id]["width"]) for n in found.root.walk()
                   if len(n.path) == 2 and folded[n.id])
    for (x, wide), (y, other) in pairwise(level):
        assert y - x >= (wide + other) / 2  # still nothing overlaps
    page.keyboard.press("u")
    for a, b in zip(before, places(page), strict=True):
        dx = numbers(a)[0] - numbers(before[root_child.id])[0]
        assert abs(dx - (numbers(b)[0] - numbers(places(page)[root_child.id])[0])) < 0.1
        assert numbers(a)[1] == numbers(b)[1]


def test_zoom_pan_theme_and_help(opened):
    page = opened(record(FIRST), color_scheme="light")
    view = page.locator(".view")
    start = numbers(view.get_attribute("transform"))
    page.keyboard.press("+")
    assert numbers(view.get_attribute("transform"))[2] > start[2]
    page.keyboard.press("0")
    assert numbers(view.get_attribute("transform")) == pytest.approx(start)
    box = page.locator("svg.tree").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 50, steps=5)
    page.mouse.up()
    moved = numbers(view.get_attribute("transform"))
    assert moved[0] - start[0] == pytest.approx(70) and moved[1] - start[1] == pytest.approx(30)
    page.mouse.wheel(0, -300)
    assert numbers(view.get_attribute("transform"))[2] > start[2]
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.keyboard.press("t")
    assert page.evaluate(paper) != light
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


def test_the_node_being_searched_is_always_in_sight(opened):
    found = record(load("connect4"), depth=2)
    page = opened(found, viewport={"width": 900, "height": 700})
    page.keyboard.press("Home")
    for step in steps(found)[:-1]:
        seen = page.evaluate("""() => {
            const box = document.querySelector('svg.tree').getBoundingClientRect();
            const node = document.querySelector('.is-now .zt-shape').getBoundingClientRect();
            return node.left >= box.left && node.right <= box.right && node.top >= box.top
                && node.bottom <= box.bottom && node.height >= 15; }""")
        assert seen, step
        page.keyboard.press("ArrowRight")


def test_the_keyboard_walks_about_the_nodes(opened):
    page = opened(record(FIRST), reduced_motion="reduce")
    focused = "document.activeElement.dataset.node"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "1"
    page.keyboard.press(">")
    assert page.evaluate(focused) == "8"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    page.keyboard.press("<")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "0"


def test_a_page_with_a_single_node(opened):
    page = opened(record(Tree(5)))
    assert now(page)[0] == "A leaf at the root: 5."
    for key in ("ArrowRight", "ArrowLeft", "Enter", "ArrowDown", "u", "Space", "Home"):
        page.keyboard.press(key)
    assert page.locator("#count").inner_text() == "1 / 1"


def test_screen_readers_find_a_tree(opened):
    page = opened(endgame())
    assert page.get_by_role("tree").count() == 1
    items = page.get_by_role("treeitem")
    assert items.count() == len(endgame().nodes())
    first = items.first
    assert first.get_attribute("aria-level") == "1"
    assert first.get_attribute("aria-expanded") == "true"
    assert first.get_attribute("aria-label").startswith("root, o (MIN) to move, value -1")
    assert page.locator("[aria-live=polite]").inner_text().startswith("Done: o (MIN) plays c2")
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, select')]
        .filter(e => !e.getAttribute('aria-label') && !e.textContent.trim()).length""")
    assert unnamed == 0


def test_several_searches_are_walked_through_together(opened):
    found = compare(FIRST, algorithms=["minimax", "alphabeta"])
    page = opened(found)
    page.keyboard.press("Home")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    said = page.locator(".now .text").all_inner_texts()
    assert said == [steps(tree)[20].text for tree in found.trees]
    page.keyboard.press("End")
    assert page.locator(".now .text").all_inner_texts() == [
        steps(tree)[-1].text for tree in found.trees]
