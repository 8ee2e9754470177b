"""`zermelo check` compiles the rules too: what it says if they do not, or if they then differ."""

import json
from typing import NamedTuple

import pytest

from compiler import uncompilable
from zermelo import Game
from zermelo.checker import check
from zermelo.checker.native_checks import CHECKS
from zermelo.cli import main

NAME = CHECKS[0].name


class Board(NamedTuple):
    taken: int
    turn: int


class Fill(Game):
    """Fill a square board cell by cell; who fills the last wins. One bit for each cell."""

    def __init__(self, side=9):
        self.side = side

    def initial(self):
        return Board(0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for cell in range(self.side * self.side):
            if not s.taken >> cell & 1:
                yield cell

    def play(self, s, m):
        return Board(s.taken | 1 << m, 1 - s.turn)

    def outcome(self, s):
        if s.taken != (1 << self.side * self.side) - 1:
            return None
        return 1 if s.turn == 1 else -1


def test_rules_that_compile_are_compared():
    report = check(Fill(3), games=20, time=60, native=True)
    assert report.ok and report.checks[NAME] == 1
    assert NAME not in report.untested


def test_rules_that_need_more_than_64_bits_are_found_out():
    assert check(Fill(9), games=3, time=60).ok  # interpreted they are right
    report = check(Fill(9), games=3, time=60, native=True)
    (finding,) = report.findings
    assert finding.check == NAME
    assert "compiled" in finding.problem and "compiled ints have 64 bits" in finding.problem
    assert not report.ok


def test_that_they_do_not_compile_is_a_remark_and_no_finding():
    report = check(uncompilable.DictInMoves(), games=20, time=60, native=True)
    assert report.ok and report.checks[NAME] == 0
    why = report.untested[NAME]
    assert why.startswith("the rules of DictInMoves do not compile: line ")
    assert why.endswith(" of uncompilable.py, `{1: 1, 2: 2}`: a dict does not compile: use ints "
                        "and tuples")
    assert f"not tested, as {why}: {NAME}" in str(report)


def test_it_is_left_out_unless_asked_for_and_when_there_is_no_time():
    game = uncompilable.DictInMoves()
    report = check(game, games=5)
    assert NAME not in report.checks and NAME not in report.untested
    assert "longer than the time given" in check(game, games=5, time=1, native=True).untested[NAME]


def test_what_is_wrong_with_the_rules_comes_first():
    class Twice(uncompilable.Take):
        def moves(self, s):
            yield 1
            yield 1

    report = check(Twice(), games=20, time=60, native=True)
    assert [finding.check for finding in report.findings] == ["repeated moves"]
    assert report.untested[NAME] == "what was found must be repaired first"


# --- on the command line ---

RULES = """
from zermelo import Game

class Take(Game):
    def initial(self):
        return (4, 0)
    def to_move(self, s):
        return s[1]
    def moves(self, s):
        return {n for n in (1, 2) if n <= s[0]}
    def play(self, s, m):
        return (s[0] - m, 1 - s[1])
    def outcome(self, s):
        return None if s[0] else 1 if s[1] else -1
"""


@pytest.fixture
def spec(tmp_path):
    file = tmp_path / "listing.py"
    file.write_text(RULES)
    return f"{file}:Take"


def test_the_command_names_the_line_and_the_reason(spec, capsys):
    assert main(["check", spec, "--games", "20"]) == 0
    out, err = capsys.readouterr()
    assert "nothing wrong found in 20 random games" in out
    assert ("not tested, as the rules of Take do not compile: line 10 of listing.py, "
            "`{n for n in (1, 2) if n <= s[0]}`: a set does not compile: use the bits of an int: "
            "native code") in out
    assert err == ""


def test_the_command_can_leave_it_out(spec, capsys):
    assert main(["check", spec, "--games", "20", "--no-native", "--json"]) == 0
    assert NAME not in json.loads(capsys.readouterr().out)["untested"]
