"""Minimax on state objects alone, against the same game's rules."""

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.errors import GameError
from zermelo.games.isolation import Isolation
from zermelo.games.isolation_objects import MINI, IsolationState
from zermelo.textbook import (
    book,
    decision,
    max_value,
    min_value,
    minimax,
    minimax_decision,
    solve,
    terminal_test,
)


def test_mini_isolation_as_it_is_described():
    """By the five facts of the description: cells, the blocked one, and what each first cell is
    worth to the player who moves there."""
    start = IsolationState.start()
    assert start.get_legal_moves() == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    worth = {m: min_value(start.forecast_move(m)) for m in start.get_legal_moves()}
    truth = {m: -minimax(start.forecast_move(m)).value for m in start.get_legal_moves()}
    assert worth == truth
    assert max_value(start) == max(worth.values()) == 1
    assert worth[minimax_decision(start)] == worth[decision(start)] == 1
    assert not terminal_test(start)


@dataclass(frozen=True)
class Pile:
    """Somebody else's game: take 1 to 3 of a pile, who cannot take loses."""

    left: int

    def get_legal_moves(self):
        return list(range(1, min(3, self.left) + 1))

    def forecast_move(self, move):
        return Pile(self.left - move)


@pytest.mark.parametrize("left", range(13))
def test_the_same_functions_on_another_game(left):
    lost = left % 4 == 0
    assert max_value(Pile(left)) == (-1 if lost else 1)
    assert min_value(Pile(left)) == (1 if lost else -1)
    assert terminal_test(Pile(left)) == (left == 0)
    assert minimax_decision(Pile(left)) == (None if left == 0 else 1 if lost else left % 4)


@given(st.integers(0, 10**9))
def test_objects_and_rules_agree_on_random_positions(seed):
    lots = random.Random(seed)
    game = lots.choice([MINI, Isolation(3, 3, "b2"), Isolation(4, 2, "")])
    state = IsolationState.start(game)
    for _ in range(lots.randrange(4 if game.cells > 8 else 3), 7):
        if not state.get_legal_moves():
            break
        state = state.forecast_move(lots.choice(state.get_legal_moves()))
    me = state.active_player
    assert terminal_test(state) == book.terminal(game, state.board)
    assert max_value(state) == max_value(game, state.board, me)
    assert min_value(state) == min_value(game, state.board, 1 - me) == -max_value(state)
    wins = (max_value(state) == 1) == (me == 0)
    assert solve(game, state.board).kind == ("win" if wins else "loss")  # for the first player


def test_what_is_no_state_object_is_refused_in_a_sentence():
    game = load("tictactoe")
    for wrong in (game, 5, IsolationState, [[1, 2]]):
        for function in (min_value, max_value):
            with pytest.raises(GameError, match="takes a game, a state and the searching player"):
                function(wrong)
    with pytest.raises(GameError, match="and not a int"):
        terminal_test(7)
    assert terminal_test(game, game.parse("xxx/oo./...:o")) and not terminal_test(game)
