"""What can happen to an arena's file: nothing is lost, nothing counts twice, and one sentence says
what happened."""

import os
import resource
import subprocess
import sys

import pytest

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.store import Store

WORDS = ["arena", "tictactoe", "random", "random:seed=2", "--games", "60", "--opening", "2", "-j",
         "1", "--seed", "4"]


def zermelo(*words, bytes_=None):
    """The command, with files of so many bytes at most: as on a disk that is full."""
    def limited():
        if bytes_ is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))

    return subprocess.run([sys.executable, "-m", "zermelo", *words], text=True, timeout=300,
                          capture_output=True, preexec_fn=limited,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def games(file):
    with Store.read(file) as store:
        return [(g.first, g.second, g.pair, g.moves, g.payoff) for g in store.games()]


@pytest.mark.long
def test_a_disk_that_fills_up_keeps_every_game(tmp_path):
    file, other = tmp_path / "full.arena", tmp_path / "whole.arena"
    done = zermelo(*WORDS, "-o", str(file), bytes_=150_000)
    said = [line for line in done.stderr.splitlines() if "busy" not in line]
    assert done.returncode == 2 and not done.stdout
    assert len(said) == 1 and "the games in it are kept" in said[0]
    kept = games(file)
    assert 0 < len(kept) < 60
    assert zermelo(*WORDS, "-o", str(file)).returncode == 0
    assert zermelo(*WORDS, "-o", str(other)).returncode == 0
    assert len(games(file)) == 60 and games(file) == games(other)
    assert set(kept) <= set(games(file))


def test_two_arenas_on_one_file_are_one(tmp_path):
    file = tmp_path / "a.arena"
    plan = Plan(load("tictactoe"), ("random", "random:seed=2"), games=60, opening=2, seed=4)
    with Store.create(file, plan.about()):
        done = zermelo(*WORDS, "-o", str(file))
    said = [line for line in done.stderr.splitlines() if "busy" not in line]
    assert done.returncode == 2 and len(said) == 1
    assert "another arena is being played in" in said[0] and "use another file" in said[0]
    assert games(file) == []
