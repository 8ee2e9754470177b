"""The engine as a player: by depth, by nodes, by time, or as long as its clock allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.clock import Clock
from zermelo.play.player import Player, Resigned
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine
from zermelo.search.inquiries import ProvenMove
from zermelo.search.known import Knows
from zermelo.search.switches import without as less
from zermelo.values import Value, estimate

PROOF = 20.0  # seconds a move for a player that proves its moves
HOPELESS = 3  # moves in a row, after which it gives up
SECONDS = 1.0  # a move, where neither a limit nor a clock says otherwise


class EnginePlayer(Player):
    """Plays what the engine finds within the limit, and within what its clock allows.

    `listen` is called with each finished depth. `found` is the last analysis. `without`: names of
    techniques that it does without; the others it has from the first node then. `resign`: by how
    much it must be behind, in its evaluator's unit, to give up.
    """

    punctual = True

    def __init__(self, game: Game, limit: Limit | None = None, *,
                 name: str | None = None, threads: int = 1, table_mb: float = 16,
                 selective: bool = True, native: bool | None = None,
                 evaluator: Evaluator | str | None = "standard",
                 database: Knows | str | None = None, without: Iterable[str] = (),
                 resign: float | None = None) -> None:
        self._limit = limit or Limit()
        self.name = name or "engine"
        self.engine = Engine(game, evaluator, threads=threads, table_mb=table_mb,
                             selective=selective, plain=not selective, native=native,
                             database=database)
        if names := list(without):
            self.engine.switches = less(self.engine.switches, names)
        if self._limit.depth or self._limit.nodes:
            self.engine.prepare()  # before a clock runs
        else:
            self.engine.ready()
        self.listen: Callable[[Analysis], None] | None = None
        self.found: Analysis | None = None
        self._resign, self._behind = resign, 0

    def begin(self, seed: int) -> None:
        """Forget everything, so that a game does not depend on those before it."""
        self.engine.clear()
        self.found = None
        self._behind = 0

    def choose(self, position: Position, clock: Clock) -> Any:
        """The engine's best move; Resigned if there is no hope left."""
        self.found = self.engine.analyze(position, within(self._limit, clock), listen=self.listen)
        if self._resign is not None:
            hopeless = self.found.value <= estimate(-self._resign)
            self._behind = self._behind + 1 if hopeless else 0
            if self._behind >= HOPELESS:
                raise Resigned
        return self.found.move

    @property
    def opinion(self) -> Value | None:
        """What the last move was found to be worth."""
        return None if self.found is None else self.found.value

    def stop(self) -> None:
        """Answer at once, with what is found by now."""
        self.engine.stop()


class PerfectPlayer(EnginePlayer):
    """Plays what it can prove to be best, as far as its time goes; else what it knows by then."""

    def __init__(self, game: Game, limit: Limit | None = None, *, name: str = "perfect",
                 native: bool | None = None, evaluator: Evaluator | str | None = "standard",
                 database: Knows | str | None = None) -> None:
        super().__init__(game, limit or Limit(time=PROOF), name=name, native=native,
                         evaluator=evaluator, database=database)
        self.engine.ready(proofs=True)

    def choose(self, position: Position, clock: Clock) -> Any:
        """A proven move; failing that, a searched one, each in half of the time."""
        limit = within(self._limit, clock)
        whole = limit.time or limit.remaining or PROOF
        if limit.remaining is not None:
            whole = clock.thinking_time or whole
        inquiry = ProvenMove(position, Limit(nodes=limit.nodes, time=whole), self.listen)
        inquiry.work(self.engine)
        self.found = inquiry.answer
        return self.found.move


def within(limit: Limit, clock: Clock) -> Limit:
    """The limit, shortened to what the clock allows; never none at all.

    How to divide the time of a whole game is left to the engine, which sees how hard a move is.
    """
    seconds = clock.safely_left
    if seconds is None:
        return limit or Limit(time=SECONDS)
    if clock.remaining is None:
        return Limit(limit.depth, limit.nodes, min(seconds, limit.time or seconds))
    return Limit(limit.depth, limit.nodes, limit.time, seconds, clock.control.increment)
