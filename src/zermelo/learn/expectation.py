"""What to expect of a score: how likely who is ahead by so much is to win, along a curve."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_FLAT = 30.0  # beyond that, a curve is flat


def curve(scores: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What part of a point to expect, 0 to 1; a score of 0 is half of one."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -_FLAT, _FLAT))))


def surprises(scores: Floats, results: Floats, slope: float) -> Floats:
    """By how many bits each result, 0 to 1, surprises who expects what the scores say."""
    guess = np.clip(curve(slope * scores), 1e-9, 1 - 1e-9)
    return np.asarray(-(results * np.log2(guess) + (1 - results) * np.log2(1 - guess)))


def slope_of(scores: Floats, results: Floats) -> float:
    """How fast a lead becomes a win: the slope with which results surprise least; 1 of nothing."""
    if not len(scores):
        return 1.0
    slopes = np.geomspace(0.01, 10, 121)
    return float(min(slopes, key=lambda slope: np.mean(surprises(scores, results, slope))))
