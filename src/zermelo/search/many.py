"""The values of many positions: small batches proven in compiled code, each thread its own.

A position that takes many nodes is left for later, when all threads work on it together.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from zermelo.kernel.codec import Codec
from zermelo.kernel.kernel import codec_of
from zermelo.kernel.threads import Stopped
from zermelo.position import Position
from zermelo.search.codes import decoded
from zermelo.search.exact import UNKNOWN
from zermelo.search.memory import BATCH_WORDS, PROVE_MANY
from zermelo.search.searcher import Searcher
from zermelo.search.switches import Switch
from zermelo.values import Value

_AT_ONCE = 32  # positions; the last batches should end at about the same time
_MOST_NODES = 1 << 21  # a position may take, until it is left for later


class Batches:
    """Positions being proven; their values are in `found`, None where there is none yet."""

    def __init__(self, searcher: Searcher, places: Sequence[Position], distances: bool,
                 switches: Switch) -> None:
        self._searcher, self._places, self._distances = searcher, places, distances
        self._switches = switches
        self._codec: Codec = codec_of(searcher.game)
        self._at_once = max(1, min(_AT_ONCE, BATCH_WORDS // self._codec.length))
        self.found: list[Value | None] = [None] * len(places)
        self._next = 0
        self._lock = threading.Lock()

    def work(self) -> None:
        """Prove all that can be proven with not too many nodes each."""
        searcher = self._searcher
        searcher.begin_batches(self._places[0], self._switches, int(self._distances), _MOST_NODES)
        searcher.crew.run_each(self._one_after_the_other)

    def _one_after_the_other(self, memory: Any) -> None:
        """Take batches until there are no more."""
        memory.batch_width = self._codec.length
        while not self._searcher.crew.stopping:
            with self._lock:
                batch = range(self._next, min(self._next + self._at_once, len(self._places)))
                self._next = batch.stop
            if not batch:
                return
            while batch:  # after one that took too many nodes there are others
                batch = batch[self._proven(memory, batch) + 1 :]

    def _proven(self, memory: Any, batch: range) -> int:
        """How many of a batch were proven before one took too many nodes."""
        states = memory.batch  # found once: to find it takes longer than to write a word
        words = [word for i in batch for word in self._codec.words(self._places[i].state)]
        for at, word in enumerate(words):
            states[at] = word
        memory.command, memory.batch_count, memory.stop = PROVE_MANY, len(batch), 0
        if self._searcher.crew.stopping:
            raise Stopped
        self._searcher.run_here(self._places[batch[0]].state, memory)
        done: int = memory.result
        for number, i in enumerate(batch[:done]):
            code = states[number * self._codec.length]
            if code != UNKNOWN:
                self.found[i] = decoded(code, distances=self._distances)
        return done
