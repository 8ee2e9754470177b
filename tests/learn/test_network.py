"""A network learns: what was hidden in the data is found, and what it found is what it says."""

import json
import random

import numpy as np
import pytest

from zermelo import Engine, load
from zermelo.arena.duels import Conditions
from zermelo.arena.packed import packed, save
from zermelo.arena.selfplay import played
from zermelo.cli import main
from zermelo.errors import GameError, ParameterError
from zermelo.evaluation import LinearEvaluator, evaluator_for
from zermelo.evaluation.network import Network, network_in
from zermelo.games.connect4 import ConnectFour
from zermelo.learn import network as learning
from zermelo.learn.expectation import curve, slope_of
from zermelo.learn.network import Rows, _Learning, _rows, learn_network, planes
from zermelo.portable import wrap
from zermelo.search.codes import PROVEN
from zermelo.wandering import random_play

SPEC = "connect4:width=5,height=5"
EVALUATORS = """
from zermelo.evaluation import LinearEvaluator
from zermelo.evaluation.network import Network, Pieces

def stones(game, s):
    return Pieces(s.both, (), s.mine)

learning = LinearEvaluator("learning", {"experience": Network.blank(stones)}, {"experience": 1.0})
nothing = LinearEvaluator("nothing", {"none": lambda game, s: 0.0}, {"none": 1.0})
"""


class Noise(ConnectFour):
    """Every move is noise."""

    def noisy(self, s, m):
        return True


def seen_words(network, game, states):
    return np.array([[wrap(word) for word in (seen.occupied, seen.mine, seen.here, seen.there,
                                              *seen.kinds)]
                     for seen in (network.sight(game, s) for s in states)], np.int64
                    ).view(np.uint64)


def chess_states():
    game = load("chess")
    return game, [step.state for seed in range(12) for step in
                  list(random_play(game, game.initial(), random.Random(seed), 80))[:-1:9]]


def test_what_is_learnt_is_what_is_said():
    """The matrices of the learner, and the network as it is kept, see the same."""
    game, states = chess_states()
    network = network_in(evaluator_for(game))[1]
    said = _Learning(8, network.hidden, 1.0, 0)._said(seen_words(network, game, states), network)
    expected = [network(game, s) * (1 if game.to_move(s) == 0 else -1) for s in states]
    assert len(states) > 50 and np.allclose(said, expected, atol=1e-4)


def test_planes_are_turned():
    one = np.array([[1 << 12, 1 << 12, 7, 56, 1 << 12]], np.uint64)
    mover, other = planes(one, 2)
    assert mover.tolist() == [[0, 0, 0, 1 << (12 ^ 7)]]  # of the mover's, kind 1
    assert other.tolist() == [[0, 1 << (12 ^ 56), 0, 0]]


def made_up(count, seed):
    """Positions of a few stones, which a hidden network knows everything of."""
    lots = np.random.default_rng(seed)
    squares = (1 << lots.integers(0, 16, (count, 6), np.int64)).astype(np.uint64)
    occupied = np.bitwise_or.reduce(squares, axis=1)
    mine = np.bitwise_or.reduce(squares[:, :3], axis=1)
    nothing = np.zeros(count, np.uint64)
    seen = np.stack([occupied, mine, nothing, nothing], axis=1)
    hidden = _Learning(1, 8, 1.0, 77)
    hidden.worth *= 20
    truth = Network.of(lambda game, s: None, 8, hidden.numbers)
    score = lots.normal(0, 0.5, count).astype(np.float32)
    target = curve(score + hidden._said(seen, truth)).astype(np.float32)
    return Rows(np.arange(count), target, score, np.ones(count, np.float32), seen)


@pytest.mark.long
def test_a_hidden_network_is_found():
    pupil, told = _Learning(1, 8, 1.0, 1), []
    pupil.learn(made_up(60_000, 1), 5, lambda doing, share: told.append(share), lambda: False)
    found = Network.of(lambda game, s: None, 8, pupil.numbers)
    others = made_up(5000, 2)
    before, after = (np.mean(pupil.errors(others, of)) for of in (None, found))
    assert before > 0.005 and after < before / 20
    assert told[-1] == 1.0


def test_slopes_are_those_of_the_error():
    rows = made_up(64, 3)
    pupil = _Learning(1, 8, 1.0, 5)
    slopes = pupil._slopes(rows)

    def error():
        return float(np.mean(np.square(
            curve(rows.score.astype(float) + _exactly(pupil, rows.seen)) - rows.target)))

    for part, slope in zip(pupil._all, slopes, strict=True):
        for place in [(0, 1), (len(part) // 2, 3), (len(part) - 1, 7)]:
            before, ends = part[place], []
            for by in (0.01, -0.01):
                part[place] = before + by
                ends.append(error())
            part[place] = before
            assert (ends[0] - ends[1]) / 0.02 == pytest.approx(slope[place], rel=0.05, abs=1e-6)


def _exactly(pupil, seen):
    views = [view.astype(float) for view in pupil._views(seen)]
    return sum(np.clip(view @ pupil.rows.astype(float) + pupil.begin, 0, 1)**2 @ worth.astype(float)
               for view, worth in zip(views, pupil.worth, strict=True))


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Games of Connect Four on a small board, and evaluators with and without a network."""
    folder = tmp_path_factory.mktemp("own")
    game = load(SPEC)
    asked = Conditions(900, 30, opening=4, resign=1000.0)
    save(folder / "own.npz", game,
         packed(played(Engine(game, selective=True), asked).values(), asked.opening))
    (folder / "own.py").write_text(EVALUATORS)
    return folder


@pytest.mark.long
def test_it_learns_from_packed_games(own, tmp_path, capsys):
    out, evaluator = tmp_path / "tuned.json", f"{own}/own.py:learning"
    given = ["tune", SPEC, "--evaluator", evaluator, "--network", str(own / "own.npz")]
    assert main([*given, "--hidden", "16", "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["hidden"] == 16 and told["games"] == 900 and told["better"]
    assert told["positions"] > 5 * told["test_positions"] > 0
    assert told["tuned_error"]["value"] < 0.9 * told["original_error"]["value"]
    game = load(SPEC)
    learnt = evaluator_for(game, f"{evaluator}:{out}")
    assert network_in(learnt)[1].hidden == 16
    middle, edge = (game.play(game.initial(), game.parse_move(game.initial(), text))
                    for text in "31")
    assert learnt(game, middle) > learnt(game, edge)
    standard = evaluator_for(game)  # in whose unit the search thought
    assert 0.01 < abs(learnt(game, middle)) < 10 * max(1, abs(standard(game, middle)))
    assert main([*given, "--hidden", "4"]) in (0, 1)
    assert "squared error" in capsys.readouterr().out


@pytest.mark.long
def test_positions_are_looked_at_alike_interpreted_and_compiled(own):
    game = load(SPEC)
    base = evaluator_for(game, f"{own}/own.py:learning")
    name, network = network_in(base)
    with_more = base.with_feature("stones", lambda game, s: game.to_move(s) - 0.25, 0.5)
    games = learning._read(game, [str(own / "own.npz")])
    few = games._replace(plies=games.plies[:40], halves=games.halves[:40],
                         moves=games.moves[:games.ends[39]], values=games.values[:games.ends[39]])
    found = [_rows(game, with_more, name, network, few, lambda share: None, native=native)[0]
             for native in (True, False)]
    assert all(np.array_equal(a, b) for a, b in zip(*found, strict=True))
    rows = found[0]
    assert len(rows.target) > 200 and np.allclose(rows.share, 1.0, atol=1e-5)
    assert set(np.unique(np.round(rows.score, 3))) == {np.float32(-0.125), np.float32(-0.375)}


def test_rows_are_the_quiet_positions_of_the_games(own):
    """Played through once more, move by move; in this game all positions are quiet."""
    game = load(SPEC)
    base = evaluator_for(game, f"{own}/own.py:learning")
    games = learning._read(game, [str(own / "own.npz")])
    rows, slope = _rows(game, base, *network_in(base), games, lambda share: None)
    seen, thought, result, openings = [], [], [], []
    for end, plies, halves in zip(games.ends, games.plies, games.halves, strict=True):
        state, moves = game.initial(), games.moves[end - plies : end].tolist()
        for ply, (move, value) in enumerate(zip(moves, games.values[end - plies : end],
                                                strict=True)):
            if ply >= games.opening and abs(value) < PROVEN:
                seen.append((state.both, state.mine))
                thought.append(value / 1000)
                result.append(halves / 2 if ply % 2 == 0 else 1 - halves / 2)
                openings.append(tuple(moves[:games.opening]))
            state = game.play(state, move)
    assert rows.seen[:, :2].tolist() == [list(one) for one in seen]
    assert slope == slope_of(np.array(thought)[::97], np.array(result)[::97])
    assert np.allclose(rows.target, curve(slope * np.array(thought)), atol=1e-6)
    assert len(set(zip(openings, rows.opening.tolist(), strict=True))) == len(set(openings)) > 50


def test_it_is_tested_on_other_openings_and_learns_in_the_unit_of_the_search(own, monkeypatch):
    game, seen = load(SPEC), {}
    learn, errors = _Learning.learn, _Learning.errors

    def learning_from(pupil, rows, *more):
        seen.update(slope=float(pupil.slope), train=set(rows.opening.tolist()))
        learn(pupil, rows, *more)

    def errors_of(pupil, rows, network):
        seen.update(test=set(rows.opening.tolist()))
        return errors(pupil, rows, network)

    monkeypatch.setattr(_Learning, "learn", learning_from)
    monkeypatch.setattr(_Learning, "errors", errors_of)
    base = evaluator_for(game, f"{own}/own.py:learning")
    games = learning._read(game, [str(own / "own.npz")])
    learn_network(game, [str(own / "own.npz")], f"{own}/own.py:learning", hidden=4, epochs=1)
    assert seen["test"] and seen["train"] and not seen["test"] & seen["train"]
    _, slope = _rows(game, base, *network_in(base), games, lambda share: None)
    assert seen["slope"] == pytest.approx(slope)


def test_other_rules_are_other_code(own):
    """Those of a game that calls every move noise leave nothing to learn from."""
    quiet = load(SPEC)
    name, network = network_in(evaluator_for(quiet, f"{own}/own.py:learning"))
    games = learning._read(quiet, [str(own / "own.npz")])
    counts = []
    for game in (quiet, Noise(5, 5)):
        rows, _ = _rows(game, evaluator_for(quiet, f"{own}/own.py:learning"), name, network, games,
                        lambda share: None, native=True)
        counts.append(len(rows.target))
    assert counts[0] > 10_000 and counts[1] == 0
    with pytest.raises(GameError, match="0 quiet positions of 900 games are too few"):
        learn_network(Noise(5, 5), [str(own / "own.npz")], f"{own}/own.py:learning")


def test_whoever_stops_it_has_what_was_learnt_by_then(own):
    looks = iter(range(10**6))
    found = learn_network(load(SPEC), [str(own / "own.npz")], f"{own}/own.py:learning", hidden=4,
                          stopped=lambda: next(looks) > 3)
    assert found.test > 0 and isinstance(found.tuned, LinearEvaluator)


def test_what_it_cannot_learn_from_is_refused(own, tmp_path, capsys):
    game, file = load(SPEC), str(own / "own.npz")
    with pytest.raises(GameError, match="nothing' has no network among"):
        learn_network(game, [file], f"{own}/own.py:nothing")
    with pytest.raises(ParameterError, match="64 hidden units, and not 7"):
        learn_network(game, [file], f"{own}/own.py:learning", hidden=7)
    with pytest.raises(ParameterError, match="nothing to learn from"):
        learn_network(game, [], f"{own}/own.py:learning")
    games = learning._read(game, [file])
    save(tmp_path / "few.npz", game, games._replace(
        plies=games.plies[:9], halves=games.halves[:9], moves=games.moves[:games.ends[8]],
        values=games.values[:games.ends[8]]))
    with pytest.raises(GameError, match="positions of 9 games are too few"):
        learn_network(game, [str(tmp_path / "few.npz")], f"{own}/own.py:learning")
    moves = games.moves.copy()
    moves[games.ends[2]] = 77
    save(tmp_path / "wrong.npz", game, games._replace(moves=moves))
    with pytest.raises(GameError, match="game 4 has a move that is impossible"):
        learn_network(game, [str(tmp_path / "wrong.npz")], f"{own}/own.py:learning")
    save(tmp_path / "longer.npz", game, games._replace(opening=5))
    with pytest.raises(ParameterError, match="openings of different lengths"):
        learn_network(game, [file, str(tmp_path / "longer.npz")], f"{own}/own.py:learning")
    assert main(["tune", SPEC, "--network", file, "--games", "x.arena"]) == 2
    assert "give one of them" in capsys.readouterr().err
