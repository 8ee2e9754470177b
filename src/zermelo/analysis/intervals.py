"""Figures with their 95 % intervals.

Shares have Wilson's score interval, which keeps its promise near 0 and 1 too. Means have the
percentile bootstrap: 4,000 samples of the same size drawn with replacement, always with the same
lots, and the middle 95 % of their means. Ratios of sums, of hundreds of pairs or more, have the
delta method's: as wide as their own variance says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
_RESAMPLES = 4000


class Figure(NamedTuple):
    """A figure, and between what it lies with 95 % confidence; None where nothing was counted."""

    value: float | None
    low: float | None
    high: float | None

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {name: None if number is None else round(number, 6)
                for name, number in self._asdict().items()}


NOTHING = Figure(None, None, None)


def share(hits: int, count: int) -> Figure:
    """The share of hits, with Wilson's interval.

    >>> [round(x, 3) for x in share(9, 10)]
    [0.9, 0.596, 0.982]
    """
    if count == 0:
        return NOTHING
    p = hits / count
    centre = p + _Z * _Z / (2 * count)
    spread = _Z * sqrt(p * (1 - p) / count + _Z * _Z / (4 * count * count))
    scale = 1 + _Z * _Z / count
    low = 0.0 if hits == 0 else (centre - spread) / scale
    high = 1.0 if hits == count else (centre + spread) / scale
    return Figure(p, low, high)


def by_group(values: Any, groups: Any) -> list[float]:
    """The average of each group: those of one are no witnesses of each other.

    >>> by_group([1, 2, 6], [7, 7, 3])
    [6.0, 1.5]
    """
    import numpy as np

    _, place, count = np.unique(groups, return_inverse=True, return_counts=True)
    return list((np.bincount(place, weights=values) / count).tolist())


def mean(numbers: Iterable[float]) -> Figure:
    """The mean, with its bootstrap interval.

    >>> mean([0, 0, 0, 2])
    Figure(value=0.5, low=0.0, high=1.5)
    """
    import numpy as np

    tally = sorted(Counter(numbers).items())
    count = sum(times for _, times in tally)
    if count == 0:
        return NOTHING
    values = np.array([number for number, _ in tally], dtype=float)
    shares = np.array([times for _, times in tally]) / count
    lots = np.random.default_rng(1).multinomial(count, shares, _RESAMPLES)
    low, high = np.percentile(lots @ values / count, [2.5, 97.5])
    return Figure(float(shares @ values), float(low), float(high))


def ratio(pairs: Sequence[tuple[float, float]]) -> Figure:
    """The sum of the first numbers by the sum of the second, where pairs are drawn, not numbers.

    Moves by positions, say: those of one game resemble each other, and count as one lot.

    >>> [round(x, 3) for x in ratio([(8, 2), (9, 3), (4, 1)] * 100)]
    [3.5, 3.439, 3.561]
    """
    if not pairs:
        return NOTHING
    count, over = len(pairs), fsum(b for _, b in pairs)
    found = fsum(a for a, _ in pairs) / over
    squares = fsum((a - found * b) ** 2 for a, b in pairs)
    spread = _Z * sqrt(squares * count / max(1, count - 1)) / over
    return Figure(found, found - spread, found + spread)
