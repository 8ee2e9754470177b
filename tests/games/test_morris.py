"""Men's Morris: its rules, and what is known of the small board."""

import random

import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.solve.database import make, verify


def test_a_mill_takes_a_man_that_is_in_none():
    game = load("morris")
    here = game.position("xx....ooo.o.............:10:white")
    taking = [text for text in here.move_texts if "x" in text]
    assert taking == ["2xa"]
    after = here.play("2xa")
    assert after.text == "xxx...ooo...............:9:black"
    every = game.position("xx....ooo...............:10:white")
    assert [t for t in every.move_texts if "x" in t] == ["2x6", "2x7", "2x8"]


def test_men_go_along_lines_and_fly_with_three():
    game = load("morris")
    assert game.position("x.xo.x..o..o.x..........:0:white").play("0-1").text[:3] == ".xx"
    four = game.position("x.xo.x..o..o.x..........:0:white").move_texts
    assert "0-1" in four and "0-4" not in four
    three = game.position("x.xo.x..o..o............:0:white").move_texts
    assert "0-4" in three and len([t for t in three if t.startswith("0-")]) == 18
    six = load("morris:men=6").position("x.xo.x..oo......:0:white").move_texts
    assert "0-1" in six and "0-4" not in six and "0-b" not in six


def test_too_few_men_or_none_that_moves_loses():
    game = load("morris")
    assert game.position("xx.ooo..................:0:white").result.payoff == -1
    shut = game.position("xoo......oxx............:0:white")
    assert shut.result is None  # three may fly
    assert load("morris:men=6").position("xo.......x.ooo.x:0:white").result is None


def test_three_in_a_row_wins_the_small_game():
    here = load("morris:men=3").position().play_all("4 0 8 2 1 7")
    assert here.result is None and here.play("4-3").result is None
    won = load("morris:men=3").position("xx.oo.x.o:0:white")
    assert won.play("6-7").result is None
    assert load("morris:men=3").position("xxx.o.o.o:0:black").result.payoff == 1


@pytest.mark.parametrize("men", [3, 6, 9])
def test_texts_read_back_on_random_positions(men):
    game, lots = load(f"morris:men={men}"), random.Random(men)
    for _ in range(10):
        for here in game.position().random_line(lots, 60):
            assert game.parse(here.text) == here.state
            assert len(set(here.move_texts)) == len(here.moves)
    assert str(game.position()).count("·") == game.points


@pytest.mark.parametrize("text, words", [
    ("x:6:white", "write 9 points"), (".........:7:white", "0 to 6"),
    (".........:6:black", "cannot be to move"), (".........:6:x", "end it with"),
    ("xxxx.....:0:white", "more men than were put down"),
])
def test_bad_positions(text, words):
    with pytest.raises(PositionError, match=words):
        load("morris:men=3").parse(text)


def test_bad_men():
    with pytest.raises(ParameterError, match="give 3, 6 or 9"):
        load("morris:men=5")


@pytest.mark.long
def test_the_first_player_wins_three_mens_morris(tmp_path):
    database = make(load("three-mens-morris"), tmp_path)
    assert database.value().kind == "win"
    assert verify(database) == database.positions
