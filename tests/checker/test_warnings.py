"""What looks odd and may be right: said, and no finding."""

import pytest

from compiler import uncompilable
from small_games import Chain, Take
from zermelo import load
from zermelo.checker import check
from zermelo.cli import main
from zermelo.cli.failures import FINE


class MoversView(Take):
    """The classic mistake: who is to move has lost, so -1."""

    def outcome(self, s):
        return None if s.left else -1


class SecondAlways(Take):
    def outcome(self, s):
        return None if s.left else -1

    def play(self, s, m):  # the last counter is always taken by the first player
        after = super().play(s, m)
        return after if after.left else after._replace(turn=0)


def test_payoffs_in_the_movers_view():
    (warning,) = check(MoversView(), games=100).warnings
    assert warning.startswith("second won all 100 random games")
    assert "outcome gives payoffs in the view of first, whoever is to move" in warning
    assert not check(Take(), games=100).warnings


def test_one_side_always_wins():
    (warning,) = check(SecondAlways(), games=100).warnings
    assert warning == "second won all 100 random games that were not drawn: is that so?"
    assert check(SecondAlways(), games=100).ok
    assert not check(SecondAlways(), games=10).warnings  # too few to tell
    (warning,) = check(Chain(6), games=60).warnings
    assert warning.startswith("first won all 60")


@pytest.mark.parametrize("spec", ["tictactoe", "nim", "hex:size=4", "kalah:pits=3,seeds=2",
                                  "isolation:width=4,height=4", "domineering:width=4,height=4"])
@pytest.mark.few(2)
@pytest.mark.long_for("isolation:width=4,height=4")
def test_sound_games_are_not_warned_of(spec):
    assert not check(load(spec), games=100, time=60).warnings


def test_the_headline_says_why_a_game_runs_interpreted():
    report = check(uncompilable.DictInMoves(), games=30, native=True)
    assert report.ok and report.interpreted
    headline = str(report).splitlines()[0]
    assert "it runs interpreted: " in headline and "a dict does not compile" in headline
    assert report.as_dict()["interpreted"] == report.interpreted
    compiled = check(Take(), games=30, native=True)
    assert compiled.interpreted == "" and "interpreted" not in str(compiled).splitlines()[0]


def test_warnings_are_printed(tmp_path, capsys):
    file = tmp_path / "own.py"
    file.write_text('''
from zermelo.games.nim import Nim

class Mine(Nim):
    def outcome(self, s):
        return None if super().outcome(s) is None else 1
''')
    assert main(["check", f"{file}:Mine", "--games", "60"]) == FINE
    assert "Look again: first won all" in capsys.readouterr().out
