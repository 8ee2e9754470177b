"""Weights in files."""

import json

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.evaluation.weights import load_weights, save_weights


def test_saved_weights_are_loaded_again(tmp_path):
    game = load("rps")
    tuned = evaluator_for(game).with_weights(position=-0.25, relationship=0.125)
    file = str(tmp_path / "tuned.json")
    save_weights(file, game, tuned, {"about": "a test"})
    again = evaluator_for(game, file)
    assert again.weights == tuned.weights and again.name == "standard"
    state = game.parse("R.p/.../s..:RPS:rpps:second:2")
    assert again(game, state) == tuned(game, state)
    assert json.loads((tmp_path / "tuned.json").read_text())["about"] == "a test"


def test_the_engine_takes_a_file(tmp_path):
    game = load("rps")
    file = str(tmp_path / "none.json")
    save_weights(file, game, evaluator_for(game).with_weights(material=0, position=0,
                                                              relationship=0))
    found = Engine(game, file, native=False).analyze(None, Limit(depth=1))
    assert found.value.score == 0 and not found.value.proven


@pytest.mark.parametrize(("text", "complaint"), [
    ("no json", "is not JSON"),
    ("[]", "is not an evaluator"),
    ('{"game": "rps", "weights": 3}', "is not an evaluator"),
    ('{"game": "rps", "evaluator": "standard", "weights": {"material": "x"}}', "not an evaluator"),
    ('{"game": "rps", "evaluator": "standard", "weights": {"material": NaN}}', "not an evaluator"),
    ('{"game": "nim", "evaluator": "standard", "weights": {}}', "is for 'nim', and not for rps"),
    ('{"game": "rps", "evaluator": "other", "weights": {}}', "weights the features of 'other'"),
    ('{"game": "rps", "evaluator": "standard", "weights": {"matrial": 1}}', "you mean material"),
])
def test_files_that_are_refused(tmp_path, text, complaint):
    (tmp_path / "x.json").write_text(text)
    game = load("rps")
    with pytest.raises(ParameterError, match=complaint):
        load_weights(tmp_path / "x.json", game, evaluators(game))
    with pytest.raises(ParameterError, match="cannot be read"):
        load_weights(tmp_path / "nothing.json", game, evaluators(game))
