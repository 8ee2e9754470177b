"""A game in a real terminal: keys typed into a pseudo-terminal, and its screen read."""

import contextlib
import os
import re
import sys
import time

import pexpect
import pyte
import pytest

KEYS = {"Enter": "\r", "Tab": "\t", "C-c": "\x03", "C-d": "\x04"}


class Terminal:
    """A program in a terminal of its own, 100 columns wide."""

    def __init__(self, folder, *arguments, **environment):
        self.picture = pyte.HistoryScreen(100, 45, history=200)
        self.stream = pyte.Stream(self.picture)
        self.written = ""
        self.program = pexpect.spawn(
            sys.executable, ["-m", "zermelo", *arguments], cwd=str(folder), encoding="utf-8",
            dimensions=(45, 100), env={**os.environ, "TERM": "xterm-256color", **environment})

    def look(self, seconds=0.1):
        """Draw what the program has written since; False once it has ended."""
        try:
            text = self.program.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += text
        self.stream.feed(text)
        return True

    def screen(self):
        above = ["".join(line[x].data for x in range(100)) for line in self.picture.history.top]
        return "\n".join(line.rstrip() for line in [*above, *self.picture.display]).rstrip()

    def keys(self, *keys):
        for key in keys:
            self.program.send(KEYS.get(key, key))

    def wait(self, pattern, seconds=60):
        """The screen, once it shows this at its end."""
        end = time.monotonic() + seconds
        running = True
        while running and time.monotonic() < end:
            running = self.look()
            if re.search(pattern, self.screen()):
                return self.screen()
        raise AssertionError(f"{pattern!r} never came:\n{self.screen()}")

    def leave(self, *keys, seconds=60):
        """Press these until it ends: a key pressed before the question is asked may be lost."""
        end = time.monotonic() + seconds
        again = 0.0
        while self.look():
            assert time.monotonic() < end, self.screen()
            if time.monotonic() > again:
                with contextlib.suppress(OSError):  # it has just ended
                    self.keys(*keys)
                again = time.monotonic() + 1

    def close(self):
        self.program.close(force=True)


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
    assert "\x1b[" in game.written
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
    assert "\x1b[3" not in game.written
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
