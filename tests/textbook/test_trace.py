"""The recorded search: every visit, in order, with its window, its value and what it cut."""

import random

import pytest
from boards import some
from hypothesis import given

from small_games import leaves_of, player_trees, random_tree, trees, with_players, worth
from zermelo import Limit, load
from zermelo.errors import LimitError
from zermelo.games.tree import Tree
from zermelo.textbook import alpha_beta, minimax


def below(game, s):
    """Part of a tree of lists or objects, as it was written."""
    return game._nodes[s]


def check(tree):
    game = Tree(tree)
    plain, pruned = minimax(game, trace=True), alpha_beta(game, trace=True)
    check_visits(game, plain)
    check_visits(game, pruned)
    check_leaves(game, tree, plain)
    check_leaves(game, tree, pruned)
    check_line(plain)
    check_line(pruned)
    check_windows(game, pruned)
    for node in plain.tree.walk():
        assert not node.pruned and node.cut is None and node.why != "cut"
        assert tuple(node.window) == (None, None)
        assert node.value == worth(below(game, node.state), game.to_move(node.state))


def check_visits(game, found):
    """Every node visited once, counted from 0 as the search went."""
    nodes = list(found.tree.walk())
    assert [node.visit for node in nodes] == list(range(found.nodes))
    assert len({node.state for node in nodes}) == len(nodes)
    assert (found.tree.state, found.tree.move) == ((), None)
    for node in nodes:
        assert node.player == game.to_move(node.state)
        for child in node.children:
            assert child.state == game.play(node.state, child.move)
        moves = [child.move for child in node.children] + node.pruned
        assert moves == game.legal_moves(node.state)
        ended = game.outcome(node.state) is not None
        assert (node.why == "end") == ended
        assert (node.why == "cut") == (node.cut is not None)
        assert bool(node.pruned) <= (node.why == "cut")
        assert (node.best is None) == ended


def check_leaves(game, tree, found):
    """What was visited and what was pruned is all there is."""
    visited = sum(node.why == "end" for node in found.tree.walk())
    pruned = sum(leaves_of(below(game, game.play(node.state, m)))
                 for node in found.tree.walk() for m in node.pruned)
    assert visited + pruned == leaves_of(tree)


def check_line(found):
    """The best children carry the root's value down to a leaf."""
    node, line = found.tree, []
    assert node.value == found.value
    while node.best is not None:
        node = node.children[node.best]
        line.append(node.move)
        assert node.value == found.value
    assert tuple(line) == found.line and node.why == "end"


def check_windows(game, found):
    """A value inside its window is the truth; outside, it is a bound on it on the same side."""
    for node in found.tree.walk():
        alpha, beta = node.window
        truth = worth(below(game, node.state), game.to_move(node.state))
        if alpha is not None and node.value <= alpha:
            assert truth <= node.value
        elif beta is not None and node.value >= beta:
            assert truth >= node.value
        else:
            assert truth == node.value
        if node.why == "cut":
            assert node.cut.alpha >= node.cut.beta
            assert node.value == (node.cut.beta if node.player else node.cut.alpha)
            # The bound that closed the window came from above; the value from here.
            assert (node.cut.alpha == alpha) if node.player else (node.cut.beta == beta)
        if node.children:
            values = [child.value for child in node.children]
            assert node.value == (min(values) if node.player else max(values))
            assert node.best == values.index(node.value)


@some(400)
@given(trees)
def test_any_tree(tree):
    check(tree)


@some(300)
@given(player_trees)
def test_any_tree_whose_players_do_not_alternate(tree):
    check(tree)


def test_larger_trees():
    rng = random.Random(9)
    for _ in range(150):
        tree = [random_tree(rng, depth=4)]
        check(tree)
        check(with_players(rng, tree))


def test_the_second_worked_tree_node_by_node():
    tree = alpha_beta([[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]], trace=True).tree
    told = [(node.visit, "/".join(map(str, node.state)), tuple(node.window), node.value, node.why,
             node.pruned) for node in tree.walk()]
    none = None
    assert told == [
        (0, "", (none, none), 3, "searched", []),
        (1, "0", (none, none), 3, "searched", []),
        (2, "0/0", (none, none), 3, "searched", []),
        (3, "0/0/0", (none, none), -2, "end", []),
        (4, "0/0/1", (-2, none), 3, "end", []),
        (5, "0/1", (none, 3), 8, "cut", [1]),  # 8 is too good: MIN has 3
        (6, "0/1/0", (none, 3), 8, "end", []),
        (7, "1", (3, none), -3, "cut", [1]),  # -3 is too bad: MAX has 3
        (8, "1/0", (3, none), -3, "searched", []),
        (9, "1/0/0", (3, none), -8, "end", []),
        (10, "1/0/1", (3, none), -3, "end", []),
    ]
    assert tuple(tree.children[0].children[1].cut) == (8, 3)
    assert tuple(tree.children[1].cut) == (3, -3)


def test_nothing_is_recorded_unless_asked():
    assert minimax([1, 2]).tree is None
    assert alpha_beta([1, 2]).tree is None


def test_recording_changes_nothing():
    rng = random.Random(10)
    for _ in range(50):
        tree = [random_tree(rng, depth=4)]
        plain, traced = alpha_beta(tree), alpha_beta(tree, trace=True)
        assert (plain.value, plain.line, plain.nodes) == (traced.value, traced.line, traced.nodes)


def test_where_the_depth_ends_it_says_so():
    found = alpha_beta(load("tictactoe"), depth=2, evaluate=lambda game, s: 0, trace=True)
    assert {node.why for node in found.tree.walk() if not node.children} == {"depth"}


def test_a_trace_has_limits_too():
    with pytest.raises(LimitError):
        alpha_beta(load("tictactoe"), limit=Limit(nodes=100), trace=True)
