"""Solving: proofs of a position and of its moves, by turns of the methods there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from zermelo.kernel.threads import supervised
from zermelo.limits import Limit
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.circles import warn_of_circles
from zermelo.search.searcher import Searcher, TurnOver
from zermelo.search.selftest import MANY
from zermelo.search.solver import Proof, ProofByDepth, ProofByNumbers, Unproven, best_of
from zermelo.search.switches import Switch
from zermelo.values import Bound, Value, proven

Method = Literal["alpha-beta", "proof-numbers"]
_FIRST_TURN = 1 << 12  # nodes


class Proofs:
    """Proofs of positions, by one method or, where positions repeat, by both."""

    def __init__(self, searcher: Searcher, distances: bool, method: Method,
                 choose: Callable[[], Switch] | None = None) -> None:
        self.searcher, self.distances, self.method = searcher, distances, method
        self._choose = choose  # the techniques for a question that takes many nodes
        self._limit = Limit()
        self.endless = False  # a line of play went on to the deepest ply there is

    def begin(self, here: Position, limit: Limit, switches: Switch) -> None:
        """Make ready for a position, and those after it."""
        self._limit = limit
        growing = self.method == "alpha-beta" and not here.game.repetition
        self.searcher.begin(here, limit, switches, int(self.distances), growing=growing)

    def of(self, here: Position, tried: list[Proof] | None = None) -> Proof:
        """As much of a proof as there can be within the limit. What is under way is in `tried`."""
        tried = [] if tried is None else tried
        if self.method == "alpha-beta":
            tried.append(Proof(self.searcher, here.state, self.distances))
        if self.method == "proof-numbers" or here.game.repetition:
            tried.append(ProofByNumbers(self.searcher, here.state))
        self._by_turns(here, list(tried))
        if not best_of(tried).proven and not here.game.repetition:
            self.endless = True
            if self._limit:
                tried.append(ProofByDepth(self.searcher, here.state, self.distances))
                self._by_turns(here, tried[-1:])
        return best_of(tried)

    def _by_turns(self, here: Position, hopeful: list[Proof]) -> None:
        """Each method for a while, and then for twice as long, until one has the proof.

        Alpha-beta finds distances, but where positions repeat it can remember little of what it
        sees, and may take for ever over what proof numbers know at once; or the other way round.
        """
        turn = _FIRST_TURN
        while hopeful:
            if self._choose is not None and self.searcher.nodes > MANY:
                self.searcher.change(self._choose, here, self._limit)
                self._choose = None
            for proof in list(hopeful):
                self.searcher.allow(turn if len(hopeful) > 1 or self._choose else None)
                try:
                    proof.work()
                    return
                except Unproven:
                    hopeful.remove(proof)
                except TurnOver:
                    pass
            turn *= 2


class Solving:
    """A position being solved: the questions that were answered, and what follows from them."""

    def __init__(self, searcher: Searcher, here: Position, limit: Limit,
                 switches: Switch, distances: bool, method: Method,
                 choose: Callable[[], Switch] | None = None) -> None:
        self._searcher, self._here, self._limit = searcher, here, limit
        self._switches = switches
        self._proofs = Proofs(searcher, distances, method, choose)
        self._began = time.perf_counter()
        self._tried: list[Proof] = []
        self._ranked: list[RankedMove] = []
        self._line: tuple[Any, ...] = ()

    def work(self, all_moves: bool) -> bool:
        """Work within the limit; whether it was enough."""

        def work() -> None:
            self._proofs.begin(self._here, self._limit, self._switches)
            proof = self._proofs.of(self._here, self._tried)
            if proof.proven and not isinstance(proof, ProofByNumbers):
                self._searcher.allow(None)
                self._line = self._searcher.line(self._here.state, self._move(proof), proof.low,
                                                 proof.depth)
            if all_moves:
                self._rank_all(proof)

        in_time = supervised(self._searcher.crew, work, self._limit.time)
        if self._proofs.endless:
            warn_of_circles(self._here.game, self._here.state)
        return in_time

    def _move(self, proof: Proof) -> Any:
        return self._searcher.move_at(self._here.state, proof.index, proof.depth)

    def _rank_all(self, proof: Proof) -> None:
        game, state = self._here.game, self._here.state
        best = self._move(proof) if proof.proven else None
        for move in game.moves(state):
            value = proof.value if move == best else self._value_after(self._here.play(move))
            self._ranked.append(RankedMove(move, game.move_text(state, move), value))

    def _value_after(self, after: Position) -> Value:
        if after.result is not None:
            value = in_view(after.result.payoff, self._here.to_move)
        else:
            self._searcher.stand_at(after)
            value = self._proofs.of(after).value
            value = value if after.to_move == self._here.to_move else -value
        if not self._proofs.distances:
            return replace(value, distance=None)
        return value if value.distance is None else replace(value, distance=value.distance + 1)

    def analysis(self) -> Analysis:
        """What is proven by now, with its moves and line."""
        game, state = self._here.game, self._here.state
        proof = best_of(self._tried or [Proof(self._searcher, state, self._proofs.distances)])
        move, value = self._move(proof), proof.value
        best = RankedMove(move, game.move_text(state, move), value)
        # A proven best comes first, though others' distances may be known and its own not.
        ranked = sorted(self._ranked, reverse=True, key=lambda r: (
            value.known and r.move == move, r.value, r.move == move))
        if ranked and not value.known:
            best, value = ranked[0], _bound_by(ranked, value, len(game.listed_moves(state)))
        return Analysis(
            game=game, state=state, view=game.to_move(state), value=value,
            moves=tuple(ranked) or (best,), line=self._line or (best.move,),
            depth=None, deepest=self._searcher.deepest, nodes=self._searcher.nodes,
            seconds=time.perf_counter() - self._began, table_used=self._searcher.table_used,
            native=bool(self._searcher.native), threads=len(self._searcher.crew.memories),
        )


def _bound_by(ranked: list[RankedMove], value: Value, moves: int) -> Value:
    """What the values of moves, the best first, say about a position of which less was known."""
    if len(ranked) == moves and all(m.value.known for m in ranked):
        return ranked[0].value
    certain = [m.value for m in ranked if m.proven and m.bound is not Bound.UPPER]
    if certain and (not value.proven or max(certain) > value):
        return max(certain).with_bound(Bound.LOWER)
    return value


def in_view(payoff: int, view: int) -> Value:
    """A finished game's value, as this player sees it."""
    return proven(payoff if view == 0 else -payoff, 0)
