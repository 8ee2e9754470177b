"""Why: an evaluator's features on the page, and their squares on the board."""

import urllib.parse

from page_parts import PATIENCE, spot

from zermelo import load
from zermelo.evaluation import evaluator_for

SPANISH = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
ISOLATED = "4k3/p5pp/8/8/8/8/P1PP2P1/4K3 w - - 0 1"


def opened(page, server, game, position=""):
    page.goto(f"{server.address}/play?" + urllib.parse.urlencode(
        {"game": game, **({"position": position} if position else {})}))
    page.get_by_label("engine").uncheck(timeout=PATIENCE)  # whose lines would push this down
    page.locator("z-why summary").click()
    page.wait_for_selector("z-why [data-words], z-why p")


def lit(page):
    """The squares that are lit, for either player."""
    found = (set(), set())
    for lamp in page.locator("z-board [data-lit]").all():
        found[int(lamp.get_attribute("data-player"))].add(lamp.get_attribute("data-lit"))
    return found


def test_features_light_their_squares(page, server):
    game = load("chess")
    expected = {t.feature: t for t in evaluator_for(game).explain(
        game, game.parse(SPANISH)).terms if t.value}
    opened(page, server, "chess", SPANISH)
    rows = page.locator("z-why [data-feature]")
    assert [row.get_attribute("data-feature") for row in rows.all()] == list(expected)
    alone = page.locator("z-why tr.alone")  # in no group, where all others are
    assert [row.get_attribute("data-feature") for row in alone.all()] == ["experience"]
    for name in ("centre attacked", "castled", "developed"):
        if name in expected:
            page.locator(f'z-why [data-feature="{name}"]').hover()
            page.wait_for_selector("z-board [data-lit]")
            assert lit(page) == (set(expected[name].first), set(expected[name].second))
    page.locator("h1").first.hover()
    assert lit(page) == (set(), set())
    page.locator('z-why [data-feature="centre attacked"] button').focus()  # by keyboard
    assert lit(page) == (set(expected["centre attacked"].first),
                         set(expected["centre attacked"].second))


def test_squares_go_out_with_the_position(page, server):
    opened(page, server, "chess", ISOLATED)
    page.locator('z-why [data-feature="isolated"]').hover()
    assert lit(page) == ({"a2", "g2"}, {"a7"})
    before = page.locator("z-why [data-words]").inner_text()
    spot(page, "g2").click()
    spot(page, "g4").click()
    page.wait_for_function("words => document.querySelector('z-why [data-words]').innerText"
                           " !== words", arg=before)
    assert lit(page) == (set(), set())


def test_a_game_without_reasons_says_so(page, server):
    opened(page, server, "nim")
    page.wait_for_selector("z-why .soft >> text=nothing to explain")
    assert page.locator("z-why [data-feature]").count() == 0
