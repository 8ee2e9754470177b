"""`zermelo sweep` as it is typed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from zermelo.analysis import parameter_sweep


@pytest.mark.long
def test_a_table(zermelo):
    ran = zermelo("sweep", "tictactoe", "--width", "2..3", "--height", "2", "--k=2,3", "--games",
                  "50")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["width", "height", "k", "value", "for", "x", "move", "nodes",
                                "time", "branching", "length", "games", "positions"]
    assert len(lines) == 5
    assert lines[2].endswith("tictactoe cannot have k=3: give 1 to 2, so that it fits")
    assert lines[2].split()[:3] == ["2", "2", "3"]
    assert "draw" in lines[4] and lines[4].endswith("720        265")


@pytest.mark.long
def test_json_and_a_picture(zermelo, tmp_path):
    file = tmp_path / "it.svg"
    ran = zermelo("sweep", "rps:deck_size=3", "--hand-size", "1", "--first", "0,1", "--seed", "4",
                  "--games", "30", "--json", "--svg", str(file))
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert (found["seed"], found["random_games"], found["combinations"]) == (4, 30, 2)
    one, two = found["rows"]
    assert one["parameters"] == {"hand_size": 1, "first": 0}
    assert one["game"] == "rps:deck_size=3,hand_size=1" and one["proven"]
    assert one["chances"] == {"win": 0.0, "draw": 0.5, "loss": 0.5}
    assert two["chances"] == {"win": 0.5, "draw": 0.5, "loss": 0.0}
    assert one["complexity"]["random_games"] == 30
    assert file.read_text().startswith("<svg ") and "hand_size=1, first=1" in file.read_text()


def test_games_of_ones_own_and_parameters_called_like_options(zermelo, files):
    (files / "timed.py").write_text((files / "right.py").read_text().replace("stones", "time"))
    ran = zermelo("sweep", "right.py:Take", "--stones", "3..5", "--fast", "no,yes", "--json")
    assert ran.status == 0, ran
    rows = json.loads(ran.out)["rows"]
    assert [row["parameters"] for row in rows] == [
        {"stones": s, "fast": f} for s in (3, 4, 5) for f in (False, True)]
    assert [row["value"]["kind"] for row in rows[::2]] == ["loss", "win", "win"]
    ran = zermelo("sweep", "timed.py:Take", "--set", "time=3..5", "--json")
    assert [row["value"]["kind"] for row in json.loads(ran.out)["rows"]] == ["loss", "win", "win"]
    ran = zermelo("sweep", "right.py:Take", "--stones", "0..1")
    assert ran.status == 0 and "Take refused it: there must be a stone" in ran.out


def test_the_game_comes_first(zermelo):
    ran = zermelo("sweep", "--width", "3..4", "tictactoe")
    assert (ran.status, ran.out) == (2, "") and "name the game first" in ran.err


def test_ctrl_c_prints_what_there_is(zermelo, monkeypatch, tmp_path):
    plain = parameter_sweep.complexity_of

    def interrupted(game, **more):
        if game.heaps == "3":
            raise KeyboardInterrupt
        return plain(game, **more)

    monkeypatch.setattr(parameter_sweep, "complexity_of", interrupted)
    line = ["sweep", "nim", "--heaps", "1,2,3,4", "--games", "9"]
    ran = zermelo(*line, "--svg", str(tmp_path / "it.svg"))
    assert ran.status == 130 and ran.err == ""
    assert ran.out.endswith("interrupted: 2 of 4 combinations\n")
    assert "heaps=2" in (tmp_path / "it.svg").read_text()
    found = json.loads(zermelo(*line, "--json").out)
    assert found["interrupted"] and len(found["rows"]) == 2


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_ctrl_c_ends_long_work(files):
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "sweep", "prints.py:Take", "--stones", "3,1000000",
         "--time", "600", "--json"], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr.readline() == "noise\n"  # printed when the file is run
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["interrupted"] and len(found["rows"]) < 2
