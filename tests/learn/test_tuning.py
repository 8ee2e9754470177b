"""Tuned weights: better where they have never been, and said to be so only if they are."""

import json
from importlib.util import find_spec

import pytest

from zermelo import Limit, load
from zermelo.analysis.exact import Exact
from zermelo.analysis.judge import judge
from zermelo.analysis.samples import Sampler
from zermelo.cli import main
from zermelo.errors import GameError, ParameterError
from zermelo.evaluation import evaluator_for
from zermelo.learn.tuning import losses_by_depth, tune
from zermelo.play.engine_player import EnginePlayer

if find_spec("sklearn") is None:
    pytest.skip("tuning needs: pip install 'zermelo[learn]'", allow_module_level=True)


@pytest.mark.long
def test_losses_are_those_that_the_judge_finds():
    game = load("rps")
    problems = Sampler(Exact(game)).draw(15, 8).problems
    found = losses_by_depth(game, evaluator_for(game), problems, 3)
    players = [EnginePlayer(game, Limit(depth=d), selective=False) for d in (1, 2, 3)]
    for depth, judged in enumerate(judge(players, problems, seconds=60), 1):
        assert found[depth] == [a.loss for a in judged.answers]


@pytest.mark.long
@pytest.mark.parametrize(("spec", "examples"), [
    ("rps:hand_size=3,deck_size=11", "500"),
    pytest.param("rps", "5000", marks=pytest.mark.slow)])
def test_tuning_the_card_game(tmp_path, monkeypatch, capsys, spec, examples):
    monkeypatch.chdir(tmp_path)
    status = main(["tune", spec, "--examples", examples, "--positions", "40", "--depths", "2",
                   "--out", "tuned.json", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["better"] == (data["difference"]["high"] < 0) == (status == 0)
    assert data["held_out_deals"] and data["test_positions"] == 40
    assert data["fits"][data["chosen"]]["validation_loss"] == min(
        fit["validation_loss"] for fit in data["fits"].values())
    assert data["fits"]["original"]["weights"] == data["original"]
    assert [d["depth"] for d in data["depths"]] == [1, 2]
    game = load(spec)
    assert evaluator_for(game, "tuned.json").weights == data["weights"]
    assert main(["analyze", spec, "--evaluator", "tuned.json", "--depth", "2", "--json"]) == 0


@pytest.mark.slow
def test_the_tuned_evaluator_is_as_good_as_the_original_on_deals_held_out():
    """How much is gained depends on the deals: docs/judge.md tells of several seeds."""
    found = tune(load("rps"), examples=100_000, positions=600, depths=4, seed=0)
    assert found.by_deal and found.test >= 500
    assert found.overall.value < 0 and found.overall.high < 0.05


@pytest.mark.slow
def test_a_database_proves_what_no_search_may(tmp_path):
    """Within one node too little is proven, but what the database knows is."""
    from zermelo.solve.database import make

    game = load("hexapawn:width=4,height=4")
    make(game, tmp_path / "pawns")
    few = {"examples": 200, "positions": 10, "depths": 1, "nodes": 1}
    with pytest.raises(GameError, match="proven within 1 nodes"):
        tune(game, **few)
    found = tune(game, **few, database=str(tmp_path / "pawns"))
    assert found.examples > 100 and found.test == 10


def test_what_cannot_be_tuned(capsys):
    assert main(["tune", "rps", "--database", "nowhere"]) == 2
    assert "'nowhere'" in capsys.readouterr().err
    with pytest.raises(GameError, match="nim has no evaluator"):
        tune(load("nim"))
    for few in ({"examples": 5}, {"positions": 3}, {"depths": 0}):
        with pytest.raises(ParameterError, match="too few to tune by"):
            tune(load("rps"), **few)


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["rps", "--out", "tuned.txt"], "should end in .json"),
    (["rps", "--evaluator", "nothing.json"], "cannot be read"),
    (["rps", "--evaluator", "standrd"], "did you mean standard"),
    (["nim"], "has no evaluator"),
    (["rps", "--depths", "0"], "too few"),
])
def test_bad_input(capsys, arguments, complaint):
    assert main(["tune", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("zermelo: ") and len(err.splitlines()) == 1 and complaint in err


@pytest.mark.long
def test_a_game_with_nothing_left_to_be_examined_by_says_so(monkeypatch):
    """All that a small game has may be among the examples."""
    monkeypatch.setattr("zermelo.learn.tuning._problems", lambda *everything: [])
    with pytest.raises(GameError, match=r"rps has nothing left for validation: every position .* "
                                        r"is among the \d+ examples, .* or a larger game"):
        tune(load("rps"), examples=100)
