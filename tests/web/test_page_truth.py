"""The page and Python mean the same: what the TypeScript tests go by is what Python says now."""

import json

from hypothesis import given
from hypothesis import strategies as st
from page_truth import FILE, truth

from zermelo.analysis.exact import class_of
from zermelo.grading import grade
from zermelo.values import proven


def test_the_truth_of_the_typescript_tests_is_python_s():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(truth())), \
        "run `python tests/web/page_truth.py`, and then `make page-test`"


@given(st.lists(st.integers(-9, 9), min_size=1), st.data())
def test_exact_moves_are_graded_as_judge_counts_them(payoffs, data):
    """Blunders, decisive errors and best moves are those of `zermelo judge`."""
    played = data.draw(st.sampled_from(payoffs))
    best, worst = max(payoffs), min(payoffs)
    word = grade(proven(best), proven(worst), proven(played))
    assert (word == "blunder") == (2 * (best - played) > best - worst)
    assert (word == "best") == (played == best)
    if class_of(played) != class_of(best):
        assert word in ("mistake", "blunder")
