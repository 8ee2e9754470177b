"""The truth about a position: what every legal move is worth if both play their best after it.

Payoffs are the game's own numbers (+1, 0, -1, or points), in the view of the player to move:

>>> from zermelo import load
>>> truth = Exact(load("tictactoe"), native=False).truth("x../.x./o..:o")
>>> {move.text: move.payoff for move in truth.moves}
{'c3': 0, 'b1': -1, 'c1': -1, 'a2': -1, 'c2': -1, 'b3': -1}
>>> [move.text for move in truth.best], truth.at_stake
(['c3'], 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.position import Position, position_of
from zermelo.search.engine import Engine
from zermelo.search.known import Knows

NODES = 2_000_000  # for one position and all its moves: about half a second on native rules

Class = Literal["win", "draw", "loss"]


def class_of(payoff: int) -> Class:
    """Won, drawn or lost, in whoever's view the payoff is."""
    return "win" if payoff > 0 else "loss" if payoff < 0 else "draw"


@dataclass(frozen=True, slots=True)
class TrueMove:
    """One legal move and the payoff that it leads to, in the view of the player who makes it."""

    move: Any
    text: str
    payoff: int


@dataclass(frozen=True)
class Truth:
    """An unfinished position with the exact payoff of every legal move, the best first."""

    position: Position
    moves: tuple[TrueMove, ...]

    @property
    def payoff(self) -> int:
        """What the position is worth to the player to move."""
        return self.moves[0].payoff

    @property
    def best(self) -> tuple[TrueMove, ...]:
        """All moves that are as good as any."""
        return tuple(move for move in self.moves if move.payoff == self.payoff)

    @property
    def at_stake(self) -> int:
        """The payoff of the best move minus that of the worst."""
        return self.payoff - self.moves[-1].payoff

    def payoff_of(self, move: Any) -> int:
        """What this legal move leads to."""
        return self._payoffs[move]

    def loss_of(self, move: Any) -> int:
        """How much worse it is than the best: 0 for a best move."""
        return self.payoff - self._payoffs[move]

    @cached_property
    def _payoffs(self) -> dict[Any, int]:
        return {move.move: move.payoff for move in self.moves}


class Exact:
    """Finds the truth about positions of one game, as long as it can be proven in `nodes`."""

    def __init__(self, game: Game, *, nodes: int | None = NODES, table_mb: float = 64,
                 native: bool | None = None, database: Knows | str | None = None) -> None:
        self.game, self.nodes = game, nodes
        self._limit = Limit(nodes=nodes)
        self._engine = Engine(game, None, table_mb=table_mb, native=native, database=database)

    @property
    def native(self) -> bool:
        """Whether it runs compiled."""
        return self._engine.native

    def truth(self, position: Any) -> Truth | None:
        """The truth about a position, given as such, as text or as a state.

        None if the game is over there, or if it was not proven within the limit.
        """
        here = position_of(self.game, position)
        legal = here.moves
        if not legal:
            return None
        found = self._engine.solve(here, self._limit, all_moves=True, distances=False)
        proven = [TrueMove(m.move, m.text, int(m.value.score)) for m in found.moves
                  if m.value.known]
        if not found.value.known or len(proven) < len(legal):
            return None
        order = {move: i for i, move in enumerate(legal)}
        return Truth(here, tuple(sorted(proven, key=lambda m: (-m.payoff, order[m.move]))))


