"""The sequential probability ratio test: stop as soon as the games have decided.

Two hypotheses about the strength in normalised Elo, H0 and H1. The ratio of their likelihoods,
each at the distribution of results that fits best among those of that strength (in Van den Bergh's
closed form), walks up and down with every pair of games. Beyond the upper bound H1 is accepted,
beyond the lower one H0; so a player of strength H0 passes with probability α at most, and one of H1
fails with β.

The test decides; it does not measure. A run that stopped early stopped because it looked good:
strength is to be quoted from a fixed number of games.

>>> test = Sprt(0, 2)
>>> round(test.ratio([379, 10170, 21828, 10640, 343]), 3), test.verdict(2.946)
(2.946, 'H1')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zermelo.arena.statistics.elo import NORMALISED, games_in, results_of
from zermelo.errors import LimitError
from zermelo.play.score import moments_of

Verdict = Literal["H0", "H1", "continue"]

_UNSEEN = 1e-3  # what a result counts that never came: it is possible all the same


@dataclass(frozen=True)
class Sprt:
    """A test of H1 against H0, both in normalised Elo."""

    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.h0) and math.isfinite(self.h1) and self.h0 < self.h1):
            raise LimitError(f"bounds of {self.h0:g},{self.h1:g} make no sense: give H0,H1 with "
                             f"H0 below H1, as 0,5")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise LimitError(f"{name} is the chance of a wrong verdict: {chance:g} makes no "
                                 f"sense, give more than 0 and less than 0.5")

    @property
    def lower(self) -> float:
        """At or below it, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above it, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio (LLR) of results from the worst to the best, three
        of games or five of pairs; 0 for none."""
        if not any(counts):
            return 0.0
        units = moments_of(results_of([count or _UNSEEN for count in counts]))
        at_h0, at_h1 = (h * math.sqrt(games_in(counts)) / NORMALISED for h in (self.h0, self.h1))
        # The form is for small differences: it has its top about one standard deviation off, and
        # would fall again beyond, where somebody wins nearly always. There it stays at its top.
        middle, top = (at_h0 + at_h1) / 2, math.hypot((at_h1 - at_h0) / 2, 1)
        found = (units.mean - 0.5) / math.sqrt(units.variance)
        found = min(max(found, middle - top), middle + top)
        return units.size / 2 * math.log((1 + (found - at_h0) ** 2) / (1 + (found - at_h1) ** 2))

    def verdict(self, ratio: float) -> Verdict:
        """Which hypothesis is accepted, if one is."""
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else "continue"
