"""The page: everything in one file, and games that can be clicked through."""

import re

import pytest

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.playing import play
from zermelo.arena.report import report_of
from zermelo.arena.running import sprt_text
from zermelo.arena.statistics import Sprt
from zermelo.arena.store import Store

GAME = load("connect4:width=4,height=4")


def made(players, games, sprt=None):
    plan = Plan(GAME, players, games=games, opening=2, sprt=sprt)
    store = Store.create(None, plan.about())
    store.add_players(list(players))
    store.note("sprt", sprt_text(plan))
    for unit in plan.units(plan.ready()):
        store.write(unit, play(**unit.arguments))
    return store


@pytest.fixture(scope="module")
def page():
    with made(("greedy", "random", "random:seed=2"), 16) as store:
        return report_of(store, GAME)


def test_the_page_needs_nothing_else(page):
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="(?!#)', page) and "http://" not in page
    for title in ("Ratings", "Cross table", "Ratings over time", "Games"):
        assert f"<h2>{title}</h2>" in page
    assert "sequential test" not in page


def test_a_test_shows_its_walk():
    with made(("alphabeta:depth=2", "random"), 8, Sprt(0, 300)) as store:
        page = report_of(store, GAME)
    assert "The sequential test" in page and "H1: 300 nElo" in page


def test_an_arena_without_games_has_a_page():
    plan = Plan(GAME, ("random", "greedy"))
    with Store.create(None, plan.about()) as store:
        assert "0 games" in report_of(store, GAME)


@pytest.mark.parametrize("scheme, width", [("light", 1100), ("dark", 390)])
def test_games_are_clicked_through(page, browser, tmp_path, scheme, width):
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    tab, errors = context.new_page(), []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda message: errors.append(message.text))
    tab.goto((tmp_path / "page.html").as_uri())
    tab.wait_for_selector("#which option", state="attached")
    assert tab.locator("#which option").count() == 48
    assert tab.inner_text("#words").startswith("2. ") and "given" in tab.inner_text("#words")
    before = tab.inner_html("#board")
    tab.click("#on")
    assert tab.inner_text("#words").startswith("3. ") and tab.inner_html("#board") != before
    tab.click("#back")
    assert tab.inner_html("#board") == before
    tab.select_option("#which", "47")
    tab.focus("#ply")
    tab.keyboard.press("End")
    assert re.search(r"(1–0|0–1|½–½), ", tab.inner_text("#words"))
    assert tab.evaluate("document.documentElement.scrollWidth") <= width and not errors
    context.close()
