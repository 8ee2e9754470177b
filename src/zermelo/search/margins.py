"""How much a few plies may still change, in one game: measured on its own positions.

A search that plays leaves out, near the horizon, what can hardly matter. What is far enough ahead
or behind for that is not the same in two games, nor for two evaluators. So positions are searched
to each depth, and held against what the evaluator says at once.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.kernel.threads import Stopped
from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.codes import INFINITY, PROVEN
from zermelo.search.memory import MARGINS
from zermelo.search.searcher import Searcher
from zermelo.search.switches import MEASURED, SELECTIVE, Switch
from zermelo.wandering import random_play

SHARE = 0.05  # of the positions, where a search may find more than the margin

_GAMES, _STEPS, _KEPT = 48, 5, 3  # random games; moves that are searched in each; positions kept
_PLIES = 32  # … and random moves before them, fewer than that
_NODES = 20_000  # a search may take so many at most
_ENOUGH = 40  # positions, below which nothing is said


class Margins(NamedTuple):
    """For each depth: how far behind and ahead, in thousandths. 0: not known."""

    behind: tuple[int, ...]
    ahead: tuple[int, ...]


UNKNOWN = Margins((0,) * MARGINS, (0,) * MARGINS)


def put(searcher: Searcher, margins: Margins) -> None:
    """Let all threads of a searcher go by these."""
    for memory in searcher.crew.memories:
        for depth, (behind, ahead) in enumerate(zip(*margins, strict=True)):
            memory.margins[depth].behind, memory.margins[depth].ahead = behind, ahead


def measured(searcher: Searcher, switches: Switch, until: float = math.inf) -> Margins:
    """The margins of a game with its evaluator; TimeoutError if there is no time for that."""
    switches = (switches | SELECTIVE) & ~MEASURED
    less: list[list[int]] = [[] for _ in range(MARGINS)]
    more: list[list[int]] = [[] for _ in range(MARGINS)]
    for here in _quiet(searcher, switches):
        if time.thread_time() > until:
            raise TimeoutError
        stands = _value(searcher, here, switches & ~Switch.QUIESCENCE, 0)
        calm = _value(searcher, here, switches, 0)
        for depth in range(1, MARGINS):
            value = _value(searcher, here, switches, depth)
            if value is None or stands is None or calm is None:
                break
            less[depth].append(stands - value)
            more[depth].append(value - max(stands, calm))  # noise is never left out
    return Margins(_for_each_ply([*map(_margin, less)]), tuple(map(_margin, more)))


def _margin(gaps: Sequence[int]) -> int:
    """What all but a share of the gaps stay below; 0 if that is too much, or they are too few."""
    if len(gaps) < _ENOUGH:
        return 0
    found = sorted(gaps)[math.ceil(len(gaps) * (1 - SHARE)) - 1]
    return max(1, found) if found < PROVEN // 2 else 0


def _for_each_ply(behind: list[int]) -> tuple[int, ...]:
    """The same margins, but each ply adds at least as much as the first one is worth.

    Positions of sensible play say too little here: a search also meets those where somebody gave a
    queen for an attack, and who was given it only seems to stand well.
    """
    return tuple(max(found, depth * behind[1]) if found else 0
                 for depth, found in enumerate(behind))


def _quiet(searcher: Searcher, switches: Switch) -> Iterator[Position]:
    """Positions as they come up in play: random ones, a few good moves later, without a threat."""
    game = searcher.game
    for number in range(_GAMES):
        lots = random.Random(number)
        plies = lots.randrange(_PLIES)
        line = list(random_play(game, game.initial(), lots, plies))
        here = Position(game, line[-1 if len(line) > plies else len(line) // 2].state)
        for step in range(_STEPS):
            if here.result is not None:
                break
            if step >= _STEPS - _KEPT and not game.urgent(here.state):
                yield here
            searcher.begin(here, Limit(nodes=_NODES), switches)
            try:
                _, index, _ = searcher.search(here.state, 2, -INFINITY, INFINITY)
            except Stopped:
                _go_on(searcher)
                break
            here = here.play(searcher.move_at(here.state, index, 2))


def _value(searcher: Searcher, here: Position, switches: Switch, depth: int) -> int | None:
    searcher.begin(here, Limit(nodes=_NODES), switches)
    try:
        return searcher.search(here.state, depth, -INFINITY, INFINITY)[0]
    except Stopped:
        _go_on(searcher)
        return None


def _go_on(searcher: Searcher) -> None:
    """Stopped if it was not for its nodes that a search was stopped."""
    if searcher.crew.stopping:
        raise Stopped
