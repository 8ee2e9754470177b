"""A score with its uncertainty.

The two games of a pair share an opening and are not independent, so the pair is the unit: the
interval is the usual one for a mean over pairs. Two pairs are added to it, one won and one lost,
so that a clean sheet of a few games is not taken for certainty, and a coin's scatter is never
underrated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

QUANTILE = 1.959963984540054  # of the normal distribution, for 95 %


class Moments(NamedTuple):
    """How many results there are, their mean, and their variance around it."""

    size: float
    mean: float
    variance: float


def moments_of(results: Iterable[tuple[float, float]]) -> Moments:
    """The moments of results, each given with how often it came.

    >>> moments_of([(0, 1), (0.5, 2), (1, 1)])
    Moments(size=4, mean=0.5, variance=0.125)
    """
    counted = list(results)
    count = sum(times for _, times in counted)
    mean = sum(times * result for result, times in counted) / count
    return Moments(count, mean, sum(times * (r - mean) ** 2 for r, times in counted) / count)


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of A, the share of the points, and where it lies with 95 %."""

    wins: int
    draws: int
    losses: int
    share: float | None  # None: no games
    low: float
    high: float

    @property
    def games(self) -> int:
        """All games, won, drawn and lost."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        if self.share is None:
            return "no games"
        return (f"{100 * self.share:.1f} % (95 %: {100 * self.low:.1f} to {100 * self.high:.1f}), "
                f"+{self.wins} ={self.draws} -{self.losses}")


def score_of(pairs: list[list[float]]) -> Score:
    """The score of pairs of games, each game worth 1, ½ or 0; a lone game is a pair by itself.

    >>> print(score_of([[1, 1], [1, 0.5], [0, 1]]))
    75.0 % (95 %: 28.3 to 100.0), +4 =1 -1
    """
    games = [points for pair in pairs for points in pair]
    wins, draws = games.count(1), games.count(0.5)
    if not games:
        return Score(0, 0, 0, None, 0.0, 1.0)
    means = [sum(pair) / len(pair) for pair in pairs] + [0.0, 1.0]
    count, centre, variance = moments_of((mean, 1) for mean in means)
    reach = QUANTILE * math.sqrt(variance / (count - 1))
    share = sum(games) / len(games)
    return Score(wins, draws, len(games) - wins - draws, share,
                 max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach)))
