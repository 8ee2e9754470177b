"""Published truths, checked by plain Python as far as it goes; see `truths/`."""

import re
from collections import Counter
from fnmatch import fnmatchcase

import pytest

import truths

ROWS = truths.rows()
PLAIN = truths.Plain()


LONG = {  # each takes the textbook seconds; smaller boards of the same games stay
    "connect4.json/last_move/4x4", "connect4.json/outcome/4x5", "connect4.json/outcome/5x4",
    "dots_and_boxes.json/values/1x6", "kalah.json/no_empty_capture/6/2",
    "perft.json/othello4x4_recomputed/10", "perft.json/othello8x8/n/6",
}


@pytest.mark.parametrize("row", [
    pytest.param(row, id=row.id, marks=pytest.mark.slow if row.id in LONG else ())
    for row in ROWS if row.cost == "textbook"])
def test_truth(row):
    row.check(PLAIN)


def test_every_fact_has_its_row_or_is_no_fact():
    known = {row.id for row in ROWS}
    assert len(known) == len(ROWS)
    found = set()
    for path in truths.facts():
        above = {row for row in known if path == row or path.startswith(f"{row}/")}
        noted = any(fnmatchcase(path, note) for note in truths.NOTES)
        assert len(above) + noted == 1, path
        found |= above
    assert found == known


def test_rows_beyond_reach_say_why_and_all_others_can_be_checked():
    for row in ROWS:
        if row.cost == "beyond":
            assert row.reason, row.id
        else:
            assert row.check is not None, row.id


def test_how_many_rows_there_are_of_each_kind():
    # If this changes, a game has lost or gained a board, or the data have grown.
    assert Counter(row.cost for row in ROWS) == {
        "textbook": 258, "native": 181, "beyond": 181,
    }


def test_a_wrong_truth_would_be_noticed():
    with pytest.raises(AssertionError):
        truths.row("x", "payoff", "textbook", "tictactoe", truths.has_payoff(1)).check(PLAIN)
    with pytest.raises(AssertionError):
        truths.row("x", "leaves", "textbook", "othello", truths.counts_leaves(3, 57)).check(PLAIN)


def test_every_file_names_its_sources():
    for file in truths.FOLDER.glob("*.json"):
        assert re.search(r'"(\w+_)?source"', file.read_text(encoding="utf-8")), file.name
