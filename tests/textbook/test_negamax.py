"""Negamax is minimax in the view of whoever is to move."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from small_games import (
    Binary,
    Chain,
    Spy,
    Stuck,
    TakeAway,
    player_trees,
    random_tree,
    trees,
    with_leaves,
)
from zermelo import load
from zermelo.errors import LimitError, RulesError
from zermelo.evaluation import evaluator_for
from zermelo.games.tree import Tree
from zermelo.textbook import alpha_beta, minimax, negamax
from zermelo.values import proven


@settings(max_examples=150, deadline=None)
@given(trees, st.sampled_from(["max", "min"]))
def test_negamax_is_minimax(tree, first):
    game = Tree(tree, first)
    plain, pruned = minimax(game), alpha_beta(game)
    all_of_it, cut = negamax(game, prune=False), negamax(game)
    assert (all_of_it.value, all_of_it.line, all_of_it.nodes) == (
        plain.value, plain.line, plain.nodes)
    assert (cut.value, cut.line, cut.nodes) == (pruned.value, pruned.line, pruned.nodes)


@settings(max_examples=150, deadline=None)
@given(player_trees)
def test_also_where_the_players_do_not_alternate(tree):
    plain, pruned = minimax(tree), alpha_beta(tree)
    for found, same in ((negamax(tree, prune=False), plain), (negamax(tree), pruned)):
        assert (found.value, found.line, found.nodes) == (same.value, same.line, same.nodes)


def test_on_games():
    for counters in range(1, 15):
        assert negamax(TakeAway(counters)).value == minimax(TakeAway(counters)).value
    here = load("tictactoe").position("x../.o./...:x")
    assert negamax(here).value == minimax(here).value == 0
    for mover in ("x", "o"):
        other = load("tictactoe").position({"x": "xx./oo./...:x", "o": "xx./oo./x..:o"}[mover])
        assert negamax(other).value == minimax(other).value == {"x": 1, "o": -1}[mover]


def test_values_that_can_be_negated_will_do():
    rng = random.Random(4)
    for _ in range(200):
        tree = with_leaves([random_tree(rng, depth=4)], lambda n: proven(n, abs(n)))
        assert negamax(tree).value == minimax(tree).value


@pytest.mark.parametrize("prune", [True, False])
def test_a_depth_of_d_looks_at_d_plies(prune):
    spy = Spy(Binary())
    found = negamax(spy, depth=3, evaluate=lambda game, s: sum(s), prune=prune)
    assert (found.value, found.depth, found.complete) == (2, 3, False)
    assert max(map(len, spy.seen)) == 3


def test_with_an_evaluator():
    game = load("tictactoe")
    standard = evaluator_for(game)
    for moves in ("", "b2", "a1 b2", "a1 b2 c3"):
        here = game.position().play_all(moves.split())
        assert (negamax(here, depth=3, evaluate=standard).value
                == minimax(here, depth=3, evaluate=standard).value)


def test_games_of_five_thousand_plies():
    assert negamax(Chain(5000)).value == 1
    assert negamax(Chain(5001, payoff=-1)).value == -1


def test_mistakes():
    with pytest.raises(LimitError, match="give evaluate="):
        negamax([[1, 2], 3], depth=1)
    with pytest.raises(LimitError, match="a depth of -1 makes no sense"):
        negamax([1, 2], depth=-1)
    with pytest.raises(RulesError, match="there is no move"):
        negamax(Stuck(2))
