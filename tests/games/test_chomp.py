"""Chomp: its rules, and what is known of it."""

from itertools import product
from math import comb

import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.solve.database import make, verify


def test_a_bite():
    here = load("chomp:width=4,height=3").position()
    assert here.text == "xooo/oooo/oooo:first" and len(here.moves) == 12
    here = here.play("c2")
    assert here.text == "xooo/oo../oo..:second"
    assert here.play("d1").play("a2").text == "xoo./..../....:second"
    lost = here.play("a1")
    assert lost.result.payoff == 1 and lost.result.reason == "second ate the poison"


@pytest.mark.parametrize("text, words", [
    ("xoo/oo:first", "needs 2 rows of 3"), ("xoo/ooo:x", "end it with"),
    ("ooo/ooo:first", "the poisoned square x is the first"), ("xox/ooo:first", "and no other"),
    ("x.o/ooo:second", "b1 was eaten, and something is left"),
    ("xoo/ooo:second", "second cannot be to move after 0 moves"),
    ("xoo/oo.:first", "first cannot be to move after 1 moves"),
])
def test_bad_positions(text, words):
    with pytest.raises(PositionError, match=words):
        load("chomp:width=3,height=2").parse(text)


def test_bad_sizes():
    with pytest.raises(ParameterError, match="at most 64"):
        load("chomp:width=9,height=8")


def rows_of(game, s):
    return tuple(bin(s.left >> y * game.width & (1 << game.width) - 1).count("1")
                 for y in range(game.height))


@pytest.fixture(scope="module")
def seven_by_four(tmp_path_factory):
    return make(load("chomp"), tmp_path_factory.mktemp("chomp"))


@pytest.mark.long
def test_positions_are_the_shapes_under_a_staircase(seven_by_four):
    game = seven_by_four.game
    shapes = {rows_of(game, s) for tier in seven_by_four.tiers
              for s, _ in seven_by_four.states(tier)}
    assert len(shapes) == comb(7 + 4, 4)
    assert shapes == {r for r in product(range(8), repeat=4) if sorted(r, reverse=True) == [*r]}
    assert verify(seven_by_four) == seven_by_four.positions


def test_lost_shapes_are_the_published_ones(seven_by_four):
    """Two rows: one square more. Three, of which the last has one square: 3 1 1 and 2 2 1; two
    squares: 4 2 2, and n, n - 2, 2 from 5 on (Zeilberger, Three-Rowed Chomp, 2001)."""
    game = seven_by_four.game
    lost = {rows_of(game, s) for tier in seven_by_four.tiers
            for s, code in seven_by_four.states(tier) if code < 0}
    assert {r[:2] for r in lost if r[2] == 0} == {(n, n - 1) for n in range(1, 8)}
    assert {r[:2] for r in lost if r[2:] == (1, 0)} == {(3, 1), (2, 2)}
    assert {r[:2] for r in lost if r[2:] == (2, 0)} == {(4, 2), (5, 3), (6, 4), (7, 5)}


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_square_bar_is_won_by_leaving_a_row_and_a_column(size, tmp_path):
    database = make(load(f"chomp:width={size},height={size}"), tmp_path, symmetry=True)
    assert [m.text for m in database.moves() if m.value.kind == "win"] == ["b2"]


def test_what_the_evaluator_knows_is_so(seven_by_four):
    game = seven_by_four.game
    feature = evaluator_for(game).features["known shapes"]
    known = 0
    for tier in seven_by_four.tiers:
        for s, code in seven_by_four.states(tier):
            said = feature(game, s)
            if said and game.outcome(s) is None:
                known += 1
                assert (said > 0) == ((code > 0) == (s.turn == 0)), game.text(s)
    assert known > 50
