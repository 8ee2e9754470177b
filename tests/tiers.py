"""Two tiers: what `make test` looks at, and what waits for `make test-slow`.

`make test` looks at every property on a few of its cases, `make test-slow` on all games, variants
and mistakes. A test with many cases says how many are a few:

    @pytest.mark.few(3, telling=["chess", "rps"])

For each telling word there is a case with it in its name; the others are drawn by lot from the
names of the test and of the case: the same ones every time, but other games for every test, so that
each game is drawn by many. What is not drawn is marked as slow.
"""

from collections import defaultdict
from hashlib import sha256

import pytest


def put_off(items):
    """Marks as slow what is not among the few cases of its test."""
    tests = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        few = cases[0].get_closest_marker("few")
        for item in _in_turn(cases, few.kwargs.get("telling", ()))[few.args[0]:]:
            item.add_marker(pytest.mark.slow)


def _in_turn(cases, telling):
    """The telling ones first, and then as they are drawn."""
    drawn = sorted(cases, key=lambda item: sha256(item.nodeid.encode()).digest())
    chosen = []
    for word in telling:  # somebody may have asked for other cases only
        chosen += [item for item in drawn if word in item.callspec.id and item not in chosen][:1]
    return chosen + [item for item in drawn if item not in chosen]
