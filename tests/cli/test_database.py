"""`zermelo database`, as people type it."""

import json

import pytest

from zermelo import load
from zermelo.solve.positions import reachable


@pytest.fixture
def made(zermelo, tmp_path):
    """A small database, and what was said of it."""
    folder = tmp_path / "base"
    ran = zermelo("database", "make", "tictactoe", "-o", str(folder), "--json")
    assert ran.status == 0, ran.err
    return folder, json.loads(ran.out)


def test_made_and_asked(zermelo, made):
    folder, said = made
    assert said["positions"] == 5478 == said["wins"] + said["draws"] + said["losses"]
    assert json.loads(zermelo("database", "info", str(folder), "--json").out) == said
    assert set(said) >= {"game", "positions", "wins", "draws", "losses", "longest_win", "bytes",
                         "seconds"}
    again = zermelo("database", "make", "tictactoe", "-o", str(folder), "--json")
    assert json.loads(again.out)["positions"] == 5478
    assert "all 5,478 positions are right" in zermelo("database", "verify", str(folder)).out


def test_show_has_the_fields_of_solve(zermelo, made):
    where = "xo./.x./..o:x"
    shown = json.loads(zermelo("database", "show", str(made[0]), where, "--json").out)
    solved = json.loads(zermelo("solve", "tictactoe", where, "--all", "--json").out)
    assert set(solved) <= set(shown) | {"deal"}
    assert shown["value"] == solved["value"]
    assert {m["move"]: m["value"] for m in shown["moves"]} == {
        m["move"]: m["value"] for m in solved["moves"]}


def test_stats(zermelo, made):
    found = json.loads(zermelo("database", "stats", str(made[0]), "--json").out)
    assert [t["positions"] for t in found["tiers"]] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390,
                                                       78]
    assert found["finished"] == 958 and found["most_moves"] == 9
    assert found["game_tree"]["games"]["count"] == 255_168  # the games of tic-tac-toe
    assert "255,168 games (counted)" in zermelo("database", "stats", str(made[0])).out
    assert len(found["longest"]["line"]) == found["longest"]["distance"] == found["longest_win"]


@pytest.mark.long
def test_export(zermelo, made, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "it.parquet"
    assert zermelo("database", "export", str(made[0]), "-o", str(file)).status == 0
    rows = parquet.read_table(file).to_pylist()
    assert len(rows) == 5478
    row = next(r for r in rows if r["state"] == "xo./.x./..o:x")
    assert (row["value"], row["distance"], row["best_moves"]) == ("win", 3, ["a2", "a3"])


def test_from_a_position_or_a_file(zermelo, tmp_path):
    file = tmp_path / "starts"
    file.write_text("xox/.o./..x:o\n\n")
    for number, how in enumerate((["--from", "xox/.o./..x:o"], ["--start", str(file)])):
        folder = str(tmp_path / str(number))
        ran = zermelo("database", "make", "tictactoe", *how, "-o", folder, "--json")
        game = load("tictactoe")
        all_of_it = list(reachable(game, [game.parse("xox/.o./..x:o")], game.key))
        assert json.loads(ran.out)["positions"] == len(all_of_it)
        ran = zermelo("database", "show", folder, ".../.../...:x")
        assert ran.status == 2 and "does not have .../.../...:x" in ran.err


@pytest.mark.long
def test_a_book_in_the_data_folder_is_found_by_all(zermelo, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    game = "connect4:width=4,height=4,k=3"
    made = json.loads(zermelo("book", "make", game, "--plies", "3", "--json").out)
    assert made["plies"] == 3 and made["folder"].startswith(str(tmp_path / "databases"))
    assert "3 from the start" in zermelo("database", "info", made["folder"]).out
    assert "positions are right" in zermelo("database", "verify", made["folder"]).out
    for command in ("analyze", "solve"):
        found = json.loads(zermelo(command, game, "12", "--database", "auto", "--json").out)
        assert found["nodes"] == 0
    for player in ("engine", "perfect", "level:9,", "level:10,"):
        words = f"{player}{':' if player.isalpha() else ''}database=auto"
        assert zermelo("match", words, "random", "--game", game, "--games", "2",
                       "--opening", "0").status == 0
    judged = zermelo("judge", game, "random", "--positions", "5", "--database", "auto", "--json")
    assert judged.status == 0
    ran = zermelo("database", "make", game, "--from", "12")
    assert ran.status == 2 and "say where to keep" in ran.err


@pytest.mark.parametrize("words, sentence", [
    (["info", "nowhere"], "has no database.json"),
    (["make", "tictactoe", "-o", "d", "--memory", "1"], "1 MB of memory are too few"),
    (["make", "tictactoe", "-o", "d", "--memory", "lots"], "is not a number"),
    (["make", "tictactoe", "-o", "d", "--material", "KRK"], "no endings by their pieces"),
    (["make", "tictactoe", "-o", "d", "--from", "x"], "is not a position"),
    (["make", "tictactoe", "-o", "d", "--start", "none"], "cannot be used"),
])
def test_mistakes(zermelo, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    ran = zermelo("database", *words)
    assert ran.status == 2 and sentence in ran.err and ran.err.count("\n") == 1
