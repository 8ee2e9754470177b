"""Exact values of every move, against the textbook's plain minimax."""

from functools import cache

import pytest
from boards import late_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.analysis.exact import Exact, class_of
from zermelo.errors import LimitError
from zermelo.textbook import solve

SCORED = ["rps:score=margin", "rps", "kalah:pits=3,seeds=3", "othello:size=4",
          "dots:width=2,height=2"]


@cache
def exact_of(spec, native):
    return Exact(load(spec), native=native, table_mb=4)


def textbook_payoffs(here):
    """What each legal move leads to, in the mover's view, by plain minimax."""
    sign = 1 if here.to_move == 0 else -1
    known = {}
    return {m: sign * solve(here.play(m), nodes=40_000, known=known).score for m in here.moves}


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("spec", SCORED)
@pytest.mark.few(3, telling=["rps:score=margin-True", "kalah:pits=3,seeds=3-False"])
def test_every_move_has_its_exact_payoff(spec, native):
    exact = exact_of(spec, native)

    @some(40 if native else 15)
    @given(st.integers(0, 10**6), st.integers(1, 5))
    def agree(seed, before_end):
        here = late_position(spec, seed, before_end)
        try:
            want = textbook_payoffs(here)
        except LimitError:
            return
        truth = exact.truth(here)
        assert {m.move: m.payoff for m in truth.moves} == want
        assert {m.move for m in truth.best} == {m for m in want if want[m] == max(want.values())}
        assert truth.payoff == max(want.values()) == truth.moves[0].payoff
        assert truth.at_stake == max(want.values()) - min(want.values())
        assert all(truth.loss_of(m) == max(want.values()) - want[m] for m in want)
        assert [m.text for m in truth.moves] != [] and truth.position == here

    agree()


def test_what_is_over_or_too_much_has_no_truth():
    game = load("tictactoe")
    assert exact_of("tictactoe", False).truth("xxx/oo./...:o") is None
    assert Exact(game, nodes=10, native=False).truth(None) is None


def test_the_whole_of_tictactoe_is_drawn_whatever_is_played_first():
    truth = exact_of("tictactoe", False).truth(None)
    assert {m.payoff for m in truth.moves} == {0} and len(truth.best) == 9 and not truth.at_stake


def test_classes():
    assert [class_of(p) for p in (-7, 0, 3)] == ["loss", "draw", "win"]
