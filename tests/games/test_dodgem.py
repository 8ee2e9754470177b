"""Dodgem: its rules, and what is known of small boards."""

import random

import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.solve.database import make, verify


def test_the_first_moves():
    here = load("dodgem").position()
    assert here.text == "r../r../.uu:right"
    assert here.move_texts == ["a1>", "a2>", "a2v"]
    assert here.play("a2v").move_texts == ["b3^", "c3^"]


def test_cars_leave_over_their_own_edge_and_who_cannot_move_wins():
    game = load("dodgem")
    here = game.position("..r/.../.u.:right").play("c1>")
    assert here.result.payoff == 1 and here.result.reason == "all cars have left"
    # The only car of the first player, at the top, sees cars to its right and below.
    blocked = game.position("ru./u../...:right")
    assert blocked.result.payoff == 1 and "cannot move" in blocked.result.reason


def test_texts_read_back_on_random_positions():
    game, lots = load("dodgem:size=4"), random.Random(3)
    for _ in range(20):
        for here in game.position().random_line(lots, 60):
            if here.state.right or here.state.up:
                assert game.parse(here.text) == here.state


@pytest.mark.parametrize("text, words", [
    ("r../r../ruu:right", "no player has more than 2"), ("r../r..:right", "needs 3 rows"),
    (".../.../...:up", "still has a car"), ("r../r../.uu:x", "end it with"),
])
def test_bad_positions(text, words):
    with pytest.raises(PositionError, match=words):
        load("dodgem").parse(text)


def test_bad_sizes():
    with pytest.raises(ParameterError, match="give 2 to 7"):
        load("dodgem:size=8")


def test_the_first_player_wins_on_three_by_three(tmp_path):
    database = make(load("dodgem"), tmp_path)
    assert database.value().kind == "win"
    assert verify(database) == database.positions


@pytest.mark.slow
def test_four_by_four_is_a_draw(tmp_path):
    database = make(load("dodgem:size=4"), tmp_path)
    assert database.value().kind == "draw"
    assert verify(database) == database.positions
