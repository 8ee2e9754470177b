"""Programs as players: the protocol, and programs that break it."""

import socket
import sys
from pathlib import Path

import pytest

from small_games import Chain
from zermelo import load
from zermelo.play import Match, TimeControl
from zermelo.play.program import ProgramPlayer

GOOD = """
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "legal":
        legal = rest.split()
    elif word == "go":
        print("info thinking hard", flush=True)
        print("move", legal[-1], flush=True)
    elif word == "quit":
        break
"""

ECHO = """
import sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    if line.startswith("legal "):
        legal = line.split()[1:]
    if line.strip() == "go":
        print("move", legal[0], flush=True)
"""

BAD = {  # a program, how it loses, and words of the reason
    "dies": ("import sys; sys.stdin.readline(); sys.exit('no idea')", "error",
             "the program ended with status 1: no idea"),
    "never starts": ("raise RuntimeError('broken')", "error",
                     "the program ended with status 1: RuntimeError: broken"),
    "garbage": ("print('hello', flush=True); import time; time.sleep(9)", "error",
                "the program said 'hello', which is neither 'move …' nor 'info …'"),
    "illegal": ("print('move z9', flush=True); import time; time.sleep(9)", "illegal",
                "illegal move 'z9'"),
    "no move": ("print('move', flush=True); import time; time.sleep(9)", "error",
                "the program said 'move'"),
    "hangs": ("import time; time.sleep(30)", "time", "did not answer within 1"),
    "deaf": ("import time, os; os.close(0); time.sleep(30)", "time", "did not answer within 1"),
    "chatters": ("while True: print('info', flush=True)", "time", "did not answer within 1"),
}


def program(tmp_path, text, *arguments):
    file = tmp_path / "bot.py"
    file.write_text(text)
    return f"program:{sys.executable} {file} {' '.join(arguments)}".strip()


def test_a_program_plays_a_whole_game(tmp_path):
    bot = program(tmp_path, GOOD)
    match = Match("connect4", bot, "random:seed=1")
    assert match.play().how == "rules"
    assert match.record.players[0] == bot
    process = match.players[0]._process
    match.close()
    assert process.poll() == 0  # it was told to quit, and did


def test_what_a_program_is_told(tmp_path):
    log = tmp_path / "log"
    match = Match("tictactoe", "random", program(tmp_path, ECHO, str(log)),
                  start=load("tictactoe").position().play("b2"),
                  control=TimeControl(per_game=50, increment=1), seed=5)
    match.step()
    match.step()
    match.step()
    match.close()
    lines = log.read_text().splitlines()
    assert lines[0].startswith("newgame tictactoe ") and int(lines[0].split()[2]) >= 0
    assert lines[1:6] == ["start .../.../...:x", "moves b2", "position .../.x./...:o", "player 1",
                          "legal a1 b1 c1 a2 c2 a3 b3 c3"]
    word, seconds = lines[6].split()
    assert word == "clock" and 45 < float(seconds) <= 50
    assert lines[7] == "go"
    assert lines[8].startswith("start") and lines[9].split()[:3] == ["moves", "b2", "a1"]
    assert lines[-1] == "quit"


@pytest.mark.parametrize("name", BAD)
@pytest.mark.long_for("chatters")
def test_a_program_that_misbehaves_loses(tmp_path, name):
    text, how, words = BAD[name]
    match = Match("tictactoe", "random", program(tmp_path, text),
                  control="1/move" if how == "time" else "20/move")
    ending = match.play()
    match.close()
    assert (ending.winner, ending.failed, ending.how) == (0, 1, how)
    assert words in ending.reason and ending.reason.startswith("o (program:")
    assert len(match.record.entries) == 1  # what was played is kept


def test_a_program_that_died_is_started_again_for_the_next_game(tmp_path):
    once = tmp_path / "once"
    bot = program(tmp_path, f"""
import pathlib, sys
if not pathlib.Path({str(once)!r}).exists():
    pathlib.Path({str(once)!r}).touch()
    sys.exit(1)
{GOOD}""")
    player = ProgramPlayer(bot.removeprefix("program:"))
    game = load("tictactoe")
    assert Match(game, player, "random").play().how == "error"
    assert Match(game, player, "random").play().how == "rules"
    player.close()
    player.close()  # as often as one likes


def test_the_programs_a_program_starts_are_ended_with_it(tmp_path):
    """One that a line is open to: nobody needs to wait to see that it is gone."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        waits = (f"import socket, time; line = socket.create_connection({server.getsockname()!r}); "
                 f"print('ready', flush=True); time.sleep(200)")
        bot = program(tmp_path, f"""
import subprocess, sys, time
started = subprocess.Popen([sys.executable, "-c", {waits!r}], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
started.stdout.readline()
print("move z9", flush=True)
time.sleep(100)""")
        match = Match("tictactoe", bot, "random", control="60/move")
        assert match.play().how == "illegal"
        match.close()
        server.settimeout(60)
        line, _ = server.accept()
    with line:
        line.settimeout(60)
        assert line.recv(1) == b""


def test_a_program_that_answers_without_listening_is_not_written_to_for_ever(tmp_path):
    bot = program(tmp_path, "while True: print('move 0', flush=True)")
    game = Chain(5000)
    ending = Match(game, bot, bot).play()
    assert ending.how == "error" and "does not read what it is sent" in ending.reason


def test_the_bot_in_the_documentation_plays(tmp_path):
    page = Path(__file__).parents[2] / "docs" / "players.md"
    blocks = page.read_text(encoding="utf-8").split("```python\n")[1:]
    bot = next(b.partition("```")[0] for b in blocks if "sys.stdin" in b)
    match = Match("kalah", program(tmp_path, bot), "random")
    assert match.play().how == "rules"
    match.close()
