"""Engines, lent out one search at a time. They are kept for their tables; the oldest are let go.

A game that nobody asked for before is compiled by whoever asks: that takes a second, and LLVM
works outside Python's lock, so that the server goes on answering others.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from zermelo.game import Game
from zermelo.search.engine import Engine

MOST_ENGINES = 8
TABLE_MB = 16

Key = tuple[type, str]


def key_of(game: Game) -> Key:
    """What tells games apart: two of different makers may have the same name."""
    return type(game), game.spec


class Engines:
    """The engines of all games."""

    def __init__(self, most: int = MOST_ENGINES) -> None:
        self._most = most
        self._idle: OrderedDict[int, tuple[Key, bool, Engine]] = OrderedDict()
        self._lock = threading.Lock()

    def lend(self, game: Game, *, selective: bool = False) -> Engine:
        """An engine that nobody else uses until it is given back; a `selective` one plays."""
        return self._kept(key_of(game), selective) or Engine(
            game, table_mb=TABLE_MB, selective=selective, database="auto")

    def give_back(self, engine: Engine) -> None:
        """Keep an engine, with all it has learnt, for the next search of its game."""
        with self._lock:
            self._idle[id(engine)] = key_of(engine.game), engine.selective, engine
            while len(self._idle) > self._most:
                self._idle.popitem(last=False)

    def _kept(self, key: Key, selective: bool) -> Engine | None:
        with self._lock:
            for number in reversed(self._idle):
                if self._idle[number][:2] == (key, selective):
                    return self._idle.pop(number)[2]
        return None
