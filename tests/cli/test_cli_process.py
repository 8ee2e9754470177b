"""The program as a process: entry points, streams, colours, signals."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")  # no terminals to pretend to be on Windows

CLEAN = {k: v for k, v in os.environ.items()
         if k not in ("NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "TERM")}


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments], capture_output=True, text=True,
        timeout=60, env={**CLEAN, **environment},
    )


def test_python_m_zermelo():
    done = run("show", "tictactoe", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["position"] == ".../.../...:x"


def test_an_error_goes_to_stderr_with_status_2():
    done = run("show", "conect4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "zermelo: unknown game 'conect4' (did you mean connect4?); `zermelo games` lists them all\n"
    )


def test_help_is_quick_to_import():
    code = (
        "import sys; from zermelo.cli import main; main(['--help']);"
        "sys.exit(', '.join(m for m in ('llvmlite', 'numpy', 'rich.console', 'pydantic') "
        "if m in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=CLEAN)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [["games"], ["show", "nim"], ["check", "nim", "--games", "5"]])
@pytest.mark.few(1)
def test_no_colour_and_no_progress_in_a_pipe(command):
    done = run(*command, TERM="xterm-256color")
    assert done.returncode == 0 and done.stderr == ""
    assert "\x1b" not in done.stdout


def on_a_terminal(*arguments, **environment):
    """What the program writes to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
        env={**CLEAN, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        written += more
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return written.decode()


def test_colour_on_a_terminal_unless_told_not_to():
    assert "\x1b[1m" in on_a_terminal("show", "nim")
    assert "\x1b" not in on_a_terminal("show", "nim", NO_COLOR="1")


@pytest.mark.long
def test_a_terminal_sees_progress():
    assert "random games" in on_a_terminal("check", "othello", "--time", "1").partition("of 1,")[0]


def test_a_narrow_terminal_loses_nothing():
    done = run("games", COLUMNS="20")
    assert "also connectfour, connect-four\n" in done.stdout


def test_an_ascii_terminal_gets_question_marks_instead_of_a_traceback():
    done = run("games", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "`width` ? `height`" in done.stdout


@pytest.mark.long
def test_ctrl_c_gives_the_report_so_far(files):
    spec = "prints.py:Take:stones=100"
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "check", spec, "--games", "1000000", "--time", "60"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=CLEAN,
    )
    assert process.stderr.readline() == "noise\n"  # printed when the file is run
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert "Take:stones=100: nothing wrong found in" in out and "interrupted" in out


def test_a_closed_pipe_is_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "games", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=CLEAN,
    )
    process.stdout.close()
    with process.stderr as stream:
        assert stream.read() == ""
    assert process.wait(timeout=30) == 1
