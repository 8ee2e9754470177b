"""Three tiers: `make test`, what `.ci/run` asks besides, and what waits for `make test-slow`.

`make test` looks at properties on a few of their cases, `make test-slow` on all games, variants and
mistakes. A test with many cases says how many are a few:

    @pytest.mark.few(3, telling=["chess", "rps"], long=2)

For each telling word there is a case with it in its name; the others are drawn by lot from the
names of the test and of the case: the same ones every time, but other games for every test, so that
each game is drawn by many. What is not drawn is marked as slow, but for the next two: these are
`long`, as is what takes a second, or needs a browser or a site. `.ci/run` has time for it, by `make
test-long`. Where only some cases take long, the test tells them by words in their names:

    @pytest.mark.long_for("chess", "size=6")
"""

from collections import defaultdict
from hashlib import sha256

import pytest


def put_off(items):
    """Marks as long or slow what is not among the few cases of its test, and as long what is."""
    tests = defaultdict(list)
    for item in items:
        if takes_long(item):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        few = cases[0].get_closest_marker("few")
        others = _in_turn(cases, few.kwargs.get("telling", ()))[few.args[0]:]
        patient = few.kwargs.get("long", 0)
        for item in others[:patient]:
            item.add_marker(pytest.mark.long)
        for item in others[patient:]:
            item.add_marker(pytest.mark.slow)


def takes_long(item):
    """Whether it needs a browser or a published site, or its test says so of such cases."""
    told = item.get_closest_marker("long_for")
    return not {"browser", "site"}.isdisjoint(getattr(item, "fixturenames", ())) or (
        told is not None and any(word in item.callspec.id for word in told.args))


def _in_turn(cases, telling):
    """The telling ones first, and then as they are drawn."""
    drawn = sorted(cases, key=lambda item: sha256(item.nodeid.encode()).digest())
    chosen = []
    for word in telling:  # somebody may have asked for other cases only
        chosen += [item for item in drawn if word in item.callspec.id and item not in chosen][:1]
    return chosen + [item for item in drawn if item not in chosen]
