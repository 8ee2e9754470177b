"""What runs the kernel.

>>> from zermelo import load
>>> game = load("tictactoe")
>>> miner = Miner(game, room=50, native=False)
>>> found = miner.mine(game.initial(), wanted=[0, 0, 0, 0, 0, 0, 1, 1, 1], seed=1, games=100)
>>> found.phase.tolist(), sorted(found.payoff.tolist())
([2, 2, 2], [-1, 0, 1])
"""

from __future__ import annotations

import threading
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.analysis.exact import NODES
from zermelo.analysis.phases import Phases
from zermelo.dealing import lots
from zermelo.errors import CannotCompile, GameError
from zermelo.evaluation import Evaluator, LinearEvaluator
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import numbers_in, words_of
from zermelo.kernel.threads import Crew, supervised
from zermelo.learn.kernel import MILLION, millionths, run, slot_of
from zermelo.learn.memory import Columns, Options, Orders, Rows, Seen
from zermelo.position import state_of
from zermelo.search.engine import Engine
from zermelo.search.known import Inside, opened
from zermelo.search.memory import Memory, Table
from zermelo.search.readiness import buckets_in, flags_of, made_ready, may_ask
from zermelo.search.rules import HOOKS, extra_rules
from zermelo.search.switches import EXACT
from zermelo.written import made_function

Ints = npt.NDArray[np.int64]
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

    def to_plain(self) -> dict[str, Any]:
        """As plain data, for another process: the bytes of each column, as text."""
        columns = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: [list(column.shape), b64encode(column.tobytes()).decode()]
                for name, column in columns.items()}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Mined:
        """What `to_plain` wrote."""
        return cls(*(np.frombuffer(b64decode(text), np.float64 if name == "features" else np.int64
                                   ).reshape(shape) for name, (shape, text) in data.items()))


class Errand(NamedTuple):
    """Something to be mined, as plain data: its result depends on this alone, and on the positions
    that are known before it."""

    words: list[int]  # of the state to begin at
    wanted: list[int]  # of each stratum
    seed: int
    games: int
    beside: bool


class Miner:
    """Mines positions of one game; `room` is for how many at once, `keys` for how many ever.

    Threads may share one: it works for one after the other.
    """

    def __init__(self, game: Game, *, room: int = 50_000, keys: int | None = None,
                 evaluator: Evaluator | None = None, nodes: int = NODES, table_mb: float = 256,
                 native: bool | None = None, database: str | None = None) -> None:
        self.game = game
        known = None if database is None else opened(database, game)
        inside = None if known is None else known.inside(always=True)
        self._inside = inside  # which keeps its files in memory
        self._turn = threading.Lock()
        self.features = linear_features(evaluator)
        self.codec = _codec_of(game)
        self.deals = lots(game)
        engine = Engine(game, None, table_mb=1, native=native)
        self._kernel = _kernel_of(game, tuple(self.features.values()), engine.native, inside)
        self._lay_out(room, 1 << (4 * (keys or room)).bit_length() - 1)
        buckets = buckets_in(table_mb, self.native)
        made_ready(self._memory, flags_of(game, engine.switches & EXACT, for_points=True), buckets,
                   step=0, nodes=nodes)
        may_ask(self._memory, inside)
        self._table = self._kernel.new(Table, buckets)
        self._orders.start_plies = Phases(game, self.deals).plies

    def _lay_out(self, room: int, slots: int) -> None:
        new = self._kernel.new
        self._orders, self._memory = new(Orders), new(Memory)
        self._orders.row_room, self._orders.option_room = room, room * _MOVES_A_ROW
        self._seen = new(Seen, slots)
        self._seen.size = slots
        self._rows, self._options = new(Rows, room), new(Options, room * _MOVES_A_ROW)
        self._features = new(Columns, room * len(self.features))
        self._states = new(Columns, room * self.codec.length)

    @property
    def native(self) -> bool:
        """Whether the rules run compiled."""
        return self._kernel.native

    def remember(self, keys: Ints) -> None:
        """Positions that are kept already, elsewhere."""
        with self._turn:
            self._mark(keys, there=True)

    def run(self, errand: Errand) -> Mined:
        """What an errand finds; it is not remembered, so that the next errand may find it, too."""
        deal = self.codec.state(errand.words)
        with self._turn:
            self._orders.beside = int(errand.beside)
            found = self._mine(deal, errand.wanted, errand.seed, errand.games)
            self._mark(found.key, there=False)
            return found

    def _mark(self, keys: Ints, *, there: bool) -> None:
        """Enter keys among those that are kept, or take the last ones out again."""
        if not self.native:
            for key in keys.tolist() if there else keys.tolist()[::-1]:
                self._seen.slots[slot_of(self._seen, key)] = key if there else 0
            return
        slots = np.frombuffer(words_of(self._seen), np.int64)[-self._seen.size:]
        at = keys & self._seen.size - 1
        places = np.empty_like(at)
        todo = np.arange(len(keys))
        while len(todo):  # all of them a step further: to their own slots, or free ones
            here, mine = at[todo], keys[todo]
            if there:
                free = slots[here] == 0
                slots[here[free]] = mine[free]
            met = slots[here] == mine
            places[todo[met]] = here[met]
            todo = todo[~met]
            at[todo] = at[todo] + 1 & self._seen.size - 1
        if not there:
            slots[places] = 0

    @property
    def looked_at(self) -> int:
        """How many positions of random games there were so far."""
        return self._orders.looked_at

    @property
    def unproven(self) -> int:
        """How many could not be proven within the nodes."""
        return self._orders.unproven

    def mine(self, deal: Any, wanted: Sequence[int], seed: int, games: int = 64, *,
             beside: bool = False) -> Mined:
        """Play random games from a deal, and keep what is wanted of each stratum; of positions
        `beside` the way, too, which one move of theirs could have led to."""
        deal = state_of(self.game, deal)
        with self._turn:
            self._orders.beside = int(beside)
            return self._mine(deal, wanted, seed, games)

    def _mine(self, deal: Any, wanted: Sequence[int], seed: int, games: int) -> Mined:
        orders = self._orders
        orders.seed, orders.games = seed, games
        for stratum, number in enumerate(wanted):
            orders.wanted[stratum] = number
        orders.left = sum(wanted)
        orders.rows = orders.options = 0
        crew = Crew([orders, self._memory])  # the first of them works, and both can be stopped

        def work() -> None:
            crew.run_alone(lambda orders: self._kernel.run(
                deal, orders, self._seen, self._rows, self._options, self._features, self._states,
                self._memory, self._table))

        if not supervised(crew, work):
            raise KeyboardInterrupt
        if self._inside is not None:
            self._inside.check()
        return self._mined()

    def nothing(self) -> Mined:
        """No positions at all, in the same columns."""
        with self._turn:
            self._orders.rows = self._orders.options = 0
            return self._mined()

    def _mined(self) -> Mined:
        count, options = self._orders.rows, self._orders.options
        key, phase, payoff, mover, counts = _in_rows(numbers_in(self._rows.at, count), count, 5).T
        moves, payoffs = _in_rows(numbers_in(self._options.at, options), options, 2).T
        width, length = len(self.features), self.codec.length
        features = _in_rows(numbers_in(self._features.at, count * width), count, width)
        words = _in_rows(numbers_in(self._states.at, count * length), count, length)
        return Mined(key, phase, payoff, mover, features / MILLION, words, counts, moves,
                     payoffs)


def _in_rows(numbers: Sequence[float], rows: int, width: int) -> Ints:
    """A copy of numbers, row by row."""
    return np.array(numbers, np.int64).reshape(rows, width)


def linear_features(evaluator: Evaluator | None) -> dict[str, Any]:
    """The features of a linear evaluator; none of any other."""
    return dict(evaluator.features) if isinstance(evaluator, LinearEvaluator) else {}


def _codec_of(game: Game) -> Codec:
    """How states become numbers in columns, and back; GameError if they are not made of ints."""
    try:
        return Codec(game.initial())
    except ValueError:
        raise GameError(f"the states of {game.spec} are not made of ints, so that they have "
                        f"no columns: examples cannot be made of them") from None


def _kernel_of(game: Game, features: tuple[Any, ...], native: bool,
               inside: Inside | None) -> Kernel:
    extra = extra_rules(game, None) | _writers(features, tuple(_places(game.initial())))
    if inside is not None:
        extra |= {"has_database": True, **inside.functions}
    records = (Orders, Seen, Rows, Options, Columns, Columns, Memory, Table)
    try:
        return Kernel(game, run, records, extra, hooks=HOOKS, native=native, quick=True)
    except CannotCompile as reason:
        raise GameError(f"the features of {game.spec} do not compile with its rules: "
                        f"{reason}") from reason


@cache
def _writers(features: tuple[Any, ...], places: tuple[str, ...]) -> dict[str, FunctionType]:
    """Functions that write a state's features and its numbers into columns, unrolled."""
    names: dict[str, Any] = {f"feature_{i}": f for i, f in enumerate(features)}
    names |= {"millionths": millionths, "__name__": __name__}
    worths = [f"millionths(feature_{i}(game, s))" for i in range(len(features))]
    return {"write_features": _writer("write_features", worths, names),
            "write_state": _writer("write_state", [f"s{place}" for place in places], {**names})}


def _writer(name: str, numbers: list[str], scope: dict[str, Any]) -> FunctionType:
    lines = [f"    columns.at[row * {len(numbers)} + {i}] = {number}"
             for i, number in enumerate(numbers)]
    source = "\n".join([f"def {name}(game, columns, s, row):", *lines, "    return None", ""])
    made: FunctionType = made_function(source, name, scope)
    return made


def _places(state: Any) -> list[str]:
    """How to reach each number of a state: `[0]`, `[2][1]` …"""
    if not isinstance(state, tuple):
        return [""]
    return [f"[{i}]{rest}" for i, item in enumerate(state) for rest in _places(item)]
