"""Phases and themes: the stated rules."""

import random

import pytest
from boards import random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.analysis.phases import PHASES, Phases
from zermelo.analysis.playouts import plies_left, random_move
from zermelo.analysis.themes import kind_of, themes_of
from zermelo.portable import hash_of


def test_the_card_game_has_plain_thirds():
    phases = Phases(load("rps"))
    assert phases.plies == 64 * 9
    for plies in range(9):
        here = random_position("rps", plies, plies)
        assert phases.of(here.state) == PHASES[plies // 3]


@pytest.mark.parametrize("spec", ["rps", "tictactoe", "othello:size=4"])
def test_positions_that_are_alike_are_of_one_phase(spec):
    phases = Phases(load(spec))

    @some(25)
    @given(st.integers(0, 10**6), st.integers(0, 8))
    def alike(seed, plies):
        state = random_position(spec, seed, plies).state
        assert phases.of(state) == phases.of(phases.game.canonical(state))

    alike()


def test_phases_come_in_their_order():
    game, rng = load("connect4"), random.Random(1)
    phases = Phases(game)
    state, seen = game.initial(), []
    while game.outcome(state) is None:
        seen.append(PHASES.index(phases.of(state)))
        state = game.play(state, rng.choice(list(game.moves(state))))
    assert seen[0] == 0 and seen[-1] >= 1


def test_random_moves_are_legal_and_all_of_them_come():
    game = load("tictactoe")
    state = game.parse("xo./.x./..o:x")
    legal = list(game.moves(state))
    drawn = [random_move(game, state, hash_of(n)) for n in range(2000)]
    assert set(drawn) == set(legal)
    assert all(drawn.count(m) > 2000 / len(legal) * 0.8 for m in legal)


def test_playouts_count_plies():
    game = load("tictactoe")
    assert plies_left(game, game.parse("xox/oox/ox.:x"), 0, 8) == 8
    assert plies_left(game, game.parse("xxx/oo./...:o"), 0, 8) == 0


@pytest.mark.parametrize(("payoffs", "noisy", "kind", "themes"), [
    ([1, -1, -1], (), "winning", {"only-move", "convert"}),
    ([1, 1, 1, 1, 1, -1], (), "winning", {"trap", "convert"}),
    ([1, 1, 1, -1], (), "winning", {"convert"}),
    ([0, -1, 0, -1], (), "drawn", {"save"}),
    ([5, 3, 3], (0,), "winning", {"only-move", "capture"}),
    ([5, 3, 3], (1, 2), "winning", {"only-move", "quiet"}),
    ([-3, -5, -3], (1,), "lost", {"quiet"}),
    ([1, 0], (0, 1), "winning", {"only-move", "convert"}),
])
def test_themes_by_their_rules(truth_of, payoffs, noisy, kind, themes):
    truth = truth_of(payoffs, noisy)
    assert kind_of(truth) == kind and set(themes_of(truth)) == themes
