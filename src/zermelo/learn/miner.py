"""What runs the kernel: compiled, or interpreted where the rules do not compile.

>>> from zermelo import load
>>> game = load("tictactoe")
>>> miner = Miner(game, room=50, native=False)
>>> found = miner.mine(game.initial(), wanted=[0, 0, 0, 0, 0, 0, 1, 1, 1], seed=1, games=100)
>>> found.phase.tolist(), sorted(found.payoff.tolist())
([2, 2, 2], [-1, 0, 1])
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.analysis.exact import NODES
from zermelo.analysis.phases import Deals, Phases
from zermelo.errors import CannotCompile, GameError, RulesError
from zermelo.evaluation import Evaluator, LinearEvaluator
from zermelo.game import Game
from zermelo.learn import kernel
from zermelo.position import state_of
from zermelo.search import layout
from zermelo.search.engine import Engine
from zermelo.search.machine import words_of
from zermelo.search.rules import CONSTANTS, HOOKS, Rules, compilable_evaluation, has_null_move
from zermelo.search.searcher import flags_of
from zermelo.search.switches import EXACT
from zermelo.stacks import started

Ints = npt.NDArray[np.int64]
_STACK = 32 << 20
_BUCKET_BYTES = 64
_MOVES_A_ROW = 64  # room for moves; a position that finds none left is not kept


@dataclass(frozen=True)
class Mined:
    """Positions that were kept, as columns; all payoffs in the view of the player to move."""

    key: Ints
    phase: Ints  # 0, 1, 2
    payoff: Ints
    mover: Ints
    features: npt.NDArray[np.float64]  # a column for each, in the first player's view
    words: Ints  # the state, a column for each of its numbers
    counts: Ints  # how many moves each has
    moves: Ints  # of all positions, one after the other
    payoffs: Ints

    def __len__(self) -> int:
        return len(self.key)


class Miner:
    """Mines positions of one game; `room` is for how many at once, `keys` for how many ever.

    Threads may share one: it works for one after the other.
    """

    def __init__(self, game: Game[Any, Any], *, room: int = 50_000, keys: int | None = None,
                 evaluator: Evaluator | None = None, nodes: int = NODES, table_mb: float = 256,
                 native: bool | None = None) -> None:
        self.game = game
        self._turn = threading.Lock()
        self.features = linear_features(evaluator)
        self._words_of_state = words_of(game.initial())
        if self._words_of_state is None:
            raise GameError(f"the states of {game.spec} are not made of ints, so that they have "
                            f"no columns: examples cannot be made of them")
        self.deals = Deals(game)
        self._row = kernel.FIELDS + len(self.features) + len(self._words_of_state)
        engine = Engine(game, None, table_mb=1, native=native)
        self.native = engine.native
        extra = _writers(tuple(self.features.values()), _shape(game.initial()))
        self._entry = _compiled(game, extra) if self.native else None
        if self._entry is None:
            self._rules = Rules(game, None)
            for name, function in extra.items():
                setattr(self._rules, name, _bound(function, game))
        self._lay_out(room, 1 << (4 * (keys or room)).bit_length() - 1, nodes, table_mb,
                      flags_of(game, engine.switches & EXACT, for_points=True))
        self._memory[kernel.START_PLIES] = Phases(game, self.deals).plies

    def _lay_out(self, room: int, slots: int, nodes: int, table_mb: float, switches: int) -> None:
        most = table_mb if self.native else min(table_mb, 1)
        buckets = 1 << max(4, int(most * (1 << 20) / _BUCKET_BYTES).bit_length() - 1)
        seen_at = kernel.ABORT + kernel.ORDERS
        rows_at = seen_at + slots
        pairs_at = rows_at + room * self._row
        memory = self._memory = self._block(pairs_at + 2 * room * _MOVES_A_ROW)
        self._table = self._block(layout.TABLE + buckets * layout.BUCKET_WORDS)
        memory[kernel.SEEN_AT], memory[kernel.SEEN_SLOTS] = seen_at, slots
        memory[kernel.ROWS_AT], memory[kernel.ROW_ROOM] = rows_at, room
        memory[kernel.ROW_WORDS] = self._row
        memory[kernel.PAIRS_AT], memory[kernel.PAIR_ROOM] = pairs_at, room * _MOVES_A_ROW
        memory[layout.FLAGS], memory[layout.STEP], memory[layout.AGE] = switches, 0, 1
        memory[layout.BUCKETS], memory[layout.THREADS] = buckets, 1
        memory[layout.NODE_LIMIT] = nodes
        for start, count in ((layout.KILLERS, 2 * layout.MAX_PLY),
                             (layout.COUNTERS, 2 * layout.MOVE_SLOTS)):
            memory[start : start + count] = -1 if self.native else [-1] * count

    def _block(self, count: int) -> Any:
        return np.zeros(count, np.int64) if self.native else [0] * count

    def remember(self, keys: Ints) -> None:
        """Positions that are kept already, elsewhere."""
        with self._turn:
            for key in keys.tolist():
                self._memory[kernel.slot_of(self._memory, key)] = key

    @property
    def looked_at(self) -> int:
        """How many positions of random games there were so far."""
        return int(self._memory[kernel.LOOKED_AT])

    @property
    def unproven(self) -> int:
        """How many could not be proven within the nodes."""
        return int(self._memory[kernel.UNPROVEN])

    def mine(self, deal: Any, wanted: Sequence[int], seed: int, games: int = 64) -> Mined:
        """Play random games from a deal, and keep what is wanted of each stratum."""
        deal = state_of(self.game, deal)
        with self._turn:
            return self._mine(deal, wanted, seed, games)

    def _mine(self, deal: Any, wanted: Sequence[int], seed: int, games: int) -> Mined:
        memory = self._memory
        memory[kernel.WANTED : kernel.WANTED + 9] = list(wanted)
        memory[kernel.LEFT] = sum(wanted)
        memory[kernel.ROWS], memory[kernel.PAIRS], memory[kernel.ABORT] = 0, 0, 0
        memory[kernel.SEED], memory[kernel.GAMES], memory[layout.STOP] = seed, games, 0
        if self._entry is None:
            kernel.run(self._rules, memory, self._table, deal)
        else:
            self._run_compiled(deal)
        return self._mined()

    def _run_compiled(self, deal: Any) -> None:
        """In a thread with a deep stack, while this one listens for Ctrl-C."""
        memory, entry = self._memory, self._entry
        assert entry is not None
        for i, word in enumerate(words_of(deal) or ()):
            memory[layout.STATE + i] = word
        status: list[int] = []
        thread = started(lambda: status.append(
            entry(memory.ctypes.data, self._table.ctypes.data)), _STACK)
        try:
            thread.join()
        except KeyboardInterrupt:
            memory[kernel.ABORT] = memory[layout.STOP] = 1
            thread.join()
            raise
        if status != [0]:
            raise RulesError(f"the rules of {self.game.spec} raised an exception below "
                             f"{self.game.text(deal)}: `zermelo check {self.game.spec}` finds it")

    def nothing(self) -> Mined:
        """No positions at all, in the same columns."""
        with self._turn:
            self._memory[kernel.ROWS] = self._memory[kernel.PAIRS] = 0
            return self._mined()

    def _mined(self) -> Mined:
        memory = self._memory
        count, pairs = int(memory[kernel.ROWS]), int(memory[kernel.PAIRS])
        at, pairs_at = int(memory[kernel.ROWS_AT]), int(memory[kernel.PAIRS_AT])
        rows = np.array(memory[at : at + count * self._row], np.int64).reshape(count, self._row)
        both = np.array(memory[pairs_at : pairs_at + 2 * pairs], np.int64).reshape(pairs, 2)
        end = kernel.FIELDS + len(self.features)
        return Mined(rows[:, kernel.KEY], rows[:, kernel.PHASE], rows[:, kernel.PAYOFF],
                     rows[:, kernel.MOVER], rows[:, kernel.FIELDS:end] / kernel.MILLION,
                     rows[:, end:], rows[:, kernel.COUNT], both[:, 0], both[:, 1])


def linear_features(evaluator: Evaluator | None) -> dict[str, Any]:
    """The features of a linear evaluator; none of any other."""
    return dict(evaluator.features) if isinstance(evaluator, LinearEvaluator) else {}


def _shape(state: Any) -> Any:
    """A state's tuples, without its numbers: what can be told apart when code is written."""
    return tuple(map(_shape, state)) if isinstance(state, tuple) else 0


@cache
def _writers(features: tuple[Any, ...], shape: Any) -> dict[str, FunctionType]:
    """Functions that write a state's features and its numbers into memory, unrolled."""
    names: dict[str, Any] = {f"feature_{i}": f for i, f in enumerate(features)}
    names["millionths"] = kernel.millionths
    lines = ["def write_features(game, memory, s, at):"]
    lines += [f"    memory[at + {i}] = millionths(feature_{i}(game, s))"
              for i in range(len(features))]
    lines += ["    return 0", "def write_state(game, memory, s, at):"]
    lines += [f"    memory[at + {len(features) + i}] = s{place}"
              for i, place in enumerate(_places(shape))]
    exec("\n".join([*lines, "    return 0"]), names)
    return {"write_features": names["write_features"], "write_state": names["write_state"]}


def _places(shape: Any) -> list[str]:
    """How to reach each number of a state: `[0]`, `[2][1]` …"""
    if not isinstance(shape, tuple):
        return [""]
    return [f"[{i}]{rest}" for i, item in enumerate(shape) for rest in _places(item)]


def _bound(function: FunctionType, game: Game[Any, Any]) -> Any:
    return lambda memory, s, at: function(game, memory, s, at)


def _compiled(game: Game[Any, Any], writers: dict[str, FunctionType]) -> Any:
    from zermelo.native.artifact import Loaded, store, stored
    from zermelo.native.fingerprint import fingerprint

    evaluate = compilable_evaluation(None)
    assert evaluate is not None and isinstance(kernel.run, FunctionType)
    mark = fingerprint(game, [*HOOKS, *CONSTANTS], [kernel.run, evaluate, *writers.values()])
    made = stored(mark)
    if made is None:
        from zermelo.native.compiler import compile_entry

        extra = {"evaluate": evaluate, "has_null_move": has_null_move(game), **writers}
        try:
            made = compile_entry(game, extra, layout.STATE, kernel.run)
        except CannotCompile as reason:
            raise GameError(f"the features of {game.spec} do not compile with its rules: "
                            f"{reason}") from reason
        store(mark, made)
    return Loaded(made)
