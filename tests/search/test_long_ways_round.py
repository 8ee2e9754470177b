"""Proofs in circles keep their distances, and one question never spoils or slows the next."""

import random
from collections import Counter
from typing import NamedTuple

import pytest
from boards import some
from cycles import Graph, Thrice, solution
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Game, Limit, Position
from zermelo.search.codes import INFINITY, decoded
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT
from zermelo.values import Bound


class At(NamedTuple):
    node: int


class Shortcut(Game):
    """The first player walks alone. X is nearer to the end by way of Y than by its own.

        Z ── X ══ Y ── `fast` plies ── won
        │    └──────── `slow` plies ── won
        lost
    """

    repetition = 3
    Y, X, Z = At(0), At(1), At(2)

    def __init__(self, fast=2, slow=4):
        self.fast, self.slow = fast, slow
        own, won = 2 + fast, 1 + fast + slow
        ways = [(1, 3), (0, own), (1, won + 1)]
        ways += [(i + 1,) for i in range(3, own - 1)] + [(won,)]
        ways += [(i + 1,) for i in range(own, won)]
        self.ways, self.won = tuple(ways), won

    def initial(self):
        return self.Y

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield from range(len(self.ways[s.node]))

    def play(self, s, m):
        return At(self.ways[s.node][m])

    def outcome(self, s):
        return None if s.node < self.won else 1 if s.node == self.won else -1

    def bounds(self, s):
        return -1, 1


LENGTHS = [(fast, slow) for fast in range(2, 8) for slow in range(fast + 2, 12)]


@pytest.mark.parametrize(("fast", "slow"), LENGTHS)
def test_a_win_that_is_longer_on_one_way_is_not_kept_for_others(fast, slow):
    """Coming from Y, X has to take its own way. Coming from Z, it has not."""
    game = Shortcut(fast, slow)
    engine = Engine(game, native=False, table_mb=0.1)
    for s, distance in ((game.Y, fast), (game.Z, fast + 2), (game.X, fast + 1)):
        solved, deepened = engine.solve(s).value, engine.analyze(s, Limit(depth=20)).value
        assert str(deepened) == f"win in {distance}"
        assert solved.known and solved.kind == "win" and solved.distance in (None, distance)


@pytest.mark.parametrize(("fast", "slow"), LENGTHS[::5])
def test_nor_is_it_by_a_search_that_does_not_deepen(fast, slow):
    """Who deepens meets the short way first. A table forgets, and then nobody has met it."""
    game = Shortcut(fast, slow)
    searcher = Searcher(game, None, 1, 0.1, False)
    for s, distance in ((game.Y, fast), (game.Z, fast + 2), (game.X, fast + 1)):
        searcher.begin(Position(game, s), Limit(), EXACT)
        code, _, _ = searcher.search(s, 20, -INFINITY, INFINITY)
        assert str(decoded(code)) == f"win in {distance}"


@pytest.mark.parametrize(("fast", "slow"), LENGTHS[::3])
def test_a_position_that_was_there_once_may_come_again(fast, slow):
    """Only its third occurrence would be a draw."""
    game = Shortcut(fast, slow)
    here = game.position().play(0)  # from Y to X, and the shortest way is back
    found = Engine(game, native=False, table_mb=0.1).analyze(here, Limit(depth=20))
    assert (str(found.value), found.line[0]) == (f"win in {fast + 1}", 0)
    again = here.play(0).play(0)  # … but not if Y has been there twice
    found = Engine(game, native=False, table_mb=0.1).analyze(again, Limit(depth=20))
    assert (str(found.value), found.line[0]) == (f"win in {slow}", 1)


# --- three men's morris: place three men each, then slide them ---

class Board(NamedTuple):
    first: int
    second: int
    placed: int
    turn: int


ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
NEAR = (0o032, 0o025, 0o062, 0o123, 0o757, 0o464, 0o230, 0o520, 0o260)


class Morris(Game):
    """Three in a row win, along lines that all meet in the middle; who cannot move has lost."""

    repetition = 3

    def initial(self):
        return Board(0, 0, 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        taken = s.first | s.second
        mine = s.second if s.turn == 1 else s.first
        for there in range(9):
            if taken >> there & 1 == 0:
                if s.placed < 6:
                    yield there
                else:
                    for here in range(9):
                        if mine >> here & 1 == 1 and NEAR[here] >> there & 1 == 1:
                            yield 16 * (here + 1) + there

    def play(self, s, m):
        mine = s.second if s.turn == 1 else s.first
        if s.placed == 6:
            mine ^= 1 << m // 16 - 1
        mine |= 1 << m % 16
        placed = min(s.placed + 1, 6)
        return Board(s.first, mine, placed, 0) if s.turn == 1 else Board(mine, s.second, placed, 1)

    def outcome(self, s):
        for row in ROWS:
            if s.first & row == row:
                return 1
            if s.second & row == row:
                return -1
        for _ in self.moves(s):
            return None
        return -1 if s.turn == 0 else 1


class Limited(Morris):
    """The same with a word about what can be won."""

    def bounds(self, s):
        return -1, 1


def worked_out_backwards(game):
    """The first player's payoff and the distance of every state that is won or lost."""
    after, waiting = {}, [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in after:
            over = game.outcome(s) is not None
            after[s] = [] if over else [game.play(s, m) for m in game.moves(s)]
            waiting += after[s]
    before = {s: [] for s in after}
    for s, ways in after.items():
        for t in ways:
            before[t].append(s)
    open_ways = {s: len(ways) for s, ways in after.items()}
    known = {s: (game.outcome(s), 0) for s in after if not after[s]}
    latest = list(known)
    while latest:
        found = []
        for t in latest:
            payoff, distance = known[t]
            for s in before[t]:
                open_ways[s] -= 1
                wins = payoff == (1 if s.turn == 0 else -1)
                if s not in known and payoff != 0 and (wins or open_ways[s] == 0):
                    known[s] = payoff, distance + 1
                    found.append(s)
        latest = found
    return {s: known.get(s, (0, None)) for s in after if after[s]}


@pytest.mark.long
@pytest.mark.parametrize("rules", [Morris, Limited], ids=["silent", "with bounds"])
@pytest.mark.few(1)
def test_one_after_the_other_all_positions_are_proven(rules):
    """Nothing is forgotten in between; each is proven as if it were the first, and as soon."""
    game = rules()
    truth = worked_out_backwards(game)
    states = random.Random(1).sample(sorted(truth), 100)
    engine = Engine(game, native=True, table_mb=4)
    kinds = Counter()
    for s in states:
        payoff, distance = truth[s]
        found = engine.solve(s, Limit(nodes=300_000))
        assert found.value.known
        assert found.value.score == (payoff if s.turn == 0 else -payoff)
        assert found.value.distance in (None, distance)
        near = engine.analyze(s, Limit(depth=9)).value
        if near.proven:
            assert (near.score, near.distance) == (found.value.score, distance)
            assert near.bound is Bound.EXACT or rules is Morris
        kinds[found.value.kind] += 1
    assert min(kinds.values()) > 6 and len(kinds) == 3
    values = engine.values(states)
    assert all(value.known and value.score == (truth[s][0] if s.turn == 0 else -truth[s][0])
               for s, value in zip(states, values, strict=True))


# --- random graphs, with scores ---

class Points(Graph):
    """A graph whose ends pay from -4 to 4."""

    def __init__(self, seed=0, vertices=14):
        super().__init__(seed, vertices)
        rng = random.Random(seed)
        self.payoffs = tuple(2 if p == 2 else rng.choice([-4, -3, -1, 0, 1, 3, 4])
                             for p in self.payoffs)


class PointsThrice(Points):
    repetition = 3


class Bounded(Points):
    def bounds(self, s):
        return -4, 4


def forced(game, player, worth):
    """The states from which a player can bring about an end that is `worth` it."""
    states = game.states()
    won = set()

    def good(t):
        payoff = game.outcome(t)
        return t in won if payoff is None else worth(payoff)

    while True:
        new = {s for s in states if s not in won and
               (any if s.turn == player else all)(good(game.play(s, m)) for m in game.moves(s))}
        if not new:
            return won
        won |= new


def scores(game):
    """The first player's value of every state: what it can force, where play without end is 0."""
    found = dict.fromkeys(game.states(), 0)
    for least in (1, 3, 4):
        for s in forced(game, 0, lambda payoff, least=least: payoff >= least):
            found[s] = least
        for s in forced(game, 1, lambda payoff, least=least: payoff <= -least):
            found[s] = -least
    return found


@pytest.mark.long
@pytest.mark.parametrize("rules", [Points, PointsThrice, Bounded])
@pytest.mark.few(1, telling=["Bounded"])
def test_points_in_circles_are_counted(rules):
    """All positions of a graph with one engine, in any order, by every method."""
    seen = Counter()

    @some(25)
    @given(st.integers(0, 10**6), st.sampled_from([6, 10, 14]))
    def holds(seed, vertices):
        game = rules(seed, vertices)
        truth = scores(game)
        engine = Engine(game, native=False, table_mb=0.1)
        states = random.Random(seed).sample(game.states(), min(8, len(game.states())))
        for s in states:
            want = truth[s] if s.turn == 0 else -truth[s]
            for how in ({}, {"distances": False}, {"distances": True},
                        {"method": "proof-numbers"}):
                found = engine.solve(s, **how)
                assert found.value.known and found.value.score == want
            guess = engine.analyze(s, Limit(depth=6)).value
            if guess.proven and guess.kind != "draw":
                assert guess.score <= want if guess.bound is Bound.LOWER else guess.score >= want
                assert guess.bound is not Bound.EXACT or guess.score == want
            seen[want] += 1
        values = engine.values(states)
        assert [v.score if s.turn == 0 else -v.score for s, v in
                zip(states, values, strict=True)] == [truth[s] for s in states]

    holds()
    assert len(seen) >= 5


@pytest.mark.parametrize("rules", [Graph, Thrice], ids=["twice", "three times"])
def test_values_of_all_states_of_a_graph(rules):
    for seed in range(12):
        game = rules(seed)
        truth = solution(game)
        states = game.states()
        values = Engine(game, native=False, table_mb=0.1).values(states)
        for s, value in zip(states, values, strict=True):
            assert value.known
            assert value.score == (truth[s].score if s.turn == 0 else -truth[s].score)
