"""Time for a whole game: how much of what is left on the clock goes into this move.

Before the search, by what the position looks like: the moves still to come share the time that is
left, and a position with many moves to choose from gets more of it than one with few. During the
search, by how it goes: a best move that has stood for several depths is played early, one that has
just changed, or turned out worse than it looked, is worth a longer look.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2
from typing import Any

from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.wandering import random_play

_OVERHEAD = 0.03  # seconds that pass between two searches, unseen
_KEPT = 0.4  # seconds: a busy machine is late by as much now and then, and a flag has fallen
_FEWEST, _MOST_MOVES = 4, 25  # still to come: the last seconds are never given away
_STRETCH = 3.0  # a difficult move may take so many times its share
_LARGEST_SHARE = 0.5  # but never more of all that is left
_SMALL_SHARE = 0.1  # and no more than that, once there is only what is kept
_PLAYOUTS, _LONGEST = 4, 2 * _MOST_MOVES
_LOOKING = 0.01  # of a move's share at least may go into looking ahead
_SETTLED = 4  # depths with the same best move


@dataclass(frozen=True)
class Allotment:
    """Seconds for one move: what it should take, and what it may."""

    aim: float
    most: float


@dataclass(frozen=True)
class Outlook:
    """What random play from a position says about the game ahead."""

    turns: float  # of the player to move, until the end
    choices: float  # moves to choose from, on average


def allotted(limit: Limit, here: Position) -> Allotment | None:
    """The share of this move, if the limit is a clock for the whole game."""
    if limit.remaining is None:
        return None
    ahead = outlook(here, _LOOKING * (limit.remaining / _MOST_MOVES + limit.increment))
    return share(limit.remaining, limit.increment, len(here.moves), ahead)


def share(remaining: float, increment: float, choices: int, ahead: Outlook) -> Allotment:
    """A position's share of the clock.

    >>> usual = share(60, 0, 8, Outlook(turns=20, choices=8))
    >>> usual
    Allotment(aim=3.0, most=9.0)
    >>> share(60, 0, 3, Outlook(turns=20, choices=8)).aim < usual.aim
    True
    >>> share(60, 0, 1, Outlook(turns=20, choices=8)).aim
    0.0
    """
    if choices < 2:
        return Allotment(0.0, _within(remaining, increment + _OVERHEAD))
    turns = min(max(ahead.turns, _FEWEST), _MOST_MOVES)
    difficulty = log2(1 + choices) / log2(1 + max(ahead.choices, 1.0))
    aim = (remaining / turns + 0.8 * increment) * min(max(difficulty, 0.4), 1.6)
    most = _within(remaining, _STRETCH * aim)
    return Allotment(min(aim, most), most)


def _within(remaining: float, seconds: float) -> float:
    spare = max(remaining - _KEPT, _SMALL_SHARE * remaining)
    return max(min(seconds, _LARGEST_SHARE * remaining, spare), 0.005)


def outlook(here: Position, seconds: float = inf) -> Outlook:
    """A few games played out at random, the same ones every time, as far as there is time; if not
    even one comes to its end, it is taken for a long one."""
    game, mover, lots = here.game, here.to_move, random.Random(0)
    end = time.perf_counter() + seconds
    turns = seen = choices = games = 0
    for _ in range(_PLAYOUTS):
        mine = 0
        for step in random_play(game, here.state, lots, _LONGEST):
            if step.move is not None:
                mine += game.to_move(step.state) == mover
                choices += len(step.moves)
                seen += 1
            if time.perf_counter() > end:
                return Outlook(turns / games if games else _MOST_MOVES, choices / max(seen, 1))
        turns, games = turns + mine, games + 1
    return Outlook(turns / games, choices / max(seen, 1))


def patience(best: Sequence[Any], values: Sequence[float]) -> float:
    """How many times its aim a search should take, by its best moves and their values so far.

    >>> patience(["a", "a", "a", "a", "a"], [5, 5, 5, 5, 5])
    0.6
    >>> patience(["a", "a", "a", "b"], [5, 5, 5, 5])
    1.6
    >>> patience(["a", "a", "a", "b"], [5, 5, 5, 3]) > 2
    True
    """
    if len(best) < 2:
        return 1.0
    factor = 1.0
    if best[-1] != best[-2]:
        factor = 1.6
    elif len(set(best[-_SETTLED:])) == 1 and len(best) >= _SETTLED:
        factor = 0.6
    if values[-1] < values[-2] - 0.1 * (1 + abs(values[-2])):
        factor *= 1.5
    return min(factor, _STRETCH)

