"""Iterative deepening: each finished depth is a result. Of one that is interrupted a player takes a
better move, if it was found by then, and nobody else takes anything."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.kernel.threads import Stopped
from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.clock import allotted, patience
from zermelo.search.codes import (
    INFINITY,
    PROVEN,
    decoded,
    distance_of,
    finished,
    further,
    to_thousandths,
)
from zermelo.search.memory import MAX_PLY, NOWHERE
from zermelo.search.searcher import Searcher
from zermelo.search.selftest import MANY
from zermelo.search.switches import VALUES, Switch
from zermelo.values import Bound, Value, estimate

SHARE = 0.8  # of the time: an iteration begun after that would not be finished, and be in vain
_FEW_NODES = 5000  # in the last iteration: the next is still done sooner by one thread
_WORTH_TELLING = 20_000  # nodes: who plays and has spent fewer since reads no line back yet
NARROW = 250  # thousandths: how far from the last value the next one is expected at first


class Iteration(NamedTuple):
    """A finished depth: what the search said, and what it had cost by then."""

    depth: int
    code: int
    place: int  # of the best move
    complete: bool
    nodes: int
    deepest: int
    seconds: float


class Deepening:
    """One analysis under way. `best` is the last finished iteration."""

    def __init__(self, searcher: Searcher, here: Position, limit: Limit,
                 switches: Switch, all_moves: bool, lines: int,
                 listen: Callable[[Analysis], None] | None, began: float,
                 before: dict[int, int] | None = None,
                 choose: Callable[[], Switch] | None = None) -> None:
        self._searcher, self._here, self._limit = searcher, here, limit
        self._switches, self._all_moves, self._listen = switches, all_moves, listen
        self._lines = lines
        self._began = began  # by the performance counter
        self._before = {} if before is None else before  # the answer at each depth, by its place
        self._choose = choose  # the techniques for a question that takes many nodes
        self._allotment = allotted(limit, here) if here.result is None else None
        self._history: list[Iteration] = []
        self._alone = True
        self._told = 0  # nodes when an iteration was last written down
        self._better: Iteration | None = None  # a move of a depth that is not finished
        self.best: Analysis | None = None

    def work(self) -> None:
        """Deepen until the limit, or until a deeper search could not change anything."""
        heard = self._listen is not None and self._limit.remaining is None
        everything = heard or self._ranks or not self._selective
        try:
            for found in self._iterations():
                self._history.append(found)
                if everything or found.nodes - self._told > _WORTH_TELLING:
                    self._tell(found)
        finally:
            if self._better is not None:
                self._tell(self._better, self._better)
            elif self._history and self._history[-1].nodes > self._told:
                self._tell(self._history[-1], self._history[-1])

    def _tell(self, found: Iteration, cost: Iteration | None = None) -> None:
        """Write down a finished iteration for whoever asked; `cost`: if others were begun since."""
        self.best = self._analysis(found)
        if cost is not None:
            self.best = replace(self.best, depth=self._history[-1].depth, nodes=cost.nodes,
                                deepest=cost.deepest, seconds=cost.seconds)
        self._told = found.nodes
        if self._listen is not None:
            self._listen(self.best)

    def _iterations(self) -> Iterator[Iteration]:
        self._searcher.begin(self._here, self._limit, self._switches, growing=True)
        code = 0
        deepest = MAX_PLY - 10
        if self._limit.depth is not None:
            deepest = min(deepest, self._limit.depth)
        for depth in range(1, deepest + 1):
            if self._choose is not None and self._searcher.nodes > MANY:
                self._switches = self._searcher.change(self._choose, self._here, self._limit)
                self._choose = None
            before = self._searcher.nodes
            code, index, complete = self._iteration(depth, code)
            self._alone = self._searcher.nodes - before < _FEW_NODES
            self._before[depth] = index
            self._better = None
            yield Iteration(depth, code, index, complete, self._searcher.nodes,
                            self._searcher.deepest, time.perf_counter() - self._began)
            settled = complete or (abs(code) >= PROVEN and not self._searcher.for_points and (
                self._selective or self._reached(code, depth)))
            if settled or self._no_time_for_another():
                return

    def _iteration(self, depth: int, last: int) -> tuple[int, int, bool]:
        """Search to a depth, with a window around the last value that opens until it holds."""
        wanted = Switch.ASPIRATION | Switch.PRUNING
        if depth < 4 or self._switches & wanted != wanted or abs(last) >= PROVEN:
            return self._searched(depth, -INFINITY, INFINITY)
        below = above = NARROW + abs(last) // 8
        while True:
            low = last - below if below < PROVEN else -INFINITY
            high = last + above if above < PROVEN else INFINITY
            found = self._searched(depth, low, high)
            if low < found[0] < high:
                return found
            if found[0] <= low:
                below *= 8
                self._better = None
            else:
                above *= 8
                self._keep(depth, found[0], found[1])

    def _searched(self, depth: int, low: int, high: int) -> tuple[int, int, bool]:
        """Search within a window. Who was answered before gets the same answer, if others are only
        as good."""
        try:
            return self._searcher.search(self._here.state, depth, low, high, alone=self._alone,
                                         first=self._before.get(depth, NOWHERE))
        except Stopped:
            if self._history:
                found = self._searcher.better((self._better or self._history[-1]).place)
                if found is not None:
                    self._keep(depth, *found)
            raise

    def _keep(self, depth: int, code: int, place: int) -> None:
        """A move turned out better than the last depth's: a player makes it, should there be no
        time to finish this one."""
        if self._takes_better and place != self._history[-1].place:
            self._better = Iteration(depth, code, place, False, self._searcher.nodes,
                                     self._searcher.deepest, time.perf_counter() - self._began)

    @property
    def seconds_left(self) -> float | None:
        """Until it must be stopped."""
        limits = [self._limit.time]
        if self._allotment is not None:
            limits.append(self._allotment.most)
        seconds = min((limit for limit in limits if limit is not None), default=None)
        return None if seconds is None else max(0.0, seconds + self._began - time.perf_counter())

    def _no_time_for_another(self) -> bool:
        elapsed = time.perf_counter() - self._began
        share = 1.0 if self._takes_better else SHARE
        if self._limit.time is not None and elapsed > share * self._limit.time:
            return True
        if self._allotment is None:
            return False
        factor = patience([found.place for found in self._history],
                          [decoded(found.code, complete=found.complete).score
                           for found in self._history])
        if self._limit.increment == 0:  # nothing that is spent comes back
            share = SHARE
        return elapsed > share * factor * self._allotment.aim

    def _analysis(self, found: Iteration) -> Analysis:
        depth, code, index, complete = found[:4]
        state = self._here.state
        move = self._searcher.move_at(state, index, depth)
        ranked = [self._ranked(move, code, depth, complete)]
        if self._ranks:
            # Each by itself may see more than all together did: where positions repeat, and
            # where the search is selective. What is listed is what counts.
            ranked, whole = self._rank_all(depth, move)
            complete = whole or (complete and ranked[0][1] == code)
            move, code = ranked[0][0].move, ranked[0][1]
        value = self._value(code, depth, complete)
        line = self._searcher.line(state, move, code, depth)
        moves = [each for each, _ in ranked]
        for i, (each, code) in enumerate(ranked[:self._lines]):
            own = line if i == 0 else self._searcher.line(state, each.move, code, depth)
            moves[i] = replace(each, line=own)
        return self._result(value, tuple(moves if self._all_moves else moves[:max(1, self._lines)]),
                            line, depth)

    def _rank_all(self, depth: int, best: Any) -> tuple[list[tuple[RankedMove, int]], bool]:
        """Every move and its value as the search writes it, the best first; and whether none saw a
        horizon, beyond which it might be better than those that did not."""
        game, state = self._here.game, self._here.state
        ranked, whole = [], True
        for move in game.moves(state):
            after = self._here.play(move)
            if after.result is not None:
                code, complete = finished(after.result.payoff, after.to_move), True
            else:
                self._searcher.stand_at(after)
                code, _, complete = self._searcher.search(after.state, depth - 1, -INFINITY,
                                                          INFINITY)
            if after.to_move != self._here.to_move:
                code = -code
            ranked.append(self._ranked(move, further(code, 1), depth, complete))
            whole &= complete
        self._searcher.stand_at(self._here)
        ranked.sort(key=lambda r: (r[0].value, r[0].move == best), reverse=True)
        return ranked, whole

    def _ranked(self, move: Any, code: int, depth: int,
                complete: bool) -> tuple[RankedMove, int]:
        text = self._here.game.move_text(self._here.state, move)
        return RankedMove(move, text, self._value(code, depth, complete)), code

    @property
    def _selective(self) -> bool:
        """Whether something is left out by judgement."""
        return bool(self._switches & ~VALUES)

    @property
    def _ranks(self) -> bool:
        """Whether more than one move is to get a value."""
        return self._all_moves or self._lines > 1

    @property
    def _takes_better(self) -> bool:
        """Whether a better move is taken although its depth is not finished: by who plays."""
        return self._selective and not self._ranks

    def _reached(self, code: int, depth: int) -> bool:
        """Whether every way to a win or loss as near as this one lies before the horizon. One that
        was seen by playing out noise may be longer than need be."""
        return not self._switches & Switch.QUIESCENCE or distance_of(code) <= depth + 1

    def _value(self, code: int, depth: int, complete: bool) -> Value:
        value = decoded(code, complete=complete)
        more = self._selective or (not complete and (
            self._searcher.for_points or not self._reached(code, depth)))
        if more and value.kind == "win":
            return value.with_bound(Bound.LOWER)  # there may be a shorter way, or a larger win
        if more and value.kind == "loss":
            return value.with_bound(Bound.UPPER)
        return value

    def _result(self, value: Value, moves: tuple[RankedMove, ...], line: tuple[Any, ...],
                depth: int) -> Analysis:
        here, searcher = self._here, self._searcher
        return Analysis(
            game=here.game, state=here.state, view=here.game.to_move(here.state), value=value,
            moves=moves, line=line, depth=depth, deepest=searcher.deepest,
            nodes=searcher.nodes, seconds=time.perf_counter() - self._began,
            table_used=searcher.table_used, native=bool(searcher.native),
            threads=len(searcher.crew.memories),
        )

    def without_search(self) -> Analysis:
        """An answer when not even one ply was finished: the evaluator, and the rules' own hint."""
        game, state = self._here.game, self._here.state
        move = max(game.moves(state), key=lambda m: game.order(state, m))
        evaluator = self._searcher.evaluator
        score = 0.0 if evaluator is None else evaluator(game, state)
        value = estimate(to_thousandths(score if game.to_move(state) == 0 else -score) / 1000)
        best = RankedMove(move, game.move_text(state, move), value)
        return self._result(value, (best,), (move,), 0)

    def of_finished_game(self, value: Value) -> Analysis:
        """A game that is over has its value and no move."""
        self._searcher.begin(self._here, self._limit, self._switches)
        return self._result(value, (), (), 0)
