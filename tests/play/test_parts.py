"""Games in four parts: the state, the sides, the manager and the display, all of it working."""

import runpy
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from zermelo import Engine, Limit, check, load
from zermelo.errors import ParameterError
from zermelo.play.displays import Display
from zermelo.play.parts import Manager, Side, Turn
from zermelo.textbook import alpha_beta, minimax, solve

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples/parts.py"))
Board, Mark, rows_open = EXAMPLE["Board"], EXAMPLE["Mark"], EXAMPLE["rows_open"]


def tictactoe(**more):
    return Manager(Board, Mark(), Mark(), **more)


def test_a_player_knows_its_side_and_what_it_wants():
    first, second = tictactoe().sides
    assert (first.number, first.maximises) == (0, True)
    assert (second.number, second.maximises) == (1, False)
    assert second.moves(first.play(Board(), 4)) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert str(second.play(Board(), 0)) == "o . .\n. . .\n. . ."
    with pytest.raises(ParameterError, match="one object"):
        Manager(Board, first, first)


def test_the_game_of_the_parts_is_the_game():
    game, ours = tictactoe().game, load("tictactoe")
    assert solve(game).kind == "draw"
    assert minimax(game, depth=3, evaluate=lambda g, s: 0).nodes == minimax(
        ours, depth=3, evaluate=lambda g, s: 0).nodes
    assert check(game, games=20).ok
    assert Engine(game, native=False).analyze(limit=Limit(depth=2)).depth == 2


def test_the_heuristic_is_plugged_in_and_need_not_be_a_number():
    plain = tictactoe(heuristic=rows_open, depth=2)
    side = plain.sides[0]
    assert side.choose(Board(), rows_open, Limit(depth=2)) == 4  # the middle keeps most rows open
    assert side.choose(Board(), lambda state: 0, Limit(depth=2)) == 0

    def evaluate(game, turn):
        return rows_open(turn.state)

    start = Turn(Board(), 0)
    pruned = alpha_beta(plain.game, start, depth=3, evaluate=evaluate)
    whole = minimax(plain.game, start, depth=3, evaluate=evaluate)
    assert pruned.value == whole.value and isinstance(whole.value, tuple)
    assert pruned.nodes < whole.nodes


class Shown(Display):
    def __init__(self):
        self.seen = []

    def begin(self, match):
        self.seen.append("begin")

    def moved(self, match):
        self.seen.append(match.here.state.mover)

    def ended(self, match):
        self.seen.append("end")


def test_the_manager_switches_turns_and_calls_the_display():
    display = Shown()
    ending = tictactoe(heuristic=rows_open, depth=2, display=display).play()
    assert ending.how == "rules"
    moves = display.seen[1:-1]
    assert display.seen[0] == "begin" and display.seen[-1] == "end"
    assert moves == [(i + 1) % 2 for i in range(len(moves))] and len(moves) >= 5


class Fox(NamedTuple):
    """A fox runs to the right, a hound along the same row after it, two steps at a time."""

    fox: int
    hound: int

    @property
    def is_over(self):
        return self.winner is not None

    @property
    def winner(self):
        return 1 if self.hound >= self.fox else 0 if self.fox >= 9 else None


class Runs(Side):
    name = "fox"

    def moves(self, state):
        return ["step"]

    def play(self, state, move):
        return Fox(state.fox + 1, state.hound)


class Chases(Side):
    name = "hound"

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return Fox(state.fox, state.hound + move)


@pytest.mark.parametrize("start, winner", [((3, 0), 1), ((7, 0), 0)])
def test_moves_of_the_two_players_may_differ(start, winner):
    manager = Manager(lambda: Fox(*start), Runs(), Chases())
    assert manager.game.players == ("fox", "hound")
    ending = manager.play()
    assert (ending.winner, ending.how) == (winner, "rules")
    assert solve(manager.game).kind == ("win" if winner == 0 else "loss")


def test_a_player_may_move_again():
    twice = Manager(lambda: Fox(5, 0), Runs(), Chases(),
                    next_player=lambda state, mover: 1 if state.hound < 4 else 0)
    assert twice.play().how == "rules"
    assert [twice.game.play(Turn(Fox(5, 0), 1), 2).mover,
            twice.game.play(Turn(Fox(9, 2), 1), 2).mover] == [1, 0]


class Sleeper(Mark):
    name = "sleeper"

    def choose(self, state, heuristic, limit):
        time.sleep(30)


def test_the_time_limit_is_kept():
    ending = Manager(Board, Mark(), Sleeper(), heuristic=rows_open, seconds=0.2).play()
    assert (ending.how, ending.winner) == ("time", 0)


@pytest.mark.long
def test_deepening_answers_within_its_time():
    """A search that no depth ends: the limit does, and what was finished counts."""
    class Long(Mark):
        def choose(self, state, heuristic, limit):
            assert 0 < limit.time < 2 and limit.depth is None
            return super().choose(state, heuristic, limit)

    assert Manager(Board, Long(), Long(), heuristic=rows_open, seconds=2).play().how == "rules"
