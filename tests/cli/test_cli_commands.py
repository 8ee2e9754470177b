"""What the commands print when all is well."""

import json
import re
import shlex

import pytest

from zermelo import __version__
from zermelo.dealing import drawn
from zermelo.games import GAMES, load


def test_version(zermelo):
    ran = zermelo("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"zermelo {__version__}\n", "")


@pytest.mark.parametrize("line", ["", "--help", "-h"])
def test_help_lists_the_commands_and_has_examples(zermelo, line):
    ran = zermelo(*line.split())
    assert ran.status == 0 and ran.err == ""
    for command in ("games", "show", "check"):
        assert f"\n  {command} " in ran.out
        assert f"\n    zermelo {command}" in ran.out


@pytest.mark.parametrize("command", ["games", "show", "check"])
def test_every_command_has_help_with_examples(zermelo, command):
    ran = zermelo(command, "--help")
    assert ran.status == 0
    assert f"\n    zermelo {command}" in ran.out and "--json" in ran.out


@pytest.mark.parametrize("command", [[], ["games"], ["show"], ["check"], ["match"]])
@pytest.mark.few(2)
@pytest.mark.long_for("command4")
def test_the_examples_in_the_help_work(zermelo, command):
    examples = re.findall(r"(?m)^ +zermelo (.*)$", zermelo(*command, "--help").out)
    assert examples
    for example in examples:
        if "path/to" in example or "uci:" in example:
            continue  # what not everybody has
        if not example.startswith("play"):  # that asks for moves
            few = ["--games", "3"] if example.startswith("check") else []
            assert zermelo(*shlex.split(example), *few).status == 0, example


# --- games ---


def test_games_lists_every_game_with_its_parameters(zermelo):
    ran = zermelo("games")
    assert ran.status == 0 and ran.err == ""
    for name in GAMES:
        assert f"\n{name} " in f"\n{ran.out}"
    assert "width=3  height=3  k=3" in ran.out
    assert "mini-isolation (isolation:width=3,height=2,blocked=c2)" in ran.out


def test_games_as_json(zermelo):
    found = json.loads(zermelo("games", "--json").out)["games"]
    assert [game["name"] for game in found] == list(GAMES)
    tictactoe = next(game for game in found if game["name"] == "tictactoe")
    assert tictactoe["parameters"] == {"width": 3, "height": 3, "k": 3}
    assert tictactoe["aliases"] == {"tic-tac-toe": "tictactoe", "mnk": "tictactoe"}
    assert all(game["description"] for game in found)


# --- show ---


def test_show_the_start(zermelo):
    ran = zermelo("show", "tictactoe")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "  a b c\n1 . . .\n2 . . .\n3 . . .\n\n"
        "position  .../.../...:x\nto move   x\nmoves     a1 b1 c1 a2 b2 c2 a3 b3 c3\n"
    )


def test_show_a_position_and_moves_from_there(zermelo):
    ran = zermelo("show", "tictactoe", "xo./.x./..o:x", "--moves", "a2 c2")
    assert "position  xo./xxo/..o:x\n" in ran.out
    assert "moves     c1 a3 b3\n" in ran.out


def test_show_prints_a_position_that_show_reads(zermelo):
    for name in GAMES:
        found = json.loads(zermelo("show", name, "--json").out)
        again = json.loads(zermelo("show", found["game"], found["position"], "--json").out)
        found.pop("deal", None)  # the position does not say how it came about
        assert again == found


@pytest.mark.parametrize("game, moves, result", [
    ("tictactoe", "a1 a2 b1 b2 c1", "x wins: 3 in a row"),
    ("tictactoe", "a1 a2 b1 b2 c3 c2", "o wins: 3 in a row"),
    ("tictactoe", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "a draw: the board is full"),
    ("dots:width=1,height=1", "a1a2 a1b1 b1b2 a2b2", "B wins: all lines are drawn"),
    ("dots:width=2,height=1", "a1a2 a1b1 b1b2 a2b2 b1c1 c1c2 b2c2",
     "B wins by 2: all lines are drawn"),
])
def test_show_a_finished_game(zermelo, game, moves, result):
    ran = zermelo("show", game, "--moves", moves)
    assert ran.status == 0
    assert f"result    {result}\n" in ran.out, ran
    assert "to move" not in ran.out and "\nmoves" not in ran.out


def test_show_as_json(zermelo):
    found = json.loads(zermelo("show", "tictactoe", "--moves", "b2", "--json").out)
    assert found == {
        "game": "tictactoe",
        "position": ".../.x./...:o",
        "board": "  a b c\n1 . . .\n2 . x .\n3 . . .",
        "history": ["b2"],
        "to_move": 1,
        "player": "o",
        "moves": ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"],
        "result": None,
    }


def test_show_a_result_as_json(zermelo):
    found = json.loads(
        zermelo("show", "tictactoe", "--moves", "a1 a2 b1 b2 c1", "--json").out
    )
    assert found["result"] == {"payoff": 1, "winner": 0, "reason": "3 in a row",
                               "text": "x wins: 3 in a row"}
    assert (found["to_move"], found["player"], found["moves"]) == (None, None, [])


def test_show_a_game_of_ones_own(zermelo, files):
    ran = zermelo("show", "right.py:Take:stones=7", "--moves", "2 1")
    assert ran.status == 0
    assert "position  (4,0)\nto move   first\nmoves     1 2\n" in ran.out


def test_what_rules_print_is_kept_out_of_the_result(zermelo, files):
    ran = zermelo("show", "prints.py:Take", "--json")
    assert json.loads(ran.out)["position"] == "(4,0)"
    assert ran.err == "noise\n"


# --- check ---


def test_check_a_right_game(zermelo, files):
    ran = zermelo("check", "right.py:Take", "--games", "50")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Take: nothing wrong found in 50 random games, ")
    assert "looked for" in ran.out


def test_check_a_broken_game(zermelo, files):
    ran = zermelo("check", "right.py:Broken", "--games", "50")
    assert (ran.status, ran.err) == (1, "")
    assert ("  1. repeated moves: moves yields the same move twice in (4,0) with the move 1, "
            "at the start") in ran.out


def test_check_rules_that_raise(zermelo, files):
    ran = zermelo("check", "right.py:Raising", "--games", "50")
    assert ran.status == 1
    assert "exceptions: text raised IndexError: string index out of range at line" in ran.out
    assert "of right.py" in ran.out and "Traceback" not in ran.out + ran.err


def test_check_as_json(zermelo, files):
    ran = zermelo("check", "right.py:Broken", "--games", "20", "--seed", "3", "--json")
    found = json.loads(ran.out)
    assert ran.status == 1
    assert (found["ok"], found["seed"], found["wanted"]) == (False, 3, 20)
    assert found["findings"][0]["position"] == "(4,0)"


def test_check_keeps_the_time(zermelo):
    ran = zermelo("check", "othello", "--games", "100000", "--time", "0.2")
    assert ran.status == 0
    assert "of 100,000 random games" in ran.out and "the time was up" in ran.out


def test_check_interrupted_says_what_it_has(zermelo, monkeypatch):
    from zermelo.games.tictactoe import TicTacToe

    asked = iter(range(3000))
    right = TicTacToe.outcome

    def outcome(self, s):
        if next(asked, None) is None:
            raise KeyboardInterrupt
        return right(self, s)

    monkeypatch.setattr(TicTacToe, "outcome", outcome)
    ran = zermelo("check", "tictactoe")
    assert ran.status == 130
    assert "of 1,000 random games" in ran.out and "interrupted" in ran.out


def test_an_interruption_elsewhere(zermelo, monkeypatch):
    def interrupted(spec):
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.load", interrupted)
    ran = zermelo("show", "nim")
    assert (ran.status, ran.out, ran.err) == (130, "", "")


def test_every_listed_game_can_be_shown(zermelo):
    for game in json.loads(zermelo("games", "--json").out)["games"]:
        for alias in [game["name"], *game["aliases"]]:
            ran = zermelo("show", alias)
            assert ran.status == 0, ran
            assert drawn(load(alias), 0).text in ran.out


def test_ctrl_c_before_there_is_anything_to_end(monkeypatch, capsys):
    import sys

    from zermelo.cli import main

    class Pressed:
        def find_spec(self, name, *_):
            if name == "zermelo.cli.app":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "zermelo.cli.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Pressed(), *sys.meta_path])
    assert main(["games"]) == 130
    assert capsys.readouterr() == ("", "")
