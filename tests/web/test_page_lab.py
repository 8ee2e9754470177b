"""The tree lab and the card page in a real browser."""

import re

import pytest
from page_parts import badge, over

from zermelo import Engine, load


def test_a_tree_is_stepped_to_its_end_and_back(page, server):
    page.goto(f"{server.address}/lab?tree=[[1,2],[3,4]]")
    page.get_by_role("button", name="Three MIN nodes").click()
    page.wait_for_function("() => document.querySelectorAll('z-tree .node').length === 22")
    counted = page.locator("z-lab .toolbar span.soft").last.inner_text()
    steps = int(re.search(r"of (\d+)", counted)[1])
    forward = page.get_by_role("button", name="Step forward")
    forward.click()
    page.get_by_role("button", name="Step back").click()
    before = page.locator("z-tree").inner_html()
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    assert forward.is_disabled()
    assert "18 of 22 nodes, value 6" in page.locator(".told").inner_text()
    assert page.locator(".node.fallen").count() == 4
    chosen = page.locator(".node.chosen")
    assert [node.get_attribute("data-value") for node in chosen.all()] == ["6", "6", "6", "6"]
    back = page.get_by_role("button", name="Step back")
    for _ in range(steps):
        page.keyboard.press("ArrowLeft")
    assert back.is_disabled()
    assert page.locator("z-tree").inner_html() == before


@pytest.mark.parametrize("example", ["Three MIN nodes", "Tic-tac-toe, almost over"])
def test_tree_explanation_and_controls_are_seen_together_on_a_laptop(page, server, example):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.address}/lab")
    page.get_by_role("button", name=example).click()
    page.wait_for_selector("z-tree .node")
    for part in (page.locator("z-tree svg").first, page.locator(".told"),
                 page.get_by_role("toolbar", name="Steps")):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900


def test_a_cut_leaves_a_bound_in_words_and_in_the_drawing(page, server):
    page.goto(f"{server.address}/lab?tree=[[5,6],[4,1]]&step=16")
    page.wait_for_selector("z-tree .node")
    assert "MIN node 2 is worth at most 4." in page.locator(".told").inner_text()
    node = page.locator('[data-node="4"]')
    assert node.get_attribute("data-value") == "≤ 4"
    assert node.get_attribute("aria-label") == "MIN node 2, worth at most 4"
    page.keyboard.press("ArrowRight")
    told = page.locator(".told").inner_text()
    assert "At most 4 comes up to the root. MAX keeps at least 5." in told


def test_the_lab_by_keyboard_and_side_by_side(page, server):
    page.goto(f"{server.address}/lab?tree=[[3,12,8],[2,4,6],[14,5,2]]&with=minimax")
    page.wait_for_selector("z-tree >> nth=1")
    page.keyboard.press("End")
    assert page.locator('[data-visited="alphabeta"]').inner_text() == "11 of 13 nodes looked at"
    assert page.locator('[data-visited="minimax"]').inner_text() == "13 of 13 nodes looked at"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.locator(".told").get_attribute("data-step") == "1"


def test_a_tree_of_ones_own_and_one_with_a_mistake(page, server):
    page.goto(f"{server.address}/lab")
    box = page.locator("textarea[name=tree]")
    box.fill("[[1, 2], [3")
    page.get_by_role("button", name="Draw it").click()
    page.wait_for_selector(".source .complaint")
    assert "breaks off at line 1" in page.locator(".source .complaint").inner_text()
    page.trouble.clear()  # the browser logs the refusal; that is right
    box.fill("[[1, 2], [3, 4]]")
    page.get_by_role("button", name="Draw it").click()
    page.wait_for_function("() => document.querySelectorAll('z-tree .node').length === 7")
    page.locator('[data-node="2"]').click()
    page.get_by_label("Value").fill("9")
    page.get_by_role("button", name="Set").click()
    page.wait_for_selector('[data-node="2"][data-value="9"]')
    assert "[[9, 2], [3, 4]]" in box.input_value()


def test_a_game_in_the_lab_shows_its_board(page, server):
    page.goto(f"{server.address}/lab?game=tictactoe&position=xox/oxo/...:x&depth=3")
    page.wait_for_selector('[data-node="1"]')
    page.keyboard.press("End")
    page.locator('[data-node="1"]').click()
    page.wait_for_selector(".lab-below z-board svg")
    assert "win in 1" in page.locator(".told").inner_text()


def test_the_quiz_hides_then_hints_then_tells_and_counts(page, server):
    page.goto(f"{server.address}/lab?tree=[[3,12,8],[2,4,6],[14,5,2]]")
    page.get_by_label("ask me").check()
    page.get_by_role("button", name="Start the quiz").click()
    page.wait_for_selector('[data-question="value"]')
    assert page.locator('[data-node="1"]').get_attribute("data-value") == "?"
    page.get_by_role("button", name="12", exact=True).click()
    assert "“12” is wrong" in page.locator("z-quiz .complaint").inner_text()
    page.get_by_role("button", name="Hint").click()
    assert "smallest of 3, 12, 8" in page.locator('[data-stage="hint"]').inner_text()
    page.get_by_role("button", name="3", exact=True).click()
    assert page.locator("[data-points]").inner_text() == "1 points"
    page.get_by_role("button", name="Next question").click()
    page.wait_for_selector('[data-question="cut"]')
    page.get_by_role("button", name="it cuts").click()
    assert page.locator("[data-points]").inner_text() == "3 points"
    while page.get_by_role("button", name="See the score").count() == 0:
        page.get_by_role("button", name="Next question").click()
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Solution").click()
    page.get_by_role("button", name="See the score").click()
    assert page.locator("[data-score]").inner_text().startswith("3 of ")


def test_a_deal_of_cards_is_solved_and_played_out(page, server):
    position = ".../.../...:RRPSS:rrpps:first:1"
    page.goto(f"{server.address}/rps?position={position}")
    page.wait_for_selector("[data-verdict][data-done=yes]")
    truth = Engine(load("rps")).solve(position, all_moves=True)
    assert page.locator("[data-verdict]").get_attribute("data-verdict") == truth.value.kind
    shown = {cell.get_attribute("data-cell"): cell.inner_text()
             for cell in page.locator("[data-cell]").all()}
    assert shown == {m.text: badge(m.value) for m in truth.moves}
    page.get_by_role("button", name="Play first against perfect play").click()
    for turn in range(5):
        page.wait_for_selector("z-table .spot.can")
        page.locator("z-table .spot.can").first.click()
        page.locator("z-table .spot.can").and_(
            page.locator("[data-name*='1'], [data-name*='2'], [data-name*='3']")).first.click()
        page.wait_for_function(
            "(ply) => document.querySelector('[data-status=over]')"
            " || document.querySelector(`[data-ply='${ply}'].now`)",
            arg=2 * turn + 2)
        if page.locator('[data-status="over"]').count():
            break
    assert over(page)


def test_a_deal_is_chosen_and_drawn(page, server):
    page.goto(f"{server.address}/rps?position=.../.../...:RRPSS:rrpps:first:1")
    page.get_by_role("button", name="One rock less for first").click()
    assert page.get_by_text("1 more to choose").count() == 1
    page.get_by_role("button", name="One paper more for first").click()
    page.wait_for_function("() => location.search.includes('RPPSS')")
    page.get_by_role("button", name="Draw a deal").click()
    page.wait_for_selector("text=/One of \\d+ deals/")
