"""Intervals: known values, and whether they hold what they promise."""

import random

import pytest

from zermelo.analysis.intervals import NOTHING, mean, share


@pytest.mark.parametrize(("hits", "count", "low", "high"), [
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0),  # Wilson 1927, tabulated
    (81, 263, 0.2553, 0.3662),  # Newcombe 1998, method 3
    (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
])
def test_wilson_as_published(hits, count, low, high):
    found = share(hits, count)
    assert found.value == hits / count
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_nothing_counted():
    assert share(0, 0) == mean([]) == NOTHING


@pytest.mark.long
def test_the_mean_lies_in_its_interval_19_times_out_of_20():
    rng, truth, held = random.Random(3), 0.35 * 1 + 0.2 * 2, 0
    for _ in range(400):
        found = mean(rng.choices([0, 1, 2], [0.45, 0.35, 0.2], k=60))
        assert found.low <= found.value <= found.high
        held += found.low <= truth <= found.high
    assert 0.92 < held / 400 < 0.975


def test_the_same_numbers_give_the_same_interval():
    assert mean([0, 1, 2, 2, 0]) == mean([2, 2, 1, 0, 0])
    assert mean([3, 3]) == (3, 3, 3)
