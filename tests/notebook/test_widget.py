"""The board in a notebook: what is clicked is played, and what is played is shown."""

import re
import sys
from functools import partial
from pathlib import Path

import pytest

from zermelo import load
from zermelo.errors import MissingExtraError, ParameterError
from zermelo.notebook import board
from zermelo.play.advice import Advisor

BUNDLE = Path(__file__).parents[2] / "src/zermelo/notebook/static/board.js"
NAMES = ("scene", "board", "moves", "values", "status", "still", "plies", "wish")


@pytest.fixture
def anywidget():
    return pytest.importorskip("anywidget", reason="needs pip install anywidget")


def test_without_anywidget_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "zermelo.notebook.widget", raising=False)
    with pytest.raises(MissingExtraError, match=re.escape("pip install 'zermelo[notebook]'")):
        board("tictactoe")


def test_wishes_are_moves(anywidget):
    widget = board("tictactoe")
    widget.wish = {"number": 1, "move": "b2"}
    assert widget.position.text == ".../.x./...:o" and widget.plies == 1
    assert widget.scene["last"]["move"] == "b2" and widget.status == "o to move"
    widget.wish = {"number": 2, "move": "b2"}  # of a board that was there before
    assert "illegal move 'b2'" in widget.status and widget.plies == 1
    widget.wish = {"number": 3, "undo": True}
    assert widget.plies == 0 and len(widget.moves) == 9


@pytest.mark.long
def test_an_opponent_answers_and_is_taken_back_with_ones_own_move(anywidget):
    widget = board(load("tictactoe").position("xo./.x./o..:x"), "perfect", side=1)
    assert widget.position.result is not None and widget.status.startswith("x wins")
    assert widget.still and widget.moves == []
    widget = board("nim:heaps=1+2", "perfect")
    widget.play("a1")
    assert widget.plies == 2
    widget.undo()
    assert widget.plies == 0
    with pytest.raises(ParameterError, match="side=2"):
        board("nim", "perfect", side=2)


def test_values_are_those_of_the_engine(anywidget, monkeypatch):
    monkeypatch.setattr("zermelo.notebook.widget.Advisor", partial(Advisor, seconds=60.0))
    widget = board(load("tictactoe").position("xo./.x./..o:x"), values=True)
    kinds = {told["move"]: told["value"]["kind"] for told in widget.values}
    assert {move for move, kind in kinds.items() if kind == "win"} == {"a2", "a3"}


@pytest.mark.long
def test_a_click_in_a_browser_comes_back_as_a_scene(anywidget, browser):
    """The bundle and the widget with nothing between them but the names that they share."""
    widget = board("connect4", "random:seed=1")
    page = browser.new_page(viewport={"width": 500, "height": 800})
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.route("http://notebook/**", lambda route: route.fulfill(
        content_type="text/javascript", body=BUNDLE.read_text(encoding="utf-8"))
        if route.request.url.endswith(".js") else route.fulfill(
            content_type="text/html", body="<!doctype html><div id=a></div><div id=b></div>"))
    state = lambda: {name: getattr(widget, name) for name in NAMES}  # noqa: E731

    def saved(wish):
        widget.wish = wish
        return state()

    page.expose_function("saved", saved)
    page.goto("http://notebook/")
    page.evaluate("""async (told) => {
      const heard = {};
      const model = {
        get: (name) => told[name],
        set: (name, value) => { told[name] = value; },
        on: (event, f) => (heard[event] ??= []).push(f),
        off: () => undefined,
        save_changes: async () => {
          told = await window.saved(told.wish);
          for (const f of heard["change:scene"]) f();
        },
      };
      for (const id of ["a", "b"]) {  // two outputs of one cell, each with a module of its own
        const { default: board } = await import(`./${id}.js`);
        await board.render({ model, el: document.getElementById(id) });
      }
    }""", state())
    first = page.locator("#a z-board")
    first.locator("[data-name='4']").click()
    page.wait_for_function("() => document.querySelector('#b > div').shadowRoot"
                           ".querySelectorAll('.piece').length === 2")
    assert widget.plies == 2 and widget.position.history[0] == "4"
    page.locator("#b").get_by_role("button", name="Take back").click()
    page.locator("#a").get_by_role("button", name="Take back", disabled=True).wait_for()
    assert widget.plies == 0 and wrong == []
    page.close()
