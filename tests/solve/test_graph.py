"""The graph of everything that can happen, against plain recursion over the same rules."""

import random
import threading
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from plain_play import best_against_random, best_moves_only, evenly, expected, sign
from small_games import Chomp, Endless, Ring, Stuck
from zermelo import Game, load
from zermelo.errors import LimitError, RulesError
from zermelo.solve import Graph, builder, count_positions, passes
from zermelo.solve.sampling import Taste, sample
from zermelo.textbook import solve

SMALL = ["tictactoe", "nim:heaps=3+2+2", "rps:deck_size=6,hand_size=2,height=2,score=margin",
         "rps:deck_size=4,hand_size=2,width=2,height=2,chains=true,score=margin",
         "dots:width=2,height=1", "kalah:pits=2,seeds=2", "isolation:width=3,height=2"]


class Choice(NamedTuple):
    made: int
    turn: int


class Wide(Game):
    """The first player has 100,000 moves, the second has two; then it is over."""

    def initial(self):
        return Choice(0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for move in range(2 if s.turn else 100_000):
            yield move + 1

    def play(self, s, m):
        return Choice(m, 1 - s.turn)

    def outcome(self, s):
        return 1 if s.made else None


class Over(Wide):
    """Over before it begins."""

    def outcome(self, s):
        return -3


def test_a_game_that_is_over_when_it_begins():
    graph = Graph.of(Over(), native=False)
    assert graph.node(Choice(0, 0)) == 0 and graph.payoffs.tolist() == [-3]
    assert passes.perfect_values(graph).tolist() == [-3]


class Slow(Wide):
    """A loop without end at the start, and one move everywhere else."""

    def moves(self, s):
        n = 1
        while s.made == 0 and n:
            n = n % 7 + 1
        yield s.made + 1

    def outcome(self, s):
        return 1 if s.made > 1 else None


@cache
def graph_of(spec):
    """Interpreted, for all who only look at it."""
    return Graph.of(load(spec), native=False)


NATIVE = ["tictactoe", "rps:deck_size=6,hand_size=2,score=margin"]


def sorts_of_positions(game):
    """Positions told apart by nothing but what can come of them, in a dictionary."""
    sorts, known = {}, {}

    def sort(s):
        if s not in known:
            payoff = game.outcome(s)
            what = ("over", payoff) if payoff is not None else (
                game.to_move(s), tuple(sorted(sort(game.play(s, m)) for m in game.moves(s))))
            known[s] = sorts.setdefault(what, len(sorts))
        return known[s]

    for _, s in game.deals():
        sort(s)
    edges = sum(len(set(what[1])) for what in sorts if what[0] != "over")
    return len(sorts), edges, known


def some_states(game, count=30, seed=5):
    rng = random.Random(seed)
    deals = [s for _, s in game.deals()]
    for _ in range(count):
        s = rng.choice(deals)
        for _ in range(rng.randrange(6)):
            if game.outcome(s) is None:
                s = game.play(s, rng.choice(list(game.moves(s))))
        yield s


@pytest.mark.parametrize("spec, native", [(s, False) for s in SMALL] + [(s, True) for s in NATIVE])
@pytest.mark.few(3, telling=["True", "score=margin"], long=1)
@pytest.mark.long_for("rps:deck_size=6,hand_size=2,score=margin")
def test_nodes_are_the_sorts_of_positions(spec, native):
    game = load(spec)
    graph = Graph.of(game, native=native)
    nodes, edges, known = sorts_of_positions(game)
    assert (graph.nodes, graph.edges) == (nodes, edges)
    assert graph.native == native
    alike = {}
    for state, sort in list(known.items())[:: max(1, len(known) // 300)]:
        assert alike.setdefault(sort, graph.node(state)) == graph.node(state)
    assert len(set(alike.values())) == len(alike)


@pytest.mark.parametrize("spec", SMALL)
def test_moves_lead_to_lower_numbers_and_all_are_counted(spec):
    game = load(spec)
    graph = graph_of(spec)
    inner = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    assert (graph.child < inner).all()
    for s in some_states(game):
        if game.outcome(s) is not None:
            assert graph.payoffs[graph.node(s)] == game.outcome(s)
            continue
        at = slice(graph.starts[graph.node(s)], graph.starts[graph.node(s) + 1])
        assert graph.ways[at].sum() == len(list(game.moves(s)))
        assert graph.mover[graph.node(s)] == game.to_move(s)
        assert graph.moves(s) == [(m, graph.node(game.play(s, m))) for m in game.moves(s)]


@pytest.mark.parametrize("spec", SMALL)
def test_perfect_values_are_the_textbooks(spec):
    game = load(spec)
    graph = graph_of(spec)
    values, known = passes.perfect_values(graph), {}
    for s in some_states(game):
        assert values[graph.node(s)] == solve(game, s, known=known).score


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.few(3, telling=["score=margin", "kalah"])
def test_expectations_are_those_of_plain_recursion(spec):
    game = load(spec)
    graph = graph_of(spec)
    results = np.sign(passes.perfect_values(graph))
    anything, best = passes.uniform(graph), passes.softmax(graph, results, 0)
    worths = np.stack([graph.payoffs > 0, graph.payoffs], 1).astype(float)
    found = {
        "random": passes.expectations(graph, anything, anything, worths),
        "perfect": passes.expectations(graph, best, best, worths),
    }
    players = {"random": evenly, "perfect": best_moves_only(game, {})}
    known = {(name, what): {} for name in players for what in ("won", "points")}
    for s in some_states(game, 8):
        for name, choose in players.items():
            won = expected(game, s, choose, lambda payoff: payoff > 0, known[name, "won"])
            points = expected(game, s, choose, lambda payoff: payoff, known[name, "points"])
            assert found[name][graph.node(s), :2] == pytest.approx([won, points], abs=1e-12)


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("seat", [0, 1])
def test_best_responses_to_random_play(spec, seat):
    game = load(spec)
    graph = graph_of(spec)
    anything, view = passes.uniform(graph), 1 - 2 * seat
    wins = (view * np.sign(graph.payoffs) > 0).astype(float)
    answer = passes.best_response(graph, anything, seat, wins)
    pair = (answer, anything) if seat == 0 else (anything, answer)
    found = passes.expectations(graph, *pair, wins[:, None])
    known = {}
    for s in some_states(game, 8):
        best = best_against_random(game, s, seat, lambda payoff: view * sign(payoff) > 0, known)
        assert found[graph.node(s), 0] == pytest.approx(float(best), abs=1e-12)


def test_plies_are_counted():
    graph = Graph.of(load("rps:deck_size=6,hand_size=2"), native=False)
    anything = passes.uniform(graph)
    found = passes.expectations(graph, anything, anything, np.zeros((len(graph.payoffs), 0)))
    assert found[graph.node(load("rps:deck_size=6,hand_size=2").initial()), 0] == pytest.approx(4)


def test_temperatures_lead_from_perfect_to_random_play():
    graph = Graph.of(load("tictactoe"), native=False)
    values = passes.perfect_values(graph)
    near = [passes.softmax(graph, values, t) for t in (0, 1e-3, 1, 1e6, float("inf"))]
    assert near[0] == pytest.approx(near[1], abs=1e-12)
    assert near[3] == pytest.approx(near[4], abs=1e-5)
    assert (near[4] == passes.uniform(graph)).all()
    for policy in near:
        assert np.add.reduceat(policy, graph.starts[len(graph.payoffs):-1]) == pytest.approx(1)


def test_rooms_grow_and_change_nothing(monkeypatch):
    game = load("rps:deck_size=6,hand_size=2,score=margin")
    roomy = {native: Graph.of(game, native=native) for native in (False, True)}
    for name in ("_HEAP_WORDS", "_SLOTS", "_CACHE"):
        monkeypatch.setattr(builder, name, 4)
    for native, graph in roomy.items():
        tight = Graph.of(game, native=native)
        assert (tight.starts == graph.starts).all()
        assert (tight.child == graph.child).all()
        assert (tight.ways == graph.ways).all()


def test_what_the_cache_knew_before_it_grew_it_knows_afterwards(monkeypatch):
    monkeypatch.setattr(builder, "_CACHE", 4)
    game = load("tictactoe")
    graph = Graph.of(game, native=False)
    cache = graph.builder._cache
    assert cache.size > 64
    found = {place: cache.entries[place].found for place in range(cache.size)
             if cache.entries[place].found}
    assert len(found) > 200
    assert all(entry >> 32 & cache.size - 1 == place for place, entry in found.items())


def test_what_cannot_be_listed_is_said(monkeypatch):
    with pytest.raises(LimitError, match="more than 400 plies"):
        Graph.of(Endless(), native=False)
    with pytest.raises(LimitError, match="more than 400 plies"):
        Graph.of(Ring(7), native=False)
    with pytest.raises(RulesError, match="there is no move"):
        Graph.of(Stuck(3), native=False)
    monkeypatch.setattr(builder, "_HEAP_WORDS", 64)
    with pytest.raises(LimitError, match=r"too large: after [\d,]+ kinds of positions"):
        Graph.of(load("tictactoe"), native=False, memory_mb=0.002)
    game = load("nim:heaps=2+1")
    graph = Graph.of(game, [game.play(game.initial(), 0)], native=False)
    with pytest.raises(RulesError, match="cannot come of"):
        graph.node(game.initial())


@pytest.mark.parametrize("native", [False, True])
def test_games_are_sampled_only_where_the_graph_goes(native):
    game = load("nim:heaps=2+1")
    graph = Graph.of(game, [game.play(game.initial(), 0)], native=native)
    anything = Taste(np.ones(graph.nodes), False)
    inside = sample(graph, [(game.play(game.initial(), 0), 10)], anything, anything)
    assert inside.games == 10
    with pytest.raises(RulesError, match="left what the graph was made from"):
        sample(graph, [(game.initial(), 10)], anything, anything)


@pytest.mark.long
def test_games_are_sampled_alike_interpreted_and_compiled():
    game = load("rps:deck_size=6,hand_size=2,score=margin")
    starts = [(s, 3) for _, s in game.deals()]
    tallies = []
    for native in (False, True):
        graph = Graph.of(game, native=native)
        values = passes.perfect_values(graph).astype(float)
        tastes = Taste(values - values.min() + 1, False), Taste(-values, True)
        tallies.append(sample(graph, starts, *tastes, seed=3))
    assert tallies[0] == tallies[1]
    assert tallies[0].games == 3 * len(starts) and tallies[0].wins < tallies[0].losses


@pytest.mark.parametrize("native", [False, True])
def test_more_moves_than_can_be_listed_are_refused(native):
    game = Wide()
    graph = Graph.of(game, [Choice(0, 1)], native=native)
    with pytest.raises(LimitError, match="more moves than can be listed"):
        graph.moves(Choice(0, 0))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("False")
def test_it_gives_up_when_it_is_told_to_and_is_of_use_afterwards(native):
    """In the midst of its work, even in rules that do not come back."""
    stop = threading.Event()
    game = Slow()
    made = builder.Builder(game, native=native, stop=stop)
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(KeyboardInterrupt):
        made.place(game.initial())
    stop.clear()
    made.place(Choice(1, 0))
    assert made.nodes == 1


@pytest.mark.parametrize("game, positions", [
    (load("tictactoe"), 5478),  # the number that everybody knows
    # C(9, 4) bars, each player to move; but the whole one never for the second, and the one that
    # lacks the last square never for the first.
    (Chomp(5, 4), 2 * 126 - 2),
    (Chomp(2, 1), 2 * 3 - 2),
])
def test_positions_are_counted_as_such(game, positions):
    assert count_positions(game) == positions == len(sorts_of_positions(game)[2])
    assert count_positions(game, most=positions) == positions
    assert count_positions(game, most=positions - 1) is None
    assert count_positions(game, stopped=lambda: True) is None


def test_a_graph_says_how_often_it_looked_and_not_how_many_positions_there_are():
    graph = Graph.of(load("tictactoe"), native=False)
    assert not hasattr(graph, "positions")
    assert graph.nodes < graph.visits < 5478  # mirror images are not visited again
