"""Objects with `get_legal_moves` and `forecast_move`, searched unchanged."""

from dataclasses import dataclass

import pytest

from zermelo import load
from zermelo.adapters.forecast import Forecast, ForecastGame
from zermelo.errors import PositionError, RulesError
from zermelo.games.isolation import Isolation
from zermelo.games.isolation_objects import IsolationState
from zermelo.textbook import alpha_beta, decision, min_value, minimax, negamax, solve


@dataclass(frozen=True)
class Counters:
    """Nim with one pile, in somebody else's words: take 1 or 2, who cannot take loses."""

    left: int

    def get_legal_moves(self):
        return [n for n in (1, 2) if n <= self.left]

    def forecast_move(self, move):
        return Counters(self.left - move)


class Careless(Counters):
    """The same without equality: every object is another one."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def forecast_move(self, move):
        return Careless(self.left - move)


@dataclass(frozen=True)
class Round(Counters):
    """One that can go back."""

    def get_legal_moves(self):
        return [1]

    def forecast_move(self, move):
        return Round((self.left + move) % 4)


@pytest.mark.parametrize("left", range(12))
def test_who_cannot_move_loses(left):
    wins = left % 3 != 0
    for search in (minimax, alpha_beta, negamax):
        assert search(Counters(left)).value == (1 if wins else -1)
        assert search(Careless(left)).value == (1 if wins else -1)
    assert solve(Counters(left)).kind == ("win" if wins else "loss")
    if wins:
        assert decision(Counters(left)) == left % 3


def test_distances():
    assert repr(solve(Counters(0))) == "loss in 0"
    assert repr(solve(Counters(2))) == "win in 1"
    assert repr(solve(Counters(4))) == "win in 3"  # takes 1, and of 3 the loser can only take


def test_mini_isolation_with_state_objects():
    start = IsolationState.start()
    assert isinstance(start, Forecast)
    game = ForecastGame(start)
    assert [m for m in game.moves(game.initial())
            if min_value(game, game.play(game.initial(), m), me=0) == 1] == [(0, 0), (2, 0), (0, 1)]
    assert repr(solve(start)) == repr(solve(load("mini-isolation")))
    assert minimax(start).nodes == minimax(load("mini-isolation")).nodes


@pytest.mark.long
def test_a_larger_isolation_with_state_objects():
    game = Isolation(3, 3)
    assert repr(solve(IsolationState.start(game))) == repr(solve(game))


def test_a_utility_of_ones_own():
    @dataclass(frozen=True)
    class Greedy(Counters):
        first: int = 0  # counters that the first player has taken
        turn: int = 0

        def forecast_move(self, move):
            return Greedy(self.left - move, self.first + (0 if self.turn else move), 1 - self.turn)

    game = ForecastGame(Greedy(5), utility=lambda state: 2 * state.first - 5)
    assert minimax(game).value == alpha_beta(game).value == 1  # 2, 2 and the last one
    assert repr(solve(game)) == "win in 3"


def test_nothing_is_changed():
    start = Counters(5)
    game = ForecastGame(start)
    s = game.initial()
    after = game.play(s, 2)
    assert (s.state, s.turn, after.state, after.turn) == (start, 0, Counters(3), 1)
    assert start == Counters(5)
    assert game.play(s, 2) == after and hash(game.play(s, 2)) == hash(after)
    assert (after, 1) != (game.play(game.play(s, 1), 1), 1)  # same pile, other player


def test_a_game_to_walk_about_in():
    game = ForecastGame(Counters(3))
    end = game.position().play("1").play(2)
    assert end.history == ["1", "2"]
    assert (end.result.payoff, end.result.reason) == (-1, "first has no move")
    assert game.spec == "Counters"
    assert game == ForecastGame(Counters(3)) != ForecastGame(Counters(4))


def test_positions_cannot_be_read():
    with pytest.raises(PositionError, match="this game does not read positions"):
        ForecastGame(Counters(3)).parse("3")


def test_a_circle_is_refused():
    with pytest.raises(RulesError, match=r"^Round can return to .*plain solving would never end$"):
        solve(Round(0))
