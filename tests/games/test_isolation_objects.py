"""Mini-isolation by the book, on the state objects."""

import random
from itertools import permutations

import pytest

from zermelo.errors import IllegalMoveError
from zermelo.games.isolation import Isolation
from zermelo.games.isolation_objects import MINI, IsolationState

WINNING_OPENINGS = {(0, 0), (2, 0), (0, 1)}


# --- the mutually recursive form ---


def terminal_test(state):
    return not state.get_legal_moves()


def min_value(state):
    if terminal_test(state):
        return 1  # the game ended at a min level
    return min(max_value(state.forecast_move(m)) for m in state.get_legal_moves())


def max_value(state):
    if terminal_test(state):
        return -1
    return max(min_value(state.forecast_move(m)) for m in state.get_legal_moves())


# --- the same question, asked of sets and whole lines of play instead ---


def all_lines(cells):
    """Every finished line of play: orderings of cells in which each step is a legal one."""
    def clear(a, b, closed):
        dx, dy = b[0] - a[0], b[1] - a[1]
        far = max(abs(dx), abs(dy))
        if not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
            return False
        between = {(a[0] + dx // far * i, a[1] + dy // far * i) for i in range(1, far)}
        return between <= cells - closed

    def legal(line):
        return all(i < 2 or clear(line[i - 2], line[i], set(line[:i])) for i in range(len(line)))

    lines = {line for n in range(len(cells) + 1) for line in permutations(sorted(cells), n)
             if legal(line)}
    return {line for line in lines if not any((*line, c) in lines for c in cells)}, lines


def winning_openings(cells):
    """Fold the lines from the longest up: a line is lost for the mover if no step leads to a line
    that is lost for the next mover."""
    _, lines = all_lines(cells)
    lost = set()
    for line in sorted(lines, key=len, reverse=True):
        if not any((*line, c) in lost for c in cells):
            lost.add(line)
    return {line[0] for line in lost if len(line) == 1}


def test_the_winning_openings_by_the_book():
    start = IsolationState.start()
    assert {m for m in start.get_legal_moves() if min_value(start.forecast_move(m)) == 1} == (
        WINNING_OPENINGS)
    assert max_value(start) == 1


def test_the_winning_openings_by_folding_all_lines():
    cells = {(x, y) for x in range(3) for y in range(2)} - {(2, 1)}
    assert winning_openings(cells) == WINNING_OPENINGS


def test_both_ways_agree_on_another_board():
    game = Isolation(3, 2, "b1")
    start = IsolationState.start(game)
    by_the_book = {m for m in start.get_legal_moves() if min_value(start.forecast_move(m)) == 1}
    cells = {(x, y) for x in range(3) for y in range(2)} - {(1, 0)}
    assert by_the_book == winning_openings(cells)


def test_the_number_of_finished_games_by_both_ways():
    def count(state):
        moves = state.get_legal_moves()
        return sum(count(state.forecast_move(m)) for m in moves) if moves else 1

    finished, _ = all_lines({(x, y) for x in range(3) for y in range(2)} - {(2, 1)})
    assert count(IsolationState.start()) == len(finished)


def test_objects_agree_with_the_game():
    for game in (MINI, Isolation(), Isolation(8, 8, "d4+e5")):
        rng = random.Random(1)
        state, board = IsolationState.start(game), game.initial()
        while state.get_legal_moves():
            assert state.active_player == game.to_move(board)
            move = rng.choice(list(game.moves(board)))
            x, y = move % game.width, move // game.width
            assert (x, y) in state.get_legal_moves()
            assert len(state.get_legal_moves()) == len(list(game.moves(board)))
            mover = state.active_player
            state, board = state.forecast_move((x, y)), game.play(board, move)
            assert state.location(mover) == (x, y)
            assert state.board == board
        assert game.outcome(board) == (1 if state.active_player else -1)


def test_nothing_is_mutated_and_equal_states_are_equal():
    start = IsolationState.start()
    one = start.forecast_move((0, 0))
    assert start == IsolationState.start() and start != one
    assert start.location(0) is None and one.location(0) == (0, 0)
    assert len({one, start.forecast_move((0, 0))}) == 1
    with pytest.raises(AttributeError):
        one.board = start.board


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMoveError, match=r"illegal move \(2, 1\) in \.\.\./\.\.-:first"):
        IsolationState.start().forecast_move((2, 1))


def test_the_blocked_cell_is_the_lower_right_one():
    assert str(IsolationState.start()) == "  a b c\n1 . . .\n2 . . -"


def test_a_cell_may_be_a_list_and_errors_speak_of_cells():
    start = IsolationState.start()
    assert start.forecast_move([0, 0]) == start.forecast_move((0, 0))
    with pytest.raises(IllegalMoveError, match=r"may play \(0, 0\), \(1, 0\), .* each as \(x, y\)"):
        start.forecast_move([7, 7])
    with pytest.raises(IllegalMoveError, match="illegal move 3 in"):
        start.forecast_move(3)
