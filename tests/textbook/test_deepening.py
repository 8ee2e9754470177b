"""Iterative deepening: only finished iterations, one clock over all of them."""

import random

import pytest

from small_games import Binary, Spy, random_tree
from ticking import Ticking
from zermelo import Limit, load
from zermelo.errors import LimitError
from zermelo.evaluation import evaluator_for
from zermelo.textbook import alpha_beta, deepen, minimax
from zermelo.textbook.minimax import value_leaf


def level(game, s):
    """Nothing is known before the end."""
    payoff = game.outcome(s)
    return 0 if payoff is None else payoff


def test_every_iteration_is_one_ply_deeper():
    spy, deepest = Spy(Binary()), []
    for found in deepen(spy, evaluate=lambda game, s: sum(s), limit=Limit(depth=6)):
        deepest.append(max(map(len, spy.seen)))
        assert found.depth == deepest[-1]
        spy.seen.clear()
    assert deepest == [1, 2, 3, 4, 5, 6]


def test_every_iteration_is_what_a_search_of_that_depth_finds():
    game = load("tictactoe")
    standard = evaluator_for(game)
    here = game.position().play("a1").play("b1")
    for found in deepen(here, evaluate=standard, limit=Limit(depth=5)):
        assert found == alpha_beta(here, depth=found.depth, evaluate=standard)


def test_it_stops_when_the_depth_hides_nothing():
    rng = random.Random(8)
    for _ in range(50):
        tree = [random_tree(rng, depth=4)]
        *before, last = deepen(tree, evaluate=level)
        assert last.complete and not any(found.complete for found in before)
        assert last.value == minimax(tree).value
        assert [found.depth for found in (*before, last)] == list(range(1, last.depth + 1))


def test_a_finished_game_takes_one_iteration():
    end = load("tictactoe").position("xxx/oo./...:o")
    [found] = deepen(end, evaluate=level)
    assert (found.value, found.complete, found.nodes) == (1, True, 1)


def test_one_clock_runs_over_all_iterations(monkeypatch):
    # Each look at a leaf takes a second. The time given is enough for the fourth iteration
    # alone, but not for what is left of it after the first three.
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def evaluate(game, s):
        now[0] += 1
        return sum(s)

    alpha_beta(Binary(), depth=4, evaluate=evaluate)
    alone, now[0] = now[0], 0.0
    found = list(deepen(Binary(), evaluate=evaluate, limit=Limit(time=alone + 1)))
    assert [f.depth for f in found] == [1, 2, 3]
    assert now[0] <= alone + 1


def test_what_the_clock_interrupts_is_thrown_away(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    game = load("tictactoe")
    standard = evaluator_for(game)

    def slowly(game, s):
        now[0] += 1
        return standard(game, s)

    for seconds in range(1, 400, 23):
        now[0] = 0.0
        for found in deepen(game, evaluate=slowly, limit=Limit(time=seconds)):
            assert found.depth is not None
            exact = alpha_beta(game, depth=found.depth, evaluate=standard)
            assert (found.value, found.line, found.nodes) == (exact.value, exact.line, exact.nodes)
        assert now[0] <= seconds


@pytest.mark.parametrize("nodes", [1, 2, 3, 9, 10, 11, 50, 333])
def test_one_count_of_nodes_runs_over_all_iterations(nodes):
    spy = Spy(load("tictactoe"))
    found = list(deepen(spy, evaluate=lambda game, s: 0, limit=Limit(nodes=nodes)))
    assert sum(f.nodes for f in found) <= nodes
    entered = len(spy.seen)
    assert entered <= nodes
    depths = [f.depth for f in found]
    assert depths == list(range(1, len(depths) + 1))
    # The next iteration would not have fitted.
    if depths:
        deeper = alpha_beta(spy, depth=depths[-1] + 1, evaluate=lambda game, s: 0).nodes
        assert sum(f.nodes for f in found) + deeper > nodes
    else:
        assert nodes < 10


def test_nothing_comes_if_nothing_was_finished():
    assert list(deepen(Binary(), evaluate=lambda game, s: 0, limit=Limit(nodes=2))) == []
    assert list(deepen(Binary(), evaluate=lambda game, s: 0, limit=Limit(depth=0))) == []


@pytest.mark.parametrize("seconds", [30, 400, 5000])
def test_time_is_kept_to_the_tick(monkeypatch, seconds):
    """Every node is a tick: no node is looked at after the time, and none is left for later."""
    clock = Ticking().within(monkeypatch, "zermelo.textbook.deepening", "zermelo.textbook.trace")
    found = list(deepen(load("connect4"), evaluate=lambda game, s: 0, limit=Limit(time=seconds)))
    assert found and found[-1].depth >= 1
    assert seconds - 1 <= clock.gone <= seconds + 2


def test_proven_values_come_with_their_distance():
    here = load("tictactoe").position("x../.o./..x:o")
    exact = alpha_beta(here, leaf=value_leaf()).value
    last = None
    for depth in range(1, 8):
        last = alpha_beta(here, depth=depth, leaf=value_leaf(lambda game, s: 0.0))
        if last.complete:
            break
    assert last is not None and last.value == exact


def test_limits_that_make_no_sense_are_refused():
    for wrong in ({"nodes": 0}, {"time": 0}, {"time": float("nan")}, {"depth": -1}):
        with pytest.raises(LimitError):
            Limit(**wrong)
