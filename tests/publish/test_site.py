"""`zermelo publish`: what is written, and what is refused."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from zermelo import Game, load
from zermelo.cli.app import run_words
from zermelo.publish.names import names_for, walked
from zermelo.publish.published import in_common, published
from zermelo.publish.reasons import reasons_for


def test_the_folder(site):
    names = {file.name for file in site.folder.iterdir()}
    assert names == {"index.html", "page.js", "page.css", "icon.svg", "games.js"}
    assert sum(file.stat().st_size for file in site.folder.iterdir()) < 700_000
    index = (site.folder / "index.html").read_text("utf-8")
    assert "<title>Games &amp; more</title>" in index
    for name in names - {"index.html"}:
        assert f'"{name}"' in index
    for name in ("page.js", "page.css", "index.html"):  # no address of anybody else
        text = (site.folder / name).read_text("utf-8")
        for found in re.findall(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}", text):
            assert found == "http://www.w3.org", (name, found)
    assert list(site.data) == list(site.games)
    assert all(game["names"]["exact"] for game in site.data.values())
    assert site.data["connect4:width=5,height=4"]["title"] == "Connect Four, width 5, height 4"


def test_the_sample_is_in_the_names_of_the_page(site):
    for name, game in site.games.items():
        here = game.position().play_all(site.data[name]["sample"])
        assert here.result is None
    assert site.data["Ataxx"]["sample"] == site.games["Ataxx"].sample


def test_the_levels_are_those_of_play():
    from zermelo.play.levels import LEVELS

    told = in_common()["levels"]
    assert [(t["slips"], t["lots"], t["depth"], t["nodes"]) for t in told] == [
        (r.slips, r.lots, r.limit.depth, r.limit.nodes) for r in LEVELS.values()]
    assert [t["time"] for t in told[7:]] == [2, 5, 1.0]


def test_names_of_a_game_whose_names_depend_on_everything():
    """Chess: by places, promotions told apart by what stands there then."""
    game = load("chess")
    names = names_for(game, walked(game, 1, seconds=0.5))
    assert not names.exact
    assert list(names.of(game, game.initial()))[:2] == ["b1-a3", "b1-c3"]
    promoting = game.parse("1n5k/P7/8/8/8/8/8/7K w - - 0 1")
    found = names.of(game, promoting)
    assert {"a7-a8=queen", "a7-a8=knight", "a7-b8=queen", "h1-g1"} <= set(found)
    assert sorted(found.values()) == sorted(game.legal_moves(promoting))


@pytest.mark.parametrize(("body", "texts"), [
    ('return "one"', ["one"]),
    ('return f"{self.k} for {self.players[s & 1]}"', ["7 for first", "7 for second"]),
    ('who = "a" if s else "b"\n        return f"{who} or {\'c\' if s > 1 else who}"',
     ["a or c", "a or a", "a or b", "b or c", "b or a", "b or b"]),
    ('return f"{s} left"', [""]),  # a number of the position's
    ('why = "a"\n        if s:\n            why = "b"\n        return why', [""]),
    ('return "-".join("ab")', [""]),
])
def test_reasons_are_texts_and_a_choice_between_them(tmp_path, body, texts):
    """Also where a choice can never be made: that is for the rules to decide."""
    (tmp_path / "own.py").write_text(f"""
from zermelo import Game
class Own(Game):
    k = 7
    def initial(self): return 3
    def to_move(self, s): return s & 1
    def moves(self, s): yield 1
    def play(self, s, m): return s - 1
    def outcome(self, s): return None if s else 1
    def reason(self, s):
        {body}
""", "utf-8")
    game = load(f"{tmp_path}/own.py:Own")
    found = reasons_for(game)
    assert found.texts == texts
    if texts != [""]:
        assert {found.texts[found.number(game, s)] == game.reason(s) for s in range(4)} == {True}


BOARDLESS = """
from zermelo import Game
class Take(Game):
    def initial(self): return (7, 0)
    def to_move(self, s): return s[1]
    def moves(self, s):
        for n in range(1, min(s[0], 3) + 1):
            yield n
    def play(self, s, m): return (s[0] - m, 1 - s[1])
    def outcome(self, s): return None if s[0] else (1 if s[1] else -1)
"""
LOOKS = """
    from zermelo.drawing import Piece, heaps
    board = heaps([7])
    def pieces(self, s):
        for i in range(s[0]):
            yield self.Piece(i)
    def touches(self, s, m):
        yield s[0] - m
"""
CLEVER = BOARDLESS.replace("return (s[0] - m, 1 - s[1])",
                           "return ({1: s[0] - 1, 2: s[0] - 2, 3: s[0] - 3}[m], 1 - s[1])")


@pytest.mark.parametrize(("rules", "words"), [
    (BOARDLESS, "Take cannot be published: a page needs its `board`, `pieces` and `touches`"),
    (BOARDLESS + "    from zermelo.drawing import heaps\n    board = heaps([7])\n",
     "it does not say its `pieces`"),
    (CLEVER + LOOKS, "a dict does not compile"),
    (BOARDLESS + LOOKS + "    def scene(self, s): return None\n", "its `scene` is Python"),
])
def test_what_needs_python_is_refused_by_what_and_where(tmp_path, capsys, rules, words):
    (tmp_path / "own.py").write_text(rules, "utf-8")
    assert run_words(["publish", f"{tmp_path}/own.py:Take", "-o", str(tmp_path / "site")]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_dict_in_the_rules_is_named_with_its_line(tmp_path, capsys):
    (tmp_path / "own.py").write_text(CLEVER + LOOKS, "utf-8")
    run_words(["publish", f"{tmp_path}/own.py:Take", "-o", str(tmp_path / "site")])
    said = capsys.readouterr().err
    assert "line 9 of" in said and "a published page has no Python" in said


def test_folders_of_others_are_left_alone(tmp_path, capsys, site):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("years of work", "utf-8")
    assert run_words(["publish", "tictactoe", "-o", str(theirs)]) == 2
    assert "has files in it that are no site of Zermelo's" in capsys.readouterr().err
    assert [file.name for file in theirs.iterdir()] == ["thesis.txt"]
    assert run_words(["publish", "tictactoe", "-o", str(theirs / "thesis.txt")]) == 2
    assert "is a file" in capsys.readouterr().err
    assert run_words(["publish", "nim", "nim", "-o", str(tmp_path / "new")]) == 2
    assert "nim is given 2 times" in capsys.readouterr().err


@pytest.mark.long
def test_a_site_is_written_anew_and_an_empty_folder_is_taken(tmp_path, capsys):
    for games, title in ((["tictactoe"], "Tic-tac-toe"), (["tictactoe", "nim"], "Zermelo")):
        assert run_words(["publish", *games, "-o", str(tmp_path)]) == 0
        assert f"<title>{title}</title>" in (tmp_path / "index.html").read_text("utf-8")
    assert "tictactoe, nim: " in capsys.readouterr().out


@pytest.mark.long
def test_ctrl_c_leaves_nothing_half_written(tmp_path):
    """Interrupted while it compiles, with an empty cache, so that it takes a while."""
    asked = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "publish", "othello", "-o", str(tmp_path / "site")],
        env={**os.environ, "ZERMELO_CACHE": str(tmp_path / "cache")},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "cache").exists() and asked.poll() is None:
        time.sleep(0.02)  # the first thing it kept
    asked.send_signal(signal.SIGINT)
    said, complaint = asked.communicate(timeout=60)
    assert asked.returncode == 130 and said == "" and "Traceback" not in complaint
    assert not (tmp_path / "site").exists()


@pytest.mark.long
def test_a_game_without_an_evaluator_and_with_a_plain_number_as_state():
    from zermelo.drawing import Piece, heaps

    class Countdown(Game):
        board = heaps([5])

        def initial(self):
            return 10  # twice what is left, and who is to move

        def to_move(self, s):
            return s & 1

        def moves(self, s):
            yield 1
            if s > 3:
                yield 2

        def play(self, s, m):
            return s - 2 * m ^ 1

        def outcome(self, s):
            return None if s > 1 else -1 if s == 0 else 1

        def pieces(self, s):
            for i in range(s >> 1):
                yield Piece(i)

        def touches(self, s, m):
            yield (s >> 1) - m

    told = published(Countdown(), "Countdown")
    assert told["shape"] == 0 and told["start"] == ["10"] and told["weights"] == []
    assert told["names"] == {"joints": ["-", "x"], "key": ["move"], "exact": True,
                             "table": {"0": "0", "1": "1", "2": "2"}}
