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
import time
import warnings
from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args

from zermelo.errors import CannotCompile, LimitError, ParameterError
from zermelo.evaluation import Evaluator, evaluator_for, evaluators
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.notation import did_you_mean
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.core import FULL_DEPTH
from zermelo.search.deepening import Deepening
from zermelo.search.machine import InterpretedMachine, Machine, NativeMachine
from zermelo.search.searcher import Searcher
from zermelo.search.selftest import chosen_switches
from zermelo.search.solver import Proof, ProofByNumbers, Unproven
from zermelo.search.supervision import supervised
from zermelo.search.switches import EXACT, SELECTIVE, Switch
from zermelo.values import Value, proven

Method = Literal["alpha-beta", "proof-numbers"]
METHODS = get_args(Method)
_BYTES_A_BUCKET = 64
_INTERPRETED_MB = 4  # an interpreted search never fills more, and Python's lists take more room


class InterpretedWarning(UserWarning):
    """A game runs interpreted, and why."""


class Engine:
    """A search engine for one game.

    `evaluator`: the game's standard one, another by name, an `Evaluator`, or None for none.
    `native`: True insists on compiled code, False on the interpreter, None takes what it can.
    `selective`: for playing: quiescence, reductions and null moves, which see farther and may
    err about estimates. `switches`: the techniques by name, in place of those that a short
    self-test chose for the game. What the engine learns stays in its table from one call to the
    next; `clear` forgets it.
    """

    def __init__(self, game: Game[Any, Any], evaluator: Evaluator | str | None = "standard", *,
                 threads: int = 1, table_mb: float = 64, native: bool | None = None,
                 selective: bool = False, switches: Switch | None = None) -> None:
        if threads < 1:
            raise ParameterError(f"an engine cannot have {threads} threads: give 1 or more")
        self.game = game
        self.evaluator = _evaluator(game, evaluator)
        machine = _machine(game, self.evaluator, native)
        self._searcher = Searcher(machine, threads, _buckets(table_mb, machine.native))
        self._chooses = switches is None
        if switches is None:
            switches = EXACT
            if isinstance(machine, NativeMachine):
                switches = chosen_switches(self._searcher, machine.mark)
            switches |= SELECTIVE if selective else Switch(0)
        self.switches = switches

    @property
    def native(self) -> bool:
        """Whether the search runs compiled."""
        return self._searcher.machine.native

    def clear(self) -> None:
        """Forget everything: the next search is as the first."""
        self._searcher.clear()

    def stop(self) -> None:
        """Make a search under way in another thread answer at once, with what it has."""
        self._searcher.crew.stop()

    def analyze(self, position: Any = None, limit: Limit | None = None, *, all_moves: bool = False,
                listen: Callable[[Analysis], None] | None = None) -> Analysis:
        """Deepen step by step until the limit, or until all is known.

        `position`: a `Position`, a text, a state, or nothing for the start. `listen` is called
        after each finished iteration. With `all_moves` every move gets a value of its own.
        """
        began = time.perf_counter()
        if not limit:
            raise LimitError("an analysis needs a limit: give depth, nodes, time or remaining")
        here = self._position(position)
        task = Deepening(self._searcher, here, limit, self._switches(here.state), all_moves,
                         listen, began)
        over = here.result
        if over is not None:
            return task.of_finished_game(_in_view(over.payoff, here.to_move))
        supervised(self._searcher.crew, task.work, task.seconds_left)
        return task.best or task.without_search()

    def solve(self, position: Any = None, limit: Limit | None = None, *, all_moves: bool = False,
              distances: bool | None = None, method: Method = "alpha-beta") -> Analysis:
        """The exact value under perfect play.

        `distances`: whether the winner must hurry and the loser linger; by default yes, but not
        in games that the rules' `bounds` say are played for more than a win. If the limit comes
        first, `value` is what was proven by then and `exact` is False.

        `method`: "proof-numbers" finds no distances and no line beyond the move, but narrow wins
        sooner where the number of moves differs much from position to position. It also takes
        over where positions repeat and alpha-beta proves nothing.
        """
        if method not in METHODS:
            raise ParameterError(f"there is no method {method!r}{did_you_mean(method, METHODS)}; "
                                 f"there are {', '.join(METHODS)}")
        if method == "proof-numbers" and distances:
            raise ParameterError("proof numbers find no distances: leave out distances=True")
        here = self._position(position)
        limit = limit or Limit()
        if limit.remaining is not None:
            raise LimitError("a game's clock is for playing: limit a proof by nodes or time")
        if here.result is not None:
            task = Deepening(self._searcher, here, limit, self.switches, False, None,
                             time.perf_counter())
            return task.of_finished_game(_in_view(here.result.payoff, here.to_move))
        if distances is None:
            distances = not self._searcher.for_points and method == "alpha-beta"
        switches = self._switches(here.state) & EXACT
        if method == "proof-numbers" or self.game.repetition:
            self._searcher.machine.learn_to_prove()  # before the clock runs
        solving = _Solving(self._searcher, here, limit, switches, distances, method)
        return solving.result(all_moves)

    def values(self, states: Iterable[Any], *, distances: bool | None = None) -> list[Value]:
        """The exact values of many states, each in the view of its player to move.

        The same as `solve` for each, without moves and lines: for when there are thousands.
        Ctrl-C ends it with those it has.
        """
        if distances is None:
            distances = not self._searcher.for_points
        found: list[Value] = []

        def work() -> None:
            for state in states:
                payoff = self.game.outcome(state)
                if payoff is not None:
                    found.append(_in_view(payoff, self.game.to_move(state)))
                    continue
                self._searcher.begin(Position(self.game, state), Limit(), self.switches & EXACT,
                                     int(distances))
                proof = Proof(self._searcher, state, distances)
                with contextlib.suppress(Unproven):
                    proof.work()
                found.append(proof.value)

        supervised(self._searcher.crew, work, None)
        return found

    def count_leaves(self, position: Any = None, depth: int = 1) -> int:
        """How many ways there are to play `depth` plies; games that end earlier do not count."""
        here = self._position(position)
        leaves = [0]

        def work() -> None:
            leaves[0] = self._searcher.count_leaves(here.state, depth)

        supervised(self._searcher.crew, work, None)
        return leaves[0]

    def _switches(self, state: Any) -> Switch:
        """The techniques for this position: where it has mirror images, so has all that follows."""
        if not self._chooses or type(self.game).canonical is Game.canonical:
            return self.switches
        after = [self.game.play(state, m) for m in self.game.legal_moves(state)]
        if len({self.game.canonical(s) for s in after}) < len(after):
            return self.switches | Switch.SYMMETRY
        return self.switches

    def _position(self, position: Any) -> Position[Any, Any]:
        if isinstance(position, Position):
            return position
        if position is None or isinstance(position, str):
            return self.game.position(position)
        return Position(self.game, position)


class _Solving:
    """One solution under way."""

    def __init__(self, searcher: Searcher, here: Position[Any, Any], limit: Limit,
                 switches: Switch, distances: bool, method: Method) -> None:
        self._searcher, self._here, self._limit = searcher, here, limit
        self._switches, self._distances, self._method = switches, distances, method
        self._began = time.perf_counter()
        self._proof = self._begun(here.state, method)
        self._ranked: list[RankedMove] = []
        self._line: tuple[Any, ...] = ()

    def _begun(self, state: Any, method: Method) -> Proof:
        if method == "proof-numbers":
            return ProofByNumbers(self._searcher, state)
        return Proof(self._searcher, state, self._distances)

    def _move(self) -> Any:
        return self._searcher.move_at(self._here.state, self._proof.index, self._switches)

    def result(self, all_moves: bool) -> Analysis:
        """Work within the limit, and say what came of it."""

        def work() -> None:
            self._searcher.begin(self._here, self._limit, self._switches, int(self._distances))
            with contextlib.suppress(Unproven):
                self._proof.work()
            if self._proof.proven and self._method == "alpha-beta":
                self._line = self._searcher.line(self._here.state, self._move(), self._proof.low,
                                                 FULL_DEPTH, self._switches)
            self._proof = self._or_by_numbers(self._proof, self._here.state)
            if all_moves:
                self._rank_all()

        supervised(self._searcher.crew, work, self._limit.time)
        return self._analysis()

    def _or_by_numbers(self, proof: Proof, state: Any) -> Proof:
        """The proof, or if it met repetitions one that can cope with them."""
        if proof.proven or self._method == "proof-numbers" or not self._here.game.repetition:
            return proof
        other = self._begun(state, "proof-numbers")
        with contextlib.suppress(Unproven):
            other.work()
            return other
        return proof

    def _rank_all(self) -> None:
        game, state = self._here.game, self._here.state
        for move in game.moves(state):
            value, exact = self._value_after(self._here.play(move))
            self._ranked.append(RankedMove(move, game.move_text(state, move), value, exact))

    def _value_after(self, after: Position[Any, Any]) -> tuple[Value, bool]:
        if after.result is not None:
            value, exact = _in_view(after.result.payoff, self._here.to_move), True
        else:
            self._searcher.stand_at(after)
            below = self._begun(after.state, self._method)
            with contextlib.suppress(Unproven):
                below.work()
            below = self._or_by_numbers(below, after.state)
            value = below.value if after.to_move == self._here.to_move else -below.value
            exact = below.proven
        if not self._distances:
            return Value(value.kind, value.score, None, value.bound), exact
        if value.distance is None:
            return value, exact
        return Value(value.kind, value.score, value.distance + 1, value.bound), exact

    def _analysis(self) -> Analysis:
        game, state, proof = self._here.game, self._here.state, self._proof
        move = self._move()
        best = RankedMove(move, game.move_text(state, move), proof.value, proof.proven)
        ranked = sorted(self._ranked, key=lambda r: (r.value, r.move == move), reverse=True)
        value = proof.value
        return Analysis(
            game=game, state=state, view=game.to_move(state), value=value,
            exact=proof.proven, moves=tuple(ranked) or (best,),
            line=self._line or (move,),
            depth=None, deepest=self._searcher.deepest, nodes=self._searcher.nodes,
            seconds=time.perf_counter() - self._began, table_used=self._searcher.table_used,
            native=self._searcher.machine.native, threads=len(self._searcher.crew.memories),
        )


def _in_view(payoff: int, view: int) -> Value:
    return proven(payoff if view == 0 else -payoff, 0)


def _evaluator(game: Game[Any, Any], wanted: Evaluator | str | None) -> Evaluator | None:
    if isinstance(wanted, str):
        if wanted == "standard" and not evaluators(game):
            return None  # a game without an evaluator is searched without one
        return evaluator_for(game, wanted)
    return wanted


_warned: set[type] = set()


def _machine(game: Game[Any, Any], evaluator: Evaluator | None, native: bool | None) -> Machine:
    """Compiled if it can be; otherwise interpreted, which is said once for each game."""
    if native is False:
        return InterpretedMachine(game, evaluator)
    try:
        return NativeMachine(game, evaluator)
    except CannotCompile as reason:
        if native:
            raise
        if type(game) not in _warned:
            _warned.add(type(game))
            warnings.warn(f"{reason}: searching it interpreted", InterpretedWarning, stacklevel=3)
        return InterpretedMachine(game, evaluator)


def _buckets(table_mb: float, native: bool) -> int:
    """The largest power of two that fits."""
    if not 0 < table_mb < 1 << 24:
        raise ParameterError(f"a table of {table_mb} MB makes no sense: give its size in MB")
    most = table_mb if native else min(table_mb, _INTERPRETED_MB)
    return 1 << max(4, int(most * (1 << 20) / _BYTES_A_BUCKET).bit_length() - 1)
