"""docs/scenes.md as it stands: its game runs, and its pictures are made from it."""

import importlib.util
import re
from pathlib import Path

import pytest

from written_pages import BLOCK, run_page
from zermelo.checker.probe import Probe
from zermelo.drawing import board_svg
from zermelo.drawing.boards import __dict__ as helpers
from zermelo.drawing.figures import FIGURES
from zermelo.kernel.looks import Eyes

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/scenes.md").read_text(encoding="utf-8")


@pytest.fixture
def ataxx(empty_folder):
    code = next(block["code"] for block in BLOCK.finditer(GUIDE)
                if block["code"].startswith("# ataxx.py"))
    assert code.count("\n") <= 60
    (empty_folder / "ataxx.py").write_text(code, encoding="utf-8")
    return module(empty_folder / "ataxx.py").Ataxx


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.slow
def test_the_guide(empty_folder):
    names = run_page(ROOT / "docs/scenes.md")
    assert names["picture"] == (ROOT / "docs/ataxx.svg").read_text(encoding="utf-8")


def test_its_pictures_and_those_of_the_example(ataxx):
    game = module(ROOT / "examples/ultimate.py").Ultimate()
    here = game.position().play_all(game.sample)
    assert board_svg(game, here.state) == (ROOT / "docs/ultimate.svg").read_text(encoding="utf-8")
    for look in (here, ataxx().position().play_all(ataxx.sample)):
        pieces, ways = Eyes(look.game).look(look.state)
        assert pieces == look.scene().pieces
        assert [ways[m] for m in look.moves] == [m.places for m in look.scene().moves]


def test_a_board_that_was_looked_at_has_not_changed(ataxx):
    game = ataxx()
    probe = Probe(game)
    assert game.board.bounds and game.board.number and game.board.kinds[0].parts
    assert probe.changed_attribute() is None


def test_the_guide_names_all_there_is():
    for name in ("grid", "checkered", "hexagons", "points", "edges", "heaps", "hands", "counters",
                 "stacked"):
        assert name in helpers and f"`{name}(" in GUIDE
    chess = {"king", "queen", "rook", "bishop", "knight", "pawn"}
    assert set(FIGURES) - chess <= set(re.findall(r"`(\w+)`", GUIDE))
