"""How a check is run: limits, seeds, interruptions, and checks of one's own."""

import json
from fractions import Fraction
from itertools import count

import pytest

from checker.broken_games import (
    CanonicalValue,
    Heaps,
    KeyWithoutMover,
    NarrowBounds,
    Pile,
    RaisingPlay,
    RepeatedMoves,
    Take,
    TakeFromPile,
    ThirdPlayer,
)
from ticking import Ticking
from zermelo.checker import CHECKS, Fault, GameCheck, VisitCheck, check
from zermelo.errors import LimitError
from zermelo.game import Game


def same(report):
    return report.findings, report.checks, report.untested, report.visits


def test_the_same_seed_gives_the_same_report_and_another_one_does_not():
    game = KeyWithoutMover(5, 5)
    one, two, other = (check(game, games=40, seed=seed, time=60) for seed in (1, 1, 2))
    assert same(one) == same(two) != same(other)


@pytest.mark.parametrize("broken", [RepeatedMoves, CanonicalValue, NarrowBounds, RaisingPlay])
def test_the_line_of_a_finding_leads_to_its_position(broken):
    finding = check(broken(), games=100).findings[0]
    here = Take().position()
    for move in finding.line:
        here = here.play(move)
    assert here.text == finding.position


def test_the_shortest_way_to_a_counter_example_is_kept():
    finding = check(RepeatedMoves(), games=300).findings[0]
    assert (finding.line, finding.position, finding.move) == (("b1",), "3+1:second", "b1")
    assert finding.times > 10
    assert str(finding) == (
        "moves yields the same move twice in 3+1:second with the move b1, after b1"
    )


def test_hooks_are_not_blamed_while_the_rules_are_broken():
    class Both(ThirdPlayer):
        def canonical(self, s):
            return Heaps(s.a, min(s.b, 1), s.turn) if s.a else s

    report = check(Both(), games=100)
    assert [finding.check for finding in report.findings] == ["bad player to move"]
    assert "repaired first" in report.untested["order"] or report.checks["order"] < 20


def test_broken_rules_end_it_soon():
    report = check(RepeatedMoves(), games=100_000, time=60)
    assert report.stopped == "broken" and report.games < 100
    assert "before that is repaired" in report.summary()


def test_time_is_kept_and_said(monkeypatch):
    clock = Ticking(0.001).within(monkeypatch, "zermelo.checker.driver", "zermelo.checker.walk")
    report = check(Take(30, 30), games=1_000_000, time=3)
    assert 3 <= clock.gone < 3.1
    assert report.stopped == "time" and 0 < report.games < 1_000_000
    assert "of 1,000,000 random games" in str(report) and "the time was up" in str(report)


def test_time_is_kept_in_a_game_without_end(monkeypatch):
    class Counting(Take):
        def play(self, s, m):
            return Heaps(s.a + 1, s.b, 1 - s.turn)

    clock = Ticking(0.01).within(monkeypatch, "zermelo.checker.driver", "zermelo.checker.walk")
    check(Counting(), plies=10**9, time=3)
    assert 3 <= clock.gone < 3.2


def test_an_interruption_gives_the_report_so_far():
    asked = count()

    class Interrupted(Take):
        def outcome(self, s):
            if next(asked) > 500:
                raise KeyboardInterrupt
            return super().outcome(s)

    report = check(Interrupted())
    assert report.stopped == "interrupted" and report.games > 0
    assert "interrupted" in report.summary()


def test_progress_is_told():
    told = []
    check(Take(), games=5, progress=lambda games, seconds: told.append(games))
    assert told == [1, 2, 3, 4, 5]


def test_a_check_of_ones_own_can_be_added():
    even = VisitCheck("odd stones", lambda visit: Fault("there are 3 stones")
                      if visit.state.a + visit.state.b == 3 else None)
    small = GameCheck("big heaps", lambda probe: Fault("too big") if probe.game.a > 9 else None)
    report = check(Take(), games=20, checks=[*CHECKS, even, small])
    assert [finding.check for finding in report.findings] == ["odd stones"]
    assert report.checks["big heaps"] == 1


def test_what_could_not_be_tested_is_said():
    class Resigning(Take):  # games end far from an empty board
        def moves(self, s):
            yield 0
            yield from super().moves(s)

        def play(self, s, m):
            return super().play(s, m) if m else Heaps(0, 0, s.turn)

        def candidates(self, s):
            return self.moves(s)

    report = check(Resigning(400, 400), games=10)
    assert report.ok, str(report)
    assert report.checks["canonical: value"] == 0
    assert "close enough to the end" in report.untested["canonical: value"]
    assert report.untested["deals"] == "the game leaves it at the default"
    assert "not tested, as the game leaves it at the default: deals" in str(report)


def test_a_game_that_does_not_read_positions_is_not_blamed():
    report = check(TakeFromPile(), games=20)
    assert report.ok
    assert report.untested["unreadable positions"] == "this game does not read positions"


def test_states_and_moves_without_text_of_their_own_are_not_blamed():
    class Pairs(TakeFromPile):
        text = Game.text

        def moves(self, s):
            return [("take", n) for n in range(1, min(s.stones, 2) + 1)]

        def play(self, s, m):
            return super().play(s, m[1])

    report = check(Pairs(), games=20)
    assert report.ok, str(report)
    assert report.untested["position text"] == "this game has no text of its own for positions"


def test_deals_are_starts_too():
    class Dealt(RepeatedMoves):
        def initial(self):
            return Heaps(0, 2, 0)

        def deals(self):
            yield Fraction(1, 2), self.initial()
            yield Fraction(1, 2), Heaps(1, 1, 0)

    finding = check(Dealt(), games=30).findings[0]
    assert finding.start == "1+1:first" or finding.line == ("b1",)
    assert "from the deal 1+1:first" in str(finding) or finding.start is None


def test_an_equality_that_raises_is_a_finding_and_no_traceback():
    class Angry(Pile):
        __hash__ = Pile.__hash__

        def __eq__(self, other):
            raise ValueError("do not compare me")

    class AngryPiles(TakeFromPile):
        pile = Angry

    (finding,) = check(AngryPiles(), games=20).findings
    assert finding.check == "exceptions"
    assert "raised ValueError: do not compare me at line" in str(finding)


def test_a_start_that_raises_ends_it():
    class NoStart(Take):
        def initial(self):
            raise ZeroDivisionError

    report = check(NoStart())
    assert report.stopped == "broken" and report.games == 0
    assert [f.check for f in report.findings] == ["exceptions"]
    assert "initial raised ZeroDivisionError at line" in str(report)


@pytest.mark.parametrize("limits", [{"games": 0}, {"time": 0}, {"time": float("nan")},
                                    {"plies": -1}, {"nodes": 0}])
def test_limits_that_make_no_sense_are_refused(limits):
    with pytest.raises(LimitError, match="makes no sense"):
        check(Take(), **limits)


def test_a_report_goes_into_json():
    found = json.loads(json.dumps(check(RepeatedMoves(), games=50).as_dict()))
    assert found["ok"] is False and found["game"] == "RepeatedMoves"
    assert found["findings"][0]["check"] == "repeated moves"
    assert found["findings"][0]["line"] == ["b1"]
    assert found["checks"]["repeated moves"] > 50
