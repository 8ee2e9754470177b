"""Matches: turns, clocks, records, and players that misbehave."""

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from misbehaving import (
    a_list,
    exits,
    first_move,
    gives_up,
    hangs,
    illegal,
    late,
    nothing,
    raises,
    wrong_move,
)

from small_games import Chain, Stuck, TakeAway
from zermelo import Game, load
from zermelo.errors import ParameterError, RulesError
from zermelo.games import GAMES
from zermelo.play import Display, Match, Player, Record, TimeControl
from zermelo.play import match as match_module
from zermelo.play.callables import CallablePlayer
from zermelo.play.player import Aside


class Noting(Player):
    """Plays the first move and notes when it was asked."""

    def __init__(self, name, log):
        self.name, self.log = name, log

    def choose(self, position, clock):
        self.log.append((self.name, position.to_move))
        return position.moves[-1]


@pytest.mark.parametrize("game", [TakeAway(20), load("kalah:pits=3,seeds=3"),
                                  load("dots:width=2,height=2"), load("othello:size=4")])
def test_the_rules_say_whose_turn_it_is(game):
    log = []
    match = Match(game, Noting("first", log), Noting("second", log))
    match.play()
    assert all((name, mover) in (("first", 0), ("second", 1)) for name, mover in log)
    assert [mover for _, mover in log] == [e.player for e in match.entries]
    if not game.name.startswith("othello"):
        assert any(a == b for a, b in pairwise(log))  # somebody moved twice


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(6, telling=["chess", "rps"])
@pytest.mark.long_for("chess")
def test_a_game_of_every_game(name):
    match = Match(name, "greedy", "random:seed=2")
    ending = match.play()
    assert ending.how == "rules" and ending == match.ending
    assert match.record.position().result.payoff == ending.payoff


def test_events_reach_the_display():
    seen = []

    class Watching(Display):
        def begin(self, match):
            seen.append("begin")

        def thinking(self, analysis):
            seen.append("thinking")

        def moved(self, match):
            seen.append(match.entries[-1].move)

        def ended(self, match):
            seen.append(match.result_text)

    match = Match("tictactoe", "engine:depth=1", CallablePlayer(first_move), display=Watching())
    match.play()
    assert seen[0] == "begin" and "thinking" in seen
    assert [s for s in seen if len(s) == 2] == [e.move for e in match.entries]
    assert seen[-1] == match.result_text and seen.count(match.result_text) == 1


# --- misbehaving players ---

MISBEHAVING = [
    (raises, "error", "raised ZeroDivisionError: integer division or modulo by zero at line"),
    (exits, "error", "raised SystemExit: 3"),
    (hangs, "time", "did not answer within 1 s"),
    (late, "time", " 1 s"),
    (illegal, "illegal", "illegal move 'zz9' in"),
    (nothing, "illegal", "illegal move 'None' in"),
    (a_list, "illegal", ""),
    (wrong_move, "illegal", "illegal move '-17' in"),
]


@pytest.mark.parametrize("function, how, words", MISBEHAVING, ids=lambda x: getattr(
    x, "__name__", None))
@pytest.mark.parametrize("side", [0, 1])
def test_who_misbehaves_loses_and_the_record_is_kept(tmp_path, function, how, words, side):
    players = [CallablePlayer(first_move), CallablePlayer(first_move)]
    players[side] = CallablePlayer(function)
    match = Match("tictactoe", *players, control="1/move" if how == "time" else "none")
    ending = match.play()
    assert (ending.how, ending.winner, ending.failed) == (how, 1 - side, side)
    assert words in ending.reason
    assert ending.reason.startswith(f"{'xo'[side]} ({function.__name__}): ")
    match.record.save(tmp_path / "game")
    again = Record.load(tmp_path / "game")
    assert again.ending == ending and len(again.entries) == side
    assert match.step() == ending  # it stays over


def test_resigning_is_no_failure():
    ending = Match("tictactoe", CallablePlayer(gives_up), "random").play()
    assert (ending.how, ending.winner, ending.failed, ending.reason) == (
        "resigned", 1, None, "x resigned")


def test_without_a_clock_a_silent_player_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr("zermelo.play.asking.PATIENCE", 0.2)
    ending = Match("tictactoe", CallablePlayer(hangs), "random").play()
    assert (ending.how, ending.winner) == ("time", 1)


def test_broken_rules_are_nobodys_fault():
    with pytest.raises(RulesError):
        Match(Stuck(3), "minimax:depth=9", "minimax:depth=9").play()


def test_rules_that_raise_are_nobodys_fault():
    class Raising(Chain):
        def outcome(self, s):
            return 1 // (3 - s) * 0 or None

    with pytest.raises(ZeroDivisionError):
        Match(Raising(5), "random", "random").play()


# --- clocks ---


class Slow(Player):
    punctual = True

    def __init__(self, seconds):
        self.name, self.seconds = "slow", seconds

    def choose(self, position, clock):
        time.sleep(self.seconds)
        return position.moves[0]


def test_a_game_clock_runs_over_the_whole_game():
    match = Match(Chain(40), Slow(0.25), Slow(0), control=TimeControl(per_game=1))
    ending = match.play()
    assert (ending.how, ending.winner) == ("time", 1)
    assert "the flag fell after" in ending.reason
    assert 2 <= len(match.entries) <= 8


def test_an_increment_keeps_the_clock_going():
    match = Match(Chain(20), Slow(0.02), Slow(0), control=TimeControl(per_game=1, increment=0.2))
    assert match.play().how == "rules"
    assert match.remaining(0) > 1


@pytest.mark.long
def test_engines_keep_to_a_game_clock():
    match = Match("connect4", "engine", "level:10", control="3")  # a busy machine takes some of it
    assert match.play().how == "rules"
    assert match.remaining(0) > 0 and match.remaining(1) > 0


# --- taking back, changing sides, going on ---


def test_taking_back_and_changing_sides():
    match = Match("tictactoe", "random:seed=1", "random:seed=2", control="10")
    match.step()
    match.step()
    after_two = (match.here, list(match.entries), match.remaining(0))
    match.step()
    assert match.take_back() == 1
    assert (match.here, match.entries, match.remaining(0)) == after_two
    assert match.take_back(5) == 2 and match.here.text == ".../.../...:x"
    assert match.remaining(0) == 10
    match.swap()
    assert [p.name for p in match.players] == ["random:seed=2", "random:seed=1"]


def test_a_finished_game_can_be_taken_back():
    match = Match("tictactoe", CallablePlayer(gives_up), "random")
    match.play()
    match.take_back(0)
    assert match.ending is None


@given(st.sampled_from(["tictactoe", "kalah:pits=2,seeds=2", "nim", "checkers", "rps"]),
       st.integers(0, 12), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_a_saved_game_goes_on_where_it_was(name, plies, seed):
    match = Match(name, f"random:seed={seed}", "random:seed=7", control="50+1")
    for _ in range(plies):
        match.step()
    record = Record.parse(match.record.to_text())
    again = Match.resumed(record)
    assert again.here == match.here and again.ending == match.ending
    assert again.here.history == match.here.history
    for player in (0, 1):
        assert again.remaining(player) == pytest.approx(match.remaining(player), abs=0.02)
    assert [p.name for p in again.players] == [p.name for p in match.players]
    ending = again.play()
    assert ending.how == "rules" and len(again.entries) >= len(match.entries)


def test_repetition_counts_across_a_saved_game():
    game = load("checkers")
    here = game.position("B:WK32:BK1,K2")
    match = Match(game, "random", "random", start=here)
    while match.step() is None:
        pass
    resumed = Match.resumed(Record.parse(match.record.to_text()))
    assert resumed.ending == match.ending


def test_an_aside_leaves_the_match_as_it_was():
    class Wondering(Player):
        asked = 0

        def choose(self, position, clock):
            self.asked += 1
            if self.asked == 1:
                raise Aside
            return position.moves[0]

    match = Match("tictactoe", Wondering(), "random")
    with pytest.raises(Aside):
        match.step()
    assert match.entries == [] and match.ending is None
    match.step()
    assert len(match.entries) == 1


def test_a_start_of_another_game_is_refused():
    with pytest.raises(ParameterError, match="a position of nim, and not of tictactoe"):
        Match("tictactoe", "random", "random", start=load("nim").position())


def test_a_user_game_of_any_states_and_moves_is_played_and_recorded():
    class Words(Game):
        def initial(self):
            return frozenset({"ab", "cd", "ef"})

        def to_move(self, s):
            return (3 - len(s)) % 2

        def moves(self, s):
            return sorted(s)

        def play(self, s, m):
            return s - {m}

        def outcome(self, s):
            return None if s else 1

    match = Match(Words(), "random", CallablePlayer(first_move))
    assert match.play().payoff == 1
    assert match.record.position(Words()).result.payoff == 1


# --- games that never end ---

class ToAndFro(Game):
    """Two states, for ever."""

    def initial(self):
        return 0

    def to_move(self, s):
        return s

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return 1 - s

    def outcome(self, s):
        return None


def test_a_game_that_does_not_end_is_a_draw_and_says_why(monkeypatch):
    monkeypatch.setattr(match_module, "MOST_PLIES", 30)
    match = Match(ToAndFro(), "random:seed=1", "random:seed=2")
    ending = match.play()
    assert (ending.payoff, ending.how, ending.failed) == (0, "length", None)
    assert match.result_text == "a draw: the game was not over after 30 plies"
    assert len(match.entries) == 30 and match.step() == ending
    again = Record.parse(match.record.to_text(match.game), game=match.game)
    assert again.ending == ending
    assert Match.resumed(again, game=match.game).ending == ending
    assert match.take_back() == 1 and match.ending is None


def test_the_limit_is_generous():
    assert match_module.MOST_PLIES == 10_000
    assert Match(Chain(9_000), "random", "random").play().how == "rules"
