"""What people want to know of a position, found out a while at a time.

A search ends when it knows the best move. People want to know what the others are worth, too, and
whoever plays perfectly wants a proof where there is one and a good move where there is none:

    Deepened    one search after the other, each as deep as its while allows
    EveryMove   the same until the best move is proven; then each of the others for a share of the
                time, which doubles when all have had it
    ProvenMove  a proof for half of the time, then a search

An inquiry is answered by one engine after the other, or by the same between others' questions: what
an engine learns stays in its table. `frontend/src/engine/inquiries.ts` says the same in a browser.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.deepening import SHARE

FIRST_OPINION = 0.1  # seconds, before anything is proven
FIRST_SHARE = 0.05  # seconds for a move, when all are to be known
_SHORTEST = 0.01  # seconds that are worth beginning anything with
_ENDLESS = float("inf")


class Answers(Protocol):
    """What an inquiry wants of an engine."""

    def prepare(self, *, proofs: bool = False) -> None:
        """Compile what searches, or what proves."""

    def analyze(self, position: Position, limit: Limit, *, all_moves: bool = False,
                listen: Callable[[Analysis], None] | None = None) -> Analysis:
        """Search within the limit."""

    def solve(self, position: Position, limit: Limit) -> Analysis:
        """Prove within the limit."""

    def stop(self) -> None:
        """Answer at once, with what there is."""


class Inquiry(ABC):
    """A question under way. `best` is what is known by now; `listen` hears of it when it grows."""

    def __init__(self, here: Position, limit: Limit,
                 listen: Callable[[Analysis], None] | None = None) -> None:
        self.here, self.limit, self._listen = here, limit, listen
        self.best: Analysis | None = None
        self.used = 0.0
        self.cancelled = False
        self._pausing = False
        self._resting = False  # what is left of this while is too short for anything
        self._engine: Answers | None = None

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self.cancelled = True
        self.pause()

    def pause(self) -> None:
        """End this while now; the inquiry can go on with another."""
        self._pausing = True
        engine = self._engine
        if engine is not None:
            engine.stop()

    def resume(self) -> None:
        """Another while may begin."""
        self._pausing = False

    @property
    def left(self) -> float:
        """Seconds that it may still use."""
        return _ENDLESS if self.limit.time is None else self.limit.time - self.used

    @property
    def answer(self) -> Analysis:
        """What is known; there is something after the first while."""
        assert self.best is not None
        return self.best

    def work(self, engine: Answers, seconds: float = _ENDLESS) -> bool:
        """Go on for so long; whether there is nothing more to find out within the limit."""
        end = time.monotonic() + min(seconds, self.left)
        self._engine, self._resting = engine, False
        try:
            while True:
                asked = time.monotonic()
                engine.prepare(proofs=self._proves)
                began = time.monotonic()
                end += began - asked  # compiling is not the search's time
                try:
                    over = self._step(engine, max(_SHORTEST, end - began))
                finally:
                    self.used += max(time.monotonic() - began, 0.001)
                if over or (self.left < 2 * _SHORTEST and self.best is not None):
                    return True
                if self._ending or self._resting or time.monotonic() > end - _SHORTEST:
                    return False
        finally:
            self._engine = None

    @property
    def _ending(self) -> bool:
        return self.cancelled or self._pausing

    @property
    def _proves(self) -> bool:
        """Whether the next question is for a proof."""
        return False

    @abstractmethod
    def _step(self, engine: Answers, seconds: float) -> bool:
        """One question to the engine, for so long at most; whether it was the last."""

    def _tell(self, found: Analysis) -> None:
        self.best = found
        if self._listen is not None and not self.cancelled:
            self._listen(found)


class Deepened(Inquiry):
    """The best move by deepening; every move's value at the same depth, if `all_moves`."""

    def __init__(self, here: Position, limit: Limit,
                 listen: Callable[[Analysis], None] | None = None, *,
                 all_moves: bool = False) -> None:
        super().__init__(here, limit, listen)
        self._all_moves = all_moves

    def _step(self, engine: Answers, seconds: float) -> bool:
        return self._deepen(engine, seconds) or (self._all_there and self.answer.value.known)

    def _deepen(self, engine: Answers, seconds: float) -> bool:
        """Search for so long; whether there is nothing more to search within the limit."""
        def listen(found: Analysis) -> None:
            if self.cancelled:
                engine.stop()
            else:
                self._hear(found)

        depth, nodes = self.limit.depth, self.limit.nodes
        whole, began = seconds >= self.left - _SHORTEST, time.monotonic()
        limit = Limit(depth, nodes, None if seconds == _ENDLESS else seconds)
        self._hear(engine.analyze(self.here, limit, all_moves=self._all_moves,
                                  listen=listen if self._listen else None))
        if not self._all_there:
            return False  # not even one ply was finished
        best = self.answer
        if all(move.value.known for move in best.moves):
            return True
        self._resting = not best.value.known
        cut_short = self._ending or time.monotonic() >= began + SHARE * seconds
        reached = depth is not None and (best.depth or 0) >= depth
        spent = nodes is not None and (not cut_short or best.nodes >= nodes)
        return reached or spent or (whole and not self._ending and not best.value.known)

    def _hear(self, found: Analysis) -> None:
        """Remember and tell what says more than what was known."""
        known = self.best
        if known is not None and len(found.moves) <= len(known.moves):
            if known.moves and known.value.known:
                return
            if ((found.value.proven, found.depth or 0)
                    <= (known.value.proven, known.depth or 0)):
                return
        self._tell(found)

    @property
    def _all_there(self) -> bool:
        """Whether every move that is asked for was looked at; a while may end before it was."""
        moves = len(self.here.moves)
        return len(self.answer.moves) >= (moves if self._all_moves else min(1, moves))


class EveryMove(Deepened):
    """What every move is worth: opinions that deepen, and proofs where they come. `exact`: proofs
    only, but for a first opinion."""

    def __init__(self, here: Position, limit: Limit,
                 listen: Callable[[Analysis], None] | None = None, *,
                 exact: bool = False) -> None:
        super().__init__(here, limit, listen, all_moves=True)
        self._exact = exact
        self._opinion = FIRST_OPINION
        self._share = FIRST_SHARE / 2
        self._taken = 0  # nodes, by single moves
        self._waiting: list[tuple[RankedMove, float]] = []  # for their share of this round
        self._depths: dict[str, int] = {}  # how deep single moves were searched
        self._lines: dict[str, tuple[Any, ...]] = {}  # … and what follows them

    @property
    def _proves(self) -> bool:
        return (self.best is not None and self._all_there
                and (self._exact or self.best.value.known))

    def _step(self, engine: Answers, seconds: float) -> bool:
        if self._proves:
            return self._look_at_the_next(engine, seconds)
        if not self._exact:
            over = self._deepen(engine, seconds)
            limited = self.limit.depth is not None or self.limit.nodes is not None
            return over or (limited and self._all_there and self.answer.value.known)
        self._deepen(engine, min(seconds, self._opinion))
        self._opinion, self._resting = 2 * self._opinion, False
        return self._all_there and self._all_known

    @property
    def _all_known(self) -> bool:
        return all(move.value.known for move in self.answer.moves)

    def _look_at_the_next(self, engine: Answers, seconds: float) -> bool:
        """Find out about a move that is not known, for its share; whether all are known then."""
        if not self._waiting:
            self._share *= 2
            self._waiting = [(m, self._share) for m in self.answer.moves if not m.value.known]
        if self._waiting:
            (move, share), *self._waiting = self._waiting
            known = self._look_at(engine, move, min(share, seconds))
            if not known and share > seconds + _SHORTEST:
                self._waiting.insert(0, (move, share - seconds))
        return self._all_known or self._nodes_left == 0

    @property
    def _nodes_left(self) -> int | None:
        nodes = self.limit.nodes
        return None if nodes is None else max(0, nodes - self._taken)

    def _look_at(self, engine: Answers, move: RankedMove, seconds: float) -> bool:
        """Half of the time goes into a proof, which is often near when another move's was found;
        whether the move's value is known then."""
        after, nodes = self.here.play(move.move), self._nodes_left
        found = engine.solve(after, Limit(nodes=nodes,
                                          time=seconds if self._exact else seconds / 2))
        self._taken += max(1, found.nodes)  # who gives up at once is not asked for ever
        if not found.value.known and not (self._exact or self._ending):
            found = engine.analyze(after, Limit(time=seconds / 2))
        value = found.value if after.to_move == self.here.to_move else -found.value
        if value.distance is not None:
            value = replace(value, distance=value.distance + 1)
        deeper = not self._exact and (found.depth or 0) > self._depths.get(move.text, 0)
        if value.known or deeper:
            self._depths[move.text] = found.depth or 0
            self._lines[move.text] = (move.move, *found.line)
            self._learn(replace(move, value=value), found)
        return value.known

    def _learn(self, move: RankedMove, found: Analysis) -> None:
        """Put a move's value in its place, the best first."""
        best = self.answer
        moves = [m for m in best.moves if m.move != move.move]
        moves = sorted([*moves, move], key=lambda m: (m.value, m.move == best.move), reverse=True)
        best = replace(best, moves=tuple(moves), nodes=best.nodes + found.nodes,
                       seconds=best.seconds + found.seconds)
        if all(m.value.known for m in moves):
            line = best.line if moves[0].move == best.move else (moves[0].move,)
            line = self._lines.get(moves[0].text, line)
            best = replace(best, value=moves[0].value, line=line, depth=None)
        self._tell(best)


class ProvenMove(Inquiry):
    """A move that is proven to be the best; failing that in half of the time, a searched one."""

    def __init__(self, here: Position, limit: Limit,
                 listen: Callable[[Analysis], None] | None = None) -> None:
        super().__init__(here, limit, listen)
        self._proving = True
        self._depth = 0

    @property
    def _proves(self) -> bool:
        return self._proving

    def _step(self, engine: Answers, seconds: float) -> bool:
        if self._proving:
            self._prove(engine, seconds)
            return self.answer.value.known
        limit = Limit(nodes=self.limit.nodes, time=None if seconds == _ENDLESS else seconds)
        whole, began = seconds >= self.left - _SHORTEST, time.monotonic()
        found = engine.analyze(self.here, limit, listen=self._listen)
        if found.value.known or (found.depth or 0) >= self._depth:
            self.best, self._depth = found, found.depth or 0
        spent = limit.nodes is not None and time.monotonic() < began + seconds
        return found.value.known or ((whole or spent) and not self._ending)

    def _prove(self, engine: Answers, seconds: float) -> None:
        half = self.left if self.limit.time is None else self.limit.time / 2 - self.used
        seconds = max(_SHORTEST, min(seconds, half))
        limit = Limit(nodes=self.limit.nodes, time=None if seconds == _ENDLESS else seconds)
        began = time.monotonic()
        found = engine.solve(self.here, limit)
        if self.best is None or found.value.known:
            self.best = found
        took = time.monotonic() - began
        gave_up = took < 0.9 * seconds and not self._ending  # out of nodes, or of methods
        self._proving = not gave_up and half - took > _SHORTEST
