"""Zermelo's side: searches as the peers do them, timed without what they do not do."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from zermelo import Engine, Limit, Position
from zermelo.search.codes import INFINITY
from zermelo.search.searcher import Searcher
from zermelo.search.solver import Proof
from zermelo.search.switches import Switch


class Searched(NamedTuple):
    """A value as the search keeps it, and what it took."""

    value: int
    nodes: int
    seconds: float


class Bench:
    """A game's compiled search, told what to do step by step."""

    def __init__(self, game: Any, evaluator: Any = None, table_mb: int = 64) -> None:
        self.game = game
        self._searcher = Searcher(game, evaluator, 1, table_mb, native=True)
        for kernel in (self._searcher.learn_to_search(), self._searcher.learn_to_prove()):
            kernel.finish()  # the best code from the first node
        self.buckets = self._searcher.buckets

    def clear(self) -> None:
        """Forget everything."""
        self._searcher.clear()

    def plain(self, here: Position, depth: int, distances: bool) -> Searched:
        """Alpha-beta and nothing else, to one depth."""
        return self.deepened(here, [depth], Switch.PRUNING, distances)

    def deepened(self, here: Position, depths: list[int], switches: Switch,
                 distances: bool = True) -> Searched:
        """One depth after the other, with full windows and one table."""
        searcher = self._searcher
        searcher.begin(here, Limit(), switches, int(distances))
        value = 0
        began = time.perf_counter()
        for depth in depths:
            value, _, _ = searcher.search(here.state, depth, -INFINITY, INFINITY)
        return Searched(value, searcher.nodes, time.perf_counter() - began)

    def solved(self, here: Position, switches: Switch) -> Searched:
        """The exact value with its distance."""
        self._searcher.begin(here, Limit(), switches, 1)
        proof = Proof(self._searcher, here.state, True)
        began = time.perf_counter()
        proof.work()
        return Searched(proof.low, self._searcher.nodes, time.perf_counter() - began)

    def leaves(self, here: Position, depth: int) -> Searched:
        """The number of ways to play so many plies, as nodes."""
        began = time.perf_counter()
        leaves = self._searcher.count_leaves(here.state, depth)
        return Searched(0, leaves, time.perf_counter() - began)


def chosen(game: Any) -> Switch:
    """The techniques that the engine chooses for a game."""
    return Engine(game, table_mb=1).switches
