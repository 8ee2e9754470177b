"""Very many games at once of engines that differ in techniques, margins or weights: a game for each
lane of a GPU, or one after the other on the processor, move for move the same.

What a technique is worth shows in hundreds of games, and what a small one is worth in thousands:

    meet(engine, [weaker, other], pairs=200, nodes=2000, device="cuda")

All of them have the same game, and evaluators of the same code: players differ in what stands in
their memories. Nobody waits for the longest game: lanes play some plies at a time, and who is done
begins another game.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.arena.duel import LONGEST, OVER, UNDECIDED, VOID, Duel, run
from zermelo.arena.statistics import Elo, elo_of_results
from zermelo.compiler.records import layout_of
from zermelo.dealing import is_dealt
from zermelo.errors import LimitError, ParameterError
from zermelo.kernel.codec import Codec
from zermelo.kernel.devices import lanes_of
from zermelo.kernel.lanes import Lanes
from zermelo.kernel.memory import words_of
from zermelo.limits import Limit
from zermelo.portable import hash_of
from zermelo.search.codes import INFINITY, PER_UNIT, to_thousandths
from zermelo.search.engine import Engine
from zermelo.search.margins import put
from zermelo.search.memory import Memory, Table
from zermelo.search.readiness import buckets_in, opinions_beside
from zermelo.search.rules import HOOKS
from zermelo.search.searcher import Searcher

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

_TABLE_MB = 0.5  # for each player
_BUCKETS = buckets_in(_TABLE_MB, native=True)
_STACK = 80 << 10  # bytes, for some hundred plies
_PLIES = 8  # at once, where there are many lanes
_LANES = 1 << 13  # … and with more of them no GPU seen so far was faster
_SPARE = 20  # openings for each pair that is asked for, should games end in them


@dataclass(frozen=True)
class Met:
    """How an engine did against another: pairs, from both games lost to both won."""

    pairs: tuple[int, ...]
    nodes: int  # of both

    @property
    def games(self) -> int:
        """Two for each pair."""
        return 2 * sum(self.pairs)

    @property
    def points(self) -> float:
        """The first engine's."""
        return sum(times * halves / 2 for halves, times in enumerate(self.pairs))

    @property
    def elo(self) -> Elo | None:
        """By how much the first engine is stronger; None if no pair is finished."""
        return elo_of_results(self.pairs) if self.games else None

    @property
    def error(self) -> float | None:
        """Half of the interval; None where it has no end."""
        return self.elo.error if self.elo and math.isfinite(self.elo.error) else None


def meet(one: Engine, others: Sequence[Engine], pairs: int, nodes: int, *,
         device: str | Lanes = "cpu", opening: int = 8, resign: float = 7.0, seed: int = 0,
         told: Callable[[int, int], None] = lambda done, total: None) -> list[Met]:
    """An engine's games against each of others: so many openings of random moves, each from both
    sides, so many nodes a move. Who is behind by `resign` for three moves gives up.

    `told` is called with how many games are over, and how many are to be played. Ctrl-C ends it
    with the pairs that are finished.
    """
    conditions = Conditions(pairs, nodes, opening, resign, seed)
    duels = Duels(one, others, lanes_of(device), 2 * pairs * len(others))
    found = duels.played(conditions, told)
    return [Met(_pairs(found, other), sum(end.nodes for unit, end in found.items()
                                          if unit.other == other)) for other in range(len(others))]


def looked_at(engine: Engine, states: Sequence[Any], nodes: int, *, device: str | Lanes = "cpu",
              told: Callable[[int, int], None] = lambda done, total: None,
              stopped: Callable[[], bool] = lambda: False) -> list[float]:
    """What the engine thinks of positions after so many nodes each, in the first player's view;
    a position for each lane. None of them may be over.

    `told` is called with how many it has looked at, and how many there are; when `stopped`, it is
    those that it has looked at.
    """
    if nodes < 1:
        raise LimitError(f"{nodes} nodes are none: give 1 or more")
    duels = Duels(engine, [engine], lanes_of(device), max(1, len(states)))
    found: list[float] = []
    for value in duels.looked_at(states, nodes):
        sign = 1 if engine.game.to_move(states[len(found)]) == 0 else -1
        found.append(sign * value / PER_UNIT)
        told(len(found), len(states))
        if stopped():
            break
    return found


def image_of(engine: Engine) -> Ints:
    """An engine's memory as it begins a game."""
    import numpy as np

    switches = engine.switches  # first: it takes a trial, which measures the margins
    fresh = Searcher(engine.game, engine.evaluator, 1, _TABLE_MB, native=True)
    fresh.learn_to_search()
    put(fresh, engine.margins)
    fresh.begin(engine.game.position(), Limit(), switches)
    return np.array(words_of(fresh.crew.memories[0]), np.int64)


@dataclass(frozen=True)
class Conditions:
    """How often, and under which conditions: see `meet`."""

    pairs: int
    nodes: int
    opening: int = 8
    resign: float = 7.0
    seed: int = 0
    sides: int = 2  # 1: each opening is played once, with the one player first

    def __post_init__(self) -> None:
        if self.pairs < 1 or self.nodes < 1:
            raise LimitError(f"{self.pairs} pairs of games with {self.nodes} nodes a move are "
                             f"none: give 1 or more of both")
        if not 0 <= self.opening < LONGEST:
            raise LimitError(f"an opening of {self.opening} plies makes no sense: give 0 to "
                             f"{LONGEST - 1}")


class Unit(NamedTuple):
    """A game that is to be played."""

    other: int
    number: int  # of the opening
    swapped: int


class End(NamedTuple):
    """How a game ended."""

    halves: int  # points of the first player's
    nodes: int
    moves: tuple[int, ...]  # with those of the opening
    values: tuple[int, ...]  # what their movers found, in thousandths


class Duels:
    """One engine's games against others, in lanes that each have room for both and their tables."""

    def __init__(self, one: Engine, others: Sequence[Engine], lanes: Lanes, most: int) -> None:
        game, kernels, table = one.game, one._searcher.kernels, layout_of(Table)
        if is_dealt(game):
            raise ParameterError(f"{game.spec} is dealt: games in lanes begin with one position")
        if any(other._searcher.kernels.mark != kernels.mark for other in others):
            raise ParameterError("engines that meet in lanes have the same game, and the same "
                                 "evaluator but for its weights: these do not")
        self.lanes, self._game = lanes, game
        lanes.deepen(_STACK)
        self._kernel = lanes.kernel(game, run, (Duel, Memory, Table, Memory, Table),
                                    kernels.extra, HOOKS)
        image = image_of(one)
        self._others = [lanes.to_device(image_of(other)) for other in others]
        buckets = _BUCKETS + (opinions_beside(_BUCKETS) if kernels.extra["keeps_opinions"] else 0)
        words = table.words + table.fields["buckets"][1].item_words * buckets
        each = 2 * 8 * (len(image) + words)
        count = min(most, _LANES, lanes.room(each) // (2 * each)) if lanes.many else 1
        self.one, self.two = (lanes.xp.empty((count, len(image)), lanes.xp.int64) for _ in range(2))
        self.one[:] = self.two[:] = lanes.to_device(image)
        self._against: list[int | None] = [None] * count
        self._tables = [lanes.xp.zeros((count, words), lanes.xp.int64) for _ in range(2)]
        self._jobs = lanes.jobs(Duel, count)
        self._jobs.begin_at(Codec(game.initial()).words(game.initial()))
        self._jobs["status"] = OVER
        self._jobs["plies_at_once"] = _PLIES if lanes.many else LONGEST

    def looked_at(self, states: Sequence[Any], nodes: int) -> Iterator[int]:
        """What the one player finds positions to be worth to their movers: games of one move."""
        codec, xp = Codec(self._game.initial()), self.lanes.xp
        for name, number in (("nodes", nodes), ("opening", 0), ("resign", INFINITY),
                             ("plies_at_once", 1)):
            self._jobs[name] = number
        for first in range(0, len(states), len(self._jobs)):
            words = [codec.words(state) for state in states[first : first + len(self._jobs)]]
            self._jobs.begin_each_at(xp.asarray(words, xp.int64))
            self._begin({lane: Unit(0, first + lane, 0) for lane in range(len(words))}, 0)
            self._kernel(self._jobs, self.one, self._tables[0], self.two, self._tables[1])
            yield from self.lanes.to_host(self._jobs["value"]).tolist()[:len(words)]

    def played(self, asked: Conditions, told: Callable[[int, int], None]) -> dict[Unit, End]:
        """How all of them ended; or those that had, if somebody stops it."""
        found: dict[Unit, End] = {}
        with suppress(KeyboardInterrupt):
            self._play(asked, found, told)
        return found

    def _play(self, asked: Conditions, found: dict[Unit, End],
              told: Callable[[int, int], None]) -> None:
        pairs, seed, others = asked.pairs, asked.seed, range(len(self._others))
        for name, number in (("nodes", asked.nodes), ("opening", asked.opening),
                             ("resign", to_thousandths(asked.resign))):
            self._jobs[name] = number
        coming = deque(Unit(other, number, swapped) for number in range(pairs)
                       for other in others for swapped in range(asked.sides))
        spare, total = [pairs for _ in others], len(coming)
        free, playing = [*range(len(self._jobs))], dict[int, Unit]()
        while coming or playing:
            begun = {lane: coming.popleft() for lane in free[:len(coming)]}
            self._begin(begun, seed)
            playing |= begun
            self._kernel(self._jobs, self.one, self._tables[0], self.two, self._tables[1])
            status, payoff, nodes, plies = (
                self.lanes.to_host(self._jobs[name]).tolist()
                for name in ("status", "payoff", "searched", "plies"))
            over = [lane for lane in playing if status[lane] == OVER]
            for lane, moves, values in zip(over, *map(self._written, ("moves", "values"),
                                                      (over, over)), strict=True):
                end = End(1 + (payoff[lane] > 0) - (payoff[lane] < 0), nodes[lane],
                          *(tuple(row[:plies[lane]]) for row in (moves, values)))
                found[playing[lane]] = end
            for lane, unit in playing.items():
                if status[lane] == VOID and not unit.swapped:
                    coming.extend(_another(unit.other, spare, asked))
            playing = {lane: unit for lane, unit in playing.items() if status[lane] == UNDECIDED}
            free = [lane for lane in range(len(self._jobs)) if lane not in playing]
            told(len(found), total)

    def _written(self, field: str, lanes: list[int]) -> list[list[int]]:
        """What stands in an array of some lanes."""
        rows = self._jobs.rows_of(field, self.lanes.xp.asarray(lanes, int))
        found: list[list[int]] = self.lanes.to_host(rows).tolist()
        return found

    def _begin(self, begun: dict[int, Unit], seed: int) -> None:
        """Have lanes begin these games."""
        if not begun:
            return
        units = [*begun.values()]
        for name, numbers in (
                ("status", [UNDECIDED] * len(units)), ("plies", [0] * len(units)),
                ("seed", [hash_of((seed, unit.number)) for unit in units]),
                ("salt", [hash_of((seed, *unit)) for unit in units]),
                ("swapped", [unit.swapped for unit in units])):
            self._jobs.put(name, self.lanes.xp.asarray([*begun]), numbers)
        self.seat(begun)

    def seat(self, begun: dict[int, Unit]) -> None:
        """Write the players of these games into their lanes' memories."""
        for lane, unit in begun.items():
            if self._against[lane] != unit.other:
                self._against[lane] = unit.other
                self.two[lane] = self._others[unit.other]


def _another(other: int, spare: list[int], asked: Conditions) -> Iterator[Unit]:
    """A pair of games for one that ended in its opening."""
    if spare[other] >= _SPARE * asked.pairs:
        raise LimitError(f"too many games end within {asked.opening} random moves: give fewer")
    for swapped in range(asked.sides):
        yield Unit(other, spare[other], swapped)
    spare[other] += 1


def _pairs(ends: dict[Unit, End], other: int) -> tuple[int, ...]:
    """How many finished pairs brought 0 to 4 half points."""
    found = Counter(end.halves + ends[second].halves for unit, end in ends.items()
                    if unit.other == other and not unit.swapped
                    and (second := unit._replace(swapped=1)) in ends)
    return tuple(found[i] for i in range(5))
