"""A published site in a browser that can reach nothing else."""

from pathlib import Path

import pytest
from page_parts import address_of

from zermelo import Engine, Limit
from zermelo.errors import PositionError

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
PATIENCE = 60_000


@pytest.fixture
def opened(browser, address):
    """Makes pages that fail the test if they log an error or ask anybody else for anything."""
    contexts, trouble = [], []

    def opened(at="", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.route(lambda url: not url.startswith(("http://127.0.0.1", "file:", "blob:")),
                      lambda route: (trouble.append(route.request.url), route.abort()))
        tab = context.new_page()
        tab.on("console", lambda m: m.type in ("error", "warning") and trouble.append(m.text))
        tab.on("pageerror", lambda error: trouble.append(str(error)))
        tab.set_default_timeout(PATIENCE)
        tab.goto(at if ":" in at.partition("?")[0] else address + at)
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


MY_TURN = """before => document.querySelector('[data-status=over]')
    || document.querySelectorAll('.line li').length > before
    && document.querySelector('z-table .spot.can:not(.picked)')"""


def played_out(tab, level):
    """Choose an opponent, and make the first legal move until the game is over."""
    tab.select_option("z-controls select", str(level))
    while not tab.locator('[data-status="over"]').count():
        ply = tab.locator(".line li").count()
        tab.locator("z-table .spot.can").first.click()
        if tab.locator("z-table .spot.picked").count():  # of two places, the second
            tab.locator("z-table .spot.can:not(.picked)").first.click()
        tab.wait_for_function(MY_TURN, arg=ply)
    return tab.locator(".line li").count()


def test_a_game_from_the_first_page_to_its_end(opened):
    tab = opened()
    tab.get_by_role("link", name="Tic-tac-toe").click()
    tab.wait_for_selector("z-table .badge")  # values on the moves
    tab.wait_for_selector("[data-facts][data-done=yes]")
    assert set(tab.locator("z-table .badge text").all_text_contents()) == {"="}
    assert played_out(tab, 10) >= 5
    tab.get_by_role("button", name="Take back").press("Enter")
    tab.wait_for_selector('[data-status="on"]')
    assert "at=play" in address_of(tab) and "moves=" in address_of(tab)
    tab.reload()  # the address says what is on the table
    tab.wait_for_selector(".line li")


@pytest.mark.slow
def test_positions_are_pasted(opened, site):
    """Those of the game's own writing, and a wrong one with the game's own sentence."""
    tab = opened("?at=play&game=tictactoe")
    tab.get_by_text("Share, import, export").click()
    wrong = "xo./.x./...:x"
    with pytest.raises(PositionError) as refused:
        site.games["tictactoe"].position(wrong)
    for text, said in (("xo./.x./...:o", "A position read."), (wrong, str(refused.value)),
                       ("c1 a3", "2 moves read.")):
        tab.locator("z-share textarea").fill(text)
        tab.get_by_role("button", name="Import").click()
        tab.locator("z-share [role=status]", has_text=said).wait_for()
    tab.wait_for_selector('[data-ply="2"].now')


def test_it_opens_from_the_disk(opened, site):
    tab = opened(f"file://{site.folder}/index.html?at=play&game=Ataxx")
    tab.wait_for_selector("z-table .badge")
    tab.get_by_role("button", name="Hint").click()
    assert tab.locator("[data-hint]").inner_text()
    assert tab.locator("h1").inner_text() == "Ataxx"


ASK = """(question) => new Promise((done) => {
    if (!globalThis.asked) {
        globalThis.asked = new Worker(URL.createObjectURL(new Blob([globalThis.engine])));
        globalThis.asked.postMessage(globalThis.published);
    }
    globalThis.asked.onmessage = ({data}) => done(data.body);
    globalThis.asked.postMessage({...question, type: "once", id: 1});
})"""


@pytest.mark.slow
def test_threads_find_the_same(opened, isolated, site):
    """Where a browser gives them: the values of one thread."""
    tab = opened(isolated)
    assert tab.evaluate("crossOriginIsolated")
    name = "connect4:width=5,height=4"
    while tab.evaluate(ASK, {"game": name, "depth": 1})["threads"] == 1:
        if tab.evaluate("navigator.hardwareConcurrency") == 1:
            pytest.skip("one core, one thread")
    game = site.games[name]
    with Engine(game, table_mb=16) as engine:
        for moves in ([], ["3"]):
            here = game.position().play_all(moves)
            found = engine.analyze(here, Limit(depth=12), all_moves=True).to_json()
            told = tab.evaluate(ASK, {"game": name, "depth": 12, "moves": moves})
            assert told["threads"] > 1 and told["value"] == found["value"]
            assert {m["move"]: m["value"] for m in told["moves"]} == {
                m["move"]: m["value"] for m in found["moves"]}


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nobody_is_left_out(opened, scheme):
    """Axe finds nothing, and nothing sticks out of a telephone."""
    if not AXE.exists():
        pytest.skip("needs axe-core: make frontend/node_modules")
    for at in ("", "?at=play&game=Ataxx"):
        tab = opened(at, color_scheme=scheme, bypass_csp=True,
                     viewport={"width": 360, "height": 740})
        tab.wait_for_selector("main svg")
        tab.wait_for_function("!document.getAnimations().some(one => one.playState == 'running'"
                              " && Number.isFinite(one.effect.getComputedTiming().endTime))")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
        tab.add_script_tag(path=str(AXE))
        found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        assert [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found] == []


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 12))
def test_a_game_to_its_end_against_every_level_with_the_network_off(opened, site, level):
    """From the disk; the games by turns."""
    name = list(site.games)[level % len(site.games)]
    tab = opened(f"file://{site.folder}/index.html?at=play&game={name}", offline=True)
    tab.wait_for_selector("z-table .spot.can")
    assert not tab.evaluate("navigator.onLine")
    played_out(tab, level)
    moves = [told.partition(": ")[2].partition(",")[0] for told in tab.locator(
        ".line button").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")]
    assert site.games[name].position().play_all(moves).result is not None
