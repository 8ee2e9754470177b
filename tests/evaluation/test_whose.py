"""Evaluators, drawings and marks belong to classes: a game of somebody's own gets none of ours,
whatever it is called."""

import sys

import pytest

from words_game import Words
from zermelo import Engine, Limit, load
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.games import GAMES, our_name
from zermelo.games.tictactoe import TicTacToe
from zermelo.play import Match
from zermelo.play.boards import marks_of

NAMES = [*GAMES, "linear", "weights"]  # the last two are modules beside the evaluators


def called(name):
    return type("Own", (Words,), {"name": name})()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_ones_own_with_a_name_of_ours(name):
    game = called(name)
    assert (our_name(game), evaluators(game), marks_of(game)) == ("", {}, ("fF", "sS"))
    assert Engine(game, native=False).analyze(limit=Limit(depth=3)).depth == 3
    assert Match(game, "greedy", "minimax:depth=2").play() is not None


@pytest.mark.parametrize("name", [name for name in GAMES if name != "nim"])
def test_ours_have_theirs(name):
    game = load(name)
    assert our_name(game) == name
    assert evaluator_for(game).__class__.__module__.startswith("zermelo.evaluation")
    assert sys.modules[f"zermelo.evaluation.{name}"].STANDARD is evaluator_for(game)


def test_a_game_derived_from_ours_keeps_its_evaluator():
    class Larger(TicTacToe):
        name = "larger"

    assert evaluators(Larger(4, 4, 4)) == evaluators(TicTacToe())
