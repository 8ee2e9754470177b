"""Rules compared."""

import pytest

from zermelo import load
from zermelo.analysis.skill import Study
from zermelo.analysis.sweep import fairest, row_of, sweep
from zermelo.games.rps import RPSCards
from zermelo.solve import builder

SMALL = "rps:deck_size=6,hand_size=2"


def test_who_starts_is_all_that_changes_if_the_other_starts():
    one, two = (row_of(load(f"{SMALL},first={first}"), native=False) for first in (0, 1))
    assert (two.win, two.draw, two.loss) == pytest.approx((one.loss, one.draw, one.win))
    assert (two.best_first, two.best_second) == pytest.approx((one.best_second, one.best_first))
    assert (two.luck, two.unfairness, two.plies) == pytest.approx(
        (one.luck, one.unfairness, one.plies))


@pytest.mark.long
def test_rows_say_what_the_studies_say():
    rows = sweep(load(SMALL), [load(f"{SMALL},max_rounds=1")], native=False)
    assert [row.plies for row in rows] == pytest.approx([4, 2])
    for row in rows:
        study = Study.of(load(row.spec), native=False)
        score = study.meeting(study.level(0), study.level(0)).score
        assert (row.win, row.draw, row.loss) == pytest.approx(score[:3])
        assert row.unfairness == pytest.approx(abs(score.win - score.loss))
        assert row.decided == pytest.approx(1 - score.draw)
    assert fairest(rows)[0].unfairness == min(row.unfairness for row in rows)


def test_what_is_known_is_not_computed_again():
    row = row_of(load(SMALL), native=False)
    heard = []
    assert sweep(load(SMALL), [], native=True, known=[row],
                 progress=lambda *news: heard.append(news)) == [row]
    assert not heard
    assert [r.spec for r in sweep(load(SMALL), [load(f"{SMALL},max_rounds=1")], native=False,
                                  known=[row], progress=lambda *news: heard.append(news))
            ] == [SMALL, f"{SMALL},max_rounds=1"]
    assert heard == [(f"{SMALL},max_rounds=1", 2, 2)]


def test_a_variant_that_is_too_large_says_so(monkeypatch):
    monkeypatch.setattr(builder, "_HEAP_WORDS", 64)
    row = row_of(load("tictactoe"), native=False, memory_mb=0.002)
    assert "too large" in row.error
    assert fairest([row]) == []


def test_the_variants_of_the_card_game():
    variants = list(RPSCards().variants())
    assert len({v.spec for v in variants}) == len(variants) > 20
    assert RPSCards() not in variants
    for parameter in ("deck_size", "hand_size", "max_rounds", "width", "height", "first",
                      "diagonal", "chains"):
        assert len({v.parameters()[parameter] for v in variants}) > 1, parameter
    assert all(v.deck_size >= 2 * v.hand_size for v in RPSCards(6, 3).variants())
    assert not list(load("tictactoe").variants())


def test_rows_are_the_same_on_one_worker_and_on_two():
    game, variant = load(f"{SMALL},max_rounds=1"), load(f"{SMALL},max_rounds=1,first=1")
    one, two = (sweep(game, [variant], native=False, jobs=jobs) for jobs in (1, 2))
    assert one == two == [row_of(game, native=False), row_of(variant, native=False)]


def test_a_game_that_nobody_else_can_make_is_measured_here():
    class Mine(RPSCards):
        pass

    row, = sweep(Mine(6, 2), [], native=False)
    assert row == row_of(Mine(6, 2), native=False)
