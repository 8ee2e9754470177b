"""Playing and analysing in a real browser, by mouse and by keyboard alone."""

import io
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from page_parts import DONE, address_of, badge, over, played, spot

from zermelo import Engine, load
from zermelo.cli import main
from zermelo.play.record import Record


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
    ways = [(), ("ArrowDown",), ("ArrowRight",), ("ArrowRight",)]  # a1 (x), a2 (o), b2 (x), c2 (o)
    for ply, way in enumerate(ways, 1):
        for key in (*way, "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector(f'[data-ply="{ply}"].now')
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
    assert played(page) == ["b1-b2", "a3xb2"]


def test_every_shipped_game_can_be_clicked(page, server):
    _, body = server.get("/api/games")
    for game in body["games"]:
        page.goto(f"{server.address}/play?game={game['name']}")
        page.wait_for_selector("z-table .spot.can, z-table .others button")
        playable = page.locator("z-table .spot.can")
        if playable.count():
            playable.first.click()
            page.wait_for_selector('[data-ply="1"].now, z-table .spot.picked')
            if not page.locator('[data-ply="1"].now').count():
                page.locator("z-table .spot.can:not(.picked)").first.click()
        else:
            page.locator("z-table .others button").first.click()
        page.wait_for_selector('[data-ply="1"].now')


def test_the_values_of_all_columns_are_the_solvers(page, server):
    text = "2745522241316617747413"
    truth = Engine(load("connect4")).solve(text, all_moves=True)
    page.goto(f"{server.address}/play?game=connect4&position={text}")
    page.wait_for_selector(DONE)
    found = {}
    for row in page.locator(".ranked li").all():
        distance = row.get_attribute("data-distance")
        found[row.get_attribute("data-move")] = (row.get_attribute("data-kind"),
                                                 int(distance) if distance else None)
    assert len(found) == 7
    assert found == {m.text: (m.value.kind, m.value.distance) for m in truth.moves}
    labels = [label.strip() for label in page.locator("z-table .badge").all_text_contents()]
    assert sorted(labels) == sorted(badge(m.value) for m in truth.moves)


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
    page.wait_for_function("() => document.querySelectorAll('.graph .point').length === 6")
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
    page.wait_for_selector('[data-ply="2"] .mark.blunder')
    assert page.locator('[data-ply="4"] .mark').inner_text() == "✓"


def test_reload_by_url_and_ply(page, server):
    page.goto(f"{server.address}/play?game=connect4")
    for ply, column in enumerate("443", 1):
        spot(page, column).click()
        page.wait_for_selector(f'[data-ply="{ply}"].now')
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-ply="2"].now')
    address = address_of(page)
    assert "moves=4+4+3" in address and "ply=2" in address
    page.reload()
    page.wait_for_selector('[data-ply="2"].now')
    assert page.locator(".line button").count() == 3
    assert address_of(page) == address


def test_hints_come_in_stages(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&position=xo./.x./o..:x&level=3")
    page.wait_for_selector('[data-status="on"]')
    assert page.locator("z-table .badge").count() == 0
    page.get_by_role("button", name="Hint").click()
    page.locator('[data-hint="1"]', has_text="You can win").wait_for()
    page.get_by_role("button", name="More").click()
    assert page.locator('[data-hint="2"]').inner_text() == "Look among c2, b3 and c3."
    page.get_by_role("button", name="The move").click()
    assert page.locator('[data-hint="3"]').inner_text() == "Play c3: it wins in 1."


QUICKLY = """names => names.forEach(name => document.querySelector(`z-table [data-name=${name}]`)
    .dispatchEvent(new MouseEvent("click", {bubbles: true})))"""


def test_clicks_that_come_faster_than_the_board_all_count(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    page.wait_for_selector("z-table .spot.can")
    page.evaluate(QUICKLY, ["a1", "b2", "b2", "c3"])  # the second b2 is taken by then
    page.wait_for_selector('[data-ply="3"].now')
    assert played(page) == ["a1", "b2", "c3"]


def test_a_second_click_does_not_move_for_the_opponent(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&level=8")
    page.wait_for_selector("z-table .spot.can")
    page.evaluate(QUICKLY, ["a1", "c2"])  # against a1, only b2 does not lose
    page.wait_for_selector('[data-ply="2"].now')
    assert played(page) == ["a1", "b2"]


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
    record = Record.parse(saved)  # as the command line reads it
    assert [entry.move for entry in record.entries] == ["b2", "a1"]
    page.goto(f"{server.address}/play?game=connect4")
    page.get_by_text("Share, import, export").click()
    page.locator("z-share textarea").fill(saved)
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector('[data-ply="2"].now')
    assert page.locator("h1").inner_text() == "Tic-tac-toe"
    page.goto(f"{server.address}/play?game=chess")  # a position may have spaces in it
    page.get_by_text("Share, import, export").click()
    page.locator("z-share textarea").fill("7k/8/6K1/6Q1/8/8/8/8 w - - 0 1")
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector("text=A position read.")
    page.wait_for_function("() => document.querySelectorAll('z-table .spot.can').length === 2")


@pytest.mark.parametrize("opponent, name", [("11", "perfect"), ("3", "level:3"), ("", "human")])
def test_the_command_line_goes_on_with_a_game_of_the_pages(page, server, tmp_path, opponent, name,
                                                           monkeypatch, capsys):
    page.goto(f"{server.address}/play?game=tictactoe&moves=b2+a1&level={opponent}&side=0")
    page.get_by_text("Share, import, export").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save file").click()
    saved = Path(waiting.value.path()).read_text()
    assert f"\nfirst: human\nsecond: {name}\n" in saved
    (tmp_path / "game.txt").write_text(saved)
    monkeypatch.setattr("sys.stdin", io.StringIO("c1\nsave back.txt\nquit\n"))
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--load", "game.txt"]) == 0
    back = (tmp_path / "back.txt").read_text()
    entries = Record.parse(back).entries
    assert [e.move for e in entries][:3] == ["b2", "a1", "c1"]
    page.goto(f"{server.address}/play?game=connect4")
    page.get_by_text("Share, import, export").click()
    page.locator("z-share textarea").fill(back)
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector(f'[data-ply="{len(entries)}"].now')
    assert played(page)[:3] == ["b2", "a1", "c1"]
    assert page.get_by_label("Opponent").input_value() == (opponent or "0")


def test_a_finished_game_of_the_pages_is_read(page, server):
    page.goto(f"{server.address}/play?game=tictactoe&moves=a1+a2+b1+b2+c1")
    page.get_by_text("Share, import, export").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save file").click()
    record = Record.parse(Path(waiting.value.path()).read_text())
    assert (record.ending.payoff, record.ending.reason) == (1, "3 in a row")


def test_a_typed_move_and_one_that_is_not_legal(page, server):
    page.goto(f"{server.address}/play?game=tictactoe")
    page.wait_for_selector("z-table .spot.can")
    page.get_by_label("Move", exact=True).fill("z9")
    page.keyboard.press("Enter")
    assert "“z9” is not legal here" in page.locator("z-controls .complaint").inner_text()
    page.get_by_label("Move", exact=True).fill("B2")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-ply="1"].now')


def test_a_game_by_another_of_its_names(page, server):
    page.goto(f"{server.address}/play?game=dots-and-boxes")
    page.get_by_role("heading", name="Dots and Boxes").wait_for()
    assert page.get_by_label("Another game").input_value() == "dots"
    assert "game=dots" in address_of(page) and "boxes" not in address_of(page)


def test_a_card_game_is_dealt_and_dealt_anew(page, server):
    dealt = {load("rps").text(state) for _, state in load("rps").deals()}
    starts = set()
    for _ in range(3):
        page.goto(f"{server.address}/play?game=rps")
        page.wait_for_selector("z-table .spot.can")
        page.wait_for_function("() => location.search.includes('position=')")
        starts.add(parse_qs(urlsplit(address_of(page)).query)["position"][0])
    assert starts <= dealt and len(starts) > 1  # one in 10,000 draws three alike
    page.goto(f"{server.address}/play?game=rps&position=.../.../...:RRPSS:rrpps:first:1")
    page.wait_for_selector("z-table .spot.can")
    assert "RRPSS" in address_of(page)  # a deal that was chosen stays
