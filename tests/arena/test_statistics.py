"""Elo, sequential tests and ratings: published figures, and simulated matches of known strength."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.arena.statistics import Sprt, elo_of_games, elo_of_results, rate
from zermelo.arena.statistics.elo import NORMALISED, difference_of, expected
from zermelo.errors import LimitError, ParameterError
from zermelo.play.score import moments_of, score_of

GOLDEN = [379, 10170, 21828, 10640, 343]  # a published test: LLR 2.946, nElo 3.05 ± 2.31
SWING = 0.3  # how much a pair's opening shifts the first player's chances


# --- published figures ---


def test_the_golden_vector_to_its_printed_digits():
    test, elo = Sprt(0, 2), elo_of_results(GOLDEN)
    assert f"{test.ratio(GOLDEN):.3f}" == "2.946"
    assert f"{elo.normalised:.2f} ± {elo.normalised_error:.2f}" == "3.05 ± 2.31"
    assert (f"{test.lower:.3f}", f"{test.upper:.3f}") == ("-2.944", "2.944")
    assert test.verdict(test.ratio(GOLDEN)) == "H1"


@pytest.mark.parametrize("draws", [0, 8, 16])
def test_three_in_a_row(draws):
    """75 %, 75 % and 90 % are odds of 3, 3 and 9, however many of the points came from draws."""
    def scored(share, games=80):
        wins = share * games - draws / 2
        return {(1.0, 1.0): wins / 2, (0.5, 0.5): draws / 2,
                (0.0, 0.0): (games - wins - draws) / 2}

    found = rate("abc", {(0, 1): scored(0.75), (1, 2): scored(0.75), (0, 2): scored(0.9)},
                 resamples=50)
    assert [round(player.rating) for player in found.players] == [191, 0, -191]
    assert abs(found.advantage) < 1e-6


@pytest.mark.parametrize("wins, draws, losses, elo", [
    (100, 0, 100, 0.0), (75, 0, 25, 190.85), (10, 5, 5, 88.74),  # 400·log10(points : points)
])
def test_games_by_hand(wins, draws, losses, elo):
    found = elo_of_games(wins, draws, losses)
    assert round(found.difference, 2) == elo
    familiar = NormalDist().cdf((wins - losses) / math.sqrt(wins + losses))
    assert found.superiority == pytest.approx(familiar, abs=1e-12)


def test_a_clean_sheet_has_no_end_and_no_certainty():
    found = elo_of_games(10, 0, 0)
    assert found.difference == math.inf and found.error == math.inf
    assert 0.99 < found.superiority < 1


def test_pairs_are_surer_than_games_where_openings_decide():
    """All openings win for the first player: the games scatter, the pairs do not."""
    assert elo_of_results([0, 2, 96, 2, 0]).error < elo_of_games(100, 0, 100).error / 3


@pytest.mark.parametrize("counts, words", [
    ([1, 2], "2 counts"), ([0, 0, 0], "no result"), ([1, -1, 2], "0 or more"),
    ([1, math.nan, 2], "0 or more"),
])
def test_counts_that_make_no_sense(counts, words):
    with pytest.raises(LimitError, match=words):
        elo_of_results(counts)


@pytest.mark.parametrize("given, words", [
    ((5, 0), "H0 below H1"), ((0, 0), "H0 below H1"), ((0, math.inf), "make no sense"),
    ((0, 5, 0), "alpha"), ((0, 5, 0.05, 0.7), "beta"),
])
def test_tests_that_make_no_sense(given, words):
    with pytest.raises(LimitError, match=words):
        Sprt(*given)


# --- properties ---

counts = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)


@given(counts)
def test_elo_is_the_same_seen_from_the_other_side(results):
    one, other = elo_of_results(results), elo_of_results(results[::-1])
    assert one.difference == pytest.approx(-other.difference)
    assert one.low == pytest.approx(-other.high)
    assert one.superiority == pytest.approx(1 - other.superiority)
    assert one.normalised == pytest.approx(-other.normalised)


@given(counts)
def test_the_ratio_turns_round_with_the_hypotheses(results):
    assert Sprt(-3, 5).ratio(results) == pytest.approx(-Sprt(-5, 3).ratio(results[::-1]), abs=1e-9)


@given(st.floats(-1500, 1500))
def test_a_score_is_a_difference_in_other_words(elo):
    assert difference_of(expected(elo)) == pytest.approx(elo, abs=1e-6)


@given(st.lists(st.lists(st.sampled_from([0, 0.5, 1]), min_size=2, max_size=2), min_size=3,
                max_size=60))
def test_the_score_of_a_series_and_elo_are_one(pairs):
    """The same games, counted by `play` and by the arena."""
    tally = [[sum(pair) for pair in pairs].count(k / 2) for k in range(5)]
    score, elo = score_of(pairs), elo_of_results(tally)
    assert elo.score == pytest.approx(score.share)
    assert score.low <= score.share <= score.high


def likeliest(sample, strength):
    """By brute force: the largest likelihood among distributions over 0, ½, 1 whose mean lies
    `strength` of their own standard deviations above ½."""
    best = -math.inf
    for draws in np.linspace(1e-4, 1 - 1e-4, 4001):
        # mean - ½ = t·σ, with m the mean - ½: m² = t²·(¼(1 - d) - m²)
        m = math.copysign(math.sqrt(strength**2 * (1 - draws) / 4 / (1 + strength**2)), strength)
        win, loss = (1 - draws) / 2 + m, (1 - draws) / 2 - m
        if min(win, loss) > 0:
            best = max(best, sum(n * math.log(p) for n, p
                                 in zip(sample, (loss, draws, win), strict=True)))
    return best


@pytest.mark.parametrize("sample", [[300, 400, 350], [900, 100, 950], [50, 800, 75]])
def test_the_closed_form_is_close_to_the_likelihoods_themselves(sample):
    exact = likeliest(sample, 10 / NORMALISED) - likeliest(sample, 0)
    assert Sprt(0, 10).ratio(sample) == pytest.approx(exact, abs=0.02)


@given(st.integers(1, 200), st.floats(1, 200))
def test_who_wins_everything_passes_every_test(pairs, h1):
    """The more that is won the better: a clean sheet is no worse than a sheet with a stain."""
    test = Sprt(0, h1)
    clean = test.ratio([0, 0, 0, 0, pairs + 1])
    assert clean >= test.ratio([0, 0, 0, 1, pairs]) - 1e-9 >= test.ratio([1, 0, 0, 0, pairs]) - 1e-6
    assert clean > 0 and test.ratio([0, 0, 0, 0, 100 * pairs]) > clean


# --- simulations ---


def pair_chances(elo, draws=0.3):
    """How likely each result of a pair is, where openings favour one side or the other."""
    found = np.zeros(5)
    for luck in (-SWING, 0, SWING):
        sides = []
        for shift in (luck, -luck):
            mean = np.clip(expected(elo) + shift, draws / 2, 1 - draws / 2)
            sides.append([1 - mean - draws / 2, draws, mean - draws / 2])
        found += np.convolve(*sides) / 3
    return found


def test_95_percent_intervals_hold_the_truth():
    lots = np.random.default_rng(7)
    for elo, pairs in ((0, 60), (35, 200), (150, 120)):
        chances = pair_chances(elo)
        truth = difference_of(moments_of(enumerate(chances)).mean / 4)
        held = sum(found.low <= truth <= found.high for found in
                   map(elo_of_results, lots.multinomial(pairs, chances, 2000).tolist()))
        assert 0.93 <= held / 2000 <= 0.97, (elo, held)


def verdicts(test, chances, runs, seed):
    """The shares of runs that end with H0 and H1."""
    lots, ended = np.random.default_rng(seed), {"H0": 0, "H1": 0}
    for _ in range(runs):
        counts, verdict = [0] * 5, "continue"
        while verdict == "continue":
            for result in lots.choice(5, 8, p=chances).tolist():
                counts[result] += 1
            verdict = test.verdict(test.ratio(counts))
        ended[verdict] += 1
    return ended["H0"] / runs, ended["H1"] / runs


def of_strength(nelo):
    """A distribution of that normalised Elo: shift the even one until it has it."""
    low, high = -200.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        found = elo_of_results((1e9 * pair_chances(middle)).tolist()).normalised
        low, high = (middle, high) if found < nelo else (low, middle)
    return pair_chances(middle)


@pytest.mark.parametrize("runs", [300, pytest.param(4000, marks=pytest.mark.slow)])
def test_sequential_tests_err_as_seldom_as_they_promise(runs):
    test = Sprt(0, 60)
    slack = 2 * math.sqrt(0.05 * 0.95 / runs)
    assert verdicts(test, of_strength(0), runs, 1)[1] <= 0.05 + slack
    assert verdicts(test, of_strength(60), runs, 2)[0] <= 0.05 + slack


def simulated(lots, ratings, advantage, pairs, draws=0.2):
    """A round robin of so many pairs for each two players."""
    games = {}
    for i in range(len(ratings)):
        for j in range(i + 1, len(ratings)):
            found = {}
            means = [expected(ratings[i] - ratings[j] + sign * advantage) for sign in (1, -1)]
            drawn = []
            for mean in means:
                d = draws * 4 * mean * (1 - mean)
                drawn.append(lots.choice([0.0, 0.5, 1.0], pairs,
                                         p=[1 - mean - d / 2, d, mean - d / 2]))
            for both in zip(*(side.tolist() for side in drawn), strict=True):
                found[both] = found.get(both, 0) + 1
            games[i, j] = found
    return games


TRUE = [120.0, 0.0, -120.0]


def test_ratings_come_near_the_truth_and_know_how_near():
    lots = np.random.default_rng(3)
    found = rate(["a", "b", "c"], simulated(lots, TRUE, 40, 4000))
    for player, truth in zip(found.players, TRUE, strict=True):
        assert abs(player.rating - truth) < 12 and 2 < player.error < 10
    assert abs(found.advantage - 40) < 8


@pytest.mark.slow
def test_95_percent_of_the_ratings_intervals_hold_the_truth():
    lots = np.random.default_rng(5)
    held = np.zeros(3)
    for _ in range(2000):
        found = rate(["a", "b", "c"], simulated(lots, TRUE, 40, 60), resamples=300)
        held += [p.low <= truth <= p.high for p, truth in zip(found.players, TRUE, strict=True)]
    assert all(0.93 <= share <= 0.97 for share in held / 2000), held


def test_one_pair_of_each_two_players_is_no_certainty():
    """A single pair drawn anew is always the same: the intervals must not take that for truth."""
    lots, true, held = np.random.default_rng(8), [90.0, 30.0, 0.0, -20.0, -100.0], 0
    for _ in range(40):
        found = rate("abcde", simulated(lots, true, 30, 1), resamples=150)
        held += sum(p.low <= t <= p.high for p, t in zip(found.players, true, strict=True))
    assert held / 200 >= 0.8, held
    assert rate("ab", {(0, 1): {(1.0, 0.0): 1}}).players[0].error > 100


# --- ratings ---


def test_two_players_are_rated_by_their_elo_difference():
    pairs = {(1.0, 0.5): 10, (0.5, 1.0): 10, (0.5, 0.0): 7, (0.0, 0.5): 7, (0.5, 0.5): 10}
    found = rate(["a", "b"], {(0, 1): pairs}, resamples=20)
    elo = elo_of_games(20, 54, 14)
    gap = found.players[0].rating - found.players[1].rating
    assert gap == pytest.approx(elo.difference, abs=1e-3)


def test_the_advantage_of_going_first_is_nobodys_strength():
    """All points are taken with the first move, three of four: 400·log10(3)."""
    found = rate(["a", "b"], {(0, 1): {(1.0, 0.0): 30, (0.0, 1.0): 10}}, resamples=20)
    assert [round(player.rating) for player in found.players] == [0, 0]
    assert found.advantage == pytest.approx(190.85, abs=0.01)


def test_an_anchor_stays_where_it_is():
    games = simulated(np.random.default_rng(1), TRUE, 0, 100)
    free, tied = rate("abc", games), rate("abc", games, anchor=("b", 1500))
    assert (tied.players[1].rating, tied.players[1].error) == (1500, 0)
    gaps = [[p.rating - found.players[1].rating for p in found.players] for found in (free, tied)]
    assert gaps[0] == pytest.approx(gaps[1])
    with pytest.raises(ParameterError, match="'z' is none of the players: there are a, b, c"):
        rate("abc", games, anchor=("z", 0))


def test_a_clean_sheet_is_rated_all_the_same_and_told():
    clean = {(1.0, 1.0): 10.0}
    mixed = {(1.0, 0.0): 6, (0.5, 0.5): 4}
    found = rate("abc", {(0, 1): clean, (0, 2): clean, (1, 2): mixed})
    assert set(found.one_sided) == {(0, 1), (0, 2)}
    assert 200 < found.players[0].rating < 800 and found.players[0].error > 50
    assert rate("abc", {(0, 1): clean, (1, 2): mixed, (0, 2): mixed}).one_sided == ()


def test_davidsons_draws_spread_ratings_by_their_share():
    """Near equality a draw rate d makes differences 1 / (1 - d) times as large."""
    pairs = {(0.5, 0.5): 500, (1.0, 0.5): 140, (0.5, 1.0): 140, (0.0, 0.5): 110, (0.5, 0.0): 110}
    half = rate("ab", {(0, 1): pairs}, resamples=10)
    davidson = rate("ab", {(0, 1): pairs}, resamples=10, draws="davidson")
    draw_rate = 1500 / 2000
    assert davidson.players[0].rating == pytest.approx(half.players[0].rating / (1 - draw_rate),
                                                       rel=0.02)


def test_the_same_games_give_the_same_ratings():
    games = simulated(np.random.default_rng(2), [50.0, 0.0, -20.0, -30.0], 10, 30)
    assert rate("abcd", games) == rate("abcd", games)
