"""Skipped turns: the search below a skipped turn leaves the moves above it as they are."""

import random

import pytest
from boards import assert_true, known_value, some, wander
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit
from zermelo.games.breakthrough import Breakthrough
from zermelo.search.switches import EXACT, Switch

SEEN = Switch.NULL_MOVE | EXACT


class Skipping(Breakthrough):
    """Breakthrough where the search may skip a turn."""

    def null_move(self, s):
        return s._replace(turn=1 - s.turn)


class Watched(Skipping):
    """… and where nobody can make a move that is not there."""

    def play(self, s, m):
        if m not in list(self.moves(s)):
            raise ValueError(f"{m} is no move in {self.text(s)}")
        return super().play(s, m)


class Nowhere(Skipping):
    """… which says of every position that no turn can be skipped."""

    def null_move(self, s):
        return s


def searched(game, seed, depth, native):
    rng = random.Random(seed)
    here = wander(game.position(), rng, rng.randrange(6))
    engine = Engine(game, native=native, switches=SEEN, table_mb=1)
    return here, engine.analyze(here, Limit(depth=depth))


@pytest.mark.long
@some(20)
@given(st.integers(0, 1 << 32), st.just(6))
def test_only_moves_of_a_position_are_made_in_it(seed, depth):
    """A skipped turn's search once wrote its moves over those of the position that skipped."""
    here, found = searched(Watched(3, 6), seed, depth, native=False)
    assert found.move in here.moves
    truth = known_value(Breakthrough(3, 6).position(here.text), 2000)
    if truth is not None:
        assert_true(found.value, truth)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("True")
def test_where_no_turn_can_be_skipped_the_search_is_as_without(native):
    for seed in range(4):
        depth = 6 if native else 4
        nowhere = searched(Nowhere(3, 6), seed, depth, native)[1]
        plain = searched(Breakthrough(3, 6), seed, depth, native)[1]
        assert (nowhere.nodes, nowhere.value) == (plain.nodes, plain.value)
        assert nowhere.move == plain.move


@pytest.mark.long
def test_skipping_turns_saves_nodes():
    nodes = [sum(searched(rules(5, 6), seed, 7, native=True)[1].nodes for seed in range(6))
             for rules in (Skipping, Nowhere)]
    assert nodes[0] < 0.9 * nodes[1]
