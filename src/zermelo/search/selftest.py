"""What is tried out once for a game, on its own positions, and remembered: whether its compiled
rules say what they say interpreted, and which techniques help.

A technique that saves nodes in one game wastes them in another, and looking costs time too. So
each optional one is switched on in turn, and stays on if the nodes it saves outweigh what it
costs. Nodes are counted, not seconds, so that the same rules always get the same answer.

Most questions are answered sooner than that is tried out. So each begins without the optional ones,
and goes on with those that help once it has taken many nodes: the same number, whether they are
known by then or tried out just now.
"""

from __future__ import annotations

import contextlib
import json
import math
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from zermelo.compiler.objects import store, stored
from zermelo.game import Game
from zermelo.kernel.threads import Stopped, supervised
from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.codes import INFINITY
from zermelo.search.margins import UNKNOWN, Margins, measured
from zermelo.search.rules import gives
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT, Switch
from zermelo.search.table import FULL_DEPTH

T = TypeVar("T")
COSTS = {  # how much longer a node takes with it, about
    Switch.HISTORY: 1.03,
    Switch.KILLERS: 1.02,
    Switch.COUNTERS: 1.02,
    Switch.WIN_IN_ONE: 1.1,
    Switch.ENHANCED_CUTOFFS: 1.25,
    Switch.SYMMETRY: 1.12,
}
_GAMES = 8
ALWAYS = EXACT & ~sum(COSTS, Switch(0))

MANY = 10_000  # nodes, after which a question goes on with the techniques that help

_NODES = 5_000  # a position may take so many at most; with 20,000 no choice was better by 3 %
_BUCKETS = 1 << 16  # a table of 4 MB, whatever the engine's: its size must not decide
_LATE = 9  # plies before the end, where games are solved
_SHORTLY, _MOST_SECONDS = 2.0, 10.0  # rules may be slow, or not come back at all
_BUSY = 3  # how much longer that may take where others work, too


def check_agreement(searcher: Searcher) -> None:
    """CannotCompile if compiled rules mean something else than interpreted, as far as is seen."""
    mark = searcher.kernels.examiner[0].mark
    known = _remembered(mark)
    if known.get("agrees") is not True and supervised(
            searcher.crew, searcher.agreement.check_random_games, _SHORTLY, keeps=False):
        _remember(mark, {"agrees": True})


def known_switches(searcher: Searcher) -> Switch | None:
    """The techniques for this game, if the same rules were tried before."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return Switch(_remembered(searcher.kernels.mark)["switches"]) & EXACT
    return None


def chosen_switches(searcher: Searcher) -> Switch:
    """The techniques for this game, from an earlier trial of the same rules or from one now.

    A trial leaves the table as it was, and nothing of a search that was under way.
    """
    known = known_switches(searcher)
    if known is not None:
        return known
    searcher.learn_to_prove()
    chosen = _trial(searcher, _tried_out)
    # A trial that was cut short says nothing about the next one, on a machine that is less busy.
    _remember(searcher.kernels.mark, {"switches": int(chosen or ALWAYS)},
              on_disk=chosen is not None)
    return chosen or ALWAYS


def known_margins(searcher: Searcher) -> Margins | None:
    """How far ahead or behind is far enough, if it was measured before."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        known = _remembered(searcher.kernels.mark)["margins"][searcher.kernels.weighed]
        behind, ahead, skipping, decline = known
        found = Margins(tuple(behind), tuple(ahead), int(skipping), int(decline))
        return found if len(found.behind) == len(found.ahead) == len(UNKNOWN.behind) else None
    return None


def chosen_margins(searcher: Searcher) -> Margins:
    """The same, measured now if it never was: for one evaluator, with its weights."""
    known = known_margins(searcher)
    if known is not None:
        return known
    switches = chosen_switches(searcher)
    found = _trial(searcher, lambda one, until: measured(one, switches, until))
    _remember(searcher.kernels.mark, {"margins": {searcher.kernels.weighed: found or UNKNOWN}},
              on_disk=found is not None)
    return found or UNKNOWN


def _trial(searcher: Searcher, work: Callable[[Searcher, float], T]) -> T | None:
    """Something tried out with an empty table; None if that takes too long."""
    found: list[T] = []
    searcher.learn_to_search()

    def tried() -> None:
        with contextlib.suppress(TimeoutError):
            found.append(work(searcher, time.thread_time() + _MOST_SECONDS))

    with searcher.small_table(_BUCKETS), searcher.asking_nobody():
        if searcher.crew.works_in_this_thread:
            tried()
        else:
            supervised(searcher.crew, tried, _BUSY * _MOST_SECONDS, keeps=False)
    return found[0] if found else None


_here: dict[str, dict[str, Any]] = {}  # in this process: with what was found in vain, too


def _remembered(mark: str) -> dict[str, Any]:
    if mark not in _here:
        _here[mark] = _on_disk(mark)
    return _here[mark]


def _on_disk(mark: str) -> dict[str, Any]:
    with contextlib.suppress(ValueError, TypeError):
        return dict(json.loads(stored(f"{mark}.json") or b""))
    return {}


def _remember(mark: str, new: dict[str, Any], *, on_disk: bool = True) -> None:
    """One fact more. Others, which may be of no worth to the next process, do not get to the disk
    with it."""
    _here[mark] = _joined(_remembered(mark), new)
    if on_disk:
        store(f"{mark}.json", json.dumps(_joined(_on_disk(mark), new)).encode())


def _joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """All facts; those of one kind that have names stand side by side."""
    known = {name: fact for name, fact in old.items() if isinstance(fact, dict)}
    return {**old, **{name: {**known.get(name, {}), **fact} if isinstance(fact, dict) else fact
                      for name, fact in new.items()}}


def _tried_out(searcher: Searcher, until: float = math.inf) -> Switch:
    game = searcher.game
    middle, late = _sample(game)
    depths = [_affordable_depth(searcher, here) for here in middle]
    best, price = ALWAYS, 1.0
    least = _work(searcher, middle, depths, late, best)
    coming, in_vain = deque(COSTS), list[Switch]()
    while coming:
        switch = coming.popleft()
        if time.thread_time() > until:
            raise TimeoutError
        if switch is Switch.SYMMETRY and not game.overrides("canonical"):
            continue
        cost = COSTS[switch] * price
        work = cost * _work(searcher, middle, depths, late, best | switch, least / cost)
        if work >= least:
            in_vain.append(switch)
            continue
        if work < least / 2:  # most went where nothing else could help: what else does shows now
            coming.extend(in_vain)
            in_vain.clear()
        best, price, least = best | switch, cost, work
    return best


def _sample(game: Game) -> tuple[list[Position], list[Position]]:
    """Positions from random games: from their middle, and some plies before the end."""
    middle, late = [], []
    for number in range(_GAMES):
        line = game.position().random_line(random.Random(number))
        middle.append(line[(len(line) - 1) * number // (2 * _GAMES)])
        late.append(line[max(0, len(line) - 1 - _LATE)])
    return middle, late


def _affordable_depth(searcher: Searcher, here: Position) -> int:
    """How deep a search of this position can be finished without anything optional."""
    searcher.clear()
    for depth in range(1, 30):
        searcher.begin(here, Limit(nodes=_NODES), ALWAYS)
        try:
            searcher.search(here.state, depth, -INFINITY, INFINITY)
        except Stopped:
            _go_on(searcher)
            return depth - 1
    return 30


def _work(searcher: Searcher, middle: list[Position], depths: list[int],
          late: list[Position], switches: Switch, most: float = math.inf) -> float:
    """The nodes for all of the sample; or for a part of it, if that is `most` already."""
    searcher.clear()
    total = 0.0
    plainly = switches  # what proofs know at once would hide what a technique is worth in playing
    if gives(searcher.game, "outlook"):
        plainly &= ~(Switch.OUTLOOK | Switch.CANDIDATES)
    if gives(searcher.game, "proof_order"):
        plainly &= ~Switch.ORDER
    for here, depth in zip(middle, depths, strict=True):
        if total < most:
            total += _nodes(searcher, here, switches, [*range(1, depth + 1)], -INFINITY, INFINITY)
    for here in late:
        if total < most:
            total += _nodes(searcher, here, plainly, [FULL_DEPTH], 0, 1)
    return total


def _nodes(searcher: Searcher, here: Position, switches: Switch, depths: list[int],
           alpha: int, beta: int) -> int:
    searcher.begin(here, Limit(nodes=3 * _NODES), switches)
    try:
        for depth in depths:
            searcher.search(here.state, depth, alpha, beta)
    except Stopped:
        _go_on(searcher)  # it was too much, and counts as the most there is
    return searcher.nodes


def _go_on(searcher: Searcher) -> None:
    """Stopped if it was not for its nodes that a search was stopped."""
    if searcher.crew.stopping:
        raise Stopped
