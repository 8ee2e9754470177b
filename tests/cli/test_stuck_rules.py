"""Whatever rules wait for, a command ends, and names the place."""

import os
import subprocess
import sys

import pytest

OWN = """
import time
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
failures._PATIENCE = 0.3
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("start", "picture", "where"), [
    ("time.sleep(600)", "'x'", "line 14 of own.py, in initial"),
    ("deaf()", "'x'", "line 8 of own.py, in deaf"),
    ("0", "time.sleep(600)", "line 24 of own.py, in show"),  # when all is done
])
def test_a_command_ends_and_names_the_place(tmp_path, start, picture, where):
    (tmp_path / "own.py").write_text(OWN.format(start, picture))
    ran = subprocess.run([sys.executable, "-c", PROGRAM, "solve", "own.py:Own", "--time", "1"],
                         cwd=tmp_path, capture_output=True, text=True, timeout=120,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert ran.returncode == 2 and not ran.stdout
    assert ran.stderr == (f"zermelo: the rules of 'own.py:Own' do not come back: they were stopped "
                          f"in {where}\n")
