"""Minimax by the book, in the searching player's view."""

import random

import pytest

from small_games import Chain, TakeAway, random_tree, worth
from zermelo import load
from zermelo.games.tree import Tree
from zermelo.textbook import decision, max_value, min_value, minimax
from zermelo.textbook.book import value


def test_mini_isolation_by_the_book():
    game = load("mini-isolation")
    start = game.initial()
    won = {game.move_text(start, m) for m in game.moves(start)
           if min_value(game, game.play(start, m), me=0) == 1}
    assert won == {"a1", "c1", "a2"}
    assert game.move_text(start, decision(game)) in won


def test_values_are_in_the_view_of_the_one_who_searches():
    game = load("tictactoe")
    lost = game.parse("xx./oo./x..:o")  # o wins with c2
    assert value(game, lost, me=1) == max_value(game, lost, me=1) == 1
    assert value(game, lost, me=0) == min_value(game, lost, me=0) == -1
    assert game.move_text(lost, decision(game, lost)) == "c2"
    end = game.parse("xxx/oo./...:o")
    assert (max_value(game, end, me=1), min_value(game, end, me=0)) == (-1, 1)


def test_by_the_book_is_the_same_as_minimax():
    rng = random.Random(5)
    for _ in range(300):
        tree = random_tree(rng, depth=4)
        for first in ("max", "min"):
            game = Tree(tree, first)
            mover = 0 if first == "max" else 1
            found = minimax(game)
            assert value(game, (), me=0) == found.value == worth(tree, mover)
            assert value(game, (), me=1) == -found.value
            assert decision(game) == found.move


def test_players_may_move_twice():
    tree = {"player": "max", "children": [{"player": "max", "children": [1, 10]}, [2, 3]]}
    assert decision(tree) == 0
    assert decision(TakeAway(6)) == 3


def test_a_finished_game_leaves_nothing_to_decide():
    assert decision(load("tictactoe").position("xxx/oo./...:o")) is None


@pytest.mark.parametrize("payoff", [1, -1])
def test_games_of_five_thousand_plies(payoff):
    assert decision(Chain(5000, payoff)) == 0
