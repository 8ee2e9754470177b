"""Minimax and alpha-beta: one recursion, with pruning and without."""

import random
from fractions import Fraction

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from small_games import (
    Binary,
    Chain,
    Endless,
    Spy,
    Stuck,
    TakeAway,
    player_trees,
    random_tree,
    trees,
    with_leaves,
    with_players,
    worth,
)
from zermelo import Limit, load
from zermelo.errors import GameError, LimitError, RulesError
from zermelo.evaluation import evaluator_for
from zermelo.games.tree import Tree
from zermelo.textbook import alpha_beta, as_game, minimax
from zermelo.textbook.minimax import value_leaf
from zermelo.values import proven, win


def replayed(game, line):
    s = game.initial()
    for m in line:
        s = game.play(s, m)
    return s


# --- pruning ---

@some(400)
@given(trees, st.sampled_from(["max", "min"]))
def test_pruning_never_changes_the_value_and_never_costs_a_node(tree, first):
    game = Tree(tree, first)
    plain, pruned = minimax(game), alpha_beta(game)
    assert plain.value == pruned.value == worth(tree, 0 if first == "max" else 1)
    assert plain.line == pruned.line
    assert pruned.nodes <= plain.nodes


@some(400)
@given(player_trees)
def test_nor_where_the_players_do_not_alternate(tree):
    plain, pruned = minimax(tree), alpha_beta(tree)
    assert plain.value == pruned.value == worth(tree)
    assert plain.line == pruned.line
    assert pruned.nodes <= plain.nodes


@pytest.mark.long
def test_a_thousand_larger_trees_agree_and_most_of_them_get_smaller():
    rng = random.Random(1)
    smaller = total = saved = 0
    for _ in range(1000):
        game = Tree(random_tree(rng, depth=5, branching=3))
        plain, pruned = minimax(game), alpha_beta(game)
        assert plain.value == pruned.value and plain.line == pruned.line
        smaller += pruned.nodes < plain.nodes
        total += plain.nodes
        saved += plain.nodes - pruned.nodes
    assert smaller > 500
    assert saved > 0.3 * total


@pytest.mark.long
def test_a_thousand_trees_whose_players_do_not_alternate_agree():
    rng = random.Random(6)
    smaller = 0
    for _ in range(1000):
        tree = with_players(rng, random_tree(rng, depth=4, branching=3))
        plain, pruned = minimax(Tree(tree)), alpha_beta(Tree(tree))
        assert plain.value == pruned.value == worth(tree)
        assert plain.line == pruned.line
        smaller += pruned.nodes < plain.nodes
    assert smaller > 300


@pytest.mark.parametrize("change", [
    lambda n: Fraction(n, 7),
    lambda n: (n // 5, n % 5),
    lambda n: chr(ord("m") + n),
    lambda n: proven(n, 3),
    lambda n: n + 0.5,
], ids=["fractions", "tuples", "strings", "values", "floats"])
def test_pruning_only_compares(change):
    rng = random.Random(2)
    for _ in range(100):
        tree = [random_tree(rng, depth=3, spread=12), random_tree(rng, depth=3, spread=12)]
        numbers, others = alpha_beta(tree), alpha_beta(with_leaves(tree, change))
        assert others.value == change(numbers.value)
        assert (others.line, others.nodes) == (numbers.line, numbers.nodes)


def test_the_classical_tree_is_cut_where_every_textbook_cuts_it():
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert (minimax(tree).nodes, alpha_beta(tree).nodes) == (13, 11)


def test_the_best_order_leaves_the_square_root_of_the_leaves():
    # With the best move first everywhere, b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves suffice (Knuth and Moore).
    def best_first(depth, mover, value):
        if depth == 0:
            return value
        worse = -1 if mover == 0 else 1
        return [best_first(depth - 1, 1 - mover, value + i * worse) for i in range(3)]

    spy = Spy(Tree(best_first(4, 0, 0)))
    assert alpha_beta(spy).value == 0
    leaves = sum(len(s) == 4 for s in set(spy.seen))
    assert leaves == 3**2 + 3**2 - 1


def test_the_line_leads_to_the_value():
    rng = random.Random(3)
    for _ in range(200):
        game = Tree(random_tree(rng, depth=4))
        for search in (minimax, alpha_beta):
            found = search(game)
            assert game.outcome(replayed(game, found.line)) == found.value


# --- games ---

def test_tic_tac_toe_is_a_draw():
    game = load("tictactoe")
    assert alpha_beta(game).value == 0
    here = game.position().play("a1").play("b1")  # the edge next to the corner loses
    assert minimax(here).value == alpha_beta(here).value == 1


def test_players_are_asked_and_not_assumed():
    for counters in range(1, 15):
        game = TakeAway(counters)
        assert minimax(game).value == alpha_beta(game).value
    assert minimax(TakeAway(6)).line == (3, 3)  # takes three, moves again, takes the last three


def test_a_state_may_be_given_apart_or_in_a_position():
    game = load("tictactoe")
    here = game.position("xx./oo./...:x")
    assert alpha_beta(here).value == alpha_beta(game, here.state).value == 1
    assert alpha_beta(game, here.state).move == game.parse_move(here.state, "c1")
    assert alpha_beta(game.position(), here.state).value == 1


def test_a_finished_game_has_a_value_and_no_move():
    found = alpha_beta(load("tictactoe").position("xxx/oo./...:o"))
    assert (found.value, found.move, found.nodes, found.complete) == (1, None, 1, True)


def test_values_with_distances_hurry_the_winner():
    game = load("tictactoe")
    here = game.position("xx./oo./...:x")
    found = alpha_beta(here, leaf=value_leaf())
    assert repr(found.value) == "win in 1" and found.move == 2
    slow = game.position("x../.o./..x:o")
    assert minimax(slow, leaf=value_leaf()).value == alpha_beta(slow, leaf=value_leaf()).value


# --- depth ---

@pytest.mark.parametrize("depth", range(7))
@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_a_depth_of_d_looks_at_d_plies_and_not_one_more(search, depth):
    spy, judged = Spy(Binary()), []

    def evaluate(game, s):
        judged.append(s)
        return sum(s)

    found = search(spy, depth=depth, evaluate=evaluate)
    assert max(map(len, spy.seen)) == depth
    assert {len(s) for s in judged} == {depth}
    assert found.depth == depth and not found.complete
    assert found.value == depth // 2 + depth % 2  # MAX adds one a move, MIN none
    if search is minimax:
        assert (len(judged), found.nodes) == (2**depth, 2 ** (depth + 1) - 1)


def test_a_depth_in_the_limit_counts_as_well():
    def evaluate(game, s):
        return len(s)

    for search in (minimax, alpha_beta):
        assert search(Binary(), evaluate=evaluate, limit=Limit(depth=3)).value == 3
        assert search(Binary(), depth=5, evaluate=evaluate, limit=Limit(depth=3)).depth == 3
        assert search(Binary(), depth=2, evaluate=evaluate, limit=Limit(depth=3)).depth == 2


def test_finished_games_are_judged_wherever_they_end():
    standard = evaluator_for(load("tictactoe"))
    here = load("tictactoe").position("xx./oo./...:x")
    assert alpha_beta(here, depth=1, evaluate=standard).value == 1000


def test_complete_means_that_the_depth_hid_nothing():
    tree = [[1, 2], [3, [4, 5]]]
    def evaluate(game, s):
        return 0 if game.outcome(s) is None else game.outcome(s)

    assert not minimax(tree, depth=2, evaluate=evaluate).complete
    assert minimax(tree, depth=3, evaluate=evaluate).complete
    assert minimax(tree).complete
    # What is cut off hides nothing: on the right, 0 settles it before the deep branch.
    assert alpha_beta([[1, 2], [0, [4, 5]]], depth=2, evaluate=evaluate).complete


# --- deep games ---

@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_games_of_five_thousand_plies(search):
    found = search(Chain(5000))
    assert (found.value, found.nodes, len(found.line)) == (1, 5001, 5000)


# --- limits ---

@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_the_node_limit_is_kept(search):
    spy = Spy(Binary())
    with pytest.raises(LimitError, match=r"\(\) was not finished after 1000 nodes: raise the lim"):
        search(spy, limit=Limit(nodes=1000))
    assert len(spy.seen) == 1000
    assert search([[1, 2], [3, 4]], limit=Limit(nodes=7)).value == 3


def test_the_clock_is_kept(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def evaluate(game, s):
        now[0] += 1
        return 0

    with pytest.raises(LimitError, match="was not finished after"):
        minimax(Binary(), depth=10, evaluate=evaluate, limit=Limit(time=30))
    assert now[0] == 30
    now[0] = 0
    assert minimax(Binary(), depth=4, evaluate=evaluate, limit=Limit(time=30)).value == 0


def test_a_game_without_an_end_runs_into_its_limit():
    with pytest.raises(LimitError):
        alpha_beta(Endless(), limit=Limit(nodes=3000))
    with pytest.raises(LimitError):
        alpha_beta(Binary(), limit=Limit(time=0.05))


# --- mistakes ---

@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_a_depth_without_an_evaluator_is_refused_where_it_matters(search):
    tree = [[1, 2], [3, [4, 5]]]
    with pytest.raises(LimitError, match=r"^the depth limit was reached at root/2/2, which is not "
                                         r"finished: give evaluate= to value such positions$"):
        search(tree, depth=2)
    with pytest.raises(LimitError, match="give evaluate="):
        search(tree, depth=2, leaf=value_leaf())
    with pytest.raises(LimitError, match="give evaluate="):
        search(tree, limit=Limit(depth=2))
    assert search(tree, depth=3).value == 3


@pytest.mark.parametrize("search", [minimax, alpha_beta])
@pytest.mark.parametrize("depth", [-1, 1.5, "2"])
def test_a_depth_that_makes_no_sense_is_refused(search, depth):
    with pytest.raises(LimitError, match=f"a depth of {depth} makes no sense"):
        search([1, 2], depth=depth)


@pytest.mark.parametrize("thing", [None, 5, "tictactoe", (1, 2), Chain, object, {1, 2}])
def test_what_cannot_be_searched_is_refused(thing):
    with pytest.raises(GameError, match=r"cannot be searched: give a Game, a Position"):
        minimax(thing)


def test_a_class_is_not_taken_for_one_of_its_objects():
    class Foreign:
        def get_legal_moves(self):
            return []

        def forecast_move(self, move):
            raise AssertionError("there are none")

    with pytest.raises(GameError, match="cannot be searched"):
        minimax(Foreign)
    assert minimax(Foreign()).value == -1


@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_rules_with_a_hole_are_refused(search):
    with pytest.raises(RulesError, match=r"Stuck:length=3 .*there is no move, .* goes on in 3"):
        search(Stuck(3))


def test_everything_searchable_becomes_a_game():
    game = load("tictactoe")
    assert as_game(game) == (game, game.initial())
    assert as_game(game.position("xx./oo./...:x"))[1] == game.parse("xx./oo./...:x")
    assert as_game([1, 2]) == (Tree([1, 2]), ())
    assert as_game({"children": [1, 2]})[1] == ()
    assert as_game(Tree([[1, 2]]), (0,))[1] == (0,)


def test_the_search_leaves_the_recursion_limit_as_it_was():
    import sys

    before = sys.getrecursionlimit()
    alpha_beta(Chain(3000))
    with pytest.raises(RulesError):
        alpha_beta(Stuck(3000))
    assert sys.getrecursionlimit() == before


def test_proven_values_stay_above_estimates():
    tree = [[5, 6], [9, [7, 8]]]
    found = alpha_beta(tree, depth=2, leaf=value_leaf(lambda game, s: 100))
    #  min(win by 5, win by 6) against min(win by 9, an estimate of 100)
    assert found.value == win(2, 5) and not found.complete
