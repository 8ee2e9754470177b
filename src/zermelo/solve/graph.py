"""Everything that can happen in a game, as arrays: for expectations, not only for best play.

>>> from zermelo import load
>>> graph = Graph.of(load("tictactoe"), native=False)
>>> graph.nodes, graph.edges              # 5,478 positions, many of which are alike
(224, 859)
>>> graph.payoffs.tolist()
[-1, 0, 1]
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.errors import RulesError
from zermelo.game import PAYOFF_LIMIT, Game
from zermelo.position import state_of
from zermelo.solve import kernel
from zermelo.solve.builder import Builder
from zermelo.wandering import random_play

Ints = npt.NDArray[np.int32]

_SAMPLE_GAMES, _FEW_MOVES = 20, 6


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes are sorts of positions, numbered so that moves lead to lower numbers.

    The first `len(payoffs)` are the endings. The moves of node n are the edges from `starts[n]` to
    before `starts[n + 1]`; `ways[e]` of them lead to node `child[e]`.
    """

    game: Game
    payoffs: Ints  # of the endings, rising
    starts: npt.NDArray[np.int64]
    child: Ints
    ways: Ints
    mover: npt.NDArray[np.int8]  # 0 or 1, at the endings too, where nobody is to move
    visits: int  # to unfinished positions while it was made; alike ones are seldom visited again
    native: bool
    builder: Builder
    _number: Ints  # from a record's place on the heap to its node

    @classmethod
    def of(cls, game: Game, states: Iterable[Any] | None = None, *,
           native: bool | None = None, memory_mb: float = 4096, seconds: float | None = None,
           progress: Callable[[int], None] = lambda done: None,
           stop: threading.Event | None = None) -> Graph:
        """Everything that can come of these states; of all deals, if none are given.

        `progress` hears how many of the states are done; setting `stop` is like Ctrl-C.
        LimitError if the game is too large for the memory, or for the seconds.
        """
        deals = ([s for _, s in game.deals()] if states is None
                 else [state_of(game, s) for s in states])
        builder = Builder(game, *_how_it_ends(game, deals), native=native, memory_mb=memory_mb,
                          seconds=seconds, stop=stop)
        placed = []
        for done, state in enumerate(deals):
            progress(done)
            placed.append(builder.place(state))
        builder.take_time()  # what is asked of a finished graph has no deadline
        return cls._from(game, builder, placed)

    @classmethod
    def _from(cls, game: Game, builder: Builder, placed: list[int]) -> Graph:
        heap = builder.heap()
        heads = np.flatnonzero(heap & kernel.MARK)
        is_edge = (heap & kernel.MARK) == 0
        places = heap[is_edge] & 0xFFFFFFFF
        over_at_once = [place for place in placed if place < kernel.ENDINGS]
        payoffs = np.unique(np.concatenate([places[places < kernel.ENDINGS],
                                            np.array(over_at_once, np.int64)])) - PAYOFF_LIMIT
        number = np.full(len(heap), -1, np.int32)
        number[heads] = len(payoffs) + np.arange(len(heads))
        over = places < kernel.ENDINGS
        child = np.where(over, np.searchsorted(payoffs, places - PAYOFF_LIMIT),
                         number[np.where(over, 0, places - kernel.ENDINGS)])
        counts = (heap[heads] & kernel.MARK - 1) >> 1
        starts = np.concatenate([np.zeros(len(payoffs), np.int64), [0], np.cumsum(counts)])
        mover = np.concatenate([np.zeros(len(payoffs), np.int8), (heap[heads] & 1)])
        return cls(game, payoffs.astype(np.int32), starts.astype(np.int64),
                   child.astype(np.int32), (heap[is_edge] >> 32).astype(np.int32),
                   mover.astype(np.int8), builder.visits, builder.native, builder, number)

    @property
    def nodes(self) -> int:
        """How many sorts of positions there are, the endings included."""
        return len(self.mover)

    @property
    def edges(self) -> int:
        """How many connections there are between them."""
        return len(self.child)

    def node(self, state: Any) -> int:
        """The node of a position that can come about."""
        return self._node(self.builder.place(state), state)

    def moves(self, state: Any) -> list[tuple[Any, int]]:
        """Each move of an unfinished position, and the node that it leads to."""
        return [(move, self._node(place, state)) for move, place in self.builder.children(state)]

    def by_place(self, figures: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """A figure for each node, at its place: the payoffs first, then the heap."""
        found = np.zeros(kernel.ENDINGS + len(self._number))
        found[self.payoffs + PAYOFF_LIMIT] = figures[: len(self.payoffs)]
        found[kernel.ENDINGS + np.flatnonzero(self._number >= 0)] = figures[len(self.payoffs) :]
        return found

    def _node(self, place: int, state: Any) -> int:
        if place < kernel.ENDINGS:
            at = int(np.searchsorted(self.payoffs, place - PAYOFF_LIMIT))
            if at < len(self.payoffs) and self.payoffs[at] == place - PAYOFF_LIMIT:
                return at
        elif place - kernel.ENDINGS < len(self._number):
            return int(self._number[place - kernel.ENDINGS])
        raise RulesError(f"{self.game.text(state)} cannot come of the states that this graph of "
                         f"{self.game.spec} was made from")


def _how_it_ends(game: Game, deals: list[Any]) -> tuple[int, int]:
    """The plies of a long game, and how many of the last have so few moves that it is quicker to
    play them again than to look them up. A guess from random games, which costs at most time."""
    rng, games = random.Random(0), []
    for _ in range(_SAMPLE_GAMES if deals else 0):
        games.append([len(step.moves) for step in random_play(game, rng.choice(deals), rng)
                      if step.moves])
    longest = max(map(len, games), default=0)
    late = [max(game[-2:], default=0) for game in games if len(game) == longest]
    return longest, 3 if max(late, default=0) <= _FEW_MOVES else 0
