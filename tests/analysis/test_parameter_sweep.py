"""Games over ranges of their parameters: grids, verdicts, rows, and the picture of them."""

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Limit, load
from zermelo.analysis.grid import MOST, combinations, values_of
from zermelo.analysis.parameter_sweep import measured
from zermelo.analysis.sweep_picture import sweep_svg
from zermelo.analysis.verdict import verdict_of
from zermelo.errors import ParameterError
from zermelo.solve import solve_deals
from zermelo.textbook import solve

PLENTY = Limit(time=60)


def rows_of(game, **ranges):
    return list(measured(combinations(game, ranges), PLENTY, native=False, games=20))


# --- values and combinations ---


@given(st.integers(-50, 50), st.integers(0, 40), st.integers(1, 9), st.booleans())
def test_ranges_are_what_they_look_like(first, steps, step, down):
    sign = -1 if down else 1
    last = first + sign * steps * step
    expected = [str(first + sign * step * i) for i in range(steps + 1)]
    assert values_of("n", f"{first}..{last}..{sign * step}") == expected
    if step == 1 and not down:
        assert values_of("n", f"{first}..{last}") == expected
    between = last + sign * (step - 1)  # a range need not meet its end
    assert values_of("n", f"{first}..{between}..{sign * step}") == expected


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8))
def test_lists_keep_their_order_and_each_value_once(numbers):
    text = ", ".join(map(str, numbers))
    assert values_of("n", text) == list(dict.fromkeys(map(str, numbers)))


def test_words_and_ranges_may_stand_together():
    assert values_of("heaps", "3+4+5,2..3,1+2") == ["3+4+5", "2", "3", "1+2"]


@pytest.mark.parametrize("text, why", [
    ("6..3", "comes to nothing"), ("1..5..0", "comes to nothing"), ("1..", "no range"),
    ("..5", "no range"), ("1...5", "no range"), ("", "no value"), ("1,,2", "no value"),
    (f"1..{MOST + 1}", "more than 1,000 values"), ("1.." + "9" * 18, "more than 1,000 values"),
])
def test_what_is_no_range(text, why):
    with pytest.raises(ParameterError, match=why) as error:
        values_of("n", text)
    assert f"n={text}" in str(error.value)


def test_every_combination_stands_once_the_last_parameter_fastest():
    found = combinations("tictactoe:k=2", {"width": "2..4", "height": "3,2"})
    assert [tuple(c.parameters.values()) for c in found] == [
        (w, h) for w in (2, 3, 4) for h in (3, 2)]
    for c in found:
        assert load(c.text).parameters() == {**c.parameters, "k": 2}
    assert [c.text for c in combinations("nim", {})] == ["nim"]


def test_presets_and_flags_can_be_swept():
    assert [load(c.text).spec for c in combinations("mini-isolation", {"height": "2,3"})] == [
        "isolation:width=3,height=2,blocked=c2", "isolation:width=3,height=3,blocked=c2"]
    found = combinations("nim:heaps=2", {"misere": "false,true"})
    assert [c.parameters["misere"] for c in found] == [False, True]
    assert [c.name for c in found] == ["misere=false", "misere=true"]


@pytest.mark.parametrize("game, ranges, why", [
    ("tictactoe", {"widht": "3"}, "did you mean width"),
    ("tictactoe", {"width": "three"}, "give a whole number"),
    ("tictactoe:width=3", {"width": "3"}, "stands in 'tictactoe:width=3' already"),
    ("tictactoe", {"width": "1..40", "k": "1..40"}, "40 × 40 = 1,600 combinations"),
])
def test_what_cannot_be_combined(game, ranges, why):
    with pytest.raises(ParameterError, match=why):
        combinations(game, ranges)


# --- verdicts ---


@pytest.mark.parametrize("spec", ["tictactoe", "nim:heaps=1+2+3", "hexapawn",
                                  "dots:width=2,height=1", "kalah:pits=2,seeds=2"])
def test_a_verdict_is_the_textbooks_value(spec):
    game = load(spec)
    found = verdict_of(game, PLENTY, native=False)
    assert found.proven and found.value.score == solve(game).score
    sign = (found.value.score > 0) - (found.value.score < 0)
    assert found.lead == sign and sum(found.chances) == 1
    assert found.move in game.position().move_texts


@pytest.mark.parametrize("first", [0, 1])
def test_a_dealt_game_has_the_chances_of_its_deals(first):
    game = load(f"rps:deck_size=6,hand_size=2,max_rounds=1,first={first}")
    found = verdict_of(game, PLENTY, native=False)
    solved = solve_deals(game, native=False)
    assert found.chances == pytest.approx([float(c) for c in solved.chances()])
    assert (found.value, found.move) == (None, "")
    assert found.deals == found.deals_proven == len(solved.deals)
    assert sum(map(Fraction, found.chances)) == pytest.approx(1)


def test_values_are_the_first_players_whoever_begins():
    one, two = (verdict_of(load(f"rps:deck_size=3,hand_size=1,hands={hands},first={first}"),
                           PLENTY, native=False) for hands, first in (("R+P", 0), ("P+R", 1)))
    assert one.deals == 1 and one.value == -two.value and one.value.kind == "loss"


@pytest.mark.parametrize("limit", [Limit(nodes=50), Limit(time=0.01)])
def test_what_is_not_proven_says_so(limit):
    found = verdict_of(load("connect4"), limit, native=False)
    assert not found.proven and found.chances is None and found.lead is None
    assert str(found).startswith("unproven") and found.move == ""
    dealt = verdict_of(load("rps"), limit, native=False)
    assert not dealt.proven and str(dealt).startswith("unproven (")


# --- rows ---


def test_rows_have_figures_or_the_reason_why_not():
    rows = rows_of("tictactoe:height=2", width="2..3", k="2,3")
    assert [row.error for row in rows] == [
        "", "tictactoe cannot have k=3: give 1 to 2, so that it fits", "", ""]
    assert [str(row.verdict) for row in rows if row.verdict] == ["win in 3", "win in 3", "draw"]
    assert [row.complexity.leaves.count for row in rows if row.complexity] == [24, 200, 720]
    data = [row.to_json() for row in rows]
    assert data[1]["parameters"] == {"width": 2, "k": 3} and data[1]["complexity"] is None
    assert data[1]["error"] == rows[1].error and data[0]["error"] is None
    assert data[3]["value"]["kind"] == "draw" and data[3]["value"]["view"] == 0


@pytest.mark.long
@pytest.mark.parametrize("game, ranges", [
    ("tictactoe:height=2", {"width": "2..3", "k": "2,3"}),
    ("rps:deck_size=3", {"hand_size": "1", "first": "0,1"}),
    ("nim:heaps=9+8", {"misere": "false,true"}),
])
@pytest.mark.few(1)
def test_two_workers_measure_the_same(game, ranges):
    limit = Limit(nodes=60)  # so that something is not proven, too

    def rows(jobs):
        return [(str(row.verdict), row.players, {**row.to_json(), "seconds": None})
                for row in measured(combinations(game, ranges), limit, native=False, games=20,
                                    jobs=jobs)]

    assert rows(2) == rows(1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_rows_before_it(jobs):
    found = measured(combinations("nim", {"heaps": "1,2,3"}), PLENTY, native=False, games=5,
                     jobs=jobs, stopped=lambda: len(rows) >= 2)
    rows = []
    with pytest.raises(KeyboardInterrupt):
        for row in found:
            rows.append(row)
    assert [row.name for row in rows] == ["heaps=1", "heaps=2"]


def test_progress_goes_up_and_names_the_combination():
    said = []
    list(measured(combinations("nim", {"heaps": "1,2"}), PLENTY, native=False, games=5,
                  progress=lambda doing, share: said.append((share, doing))))
    assert [share for share, _ in said] == sorted(share for share, _ in said)
    assert said[0][1].startswith("heaps=1: ") and said[-1][1].startswith("heaps=2: ")


# --- the picture ---


def words_in(drawn):
    return [node.text or "" for node in ET.fromstring(drawn).iter()
            if node.tag.endswith(("text", "title"))]


def test_the_picture_shows_every_row_and_stands_alone():
    rows = rows_of("tictactoe:height=2", width="2..3", k="2,3")
    drawn = sweep_svg("tictactoe:height=2", rows, PLENTY)
    words = words_in(drawn)
    for row in rows:
        assert row.name in words
        assert any((row.error or str(row.verdict)) in word for word in words)
    assert "tictactoe:height=2 by width, k" in words
    assert "↓ width   → k" in words  # the heat map
    assert "href" not in drawn and "var(" not in drawn
    assert "prefers-color-scheme: dark" in drawn


def test_one_parameter_needs_no_map_and_none_needs_no_name():
    drawn = sweep_svg("nim", rows_of("nim", heaps="1,2"), PLENTY)
    assert not any(word.startswith("↓ ") and "→ heaps" in word for word in words_in(drawn))
    assert "as it is" in words_in(sweep_svg("nim:heaps=1", rows_of("nim:heaps=1"), PLENTY))


@pytest.mark.long
def test_the_picture_says_what_is_not_proven():
    rows = list(measured(combinations("connect4", {"k": "4"}), Limit(nodes=50), native=False,
                         games=20))
    drawn = sweep_svg("connect4", rows, Limit(nodes=50))
    assert any("unproven" in word for word in words_in(drawn))
    assert any("not proven within 50 nodes" in word for word in words_in(drawn))


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.few(1)
def test_databases_in_the_data_folder_prove_what_no_search_may(jobs, tmp_path, monkeypatch):
    from zermelo.cli import main
    from zermelo.solve.database import make

    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    make(load("nim:heaps=3+4+5"), tmp_path / "databases" / "nim")
    every = combinations("nim", {"heaps": "3+4+5,3+4+6"})
    rows = list(measured(every, Limit(nodes=1), games=5, jobs=jobs, database="auto"))
    assert [row.verdict.proven for row in rows] == [True, False]
    truth = solve(load("nim:heaps=3+4+5"))
    assert (rows[0].verdict.value.kind, rows[0].verdict.value.distance) == \
        (truth.kind, truth.distance)
    assert main(["sweep", "nim", "--heaps", "3+4+5", "--database", "folder"]) == 2
