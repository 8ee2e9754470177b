"""Weights fitted to games: what was hidden in the data is found, on openings never seen."""

import json
from importlib.util import find_spec

import pytest

if find_spec("numpy") is None:
    pytest.skip("fitting needs: pip install 'zermelo[learn]'", allow_module_level=True)

import numpy as np

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.running import run
from zermelo.arena.store import Store
from zermelo.cli import main
from zermelo.errors import GameError, LimitError
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.learn import from_games
from zermelo.learn.from_games import Samples, columns_of, fitted, losses_of, tune_by_games
from zermelo.wandering import random_play
from zermelo.work.here import Here


def made_up(rows, truth, seed):
    """Positions whose results follow from hidden weights, by lot."""
    lots = np.random.default_rng(seed)
    features = lots.integers(-3, 4, (rows, len(truth))).astype(float)
    score = features @ truth
    result = (lots.random(rows) < 1 / (1 + np.exp(-score))).astype(float)
    return Samples(features, result, score, np.arange(rows), np.empty(rows, object))


def test_hidden_weights_are_found():
    truth, original = np.array([1.0, -0.5, 0.0]), np.array([0.3, 0.3, 0.3])
    found = fitted(made_up(4000, truth, 1), original, 1.0, 0.01)
    assert np.allclose(found, truth, atol=0.1)
    others = made_up(2000, truth, 2)
    assert np.mean(losses_of(others, found, 1.0)) < np.mean(losses_of(others, original, 1.0))


def test_weights_that_are_held_stay():
    samples, original = made_up(1000, np.array([1.0, -0.5]), 3), np.array([0.3, 0.3])
    assert np.allclose(fitted(samples, original, 1.0, 1e9), original, atol=1e-4)


def test_what_is_hardly_ever_seen_keeps_its_weight():
    samples, original = made_up(1000, np.array([1.0, -0.5]), 4), np.array([0.3, 0.3])
    samples.features[5:, 1] = 0.0
    found = fitted(samples, original, 1.0, 0.01)
    assert found[1] == pytest.approx(0.3) and found[0] > 0.8


def test_a_fit_is_judged_by_results_alone():
    samples = made_up(1000, np.array([1.0, -0.5]), 5)
    misled = samples._replace(score=-samples.score)
    weights = np.array([1.0, -0.5])
    assert np.array_equal(losses_of(samples, weights, 1.0), losses_of(misled, weights, 1.0))


def test_weights_are_held_as_strongly_as_can_be():
    samples = made_up(400, np.array([1.0, -0.5]), 6)
    noise = np.random.default_rng(7).normal(0, 0.1, 400)
    alike = dict.fromkeys(from_games.HOLDS, 0.5 + noise)
    assert from_games._strongest(samples, alike) == max(from_games.HOLDS)
    strong = {hold: 0.5 + noise * (hold > 100) + 0.1 * (hold > 100) for hold in from_games.HOLDS}
    assert from_games._strongest(samples, strong) == 100


@pytest.mark.long
def test_positions_that_were_decided_are_left_out(arena, monkeypatch):
    game = load("connect4:width=5,height=5")
    everything = tune_by_games(game, [arena])
    monkeypatch.setattr(from_games, "_SURE", 0.6)  # these players are never sure of anything
    few = tune_by_games(game, [arena])
    assert 0 < few.positions < everything.positions and few.test < everything.test


@pytest.mark.parametrize("spec", ["chess", "othello", "connect4"])
def test_columns_add_up_to_the_score(spec):
    import random

    game = load(spec)
    for evaluator in evaluators(game).values():
        weights = [evaluator.weights[name] for name in evaluator.features]
        for step in list(random_play(game, game.initial(), random.Random(4), 30))[:-1:6]:
            columns = columns_of(game, evaluator, step.state)
            assert np.dot(columns, weights) == pytest.approx(evaluator(game, step.state))


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    """Games of Connect Four on a small board between players that tell what they think."""
    file = tmp_path_factory.mktemp("arena") / "own.arena"
    plan = Plan(load("connect4:width=5,height=5"),
                ("engine:depth=2", "engine:depth=1,selective=no"), 120, opening=3)
    with Store.create(str(file), plan.about()) as store:
        assert run(plan, store, crew=Here(), workers=1).complete
    return str(file)


@pytest.mark.long
def test_games_of_an_arena_are_fitted_to(arena, tmp_path, capsys):
    out = tmp_path / "tuned.json"
    spec = "connect4:width=5,height=5"
    assert main(["tune", spec, "--games", arena, "-o", str(out), "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 120 and told["positions"] > told["test_positions"] > 0
    assert told["tuned_loss"]["value"] < told["original_loss"]["value"]
    written = json.loads(out.read_text())
    assert written["weights"] == told["weights"]
    assert evaluator_for(load(spec), str(out)).weights == told["weights"]
    assert main(["tune", spec, "--games", arena]) in (0, 1)
    assert "surprises by" in capsys.readouterr().out


@pytest.mark.long
def test_positions_are_searched_anew(arena, capsys):
    spec = "connect4:width=5,height=5"
    assert main(["tune", spec, "--games", arena, "--deeper", "300", "--json"]) in (0, 1)
    deep = json.loads(capsys.readouterr().out)
    assert main(["tune", spec, "--games", arena, "--json"]) in (0, 1)
    plain = json.loads(capsys.readouterr().out)
    assert 0 < deep["positions"] < plain["positions"] and deep["weights"] != plain["weights"]
    assert deep["tuned_loss"]["value"] < deep["original_loss"]["value"]
    looks = iter(range(10**6))
    some = tune_by_games(load(spec), [arena], deeper=300, stopped=lambda: next(looks) > 600)
    assert 0 < some.positions < deep["positions"]
    with pytest.raises(GameError, match="12 positions of 120 games are too few"):
        looks = iter(range(10**6))
        tune_by_games(load(spec), [arena], deeper=300, stopped=lambda: next(looks) > 10)
    with pytest.raises(LimitError, match="-1 nodes are none"):
        tune_by_games(load(spec), [arena], deeper=-1)
    assert main(["tune", spec, "--deeper", "300"]) == 2
    assert "give --games, too" in capsys.readouterr().err
    assert main(["tune", spec, "--games", arena, "--device", "cuda"]) == 2
    assert "--device cuda is for --deeper" in capsys.readouterr().err
    assert main(["tune", spec, "--games", arena, "--deeper", "0"]) == 2
    assert "0 nodes are none" in capsys.readouterr().err


@pytest.mark.long
def test_a_deeper_search_leaves_nothing_of_the_results(arena, monkeypatch):
    game = load("connect4:width=5,height=5")
    monkeypatch.setattr(from_games, "slope_of", lambda scores, results: 0.6)
    found = tune_by_games(game, [arena], deeper=300)
    monkeypatch.setattr(from_games.StoredGame, "score", property(lambda one: one.payoff <= 0))
    assert tune_by_games(game, [arena], deeper=300).tuned.weights == found.tuned.weights


@pytest.mark.long
def test_games_of_another_game_are_refused(arena, capsys):
    assert main(["tune", "othello", "--games", arena]) == 2
    assert "has games of connect4" in capsys.readouterr().err


def test_few_games_are_too_few(tmp_path):
    game = load("tictactoe")
    plan = Plan(game, ("engine:depth=1", "random"), 4, opening=1)
    with Store.create(str(tmp_path / "few.arena"), plan.about()) as store:
        run(plan, store, crew=Here(), workers=1)
    with pytest.raises(GameError, match="too few"):
        tune_by_games(game, [str(tmp_path / "few.arena")])
