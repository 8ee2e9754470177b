"""Engines that speak UCI or UGI as players, and engines that break it."""

import shutil
import sys
import time

import pytest

from zermelo import load
from zermelo.errors import ParameterError
from zermelo.games.chess import Chess
from zermelo.play import Match, TimeControl, player_named, uci_player
from zermelo.play.named import harmless
from zermelo.values import estimate, loss

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
OURS = f"{sys.executable} -m zermelo"

FAKE = """
import sys, time
{before}
def say(*words):
    print(*words, flush=True)
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    word = line.split()[0]
    if word in ("uci", "ugi"):
        say("A banner, as many print one")
        say("option name Threads type spin default 1 min 1 max 8")
        say("option name UCI_LimitStrength type check default false")
        say("option name UCI_Elo type spin default 1350 min 1350 max 2850")
        say("option name Skill Level type spin default 20 min 0 max 20")
        say("option name UCI_Chess960 type check default false")
        say(word + "ok")
    elif word == "isready":
        {ready}
    elif word == "position":
        asked = line
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""


@pytest.fixture
def fake(tmp_path):
    """A text for an engine that does what it is made to do; `log` is what it was sent."""
    count = 0

    def made(go="say('bestmove e7e5')", *, ready="say('readyok')", before="", kind="uci", more=""):
        nonlocal count
        count += 1
        file = tmp_path / f"engine{count}.py"
        file.write_text(FAKE.format(log=str(tmp_path / "log"), go=go, ready=ready, before=before))
        return f"{kind}:{sys.executable} {file}{more}"

    made.log = lambda: (tmp_path / "log").read_text().splitlines()
    return made


def step(text, moves="e4", control="none", game=None):
    """Ask an engine for one move of a game of chess; the match."""
    game = game or Chess()
    match = Match(game, text, text, start=game.position().play_all(moves), control=control)
    match.step()
    match.close()
    return match


def test_what_an_engine_is_told(fake):
    match = step(fake(more=",elo=1900,threads=2,nodes=500,depth=9"),
                 control=TimeControl(per_game=50, increment=1))
    assert match.entries[-1].move == "e5"
    assert [line for line in fake.log() if line != "quit"][:7] == [  # as white, which does not move
        "uci", "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1900",
        "setoption name Threads value 2", "isready", "ucinewgame", "isready"]
    [go] = [line.split() for line in fake.log() if line.startswith("go ")]
    assert go[1:] == ["wtime", "50000", "btime", go[4], "winc", "1000", "binc", "1000",
                      "depth", "9", "nodes", "500"]
    assert 45_000 < int(go[4]) <= 50_000
    assert "position startpos moves e2e4" in fake.log()


@pytest.mark.parametrize("control, more, go", [
    ("none", "", "go movetime 1000"), ("none", ",depth=4", "go depth 4"),
    ("none", ",nodes=9,time=0.5", "go nodes 9 movetime 500"),
])
def test_limits(fake, control, more, go):
    step(fake(more=more), control=control)
    assert go in fake.log()


def test_so_many_seconds_a_move(fake):
    step(fake(), control="2/move")
    [go] = [line.split() for line in fake.log() if line.startswith("go ")]
    assert go[1] == "movetime" and 1500 < int(go[2]) < 2000


def test_positions_of_other_starts(fake):
    game = Chess(0)
    step(fake(), "e4", game=game)
    assert "setoption name UCI_Chess960 value true" in fake.log()
    [line] = [line for line in fake.log() if line.startswith("position")]
    assert line == f"position fen {game.position().text.replace('_', ' ')} moves e2e4"
    castled = load("chess").position("r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1")
    match = Match("chess", "random", fake("say('bestmove e8g8')"), start=castled.play("O-O-O"))
    match.step()
    match.close()
    assert fake.log()[-3].endswith(" 0 1 moves e1c1") and match.entries[-1].move == "O-O"


@pytest.mark.parametrize("said, value", [
    ("info depth 3 score cp 31 pv e7e5", estimate(-0.31)), ("info score mate 2 nodes 3", loss(3)),
    ("info string score cp 99", None), ("info depth 1", None),
    ("info multipv 1 score cp 50 pv e7e5'); say('info multipv 2 score cp 10 pv d7d5",
     estimate(-0.5)),
])
def test_its_opinion_is_written_down(fake, said, value):
    match = step(fake(f"say('{said}'); say('bestmove e7e5 ponder g1f3')"))
    assert match.entries[-1].value == value and match.entries[0].value is None


BAD = {  # an engine, how it loses, and words of the reason
    "dies": ({"go": "sys.exit('no idea')"}, "error", "the program ended with status 1: no idea"),
    "never starts": ({"before": "raise RuntimeError('broken')"}, "error",
                     "the program ended with status 1: RuntimeError: broken"),
    "dies while it gets ready": ({"ready": "sys.exit(7)"}, "error", "ended with status 7"),
    "never ready": ({"ready": "pass"}, "error", "did not say 'readyok' within 1 s"),
    "never speaks": ({"before": "time.sleep(30)"}, "error", "did not say 'uciok' within 1 s"),
    "illegal": ({"go": "say('bestmove e2e4')"}, "illegal", "illegal move 'e2e4'"),
    "no square": ({"go": "say('bestmove z9')"}, "illegal", "'z9' is not a move of chess"),
    "none": ({"go": "say('bestmove (none)')"}, "illegal", "'(none)' is not a move"),
    "no move": ({"go": "say('bestmove')"}, "error", "the program said 'bestmove', which is"),
    "hangs": ({"go": "time.sleep(30)"}, "time", "did not answer within "),
    "garbage": ({"go": "say('hello')"}, "time", "did not answer within "),
    "chatters": ({"go": "\n        while True: say('info depth 1 score cp 3')"}, "time",
                 "did not answer within "),
    "stammers": ({"go": "\n        while True: say('best')"}, "time", "did not answer within "),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.long_for("chatters", "stammers")
def test_an_engine_that_misbehaves_loses(fake, monkeypatch, name):
    monkeypatch.setattr(uci_player, "GETTING_READY", 1.0 if "never" in name else 30.0)
    how_it_is_made, how, words = BAD[name]
    match = Match("chess", "random:seed=1", fake(**how_it_is_made),
                  control="1/move" if how == "time" else "20/move")
    ending = match.play()
    match.close()
    assert (ending.winner, ending.failed, ending.how) == (0, 1, how)
    assert words in ending.reason and ending.reason.startswith("black (uci:")
    assert len(match.record.entries) == 1  # what was played is kept


def test_what_nobody_asked_for_is_no_answer(fake):
    text = fake("say('bestmove e7e5')", ready="say('bestmove a7a6'); say('readyok')")
    assert step(text).entries[-1].move == "e5"
    text = fake("say('bestmove', 'd7d5' if 'e7e5' in asked else 'e7e5'); say('bestmove a7a6')")
    start = load("chess").position().play("e4")
    match = Match("chess", "random:seed=1", text, start=start)
    match.step()
    while match.players[1]._said.qsize() == 0:  # its second answer, to nothing
        time.sleep(0.01)
    match.step()
    match.step()
    match.close()
    assert match.record.entries[-1].move == "d5"
    text = fake("say('Hmm.'); say('info depth 1'); say(''); say('bestmove d7d5')")
    assert step(text).entries[-1].move == "d5"


def test_an_engine_that_died_is_started_again(fake, tmp_path):
    once = tmp_path / "once"
    player = player_named(fake("say('bestmove e7e5')", before=f"""
import pathlib
if not pathlib.Path({str(once)!r}).exists():
    pathlib.Path({str(once)!r}).touch()
    sys.exit(1)"""), load("chess"))
    start = load("chess").position().play("e4")
    for how in ("error", None):
        match = Match("chess", "random", player, start=start)
        ending = match.step()
        assert (ending and ending.how) == how
    player.close()
    player.close()


@pytest.mark.parametrize("more, why", [
    (",speed=3", "the engine has no option 'speed'; it has Threads, UCI_LimitStrength"),
    (",Skil Level=3", "did you mean Skill Level?"),
    (",elo=900", "the engine's option UCI_Elo cannot be '900': give a whole number from 1350"),
    (",threads=99", "the engine's option Threads cannot be '99'"),
    (",Skill Level=high", "give a whole number from 0 to 20"),
])
def test_settings_that_the_engine_does_not_have(fake, more, why):
    with pytest.raises(ParameterError, match=why):
        step(fake(more=more))


@pytest.mark.parametrize("text, why", [
    ("uci:", "does not say which program: write uci:./mybot"), ("ugi:", "write ugi:./mybot"),
    ("uci:./no-such-engine", "there is no program './no-such-engine'"),
    ("uci:true,elo=x", "elo=x in 'uci:true,elo=x': give a whole number"),
    ("uci:true,elo", "'elo' in 'uci:true,elo' is not a setting"),
    ("uci:true,depth=-1", "a depth of -1 makes no sense"), ("uci:true,time=0", "makes no sense"),
    ("uci:'true", "cannot be read as a command"), ("uci:true,nodes=1,nodes=2", "stands twice"),
])
def test_texts_that_name_no_engine(text, why):
    with pytest.raises(ValueError, match=why):
        player_named(text, load("chess"))


def test_uci_is_for_chess():
    with pytest.raises(ParameterError, match="UCI is for chess, and not for nim"):
        player_named("uci:true", load("nim"))


@pytest.mark.parametrize("text", ["uci:stockfish", "ugi:./engine", " uci:x,elo=1500"])
def test_no_record_starts_an_engine(text):
    with pytest.raises(ParameterError, match="would have to be run"):
        harmless(text)


# --- real ones ---

def test_our_own_engine_over_ugi():
    spec = "tictactoe:width=3,height=3"  # a comma in the command
    text = f"ugi:{OURS} ugi '{spec}',nodes=2000"
    match = Match(spec, text, "random:seed=1")
    assert match.play().how == "rules"
    assert match.ending.winner != 1
    assert all(entry.value is not None for entry in match.entries[::2])
    match.close()


@pytest.mark.slow
@pytest.mark.skipif(STOCKFISH is None, reason="needs Stockfish: apt install stockfish")
def test_two_engines_play_a_game():
    match = Match("chess", f"uci:{STOCKFISH},elo=1500,nodes=2000,hash=1", f"uci:{OURS} uci,depth=1")
    ending = match.play()
    match.close()
    assert ending.how == "rules" and len(match.entries) > 10
    assert all(entry.value is not None for entry in match.entries)


@pytest.mark.skipif(STOCKFISH is None, reason="needs Stockfish: apt install stockfish")
def test_chess_960_against_stockfish():
    text = f"uci:{STOCKFISH},nodes=500,hash=1"
    match = Match("chess:start=0", text, text)
    assert match.play().how == "rules"
    match.close()
