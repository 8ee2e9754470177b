"""The page: self-contained, and walked through with a real browser."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from page_parts import address_of
from tree_examples import FIRST, NAMED, endgame

from zermelo import load
from zermelo.games.tree import Tree
from zermelo.tree import compare, record
from zermelo.tree.model import ends_text
from zermelo.tree.reading import from_json
from zermelo.tree.scene import drawing
from zermelo.tree.steps import steps

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects attributes and embedded data."""

    def __init__(self):
        super().__init__()
        self.open, self.attributes, self.data = [], [], None

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag, attrs):
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open and self.open[-1][1].get("id") == "recorded":
            kind = self.open[-1][1]["type"]
            self.data = json.loads(data if kind == "application/json"
                                   else gzip.decompress(base64.b64decode(data)))


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
    outside = re.findall(r"https?://[\w.-]+", page)
    assert set(outside) <= {"http://www.w3.org"}  # a name, never asked
    assert "@import" not in page and "url(http" not in page


def test_the_data_in_the_page_is_the_search():
    found = endgame()
    data = read(found.html()).data
    assert data["trees"] == [json.loads(json.dumps(found.to_json()))]
    assert from_json(data["trees"][0]) == found
    assert set(data["pictures"]) == {node.board for node in found.nodes() if node.board}


def test_a_large_search_is_packed():
    found = record([[list(range(n, n + 40)) for n in range(40)]], algorithm="minimax", drawn=9999)
    page = found.html()
    assert len(page) < 300_000 and "application/gzip" in page
    assert read(page).data["trees"] == [json.loads(json.dumps(found.to_json()))]


def test_a_name_cannot_end_the_script():
    found = record({"name": "</script><script>alert(1)</script>", "children": [1, 2]})
    page = found.html()
    assert "<script>alert" not in page
    assert "</script><script>alert(1)</script>" in json.dumps(read(page).data)


def test_a_name_cannot_take_the_place_of_another_part():
    page = record({"name": "{script} {data} {panels}", "children": [1, 2]}).html()
    assert page.count('id="recorded"') == 1 and read(page).data["trees"][0]["nodes"]


def test_notebooks_show_the_page_in_a_frame():
    shown = record(FIRST)._repr_html_()
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)" title="[^"]*" [^>]*></iframe>', shown)
    assert frame and "&lt;!doctype html&gt;" in frame[1]
    assert record(FIRST)._repr_svg_().startswith("<svg ")


# --- in a browser ---


@pytest.fixture
def opened(tab_with, tmp_path):
    """Open a tree's page; what it logs or asks for is a failure."""
    pages = []

    def show(found, suffix="", **options):
        file = tmp_path / "tree.html"
        found.save(file)
        page = tab_with(**options)
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
    given = {node.id: node.value_text for node in found.nodes() if node.kind == "leaf"}
    state = {}
    for number, step in enumerate(told):
        for node, status, value in step.changes:
            state[node] = (status, value)
        json_step = {"alpha": "-∞", "beta": "+∞"} | step.to_json()
        assert now(page) == (step.text, json_step["alpha"], json_step["beta"], step.value or "–")
        assert page.locator(".code .lit").inner_text().strip() == found.to_json()["code"][
            step.line].strip()
        for node, (value, looks) in shown(page).items():
            status, wanted = state.get(int(node), (None, given.get(int(node), "")))
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
                e => [e.querySelector('.zt-item').getAttribute('aria-label'),
                      e.querySelector('title').textContent]),
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


def test_in_a_notebook_it_is_walked_through_too(tab_with, tmp_path):
    found = record(FIRST)
    (tmp_path / "notebook.html").write_text(f"<!doctype html>{found._repr_html_()}", "utf-8")
    page = tab_with()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"file://{tmp_path}/notebook.html")
    frame = page.frame_locator("iframe")
    frame.get_by_label("One step back").click()
    assert frame.locator(".now .text").inner_text() == steps(found)[-2].text
    assert complaints == []


def test_buttons_slider_and_link(opened):
    found = endgame()
    told = steps(found)
    page = opened(found, "#step=5")
    assert now(page)[0] == told[4].text
    page.get_by_label("One step forward").click()
    assert now(page)[0] == told[5].text and address_of(page).endswith("#step=6")
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
    page = opened(found, alone=True)
    page.clock.install(time=0)
    page.clock.pause_at(600_000)  # from then on time passes when it is told to
    page.get_by_label("Speed").select_option("20")
    page.keyboard.press("Space")
    page.clock.run_for(400)
    page.keyboard.press("Space")
    last = len(steps(found))
    assert page.locator("#count").inner_text() == f"9 / {last}"
    page.clock.run_for(400)
    assert page.locator("#count").inner_text() == f"9 / {last}"
    page.keyboard.press("Space")
    page.clock.run_for(50 * last)
    assert page.locator("#count").inner_text() == f"{last} / {last}"
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def places(page):
    found = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.zt-node')]
        .map(node => [node.dataset.node, node.getAttribute('transform')]))""")
    return {int(number): numbers(place) for number, place in found.items()}


def numbers(transform):
    return [float(x) for x in re.findall(r"-?[\d.]+", transform)]


@pytest.mark.parametrize("found", [record(FIRST), record(NAMED), endgame(),
                                   record(load("connect4"), depth=2)],
                         ids=["worked", "named", "endgame", "connect4"])
def test_the_page_and_the_picture_have_one_layout(opened, found):
    drawn = drawing(found, roomy=True)
    shown = places(opened(found))
    assert len(shown) == len(drawn.nodes)
    for node, place in zip(drawn.nodes, drawn.layout.places, strict=True):
        assert shown[node.id] == pytest.approx([place.x, place.y], abs=0.05)


def test_folding_and_unfolding(opened):
    found = endgame()
    page = opened(found)
    before = places(page)
    root_child = next(node for node in found.root.children if node.chosen)
    for _ in range(2):  # the first click points at it
        assert len(places(page)) == len(before)
        page.locator(f'.zt-node[data-node="{root_child.id}"] .zt-value').click()
    folded = places(page)
    below = {node.id for node in root_child.walk()} - {root_child.id}
    assert before.keys() - folded.keys() == below
    node = page.locator(f'.zt-node[data-node="{root_child.id}"]')
    assert node.locator(".zt-item").get_attribute("aria-expanded") == "false"
    assert node.locator(".zt-more").text_content() == f"⊕ {len(below)}"
    assert page.locator(".zt-edge").count() == len(folded) - 1
    level = sorted(folded[n.id][0] for n in found.root.walk()
                   if len(n.path) == 2 and n.id in folded)
    assert all(right - left > 20 for left, right in pairwise(level))  # still nothing overlaps
    page.keyboard.press("u")
    assert places(page) == before


def test_a_tree_of_many_nodes_opens_folded(opened):
    found = record([[list(range(n, n + 60)) for n in range(60)]], algorithm="minimax", drawn=9999)
    page = opened(found)
    page.locator(".zt-node").first.wait_for()
    shown = int(page.locator("z-tree").get_attribute("data-shown"))
    assert len(found.nodes()) > 3600 and 60 < shown <= 400
    assert 1 < page.locator(".zt-node").count() < 200  # those in sight
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert now(page)[0] == steps(found)[3].text


def test_the_window_narrows_on_its_line(opened):
    found = record(FIRST)
    page = opened(found, "#step=1")
    widths = []
    for step in steps(found)[:12]:
        alpha, beta = ends_text(step.window)
        line = page.locator(".window-line")
        assert line.locator(".alpha text").text_content() == f"α {alpha}"
        assert line.locator(".beta text").text_content() == f"β {beta}"
        widths.append(float(line.locator(".open").get_attribute("width")))
        page.keyboard.press("ArrowRight")
    assert widths[4] < widths[0] and widths[6] < widths[4]  # α = 5, then 6


def test_a_figure_has_nothing_to_step_through(opened):
    page = opened(record(FIRST).as_figure("leaves"))
    values = [value for value, _ in shown(page).values()]
    assert [v for v in values if v] == ["5", "6", "9", "7", "4", "3", "8", "2", "10", "1", "5", "2"]
    assert page.get_by_role("toolbar").count() == page.locator(".code").count() == 0
    assert page.locator(".zt-pruned, .zt-chosen, .zt-best").count() == 0


def test_what_each_search_saves(opened):
    page = opened(compare(FIRST))
    rows = {row.get_attribute("data-run"): row.inner_text() for row in page.locator("tr").all()}
    assert "saves 4 nodes (18 %) against minimax" in rows["alphabeta"]
    assert "saves 3 nodes (17 %) against alpha-beta" in rows["ordered"]
    assert "saves nothing against alpha-beta" in rows["table"]
    assert page.locator(".panel").count() == 4
    page.get_by_role("checkbox", name="Minimax").uncheck()
    page.get_by_role("checkbox", name="Alpha-beta, positions").uncheck()
    assert page.locator(".panel").count() == 2
    assert address_of(page).endswith("#show=alphabeta,ordered")


def test_the_quiz_and_a_score_to_share(opened):
    page = opened(record([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    page.get_by_role("checkbox", name="Quiz").check()
    page.get_by_role("button", name="Start the quiz").click()
    page.wait_for_selector('[data-question="value"]')
    assert page.locator('[data-node="1"]').get_attribute("data-value") == "?"
    page.get_by_role("button", name="12", exact=True).click()
    assert "“12” is wrong" in page.locator("z-quiz .complaint").inner_text()
    page.get_by_role("button", name="Hint").click()
    assert "smallest of 3, 12, 8" in page.locator('[data-stage="hint"]').inner_text()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Next question").click()
    page.wait_for_selector('[data-question="cut"]')
    page.get_by_role("button", name="it cuts").click()
    assert page.locator("[data-points]").inner_text() == "3 points"
    while page.get_by_role("button", name="See the score").count() == 0:
        page.get_by_role("button", name="Next question").click()
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Solution").click()
    page.get_by_role("button", name="See the score").click()
    total = re.match(r"3 of (\d+) points", page.locator("[data-score]").inner_text())[1]
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Share the score").click()
    said = page.locator("[data-shared]").inner_text()
    assert said.startswith(f"3 of {total} points: Alpha-beta file://")
    page.goto(said.split()[-1])
    page.reload()
    challenge = page.locator("[data-challenge]").inner_text()
    assert challenge == f"Somebody had 3 of {total} points here."


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
    paper = "getComputedStyle(document.documentElement).backgroundColor"
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
    focused = "document.activeElement.closest('.zt-node').dataset.node"
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
    assert page.locator(".now [aria-live=polite]").inner_text().startswith("Done: o (MIN) plays c2")
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, select')]
        .filter(e => !e.getAttribute('aria-label') && !e.textContent.trim() && !e.labels?.length
        ).length""")
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
