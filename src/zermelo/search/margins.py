"""What a search that plays may leave out in one game: measured on its own positions.

Near the horizon, what can hardly matter. What is far enough ahead or behind for that is not the
same in two games, nor for two evaluators. So positions are searched to each depth, and held against
what the evaluator says at once; and against what skipping the turn comes to, where a game lets one.
And late moves, by how seldom they turned out to be the best.
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
from zermelo.search.lessening import FASTEST, USUALLY
from zermelo.search.memory import MARGINS
from zermelo.search.rules import gives
from zermelo.search.searcher import Searcher
from zermelo.search.switches import MEASURED, SELECTIVE, Switch
from zermelo.wandering import random_play

SHARE = 0.05  # of the positions, where a search may find more than the margin

_GAMES, _STEPS, _KEPT = 48, 5, 3  # random games; moves that are searched in each; positions kept
_PLIES = 32  # … and random moves before them, fewer than that
_NODES = 20_000  # a search may take so many at most
_ENOUGH = 40  # positions, below which nothing is said
_SKIPPED = 3  # plies, from which turns are skipped
_CHOICE = 4  # moves, below which none comes late
_LATE, _HARDLY = 17, 0.01  # moves, and chances, beyond which nothing can be seen


class Margins(NamedTuple):
    """For each depth: how far behind and ahead, in thousandths; how much too good a skipped turn
    must be; and by how many quarters the chance of late moves falls (`lessening`). 0: not known."""

    behind: tuple[int, ...]
    ahead: tuple[int, ...]
    skipping: int = 0
    decline: int = 0


UNKNOWN = Margins((0,) * MARGINS, (0,) * MARGINS)


def put(searcher: Searcher, margins: Margins) -> None:
    """Let all threads of a searcher go by these."""
    for memory in searcher.crew.memories:
        for depth, (behind, ahead) in enumerate(zip(margins.behind, margins.ahead, strict=True)):
            memory.margins[depth].behind, memory.margins[depth].ahead = behind, ahead
        memory.skipping, memory.decline = margins.skipping, margins.decline


def measured(searcher: Searcher, switches: Switch, until: float = math.inf) -> Margins:
    """The margins of a game with its evaluator; TimeoutError if there is no time for that."""
    # A search of one ply must see one: the table has what deeper ones found.
    switches = (switches | SELECTIVE) & ~(MEASURED | Switch.DEEPER_ENTRIES)
    less: list[list[int]] = [[] for _ in range(MARGINS)]
    more: list[list[int]] = [[] for _ in range(MARGINS)]
    before: list[int] = []
    seen: list[tuple[Position, int, int]] = []
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
            if depth > 1 and len(here.moves) >= _CHOICE:
                before.append(searcher.tried_before)
            if depth >= _SKIPPED:
                seen.append((here, stands, value))
    return Margins(_for_each_ply([*map(_margin, less)]), tuple(map(_margin, more)),
                   _skipping(searcher, switches, seen), _decline(before))


def _margin(gaps: Sequence[int]) -> int:
    """What all but a share of the gaps stay below; 0 if that is too much, or they are too few."""
    if len(gaps) < _ENOUGH:
        return 0
    found = _most(gaps)
    return max(1, found) if found < PROVEN // 2 else 0


def _most(gaps: Sequence[int]) -> int:
    """What all but a share of them stay below."""
    return sorted(gaps)[math.ceil(len(gaps) * (1 - SHARE)) - 1]


def _skipping(searcher: Searcher, switches: Switch,
              seen: Sequence[tuple[Position, int, int]]) -> int:
    """By how much skipping the turn seems better than the game turns out: both that and what the
    evaluator says must be good enough for a search to believe it. 0 if that is seldom."""
    game, gaps = searcher.game, []
    for here, stands, value in seen if gives(game, "null_move") else ():
        skipped = Position(game, game.null_move(here.state))
        if skipped.result is None and skipped.to_move != here.to_move:
            theirs = _value(searcher, skipped, switches, 0)
            if theirs is not None:
                gaps.append(min(stands, -theirs) - value)
    return max(0, _most(gaps)) if len(gaps) >= _ENOUGH else 0


def _decline(before: Sequence[int]) -> int:
    """How fast the chance falls that the best move is still to come, in quarters: the line through
    its logarithm and that of the number of moves, which begins at the first one."""
    if len(before) < _ENOUGH:
        return 0
    chances = [(n, sum(n <= one + 1 for one in before) / len(before)) for n in range(2, _LATE)]
    points = [(math.log(n), -math.log(chance)) for n, chance in chances if chance > _HARDLY]
    if not points:
        return FASTEST
    slope = sum(x * y for x, y in points) / sum(x * x for x, _ in points)
    return min(max(1, round(USUALLY * slope)), FASTEST)


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
            _begin(searcher, here, switches)
            try:
                _, index, _ = searcher.search(here.state, 2, -INFINITY, INFINITY)
            except Stopped:
                _go_on(searcher)
                break
            here = here.play(searcher.move_at(here.state, index, 2))


def _value(searcher: Searcher, here: Position, switches: Switch, depth: int) -> int | None:
    _begin(searcher, here, switches)
    try:
        return searcher.search(here.state, depth, -INFINITY, INFINITY)[0]
    except Stopped:
        _go_on(searcher)
        return None


def _begin(searcher: Searcher, here: Position, switches: Switch) -> None:
    """A search that does not depend on the one before."""
    searcher.forget()
    searcher.begin(here, Limit(nodes=_NODES), switches)


def _go_on(searcher: Searcher) -> None:
    """Stopped if it was not for its nodes that a search was stopped."""
    if searcher.crew.stopping:
        raise Stopped
