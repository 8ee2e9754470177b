"""Elo differences with their errors, from games or from pairs of games.

An Elo difference is a score in other words: 400 points are odds of ten to one. The two games of a
pair share an opening, so that pairs, not games, are independent: five results of a pair, from both
lost to both won, say more than wins, draws and losses. Normalised Elo divides by the scatter of a
game instead: it says how many games it takes to see the difference, whatever the draw rate.

>>> elo = elo_of_games(wins=90, draws=120, losses=60)
>>> round(elo.difference, 1), round(elo.error, 1), round(elo.superiority, 3)
(38.8, 31.0, 0.993)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import LimitError
from zermelo.play.score import QUANTILE, Moments, moments_of

NORMALISED = 800 / math.log(10)  # normalised Elo for each standard deviation of a game


def expected(difference: float) -> float:
    """The score that an Elo difference lets expect.

    >>> expected(0), round(expected(400), 4)
    (0.5, 0.9091)
    """
    return 1 / (1 + 10 ** (-difference / 400))


def difference_of(score: float) -> float:
    """The Elo difference of a score from 0 to 1; infinite at both ends.

    >>> round(difference_of(0.75), 2)
    190.85
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Elo:
    """An Elo difference, and how sure it is."""

    games: float
    score: float
    low: float  # between `low` and `high` it lies 19 times out of 20
    high: float
    superiority: float  # the likelihood that the player is the stronger one
    normalised: float
    normalised_error: float

    @property
    def difference(self) -> float:
        """The Elo difference of the score; infinite for a clean sheet."""
        return difference_of(self.score)

    @property
    def error(self) -> float:
        """Half of the 95 % interval; infinite where the interval has no end."""
        return (self.high - self.low) / 2


def elo_of_games(wins: float, draws: float, losses: float) -> Elo:
    """Elo of wins, draws and losses, as if all games were independent."""
    return elo_of_results([losses, draws, wins])


def elo_of_results(counts: Sequence[float]) -> Elo:
    """Elo of how often each result came, from the worst to the best.

    Three counts are of games; five are of pairs: both lost, a draw and a loss, even, a win and a
    draw, both won.

    >>> elo = elo_of_results([379, 10170, 21828, 10640, 343])
    >>> round(elo.normalised, 2), round(elo.normalised_error, 2)
    (3.05, 2.31)
    """
    results = results_of(counts)
    units = moments_of(results)
    games = units.size * games_in(counts)
    # results that do not scatter at all say nothing about how much they would
    reach = QUANTILE * math.sqrt(units.variance / units.size) if units.variance else 1.0
    scatter = math.sqrt(units.variance * games_in(counts))  # of a single game
    return Elo(
        games, units.mean, difference_of(units.mean - reach), difference_of(units.mean + reach),
        _superiority(results, units),
        NORMALISED * (units.mean - 0.5) / scatter if scatter else
        math.copysign(math.inf, units.mean - 0.5) if units.mean != 0.5 else 0.0,
        NORMALISED * QUANTILE / math.sqrt(games))


def _superiority(results: Sequence[tuple[float, float]], units: Moments) -> float:
    """How likely it is that luck alone, around an even score, does not lead so far.

    For games alone this is the familiar function of (wins - losses) / √(wins + losses).
    """
    around = units.size * units.variance + units.size * (units.mean - 0.5) ** 2
    return 0.5 if around == 0 else normal(units.size * (units.mean - 0.5) / math.sqrt(around))


def normal(z: float) -> float:
    """The normal distribution, from 0 to 1."""
    return (1 + math.erf(z / math.sqrt(2))) / 2


def results_of(counts: Sequence[float]) -> list[tuple[float, float]]:
    """Each result as a score from 0 to 1, with how often it came."""
    if len(counts) not in (3, 5):
        raise LimitError(f"{len(counts)} counts of results make no sense: give 3, of losses, draws "
                         f"and wins, or 5, of pairs from both lost to both won")
    if not all(math.isfinite(count) and count >= 0 for count in counts):
        raise LimitError(f"counts of results are 0 or more: {', '.join(map(str, counts))} are not")
    if not sum(counts):
        raise LimitError("there is no result among the counts: give at least one game")
    return [(i / (len(counts) - 1), count) for i, count in enumerate(counts)]


def games_in(counts: Sequence[float]) -> int:
    """How many games one result stands for."""
    return len(counts) // 2
