"""Proof numbers where positions repeat: nothing may be kept that only a path decided."""

import random
from collections import Counter
from typing import NamedTuple

import pytest
from boards import some
from cycles import Graph, Thrice, truth_of, walked
from hypothesis import given
from hypothesis import strategies as st
from provers import Prover, answer_to

from zermelo import Engine, Game
from zermelo.search.proof_numbers import DISPROVED, PROVED


def value_with_past(here):
    """The first player's payoff under the rule of repetition, the past included."""
    return int(truth_of(here).score)


@pytest.mark.long
@pytest.mark.parametrize("rules", [Graph, Thrice], ids=["twice", "three times"])
def test_circles_are_decided_truly(rules):
    """With and without a past, one small table for all: nothing may be kept that a path decided."""
    seen = Counter()

    @some(200)
    @given(st.integers(0, 10**6), st.sampled_from([6, 10, 14, 20]), st.sampled_from([2, 256]))
    def holds(seed, vertices, buckets):
        game, rng = rules(seed, vertices), random.Random(seed)
        machine = Prover(game, buckets=buckets)
        for _ in range(8 if game.states() else 0):
            here = walked(game, rng, rng.choice([0, 0, 1, 3, 8]))
            payoff = value_with_past(here)
            for prover in (0, 1):
                at_least = rng.randint(0, 1)
                found = machine.ask(here, prover, at_least, nodes=100_000)
                assert found.result == answer_to(payoff, prover, at_least)
                seen[payoff, found.result] += 1

    holds()
    assert min(seen[payoff, result] for payoff in (-1, 0, 1) for result in (1, -1)) > 20


def test_circles_compiled_are_the_same():
    game = Graph(3, 24)
    fast, slow = Prover(game, native=True, buckets=4), Prover(game, buckets=4)
    rng = random.Random(0)
    for _ in range(200):
        here = walked(game, rng, rng.randint(0, 6))
        prover, at_least = rng.randint(0, 1), rng.randint(0, 1)
        found = fast.ask(here, prover, at_least)
        assert found == slow.ask(here, prover, at_least)
        assert found.result == answer_to(value_with_past(here), prover, at_least)


class Junction(NamedTuple):
    at: int


class Detour(Game):
    """`winner` walks from 2, where a long way wins; the way by 1 comes back to 2.

        0 ── 1 ──┬── 2 ── 3 ── 4 ── 5 won
             │   └───┘
             └── 6 drawn, or won too if `other` is to choose at 1
    """

    repetition = 2
    ways = ((1,), (2, 6), (1, 3), (4,), (5,))

    def __init__(self, winner=0, other=False):
        self.winner, self.other = winner, other
        self.won = 1 - 2 * winner
        self.chooser = 1 - winner if other else winner

    def initial(self):
        return Junction(0)

    def to_move(self, s):
        return self.chooser if s.at == 1 else self.winner

    def moves(self, s):
        yield from range(len(self.ways[s.at]))

    def play(self, s, m):
        return Junction(self.ways[s.at][m])

    def outcome(self, s):
        if s.at < 5:
            return None
        return self.won if s.at == 5 or self.other else 0


@pytest.mark.parametrize("other", [False, True], ids=["alone", "with the other"])
@pytest.mark.parametrize("winner", [0, 1])
def test_what_a_path_decided_is_not_kept_for_others(winner, other):
    """From 2, the way by 1 is a repetition; from 0, it is the way to win."""
    game = Detour(winner, other)
    machine = Prover(game, buckets=16)
    for start in (Junction(2), Junction(0)):
        assert machine.ask(start, winner, 1).result == PROVED
        assert machine.ask(start, 1 - winner, 0).result == DISPROVED


class Twins(Game):
    """Two ways to a win that are mirror images of each other; the first player walks alone.

             ┌─ 3 ── 1 ─┐
        0 ───┤          ├── 5 won         and from 1 and 2 back to 0
             └─ 4 ── 2 ─┘
    """

    repetition = 2
    ways = ((3, 4), (0, 5), (0, 5), (1, 1), (2, 2))

    def initial(self):
        return Junction(1)

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return Junction(self.ways[s.at][m])

    def outcome(self, s):
        return 1 if s.at == 5 else None

    def canonical(self, s):
        return Junction({2: 1, 4: 3}.get(s.at, s.at))


def test_mirror_images_part_where_only_one_was_there_before():
    game = Twins()
    here = game.position().play(0)
    assert here.state.at == 0
    found = Prover(game, buckets=16).ask(here, 0, 1)
    assert (found.result, found.index) == (PROVED, 1)  # 1 once more would be a draw, 2 is new
    both = here.play(1).play(0).play(0)  # 0 for the second time: the game is over
    assert both.result is not None


@pytest.mark.parametrize("rules", [Graph, Thrice], ids=["twice", "three times"])
@pytest.mark.few(1, long=1)
def test_where_positions_repeat_the_engine_proves_everything(rules):
    kinds = Counter()
    for seed in range(25):
        game, rng = rules(seed), random.Random(seed)
        engine = Engine(game, native=False, table_mb=0.1)
        for _ in range(6):
            here = walked(game, rng, rng.choice([0, 2, 6]))
            payoff = value_with_past(here)
            found = engine.solve(here)
            assert found.value.known
            assert found.value.score == (payoff if here.to_move == 0 else -payoff)
            kinds[found.value.kind] += 1
    assert min(kinds[kind] for kind in ("win", "loss", "draw")) > 5
