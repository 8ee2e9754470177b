"""The engine as a player: by depth, by nodes, by time, or as long as its clock allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.clock import Clock
from zermelo.play.player import Player
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine
from zermelo.search.known import Knows
from zermelo.values import Value

PROOF = 20.0  # seconds a move for a player that proves its moves
SECONDS = 1.0  # a move, where neither a limit nor a clock says otherwise


class EnginePlayer(Player):
    """Plays what the engine finds within the limit, and within what its clock allows.

    `listen` is called with each finished depth. `found` is the last analysis.
    """

    punctual = True

    def __init__(self, game: Game, limit: Limit | None = None, *,
                 name: str | None = None, threads: int = 1, table_mb: float = 16,
                 selective: bool = True, native: bool | None = None,
                 evaluator: Evaluator | str | None = "standard",
                 database: Knows | str | None = None) -> None:
        self._limit = limit or Limit()
        self.name = name or "engine"
        self.engine = Engine(game, evaluator, threads=threads, table_mb=table_mb,
                             selective=selective, native=native, database=database)
        if self._limit.depth or self._limit.nodes:
            self.engine.prepare()  # before a clock runs
        else:
            self.engine.ready()
        self.listen: Callable[[Analysis], None] | None = None
        self.found: Analysis | None = None

    def begin(self, seed: int) -> None:
        """Forget everything, so that a game does not depend on those before it."""
        self.engine.clear()
        self.found = None

    def choose(self, position: Position, clock: Clock) -> Any:
        """The engine's best move."""
        self.found = self.engine.analyze(position, within(self._limit, clock), listen=self.listen)
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
        seconds = within(self._limit, clock)
        whole = seconds.time or seconds.remaining or PROOF
        if seconds.remaining is not None:
            whole = clock.thinking_time or whole
        half = Limit(nodes=seconds.nodes, time=whole / 2)
        self.found = self.engine.solve(position, half)
        if not self.found.value.known:
            self.found = self.engine.analyze(position, half, listen=self.listen)
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
