"""The tree lab and the card page in a real browser."""

import pytest
from page_parts import address_of, badge, over

from zermelo import Engine, load


def test_a_tree_is_stepped_to_its_end_and_back(page, server):
    page.goto(f"{server.address}/lab?tree=[[1,2],[3,4]]")
    page.get_by_role("button", name="Three MIN nodes").click()
    page.wait_for_function("() => document.querySelectorAll('z-tree .zt-node').length === 22")
    steps = int(page.locator("#count").inner_text().partition(" / ")[2])
    assert page.locator("#count").inner_text().startswith("1 /")
    forward = page.get_by_role("button", name="One step forward")
    forward.click()
    page.get_by_role("button", name="One step back").click()
    before = page.locator("z-tree .zt-nodes").inner_html()
    for _ in range(steps - 1):
        page.keyboard.press("ArrowRight")
    assert forward.is_disabled()
    assert "value 6, 18 nodes visited, 2 branches pruned" in page.locator(".summary").inner_text()
    assert page.locator(".is-pruned").count() == 4
    chosen = page.locator(".zt-node.is-chosen")
    assert [node.get_attribute("data-value") for node in chosen.all()] == ["6", "6", "6", "6"]
    page.keyboard.press("Home")
    assert page.get_by_role("button", name="One step back").is_disabled()
    assert page.locator("z-tree .zt-nodes").inner_html() == before


@pytest.mark.parametrize("query", ["", "?game=tictactoe&position=xox/oxo/...:x&depth=3"])
def test_tree_program_explanation_and_controls_are_seen_together_on_a_laptop(page, server, query):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.address}/lab{query}")
    page.wait_for_selector("z-tree .zt-node")
    for part in (page.locator("z-tree svg").first, page.locator(".code"), page.locator(".now"),
                 page.get_by_role("toolbar", name="Walk through the search")):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900


def test_a_link_to_a_step_and_to_two_searches(page, server):
    page.goto(f"{server.address}/lab?tree=[[3,12,8],[2,4,6],[14,5,2]]"
              f"#step=12&show=minimax,alphabeta")
    page.wait_for_selector("z-tree >> nth=1")
    assert page.locator("#count").inner_text().startswith("12 / ")
    page.keyboard.press("End")
    assert page.locator('[data-visited="alphabeta"]').inner_text() == "11 nodes looked at"
    assert page.locator('[data-visited="minimax"]').inner_text() == "13 nodes looked at"
    assert "saves 2 nodes (15 %) against minimax" in page.locator(
        '[data-run="alphabeta"]').inner_text()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert address_of(page).endswith("#step=2&show=minimax,alphabeta")
    page.evaluate("location.hash = '#step=5'")
    page.wait_for_function("() => document.querySelector('#count')?.textContent.startsWith('5 /')")
    assert page.locator(".panel").count() == 2  # the lab itself stays


def test_a_tree_of_ones_own_and_one_with_a_mistake(page, server):
    page.goto(f"{server.address}/lab")
    box = page.locator("textarea[name=tree]")
    box.fill("[[1, 2], [3")
    page.get_by_role("button", name="Draw it").click()
    page.wait_for_selector(".source .complaint")
    assert "breaks off" in page.locator(".source .complaint").inner_text()
    page.trouble.clear()  # the browser logs the refusal; that is right
    box.fill("[[1, 2], [3, 4]]")
    page.get_by_role("button", name="Draw it").click()
    page.wait_for_function("() => document.querySelectorAll('z-tree .zt-node').length === 7")
    page.locator('[data-node="2"] .zt-value').click()
    page.get_by_label("Value").fill("9")
    page.get_by_role("button", name="Set").click()
    page.wait_for_selector('[data-node="2"][data-value="9"]')
    assert "[[9, 2], [3, 4]]" in box.input_value()


def test_a_game_in_the_lab_shows_its_boards(page, server):
    page.goto(f"{server.address}/lab?game=tictactoe&position=xox/oxo/...:x&depth=3")
    page.wait_for_selector('[data-node="1"]')
    page.keyboard.press("End")
    assert page.locator('[data-node="1"] .zt-board rect').count() == 9
    assert page.locator(".now .text").inner_text() == "Done: x (MAX) plays a3, worth 1."
    page.locator('[data-node="1"] .zt-value').click()
    assert page.get_by_role("link", name="Play from here").count() == 1


def test_the_quiz_is_in_the_lab_too(page, server):
    page.goto(f"{server.address}/lab?tree=[[3,12,8],[2,4,6],[14,5,2]]#step=9")
    page.get_by_role("checkbox", name="Quiz").check()
    page.get_by_role("button", name="Start the quiz").click()
    page.wait_for_selector('[data-question="value"]')
    assert page.locator('[data-node="1"]').get_attribute("data-value") == "?"


def test_a_deal_of_cards_is_solved_and_played_out(page, server):
    position = ".../.../...:RRPSS:rrpps:first:1"
    page.goto(f"{server.address}/deals?position={position}")
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
    page.goto(f"{server.address}/deals?position=.../.../...:RRPSS:rrpps:first:1")
    page.get_by_role("button", name="One rock less for first").click()
    assert page.get_by_text("1 more to choose").count() == 1
    page.get_by_role("button", name="One paper more for first").click()
    page.wait_for_function("() => location.search.includes('RPPSS')")
    page.get_by_role("button", name="Draw a deal").click()
    page.wait_for_selector("text=/One of \\d+ deals/")
