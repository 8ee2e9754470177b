"""What games say at a glance about how they end, against the textbook on small boards."""

import random

import pytest

from zermelo import load
from zermelo.textbook import solve
from zermelo.values import proven

SPECS = ["connect4:width=4,height=4", "connect4:width=5,height=3,k=3",
         "connect4:width=3,height=5,k=3",
         "tictactoe:width=4,height=3", "domineering:width=4,height=5",
         "domineering:width=5,height=3,first=horizontal", "breakthrough:width=2,height=5",
         "breakthrough:width=4,height=4,rows=1"]


def played(game, rng):
    """The states of a random game."""
    line = [game.initial()]
    while game.outcome(line[-1]) is None:
        line.append(game.play(line[-1], rng.choice(list(game.moves(line[-1])))))
    return line


def solved(game, rng, games):
    """States of random games with their values, for the player to move."""
    known = {}
    for _ in range(games):
        for state in played(game, rng)[5:-1]:
            value = solve(game, state, known=known)
            yield state, value if game.to_move(state) == 0 else -value


@pytest.mark.long
@pytest.mark.parametrize("spec", ["othello:size=4", "othello:size=4,empties=winner"])
@pytest.mark.few(1, long=1)
def test_what_is_decided_is_so(spec):
    game, asked = load(spec), 0
    for state, value in solved(game, random.Random(2), 30):
        true = int(value.score)
        for at_least in range(-17, 18):
            found = game.decided(state, at_least)
            if found is not None:
                assert at_least <= found <= true or true <= found < at_least
                asked += 1
    assert asked > 1000


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.few(3, telling=["breakthrough", "domineering"])
def test_values_lie_within_the_outlook(spec):
    game, closer = load(spec), 0
    for state, value in solved(game, random.Random(1), 40):
        worst, worst_plies, best, best_plies = game.outlook(state)
        assert proven(worst, worst_plies) <= value <= proven(best, best_plies)
        closer += best - worst < 2
    assert closer > 20  # it says something
