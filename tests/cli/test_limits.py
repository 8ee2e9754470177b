"""How long an analysis goes on: as said, 30 seconds if nobody says, or for ever."""

import pytest

from zermelo import Engine
from zermelo.limits import SECONDS
from zermelo.web.wishes import limit_of


@pytest.fixture
def asked(monkeypatch, zermelo):
    """The limit that an analysis is asked for; it is kept to one ply."""
    limits = []
    analyze = Engine.analyze

    def kept(self, position, limit, **more):
        limits.append(limit)
        return analyze(self, position, type(limit)(depth=1), **more)

    monkeypatch.setattr(Engine, "analyze", kept)

    def run(*arguments):
        ran = zermelo("analyze", "nim", *arguments)
        return ran, limits[-1] if limits else None

    return run


def test_thirty_seconds_if_nobody_says(asked):
    ran, limit = asked()
    assert ran.status == 0
    assert (limit.depth, limit.nodes, limit.time) == (None, None, 30) and SECONDS == 30
    assert "30 seconds if none is given" in " ".join(asked("--help")[0].out.split())


@pytest.mark.parametrize("option, value", [("depth", 3), ("nodes", 1000), ("time", 0.5)])
def test_as_said(asked, option, value):
    limit = asked(f"--{option}", str(value))[1]
    assert getattr(limit, option) == value
    assert [limit.depth, limit.nodes, limit.time].count(None) == 2


def test_for_ever(asked):
    limit = asked("--forever")[1]
    assert limit.time is None and limit.nodes is None and limit.depth > 10**6
    ran, _ = asked("--forever", "--time", "3")
    assert ran.status == 2 and "--forever is without a limit" in ran.err


def test_the_page_takes_as_long():
    assert limit_of({}).time == 30
    assert limit_of({"time": 2}).time == 2
