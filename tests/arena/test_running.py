"""Arenas played: the same games however they are played, whatever a player does."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from zermelo import load
from zermelo.arena.hosted import HostedPlayer, must_be_hosted
from zermelo.arena.plan import Plan
from zermelo.arena.playing import close, play
from zermelo.arena.running import cores, load_warnings, room_for, run
from zermelo.arena.statistics import Sprt
from zermelo.arena.store import Store
from zermelo.arena.verdict import verdict_json, verdict_of
from zermelo.play.clock import Clock, TimeControl
from zermelo.work import Done

MISBEHAVING = Path(__file__).parents[1] / "play" / "misbehaving.py"
SMALL = "connect4:width=5,height=4"
FIELD = ("random", "level:2", "engine:nodes=50")


class Here:
    """A crew that does the work in this very process, in an order of its own."""

    def __init__(self, at_once=1):
        self.at_once, self.waiting, self.lots = at_once, [], random.Random(1)

    def room(self):
        return self.at_once - len(self.waiting)

    def begin(self, unit):
        self.waiting.append(unit)

    def wait(self, seconds):
        unit = self.waiting.pop(self.lots.randrange(len(self.waiting)))
        return Done(unit, play(**unit.arguments))

    def close(self):
        self.waiting = []


def arena(plan, file=None, **how):
    with Store.create(file, plan.about()) as store:
        found = run(plan, store, **how)
        return found, verdict_json(verdict_of(found.games, store.players(), resamples=100))


def untimed(games):
    """What must be the same whenever and wherever it is played."""
    return [(g.first, g.second, g.pair, g.start, g.movers, g.moves, g.evaluations, g.payoff, g.how,
             g.reason) for g in games]


def same(one, other):
    def figures(found):
        return {**found, "players": [{**p, "seconds_a_move": 0} for p in found["players"]]}

    assert untimed(one[0].games) == untimed(other[0].games)
    assert figures(one[1]) == figures(other[1])


PLAN = Plan(load(SMALL), FIELD, games=4, seed=3)


@pytest.fixture(scope="module")
def alone():
    return arena(PLAN, crew=Here())


@pytest.mark.long
def test_the_same_on_one_worker_on_two_and_in_any_order(alone):
    assert alone[0].complete and len(alone[0].games) == 12 and not alone[0].failures
    same(alone, arena(PLAN, crew=Here(at_once=5)))
    same(alone, arena(PLAN, workers=2))


def test_played_piece_by_piece_it_is_the_same(alone, tmp_path):
    """Stopped again and again, and with players and games that come later."""
    few = Plan(load(SMALL), FIELD[1:], games=2, seed=3)
    arena(few, tmp_path / "a", crew=Here())
    for count in range(1, 5):
        told = []
        arena(PLAN, tmp_path / "a", crew=Here(at_once=2), told=told.append,
              stopped=lambda told=told, count=count: len(told) >= count)
    found = arena(PLAN, tmp_path / "a", crew=Here())
    assert untimed(found[0].games) == untimed(alone[0].games)
    again = arena(PLAN, tmp_path / "a", crew=None, told=lambda p: pytest.fail("all is done"))
    assert untimed(again[0].games) == untimed(alone[0].games) and again[0].complete


KILLED = """
import sys
from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.running import run
from zermelo.arena.store import Store
plan = Plan(load(sys.argv[2]), tuple(sys.argv[4:]), games=int(sys.argv[3]), seed=3)
with Store.create(sys.argv[1], plan.about()) as store:
    run(plan, store, workers=2, told=lambda p: print(p.done, flush=True))
"""


def killed_after(file, games, delay):
    """Play in another process until so many games are done, and a moment more; then kill -9."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file), SMALL, str(PLAN.games), *FIELD], text=True,
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    said = 0
    for line in process.stdout:
        said = int(line)
        if said >= games:
            time.sleep(delay)
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    return said


@pytest.mark.long
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_any_moment_it_goes_on_to_the_same_games(alone, tmp_path, kills):
    lots, kept, files = random.Random(kills), 0, []
    for number in range(kills):
        if number % 5 == 0:  # begin anew now and then: twelve games are soon played
            kept, file = 0, tmp_path / str(number)
            files.append(file)
        said = killed_after(file, min(12, kept + lots.randrange(1, 4)), lots.random() * 0.05)
        with Store.read(file) as store:
            kept = len(store.games())
        assert kept >= said
    for file in files:
        same(alone, arena(PLAN, file, workers=1))


# --- players that misbehave ---


def test_only_files_of_peoples_own_are_hosted():
    assert [must_be_hosted(text) for text in ("bot.py:f", "random", "level:3", "program:./x.py:y",
                                              "engine:depth=2,evaluator=own.py:e")] == \
        [True, False, False, False, False]


@pytest.mark.parametrize("name, how, words", [
    ("raises", "error", "raised ZeroDivisionError"), ("a_list", "illegal", "["),
    ("gives_up", "resigned", "resigned"), ("dies", "error", "its process was ended by signal 9"),
    ("hangs", "time", "did not answer"),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("exits", "error", "raised SystemExit"), ("illegal", "illegal", "zz9"),
        ("nothing", "illegal", "None"), ("wrong_move", "illegal", "-17"))),
])
def test_a_player_that_fails_costs_its_game(name, how, words, tmp_path):
    file = MISBEHAVING
    if name == "dies":
        file = tmp_path / "dies.py"
        file.write_text("import os\ndef dies(position):\n    os.kill(os.getpid(), 9)\n")
    found = play(game="tictactoe", first="random", second=f"{file}:{name}", start=None, opening=[],
                 clock="0.5/move" if name == "hangs" else "none", seed=1)
    assert found["how"] == how and found["payoff"] == 1 and words in found["reason"]
    close()


# what a program does when it is to move, whichever of the three protocols it speaks
PROGRAM = """
import sys, time
for line in sys.stdin:
    word = line.split()[:1]
    if word in (["uci"], ["ugi"]):
        print(word[0] + "ok", flush=True)
    elif word == ["isready"]:
        print("readyok", flush=True)
    elif word == ["go"]:
        {does}
"""
DOES = {"dies": 'sys.exit("out of memory")', "hangs": "time.sleep(1000)",
        "errs": 'print("move z9z9\\nbestmove z9z9", flush=True)'}


@pytest.mark.parametrize("does, how, words", [("dies", "error", "out of memory"),
                                              ("hangs", "time", "did not answer within 0.5 s"),
                                              ("errs", "illegal", "z9z9")])
@pytest.mark.parametrize("kind", ["program", "ugi", pytest.param("uci", marks=pytest.mark.slow)])
def test_a_program_that_fails_costs_its_game(tmp_path, kind, does, how, words):
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM.format(does=DOES[does]))
    found = play(game="chess" if kind == "uci" else "tictactoe", first="random",
                 second=f"{kind}:{sys.executable} {file}", start=None, opening=[],
                 clock="0.5/move" if does == "hangs" else "none", seed=1)
    close()
    assert found["how"] == how and found["payoff"] == 1 and words in found["reason"]
    assert len(found["moves"]) == 1


@pytest.mark.long
def test_a_function_that_hangs_stays_behind_neither_as_a_process_nor_as_a_thread(tmp_path):
    (tmp_path / "bot.py").write_text(
        "import os, pathlib\n"
        "def hangs(position):\n"
        f"    pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\n"
        "    while True:\n"
        "        pass\n")
    before = set(threading.enumerate())
    found = play(game="tictactoe", first="random", second=f"{tmp_path / 'bot.py'}:hangs",
                 start=None, opening=[], clock="3/move", seed=1)
    assert found["how"] == "time" and found["payoff"] == 1
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert left <= {"watches rules"}
    close()


@pytest.mark.parametrize("name", ["first_move", "first_text", "WithGame"])
def test_players_that_behave_play_there_as_they_do_here(name):
    from zermelo.play import Match

    text = f"{MISBEHAVING}:{name}"
    there = play(game="tictactoe", first=text, second="greedy", start=None, opening=["b2"],
                 clock="60+1", seed=5)
    here = Match("tictactoe", text, "greedy", seed=5, control="60+1",
                 start=load("tictactoe").position().play("b2"))
    here.play()
    assert there["moves"] == [entry.move for entry in here.entries]
    close()


def test_what_players_of_all_kinds_thought_is_kept(tmp_path):
    (tmp_path / "bot.py").write_text(
        "from zermelo import estimate\n"
        "class Bot:\n"
        "    opinion = None\n"
        "    def choose(self, position, clock):\n"
        "        self.opinion = estimate(0.5)\n"
        "        return position.moves[0]\n")
    other = f"ugi:{sys.executable} -m zermelo ugi tictactoe,depth=9"
    found = play(game="tictactoe", first=other, second=f"{tmp_path / 'bot.py'}:Bot", start=None,
                 opening=["b2", "a2"], clock="none", seed=5)
    close()
    assert found["payoff"] == 1 and all("win" in said for said in found["evaluations"][2::2])
    assert set(found["evaluations"][3::2]) == {-0.5}  # in the first player's view


def test_a_hosted_player_that_hung_plays_on_in_a_new_process():
    game = load("tictactoe")
    player = HostedPlayer("tictactoe", f"{MISBEHAVING}:first_text")
    player.begin(1)
    before = player._worker
    player.close()
    player.begin(2)
    assert player.choose(game.position(), Clock(TimeControl(per_move=30))) == "a1"
    assert player._worker is not before
    player.close()


def test_a_run_with_failing_players_is_finished():
    plan = Plan(load("tictactoe"), ("random", f"{MISBEHAVING}:raises", f"{MISBEHAVING}:first_move"),
                games=2, opening=0)
    found, figures = arena(plan, workers=1)
    assert found.complete and len(found.games) == 6
    failed = {p["name"].rpartition(":")[2]: p["failures"] for p in figures["players"]}
    assert failed == {"random": 0, "raises": 4, "first_move": 0}


def test_games_that_end_their_worker_are_told_and_not_counted():
    class Broken(Here):
        def wait(self, seconds):
            unit = self.waiting.pop()
            if unit.arguments["first"] == "random":
                return Done(unit, error="its process was ended by signal 11, 3 times")
            return Done(unit, play(**unit.arguments))

    found, _ = arena(Plan(load("tictactoe"), ("random", "greedy"), games=4), crew=Broken())
    assert not found.complete and len(found.games) == 2 == len(found.failures)
    assert "the game of random against greedy from opening 1 could not be played: its process" in \
        found.failures[0]


# --- verdicts ---


def test_repeated_games_have_no_intervals():
    plan = Plan(load(SMALL), ("engine:nodes=50", "engine:nodes=80"), games=8, opening=0)
    found, figures = arena(plan, crew=Here())
    assert (figures["games"], figures["distinct"]) == (8, 2)
    assert all(p["error"] is None for p in figures["players"])
    assert all(figures["meetings"][0][name] is None for name in ("error", "los", "nelo_error"))
    assert "only 2 of 8 games are distinct" in figures["warnings"][0]
    assert "only 1 different opening, used" in found.warnings[-1]


def test_a_sequential_test_stops_when_it_has_decided_whoever_finishes_first():
    test = Sprt(0, 150)
    plan = Plan(load(SMALL), ("greedy", "random"), games=100, sprt=test)
    figures = []
    for at_once in (1, 7):
        with Store.create(None, plan.about()) as store:
            found = run(plan, store, crew=Here(at_once))
            assert found.complete
            verdict = verdict_of(found.games, store.players(), sprt=(*plan.players, test),
                                 resamples=10)
            figures.append(verdict_json(verdict))
            assert verdict.games + verdict.beyond == len(found.games) < 100
    assert figures[0]["sprt"] == figures[1]["sprt"] and figures[0]["sprt"]["verdict"] == "H1"
    assert figures[0]["games"] == figures[1]["games"] == 2 * figures[0]["sprt"]["pairs"]
    assert any("overstates" in words for words in figures[0]["warnings"])
    assert (figures[0]["beyond"], figures[1]["beyond"] >= 0) == (0, True)


def test_figures_of_a_verdict_add_up(alone):
    figures = alone[1]
    assert sum(p["points"] for p in figures["players"]) == figures["games"] == 12
    assert all(p["wins"] + p["draws"] + p["losses"] == p["games"] for p in figures["players"])
    assert sum(sum(m["pairs"]) for m in figures["meetings"]) == 6
    assert sum(figures["endings"].values()) == 12


# --- fairness ---


def test_as_many_games_as_fit():
    assert room_for(("random", "engine:depth=2")) == cores()
    assert room_for(("random", f"engine:threads={cores()}")) == 1
    assert room_for(("random", f"uci:stockfish,Threads={cores()}")) == 1
    assert "starve each other" in load_warnings(cores() + 1)[0]
    assert f"1 game with {cores() + 1} threads each" in load_warnings(1, cores() + 1)[0]


def test_a_busy_machine_is_told(monkeypatch):
    monkeypatch.setattr(os, "getloadavg", lambda: (7.5, 0, 0))
    assert "the machine is busy (load 7.5" in load_warnings(1)[0]
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0, 0))
    assert load_warnings(1) == []
