import pytest

from zermelo import load
from zermelo.analysis.exact import TrueMove, Truth


@pytest.fixture
def truth_of():
    """Make up a truth: moves 0, 1, 2 … with these payoffs, those numbered in `noisy` noisy."""

    def made_up(payoffs, noisy=()):
        class Noisy(type(load("nim"))):
            def noisy(self, s, m):
                return m in noisy

        moves = [TrueMove(i, str(i), payoff) for i, payoff in enumerate(payoffs)]
        return Truth(Noisy().position(), tuple(sorted(moves, key=lambda m: -m.payoff)))

    return made_up
