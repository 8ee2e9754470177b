"""The page in a real browser: what people do there, by mouse and by keyboard alone."""

import re
import time
from pathlib import Path

import pytest
from web_server import PageServer

from zermelo import Engine, load

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
DONE = "[data-facts][data-done=yes]"
PAGES = {"home": "/", "play": "/play?game=connect4&moves=4+4+3+3",
         "lab": "/lab?step=30&with=minimax",
         "rps": "/rps?position=.../.../...:RRPSS:rrpps:first:1",
         "own": "/play?game=Dominoes", "hex": "/play?game=hex:size=5&moves=c3"}


def spot(page, name):
    return page.locator(f'z-table [data-name="{name}"]')


def over(page):
    page.wait_for_selector('[data-status="over"]')
    return page.locator('[data-status="over"]').inner_text().strip()


def test_a_whole_game_by_mouse(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    for number, cell in enumerate(["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"], 1):
        spot(page, cell).click()
        page.wait_for_selector(f'[data-ply="{number}"].now')
    assert over(page) == "a draw: the board is full"
    assert page.locator(".line button").count() == 9


def test_a_whole_game_by_keyboard_alone(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    page.wait_for_selector("z-table .spot.can")
    for _ in range(30):  # the tab key leads to the board
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('spot')"):
            break
    keys = ["Enter", "ArrowDown", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"]
    for key in keys:  # a1 (x), a2 (o), b2 (x), c2 (o)
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    for key in ("ArrowDown", "Space"):  # c3 (x) completes the diagonal
        page.keyboard.press(key)
    assert over(page) == "x wins: 3 in a row"


def test_two_clicks_make_a_move_of_two_squares(page, server):
    page.goto(f"{server.address}/play?game=hexapawn")
    spot(page, "b1").click()
    spot(page, "b2").click()
    page.wait_for_selector('[data-ply="1"].now')
    spot(page, "a3").click()
    spot(page, "b2").click()
    page.wait_for_selector('[data-ply="2"].now')
    assert page.locator(".line").inner_text().replace("✓", "").split() == ["1.b1-b2", "2.a3xb2"]


@pytest.mark.slow
def test_every_shipped_game_can_be_clicked(page, server):
    _, body = server.get("/api/games")
    for game in body["games"]:
        page.goto(f"{server.address}/play?game={game['name']}")
        page.wait_for_selector("z-table .spot.can, z-table .others button")
        playable = page.locator("z-table .spot.can")
        if playable.count():
            playable.first.click()
            if not page.locator('[data-ply="1"].now').count():
                page.wait_for_timeout(200)
                second = page.locator("z-table .spot.can:not(.picked)")
                if not page.locator('[data-ply="1"].now').count() and second.count():
                    second.first.click()
        else:
            page.locator("z-table .others button").first.click()
        page.wait_for_selector('[data-ply="1"].now')


def test_the_values_of_all_columns_are_the_solvers(page, server):
    text = "27455222413166"
    truth = Engine(load("connect4")).solve(text, all_moves=True)
    page.goto(f"{server.address}/play?game=connect4&position={text}")
    page.wait_for_selector(DONE, timeout=30_000)
    found = {}
    for row in page.locator(".ranked li").all():
        distance = row.get_attribute("data-distance")
        found[row.get_attribute("data-move")] = (row.get_attribute("data-kind"),
                                                 int(distance) if distance else None)
    assert len(found) == 7
    assert found == {m.text: (m.value.kind, m.value.distance) for m in truth.moves}
    labels = [label.strip() for label in page.locator("z-table .badge").all_text_contents()]
    assert sorted(labels) == sorted(badge(m.value) for m in truth.moves)


def badge(value):
    return {"win": f"W{value.distance}", "loss": f"L{value.distance}"}.get(value.kind, "=")


def test_the_first_answer_comes_within_a_second(page, server):
    page.goto(f"{server.address}/play?game=connect4")
    page.wait_for_selector("z-table .badge")
    spot(page, "4").click()
    began = time.monotonic()
    page.wait_for_selector('[data-ply="1"].now')
    page.wait_for_selector("z-table .badge")
    took = time.monotonic() - began
    print(f"first answer after {took * 1000:.0f} ms")
    assert took < 3  # a loaded machine; alone it is a tenth of that


def test_undo_redo_flip_and_jump(page, server):
    page.goto(f"{server.address}/play?game=connect4&moves=4+4+3+5+2")
    page.wait_for_selector('[data-ply="5"].now')
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-ply="4"].now')
    page.get_by_role("button", name="Forward").click()
    page.wait_for_selector('[data-ply="5"].now')
    page.locator('[data-ply="2"]').click()
    page.wait_for_selector('[data-ply="2"].now')
    page.get_by_role("button", name="judge all").click()
    page.wait_for_function("() => document.querySelectorAll('.graph .point').length === 6",
                           timeout=30_000)
    box = page.locator(".graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    page.wait_for_selector('[data-ply="5"].now')
    before = spot(page, "2").bounding_box()["x"]
    page.get_by_role("button", name="Flip").click()
    assert spot(page, "2").bounding_box()["x"] > before


def test_moves_are_judged(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&moves=b2+b1+a1+c3+a3+a2")
    page.wait_for_selector('[data-ply="6"].now')
    page.get_by_role("button", name="judge all").click()
    page.wait_for_selector('[data-ply="2"] .mark.blunder', timeout=30_000)
    assert page.locator('[data-ply="4"] .mark').inner_text() == "✓"


def test_reload_by_url_and_ply(page, server):
    page.goto(f"{server.address}/play?game=connect4")
    for column in "443":
        spot(page, column).click()
        page.wait_for_timeout(250)
    page.wait_for_selector('[data-ply="3"].now')
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-ply="2"].now')
    address = page.url
    assert "moves=4+4+3" in address and "ply=2" in address
    page.reload()
    page.wait_for_selector('[data-ply="2"].now')
    assert page.locator(".line button").count() == 3
    assert page.url == address


def test_hints_come_in_stages(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&position=xo./.x./o..:x&level=3")
    page.wait_for_selector('[data-status="on"]')
    assert page.locator("z-table .badge").count() == 0
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Hint").click()
    assert "You can win" in page.locator('[data-hint="1"]').inner_text()
    page.get_by_role("button", name="More").click()
    assert page.locator('[data-hint="2"]').inner_text()
    page.get_by_role("button", name="The move").click()
    assert page.locator('[data-hint="3"]').inner_text() == "Play c3: it wins in 1."


def test_an_opponent_answers_and_sides_are_swapped(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    page.get_by_label("Opponent").select_option("10")
    spot(page, "a1").click()
    page.wait_for_selector('[data-ply="2"].now')
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_selector('[data-ply="3"].now')
    assert page.get_by_text("you are o").count() == 1


def test_import_and_export(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&moves=b2+a1")
    page.get_by_text("Share, import, export").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save file").click()
    saved = Path(waiting.value.path()).read_text()
    assert saved.splitlines()[0] == "Game: tictactoe"
    page.goto(f"{server.address}/play?game=connect4")
    page.get_by_text("Share, import, export").click()
    page.locator("z-share textarea").fill(saved)
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector('[data-ply="2"].now')
    assert page.locator("h1").inner_text() == "Tic-tac-toe"


def test_a_typed_move_and_one_that_is_not_legal(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    page.get_by_label("Move", exact=True).fill("z9")
    page.keyboard.press("Enter")
    assert "“z9” is not legal here" in page.locator("z-controls .complaint").inner_text()
    page.get_by_label("Move", exact=True).fill("B2")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-ply="1"].now')


def test_a_tree_is_stepped_to_its_end_and_back(page, server):
    page.goto(f"{server.address}/lab")
    page.get_by_role("button", name="Three MIN nodes").click()
    page.wait_for_selector('[data-node="0"]')
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
    assert "Not 12" in page.locator("z-quiz .complaint").inner_text()
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
    page.wait_for_selector("[data-verdict][data-done=yes]", timeout=60_000)
    truth = Engine(load("rps")).solve(position, all_moves=True)
    assert page.locator("[data-verdict]").get_attribute("data-verdict") == truth.value.kind
    shown = {cell.get_attribute("data-cell"): cell.inner_text()
             for cell in page.locator("[data-cell]").all()}
    assert shown == {m.text: badge(m.value) for m in truth.moves}
    page.get_by_role("button", name="Play first against perfect play").click()
    for _ in range(5):
        page.wait_for_selector("z-table .spot.can")
        page.locator("z-table .spot.can").first.click()
        page.locator("z-table .spot.can:not([data-name=R]):not([data-name=P]):not([data-name=S])"
                     ).first.click()
        page.wait_for_function(
            "() => document.querySelector('[data-status=over]')"
            " || document.querySelector('[data-status=on]').innerText.includes('your move')",
            timeout=30_000)
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


def test_links_lead_on_and_the_back_key_leads_back(page, server):
    page.goto(server.address)
    page.get_by_role("link", name=re.compile("Tic-tac-toe")).click()
    page.wait_for_selector("z-table .spot.can")
    spot(page, "b2").click()
    page.wait_for_selector('[data-ply="1"].now')
    page.get_by_role("link", name="Tree lab").click()
    page.wait_for_selector('[data-node="0"]')
    page.go_back()
    page.wait_for_selector('[data-ply="1"].now')
    page.go_back()
    page.wait_for_selector(".gallery .tile")


def test_two_clients_at_once(page, browser, server):
    other = browser.new_page()
    page.goto(f"{server.address}/play?game=connect4&moves=1")
    other.goto(f"{server.address}/play?game=connect4&moves=7")
    for tab, mine in ((page, "1"), (other, "7")):
        tab.wait_for_selector("z-table .badge")
        assert tab.locator(".line button").all_inner_texts() == [f"1.{mine}"]
    other.close()


def test_the_server_goes_away_and_comes_back(browser):
    server = PageServer()
    tab = browser.new_page()
    try:
        tab.goto(f"{server.address}/play?game=tictactoe&moves=b2")
        tab.wait_for_selector(DONE)
        server.stop()
        tab.wait_for_selector(".banner.bad")
        assert "does not answer" in tab.locator(".banner").inner_text()
        assert tab.locator("z-table .spot").count() == 9  # the board stays
        spot(tab, "a1").click()
        tab.wait_for_selector("z-table .complaint")
        server = PageServer(port=server.port)
        tab.wait_for_selector(".banner.bad", state="detached")
        tab.wait_for_selector('[data-ply="2"].now')  # the click that nobody answered
        spot(tab, "c3").click()
        tab.wait_for_selector('[data-ply="3"].now')
        tab.wait_for_selector(DONE)
    finally:
        tab.close()
        server.stop()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(browser, server, name, scheme):
    if not AXE.exists():
        pytest.skip("needs axe-core: make frontend/node_modules")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme,
                                  bypass_csp=True)
    tab = context.new_page()
    tab.goto(server.address + PAGES[name])
    tab.wait_for_selector("main svg")
    tab.wait_for_timeout(1200)
    tab.add_script_tag(path=str(AXE))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    serious = [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]}" for v in found
               if v["impact"] in ("serious", "critical")]
    context.close()
    assert serious == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [360, 1600])
def test_nothing_sticks_out(browser, server, name, width):
    tab = browser.new_page(viewport={"width": width, "height": 800})
    tab.goto(server.address + PAGES[name])
    tab.wait_for_selector("main svg")
    tab.wait_for_timeout(400)
    wide = tab.evaluate("document.documentElement.scrollWidth")
    tab.close()
    assert wide <= width


def test_nothing_flickers_while_it_thinks(page, server):
    """The badges of a position stay until the position changes."""
    page.goto(f"{server.address}/play?game=othello")
    page.wait_for_selector("z-table .badge")
    fewest = page.evaluate("""async () => {
        let fewest = 99;
        for (let i = 0; i < 60; i++) {
            fewest = Math.min(fewest, document.querySelectorAll('z-table .badge').length);
            await new Promise(requestAnimationFrame);
        }
        return fewest;
    }""")
    assert fewest == 4
