"""A network as a player; a tiny one is built here."""

import pytest

from zermelo import load
from zermelo.analysis.exact import Exact
from zermelo.analysis.judge import judge
from zermelo.analysis.samples import Sampler
from zermelo.errors import ParameterError
from zermelo.evaluation import evaluator_for
from zermelo.play.named import player_named
from zermelo.play.simple import GreedyPlayer

onnx = pytest.importorskip("onnx", reason="building a network needs the package 'onnx'")
pytest.importorskip("onnxruntime", reason="networks need: pip install 'zermelo[onnx]'")


def network(file, weights):
    """One layer: rows × weights."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    matrix = np.array(weights, np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])], "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", matrix.shape[0]])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", matrix.shape[1]])],
        [numpy_helper.from_array(matrix, "w")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(file))
    return f"onnx:{file}"


def test_a_network_of_the_features_plays_as_the_greedy_player_does(tmp_path):
    game = load("rps")
    opinion = evaluator_for(game)
    weights = [[w] for w in opinion.weights.values()]
    player = player_named(network(tmp_path / "f.onnx", weights), game)
    problems = Sampler(Exact(game)).draw(20, 4).problems
    found, greedy = judge([player, GreedyPlayer(opinion)], problems)
    assert found.troubles == {"crash": 0, "late": 0, "illegal": 0}
    for a, b in zip(found.answers, greedy.answers, strict=True):  # of equals it may take another
        here = a.problem.truth.position
        worth = [opinion(game, here.play(answer.move).state) for answer in (a, b)]
        assert worth[0] == pytest.approx(worth[1])


def test_a_network_of_bits_that_scores_moves(tmp_path):
    game = load("tictactoe")
    prefers = [float(m in (4, 8)) + (m == 8) for m in range(9)]  # c3, then b2
    turn = [[0.0] * 9 for _ in range(3 * 64)]
    turn[2 * 64] = prefers  # only while it is o's turn, which is the lowest bit of `turn`
    player = player_named(network(tmp_path / "p.onnx", turn), game)
    here = game.position().play("a1")
    assert game.move_text(here.state, player.choose(here, None)) == "c3"
    here = here.play("c3").play("a2")
    assert game.move_text(here.state, player.choose(here, None)) == "b2"


def test_a_network_of_numbers_sees_wins_at_once(tmp_path):
    game = load("tictactoe")
    player = player_named(network(tmp_path / "n.onnx", [[0.0], [0.0], [0.0]]), game)
    here = game.position("xx./oo./...:x")
    assert game.move_text(here.state, player.choose(here, None)) == "c1"
    here = game.position("xx./oo./x..:o")
    assert game.move_text(here.state, player.choose(here, None)) == "c2"


def test_networks_that_do_not_fit(tmp_path):
    game = load("tictactoe")
    wrong = network(tmp_path / "w.onnx", [[0.0]] * 5)
    with pytest.raises(ParameterError, match=r"rows of 192 or 3 or 1 numbers|rows of 192 or 3"):
        player_named(wrong, game)
    (tmp_path / "junk.onnx").write_bytes(b"junk")
    with pytest.raises(ParameterError, match="is not a network"):
        player_named(f"onnx:{tmp_path}/junk.onnx", game)
    few = player_named(network(tmp_path / "few.onnx", [[0.0] * 4] * 3), game)
    with pytest.raises(ParameterError, match="scores 4 moves"):
        few.choose(game.position(), None)
