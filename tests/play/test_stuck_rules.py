"""A match ends though the rules do not come back: the sentence names the place."""

import contextlib
import os
import signal
import threading
import time

import pytest

from small_games import Pile, Take
from zermelo.errors import RulesError
from zermelo.kernel import watching
from zermelo.kernel.watching import often_watched, watched
from zermelo.play import Match
from zermelo.play.series import random_opening


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(watched.__init__, "__defaults__", (0.1, None))
    monkeypatch.setattr(watching, "_OFTEN", 0.05)


def lost(s):
    while s.left <= 4:
        pass
    return s


class StuckPlay(Take):
    def play(self, s, m):
        return super().play(lost(s), m)


class StuckOutcome(Take):
    def outcome(self, s):
        return super().outcome(lost(s))


class StuckMoves(Take):
    def moves(self, s):
        yield from super().moves(lost(s))


@pytest.mark.parametrize("player", ["random:seed=1", "greedy", "minimax:depth=2"])
@pytest.mark.parametrize("game", [StuckPlay(9), StuckOutcome(9), StuckMoves(9)],
                         ids=lambda game: type(game).__name__)
def test_the_place_is_told(game, player):
    with pytest.raises(RulesError, match=r"do not come back: they were stopped in line \d+ of "
                                         r"test_stuck_rules\.py, in lost"):
        Match(game, player, player).play()


def test_the_place_is_told_in_an_opening_too():
    with pytest.raises(RulesError, match=r"do not come back: .* in lost"):
        random_opening(StuckMoves(5), 4, "0")


class Asleep(Take):
    def outcome(self, s):
        if s.left <= 4:
            time.sleep(600)
        return super().outcome(s)


class Stubborn(Take):
    """They go on whatever is raised in them, for a while."""

    def outcome(self, s):
        for _ in range(3 if s.left <= 4 else 0):
            with contextlib.suppress(Exception):
                lost(s)
        return super().outcome(s)


@pytest.mark.parametrize("game", [Asleep(9), Stubborn(9)], ids=lambda game: type(game).__name__)
def test_rules_that_sleep_and_rules_that_do_not_listen(game):
    with pytest.raises(RulesError, match=r"do not come back: .* of test_stuck_rules\.py, in "):
        Match(game, "random:seed=1", "random:seed=1").play()
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL  # as it was


def test_somebodys_alarm_stays_his(monkeypatch):
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        with pytest.raises(RulesError, match="do not come back"), watched(Take()):
            lost(Pile(3, 0))
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.long
def test_many_calls_in_a_row_are_no_reason():
    game, end = Take(), time.monotonic() + 1.0
    with watched(game, 0.3):
        while time.monotonic() < end:
            game.outcome(Pile(3, 0))
    assert not watching._all


def test_whoever_asks_may_take_as_long_as_he_likes():
    with watched(Take(), 0.3):
        time.sleep(1.0)


def test_ctrl_c_ends_a_match_in_a_hook(monkeypatch):
    monkeypatch.setattr(watched.__init__, "__defaults__", (60.0, None))
    timer = threading.Timer(0.5, signal.pthread_kill,
                            [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Match(StuckPlay(9), "random", "random").play()
    timer.join()


@pytest.mark.long
def test_a_play_that_changes_nothing_comes_to_an_end():
    class Same(Take):
        def play(self, s, m):
            return s

    assert Match(Same(), "random", "random").play().payoff == 0


def test_who_watches_often_sets_the_alarm_once(monkeypatch):
    sets, real = [], signal.signal
    monkeypatch.setattr(signal, "signal", lambda *how: sets.append(how) or real(*how))
    with often_watched():
        for _ in range(5):
            with watched(Take()):
                pass
        with pytest.raises(RulesError, match=r"do not come back: .* in lost"), watched(Take()):
            lost(Pile(3, 0))
    assert len(sets) == 2  # set, and given back
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_process_that_is_forked_off_is_watched_too():
    """The thread that watches stays behind; there must be another."""
    with watched(Take()):
        child = os.fork()
        if child == 0:  # whatever happens here must end here
            status = 1
            with contextlib.suppress(RulesError):
                try:
                    with watched(Take()):
                        end = time.monotonic() + 20
                        while time.monotonic() < end:
                            lost(Pile(3, 0))
                except RulesError:
                    status = 0
            os._exit(status)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
