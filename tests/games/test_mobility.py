"""`mobility` counts what `moves` yields, in every game."""

import pytest
from boards import SPECS, random_position
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("spec", [*SPECS, "connect4", "othello"])
@pytest.mark.few(8, telling=["checkers"])
def test_mobility_is_the_number_of_moves(spec):
    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 10**6), st.integers(0, 60))
    def counts(seed, plies):
        here = random_position(spec, seed, plies)
        assert here.game.mobility(here.state) == len(here.moves)

    counts()
