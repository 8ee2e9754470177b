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

Key = tuple[type, str]


def key_of(game: Game[Any, Any]) -> Key:
    """What tells games apart: two of different makers may have the same name."""
    return type(game), game.spec


class Engines:
    """The engines of all games."""

    def __init__(self, most: int = MOST_ENGINES) -> None:
        self._most = most
        self._idle: OrderedDict[int, tuple[Key, Engine]] = OrderedDict()
        self._wanted: set[Key] = set()  # compiled, being compiled, or not to be had compiled
        self._ready: set[Key] = set()
        self._waiting: OrderedDict[Key, Game[Any, Any]] = OrderedDict()  # for the compiler
        self._change = threading.Condition()
        self._compiling = threading.Lock()  # it takes a core: one at a time

    def lend(self, game: Game[Any, Any], patience: float = PATIENCE) -> tuple[Engine, bool]:
        """An engine that nobody else uses until it is given back, and whether it is only for now,
        until the game is compiled."""
        key = key_of(game)
        if not self._prepare(game, key):
            return self._interpreted(game, key), False
        only_for_now = not self.wait(key, patience)
        if only_for_now:
            return self._interpreted(game, key), True
        return self._kept(key, native=True) or Engine(game, table_mb=TABLE_MB), False

    def give_back(self, engine: Engine) -> None:
        """The search is over."""
        with self._change:
            self._idle[id(engine)] = (key_of(engine.game), engine)
            while len(self._idle) > self._most:
                self._idle.popitem(last=False)

    def wait(self, key: Key, seconds: float) -> bool:
        """Until a game is compiled, or so long; whether it is."""
        with self._change:
            return self._change.wait_for(lambda: key in self._ready, seconds)

    def _prepare(self, game: Game[Any, Any], key: Key) -> bool:
        """Begin to compile what is not compiled yet; False if too much was compiled already.

        What somebody asks for now comes before what others asked for and may have left.
        """
        with self._change:
            if key in self._wanted:
                if key in self._waiting:
                    self._waiting.move_to_end(key)
                return True
            if len(self._wanted) >= MOST_COMPILED:
                return False
            self._wanted.add(key)
            self._waiting[key] = game
        threading.Thread(target=self._compile_the_latest, daemon=True).start()
        return True

    def _compile_the_latest(self) -> None:
        with self._compiling:
            with self._change:
                key, game = self._waiting.popitem()
            self._compile(game, key)

    def _compile(self, game: Game[Any, Any], key: Key) -> None:
        # What goes wrong here goes wrong again where it can be told: in `lend`.
        with contextlib.suppress(Exception):
            Engine(game, table_mb=1)
        with self._change:
            self._ready.add(key)
            self._change.notify_all()

    def _kept(self, key: Key, native: bool) -> Engine | None:
        with self._change:
            for number in reversed(self._idle):
                kept, engine = self._idle[number]
                if kept == key and (engine.native or not native):
                    return self._idle.pop(number)[1]
        return None

    def _interpreted(self, game: Game[Any, Any], key: Key) -> Engine:
        return self._kept(key, native=False) or Engine(game, table_mb=1, native=False)
