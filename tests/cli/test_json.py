"""The JSON that other programs rely on, field by field; completion; and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

ANALYSIS = ["game", "position", "to_move", "move", "value", "depth", "nodes", "seconds",
            "nps", "native", "threads", "pv", "moves"]


def has_fields(found, wanted):
    assert [name for name in wanted if name not in found] == []


@pytest.mark.long
def test_noise_is_played_out_unless_it_is_to_be_plain(zermelo):
    """After the queen took a pawn she may be taken."""
    guarded = "4k3/2p5/3p4/8/8/8/3Q4/4K3_w_-_-_0_1"
    asked = ["analyze", "chess", guarded, "--evaluator", "material", "--depth", "1", "--all",
             "--json"]
    found, plain = (json.loads(zermelo(*asked, *more).out) for more in ([], ["--plain"]))
    assert (found["value"]["score"], plain["value"]["score"]) == (7, 8)
    assert found["moves"][-1]["move"] == plain["move"] == "Qxd6"


@pytest.mark.parametrize("command", [["analyze", "--depth", "2", "--all"], ["solve", "--all"],
                                     ["analyze", "--nodes", "500"], ["solve"]])
def test_an_analysis(zermelo, command):
    ran = zermelo(command[0], "tictactoe", "xx./oo./...:x", *command[1:], "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    has_fields(found, ANALYSIS)
    assert (found["game"], found["position"], found["to_move"]) == ("tictactoe",
                                                                    "xx./oo./...:x", 0)
    assert found["move"] == "c1" and found["pv"] == ["c1"]
    assert found["value"] == {"kind": "win", "distance": 1, "score": 1, "proven": True,
                              "bound": "exact", "view": 0}
    assert "exact" not in found and found["nodes"] > 0 and found["threads"] == 1
    assert isinstance(found["native"], bool)
    assert len(found["moves"]) == (5 if "--all" in command else 1)
    for move in found["moves"]:
        assert list(move) == ["move", "value"]
        assert list(move["value"]) == ["kind", "distance", "score", "proven", "bound", "view"]
        assert move["value"]["proven"] == (move["value"]["kind"] != "estimate")


def test_values_are_in_the_view_of_the_player_to_move(zermelo):
    found = json.loads(zermelo("solve", "tictactoe", "oo./xx./x..:o", "--json").out)
    assert found["to_move"] == 1
    assert found["value"] == {"kind": "win", "distance": 1, "score": 1, "proven": True,
                              "bound": "exact", "view": 1}


def test_an_estimate_has_no_distance(zermelo):
    found = json.loads(zermelo("analyze", "tictactoe", "--depth", "1", "--json").out)
    assert found["value"] == {"kind": "estimate", "distance": None, "score": 4.0, "proven": False,
                              "bound": "exact", "view": 0}
    assert found["depth"] == 1


def test_a_finished_game(zermelo):
    found = json.loads(zermelo("analyze", "tictactoe", "xxx/oo./...:o", "--depth", "3",
                               "--json").out)
    assert (found["move"], found["pv"], found["moves"]) == (None, [], [])
    assert found["value"]["kind"] == "loss"


def test_what_is_not_proven_says_so(zermelo):
    ran = zermelo("solve", "connect4", "--nodes", "1000", "--json")
    assert ran.status == 1
    found = json.loads(ran.out)
    assert found["value"]["proven"] is False and "proven" not in found
    assert ran.err == "zermelo: not proven within the limit\n"


def test_explain(zermelo):
    passed = "4k3/7p/8/3P4/8/8/7P/4K3 w - - 0 1"
    found = json.loads(zermelo("explain", "chess", passed, "--evaluator", "handmade", "--json").out)
    has_fields(found, ["game", "position", "view", "evaluator", "total", "prospects", "features"])
    assert (found["game"], found["position"]) == ("chess", passed.replace(" ", "_"))
    assert found["view"] == 0
    by_name = {row["name"]: row for row in found["features"]}
    assert by_name["passed"] == {"name": "passed", "group": "pawn structure", "value": 1,
                                 "weight": 0.25, "score": 0.25, "first": ["d5"], "second": []}
    assert sum(row["score"] for row in found["features"]) == pytest.approx(found["total"])


def test_explain_for_people(zermelo):
    ran = zermelo("explain", "chess", "4k3/8/8/3P4/8/8/8/4K3_w_-_-", "--evaluator", "material")
    assert (ran.status, ran.err) == (0, "")
    assert "\nopinion   white is better by 1.00; for white: pawns (1.00)\n" in ran.out
    assert "\npawns       +1       1  +1.00  d5 – none\n" in ran.out
    assert "in white's view" in zermelo("explain", "chess", "7k/5Q2/6K1/8/8/8/8/8_b_-_-").out


def test_explain_draws_squares(zermelo, tmp_path):
    file = tmp_path / "board.svg"
    ran = zermelo("explain", "chess", "1k6/6p1/5p1p/5P1P/8/8/8/5K2_w_-_-", "--feature", "isolated",
                  "-o", str(file), "--json")
    assert (ran.status, ran.err) == (0, "")
    row, = json.loads(ran.out)["features"]
    assert (row["first"], row["second"]) == (["f5", "h5"], [])
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count('zb-mark zb-ink" data-of="blue') == 2
    assert 'zb-mark zb-ink" data-of="orange' not in drawn
    assert "isolated, white – black: f5 h5 – none" in drawn
    assert zermelo("explain", "checkers", "--feature", "men", "-o", str(file)).status == 0
    drawn = file.read_text(encoding="utf-8")
    for colour in ("blue", "orange"):
        assert drawn.count(f'zb-mark zb-ink" data-of="{colour}') == 12


@pytest.mark.parametrize("words, complaint", [
    (["chess", "--feature", "isolated", "-o", "x.png"], "give a name that ends with .svg"),
    (["chess", "--feature", "isolated", "-o", "/no/where/x.svg"], "cannot write '/no/where/x.svg'"),
    (["chess", "--feature", "isolatd"], "did you mean isolated?"),
])
def test_explain_cannot_draw(zermelo, words, complaint):
    ran = zermelo("explain", *words)
    assert ran.status == 2 and complaint in ran.err and ran.err.count("\n") == 1


def test_perft(zermelo):
    found = json.loads(zermelo("perft", "tictactoe", "--depth", "3", "--json").out)
    assert found == {"game": "tictactoe", "position": ".../.../...:x", "depth": 3, "leaves": 504}
    assert zermelo("perft", "tictactoe", "--depth", "0").out == "1\n"


def test_a_game_that_runs_interpreted_is_told_in_a_sentence(zermelo, files):
    (files / "lists.py").write_text("""
from zermelo import Game

class Lists(Game):
    def initial(self):
        return ("a", "b")
    def to_move(self, s):
        return len(s) % 2
    def moves(self, s):
        yield from s
    def play(self, s, m):
        return tuple(x for x in s if x != m)
    def outcome(self, s):
        return None if s else 1
""")
    ran = zermelo("analyze", "lists.py:Lists", "--depth", "2", "--json")
    assert ran.status == 0 and json.loads(ran.out)["native"] is False
    assert ran.err.startswith("zermelo: ") and ran.err.count("\n") == 1
    assert "interpreted" in ran.err


def test_a_match(zermelo, tmp_path):
    ran = zermelo("match", "greedy", "random:seed=3", "--game", "tictactoe", "--games", "6",
                  "--seed", "9", "--opening", "2", "--save", str(tmp_path / "kept"), "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    has_fields(found, ["game", "a", "b", "seed", "games", "wins", "draws", "losses", "score",
                       "interval", "results"])
    assert (found["a"], found["b"], found["seed"], found["games"]) == ("greedy", "random:seed=3",
                                                                       9, 6)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 6
    low, high = found["interval"]
    assert 0 <= low <= found["score"] <= high <= 1
    assert [r["first"] for r in found["results"]] == ["a", "b"] * 3
    from zermelo.play import Record

    for result in found["results"]:
        record = Record.load(tmp_path / "kept" / f"{result['number']:04}.txt")
        assert [e.move for e in record.entries] == result["moves"]
        assert record.ending.payoff == result["payoff"]
    assert len(list((tmp_path / "kept").iterdir())) == 6


def test_a_match_in_words(zermelo):
    ran = zermelo("match", "greedy", "random:seed=3", "--game", "tictactoe", "--games", "8")
    assert ran.status == 0 and ran.err == ""
    assert "score    8 games: A " in ran.out and "% (95 %: " in ran.out
    assert "seed 0" in ran.out and "A first" in ran.out and "B first" in ran.out


def test_a_player_that_fails_is_found(zermelo, files):
    (files / "bad.py").write_text("def f(position):\n    return 'zz'\n")
    ran = zermelo("match", "random", "bad.py:f", "--game", "tictactoe", "--games", "2")
    assert ran.status == 1
    assert "failed   game 1: o (bad.py:f): illegal move 'zz' in" in ran.out


# --- shells ---


def completed(words):
    """What the shell would offer for the last word."""
    environment = {**os.environ, "_ZERMELO_COMPLETE": "complete_bash",
                   "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    done = subprocess.run([sys.executable, "-m", "zermelo"], capture_output=True, text=True,
                          env=environment, timeout=60)
    return done.stdout.split()


@pytest.mark.parametrize("words, offered", [
    ("zermelo ma", ["match"]), ("zermelo show con", ["connect4", "connectfour", "connect-four"]),
    ("zermelo play ot", ["othello"]), ("zermelo match gr", ["greedy"]),
    ("zermelo match a b --game he", ["hex", "hexapawn"]), ("zermelo match --thr", ["--threads"]),
])
@pytest.mark.few(2, telling=["show con", "--game"])
def test_shells_complete_commands_games_and_players(words, offered):
    assert completed(words) == offered


# --- Ctrl-C ---


@pytest.fixture
def start():
    """Begin a command; whatever becomes of the test, it does not go on for ever."""
    begun = []

    def begin(*arguments):
        begun.append(subprocess.Popen([sys.executable, "-m", "zermelo", *arguments], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.wait()


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_match_ends_with_what_it_has(start, threads, tmp_path):
    process = start("match", "random", "random:seed=2", "--game", "tictactoe", "--games", "1000000",
                    "--threads", threads, "--save", str(tmp_path / "kept"), "--json")
    while not (tmp_path / "kept" / "0020.txt").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    found = json.loads(out)
    assert 20 <= found["games"] < 1_000_000 and found["wanted"] == 1_000_000
    assert found["games"] == len(found["results"])


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_a_count_that_is_not_finished_is_no_number(start, files):
    process = start("perft", "prints.py:Take:stones=100", "--depth", "60")
    assert process.stderr.readline() == "noise\n"  # printed when the file is run
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "") and "Traceback" not in err
