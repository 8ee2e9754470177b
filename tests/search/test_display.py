"""What notebooks show of an analysis."""

import xml.etree.ElementTree as ET

from zermelo import Engine, Limit, load


def test_an_analysis_in_a_notebook():
    game = load("tictactoe")
    engine = Engine(game, native=False)
    found = engine.analyze("xox/.o./..x:o", Limit(depth=9), all_moves=True)
    shown = ET.fromstring(found._repr_html_().replace("<br>", "<br/>"))
    words = "".join(shown.itertext())
    assert f"{found.value} for o" in words
    rows = [[cell.text or "".join(cell.itertext()) for cell in row] for row in shown.iter("tr")]
    assert [row[0] for row in rows] == [move.text for move in found.moves]
    assert [row[1].removesuffix(" (a bound)") for row in rows] == [
        str(move.value) for move in found.moves]
    assert shown.find(".//{http://www.w3.org/2000/svg}svg").get("aria-label") == (
        "tictactoe: xox/.o./..x:o")


def test_a_finished_game_in_a_notebook():
    engine = Engine(load("tictactoe"), native=False)
    shown = engine.analyze("xxx/oo./...:o", Limit(depth=1))._repr_html_()
    assert "loss" in shown and "<table" not in shown and "line:" not in shown
