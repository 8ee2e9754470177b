"""The typed example runs as well."""

from typed.own_game import Take, best_move, of_any_game, walk


def test_it_runs():
    assert best_move(7) == 1  # six are left: a multiple of three
    assert of_any_game("tictactoe") == "draw"
    assert walk(Take().position()) == [1, 2]
