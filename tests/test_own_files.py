"""Files of people's own that fail when they are run: one sentence, whatever they raise."""

import subprocess
import sys

import pytest

from zermelo import load
from zermelo.errors import GameError
from zermelo.evaluation import evaluator_for
from zermelo.play import Match
from zermelo.play.callables import CallablePlayer
from zermelo.play.named import player_named

RAISES = {
    "BaseException('stop')": "BaseException: stop",
    "GeneratorExit": "GeneratorExit",
    "type('Mine', (BaseException,), {})('x')": "Mine: x",
    "__import__('asyncio').CancelledError()": "CancelledError",
    "RecursionError('deep')": "RecursionError: deep",
    "ValueError": "ValueError",
    "SystemExit(3)": r"calls sys.exit\(3\) when it is run",
    "SystemExit": r"calls sys.exit\(None\) when it is run",
}


@pytest.mark.parametrize("what", RAISES)
def test_a_file_that_raises_when_it_is_run(tmp_path, what):
    file = tmp_path / "own.py"
    file.write_text(f"x = 1\nraise {what}\n")
    for ask in (lambda: load(f"{file}:Game"), lambda: player_named(f"{file}:f", load("nim")),
                lambda: evaluator_for(load("nim"), f"{file}:f")):
        with pytest.raises(GameError, match=RAISES[what]) as told:
            ask()
        assert "SystemExit" in what or "at line 2" in str(told.value)


def test_ctrl_c_while_a_file_is_run_is_no_mistake(tmp_path):
    (tmp_path / "own.py").write_text("raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load(f"{tmp_path}/own.py:Game")


@pytest.mark.parametrize("line", [
    ["show", "own.py:Game"], ["play", "nim", "--against", "own.py:f"],
    ["analyze", "nim", "--evaluator", "own.py:f"], ["serve", "own.py:Game", "--port", "0"],
    ["suite", "run", "default", "own.py:f", "--game", "tictactoe"]])
@pytest.mark.long_for("line3")
def test_no_traceback_on_the_command_line(tmp_path, line):
    (tmp_path / "own.py").write_text("raise BaseException('stop')\n")
    ran = subprocess.run([sys.executable, "-m", "zermelo", *line], cwd=tmp_path, timeout=60,
                         capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, ""), ran
    assert ran.stderr.count("\n") == 1
    assert "running own.py failed at line 1: BaseException: stop" in ran.stderr


def test_a_player_that_raises_whatever_it_likes_has_lost():
    def choose(position):
        raise BaseException("stop")

    ending = Match("nim", CallablePlayer(choose), "random").play()
    assert (ending.how, ending.winner) == ("error", 1)
    assert "raised BaseException: stop" in ending.reason


@pytest.mark.parametrize("text", ["\0.py:Game", "x" * 300 + ".py:Game", "/no/such/x.py:Game"])
def test_files_that_cannot_be(text):
    with pytest.raises(GameError, match="there is no file"):
        load(text)
