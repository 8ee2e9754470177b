"""Small boards of every game, and random positions on them."""

import os
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from zermelo import Engine, Position, load
from zermelo.errors import LimitError, RulesError
from zermelo.search.switches import EXACT
from zermelo.textbook import solve
from zermelo.values import Bound, proven

OFTEN = [  # in every run: each kind of rules that a search could stumble over
    "breakthrough:width=3,height=5,rows=1",
    "checkers:quiet_moves=4",
    "connect4:width=5,height=4",
    "dots:width=2,height=2",
    "hex:size=4",
    "kalah:pits=3,seeds=3",
    "nim:heaps=1+3+3,misere=true",
    "othello:size=4",
    "rps:hand_size=2,deck_size=6,score=margin",
    "tictactoe:width=4,height=3,k=3",
]
SELDOM = [  # among the slow tests
    "chomp:width=5,height=5",
    "connect4:width=4,height=4,k=3",
    "domineering:width=4,height=4",
    "hexapawn:width=4,height=4",
    "isolation:width=4,height=4,blocked=b2",
    "kalah:pits=3,seeds=2,empty_capture=true",
    "nim:heaps=2+3+4",
    "othello:size=6",
    "rps:hand_size=3,deck_size=9",
    "tictactoe",
    "tictactoe:width=8,height=8,k=5",
]
SPECS = OFTEN + SELDOM
# The tests of a game in one process, so that it is compiled once.
every_spec = pytest.mark.parametrize("spec", [
    *(pytest.param(spec, marks=pytest.mark.xdist_group(spec)) for spec in OFTEN),
    *(pytest.param(spec, marks=[pytest.mark.xdist_group(spec), pytest.mark.slow])
      for spec in SELDOM)])


@cache
def game_of(spec):
    return load(spec)


@cache
def engine_of(spec, native=True, threads=1, table_mb=1):
    """An engine to share: clear it, and set its switches."""
    return Engine(game_of(spec), native=native, threads=threads, table_mb=table_mb,
                  switches=EXACT)


SHARE = float(os.environ.get("EXAMPLES", "0.15"))


def some(examples):
    """How thorough a property test is: so many examples, the same ones every time.

    `make test` looks at a part of them, `EXAMPLES=1 make test` at all, `EXAMPLES=10 …` at more.
    """
    share = max(min(8, examples), round(examples * SHARE))
    return settings(max_examples=share, deadline=None, derandomize=True,
                    suppress_health_check=list(HealthCheck))


def random_position(spec, seed, plies):
    """So many random plies from the start (from a random deal), stopping before the end."""
    game, rng = game_of(spec), random.Random(seed)
    state = rng.choice([s for _, s in zip(range(50), (s for _, s in game.deals()), strict=False)])
    return wander(Position(game, state), rng, plies)


def wander(here, rng, plies):
    """So many random plies on, stopping before the end."""
    for _ in range(plies):
        after = here.play(rng.choice(here.moves))
        if after.result is not None:
            break
        here = after
    return here


@cache
def late_position(spec, seed, before_end):
    """A position of a random game, so many plies before its end.

    In every other game an end is put off as long as ten draws find another move: on a large
    board most random games are won while it is nearly empty, where nobody knows the values.
    """
    game, rng = game_of(spec), random.Random(seed)
    here = game.position()
    while here.result is None:
        for _ in range(10 if seed % 2 else 1):
            after = here.play(rng.choice(here.moves))
            if after.result is None:
                break
        here = after
    for _ in range(before_end):
        here = here.previous or here
    return here


_known = {}


def known_value(here, nodes):
    """The textbook's value in the mover's view; None if the game is over, or large, or circular.

    Many ask for the same, of games where the past does not count.
    """
    key = None if here.game.repetition else (type(here.game), here.game.spec, here.state, nodes)
    if key is None:
        return _worked_out(here, nodes)
    if key not in _known:
        _known[key] = _worked_out(here, nodes)
    return _known[key]


def _worked_out(here, nodes):
    if here.result is not None:
        return None
    try:
        value = solve(here, nodes=nodes)
    except (LimitError, RulesError):
        return None
    return value if here.to_move == 0 else -value


def assert_true(claim, truth):
    """What is claimed as proven must be so; an estimate claims nothing."""
    if not claim.proven:
        return
    if claim.distance is None:  # nothing is said about it
        truth = proven(int(truth.score))
    if claim.bound is Bound.LOWER:
        assert truth >= claim
    elif claim.bound is Bound.UPPER:
        assert truth <= claim
    else:
        assert (claim, claim.kind) == (truth, truth.kind)
