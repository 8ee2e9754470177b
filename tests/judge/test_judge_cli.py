"""`zermelo judge` and `zermelo suite` on the command line."""

import json
import re
import sys

import pytest

from zermelo.cli import main

BOTS = """
def first(position):
    return position.moves[0]

def crash(position):
    raise ValueError("no idea")
"""

PROGRAM = """
import sys
for line in sys.stdin:
    if line.startswith("legal"):
        legal = line.split()[1:]
    if line.startswith("go"):
        print("move", legal[-1], flush=True)
    if line.startswith("quit"):
        break
"""


@pytest.fixture
def zermelo(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "bot.py").write_text(PROGRAM)

    def run(*arguments):
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_judging_players_of_all_sorts(zermelo):
    program = f"program:{sys.executable} bot.py"
    status, out, err = zermelo("judge", "tictactoe", "random", "greedy", "engine:depth=9",
                               "bots.py:first", program, "--positions", "12", "--json")
    data = json.loads(out)
    assert status == 0 and not err
    assert data["positions"] == 12 == sum(data["by_phase"].values()) and data["seed"] == 0
    players = {p["player"]: p for p in data["players"]}
    assert list(players) == ["random", "greedy", "engine:depth=9", "bots.py:first", program]
    assert players["engine:depth=9"]["agreement"]["value"] == 1
    assert players["engine:depth=9"]["average_loss"]["value"] == 0
    assert not any(p["troubles"]["crash"] for p in data["players"])
    assert data["more_loss_than_first"]["engine:depth=9"]["value"] < 0


def test_judging_for_people(zermelo):
    status, out, _ = zermelo("judge", "tictactoe", "random", "bots.py:crash", "--positions", "9")
    assert status == 1
    for group in ("phase", "kind", "theme"):  # every figure with its interval
        for measure, cell in (("agreement", r"\d+\.\d % \(\d+\.\d–\d+\.\d\)"),
                              ("average loss", r"\d\.\d{3} \(\d\.\d{3} to \d\.\d{3}\)")):
            head, line = out[out.index(f"by {group}: {measure}"):].splitlines()[:2]
            assert len(re.findall(cell, line)) == len(re.findall(r"\(\d+\)", head)) > 0
    for words in ("player", "agreement", "average loss", "blunders", "decisive errors", "by phase",
                  "by kind", "by theme", "bots.py:crash: 9 × crash; first at", "no idea"):
        assert words in out


@pytest.mark.long
def test_a_game_with_points_behind_its_results_is_judged_for_points(zermelo):
    """For won and lost alone all four measures of the card game are one, and every problem is
    `winning, convert`."""
    line = ["judge", "rps", "random", "--positions", "45", "--json"]
    status, out, err = zermelo(*line)
    data = json.loads(out)
    assert status == 0 and not err
    assert (data["game"], data["judged_as"]) == ("rps", "rps:score=margin")
    assert data["by_kind"]["winning"] >= 15 <= data["by_kind"]["lost"]
    player = data["players"][0]
    measures = [1 - player["agreement"]["value"], player["average_loss"]["value"] / 2,
                player["blunders"]["value"], player["decisive_errors"]["value"]]
    assert len(set(measures)) == 4
    assert player["decisive_errors"]["value"] < player["blunders"]["value"]
    assert {d["kind"] for d in player["decisions"]} == {"winning", "lost"}
    assert all(d["loss"] == d["best_payoff"] - d["payoff"] for d in player["decisions"])
    status, out, _ = zermelo(*line, "--results")
    data = json.loads(out)
    assert data["judged_as"] == "rps" and data["by_kind"] == {"winning": 45, "drawn": 0, "lost": 0}


@pytest.mark.slow
def test_drawn_problems_of_a_game_for_points(zermelo):
    """Eight cards may be shared evenly."""
    status, out, _ = zermelo("judge", "rps:hand_size=4", "random", "--positions", "45", "--json")
    assert status == 0 and all(json.loads(out)["by_kind"].values())


@pytest.mark.long
def test_the_worst_decisions_with_their_boards(zermelo):
    line = ["judge", "rps:hand_size=3,deck_size=9", "random", "greedy", "--positions", "20",
            "--worst", "2"]
    status, out, _ = zermelo(*line)
    assert status == 0 and "for points (rps:deck_size=9,hand_size=3,score=margin)" in out
    assert "decisions of random: the 2 that lost most" in out and "decisions of greedy" in out
    data = json.loads(zermelo(*line, "--json")[1])
    for player in data["players"]:
        assert 0 < len(player["worst"]) <= 2
        for row in player["worst"]:
            assert f"{row['position']}\n{row['board']}\nplayed {row['move']}: " in out
            assert row["loss"] == max(d["loss"] for d in player["decisions"]) or \
                row is not player["worst"][0]
    assert "worst" not in json.loads(zermelo(*line[:-2], "--json")[1])["players"][0]


def test_too_few_positions_are_told(zermelo):
    status, out, err = zermelo("judge", "nim:heaps=1+2", "random", "--positions", "50", "--json")
    assert status == 0 and json.loads(out)["positions"] < 10
    assert "of 50 positions were found with something at stake; the game has no more" in err


@pytest.mark.long
def test_making_running_and_checking_a_suite(zermelo, tmp_path):
    status, out, err = zermelo("suite", "make", "tictactoe", "--positions", "8", "--seed", "2")
    assert status == 0 and not err and len(out.splitlines()) == 9
    (tmp_path / "s.jsonl").write_text(out)
    assert zermelo("suite", "make", "tictactoe", "--positions", "8", "--seed", "2",
                   "--out", "t.jsonl") == (0, "", "")
    assert (tmp_path / "t.jsonl").read_text() == out
    status, checked, _ = zermelo("suite", "check", "s.jsonl")
    assert status == 0 and "8 of 8 positions checked, 0 differences" in checked
    status, ran, _ = zermelo("suite", "run", "s.jsonl", "engine:depth=9", "random", "--json")
    data = json.loads(ran)
    assert status == 0 and data["solved"][0]["problems"] == 8 == data["solved"][0]["of"]
    assert data["games"]["tictactoe"][0]["by_difficulty"]
    status, ran, _ = zermelo("suite", "run", "s.jsonl", "engine:depth=9", "random")
    assert status == 0 and "8 of 8" in ran and "by difficulty" in ran
    wrong = out.replace('"phase":"opening"', '"phase":"end"')
    assert wrong != out
    (tmp_path / "s.jsonl").write_text(wrong)
    status, checked, _ = zermelo("suite", "check", "s.jsonl", "--json")
    assert status == 1 and json.loads(checked)["differences"][0]["field"] == "phase"


def test_the_default_suite_runs(zermelo):
    status, out, _ = zermelo("suite", "run", "default", "random", "--game", "rps", "--json")
    data = json.loads(out)
    assert status == 0 and data["problems"] >= 300
    assert 0.2 < data["solved"][0]["share"]["value"] < 0.6


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["judge", "rsp", "random"], "did you mean rps?"),
    (["judge", "tictactoe"], "missing argument"),
    (["judge", "tictactoe", "randm"], "did you mean random?"),
    (["judge", "tictactoe", "random", "--positions", "0"], "0 positions tell nothing"),
    (["judge", "tictactoe", "random", "--positions", "many"], "'many' is not a whole number"),
    (["judge", "tictactoe", "random", "--worst", "-1"], "-1 decisions cannot be shown"),
    (["judge", "tictactoe", "random", "--time", "-1"], "a clock of -1 s makes no sense"),
    (["judge", "tictactoe", "random", "--nodes", "0"], "a limit of nodes of 0 makes no sense"),
    (["judge", "tictactoe", "onnx:nothing.onnx"], "there is no file 'nothing.onnx'"),
    (["judge", "rps", "engine:depth=1,evaluator=nothing.json"], "cannot be read"),
    (["judge", "rps", "engine:depth=1,evaluator=standrd"], "did you mean standard?"),
    (["suite", "make", "rsp"], "did you mean rps?"),
    (["suite", "make", "tictactoe", "--positions", "0"], "0 positions make no suite"),
    (["suite", "make", "tictactoe", "--positions", "2", "--out", "no/such/folder"], "cannot write"),
    (["suite", "run", "nothing.jsonl", "random"], "cannot be read"),
    (["suite", "run", "default", "random", "--game", "nim"], "has no problems of nim; it has rps"),
    (["suite", "run", "default"], "missing argument"),
    (["suite", "check", "bots.py"], "is not a suite|not JSON"),
    (["suite", "chek"], "did you mean"),
])
def test_bad_input(zermelo, arguments, complaint):
    status, out, err = zermelo(*arguments)
    assert status == 2 and not out
    assert err.startswith("zermelo: ") and len(err.splitlines()) == 1
    assert re.search(complaint, err, re.IGNORECASE), err


@pytest.mark.slow
def test_a_suite_counts_points_where_there_are_any(zermelo):
    def made(*more):
        status, out, _ = zermelo("suite", "make", "rps:deck_size=6,hand_size=2", "--positions", "6",
                                 "--json", *more)
        assert status == 0
        return json.loads(out)

    points, results = made(), made("--results")
    assert "score=margin" in points["game"] and "score=margin" not in results["game"]
    payoffs = [{p for e in found["exercises"] for p in e["moves"].values()}
               for found in (points, results)]
    assert max(map(abs, payoffs[0])) > 1 and payoffs[1] <= {-1, 0, 1}
