"""Data about games of one's own: it names the file, and never makes it run by itself."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from zermelo import load
from zermelo.errors import RecordError
from zermelo.games import from_data
from zermelo.own_files import same_game
from zermelo.play import Match, Record

TAKE = '''
from neighbour import MOST
from zermelo import Game

with open("ran.txt", "a") as file:
    file.write("x")

class Take(Game):
    """Take up to three."""
    name = "take"
    def __init__(self, size=14):
        self.size = size
    def initial(self):
        return (self.size, 0)
    def to_move(self, s):
        return s[1]
    def moves(self, s):
        for m in range(1, min(MOST, s[0]) + 1):
            yield m
    def play(self, s, m):
        return (s[0] - m, 1 - s[1])
    def outcome(self, s):
        return None if s[0] else (1 if s[1] else -1)
'''


@pytest.fixture
def own(files):
    (files / "neighbour.py").write_text("MOST = 3\n")
    (files / "take.py").write_text(TAKE)
    return files


def times_run():
    return len(Path("ran.txt").read_text()) if Path("ran.txt").exists() else 0


def test_a_suite_keeps_the_file_and_is_run_and_checked_with_it(zermelo, own, tmp_path_factory,
                                                               monkeypatch):
    made = zermelo("suite", "make", "take.py:Take:size=15", "--positions", "4", "--out", "it.jsonl")
    assert made.status == 0, made
    games = {json.loads(line)["game"] for line in Path("it.jsonl").read_text().splitlines()[1:]}
    assert games == {"take.py:Take:size=15"}
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    for named in (f"{own}/take.py:Take:size=15",):
        for command in (["run", str(own / "it.jsonl"), "random"], ["check", str(own / "it.jsonl")]):
            ran = zermelo("suite", *command, "--game", named)
            assert ran.status == 0, ran
    ran = zermelo("suite", "run", str(own / "it.jsonl"), "random", "--game",
                  f"{own}/take.py:Take:size=9")
    assert (ran.status, ran.out) == (2, "") and "has no problems of" in ran.err


@pytest.mark.parametrize("command", [["run", "it.jsonl", "random"], ["check", "it.jsonl"]])
def test_a_suite_makes_no_file_run(zermelo, own, command):
    zermelo("suite", "make", "take.py:Take", "--positions", "2", "--out", "it.jsonl")
    (own / "take.py").write_text("raise SystemExit('this must not be run')")
    (own / "ran.txt").unlink()
    ran = zermelo("suite", *command)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ("the game 'take.py:Take' is in a Python file, which no data can make run: "
            "name it yourself, too, as take.py:Take") in ran.err
    assert times_run() == 0


def test_a_record_keeps_the_file_and_is_resumed_with_it(zermelo, own):
    match = Match(load("take.py:Take"), "random", "random")
    match.play()
    match.record.save("game.txt", match.game)
    assert "\ngame: take.py:Take\n" in Path("game.txt").read_text()
    with pytest.raises(RecordError, match="no data can make run"):
        Record.load("game.txt")
    assert Record.load("game.txt", load("take.py:Take")).ending == match.ending
    shutil.move("take.py", "moved.py")
    ran = zermelo("play", "moved.py:Take", "--load", "game.txt")
    assert ran.status == 2 and "is a game of take.py:Take, and not of moved.py:Take" in ran.err


@pytest.mark.long
def test_a_data_set_keeps_the_file_and_goes_on_with_it(zermelo, own):
    pytest.importorskip("pyarrow", reason="needs pip install 'zermelo[learn]'")
    line = ["--examples", "12", "--out", "data", "--nodes", "1000"]
    ran = zermelo("examples", "take.py:Take", *line)
    assert ran.status == 0, ran
    said = json.loads(Path("data/dataset.json").read_text())
    assert "take.py:Take" in json.dumps(said)
    assert "`zermelo examples take.py:Take --examples 12" in Path("data/README.md").read_text()
    assert zermelo("examples", "./take.py:Take", *line).status == 0
    ran = zermelo("examples", "take.py:Take:size=13", *line)
    assert ran.status == 2 and "another data set (game=take.py:Take" in ran.err


def test_a_file_is_run_once_and_anew_when_it_was_changed(own):
    first = type(load("take.py:Take"))
    assert type(load("./take.py:Take:size=3")) is first and times_run() == 1
    (own / "take.py").write_text(TAKE.replace("size=14", "size=144"))
    assert load("take.py:Take").size == 144 and times_run() == 2


def test_neighbours_of_two_folders_do_not_mix(tmp_path):
    for folder, most in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "neighbour.py").write_text(f"MOST = {most}\n")
        (tmp_path / folder / "take.py").write_text(TAKE.replace(
            'with open("ran.txt", "a") as file:\n    file.write("x")', ""))
    games = [load(f"{tmp_path / folder}/take.py:Take") for folder in ("one", "two", "one")]
    assert [len(game.legal_moves(game.initial())) for game in games] == [1, 2, 1]
    assert games[0] == games[2] != games[1]
    assert str(tmp_path / "one") not in sys.path[:1]


def test_which_texts_mean_a_game(own):
    game = load("take.py:Take:size=15")
    assert (game.spec, game.source) == ("take:size=15", "take.py:Take:size=15")
    for text in ("take:size=15", "take.py:Take:size=15", "other/place/take.py:Take:size=15"):
        assert same_game(text, game) and from_data(text, game) is game
    for text in ("take", "take.py:Take", "took.py:Take:size=15", "take.py:Other:size=15", "nim"):
        assert not same_game(text, game)
    assert from_data("nim", game) == load("nim")
