"""`zermelo uci` and `zermelo-uci` as processes: streams, the end of the input, signals."""

import os
import signal
import subprocess
import sys

import pytest

from zermelo.cli import main

UCI = [sys.executable, "-m", "zermelo", "uci"]
SCRIPT = [sys.executable, "-c", "from zermelo.uci.program import main; raise SystemExit(main())"]
NOISY = """
from zermelo.games.nim import Nim

class Noisy(Nim):
    def initial(self):
        print("noise")
        return super().initial()
"""


def talk(command, text, **more):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, **more)


def begun(command, text, until):
    """The process, once it has said that."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    process.stdin.write(text)
    process.stdin.flush()
    assert any(line.startswith(until) for line in process.stdout)
    return process


@pytest.mark.parametrize("command", [UCI, SCRIPT])
def test_a_whole_conversation(command):
    process = begun(command, "uci\nisready\n", "readyok")
    process.stdin.write("position startpos moves e2e4\n\ngo depth 1\n")
    process.stdin.flush()
    assert next(line for line in process.stdout if not line.startswith("info ")).startswith("best")
    assert process.communicate("quit\n", timeout=60) == ("", "") and process.returncode == 0


def test_the_end_of_the_input_ends_it_after_its_answer():
    process = begun(SCRIPT, "isready\n", "readyok")
    out, err = process.communicate("position startpos moves e2e4\ngo depth 40", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1].startswith("bestmove ")
    assert talk(SCRIPT, "").returncode == 0


def test_it_answers_before_it_imports_much():
    code = ("import io, sys; sys.stdin = io.StringIO('uci\\nquit\\n')\n"
            "from zermelo.uci.program import main; main()\n"
            "sys.exit(', '.join(m for m in ('llvmlite', 'numpy', 'rich', 'typer', "
            "'zermelo.search.engine', 'zermelo.games.chess') if m in sys.modules) or 0)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and "uciok" in done.stdout


def test_bytes_that_are_no_text():
    done = subprocess.run(SCRIPT, input=b"\xff\xfe\x00\nisready\xff\nuci\n", capture_output=True,
                          timeout=60)
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.count(b"info string there is no command") == 2
    assert done.stdout.endswith(b"uciok\n")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_it(busy):
    process = begun(UCI, "uci\n" + "go infinite\n" * busy, "info depth 1" if busy else "uciok")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err == ""


def test_rules_that_print_do_not_disturb(tmp_path):
    (tmp_path / "noisy.py").write_text(NOISY)
    done = talk([sys.executable, "-m", "zermelo", "ugi", "noisy.py:Noisy"],
                "ugi\nposition startpos\nquery gameover\n", cwd=tmp_path)
    assert done.returncode == 0 and "noise" not in done.stdout and "noise" in done.stderr
    assert done.stdout.endswith("response false\n")


@pytest.mark.parametrize("words, why", [
    (["ugi"], "missing argument"), (["ugi", "conect4"], "did you mean connect4?"),
    (["ugi", "connect4", "more"], "more"), (["uci", "chess"], "chess"),
    (["ugi", "nothere.py:Game"], "there is no file 'nothere.py'"),
])
def test_a_wrong_command_line(capsys, words, why):
    status = main(words)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert why in err and err.count("\n") == 1


def test_the_script_takes_no_arguments():
    done = talk([*SCRIPT, "--fast"], "")
    assert done.returncode == 2 and "takes no arguments" in done.stderr
