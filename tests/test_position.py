"""Positions: what the rules say of a state is asked once, and nobody can change it."""

import copy

from zermelo import load
from zermelo.games.tictactoe import TicTacToe


class Counting(TicTacToe):
    """Tic-tac-toe that counts what it is asked."""

    asked = 0

    def outcome(self, s):
        type(self).asked += 1
        return super().outcome(s)

    def moves(self, s):
        type(self).asked += 1
        return super().moves(s)


def test_the_rules_are_asked_once():
    here = Counting().position().play("b2")
    before = Counting.asked
    for _ in range(3):
        assert here.result is None and len(here.moves) == len(here.move_texts) == 8
        here.play(here.moves[0])
    assert Counting.asked == before + 2


def test_a_list_of_moves_is_the_callers_own():
    here = load("tictactoe").position()
    here.moves.clear()
    assert len(here.moves) == 9


def test_what_was_asked_changes_neither_equality_nor_copies():
    asked, fresh = (load("tictactoe").position() for _ in range(2))
    assert asked.result is None and asked.moves
    assert asked == fresh and hash(asked) == hash(fresh) and repr(asked) == repr(fresh)
    assert copy.deepcopy(asked).moves == asked.moves


def test_a_repetition_is_seen_on_the_line_and_not_elsewhere():
    """The same state is over where it came too often, and not where it came once."""
    game = load("chess")
    here = game.position().play_all("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert here.result is not None and here.moves == []
    assert game.position(here.text).result is None
