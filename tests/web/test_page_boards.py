"""Boards on the page: a game of one's own, pieces dragged, promotions asked for, chess won."""

import re

import pytest
from page_parts import over, played, spot

from zermelo import Engine, Limit, load


def middle(page, name):
    box = spot(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


def test_a_game_of_ones_own_looks_as_good_as_ours(page, server):
    page.goto(server.address)
    tile = page.locator(".tile", has_text="Ataxx")
    tile.locator(".piece.p0").first.wait_for()
    assert tile.locator(".piece.p0").count() == 4 and tile.locator(".piece.p1").count() == 4
    assert "infect" in tile.inner_text()
    tile.click()
    page.wait_for_selector("z-table .spot.can")
    assert page.locator("z-table svg[data-first=red][data-second=blue]").count() == 1
    assert spot(page, "a1").get_attribute("aria-label").startswith("a1, red")
    spot(page, "b1").click()  # it grows
    page.wait_for_selector('[data-ply="1"].now')
    spot(page, "e1").click()  # it jumps
    spot(page, "c1").click()
    page.wait_for_selector('[data-ply="2"].now')
    drag(page, "a1", "c2")
    page.wait_for_selector('[data-ply="3"].now')
    assert played(page) == ["b1", "e1-c1", "a1-c2"]
    assert page.locator("z-table .arrow").count() == 1


def test_a_piece_is_dragged_or_put_back(page, server):
    page.goto(f"{server.address}/play?game=hexapawn")
    page.wait_for_selector("z-table .spot.can")
    drag(page, "b1", "b3")  # where it cannot go
    assert page.locator("z-table .spot.picked").count() == 0
    drag(page, "b1", "b2")
    page.wait_for_selector('[data-ply="1"].now')
    drag(page, "a3", "b2")
    page.wait_for_selector('[data-ply="2"].now')
    assert played(page) == ["b1-b2", "a3xb2"]


def test_people_are_asked_what_a_pawn_becomes(page, server):
    page.goto(f"{server.address}/play?game=chess&position=8/P6k/8/8/8/8/8/K7_w_-_-_0_1")
    page.wait_for_selector("z-table .spot.can")
    spot(page, "a7").click()
    spot(page, "a8").click()
    texts = [text.split()[0] for text in page.locator(".choice button").all_inner_texts()]
    assert texts == ["a8=Q", "a8=R", "a8=B", "a8=N"]
    page.keyboard.press("Escape")
    assert page.locator(".choice").count() == 0
    drag(page, "a7", "a8")
    page.locator(".choice button").nth(3).wait_for()
    for key in ("Tab", "Tab", "Tab", "Enter"):  # the first has the focus
        page.keyboard.press(key)
    page.wait_for_selector('[data-ply="1"].now')
    assert played(page) == ["a8=N"]
    knight = spot(page, "a8").get_attribute("aria-label")
    assert knight.startswith("a8, white knight")
    assert page.evaluate("document.activeElement.getAttribute('data-name')") is not None  # not lost


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_chess_is_won_against_the_first_level(page, server, by):
    page.goto(f"{server.address}/play?game=chess&level=1")
    page.wait_for_selector("z-table .spot.can")
    game = load("chess")
    here, engine = game.position(), Engine(game)
    while here.result is None:
        move = engine.analyze(here, Limit(time=0.3)).move
        here = play(page, here, move, by)
        page.wait_for_function(
            "n => document.querySelectorAll('.line button').length > n "
            "|| document.querySelector('[data-status=over]')", arg=len(here.history))
        for text in played(page)[len(here.history):]:
            here = here.play(text)
    assert here.result.winner == 0 and "checkmate" in over(page)


def play(page, here, move, by):
    """A move on the board; promotions are the first that is asked for, a queen."""
    after = here.play(move)
    places = [here.game.board.places[i].name for i in here.game.touches(here.state, move)]
    for name in places:
        if by == "mouse":
            spot(page, name).click()
        else:
            walk(page, name)
    if "=" in after.history[-1]:
        button = page.locator(".choice button", has_text=after.history[-1]).first
        button.click() if by == "mouse" else button.press("Enter")
    return after


def walk(page, name):
    """To a square by the arrow keys, and Enter."""
    focused = "document.activeElement?.getAttribute('data-name')"
    for _ in range(40):
        here = page.evaluate(focused)
        if here is not None and re.fullmatch("[a-h][1-8]", here):
            break
        page.keyboard.press("Tab")
    across, up = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
    keys = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
    for key in [*keys, *["ArrowUp" if up > 0 else "ArrowDown"] * abs(up), "Enter"]:
        page.keyboard.press(key)
        page.wait_for_timeout(30)


def test_a_value_leaves_the_seeds_of_its_pit_counted(page, server):
    page.goto(f"{server.address}/play?game=kalah&moves=C")
    page.wait_for_selector("z-table .badge")
    hidden = page.evaluate("""() => {
        const boxes = (what) => [...document.querySelectorAll(`z-table ${what}`)].map(
            (one) => one.getBoundingClientRect());
        return boxes(".badge").flatMap((a) => boxes("text.count").filter((b) => {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return wide > 0 && high > b.height / 2;
        })).length;
    }""")
    assert hidden == 0 and page.locator("z-table text.count").count() == 14
