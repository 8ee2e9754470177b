"""Orders to the crew: a position and its table made ready, windows searched, lines read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from zermelo.compiler.records import Record
from zermelo.errors import RulesError
from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import native as in_words
from zermelo.kernel.threads import Crew, Stopped
from zermelo.limits import Limit
from zermelo.portable import hash_of, hashes_of
from zermelo.position import Position
from zermelo.search.agreement import Agreement
from zermelo.search.codes import INFINITY, MAX_DISTANCE, nearer
from zermelo.search.kernels import Kernels
from zermelo.search.known import Knows, wins_on_the_way
from zermelo.search.memory import (
    COUNT_LEAVES,
    EXAMINE,
    LOOK_UP,
    MAX_PLY,
    NOWHERE,
    PATH_PLACES,
    SEARCH,
    Memory,
    Table,
)
from zermelo.search.proof_numbers import PROVED
from zermelo.search.readiness import (
    UNLIMITED,
    buckets_in,
    flags_of,
    forget,
    made_ready,
    may_ask,
    may_pay_more,
    opinions_beside,
)
from zermelo.search.switches import Switch
from zermelo.search.table import AGES, FEW_BUCKETS, FULL_DEPTH
from zermelo.search.table_file import TableFile

_LONGEST_LINE = 100
R = TypeVar("R", bound=Record)


class TurnOver(Exception):  # noqa: N818 - a signal, never seen outside
    """The nodes that were allowed for now are spent."""


class Searcher:
    """Kernels, their crew and table, at work on one position at a time.

    Kernels are made when they are first needed; `learn_to_search` and `learn_to_prove` have them
    made before a clock runs.
    """

    def __init__(self, game: Game, evaluator: Evaluator | None, threads: int,
                 table_mb: float, native: bool | None, database: Knows | None = None,
                 table_file: Path | None = None) -> None:
        self.game, self.evaluator, self._database = game, evaluator, database
        self.inside = None if database is None else database.inside()
        self._asks = self.inside is not None
        self.kernels = Kernels(game, evaluator, self.inside, native)
        self._agreements: dict[int, Agreement] = {}  # by the number of the kernel
        self.threads, self._table_mb, self._place = threads, table_mb, table_file
        self._file: TableFile | None = None
        self.buckets = buckets_in(table_mb, native is not False)  # which refuses nonsense at once
        self.crew = Crew([])
        # For asking the table from here.
        self.for_points = True
        self._step, self._salt, self._flags = 1, 0, 0
        self._growing, self._age = False, 0
        self._limit = UNLIMITED
        self._furnish()

    def _furnish(self) -> None:
        """Memory and table, as soon as it is known whether they are for compiled code."""
        if self.native is None or self.crew.memories:
            return
        if self._place is not None and not self.kernels.made:
            return  # rules that do not compile make no file
        self.buckets = buckets_in(self._table_mb, self.native)
        if self._place is not None:
            self._file = TableFile(self._place, self.game.spec, self.kernels.meaning, self.buckets,
                                   self.opinions)
        formula = self.kernels.formula
        self.crew.memories = [self._new(Memory) for _ in range(self.threads)]
        for memory in self.crew.memories:
            for i, weight in enumerate(formula.weights if formula else ()):
                memory.weights[i] = weight
            may_ask(memory, self.inside)
            forget(memory)
        self.table = self._new_table() if self._file is None else self._file.table
        self.crew.memories[0].used = 0 if self._file is None else self._file.used

    def _new_table(self) -> Any:
        return self._new(Table, self.buckets + self.opinions)

    def _new(self, record: type[R], length: int = 0) -> R:
        return in_words(record, length) if self.native else record()

    @property
    def native(self) -> bool | None:
        """Whether it runs compiled; None if that is yet to be seen."""
        return self.kernels.native

    @property
    def opinions(self) -> int:
        """How many buckets its table has behind the others, for what the evaluator said."""
        return opinions_beside(self.buckets) if self.kernels.extra["keeps_opinions"] else 0

    def learn_to_search(self) -> Kernel:
        """Compile the search to a depth, if that is not done; its kernel."""
        made = self.kernels.search
        self._furnish()
        return made

    def learn_to_prove(self, *, by_numbers: bool = False) -> Kernel:
        """Have what proves, of either kind."""
        made = self.kernels.proof_numbers if by_numbers else self.kernels.proof
        self._furnish()
        return made

    def clear(self) -> None:
        """An empty table, and nothing learnt: nothing of earlier searches is found again."""
        if self.crew.memories:
            self.table = self._new_table() if self._file is None else self._file.emptied()
        self._age = 0
        for memory in self.crew.memories:
            memory.used = 0
        self.forget()

    def forget(self) -> None:
        """Nothing learnt, whatever the table knows."""
        for memory in self.crew.memories:
            forget(memory)

    def close(self) -> None:
        """Give back table and threads."""
        if self.crew.memories:
            self.table = self._new(Table)
        self.crew.close()
        if self._file is not None:
            self._file.close()

    @contextmanager
    def small_table(self, buckets: int) -> Iterator[None]:
        """Another table meanwhile; afterwards the own one, as it was, and nothing learnt."""
        own = self.buckets, self.table, self._file, self._age
        used = [memory.used for memory in self.crew.memories]
        self.buckets, self._file = buckets, None
        self.clear()
        try:
            yield
        finally:
            self.buckets, self.table, self._file, self._age = own
            for memory, known in zip(self.crew.memories, used, strict=True):
                memory.used = known
            self.forget()

    @contextmanager
    def asking_nobody(self) -> Iterator[None]:
        """As if there were no database, meanwhile."""
        self._asks = False
        try:
            yield
        finally:
            self._asks = self.inside is not None

    def touch_table(self) -> None:
        """Write to the whole of the table, so that the machine has found room for it."""
        self._settle()
        self.table.busy.fill(0)
        if self.native and self._file is None:
            self.table.buckets.fill(0)

    def begin(self, here: Position, limit: Limit, switches: Switch,
              step: int = 1, *, growing: bool = False) -> None:
        """A new search from this position: nothing counted, nothing known but the table, and in
        play how moves fared.

        `growing`: it has more of the table the longer it takes, and begins with all of it that was
        ever written to, or with a small part.
        """
        self._settle()
        self._step, self._growing = step, growing
        self._age = self._age % AGES + 1
        over = self.game.outcome(here.state) is not None
        self.for_points = not over and may_pay_more(self.game, here.state)
        self._flags = flags_of(self.game, switches, self.for_points)
        self._salt = hash_of((self._flags, step))
        self._limit = limit.nodes or UNLIMITED
        part = self.buckets
        if growing:
            part = min(part, max(FEW_BUCKETS, self.table.in_use))
        for number, memory in enumerate(self.crew.memories):
            made_ready(memory, self._flags, self.buckets, step=step, age=self._age,
                       threads=len(self.crew.memories), number=number, opinions=self.opinions)
        self._use(part)
        self.allow(None)
        self.stand_at(here)

    def change(self, choose: Callable[[], Switch], here: Position, limit: Limit) -> Switch:
        """Go on with other techniques, which it may take this searcher to choose. It has as much of
        the table then as if there were something to be found in it yet."""
        counted = [(memory.nodes, memory.deepest, memory.hits, memory.used)
                   for memory in self.crew.memories]
        part = self.crew.memories[0].buckets
        step, growing = self._step, self._growing
        switches = choose()
        self.begin(here, limit, switches, step, growing=growing)
        for memory, known in zip(self.crew.memories, counted, strict=True):
            memory.nodes, memory.deepest, memory.hits, memory.used = known
        self._use(part)
        return switches

    def begin_batches(self, here: Position, switches: Switch, step: int, nodes: int) -> None:
        """Make ready for `PROVE_MANY`: as `begin`, but whether there may be more to win than a
        win is found out for each state. Each may take so many nodes."""
        self.begin(here, Limit(nodes=nodes), switches, step)
        plain, points = (hash_of((flags_of(self.game, switches, for_points), step))
                         for for_points in (False, True))
        for number, memory in enumerate(self.crew.memories):
            memory.plain_salt, memory.points_salt = plain, points
            memory.threads, memory.number = 1, 0  # each has positions of its own
            memory.most_nodes = nodes
            memory.region = number * (self.buckets >> 3) & self.buckets - 1

    def run_here(self, state: Any, memory: Any) -> None:
        """Carry out one thread's own command in this thread: `PROVE_MANY`."""
        proof = self.kernels.proof
        self.crew.stuck = proof.run(state, memory, self.table) or self.crew.stuck
        if memory.overflow:
            self._say_why()

    def allow(self, nodes: int | None) -> None:
        """Let whatever comes next have so many nodes, and then raise TurnOver; None: as many as
        there are, until the limit itself."""
        for memory in self.crew.memories:
            memory.node_limit = self._limit
            if nodes is not None:
                memory.node_limit = min(self._limit, memory.nodes + nodes)

    def _use(self, part: int) -> None:
        """Have all threads use so many buckets of the table, until the first takes more."""
        self.table.in_use = part
        for memory in self.crew.memories:
            memory.buckets = part

    def stand_at(self, here: Position) -> None:
        """Write down the positions before this one, which it would be a draw to repeat.

        What is proven where some of them may not come again need not hold elsewhere: it is kept
        apart in the table. Nor are mirror images alike there, of which only one may come again.
        """
        marks: list[tuple[int, int]] = []
        if self.game.repetition:
            recent = islice(here.line(), 1, 1 + self.game.reversible(here.state))
            marks = [hashes_of(self.game.repetition_key(p.state)) for p in recent][::-1]
        informed, nearest = self._asks, self._nearest(here)
        closed = sorted(mark for mark, times in Counter(marks).items()
                        if times + 1 >= self.game.repetition)
        marks = marks[-(PATH_PLACES - MAX_PLY) :]
        for memory in self.crew.memories:
            memory.use.symmetry = int(bool(self._flags & Switch.SYMMETRY and not closed))
            memory.salt = self._salt ^ hash_of(tuple(closed)) if closed else self._salt
            memory.informed = int(informed)
            memory.salt ^= hash_of(nearest) if informed else 0
            memory.nearest[0], memory.nearest[1] = nearest
            memory.past, memory.drawn = len(marks), len(closed)
            for i, (home, check) in enumerate(marks):
                memory.path[i].home, memory.path[i].check = home, check

    def _nearest(self, here: Position) -> tuple[int, int]:
        """For either player, how far it is to the nearest win among the positions up to here."""
        found = [MAX_DISTANCE, MAX_DISTANCE]
        if self._database is not None and self._asks and self.game.repetition:
            for player, distance in wins_on_the_way(self._database, here):
                found[player] = min(found[player], distance)
        return found[0], found[1]

    def search(self, state: Any, depth: int, alpha: int, beta: int, *, alone: bool = False,
               first: int = NOWHERE) -> tuple[int, int, bool]:
        """The value within the window, the best move's place, and whether no horizon was seen.

        `alone`: by one thread, as what is done in no time is not worth calling the others for.
        `first`: the place of the move that is the answer unless another is better.
        """
        kernel = self.kernels.proof if depth == FULL_DEPTH else self.kernels.search
        run = self._at(state, kernel)
        for memory in self.crew.memories:
            memory.command, memory.depth = SEARCH, depth
            memory.alpha, memory.beta = alpha, beta
            memory.top, memory.depends, memory.horizon = 0, MAX_PLY, 0
            memory.root_place, memory.root_first = NOWHERE, first
            memory.root_value = -INFINITY
        try:
            memory = self.crew.run_alone(run) if alone else self.crew.run(run)
        except Stopped:
            self._say_why()
            raise
        return memory.result, memory.root_place, memory.horizon == 0

    @property
    def tried_before(self) -> int:
        """How many moves the last search tried before the best one."""
        return int(self.crew.memories[0].root_before)

    def better(self, place: int) -> tuple[int, int] | None:
        """Of a search that was stopped: the value and the place of a move that is better than the
        one at this place, which was tried before it; None if none is known."""
        found = max(self.crew.memories, key=lambda memory: int(memory.root_value))
        if found.root_value <= found.alpha or found.root_tried != place:
            return None
        return (found.root_value, found.root_place) if found.root_place != place else None

    def _say_why(self) -> None:
        """A search was stopped: was it the rules, or only its turn?"""
        if any(memory.overflow for memory in self.crew.memories):
            raise RulesError(f"{self.game.spec} has more moves than a search can hold") from None
        if not self.crew.stopping and any(memory.node_limit < memory.nodes <= self._limit
                                          for memory in self.crew.memories):
            raise TurnOver from None

    def _at(self, state: Any, kernel: Kernel) -> Callable[[Any], str]:
        return lambda memory: kernel.run(state, memory, self.table)

    def count_leaves(self, state: Any, depth: int) -> int:
        """How many ways there are to play so many plies."""
        kernel, memory = self.learn_to_search(), self.crew.memories[0]
        memory.command, memory.depth = COUNT_LEAVES, depth
        leaves: int = self.crew.run_alone(self._at(state, kernel)).result
        return leaves

    @property
    def agreement(self) -> Agreement:
        """What holds compiled rules against the same rules interpreted."""
        kernel, extra = self.kernels.examiner
        if id(kernel) not in self._agreements:
            formula = self.kernels.formula
            self._agreements[id(kernel)] = Agreement(
                self.game, extra, formula.weights if formula else (), self.examined)
        return self._agreements[id(kernel)]

    def examined(self, state: Any) -> int:
        """A number that depends on all that the rules say about a state."""
        self._settle()
        self.crew.memories[0].command = EXAMINE
        about: int = self.crew.run_alone(self._at(state, self.kernels.examiner[0])).result
        return about

    def _settle(self) -> None:
        """Have memory. If nobody said what it is for, then for playing."""
        if not self.crew.memories:
            self.learn_to_search()

    def prove(self, state: Any, player: int, at_least: int) -> tuple[bool | None, int]:
        """Whether this player gets so much, and a move by which the mover reaches its aim.

        None if there is no end to it.
        """
        prover = self.learn_to_prove(by_numbers=True)
        for memory in self.crew.memories:
            memory.prover, memory.at_least, memory.horizon = player, at_least, 0
        try:
            memory = self.crew.run(self._at(state, prover))
        except Stopped:
            if any(memory.horizon for memory in self.crew.memories) and not self.crew.stopping:
                return None, NOWHERE
            self._say_why()
            raise
        return memory.result == PROVED, memory.root_place

    @property
    def nodes(self) -> int:
        """All threads' nodes since `begin`."""
        return sum(int(memory.nodes) for memory in self.crew.memories)

    @property
    def deepest(self) -> int:
        """The farthest ply since `begin`."""
        return max(int(memory.deepest) for memory in self.crew.memories)

    @property
    def table_used(self) -> float:
        """The share of the table that was ever written."""
        used = sum(int(memory.used) for memory in self.crew.memories)
        return min(1.0, used / (4 * self.buckets))

    def line(self, state: Any, first: Any, code: int, depth: int) -> tuple[Any, ...]:
        """The line of play that is worth `code`; where the table forgot it, searched again."""
        line: list[Any] = []
        move = first
        while move is not None and len(line) < min(depth, _LONGEST_LINE) \
                and not (line and self.crew.stopping):
            line.append(move)
            after = self.game.play(state, move)
            same = self.game.to_move(after) == self.game.to_move(state)
            state, code = after, nearer(code if same else -code, self._step)
            if self.game.outcome(state) is not None:
                break
            below = depth if depth == FULL_DEPTH else depth - len(line)
            move = self._worth(state, code, below)
            if move is None:
                move = self._searched(state, code, below)
        return tuple(line)

    def _searched(self, state: Any, code: int, depth: int) -> Any:
        if depth <= 0 or (self.game.repetition and depth == FULL_DEPTH):
            return None
        try:
            value, index, _ = self.search(state, depth, code - 1, code + int(depth != FULL_DEPTH))
        except Stopped:
            return None
        return self.move_at(state, index, depth) if value >= code else None

    def _worth(self, state: Any, code: int, depth: int) -> Any:
        """A move that guarantees this value here, by what is known of the positions after it."""
        memory = self.crew.memories[0]
        memory.command, memory.depth, memory.alpha, memory.top = LOOK_UP, depth, code, 0
        try:
            found = self.crew.run_alone(self._at(state, self.kernels.examiner[0]))
            return memory.answer if found.result else None
        except Stopped:
            return None

    def move_at(self, state: Any, index: int, depth: int) -> Any:
        """The move at that place among those that a search of this depth looks at; the first if it
        is nowhere."""
        moves = self._listed(state, depth)
        return moves[index] if index != NOWHERE else moves[0]

    def _listed(self, state: Any, depth: int) -> list[Any]:
        few = depth == FULL_DEPTH and self._flags & Switch.CANDIDATES
        return list(self.game.candidates(state) if few else self.game.moves(state))
