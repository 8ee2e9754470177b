"""The arena's page: live, and as a report that needs nothing else. One viewer for both."""

import base64
import gzip
import json
import re

import pytest
from arena_files import GAME, made, units, write
from page_parts import PATIENCE, address_of
from test_page_everywhere import AXE

from zermelo import load
from zermelo.arena.overview import overview
from zermelo.arena.plan import Plan
from zermelo.arena.statistics import Sprt
from zermelo.arena.store import Store
from zermelo.arena.verdict import verdict_json, verdict_of
from zermelo.web.arena_report import report_of
from zermelo.web.arenas import Boards, game_view

TITLES = ["Ratings", "Cross table", "Ratings over time", "Openings that decide", "Games"]


@pytest.fixture(scope="module")
def report(arena_file):
    with Store.read(arena_file) as store:
        return report_of(store, GAME)


def data_in(page):
    packed = re.search(r'id="arena">([^<]+)<', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_the_server_says_what_the_command_line_says(server, arena_file):
    status, found = server.get("/api/arena")
    with Store.read(arena_file) as store:
        games, players = store.games(), store.players()
    truth = verdict_json(verdict_of(games, players))
    assert status == 200 and {key: found[key] for key in truth} == truth
    assert found["order"] == players and len(found["rows"]) == len(games) == found["games"]
    assert server.get("/api/arena", after=found["last"])[1]["rows"] == []
    assert [row[0] for row in server.get("/api/arena", after=30)[1]["rows"]] == list(range(31, 37))
    assert server.get("/api/games")[1]["arena"] == "small.arena"


def test_a_game_has_the_boards_of_its_positions(server, arena_file):
    _, found = server.get("/api/arena/game", number=7)
    with Store.read(arena_file) as store:
        stored = next(game for game in store.games() if game.number == 7)
    here, boards = GAME.position(), found["boards"]
    assert found["game"]["moves"] == list(stored.moves)
    for ply, packed in enumerate(found["game"]["positions"]):
        scene = here.scene().to_json()
        assert boards[packed["board"]] == scene["board"]
        assert all(packed[part] == scene[part] for part in ("pieces", "words", "last"))
        if ply < len(stored.moves):
            here = here.play(stored.moves[ply])
    assert [value and value["score"] for value in found["game"]["values"]] != []


@pytest.mark.parametrize("query, says", [
    ({"number": 99}, "there is no game 99"), ({"number": "x"}, "must be a number")])
def test_a_game_that_is_not_there(server, query, says):
    status, body = server.get("/api/arena/game", **query)
    assert status == 400 and says in body["error"]


def test_a_game_that_cannot_be_drawn_is_shown_as_text():
    nim = load("rps:deck_size=6,hand_size=2")
    store = Store.create(None, Plan(nim, ("random", "greedy"), games=2, opening=0).about())
    write(store, units(Plan(nim, ("random", "greedy"), games=2, opening=0)))
    view = game_view(store.games()[0], nim, 1.0, Boards())
    assert len(view["positions"]) == len(view["moves"]) + 1


def test_an_arena_that_grows_shows_on_the_page(tab_with, tmp_path, server):
    """Somebody plays while somebody looks."""
    from web_server import PageServer

    file, players = tmp_path / "live.arena", ("greedy", "random")
    store = made(file, players, 8, left=4)
    mine = PageServer("--arena", str(file))
    tab = tab_with()
    tab.set_default_timeout(PATIENCE)
    try:
        tab.goto(f"{mine.address}/arena")
        tab.wait_for_selector("z-arena-game .board-svg")
        assert "4 of 8 games" in tab.inner_text(".progress")
        number = tab.get_attribute(".arena-game", "data-game")
        tab.click('[aria-label="To the end"]')
        write(store, units(Plan(GAME, players, games=8, opening=5)))
        tab.wait_for_selector("text=8 of 8 games")
        assert "of 8 points" in tab.get_attribute(".cross td button", "aria-label")
        assert tab.locator(".arena-list [data-number]").count() == 8
        assert tab.get_attribute(".arena-game", "data-game") == number  # nobody is disturbed
        assert tab.locator('[aria-label="To the end"]').is_disabled()
        assert f"number={number}" in address_of(tab)
    finally:
        mine.stop()
        store.close()


def test_the_page_leads_from_figures_to_games(page, server):
    page.goto(server.address)
    page.get_by_role("link", name="Arena").click()
    page.wait_for_selector("z-arena-game .board-svg")
    assert [h.inner_text() for h in page.locator(".arena h2").all()] == TITLES
    page.locator(".cross tbody tr:nth-child(2) td:nth-child(5) button").click()
    assert page.inner_text("[data-count]") == "6 games"
    rows = page.locator(".arena-list .who").all_inner_texts()
    two = {page.locator(f"[data-filter={key}] option:checked").inner_text()
           for key in ("one", "other")}
    assert len(two) == 2 and all(set(row.split(" – ")) == two for row in rows)
    page.locator(".arena-list [data-number]").nth(5).click()
    page.wait_for_selector(".arena-list li:nth-child(6) .now")
    page.get_by_role("button", name="All games").click()
    page.locator("[data-opening]").first.click()
    assert page.inner_text("[data-count]").endswith("12 games")
    page.wait_for_timeout(300)
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("z-table .board-svg")


def test_the_report_needs_nothing_else(report, arena_file):
    assert "default-src 'none'" in report
    assert not re.findall(r'(?:src|href)="(?!#)', report.partition("<script")[0])
    data = data_in(report)
    with Store.read(arena_file) as store:
        truth = overview(store.games(), store.players(), store.about)
    assert {key: data[key] for key in truth} == json.loads(json.dumps(truth))
    assert len(data["rows"]) == len(data["views"]) == 36


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
def test_games_of_a_report_are_clicked_through(report, tab_with, tmp_path, scheme, width):
    (tmp_path / "page.html").write_text(report, encoding="utf-8")
    tab, trouble = tab_with(color_scheme=scheme, viewport={"width": width, "height": 900}), []
    tab.set_default_timeout(PATIENCE)
    tab.on("pageerror", lambda error: trouble.append(str(error)))
    tab.on("console", lambda message: trouble.append(message.text))
    tab.on("request", lambda r: r.url.startswith("file:") or trouble.append(r.url))
    tab.goto((tmp_path / "page.html").as_uri())
    tab.wait_for_selector("z-arena-game .board-svg")
    assert [h.inner_text() for h in tab.locator(".arena h2").all()] == TITLES
    assert tab.locator(".arena-list [data-number]").count() == 36
    assert re.fullmatch(r"6\. \d, given", tab.inner_text("[data-told]"))
    before = tab.inner_html(".arena-board svg")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_selector("[data-told]:text('7. ')")
    assert tab.inner_html(".arena-board svg") != before
    tab.locator(".evaluations").focus()
    tab.keyboard.press("Home")
    tab.wait_for_selector("[data-told]:text('The start')")
    assert tab.locator(".evaluations .mark").count() > 0  # one of the two says what it thinks
    assert tab.evaluate("document.documentElement.scrollWidth") <= width and not trouble


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_report(report, tab_with, tmp_path, scheme):
    if not AXE.exists():
        pytest.skip("needs axe-core: make frontend/node_modules")
    (tmp_path / "page.html").write_text(report, encoding="utf-8")
    tab = tab_with(color_scheme=scheme, bypass_csp=True)
    tab.set_default_timeout(PATIENCE)
    tab.goto((tmp_path / "page.html").as_uri())
    tab.wait_for_selector("z-arena-game .board-svg")
    tab.add_script_tag(path=str(AXE))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"][:160]) for fault in found] == []


def test_a_long_name_leaves_room_for_its_rating_on_a_phone(tab_with, tmp_path):
    long = "alphabeta:depth=1,evaluator=standard"
    with made(None, (long, "random"), 4) as store:
        (tmp_path / "page.html").write_text(report_of(store, GAME), encoding="utf-8")
    tab = tab_with(viewport={"width": 360, "height": 900})
    tab.set_default_timeout(PATIENCE)
    tab.goto((tmp_path / "page.html").as_uri())
    row = tab.locator(".standing tbody tr").filter(has_text=long)
    box = row.locator("td").first.bounding_box()
    assert row.locator("th").get_attribute("title") == long
    assert box["x"] + box["width"] <= 360


def test_a_sequential_test_shows_its_walk(tab_with, tmp_path):
    with made(None, ("alphabeta:depth=2", "random"), 24, Sprt(0, 300)) as store:
        page = report_of(store, GAME)
    walk = data_in(page)["walk"]
    assert walk[0] == [0, 0] and walk[-1] == [data_in(page)["sprt"]["pairs"],
                                              data_in(page)["sprt"]["llr"]]
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    tab = tab_with()
    tab.goto((tmp_path / "page.html").as_uri())
    tab.wait_for_selector("[data-verdict] .walk")
    assert "H1: 300 nElo" in tab.text_content("[data-verdict] svg")


def test_an_arena_without_games_has_a_page(tab_with, tmp_path):
    with made(None, ("random", "greedy"), 2, left=2) as store:
        (tmp_path / "page.html").write_text(report_of(store, GAME), encoding="utf-8")
    tab = tab_with()
    tab.goto((tmp_path / "page.html").as_uri())
    tab.wait_for_selector("text=No game has ended yet")
