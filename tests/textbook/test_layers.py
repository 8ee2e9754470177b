"""Ordering and memory, put on and taken off the one recursion: fewer nodes, the same value."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from small_games import Binary, TakeAway
from zermelo import Limit, load
from zermelo.errors import LimitError
from zermelo.evaluation import evaluator_for
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.textbook import Memory, alpha_beta, by_evaluation, by_hint, minimax, negamax
from zermelo.textbook.minimax import value_leaf
from zermelo.textbook.ordering import as_they_come


class Grid(Game[tuple[int, int], int]):
    """Walk right or down through a grid of random payoffs: every cell is reached many ways."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.seed = size, seed
        rng = random.Random(seed)
        self.payoffs = [[rng.randrange(-9, 10) for _ in range(size + 1)] for _ in range(size + 1)]
        self.hints = [[rng.randrange(4) for _ in range(size + 1)] for _ in range(size + 1)]
        self.movers = [[rng.randrange(2) for _ in range(size + 1)] for _ in range(size + 1)]

    def initial(self):
        return (0, 0)

    def to_move(self, s):
        return self.movers[s[0]][s[1]]

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return (s[0] + 1, s[1]) if m else (s[0], s[1] + 1)

    def outcome(self, s):
        return self.payoffs[s[0]][s[1]] if sum(s) == self.size else None

    def order(self, s, m):
        x, y = self.play(s, m)
        return self.hints[x][y]


def opinion(game, s):
    return game.payoffs[s[0]][s[1]]


ORDERS = [as_they_come, by_hint, by_evaluation(opinion)]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(0, 10**6), st.integers(0, 8))
def test_no_layer_changes_a_value(size, seed, depth):
    game = Grid(size, seed)
    truth = minimax(game, depth=depth, evaluate=opinion)
    assert minimax(game, depth=depth, evaluate=opinion, memory=Memory()).value == truth.value
    for order, remembers in product(ORDERS, (False, True)):
        found = alpha_beta(game, depth=depth, evaluate=opinion, order=order,
                           memory=Memory() if remembers else None)
        assert found.value == truth.value
        assert found.complete == truth.complete
        assert found.nodes <= truth.nodes
        check_line(game, found, depth)


def check_line(game, found, depth):
    """The line can be played, and ends in a leaf of the value that it promises."""
    s = game.initial()
    for move in found.line:
        assert move in game.legal_moves(s)
        s = game.play(s, move)
    assert opinion(game, s) == found.value
    assert len(found.line) == min(depth, game.size)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 14))
def test_distances_survive_the_memory(counters):
    game = TakeAway(counters)
    truth = minimax(game, leaf=value_leaf())
    for order in (as_they_come, by_hint):
        found = alpha_beta(game, leaf=value_leaf(), order=order, memory=Memory())
        assert repr(found.value) == repr(truth.value)


def test_every_position_is_searched_once_by_minimax_with_a_memory():
    game = Grid(10, 3)
    found = minimax(game, memory=Memory(), trace=True)
    searched = [node.state for node in found.tree.walk() if node.why == "searched"]
    assert sorted(searched) == sorted((x, y) for x in range(10) for y in range(10 - x))
    assert found.nodes < 150 < 2**11 - 1 == minimax(game).nodes


def test_a_remembered_node_points_at_the_visit_it_remembers():
    found = alpha_beta(Grid(6, 5), memory=Memory(), trace=True)
    nodes = {node.visit: node for node in found.tree.walk()}
    remembered = [node for node in nodes.values() if node.why == "known"]
    assert remembered
    for node in remembered:
        source = nodes[node.known]
        assert (source.state, source.value) == (node.state, node.value)
        assert source.why in ("searched", "cut") and source.visit < node.visit
        assert not node.children and not node.pruned


def test_a_bound_that_does_not_settle_the_window_is_searched_again():
    """A dictionary of values alone, without their windows, gets some of these wrong."""

    class Careless(Memory):
        def recall(self, game, s, ply, window):
            return self._entries.get((ply, game.key(s)))

    games = [Grid(6, seed) for seed in range(150)]
    truths = [minimax(game).value for game in games]
    assert [alpha_beta(game, memory=Memory()).value for game in games] == truths
    assert [alpha_beta(game, memory=Careless()).value for game in games] != truths


@pytest.mark.parametrize("spec, depth", [
    ("connect4", 4), ("kalah", 4), ("isolation:width=4,height=4", 3), ("hexapawn", 5),
])
def test_the_games_own_hints_save_nodes(spec, depth):
    game = load(spec)
    judge = evaluator_for(game)
    plain = alpha_beta(game, depth=depth, evaluate=judge)
    hinted = alpha_beta(game, depth=depth, evaluate=judge, order=by_hint)
    looking = alpha_beta(game, depth=depth, evaluate=judge, order=by_evaluation(judge))
    assert plain.value == hinted.value == looking.value
    assert hinted.nodes < 0.9 * plain.nodes and looking.nodes < 0.9 * plain.nodes


def test_ordering_by_evaluation_suits_both_players():
    """The right order for MIN is the wrong one for MAX; upside down, it costs nodes."""
    game = load("tictactoe")
    judge = evaluator_for(game)
    upside_down = by_evaluation(lambda game, s: -judge(game, s))
    right, plain, wrong = (alpha_beta(game, depth=4, evaluate=judge, order=order).nodes
                           for order in (by_evaluation(judge), as_they_come, upside_down))
    assert right < plain < wrong


def test_a_hint_does_not_lose_or_double_moves():
    game = load("othello:size=6")
    start = game.initial()
    for order in (by_hint, by_evaluation(evaluator_for(game))):
        assert sorted(order(game, start)) == sorted(game.moves(start))


# --- published figures of tic-tac-toe ---


def test_alpha_beta_visits_as_many_nodes_as_published():
    assert alpha_beta(load("tictactoe")).nodes == 18_297


@pytest.mark.slow
def test_minimax_visits_as_many_nodes_as_published():
    assert minimax(load("tictactoe")).nodes == 549_946


@pytest.mark.long
def test_with_a_memory_every_position_is_opened_once():
    """5,478 positions can be reached, by 16,167 moves from one to another."""
    found = minimax(load("tictactoe"), memory=Memory(), trace=True)
    assert found.nodes == 1 + 16_167
    assert len({node.state for node in found.tree.walk()}) == 5_478


# --- negamax, recorded ---

SECOND = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]


def test_negamax_is_recorded_in_the_view_of_whoever_moves():
    game, found = Tree(SECOND), negamax(SECOND, trace=True)
    mirror = alpha_beta(game, trace=True)
    assert found.nodes == mirror.nodes == 11
    for ours, theirs in zip(found.tree.walk(), mirror.tree.walk(), strict=True):
        sign = 1 if ours.player == 0 else -1
        assert (ours.state, ours.value, ours.why) == (theirs.state, sign * theirs.value, theirs.why)
        assert (ours.best, ours.pruned) == (theirs.best, theirs.pruned)
        window = theirs.window if sign == 1 else tuple(
            None if bound is None else -bound for bound in reversed(theirs.window))
        assert tuple(ours.window) == tuple(window)


def test_negamax_without_pruning_visits_all():
    assert negamax(SECOND, prune=False, trace=True).nodes == minimax(SECOND).nodes == 15


def test_negamax_keeps_its_limit():
    with pytest.raises(LimitError, match="was not finished after 100 nodes"):
        negamax(Binary(), depth=20, evaluate=lambda game, s: 0, limit=Limit(nodes=100))
