"""A game in a real terminal: keys sent with tmux, and the screen read."""

import os
import re
import shutil
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A terminal of its own, with a program in it."""

    def __init__(self, folder, *arguments, **environment):
        self.socket = f"zermelo-{os.getpid()}-{time.monotonic_ns()}"
        settings = [f"{key}={value}" for key, value in environment.items()]
        command = ["env", *settings, sys.executable, "-m", "zermelo", *arguments]
        for _ in range(3):  # a busy machine may not get a server started the first time
            self.tmux("-f", "/dev/null", "start-server", ";", "set-option", "-g",
                      "remain-on-exit", "on", ";", "new-session", "-d", "-x", "100", "-y", "45",
                      "-c", str(folder), "--", *command)
            if not self.trouble:
                break

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-L", self.socket, *arguments], capture_output=True,
                              text=True, timeout=20)
        self.trouble = done.stderr
        return done.stdout

    def screen(self, colours=False):
        return self.tmux("capture-pane", "-p", "-S", "-200", *(["-e"] if colours else []))

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def wait(self, pattern, seconds=60):
        """The screen, once it shows this at its end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.screen().rstrip()
            if re.search(pattern, text):
                return text
            time.sleep(0.1)
        raise AssertionError(f"{pattern!r} never came:\n{self.screen()}\n{self.trouble}")

    def leave(self, *keys, seconds=60):
        """Press these until it ends: a key pressed before the question is asked may be lost.

        tmux writes "Pane is dead" only once it has seen the exit status, which it may miss.
        """
        end = time.monotonic() + seconds
        while self.tmux("display-message", "-p", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < end, self.screen()
            self.keys(*keys)
            time.sleep(0.5)

    def close(self):
        self.tmux("kill-server")


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def open_one(*arguments, **environment):
        paths = os.pathsep.join(p for p in sys.path if p)
        opened.append(Terminal(tmp_path, *arguments, PYTHONPATH=paths, **environment))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_a_whole_game(terminal, tmp_path):
    game = terminal("play", "tictactoe", "--against", "minimax:depth=2")
    game.wait(r"\nx>$")
    game.keys("hel", "Tab", "Enter")  # completed to `help`
    assert "take your last move back" in game.wait(r"Ctrl-C .*\nx>$")
    game.keys("b2", "Enter")
    board = game.wait(r"2\. o plays .*\n.*\n.*\n.*\n.*\nx>$")
    assert "2 . x ." in board.rpartition("o plays")[2]
    game.keys("undo", "Enter")
    game.wait(r"1 \. \. \.\n2 \. \. \.\n3 \. \. \.\nx>$")
    game.keys("a", "Tab", "Tab")  # three moves begin like this, and are listed
    assert re.search(r"a1 +a2 +a3", game.wait(r"a1 .*a3"))
    game.keys("1", "Enter")
    game.wait(r"2\. o plays .*\n.*\n.*\n.*\n.*\nx>$")
    game.keys("C-c")
    game.wait(r"Leave the game\? .*:$")
    game.keys("n", "Enter")
    game.wait(r"\nx>$")
    game.keys("save kept.txt", "Enter")
    game.wait(r"saved as kept.txt\nx>$")
    assert "\x1b[" in game.screen(colours=True)
    played = 2
    while "Enter to leave" not in game.screen():  # the first legal move, until it is over
        game.keys("moves", "Enter")
        legal = game.wait(r"x> moves\n([a-c][1-3] ?)+\nx>$").splitlines()[-2].split()
        game.keys(legal[0], "Enter")
        played += 1
        game.wait(rf"{played}\. x plays {legal[0]}(.|\n)*(\nx>$|Enter to leave)")
        played += 1
        time.sleep(0.3)
    assert re.search(r"[xo] wins: 3 in a row|a draw: the board is full", game.screen())
    game.leave("Enter")
    assert (tmp_path / "kept.txt").is_file()


def test_the_engine_thinks_aloud_and_ctrl_c_makes_it_move(terminal):
    game = terminal("play", "connect4", "--against", "engine:time=30", "--second", NO_COLOR="1")
    game.wait(r"thinking: x: .* depth \d+")
    game.keys("C-c")
    asked = game.wait(r"Leave the game\? .*:$")
    assert "1. x plays" in asked and "thinking" not in asked
    assert "\x1b[3" not in game.screen(colours=True)
    game.leave("y", "Enter")


def test_ctrl_d_asks_too(terminal):
    game = terminal("play", "tictactoe", "--against", "human")
    game.wait(r"\nx>$")
    game.keys("C-d")
    game.wait(r"Leave the game\? .*:$")
    game.keys("n", "Enter")
    game.wait(r"\nx>$")
    game.keys("C-d")
    game.wait(r"Leave the game\? .*:$")
    game.leave("C-d")
