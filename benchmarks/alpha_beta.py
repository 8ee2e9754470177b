"""Against libraries whose search is Python: the same tree, node for node, and the same depth."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from figures import Goal, Row, Spread, number, per_second, ratios
from ours import Bench
from peers import Missing
from places import columns, random_places

from zermelo import Engine, Limit, load
from zermelo.search.codes import PROVEN

Peer = Callable[..., Any]  # (positions, depth, count) -> for each position seconds, nodes, value

POSITIONS = 4  # the start, and random ones
_LONG_ENOUGH = 0.2  # seconds: short searches are repeated until they took so long


class AlphaBeta:
    """Connect Four positions, searched to one depth by a peer and by us."""

    def __init__(self, peer: Peer, depth: int, repetitions: int) -> None:
        self._peer, self._depth, self._repetitions = peer, depth, repetitions
        game = load("connect4")
        self._places = [game.position(), *random_places(game, POSITIONS - 1, range(2, 11))]
        self._bench, self._engine = Bench(game), Engine(game, None)
        self._engine.ready()
        self._answers: set[tuple[int, ...]] = set()  # won, lost or open: all must be the same

    def same_tree_and_same_depth(self, goal: Goal, distances: bool) -> list[Row]:
        """Nodes per second of plain alpha-beta, and the time that the engine as it is takes."""
        nodes_row, time_row = "plain alpha-beta, nodes per second", "time to the same depth"
        try:
            nodes, trouble = self._same_tree(distances)
            ours, theirs, quickly, slowly = [], [], [], []
            for _ in range(self._repetitions):
                slowly.append(self._their_seconds())
                theirs.append(nodes / slowly[-1])
                ours.append(self._our_speed(distances))
                quickly.append(self._our_seconds())
        except Missing as reason:
            return [Row(nodes_row, goal=goal, trouble=str(reason)),
                    Row(time_row, trouble=str(reason))]
        return [
            Row(nodes_row, per_second(Spread.of(ours).middle),
                per_second(Spread.of(theirs).middle), ratios(ours, theirs), "×", goal, trouble),
            self._time_row(time_row, quickly, slowly),
        ]

    def same_depth(self, what: str) -> Row:
        """The time until the answer: our engine as it is against the peer."""
        try:
            times = [(self._our_seconds(), self._their_seconds())
                     for _ in range(self._repetitions)]
        except Missing as reason:
            return Row(what, trouble=str(reason))
        return self._time_row(what, [ours for ours, _ in times], [theirs for _, theirs in times])

    def _same_tree(self, distances: bool) -> tuple[int, str]:
        """How many nodes plain alpha-beta visits, and in what we and the peer differ."""
        found = [self._bench.plain(here, self._depth, distances) for here in self._places]
        answers = self._asked(count=True)
        ours, theirs = [f.nodes for f in found], [a["nodes"] for a in answers]
        trouble = ""
        if ours != theirs:
            trouble = f"not the same tree: {sum(ours):,} nodes against {sum(theirs):,}"
        elif ([_sign(f.value) if abs(f.value) >= PROVEN else 0 for f in found]
                != [_sign(a["value"]) for a in answers]):
            trouble = "different values"
        return sum(theirs), trouble

    def _asked(self, count: bool = False) -> Any:
        return self._peer(positions=[columns(here) for here in self._places], depth=self._depth,
                          count=count)

    def _their_seconds(self) -> float:
        answers = self._asked()
        self._answers.add(tuple(_sign(a["value"]) for a in answers))
        return float(sum(a["seconds"] for a in answers))

    def _our_speed(self, distances: bool) -> float:
        nodes, seconds = 0, 0.0
        while seconds < _LONG_ENOUGH:
            for here in self._places:
                found = self._bench.plain(here, self._depth, distances)
                nodes, seconds = nodes + found.nodes, seconds + found.seconds
        return nodes / seconds

    def _our_seconds(self) -> float:
        seconds, values = 0.0, []
        for here in self._places:
            self._engine.clear()
            began = time.perf_counter()
            values.append(self._engine.analyze(here, Limit(depth=self._depth)).value)
            seconds += time.perf_counter() - began
        self._answers.add(tuple(_sign(v.score) for v in values))
        return seconds

    def _time_row(self, what: str, ours: list[float], theirs: list[float]) -> Row:
        def each(times: list[float]) -> str:
            return f"{number(1000 * Spread.of(times).middle / len(self._places))} ms a position"

        return Row(what, each(ours), each(theirs), ratios(theirs, ours), "×",
                   trouble="different values" if len(self._answers) > 1 else "")


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
