"""The judge: measures by hand, players of known strength, and players that misbehave."""

import time
from functools import cache

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Limit, load
from zermelo.analysis import judge_tables as tables
from zermelo.analysis.exact import Exact, TrueMove, Truth
from zermelo.analysis.judge import Answer, Judged, Tally, difference, judge
from zermelo.analysis.judge_tables import differences, side_by_side, troubles
from zermelo.analysis.samples import Problem, Sampler
from zermelo.analysis.themes import kind_of, themes_of
from zermelo.play.callables import CallablePlayer
from zermelo.play.engine_player import EnginePlayer
from zermelo.play.named import player_named
from zermelo.play.player import Player, Resigned
from zermelo.play.simple import RandomPlayer


@cache
def sampled(spec="kalah:pits=3,seeds=2", count=40):
    return Sampler(Exact(load(spec))).draw(count, 1)


def by_truth(choose):
    """A player that looks the truth up and then chooses."""
    truths = {p.truth.position: p.truth for p in sampled().problems}
    return CallablePlayer(lambda position: choose(truths[position]), "knowing")


@pytest.mark.slow
def test_a_sample_is_what_it_says():
    sample = sampled()
    assert len(sample.problems) == 40 and sorted(sample.counts().values()) == [12, 14, 14]
    states = [sample.game.canonical(p.truth.position.state) for p in sample.problems]
    assert len(set(states)) == 40
    assert all(p.truth.at_stake > 0 for p in sample.problems)
    again = Sampler(Exact(load(sample.game.spec), native=False)).draw(40, 1)  # interpreted
    assert [p.text for p in again.problems] == [p.text for p in sample.problems]
    other = Sampler(Exact(load(sample.game.spec), native=False)).draw(40, 2)
    assert [p.text for p in other.problems] != [p.text for p in sample.problems]


@pytest.mark.long
def test_what_cannot_be_proven_is_left_out_and_counted():
    sample = Sampler(Exact(load("connect4"), native=False, nodes=300)).draw(6, 1)
    assert sample.unproven["opening"] >= 10 and sample.counts()["opening"] == 0
    assert len(sample.problems) == 6


def test_the_best_and_the_worst_player():
    best, worst = judge([by_truth(lambda t: t.moves[0].move), by_truth(lambda t: t.moves[-1].text)],
                        sampled().problems)
    assert best.tally.agreement.value == 1 and best.tally.loss.value == 0
    assert best.tally.blunders.value == best.tally.decisive.value == 0
    stake = sum(p.truth.at_stake for p in sampled().problems) / 40
    assert worst.tally.agreement.value == 0 and worst.tally.blunders.value == 1
    assert worst.tally.loss.value == pytest.approx(stake)
    assert difference(best, worst).value == pytest.approx(-stake)
    assert difference(best, worst).high < 0
    assert any("better" in line for line in differences([worst, best]))
    assert len(list(side_by_side([best, worst]))) == 3


def test_a_random_player_scores_what_it_must():
    players = [RandomPlayer(seed, f"random {seed}") for seed in range(60)]
    found = judge(players, sampled().problems)
    shares = [len(p.truth.best) / len(p.truth.moves) for p in sampled().problems]
    losses = [sum(p.truth.loss_of(m.move) for m in p.truth.moves) / len(p.truth.moves)
              for p in sampled().problems]
    agreed = sum(j.tally.agreement.value for j in found) / 60
    lost = sum(j.tally.loss.value for j in found) / 60
    assert agreed == pytest.approx(sum(shares) / 40, abs=0.04)
    assert lost == pytest.approx(sum(losses) / 40, abs=0.15)


def test_an_engine_that_sees_to_the_end_never_errs():
    game = load("kalah:pits=3,seeds=2")
    player = EnginePlayer(game, Limit(depth=40), native=False, selective=False)
    (found,) = judge([player], sampled().problems[:15], seconds=60)
    assert found.tally.agreement.value == 1 and not found.first_trouble


def test_the_same_seed_gives_the_same_answers():
    players = [player_named("random", sampled().game), player_named("random", sampled().game)]
    one, two = judge(players, sampled().problems)
    assert [a.move for a in one.answers] == [a.move for a in two.answers]
    (other,) = judge([player_named("random", sampled().game)], sampled().problems, seed=1000)
    assert [a.move for a in other.answers] != [a.move for a in one.answers]


def problem_of(truth):
    return Problem(truth, "middle", kind_of(truth), themes_of(truth))


@pytest.mark.parametrize(("payoffs", "played", "loss", "blunder", "decisive"), [
    ([1, -1], 1, 0, False, False),
    ([1, -1], -1, 2, True, True),
    ([1, 0, -1], 0, 1, False, True),  # a win given away, but only half of what was at stake
    ([0, -1], -1, 1, True, True),
    ([8, 6, 2], 6, 2, False, False),
    ([8, 6, 2], 2, 6, True, False),  # still a win
    ([2, -2, -10], -2, 4, False, True),
    ([-1, -5], -5, 4, True, False),
])
def test_the_measures_by_hand(truth_of, payoffs, played, loss, blunder, decisive):
    answer = Answer(problem_of(truth_of(payoffs)), "x", played)
    assert (answer.loss, answer.blunder, answer.decisive) == (loss, blunder, decisive)
    tally = Tally([answer, Answer(problem_of(truth_of([3, 1])), "y", 3)])
    assert tally.count == 2 and tally.loss.value == loss / 2
    assert tally.agreement.value == (1 + (loss == 0)) / 2
    assert (tally.blunders.value, tally.decisive.value) == (blunder / 2, decisive / 2)


class Sleepy(Player):
    name = "sleepy"
    asked = 0

    def choose(self, position, clock):
        Sleepy.asked += 1
        time.sleep(0.9)
        return position.moves[0]


class Slow(Player):
    name, punctual = "slow", True

    def choose(self, position, clock):
        time.sleep(0.35)
        return position.moves[0]


def crashing(position):
    raise ZeroDivisionError("oh")


def resigning(position):
    raise Resigned


ILL = {
    "crash": [crashing],
    "illegal": [lambda p: "no such move", lambda p: -7, lambda p: [1], lambda p: None, resigning],
}


@pytest.mark.parametrize(("trouble", "function"),
                         [(t, f) for t, functions in ILL.items() for f in functions])
def test_a_player_that_fails_is_said_to_and_the_run_goes_on(trouble, function):
    fine = by_truth(lambda t: t.moves[0].move)
    ill = CallablePlayer(function, "ill")
    found, good = judge([ill, fine], sampled().problems[:4])
    assert found.troubles[trouble] == 4 == sum(found.troubles.values())
    assert found.first_trouble.why and good.tally.agreement.value == 1
    assert found.tally.loss.value == sum(p.truth.at_stake for p in sampled().problems[:4]) / 4
    assert any("ill: 4 × " in line for line in troubles([found, good]))


def test_a_player_that_is_late():
    sleepy, slow, fine = judge([Sleepy(), Slow(), by_truth(lambda t: t.moves[0].move)],
                               sampled().problems[:7], seconds=0.3)
    assert sleepy.troubles["late"] == slow.troubles["late"] == 7
    assert Sleepy.asked == 5 and sleepy.answers[-1].why == "not asked any more"
    assert fine.tally.agreement.value == 1


def test_stopping_leaves_all_players_with_the_same_problems():
    asked = []

    def player(name):
        def choose(position):
            asked.append(name)
            if len(asked) == 10:
                raise KeyboardInterrupt
            return position.moves[0]
        return CallablePlayer(choose, name)

    one, two = judge([player("one"), player("two")], sampled().problems)
    assert len(one.answers) == len(two.answers) == 4
    stopped = iter([False, False, True])
    (found,) = judge([player("three")], sampled().problems, stopped=lambda: next(stopped))
    assert len(found.answers) == 2


def test_every_decision_is_listed():
    (found,) = judge([RandomPlayer()], sampled().problems)
    rows = found.to_json()["decisions"]
    assert len(rows) == 40
    for row, problem in zip(rows, sampled().problems, strict=True):
        truth = problem.truth
        payoffs = {m.text: m.payoff for m in truth.moves}
        assert row["position"] == problem.text and row["phase"] == problem.phase
        assert row["best"] == [m for m, p in payoffs.items() if p == max(payoffs.values())]
        assert row["payoff"] == payoffs[row["move"]] and row["best_payoff"] == truth.payoff
        assert row["loss"] == truth.payoff - row["payoff"] and row["trouble"] is None
    ill, = judge([CallablePlayer(crashing, "ill")], sampled().problems[:1])
    row = ill.to_json()["decisions"][0]
    assert row["move"] is None and row["trouble"] == "crash" and "oh" in row["why"]
    assert row["loss"] == sampled().problems[0].truth.at_stake


@some(60)
@given(st.lists(st.integers(0, 5), max_size=20), st.integers(0, 25))
def test_the_worst_decisions_are_those_that_lost_most(losses, count):
    truth = Truth(load("nim").position(), (TrueMove(0, "0", 5), TrueMove(1, "1", 0)))
    judged = Judged("x", [Answer(problem_of(truth), "0", 5 - loss) for loss in losses])
    worst = [a.loss for a in judged.worst(count)]
    assert worst == sorted((loss for loss in losses if loss), reverse=True)[:count]


def test_the_worst_decisions_are_shown_with_their_boards():
    worst, best = judge([by_truth(lambda t: t.moves[-1].move), by_truth(lambda t: t.moves[0].move)],
                        sampled().problems)
    text = "\n".join(tables.worst([worst, best], 3))
    assert "the 3 that lost most" in text and "nothing was lost" in text
    for number, answer in enumerate(worst.worst(3), 1):
        truth = answer.problem.truth
        names = ", ".join(m.text for m in truth.best)
        board = truth.position.game.show(truth.position.state)
        assert (f"{number}. {truth.position.text}\n{board}\n"
                f"played {answer.move}: {answer.payoff:+}; best {names}: {truth.payoff:+}; "
                f"lost {answer.loss}") in text


def test_json_has_everything():
    (found,) = judge([RandomPlayer()], sampled().problems)
    data = found.to_json()
    assert data["positions"] == 40 and set(data["by_phase"]) == {"opening", "middle", "end"}
    assert sum(t["positions"] for t in data["by_kind"].values()) == 40
    assert data["agreement"].keys() == {"value", "low", "high"}
    assert Judged("nobody").to_json()["average_loss"] == {"value": None, "low": None, "high": None}
