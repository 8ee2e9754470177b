"""Evaluators of every game explain themselves: features, weights, squares, words, data."""

import json
import random

import pytest

from zermelo import load
from zermelo.errors import ParameterError
from zermelo.evaluation import (
    Counted,
    Evaluator,
    LinearEvaluator,
    PhasedEvaluator,
    evaluator_for,
    evaluators,
)
from zermelo.evaluation.linear import RECENT
from zermelo.evaluation.squares import SquareFeature
from zermelo.evaluation.weights import load_weights, save_weights
from zermelo.games import GAMES
from zermelo.games.hexapawn import Hexapawn
from zermelo.portable import popcount

JUDGED = [name for name in GAMES if name != "nim"]


def wandered(game, seed, plies):
    rng = random.Random(seed)
    here = game.position()
    while plies and here.result is None:
        here, plies = here.play(rng.choice(here.moves)), plies - 1
    return here.state


@pytest.mark.parametrize("name", JUDGED)
def test_terms_add_up_and_squares_are_counted(name):
    game = load(name)
    for evaluator in evaluators(game).values():
        for seed in range(6):
            s = wandered(game, seed, 4 * seed)
            found = evaluator.explain(game, s)
            assert found.total == evaluator(game, s) and found.players == game.players
            if game.outcome(s) is None:
                assert sum(t.score for t in found.terms) == pytest.approx(found.total, abs=1e-9)
            for t in found.terms:
                assert (t.first is None) == (t.second is None)
                if t.first is not None:
                    assert t.value == len(t.first) - len(t.second)
            data = json.loads(json.dumps(found.to_json()))
            assert [set(row) for row in data["features"]] == [
                {"name", "group", "value", "weight", "score", "first", "second"}] * len(found.terms)


@pytest.mark.parametrize("name", JUDGED)
def test_the_formula_is_the_sum_of_the_features(name):
    """Written out, sights shared, sides apart: it is the plain weighted sum all the same."""
    game, evaluator = load(name), evaluator_for(load(name))
    function, weights = evaluator.formula()
    for seed in range(6):
        s = wandered(game, seed, 5)
        plain = sum(evaluator.weights[n] * f(game, s) for n, f in evaluator.features.items())
        assert function(game, weights, [0] * RECENT, s) == pytest.approx(plain, abs=1e-9)


# --- squares ---

@Counted
def advanced(game, seen):
    """Pawns that have left home."""
    s = seen.state
    return s.white & ~game.bottom if seen.player == 0 else s.black & ~game.top


def total(game, s):
    """All pawns: no squares."""
    return popcount(s.white | s.black)


GAME = Hexapawn()
HERE = GAME.parse("bb./..b/w.w:b")


def test_a_feature_knows_its_squares():
    assert advanced(GAME, HERE) == -1
    assert advanced.names(GAME, HERE, 0) == () and advanced.names(GAME, HERE, 1) == ("c2",)


def test_a_sight_is_got_once():
    asked = []

    class Looking(SquareFeature):
        def __init__(self, of):
            self.of = of

        @staticmethod
        def sight(game, s):
            asked.append(s)
            return (s.white, s.black)

    features = {"all": Looking(lambda game, seen: seen),
                "one": Looking(lambda game, seen: seen & 1)}
    evaluator = LinearEvaluator("looking", features, {"all": 1.0, "one": 10.0})
    assert evaluator(GAME, HERE) == 2 - 3 + 10 * (1 - 0)
    assert len(asked) == 1


def test_the_table():
    mixed = LinearEvaluator("mixed", {"advanced": advanced, "total": total},
                            {"advanced": 0.5, "total": 0.125})
    assert str(mixed.explain(GAME, HERE)).splitlines() == [
        "feature   value  weight  score  white – black",
        "advanced     -1     0.5  -0.50  none – c2",
        "total        +5   0.125  +0.62",
        "total                    +0.12",
    ]
    assert mixed.explain(GAME, HERE).words == \
        "white is better by 0.12; for white: total (0.62); for black: advanced (0.50)"


def test_groups_have_sums_and_long_tables_leave_out_what_is_equal():
    features = {f"f{i}": Counted(advanced.of, group="first half" if i < 7 else "second half")
                for i in range(13)}
    features["even"] = Counted(lambda game, seen: 1, group="second half")
    evaluator = LinearEvaluator("long", features, dict.fromkeys(features, 0.1))
    lines = str(evaluator.explain(GAME, HERE)).splitlines()
    assert lines[1].split() == ["first", "half", "-0.70"]
    assert lines[9].split() == ["second", "half", "-0.60"]
    assert not any("even" in line for line in lines)
    assert lines[-1] == "1 other feature is equal on both sides"
    assert evaluator.explain(GAME, HERE).words == \
        "black is better by 1.30; for black: first half (0.70), second half (0.60)"


def test_an_evaluator_that_knows_no_reasons():
    class Gut(Evaluator):
        name = "gut"

        def __call__(self, game, s):
            return 0.25

    found = Gut().explain(GAME, HERE)
    assert (found.total, found.terms, found.words) == (0.25, (), "white is better by 0.25")
    assert found.to_json() == {"total": 0.25, "prospects": 1.0, "features": []}


def test_a_finished_game_has_no_reasons():
    over = GAME.parse("bb./..b/...:w")
    found = evaluator_for(GAME).explain(GAME, over)
    assert found.terms == () and found.total == -1000


# --- phases ---

def early(game, s):
    """1 at the start, 0 when three pawns are gone."""
    return (popcount(s.white | s.black) - 3) / 3


FADING = PhasedEvaluator.of("fading", early, {"advanced": (advanced, 0.9, 0.3),
                                             "total": (total, 0.0, 0.6)})


def test_weights_are_blended():
    found = FADING.explain(GAME, HERE)  # five of six pawns: two thirds are ahead
    assert [(t.feature, t.value) for t in found.terms] == [("advanced", -1), ("total", 5)]
    assert [t.weight for t in found.terms] == pytest.approx([0.9 * 2 / 3 + 0.3 / 3, 0.6 / 3])
    assert FADING(GAME, HERE) == pytest.approx(-0.7 + 5 * 0.2) == found.total
    assert found.terms[0].second == ("c2",)


def test_it_is_linear_in_what_fades():
    assert list(FADING.weights) == ["advanced early", "advanced late", "total early", "total late"]
    plain = LinearEvaluator("plain", FADING.features, FADING.weights)
    for seed in range(10):
        s = wandered(GAME, seed, 3)
        assert plain(GAME, s) == pytest.approx(FADING(GAME, s), abs=1e-9)


def test_phased_weights_in_files(tmp_path):
    file = tmp_path / "fading.json"
    other = FADING.with_weights(**{"total late": 1.5})
    save_weights(file, GAME, other)
    again = load_weights(file, GAME, {"fading": FADING})
    assert isinstance(again, PhasedEvaluator) and again.weights == other.weights
    assert again(GAME, HERE) == other(GAME, HERE) != FADING(GAME, HERE)
    with pytest.raises(ParameterError, match=r"has no feature 'total'.*advanced early"):
        FADING.with_weights(total=1)


def test_one_feature_more():
    more = FADING.with_feature("again", advanced, 2.0)
    assert more(GAME, HERE) == pytest.approx(FADING(GAME, HERE) - 2.0)
    assert more.weights["again early"] == more.weights["again late"] == 2.0
