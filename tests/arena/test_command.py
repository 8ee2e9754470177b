"""`zermelo arena` on the command line: playing, going on, showing, exporting, and mistakes."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise, permutations

import pytest
from bad_input import GAMES, assert_refused
from test_every_command import CLOCKS, PLAYERS

from zermelo.arena.store import Store
from zermelo.arena.verdict import verdict_of
from zermelo.cli import main
from zermelo.cli.arena_run import live_view
from zermelo.cli.arena_tables import cross_table, standings
from zermelo.play.record import Record

FIELD = ["tictactoe", "random", "greedy", "level:1"]


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def zermelo(capsys, monkeypatch):
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))

    def run(*words):
        return Ran(main(list(words)), *capsys.readouterr())
    return run


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """An arena of twelve games."""
    found = tmp_path_factory.mktemp("arena") / "a.arena"
    assert main(["arena", *FIELD, "--games", "4", "-o", str(found), "-j", "1"]) == 0
    return str(found)


def test_json_ends_with_what_was_promised(zermelo, file):
    ran = zermelo("arena", "run", *FIELD, "--games", "4", "-o", file, "--json")
    found = json.loads(ran.out)
    assert (ran.status, ran.err) == (0, "")
    assert list(found)[-4:] == ["players", "games", "distinct", "sprt"]
    assert found["games"] == found["distinct"] == 12 and found["sprt"] is None
    assert found["complete"] and found["wanted"] == 12
    for player in found["players"]:
        assert {"name", "rating", "error", "games", "points"} <= set(player)
        assert player["games"] == 8 and player["error"] > 0
    ratings = [player["rating"] for player in found["players"]]
    assert all(a >= b for a, b in pairwise(ratings)) and abs(sum(ratings)) < 0.1


def test_more_games_and_players_come_later_and_nothing_is_played_twice(zermelo, tmp_path):
    later = str(tmp_path / "later")
    few = json.loads(zermelo("arena", *FIELD[:3], "--games", "2", "-o", later, "-j", "1",
                             "--json").out)
    assert few["games"] == 2
    with Store.read(later) as store:
        before = store.games()
    more = json.loads(zermelo("arena", *FIELD, "--games", "4", "-o", later, "-j", "1",
                              "--json").out)
    assert more["games"] == 12
    with Store.read(later) as store:
        assert all(game in store.games() for game in before)  # to the very second they ended


def test_players_have_names_if_they_are_given_some(zermelo, tmp_path):
    """A name stands for its player everywhere, and for no other one later."""
    words = ["arena", "tictactoe", "old=random", "the new one=random:seed=2", "--games", "4", "-o",
             str(tmp_path / "n"), "-j", "1"]
    found = json.loads(zermelo(*words, "--anchor", "old=100", "--json").out)
    assert {p["name"]: p["games"] for p in found["players"]} == {"old": 4, "the new one": 4}
    assert found["texts"] == {"old": "random", "the new one": "random:seed=2"}
    assert "the new one is random:seed=2" in zermelo("arena", "show", str(tmp_path / "n")).out
    assert_refused(zermelo(*words[:2], "old=greedy", *words[3:]),
                   "and not 'greedy': give it another name")
    assert_refused(zermelo(*words[:2], "a=random", "a=greedy"), "'a' stands there twice")
    assert_refused(zermelo(*words[:2], "a=randm", "greedy"), "did you mean random?")


def test_show_has_the_cross_table(zermelo, file):
    shown = zermelo("arena", "show", file, "--anchor", "random=1000")
    assert shown.status == 0 and "12 distinct" in shown.out
    assert "random" in shown.out and "+1000.0    ± 0.0" in shown.out
    assert shown.out.count("/4") == 6
    assert json.loads(zermelo("arena", "show", file, "--json").out)["games"] == 12


LONG = [f"engine:nodes={nodes},evaluator=standard,without=null-move+scout" for nodes in
        range(100, 109)]


@pytest.fixture(scope="module")
def crowd():
    """Nine players with long names, and an arena that they might have played; one failed."""
    from zermelo.arena.store import StoredGame

    games = [StoredGame(number, first, second, number, None, 0, "01", ("a1", f"b{number}"),
                        (12.5, 0.001), (None, None), 1, "rules" if number else "error", "", 0.0)
             for number, (first, second) in enumerate(permutations(LONG, 2))]
    return verdict_of(games, LONG, resamples=10)


def test_many_fallen_flags_are_warned_of():
    """One in fifty happens; more tell of the clock, or of a busy machine."""
    from zermelo.arena.store import StoredGame

    def said(flags):
        games = [StoredGame(number, *LONG[:2], number, None, 0, "01", ("a1", f"b{number}"),
                            (12.5, 0.001), (None, None), number % 3 - 1,
                            "time" if number < flags else "rules", "", 0.0)
                 for number in range(100)]
        return [words for words in verdict_of(games, LONG[:2], resamples=1).warnings
                if "on time" in words]

    assert said(2) == []
    assert said(3) == ["3 of 100 games ended on time: that tells more of the clock, or of a busy "
                       "machine, than of strength; give more time, or fewer games at once"]


def test_tables_fit_in_a_narrow_terminal(crowd):
    for width in (60, 80, 100):
        lines = [*standings(crowd, width), *cross_table(crowd, width)]
        assert max(map(len, lines)) <= width, width
    narrow = "\n".join(standings(crowd, 60))
    assert "rating" in narrow and "s/move" not in narrow
    assert "failed" in narrow and narrow.count("…") == 9
    crossed = list(cross_table(crowd, 45))
    assert max(map(len, crossed)) <= 45
    assert sum(line.split()[:1] == ["player"] for line in crossed) > 1  # in parts
    assert "\n".join(crossed).count("1/2") == 72  # and yet all of it
    whole = "\n".join([*standings(crowd, None), *cross_table(crowd, None)])
    assert all(whole.count(name) == 2 for name in LONG) and "s/move" in whole


def test_two_players_are_told_by_their_elo(zermelo):
    ran = zermelo("arena", "connect4:width=4,height=4", "greedy", "random", "--games", "8", "-j",
                  "1")
    assert "greedy against random:" in ran.out and "likelihood of superiority" in ran.out


def test_a_sequential_test_is_shown_and_warns(zermelo, tmp_path):
    words = ["arena", "connect4:width=5,height=4", "greedy", "random", "--games", "200",
             "--sprt", "0,200", "-o", str(tmp_path / "s"), "-j", "1"]
    ran = zermelo(*words)
    assert ran.status == 0 and "H1 is accepted: 200 nElo rather than 0" in ran.out
    assert "overstates" in ran.out
    found = json.loads(zermelo(*words, "--json").out)["sprt"]  # nothing more is played
    assert found["verdict"] == "H1" and found["llr"] >= found["upper"]
    shown = json.loads(zermelo("arena", "show", str(tmp_path / "s"), "--json").out)
    assert shown["sprt"] == found


def test_repeated_games_are_warned_of(zermelo):
    ran = zermelo("arena", "tictactoe", "alphabeta:depth=2", "alphabeta:depth=1", "--games", "6",
                  "--opening", "0", "-j", "1", "--json")
    found = json.loads(ran.out)
    assert found["games"] == 6 and found["distinct"] == 2
    assert all(player["error"] is None for player in found["players"])
    assert "only 2 of 6 games are distinct" in found["warnings"][0]


def test_a_failing_player_is_counted_and_the_status_is_1(zermelo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text("def f(position):\n    return 'zz'\n")
    ran = zermelo("arena", "tictactoe", "random", "bad.py:f", "--games", "2", "--opening", "0",
                  "--json")
    assert ran.status == 1
    assert {p["name"]: p["failures"] for p in json.loads(ran.out)["players"]} == \
        {"random": 0, "bad.py:f": 2}


def test_exports(zermelo, file, tmp_path):
    assert "12 games" in zermelo("arena", "export", file, "-o", str(tmp_path / "games")).out
    records = [Record.load(path) for path in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 12 and all(record.ending for record in records)
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pip install zermelo[learn]")
    assert zermelo("arena", "export", file, "-o", str(tmp_path / "g.parquet")).status == 0
    table = parquet.read_table(tmp_path / "g.parquet")
    assert table.num_rows == 12
    assert table.schema.metadata[b"zermelo.game"] == b"tictactoe"
    moves = sorted(tuple(row) for row in table.column("moves").to_pylist())
    assert moves == sorted(tuple(entry.move for entry in r.entries) for r in records)


@pytest.mark.slow
def test_chess_is_exported_as_pgn(zermelo, tmp_path):
    from zermelo.games.chess_pgn import read_pgn

    chess = str(tmp_path / "chess")
    (tmp_path / "mates").write_text("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n")
    zermelo("arena", "chess", "engine:depth=1", "minimax:depth=1", "--games", "2", "-o", chess,
            "-j", "1", "--openings", str(tmp_path / "mates"))
    assert zermelo("arena", "export", chess, "-o", str(tmp_path / "g.pgn")).status == 0
    games = list(read_pgn((tmp_path / "g.pgn").read_text()))
    with Store.read(chess) as store:
        stored = store.games()
    assert [len(game.moves) for game in games] == [len(game.moves) for game in stored]
    assert [game.tags["White"] for game in games] == [game.first for game in stored]
    for game, kept in zip(games, stored, strict=True):  # what was thought, and how long
        for number, move in enumerate(game.moves):
            assert (move.evaluation is None) == (kept.evaluations[number] is None)
            assert move.seconds == pytest.approx(kept.seconds[number], abs=0.001)
    assert any(move.evaluation is not None for game in games for move in game.moves)


# `match` meets all of these (tests/cli/test_every_command.py); here a sample will do
@pytest.mark.parametrize("spec, words", GAMES[::4], ids=[spec for spec, _ in GAMES[::4]])
def test_games_that_cannot_be_had(zermelo, files, spec, words):
    assert_refused(zermelo("arena", "run", spec, "random", "greedy"), words)


@pytest.mark.parametrize("text, words", PLAYERS[::3])
def test_players_that_cannot_be_had(zermelo, files, text, words):
    assert_refused(zermelo("arena", "tictactoe", "random", text), words)


@pytest.mark.parametrize("typed, words", [
    *CLOCKS, ("--games=3", "3 games cannot be played in pairs"), ("--games=0", "0 games"),
    ("--games=x", "is not a whole number"), ("--opening=-1", "an opening of -1 plies"),
    ("--form=swiss", "there is no form 'swiss'"), ("--sprt=5", "'5' is not two bounds"),
    ("--sprt=5,0", "H0 below H1"), ("--sprt=0,5", "between two players: 3 are given"),
    ("--alpha=2 --sprt=0,5", "alpha is the chance"), ("--anchor=xyz", "none of the players"),
    ("--anchor=random=x", "'x' is not a number"), ("--anchor=random=inf", "is at no rating"),
    ("--jobs=0", "0 games at once"),
    ("--openings=nowhere", "cannot read the openings 'nowhere'"), ("-o .", "cannot be used"),
    ("-o right.py", "is no arena"), ("--xyzzy", "there is no option --xyzzy"),
    ("--alpha=0.01", "--alpha and --beta are a sequential test's"), ("--out=", "no name of a file"),
    ("--anchor=random=", "the anchor 'random=' is at no rating"),
    ("--games=1", "1 game cannot be played in pairs"), ("engine:nodes=-5", "nodes of -5"),
    ("onnx:", "does not say which network"), ("ugi:true", "'ugi:true' cannot play: the program"),
    ("random", "stands there twice"), ("--on=moon", "'moon' is no place to play"),
])
def test_mistakes(zermelo, files, typed, words):
    assert_refused(zermelo("arena", *FIELD, *typed.split()), words)


@pytest.mark.parametrize("words, complaint", [
    (["show", "nowhere"], "there is no arena 'nowhere'"), (["show", "right.py"], "is no arena"),
    (["show", "."], "'.' is a folder, and no arena"), (["show"], "missing argument"),
    (["export", "nowhere", "-o", "x"], "there is no arena"),
])
def test_files_that_are_no_arena(zermelo, files, words, complaint):
    assert_refused(zermelo("arena", *words), complaint)


def test_exports_that_cannot_be(zermelo, file, files):
    for out, words in (("x.doc", "no form that games can be written in"),
                       ("x.pgn", "PGN is for chess"), ("no/where.parquet", "cannot write")):
        assert_refused(zermelo("arena", "export", file, "-o", out), words)
    assert_refused(zermelo("arena", "export", file, "-o", "x.html", "--game", "nim"),
                   "is of tictactoe, and not of nim")


def test_an_arena_of_another_kind_is_not_continued(zermelo, file):
    assert_refused(zermelo("arena", *FIELD, "--seed", "9", "-o", file),
                   "was played with seed 0, and not 9")


def test_help_has_examples_and_json(zermelo):
    for words in (["run"], ["show"], ["sprt"], ["elo"]):
        ran = zermelo("arena", *words, "--help")
        assert ran.status == 0 and "\n    zermelo arena" in ran.out and "--json" in ran.out


def test_the_live_table_says_how_long_still(file):
    from rich.console import Console

    from zermelo.arena.running import ArenaProgress

    with Store.read(file) as store:
        view = live_view(ArenaProgress(store.games(), 12, 40, 6, 3.0), store, None)
    shown = io.StringIO()
    Console(file=shown, width=60).print(view)  # wider than the table, which is narrow
    assert "12 of 40 games, 120 a minute, 14 s to go" in shown.getvalue()
    assert "level:1" in shown.getvalue()


@pytest.mark.long
def test_ctrl_c_ends_it_with_what_there_is_and_nobody_stays_behind(tmp_path):
    out = tmp_path / "a"
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "arena", "connect4", "random", "greedy", "--games",
         "100000", "-o", str(out), "-j", "2", "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.1)
        if out.exists():
            try:
                with Store.read(out) as store:
                    if len(store.games()) > 3:
                        break
            except Exception:  # it is just being made
                continue
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    found = json.loads(said)
    assert process.returncode == 130 and found["games"] > 3 and not found["complete"]
