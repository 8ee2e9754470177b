"""Skill: every figure against plain recursion, and against games that were really played."""

from fractions import Fraction
from functools import cache
from itertools import islice
from math import exp, inf, sqrt

import numpy as np
import pytest

from plain_play import best_against_random, best_moves_only, evenly, expected, sign
from zermelo import load
from zermelo.analysis.luck import luck_of
from zermelo.analysis.skill import TEMPERATURES, Chances, Study, level_name, within_chance
from zermelo.errors import ParameterError
from zermelo.solve import solve_deals
from zermelo.solve.sampling import Ended
from zermelo.textbook import solve

SMALL = "rps:deck_size=6,hand_size=2"
TINY = "rps:deck_size=6,hand_size=2,width=3,height=1"
Z = 3.2905  # 99.9 % of a normal distribution lie within so many standard deviations


@cache
def study_of(spec, native=False):
    return Study.of(load(spec), native=native)


def plain_softmax(game, temperature, values):
    def choose(s, moves):
        view = 1 if game.to_move(s) == 0 else -1
        worth = [view * sign(solve(game, game.play(s, m), known=values).score) for m in moves]
        weights = [exp(w / temperature) for w in worth]
        return [Fraction(w / sum(weights)) for w in weights]

    return choose


def either(game, first, second):
    return lambda s, moves: (first, second)[game.to_move(s)](s, moves)


@pytest.mark.parametrize("spec", [TINY, "tictactoe:width=3,height=2",
                                  pytest.param("tictactoe", marks=pytest.mark.slow)])
def test_meetings_are_those_of_plain_recursion(spec):
    game, study, values = load(spec), study_of(spec), {}
    players = {0.0: best_moves_only(game, values), inf: evenly, 1.0: plain_softmax(game, 1, values)}
    for first, second in ((0.0, 0.0), (0.0, inf), (inf, 0.0), (inf, inf), (1.0, inf), (1.0, 1.0)):
        choose = either(game, players[first], players[second])
        known = [{}, {}]
        wins, draws = (
            float(sum(p * expected(game, s, choose, worth, seen) for p, s in game.deals()))
            for worth, seen in zip((lambda x: x > 0, lambda x: x == 0), known, strict=True))
        score = study.meeting(study.level(first), study.level(second)).score
        assert (score.win, score.draw) == pytest.approx((wins, draws), abs=1e-12)
        assert score.win + score.draw + score.loss == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("spec", [TINY, "tictactoe", pytest.param(SMALL, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("wins_only", [False, True])
def test_nobody_does_better_against_random_play(spec, seat, wins_only):
    game, study = load(spec), study_of(spec)

    def worth(payoff):
        result = sign(payoff) * (1 - 2 * seat)
        return int(result > 0) if wins_only else result

    known = {}
    best = float(sum(p * best_against_random(game, s, seat, worth, known)
                     for p, s in game.deals()))
    anything, answer = study.level(inf), study.best_against_random(seat, wins_only=wins_only)
    pair = (answer, anything) if seat == 0 else (anything, answer)
    score = study.meeting(*pair).score
    wins = score.loss if seat else score.win
    assert best == pytest.approx(wins if wins_only else (1 - 2 * seat) * score.mean, abs=1e-12)


@pytest.mark.long
def test_perfect_players_get_what_the_deals_are_worth():
    game, study = load(SMALL), study_of(SMALL)
    perfect = study.level(0)
    score = study.meeting(perfect, perfect).score
    chances = solve_deals(game, native=False).chances()
    assert score[:3] == pytest.approx([float(c) for c in chances], abs=1e-12)
    results = np.sign(study.points[study.roots])
    assert (study.meeting(perfect, study.level(1)).by_deal[results == 1, 0] > 1 - 1e-12).all()
    assert (study.meeting(study.level(1), perfect).by_deal[results == -1, 2] > 1 - 1e-12).all()


def test_skill_pays():
    study = study_of(SMALL)
    levels = [study.level(t) for t in TEMPERATURES]
    against_random = [study.meeting(p, levels[-1]).score.points for p in levels]
    assert against_random == sorted(against_random, reverse=True)
    assert [p.name for p in levels] == [level_name(t) for t in TEMPERATURES]
    for p in levels:  # nobody beats perfect play where it counts: on every single deal
        facing = study.meeting(p, levels[0]).by_deal
        assert (facing[:, 0] - facing[:, 2] <= study.values[study.roots] + 1e-12).all()


@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_the_law_of_total_variance(temperature):
    study = study_of(SMALL)
    player = study.level(temperature)
    meeting = study.meeting(player, player)
    luck = luck_of(study, meeting)
    score = meeting.score
    assert luck.variance == pytest.approx(score.win + score.loss - score.mean**2)
    assert 0 <= luck.share <= 1
    assert luck.share == pytest.approx(1) if temperature == 0 else luck.share < 1


def test_a_game_without_chance_has_no_luck():
    study = study_of("tictactoe")
    anything = study.level(inf)
    assert luck_of(study, study.meeting(anything, anything)).share == pytest.approx(0)
    perfect = study.level(0)
    assert luck_of(study, study.meeting(perfect, perfect)).variance == pytest.approx(0, abs=1e-12)


def test_points_count_where_the_game_counts_them():
    study = study_of(SMALL + ",score=margin")
    assert (study.values == study.points).all()
    assert set(study_of(SMALL).values) <= {-1, 0, 1}


def test_temperatures_that_make_no_sense():
    for temperature in (-1, float("nan")):
        with pytest.raises(ParameterError, match="temperature"):
            study_of(SMALL).level(temperature)


def assert_sampled(study, first, second, games, seed):
    """Each exact probability lies in the 99.9 % interval of the games that were played."""
    exact = study.meeting(first, second).score
    tally = study.sampled(first, second, games, seed)
    assert tally.games == games
    for p, count in zip(exact[:3], tally[:3], strict=True):
        p = min(max(p, 0.0), 1.0)
        assert abs(count / games - p) <= Z * sqrt(p * (1 - p) / games) + 1e-9, (first, second, p)
    assert abs(tally.plies / games - exact.plies) < 1e-9  # here all games are equally long


@pytest.mark.parametrize("wins, fine", [(5000, True), (5164, True), (5166, False), (4834, False)])
def test_what_lies_within_chance(wins, fine):
    tally = Ended(wins, 0, 10_000 - wins, 0)  # one standard deviation is 50 games
    assert within_chance(Chances(0.5, 0.0, 0.5, 9.0), tally) == fine
    assert not within_chance(Chances(1.0, 0.0, 0.0, 9.0), tally)


def pairs(study):
    anything, perfect, middling = (study.level(t) for t in (inf, 0, 1))
    yield anything, anything
    yield perfect, anything
    yield anything, perfect
    yield perfect, perfect
    yield middling, middling
    yield middling, anything
    yield study.best_against_random(0), anything
    yield anything, study.best_against_random(1)
    yield study.best_against_random(0, wins_only=True), anything
    yield anything, study.best_against_random(1, wins_only=True)


@pytest.mark.long
@pytest.mark.parametrize("games", [20_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_games_that_were_played_agree(games):
    study = study_of(SMALL, native=True)
    for seed, (first, second) in enumerate(pairs(study)):
        assert_sampled(study, first, second, games, seed)


@pytest.mark.long
def test_games_that_were_played_agree_interpreted():
    study = study_of(SMALL)
    assert_sampled(study, study.level(1), study.level(inf), 200, 3)


@pytest.mark.slow
def test_the_default_game():
    """All of it: the graph's values are the engine's, and 100,000 games agree with each figure."""
    study = study_of("rps", native=True)
    solved = solve_deals(study.game)
    assert [deal.points for deal in solved.deals] == study.points[study.roots].tolist()
    for deal, state in zip(solved.deals, study.deals, strict=True):
        worth = {study.game.move_text(state, m): int(study.points[node])
                 for m, node in study.graph.moves(state)}
        assert dict(deal.moves) == worth
    for seed, (first, second) in enumerate(islice(pairs(study), 8)):  # no draws: wins are results
        assert_sampled(study, first, second, 100_000, seed)
