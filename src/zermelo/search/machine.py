"""What runs a search: the interpreter, or compiled code. Both carry out the same commands.

A `Machine` is a game with an evaluator, made ready once. It hands out working memory, and runs
the command written there from a state.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import struct
from abc import ABC, abstractmethod
from typing import Any

from zermelo.errors import CannotCompile, RulesError
from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.game import Game
from zermelo.search.core import run
from zermelo.search.layout import (
    BUCKET_WORDS,
    MEMORY_WORDS,
    STATE,
    STATE_WORDS,
    TABLE,
    WEIGHT_WORDS,
    WEIGHTS,
)
from zermelo.search.proof_numbers import run_proof
from zermelo.search.rules import CONSTANTS, HOOKS, Rules, compilable_evaluation, has_null_move
from zermelo.stacks import deep_recursion

_FRAMES = 20_000  # of Python's, for the deepest search

Words = Any  # a list of ints, or an array of 64-bit words that compiled code sees too


class Machine(ABC):
    """Runs searches of one game with one evaluator."""

    native: bool

    def __init__(self, game: Game[Any, Any], evaluator: Evaluator | None) -> None:
        self.game, self.evaluator = game, evaluator

    @abstractmethod
    def memory(self) -> Words:
        """Working memory for one thread, all zeros but for the evaluator's weights."""

    @abstractmethod
    def table(self, buckets: int) -> Words:
        """An empty table."""

    @abstractmethod
    def fill(self, memory: Words, start: int, count: int, word: int) -> None:
        """Set so many words to 0 or to -1."""

    @abstractmethod
    def run(self, memory: Words, table: Words, state: Any) -> None:
        """Carry out the command in memory."""

    @abstractmethod
    def learn_to_prove(self) -> None:
        """Make ready for `prove`, which most never need."""

    @abstractmethod
    def prove(self, memory: Words, table: Words, state: Any) -> None:
        """Answer the question in memory by proof-number search."""

    def _weights(self) -> list[float]:
        if isinstance(self.evaluator, LinearEvaluator):
            return [self.evaluator.weights[name] for name in self.evaluator.features]
        return []


class InterpretedMachine(Machine):
    """The search as the ordinary Python it is, for states of any kind."""

    native = False

    def __init__(self, game: Game[Any, Any], evaluator: Evaluator | None) -> None:
        super().__init__(game, evaluator)
        self._rules = Rules(game, evaluator)

    def memory(self) -> Words:
        """A list."""
        words: list[Any] = [0] * MEMORY_WORDS
        weights = self._weights()
        words[WEIGHTS : WEIGHTS + len(weights)] = weights
        return words

    def table(self, buckets: int) -> Words:
        """A list."""
        return [0] * (TABLE + buckets * BUCKET_WORDS)

    def fill(self, memory: Words, start: int, count: int, word: int) -> None:
        """Exchange a slice."""
        memory[start : start + count] = [word] * count

    def run(self, memory: Words, table: Words, state: Any) -> None:
        """Just call it."""
        with deep_recursion(_FRAMES):
            run(self._rules, memory, table, state)

    def learn_to_prove(self) -> None:
        """Nothing to learn."""

    def prove(self, memory: Words, table: Words, state: Any) -> None:
        """Just call it."""
        with deep_recursion(_FRAMES):
            run_proof(self._rules, memory, table, state)


class NativeMachine(Machine):
    """Compiled code. Raises CompileError if the rules do not compile."""

    native = True

    def __init__(self, game: Game[Any, Any], evaluator: Evaluator | None) -> None:
        super().__init__(game, evaluator)
        evaluate = compilable_evaluation(evaluator)
        if evaluate is None:
            raise CannotCompile(f"the evaluator {evaluator!r} is not made of plain features")
        state = game.initial()
        words = words_of(state)
        if words is None or len(words) > STATE_WORDS:
            raise CannotCompile(f"the states of {game.spec} are not 64-bit ints and tuples of them")
        if len(self._weights()) > WEIGHT_WORDS:
            raise CannotCompile(f"the evaluator has more than {WEIGHT_WORDS} features")
        self._state_length = len(words)
        extra = {"evaluate": evaluate, "has_null_move": has_null_move(game)}
        self._run, self.mark, self.from_cache = _compiled(game, run, extra, [evaluate])
        self._prove: Any = None

    def memory(self) -> Words:
        """Words that compiled code finds by their address."""
        words = _words(MEMORY_WORDS)
        for i, weight in enumerate(self._weights()):
            words[WEIGHTS + i] = struct.unpack("q", struct.pack("d", weight))[0]
        return words

    def table(self, buckets: int) -> Words:
        """Words likewise; pages that are never written take no memory."""
        return _words(TABLE + buckets * BUCKET_WORDS)

    def fill(self, memory: Words, start: int, count: int, word: int) -> None:
        """All bytes alike."""
        ctypes.memset(ctypes.addressof(memory) + 8 * start, word & 0xFF, 8 * count)

    def run(self, memory: Words, table: Words, state: Any) -> None:
        """Write the state down and jump."""
        self._jump(self._run, memory, table, state)

    def learn_to_prove(self) -> None:
        """Compile that too, once."""
        if self._prove is None:
            self._prove, _, _ = _compiled(self.game, run_proof, {}, [run_proof])

    def prove(self, memory: Words, table: Words, state: Any) -> None:
        """Likewise, somewhere else."""
        self.learn_to_prove()
        self._jump(self._prove, memory, table, state)

    def _jump(self, entry: Any, memory: Words, table: Words, state: Any) -> None:
        words = words_of(state)
        if words is None or len(words) != self._state_length:
            raise RulesError(f"{self.game.spec}: the state {state!r} is not shaped like the first")
        for i, word in enumerate(words):
            memory[STATE + i] = word
        if entry(ctypes.addressof(memory), ctypes.addressof(table)) != 0:
            raise RulesError(
                f"the rules of {self.game.spec} raised an exception below {self.game.text(state)}: "
                f"search interpreted to see it"
            )


def _compiled(game: Game[Any, Any], entry: Any, extra: dict[str, Any],
              functions: list[Any]) -> tuple[Any, str, bool]:
    """Machine code for the rules and an entry point, its mark, and whether it was on disk."""
    from zermelo.native.artifact import Loaded, store, stored
    from zermelo.native.fingerprint import fingerprint

    mark = fingerprint(game, [*HOOKS, *CONSTANTS], functions)
    made = stored(mark)
    found = made is not None
    if made is None:
        from zermelo.native.compiler import compile_entry

        made = compile_entry(game, extra, STATE, entry)
        store(mark, made)
    return Loaded(made), mark, found


def _words(count: int) -> Any:
    """So many zeroed 64-bit words, page-aligned, in large pages where the system has them."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return (ctypes.c_int64 * count).from_buffer(mmap.mmap(-1, count * 8))
    pages = mmap.mmap(-1, count * 8, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return (ctypes.c_int64 * count).from_buffer(pages)


def words_of(state: Any) -> list[int] | None:
    """A state's 64-bit integers in a row; None if it is anything but those and tuples of them."""
    if type(state) is int:
        return [state] if -(1 << 63) <= state < 1 << 63 else None
    if not isinstance(state, tuple):
        return None
    words: list[int] = []
    for item in state:
        part = words_of(item)
        if part is None:
            return None
        words += part
    return words
