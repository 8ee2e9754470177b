"""What runs the kernel: the interpreter or compiled code, with memory that grows as needed."""

from __future__ import annotations

import threading
import warnings
from array import array
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.errors import CannotCompile, LimitError, RulesError
from zermelo.game import Game
from zermelo.position import state_of
from zermelo.search.engine import InterpretedWarning
from zermelo.search.machine import words_of
from zermelo.solve import kernel
from zermelo.stacks import deep_recursion, started

Words = Any  # a numpy array for compiled code; for the interpreter an `array`, of Python's ints

HOOKS = ("to_move", "moves", "play", "outcome", "key", "canonical")
_HEAP_WORDS, _SLOTS, _CACHE = 1 << 14, 1 << 12, 1 << 14  # to begin with
_CACHE_MOST = 1 << 24
_STACK_BYTES = 64 << 20


class Builder:
    """Adds positions to a heap of nodes; `memory_mb` is the most that the heap may take.

    The last `short_cut` plies of games of this length are played again rather than looked up.
    Once `stop` is set, it gives up with KeyboardInterrupt. Threads may share it: it works for one
    after the other.
    """

    def __init__(self, game: Game[Any, Any], length: int = 0, short_cut: int = 0, *,
                 native: bool | None = None, memory_mb: float = 4096,
                 stop: threading.Event | None = None) -> None:
        self.game, self.memory_mb, self._stop = game, memory_mb, stop
        self._turn = threading.Lock()
        self._entry = entry_of(game, kernel.run, native)
        self._memory = self._words(kernel.HEAP + _HEAP_WORDS)
        self._memory[kernel.HEAP_ROOM] = _HEAP_WORDS
        self._memory[kernel.SLOTS], self._memory[kernel.CACHE] = _SLOTS, _CACHE
        self._memory[kernel.CACHE_MOST] = _CACHE_MOST
        self._memory[kernel.LENGTH], self._memory[kernel.SHORT_CUT] = length, short_cut
        self._table = self._words(_SLOTS + 2 * _CACHE)

    @property
    def native(self) -> bool:
        """Whether the rules run compiled."""
        return self._entry is not None

    @property
    def nodes(self) -> int:
        """How many there are so far."""
        return int(self._memory[kernel.NODES])

    @property
    def visits(self) -> int:
        """How many positions were looked at."""
        return int(self._memory[kernel.VISITS])

    def heap(self) -> npt.NDArray[np.int64]:
        """The records so far."""
        words = np.frombuffer(self._memory, np.int64)
        return words[kernel.HEAP : kernel.HEAP + int(self._memory[kernel.HEAP_END])]

    def place(self, state: Any) -> int:
        """Where a position is; it and all that can come of it are added first."""
        state = state_of(self.game, state)
        with self._turn:
            self._command(kernel.PLACE, state)
            return int(self._memory[kernel.RESULT])

    def children(self, state: Any) -> list[tuple[int, int]]:
        """Each move of an unfinished position, and where it leads."""
        state = state_of(self.game, state)
        with self._turn:
            self._command(kernel.CHILDREN, state)
            at = [kernel.STACK + 2 * i for i in range(int(self._memory[kernel.RESULT]))]
            return [(int(self._memory[i]), int(self._memory[i + 1])) for i in at]

    def _command(self, command: int, state: Any) -> None:
        """Carry it out; whenever some room was too small, once more with a larger one."""
        more = {kernel.HEAP_FULL: self._more_heap, kernel.INDEX_FULL: self._more_index,
                kernel.CACHE_FULL: self._more_cache}
        while True:
            status = self._run(command, state)
            if status == kernel.FINE:
                return
            if status in more:
                more[status]()
            elif status == kernel.TOO_DEEP:
                raise LimitError(f"{self.game.spec} can go on for more than {kernel.DEEPEST} plies:"
                                 f" not everything that can happen can be listed")
            elif status == kernel.STUCK:
                raise RulesError(f"{self.game.spec} goes on somewhere after "
                                 f"{self.game.text(state)} where there is no move: let outcome say "
                                 f"who has won; `zermelo check` finds the place")
            elif status == kernel.STACK_FULL:
                raise LimitError(f"{self.game.spec} has more moves than can be listed at once")
            else:
                raise KeyboardInterrupt

    def _run(self, command: int, state: Any) -> int:
        memory, table = self._memory, self._table
        memory[kernel.COMMAND], memory[kernel.STATUS] = command, kernel.FINE
        memory[kernel.TOP] = kernel.STACK
        carry_out(self.game, kernel.run, self._entry, memory, table, state, self._stop)
        return int(memory[kernel.STATUS])

    def copies(self, more: Sequence[npt.NDArray[np.float64]]) -> tuple[Words, Words]:
        """A copy of both blocks, with numbers after the second, for other code to work with."""
        with self._turn:
            if self._entry is None:
                return array("q", self._memory), [*self._table, *np.concatenate(more).tolist()]
            table = np.concatenate([self._table, *(numbers.view(np.int64) for numbers in more)])
            return self._memory.copy(), table

    def _words(self, count: int) -> Words:
        return np.zeros(count, np.int64) if self._entry else array("q", bytes(8 * count))

    def _more_heap(self) -> None:
        old, room = self._memory, 2 * int(self._memory[kernel.HEAP_ROOM])
        if 8 * room > self.memory_mb * (1 << 20):
            raise LimitError(
                f"{self.game.spec} is too large: after {self.nodes:,} kinds of positions the "
                f"{self.memory_mb:g} MB are full; take a smaller game, or allow more"
            )
        self._memory = self._words(kernel.HEAP + room)
        self._memory[: len(old)] = old
        self._memory[kernel.HEAP_ROOM] = room

    def _more_index(self) -> None:
        old, before = self._table, int(self._memory[kernel.SLOTS])
        slots = 4 * before
        self._table = self._words(slots + len(old) - before)
        self._table[slots:] = old[before:]
        self._memory[kernel.SLOTS] = slots
        self._run(kernel.INDEX_ANEW, self.game.initial())

    def _more_cache(self) -> None:
        slots, before = int(self._memory[kernel.SLOTS]), int(self._memory[kernel.CACHE])
        entries = min(4 * before, _CACHE_MOST)
        old = np.frombuffer(self._table, np.int64)[slots:].reshape(-1, 2)
        old = old[old[:, 1] != 0]
        table = self._words(slots + 2 * entries)
        table[:slots] = self._table[:slots]
        homes = old[:, 1] >> 32
        np.frombuffer(table, np.int64)[slots:].reshape(-1, 2)[homes & entries - 1] = old
        self._table = table
        self._memory[kernel.CACHE], self._memory[kernel.KEPT] = entries, len(old)


_warned: set[type] = set()

Entry = Callable[[int, int], int]
Run = Callable[[Any, Any, Any, Any], None]  # rules, both blocks, a state


def entry_of(game: Game[Any, Any], run: Run, native: bool | None) -> Entry | None:
    """`run` compiled with the rules; None to run it interpreted, which is said once a game."""
    if native is False:
        return None
    try:
        return _compiled(game, run)
    except CannotCompile as reason:
        if native:
            raise
        if type(game) not in _warned:
            _warned.add(type(game))
            warnings.warn(f"{reason}: listing its positions interpreted", InterpretedWarning,
                          stacklevel=4)
        return None


def _compiled(game: Game[Any, Any], run: Run) -> Entry:
    from zermelo.native.artifact import Loaded, store, stored
    from zermelo.native.fingerprint import fingerprint

    words = words_of(game.initial())
    if words is None or len(words) > kernel.STATE_WORDS:
        raise CannotCompile(f"the states of {game.spec} are not 64-bit ints and tuples of them")
    assert isinstance(run, FunctionType)
    mark = fingerprint(game, HOOKS, [run])
    made = stored(mark)
    if made is None:
        from zermelo.native.compiler import compile_entry

        made = compile_entry(game, {}, kernel.STATE, run)
        store(mark, made)
    return Loaded(made)


def carry_out(game: Game[Any, Any], run: Run, entry: Entry | None, memory: Words, table: Words,
              state: Any, stop: threading.Event | None = None) -> None:
    """Run the orders in memory from a state, compiled or interpreted."""
    if entry is None:
        with deep_recursion(10 * kernel.DEEPEST):
            run(game, memory, table, state)
        return
    for i, word in enumerate(words_of(state) or ()):
        memory[kernel.STATE + i] = word
    if _interruptible(entry, memory, table, stop) != 0:
        raise RulesError(f"the rules of {game.spec} raised an exception below {game.text(state)}: "
                         f"run them interpreted to see it")


def _interruptible(entry: Entry, memory: Words, table: Words, stop: threading.Event | None) -> int:
    """Run in a thread with a deep stack, while this one listens for Ctrl-C."""
    result: list[int] = []
    addresses = memory.ctypes.data, table.ctypes.data
    thread = started(lambda: result.append(entry(*addresses)), _STACK_BYTES)
    try:
        while thread.is_alive():
            thread.join(0.2)
            if stop is not None and stop.is_set():
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        memory[kernel.STATUS] = kernel.STOPPED
        thread.join()
        raise
    return result[0]
