"""Whatever rules wait for, a command ends, and names the place."""

import os
import signal
import subprocess
import sys

import pytest

OWN = """
import itertools, re, time
from zermelo import Game

def deaf():
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass

class Own(Game):
    def initial(self):
        return {}
    def to_move(self, s):
        return s % 2
    def moves(self, s):
        yield 1
    def play(self, s, m):
        return s + m
    def outcome(self, s):
        return None if s < 5 else 1
    def show(self, s):
        return {}
"""
PROGRAM = """
import sys
from zermelo.cli import failures, main
from zermelo.kernel import guarding
failures._PATIENCE = 0.3
guarding.PATIENCE = 2.0
sys.exit(main())
"""


def solve(folder, start, picture):
    (folder / "own.py").write_text(OWN.format(start, picture))
    return subprocess.run([sys.executable, "-c", PROGRAM, "solve", "own.py:Own", "--time", "1"],
                          cwd=folder, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


@pytest.mark.parametrize(("start", "picture", "where"), [
    ("time.sleep(600)", "'x'", "line 14 of own.py, in initial"),
    ("deaf()", "'x'", "line 8 of own.py, in deaf"),
    ("0", "time.sleep(600)", "line 24 of own.py, in show"),  # when all is done
])
def test_a_command_ends_and_names_the_place(tmp_path, start, picture, where):
    ran = solve(tmp_path, start, picture)
    assert ran.returncode == 2 and not ran.stdout
    assert ran.stderr == (f"zermelo: the rules of 'own.py:Own' do not come back: they were stopped "
                          f"in {where}\n")


@pytest.mark.long
@pytest.mark.parametrize(("start", "picture", "where"), [
    ("sum(itertools.count())", "'x'", "line 14 of own.py, in initial"),
    ("0", "sum(itertools.count())", "line 24 of own.py, in show"),
    ("re.fullmatch('(a|a)+', 'a' * 60 + 'b') or 0", "'x'", "line 14 of own.py, in initial"),
])
@pytest.mark.few(1)
def test_rules_that_let_nothing_else_run_are_told_of_by_another_process(
        tmp_path, start, picture, where):
    """A function of a library that holds Python's lock and never returns."""
    ran = solve(tmp_path, start, picture)
    assert ran.returncode == -signal.SIGKILL and not ran.stdout
    assert ran.stderr == (f"zermelo: 'own.py:Own': the rules do not come back: {where}, they "
                          f"called a function of a library that lets nothing else run; this "
                          f"process was killed\n")


@pytest.mark.long
def test_rules_that_only_take_their_time_are_left_alone(tmp_path):
    patient = PROGRAM.replace("= 0.3", "= 60")
    (tmp_path / "own.py").write_text(OWN.format("sum(i % 2 for i in range(15_000_000)) * 0", "'x'"))
    ran = subprocess.run([sys.executable, "-c", patient, "show", "own.py:Own"], cwd=tmp_path,
                         capture_output=True, text=True, timeout=120,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert ran.returncode == 0 and not ran.stderr
