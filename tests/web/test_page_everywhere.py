"""What must hold on every page: for every eye, at every width, whatever the server does."""

import re
from pathlib import Path

import pytest
from page_parts import DONE, PATIENCE, played, spot
from web_server import PageServer

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
PAGES = {"home": "/", "play": "/play?game=connect4&moves=4+4+3+3",
         "lab": "/lab#step=30&show=minimax,alphabeta",
         "deals": "/deals?position=.../.../...:RRPSS:rrpps:first:1",
         "own": "/play?game=Dominoes", "arena": "/arena", "hex": "/play?game=hex:size=5&moves=c3"}


MOVING = """document.getAnimations().some(one => one.playState == "running"
    && Number.isFinite(one.effect.getComputedTiming().endTime))"""  # and not what turns for ever


def at_rest(tab):
    """Wait until nothing moves to another place, and nothing is asked for."""
    tab.wait_for_load_state("networkidle")
    while tab.evaluate(MOVING):
        tab.wait_for_timeout(50)


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
    # The engine finds something just when one leaves, and the address is no longer its own.
    page.evaluate("""() => addEventListener("popstate", () =>
        document.querySelector("z-play")?.session.dispatchEvent(new Event("change")))""")
    page.evaluate("""() => {
        history.pushState(null, "", "/play?game=connect4");
        dispatchEvent(new PopStateEvent("popstate"));
    }""")
    page.get_by_role("heading", name="Connect Four").wait_for(timeout=30_000)
    page.go_back()
    page.get_by_role("heading", name="Tic-tac-toe").wait_for(timeout=30_000)
    page.go_back()
    page.wait_for_selector(".gallery .tile", timeout=30_000)


def test_two_clients_at_once(page, tab_with, server):
    other = tab_with()
    other.set_default_timeout(PATIENCE)
    page.goto(f"{server.address}/play?game=connect4&moves=1")
    other.goto(f"{server.address}/play?game=connect4&moves=7")
    for tab, mine in ((page, "1"), (other, "7")):
        tab.wait_for_selector("z-table .badge")
        assert played(tab) == [mine]


def test_the_server_goes_away_and_comes_back(browser):
    server = PageServer()
    tab = browser.new_page()
    tab.set_default_timeout(PATIENCE)
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
        tab.wait_for_selector("z-table .complaint", state="detached")
        tab.wait_for_selector('[data-ply="2"].now')  # the click that nobody answered
        spot(tab, "c3").click()
        tab.wait_for_selector('[data-ply="3"].now')
        tab.wait_for_selector(DONE)
    finally:
        tab.close()
        server.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nobody_is_left_out(tab_with, server, name, scheme):
    """Axe finds nothing serious, and nothing sticks out of a telephone or is lost on a wall."""
    tab = tab_with(viewport={"width": 1280, "height": 900}, color_scheme=scheme, bypass_csp=True)
    tab.set_default_timeout(PATIENCE)
    tab.goto(server.address + PAGES[name])
    tab.wait_for_selector("main svg")
    at_rest(tab)
    serious = seriously_wrong(tab)
    wide = {}
    for width in (360, 1600):
        tab.set_viewport_size({"width": width, "height": 800})
        at_rest(tab)
        wide[width] = tab.evaluate("document.documentElement.scrollWidth")
    assert all(needed <= width for width, needed in wide.items()), wide
    if serious is None:
        pytest.skip("needs axe-core: make frontend/node_modules")
    assert serious == []


def seriously_wrong(tab):
    """What axe says about a page; None where there is no axe."""
    if not AXE.exists():
        return None
    tab.add_script_tag(path=str(AXE))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]}" for v in found
            if v["impact"] in ("serious", "critical")]


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


LEVEL = """() => [...document.querySelectorAll('.gallery li')].map(tile =>
    [tile.getBoundingClientRect().top, tile.querySelector('strong').getBoundingClientRect().top])"""


def test_what_stands_side_by_side_is_level_and_nothing_is_hidden(page, server):
    """Titles below pictures of any shape; a long list of moves, read downwards; the last stone in a
    wall; on a telephone, the values of a large board as colours and the best in letters."""
    page.goto(server.address)
    page.locator(".gallery svg").nth(17).wait_for()
    titles = {}
    for tile, title in page.evaluate(LEVEL):
        titles.setdefault(round(tile), set()).add(round(title))
    assert len(titles) > 2 and all(len(found) == 1 for found in titles.values())
    page.goto(f"{server.address}/play?game=chess")
    page.wait_for_selector(".ranked li:nth-child(20)")
    shown = page.locator(".ranked").evaluate(
        "it => [it.scrollWidth <= it.clientWidth, it.scrollHeight > it.clientHeight]")
    assert shown == [True, True]
    page.goto(f"{server.address}/play?game=connect4&moves=4")
    page.wait_for_selector("z-table .trace")
    ring, hole = (page.locator(f"z-table .{kind}").first.evaluate("it => it.r.baseVal.value")
                  for kind in ("trace", "hole"))
    assert ring > hole
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}/play?game=hex&moves=f6")
    page.wait_for_selector("z-table .badge.top")
    told = page.locator("z-table .badge").evaluate_all(
        "all => all.map(it => [it.matches('.top'), it.lastElementChild.checkVisibility()])")
    assert len(told) > 100 and all(top == letters for top, letters in told)
