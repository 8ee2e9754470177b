"""The engine: give it a game and a limit, and it finds the best move.

>>> from zermelo import Engine, Limit, load
>>> engine = Engine(load("tictactoe"), native=False)
>>> found = engine.analyze("x.o/.../..x:o", Limit(depth=6))
>>> found.value, found.line_text[0]
(loss in 4, 'b2')
>>> engine.solve().value
draw
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar, get_args

from zermelo.errors import CannotCompile, LimitError, ParameterError, RulesError
from zermelo.evaluation import Evaluator, as_evaluator, evaluator_for, evaluators
from zermelo.evaluation.linear import Feature
from zermelo.game import Game, M, S
from zermelo.kernel.kernel import tell_once
from zermelo.kernel.threads import Stopped, supervised
from zermelo.limits import SECONDS, Limit, table_for, threads_for
from zermelo.notation import did_you_mean
from zermelo.position import Position, position_of
from zermelo.search.agreement import with_a_look
from zermelo.search.analysis import Analysis
from zermelo.search.choosing import Choosing, beyond_the_horizon
from zermelo.search.circles import warn_of_circles
from zermelo.search.deepening import Deepening
from zermelo.search.inquiries import EveryMove
from zermelo.search.known import Knows, known, opened
from zermelo.search.many import Batches
from zermelo.search.margins import Margins
from zermelo.search.readiness import is_scored
from zermelo.search.searcher import Searcher
from zermelo.search.selftest import ALWAYS, check_agreement
from zermelo.search.solving import Method, Proofs, Solving, in_view
from zermelo.search.streaming import awaited, streamed, streamed_async
from zermelo.search.switches import EXACT, PLAY, SELECTIVE, Switch
from zermelo.values import Value

METHODS = get_args(Method)
_log = logging.getLogger("zermelo.engine")
T = TypeVar("T")
_AT_LEAST, _PATIENCE = 1.0, 10.0  # seconds
_REMEMBERED = 1000  # positions whose answers are given again
_FEW = 200  # positions
_LOOKED_AT = 20  # plies of a line, where compiled rules are held against the interpreter


class Engine(Generic[S, M]):
    """A search engine for one game.

    `evaluator`: the game's standard one, another by name, an `Evaluator`, a function of game and
    state, or None for none.
    `native`: True insists on compiled code, False on the interpreter, None takes what it can.
    What plays and what proves are compiled apart, each when it is first asked for (`prepare`).
    Where a game says which moves are `noisy`, these are played out before a leaf is judged, as
    `textbook.quiescence` does. `plain`: leaves are judged as they stand. `selective`: for playing:
    reductions and null moves too, which see farther and may err about estimates. `switches`: the
    techniques by name, in place of those that a short self-test chose for the game. `database`: one
    that is asked before anything is searched, and wherever the search comes upon what it has
    (`zermelo.solve.database`): itself, its folder, or "auto" for those of this game in the data
    folder. What the engine learns stays in its table from one call to the next; `clear` forgets it.
    `table_file`: the table is kept there, for whoever asks next: a proof that was stopped goes on
    in another process, and it may be larger than memory. Several threads may share an engine: it
    answers one after the other.

    Asked the same again, to the same depth, it gives the same value and the same move, unless it
    is selective. Which of several equally good moves that is depends on what it was asked before.
    """

    def __init__(self, game: Game[S, M], evaluator: Evaluator | Feature | str | None = "standard",
                 *, threads: int = 1, table_mb: float = 64, native: bool | None = None,
                 selective: bool = False, plain: bool = False, switches: Switch | None = None,
                 database: Knows | str | Path | None = None,
                 table_file: str | Path | None = None) -> None:
        if isinstance(database, str | Path):
            database = opened(database, game)
        if database is not None and database.game.spec != game.spec:
            raise ParameterError(f"the database is of {database.game.spec}, and the engine of "
                                 f"{game.spec}: give it one of the same game")
        if threads < 1:
            raise ParameterError(f"an engine cannot have {threads} threads: give 1 or more")
        if plain and selective:
            raise ParameterError("an engine cannot be plain and selective: leave out one of them")
        if table_file is None:
            table_mb = table_for(table_mb)
        elif native is False:
            raise ParameterError("an interpreted engine keeps its table in memory: leave out "
                                 "table_file, or native=False")
        else:
            native = True
        self._table_file = None if table_file is None else Path(table_file)
        threads = threads_for(threads)
        self.game, self._database = game, database
        self.evaluator = _evaluator(game, evaluator)
        self._insists, self._threads, self._table_mb = native is True, threads, table_mb
        self._searcher = self._made(native)
        self._agreed: set[str] = set()  # marks of kernels that were held against the interpreter
        self._answers = 0
        self._turn = threading.Lock()
        self._closed = False
        self._before: dict[Any, dict[int, int]] = {}
        more = Switch(0) if plain else beyond_the_horizon(game, self.evaluator)
        self._choosing = Choosing(switches, SELECTIVE if selective else more)
        if native:
            try:
                self.prepare(proofs=table_file is not None)  # whoever insists is told at once
            except BaseException:
                self.close()  # a file is not held by an engine that nobody has
                raise

    def _made(self, native: bool | None) -> Searcher:
        return Searcher(self.game, self.evaluator, self._threads, self._table_mb, native,
                        self._database, self._table_file)

    @property
    def selective(self) -> bool:
        """Whether it searches as players do, seeing farther and missing something now and then."""
        return self._choosing.more == SELECTIVE

    @property
    def switches(self) -> Switch:
        """The techniques of a search that takes many nodes; tried out if nobody did before."""
        if self._choosing.given is None and self._searcher.native is None:
            self.prepare()
        known = self._choosing.known(self._searcher)
        if known is not None:
            return known
        with self._alone():
            return self._choosing.chosen(self._searcher)

    @switches.setter
    def switches(self, switches: Switch) -> None:
        self._choosing.given = switches

    @property
    def margins(self) -> Margins:
        """What a search that plays goes by near its horizon; all 0 if it does without."""
        _ = self.switches
        return self._choosing.margins(self._searcher)

    def prepare(self, *, proofs: bool = False) -> None:
        """Compile now what searches, or what proves; otherwise that is done when it is first asked
        for, before its time begins."""
        with self._alone():
            self._learn(proofs=proofs)

    def ready(self, *, proofs: bool = False) -> None:
        """Have everything now that otherwise comes while it searches, or proves: the best code, and
        the techniques. For whoever has a clock running, or measures."""
        self.prepare(proofs=proofs)
        if self.native:
            kernels = self._searcher.kernels
            (kernels.proof if proofs else kernels.search).finish()
            _ = self.switches

    @property
    def native(self) -> bool:
        """Whether it runs compiled, which is tried if nobody asked it anything yet."""
        if self._searcher.native is None:
            self.prepare()
        return bool(self._searcher.native)

    def _learn(self, *, proofs: bool) -> None:
        """Have what searches or proves; what means something else than the rules do is not used,
        and then nothing is that is compiled."""
        try:
            (self._searcher.learn_to_prove if proofs else self._searcher.learn_to_search)()
            mark = self._searcher.kernels.examiner[0].mark
            if self._searcher.native and mark not in self._agreed:
                check_agreement(self._searcher)
                self._agreed.add(mark)
        except CannotCompile as reason:
            if self._insists:
                raise
            tell_once(self.game, reason)
            self._searcher = self._made(False)

    def __enter__(self) -> Engine[S, M]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop, and give back table and threads; `with Engine(game) as engine:` does it too."""
        self.stop()
        with self._turn:
            self._closed = True
            self._searcher.close()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise ParameterError("an engine cannot be copied or pickled, as threads work for it: make "
                             "another one with Engine(game)")

    def clear(self) -> None:
        """Forget everything: the next search is as the first."""
        with self._alone():
            self._searcher.clear()
            self._before.clear()

    def stop(self) -> None:
        """Make a search under way in another thread answer at once, with what it has."""
        self._searcher.crew.stop()

    def analyze(self, position: Position[S, M] | S | str | None = None,
                limit: Limit | None = None, *, all_moves: bool = False, lines: int = 0,
                listen: Callable[[Analysis[S, M]], None] | None = None,
                stop: threading.Event | None = None) -> Analysis[S, M]:
        """Deepen step by step until the limit, or until all is known.

        `position`: a `Position`, a text, a state, or nothing for the start. Without a limit it
        stops after half a minute. `listen` is called after each finished iteration; by a clock,
        after those that took a while. With `all_moves` every move gets a value of its own; with
        `lines=3` the three best get one, and each its own line. Whoever sets `stop` has the
        answer at once, with what there is.
        """
        limit = limit or Limit(time=SECONDS)
        if lines < 0:
            raise ParameterError(f"there cannot be {lines} lines: give 0 or more")
        with self._alone():
            self._learn(proofs=False)
            limit, looking = with_a_look(limit, self._answers,
                                         native=bool(self._searcher.native))
            began = time.perf_counter()

            def prepare() -> Deepening | Analysis[S, M]:
                here = self._position(position)
                over = here.result
                if over is None and (sure := self._known(here, began, lines)) is not None:
                    return sure
                switches = Switch(0)
                if over is None:
                    switches = self._choosing.first(self._searcher, here.state,
                                                    by_clock=limit.remaining is not None)
                task = Deepening(self._searcher, here, limit, switches, all_moves, lines,
                                 self._heard(listen), began, self._answered(here, switches),
                                 self._choosing.chooser(self._searcher, here.state, limit,
                                                        PLAY))
                if over is None:
                    return task
                return task.of_finished_game(in_view(over.payoff, here.to_move))

            task = self._asked(prepare, limit)
            if isinstance(task, Analysis):
                return task
            supervised(self._searcher.crew, task.work, task.seconds_left, stop)
            if task.best is None:
                self._tell_if_stuck()
                return self._asked(task.without_search, limit)
            return self._checked(task.best, looking)

    def solve(self, position: Position[S, M] | S | str | None = None, limit: Limit | None = None,
              *, all_moves: bool = False, distances: bool | None = None,
              method: Method = "alpha-beta") -> Analysis[S, M]:
        """The value under perfect play, proven.

        `distances`: whether the winner must hurry and the loser linger; by default yes, but not
        in games that the rules' `bounds` say are played for more than a win. If the limit comes
        first, `value` is what was proven by then: a bound, or an estimate of 0 if it is nothing.

        `method`: "proof-numbers" finds no distances and no line beyond the move, but narrow wins
        sooner where the number of moves differs much from position to position. It also takes
        over where positions repeat and alpha-beta proves nothing.
        """
        if method not in METHODS:
            raise ParameterError(f"there is no method {method!r}{did_you_mean(method, METHODS)}; "
                                 f"there are {', '.join(METHODS)}")
        if method == "proof-numbers" and distances:
            raise ParameterError("proof numbers find no distances: leave out distances=True")
        limit = limit or Limit()
        if limit.remaining is not None:
            raise LimitError("a game's clock is for playing: limit a proof by nodes or time")
        with self._alone():
            self._learn(proofs=True)
            limit, looking = with_a_look(limit, self._answers,
                                         native=bool(self._searcher.native))
            began = time.perf_counter()

            def prepare() -> Solving | Analysis[S, M]:
                here = self._position(position)
                over = here.result
                if over is not None:
                    task = Deepening(self._searcher, here, limit, Switch(0), False, 0, None,
                                     time.perf_counter())
                    return task.of_finished_game(in_view(over.payoff, here.to_move))
                if (sure := self._known(here, began)) is not None:
                    return sure
                hurries = self._hurries() and method == "alpha-beta"
                first = self._choosing.first(self._searcher, here.state)
                return Solving(self._searcher, here, limit, first & EXACT,
                               hurries if distances is None else distances, method,
                               self._choosing.chooser(self._searcher, here.state, limit, EXACT))

            solving = self._asked(prepare, limit)
            if isinstance(solving, Analysis):
                return solving
            if method == "proof-numbers" or self.game.repetition:
                self._searcher.learn_to_prove(by_numbers=True)  # before the clock runs
            if not solving.work(all_moves):
                self._tell_if_stuck()
            return self._checked(self._asked(solving.analysis, limit), looking)

    def rank(self, position: Position[S, M] | S | str | None = None, limit: Limit | None = None, *,
             exact: bool = False, listen: Callable[[Analysis[S, M]], None] | None = None
             ) -> Analysis[S, M]:
        """What every move is worth: deepened until the best is proven, and then the others, each
        for a while, until the limit or until all are known. `exact`: proofs instead of opinions.

        >>> from zermelo import load
        >>> found = Engine(load("tictactoe"), native=False).rank("xo./.x./..o:x")
        >>> [str(m.value) for m in found.moves]
        ['win in 3', 'win in 3', 'draw', 'draw', 'draw']
        """
        limit = limit or Limit(time=SECONDS)
        if exact and limit.depth is not None and limit.nodes is None and limit.time is None:
            raise LimitError(f"a depth of {limit.depth} does not limit proofs: give rank nodes or "
                             f"a time, or leave out exact=True")
        inquiry = EveryMove(self._position(position), limit, listen, exact=exact)
        inquiry.work(self)
        return inquiry.answer

    def iterations(self, position: Position[S, M] | S | str | None = None,
                   limit: Limit | None = None, **options: Any) -> Iterator[Analysis[S, M]]:
        """The result of each depth as soon as it is finished, and the final one last.

        Whoever leaves the loop stops the search. Options are those of `analyze`.
        """
        return streamed(self.analyze, position, limit, options)

    async def analyze_async(self, position: Position[S, M] | S | str | None = None,
                            limit: Limit | None = None, **options: Any) -> Analysis[S, M]:
        """`analyze` for programs with an event loop; a cancelled one stops the search."""
        return await awaited(self.analyze, position, limit, options)

    def iterations_async(self, position: Position[S, M] | S | str | None = None,
                         limit: Limit | None = None,
                         **options: Any) -> AsyncIterator[Analysis[S, M]]:
        """`iterations` for programs with an event loop: `async for found in …`."""
        return streamed_async(self.analyze, position, limit, options)

    def values(self, states: Iterable[Any], *, distances: bool | None = None) -> list[Value]:
        """The values of many states under perfect play, each in the view of its player to move.

        The same as `solve` for each, without moves and lines: for when there are thousands. Where
        a value could not be proven, it is a bound or an estimate, and says so. Ctrl-C ends it with
        those it has.
        """
        if distances is None:
            distances = self._hurries()
        places = [self._position(state) for state in states]
        found: list[Value] = []

        def work() -> None:
            sooner: list[Value | None] = [None] * len(places)
            compiled = self._searcher.native and self._database is None
            if compiled and not self.game.repetition and places:
                batches = Batches(self._searcher, places, distances,
                                  self._choosing.in_batches(self._searcher, switches))
                sooner = batches.found
                with contextlib.suppress(Stopped):
                    batches.work()
            for here, value in zip(places, sooner, strict=True):
                if value is not None:
                    found.append(value)
                    continue
                over = here.result
                if over is not None:
                    found.append(in_view(over.payoff, here.to_move))
                    continue
                sure = None if self._database is None else self._database.get(here)
                if sure is not None:
                    found.append(sure if distances else replace(sure, distance=None))
                    continue
                proofs.begin(here, Limit(), switches)
                found.append(proofs.of(here).value)

        with self._alone():
            self._learn(proofs=True)
            given = self._choosing.fixed(self._searcher)
            few = given is None and len(places) < _FEW  # too few to try techniques out for
            switches = ALWAYS if few else self._choosing.chosen(self._searcher) & EXACT
            proofs = Proofs(self._searcher, distances, "alpha-beta")
            if self.game.repetition:
                self._searcher.learn_to_prove(by_numbers=True)
            supervised(self._searcher.crew, work, None)
        if proofs.endless and places:
            warn_of_circles(self.game, places[0].state)
        return found

    def count_leaves(self, position: Any = None, depth: int = 1) -> int:
        """How many ways there are to play `depth` plies; games that end earlier do not count."""
        here = self._position(position)
        leaves = [0]

        def work() -> None:
            leaves[0] = self._searcher.count_leaves(here.state, depth)

        with self._alone():
            self._learn(proofs=False)
            supervised(self._searcher.crew, work, None, keeps=False)
        return leaves[0]

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """One caller at a time: the others wait, and their time begins when it is their turn."""
        if self._searcher.crew.works_in_this_thread:
            raise ParameterError("an engine cannot be asked something by its own `listen`: "
                                 "ask another engine, or wait for the answer")
        with self._turn:
            if self._closed:
                raise ParameterError("this engine is closed: make another one with Engine(game)")
            yield

    def _heard(self, listen: Callable[[Analysis[S, M]], None] | None
               ) -> Callable[[Analysis[S, M]], None] | None:
        """Tell whoever listens of an iteration, and the log; None if nobody does."""
        if listen is None and not _log.isEnabledFor(logging.DEBUG):
            return None

        def heard(found: Analysis[S, M]) -> None:
            _log.debug("%s: depth %s, %s, %d nodes, %.3f s", self.game.spec, found.depth,
                       found.value, found.nodes, found.seconds)
            if listen is not None:
                listen(found)
        return heard

    def _checked(self, found: Analysis[S, M], looking: float) -> Analysis[S, M]:
        """The same answer; in the seconds there are for that, it is looked whether compiled rules
        mean what they mean interpreted along its line. RulesError if they do not."""
        if self._searcher.inside is not None:
            self._searcher.inside.check()
        self._answers += 1
        if not looking:
            return found

        def check() -> None:
            state = found.state
            self._searcher.agreement.check(state)
            for move in found.line[:_LOOKED_AT]:
                state = self.game.play(state, move)
                self._searcher.agreement.check(state)

        try:
            supervised(self._searcher.crew, check, looking)
        except CannotCompile as reason:
            raise RulesError(f"{reason}; until then, search it with native=False") from reason
        return found

    def _asked(self, question: Callable[[], T], limit: Limit) -> T:
        """The answer to something that asks the rules; RulesError if they do not come back."""
        found: list[T] = []
        seconds = max(_AT_LEAST, limit.time or _PATIENCE)
        supervised(self._searcher.crew, lambda: found.append(question()), seconds, keeps=False)
        if not found:
            self._tell_if_stuck()
            raise RulesError(f"the rules of {self.game.spec} take more than {seconds:g} seconds to "
                             f"say anything about a single position")
        return found[0]

    def _tell_if_stuck(self) -> None:
        """RulesError if the rules did not come back from where they were asked."""
        if self._searcher.crew.stuck:
            raise RulesError(f"the rules of {self.game.spec} do not come back: they were stopped "
                             f"in {self._searcher.crew.stuck}")

    def _known(self, here: Position[S, M], began: float, lines: int = 0
               ) -> Analysis[S, M] | None:
        """What the database says, if there is one and it has the position."""
        found = None if self._database is None else known(self._database, here, lines)
        return found and replace(found, seconds=time.perf_counter() - began,
                                 native=bool(self._searcher.native))

    def _answered(self, here: Position[S, M], switches: Switch) -> dict[int, int]:
        """What was answered in this position at each depth, to be answered again."""
        past = tuple(p.state for p in here.line()) if self.game.repetition else ()
        key = (here.state, past, switches)
        found = self._before.pop(key, {})
        self._before[key] = found  # the last asked is the last to go
        if len(self._before) > _REMEMBERED:
            del self._before[next(iter(self._before))]
        return found

    def _hurries(self) -> bool:
        return not is_scored(self.game, self.game.initial())

    def _position(self, position: Any) -> Position[S, M]:
        return position_of(self.game, position)


def _evaluator(game: Game, wanted: Evaluator | Feature | str | None) -> Evaluator | None:
    if isinstance(wanted, str):
        if wanted == "standard" and not evaluators(game):
            return None  # a game without an evaluator is searched without one
        return evaluator_for(game, wanted)
    if wanted is not None:
        wanted = as_evaluator(wanted, f"the evaluator of an engine for {game.spec}")
        score: object = 0.0
        with contextlib.suppress(Exception):  # whoever searches is told
            score = wanted(game, game.initial())
        if not isinstance(score, int | float) and not hasattr(score, "__float__"):
            raise ParameterError(f"the evaluator {wanted.name!r} gives {score!r} at the start of "
                                 f"{game.spec}: a score is a number, in the first player's view")
    return wanted
