"""What runs the kernel, with memory that grows as needed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.records import Record
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import copied, numbers_in
from zermelo.kernel.threads import Crew, supervised
from zermelo.position import state_of
from zermelo.solve import kernel
from zermelo.solve.memory import Cache, Heap, Index, Orders

HOOKS = ("to_move", "moves", "play", "outcome", "key", "canonical")
_HEAP_WORDS, _SLOTS, _CACHE = 1 << 14, 1 << 12, 1 << 14  # to begin with
_CACHE_MOST = 1 << 24


class Builder:
    """Adds positions to a heap of nodes; `memory_mb` is the most that the heap may take, and
    `seconds` the most time: where all endings fall together, a heap may stay small for ever.

    The last `short_cut` plies of games of this length are played again rather than looked up.
    Once `stop` is set, it gives up with KeyboardInterrupt. Threads may share it: it works for one
    after the other.
    """

    def __init__(self, game: Game, length: int = 0, short_cut: int = 0, *,
                 native: bool | None = None, memory_mb: float = 4096,
                 seconds: float | None = None, stop: threading.Event | None = None) -> None:
        self.game, self.memory_mb, self.seconds, self._stop = game, memory_mb, seconds, stop
        self._until = None if seconds is None else time.monotonic() + seconds
        self._turn = threading.Lock()
        self._kernel = Kernel(game, kernel.run, (Orders, Heap, Index, Cache), hooks=HOOKS,
                              native=native, quick=True)
        self._orders = self._kernel.new(Orders)
        self.ending = length, short_cut
        self._orders.length, self._orders.short_cut = self.ending
        self._heap = self._kernel.new(Heap, _HEAP_WORDS)
        self._heap.room = _HEAP_WORDS
        self._index, self._cache = self._new_index(_SLOTS), self._new_cache(_CACHE)

    @property
    def native(self) -> bool:
        """Whether the rules run compiled."""
        return self._kernel.native

    @property
    def nodes(self) -> int:
        """How many there are so far."""
        return self._heap.nodes

    @property
    def visits(self) -> int:
        """How many positions were looked at."""
        return self._orders.visits

    def take_time(self) -> None:
        """From now on without a deadline."""
        self._until = None

    def heap(self) -> npt.NDArray[np.int64]:
        """The graph's nodes that were made so far, as words."""
        return np.asarray(numbers_in(self._heap.words, self._heap.end), np.int64)

    def place(self, state: Any) -> int:
        """Where a position is; it and all that can come of it are added first."""
        state = state_of(self.game, state)
        with self._turn:
            self._command(kernel.PLACE, state)
            return self._orders.result

    def children(self, state: Any) -> list[tuple[int, int]]:
        """Each move of an unfinished position, and where it leads."""
        state = state_of(self.game, state)
        with self._turn:
            self._command(kernel.CHILDREN, state)
            ways = [self._orders.ways[i] for i in range(self._orders.result)]
            return [(way.move, way.place) for way in ways]

    def copies(self) -> tuple[Heap, Index, Cache]:
        """What there is so far, for other code to work with; nothing more will fit."""
        with self._turn:
            heap, index, cache = copied(self._heap), copied(self._index), copied(self._cache)
        heap.room, cache.most = heap.end, cache.size
        return heap, index, cache

    def _command(self, command: int, state: Any) -> None:
        """Carry it out; whenever some room was too small, once more with a larger one."""
        more = {kernel.HEAP_FULL: self._more_heap, kernel.INDEX_FULL: self._more_index,
                kernel.CACHE_FULL: self._more_cache}
        self._orders.command = command
        while True:
            status = self._status_after(state)
            if status == kernel.FINE:
                return
            if status in more:
                more[status]()
            elif status == kernel.TOO_DEEP:
                raise LimitError(f"{self.game.spec} can go on for more than {kernel.DEEPEST} plies:"
                                 f" not everything that can happen can be listed")
            else:
                raise LimitError(f"{self.game.spec} has more moves than can be listed at once")

    def _status_after(self, state: Any) -> int:
        orders = self._orders
        orders.status, orders.top = kernel.FINE, 0
        records = (orders, self._heap, self._index, self._cache)
        left = None if self._until is None else max(0.0, self._until - time.monotonic())
        try:
            carried_out(self._kernel, state, records, self._stop, left)
        except KeyboardInterrupt:
            if self._until is None or time.monotonic() < self._until:
                raise
            raise LimitError(
                f"{self.game.spec} is too large: after {self.visits:,} positions the "
                f"{self.seconds:g} seconds are over; take a smaller game, or allow more") from None
        return orders.status

    def _more_heap(self) -> None:
        room = 2 * self._heap.room
        if 8 * room > self.memory_mb * (1 << 20):
            raise LimitError(
                f"{self.game.spec} is too large: after {self.nodes:,} kinds of positions the "
                f"{self.memory_mb:g} MB are full; take a smaller game, or allow more"
            )
        self._heap = copied(self._heap, room)
        self._heap.room = room

    def _more_index(self) -> None:
        index = self._new_index(4 * self._index.size)
        self._rearrange(kernel.index_anew, (Heap, Index), self._heap, index)
        self._index = index

    def _more_cache(self) -> None:
        cache = self._new_cache(min(4 * self._cache.size, _CACHE_MOST))
        self._rearrange(kernel.cache_anew, (Cache, Cache), self._cache, cache)
        self._cache = cache

    def _new_index(self, size: int) -> Index:
        index = self._kernel.new(Index, size)
        index.size = size
        return index

    def _new_cache(self, size: int) -> Cache:
        cache = self._kernel.new(Cache, size)
        cache.size, cache.most = size, _CACHE_MOST
        return cache

    def _rearrange(self, run: Callable[..., None], kinds: tuple[type[Record], type[Record]],
                   old: Record, new: Record) -> None:
        """Enter what is known into something larger: no game is needed for that."""
        Kernel(None, run, (Orders, *kinds), native=self.native).run(None, self._orders, old, new)


def carried_out(kernel: Kernel, state: Any, records: Sequence[Any],
                stop: threading.Event | None = None, seconds: float | None = None) -> None:
    """Run a kernel from a state; KeyboardInterrupt at Ctrl-C, once `stop` is set, or when the
    time is over."""
    crew = Crew(records[:1])

    def work() -> None:
        crew.run_alone(lambda orders: kernel.run(state, orders, *records[1:]))

    if not supervised(crew, work, seconds, stop):
        raise KeyboardInterrupt
