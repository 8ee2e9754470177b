"""Games of chess as PGN on the command line: written by `match` and `save`, read by `--load`."""

import io
import json

import pytest
from bad_input import assert_refused

from zermelo.games.chess_pgn import read_pgn

FOOLS = """
def choose(position):
    return ("f3", "e5", "g4", "Qh4")[len(position.history)]
"""


def test_games_of_chess_as_pgn(zermelo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(FOOLS)
    ran = zermelo("match", "bots.py:choose", "bots.py:choose", "--game", "chess", "--games", "2",
                  "--opening", "0", "--clock", "60+1", "-o", "games.pgn", "--json")
    assert ran.status == 0 and json.loads(ran.out)["output"] == "games.pgn"
    moves = [game["moves"] for game in json.loads(ran.out)["results"]]
    assert moves == [["f3", "e5", "g4", "Qh4#"]] * 2
    assert [[move.san for move in game.moves]
            for game in read_pgn((tmp_path / "games.pgn").read_text())] == moves
    ran = zermelo("play", "--load", "games.pgn", "--against", "random")
    assert_refused(ran, "games.pgn has 2 games: say which, as games.pgn:1")
    monkeypatch.setattr("sys.stdin", io.StringIO("save again.pgn\n"))
    ran = zermelo("play", "--load", "games.pgn:2", "--against", "random", "--json")
    assert ran.status == 0 and json.loads(ran.out)["moves"] == moves[1]
    [saved] = read_pgn((tmp_path / "again.pgn").read_text())
    assert [move.san for move in saved.moves] == moves[1]


@pytest.mark.parametrize("output, game, why", [
    ("games.txt", "chess", "cannot write games to 'games.txt': give a name that ends with .pgn"),
    ("games.pgn", "nim", "PGN is for chess, and not for nim: keep its games with --save DIR"),
    ("no/games.pgn", "chess", "cannot write 'no/games.pgn': No such file or directory"),
])
def test_files_that_cannot_be_pgn(zermelo, tmp_path, monkeypatch, output, game, why):
    monkeypatch.chdir(tmp_path)
    assert_refused(zermelo("match", "random", "random", "--game", game, "-o", output), why)
