"""Engines, lent out one search at a time.

They are kept for their tables; the oldest are let go. A game that has to be compiled first is
searched interpreted until its machine code is there: an answer now, a better one soon.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from typing import Any

from zermelo.game import Game
from zermelo.search.engine import Engine

MOST_ENGINES = 8
MOST_COMPILED = 48  # kinds of board in the life of a server; more run interpreted
TABLE_MB = 16
PATIENCE = 0.5  # seconds; code that is found on disk is there by then


class Engines:
    """The engines of all games."""

    def __init__(self, most: int = MOST_ENGINES) -> None:
        self._most = most
        self._idle: OrderedDict[int, tuple[str, Engine]] = OrderedDict()
        self._wanted: set[str] = set()  # compiled, being compiled, or not to be had compiled
        self._ready: set[str] = set()
        self._waiting: OrderedDict[str, Game[Any, Any]] = OrderedDict()  # for the compiler
        self._change = threading.Condition()
        self._compiling = threading.Lock()  # it takes a core: one at a time

    def lend(self, game: Game[Any, Any], patience: float = PATIENCE) -> tuple[Engine, bool]:
        """An engine that nobody else uses until it is given back, and whether it is only for now,
        until the game is compiled."""
        spec = game.spec
        if not self._prepare(game, spec):
            return self._interpreted(game, spec), False
        only_for_now = not self.wait(spec, patience)
        if only_for_now:
            return self._interpreted(game, spec), True
        return self._kept(spec, native=True) or Engine(game, table_mb=TABLE_MB), False

    def give_back(self, engine: Engine) -> None:
        """The search is over."""
        with self._change:
            self._idle[id(engine)] = (engine.game.spec, engine)
            while len(self._idle) > self._most:
                self._idle.popitem(last=False)

    def wait(self, spec: str, seconds: float) -> bool:
        """Until a game is compiled, or so long; whether it is."""
        with self._change:
            return self._change.wait_for(lambda: spec in self._ready, seconds)

    def _prepare(self, game: Game[Any, Any], spec: str) -> bool:
        """Begin to compile what is not compiled yet; False if too much was compiled already.

        What somebody asks for now comes before what others asked for and may have left.
        """
        with self._change:
            if spec in self._wanted:
                if spec in self._waiting:
                    self._waiting.move_to_end(spec)
                return True
            if len(self._wanted) >= MOST_COMPILED:
                return False
            self._wanted.add(spec)
            self._waiting[spec] = game
        threading.Thread(target=self._compile_the_latest, daemon=True).start()
        return True

    def _compile_the_latest(self) -> None:
        with self._compiling:
            with self._change:
                spec, game = self._waiting.popitem()
            self._compile(game, spec)

    def _compile(self, game: Game[Any, Any], spec: str) -> None:
        # What goes wrong here goes wrong again where it can be told: in `lend`.
        with contextlib.suppress(Exception):
            Engine(game, table_mb=1)
        with self._change:
            self._ready.add(spec)
            self._change.notify_all()

    def _kept(self, spec: str, native: bool) -> Engine | None:
        with self._change:
            for key in reversed(self._idle):
                kept, engine = self._idle[key]
                if kept == spec and (engine.native or not native):
                    return self._idle.pop(key)[1]
        return None

    def _interpreted(self, game: Game[Any, Any], spec: str) -> Engine:
        return self._kept(spec, native=False) or Engine(game, table_mb=1, native=False)
