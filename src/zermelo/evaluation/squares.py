"""Features that count squares: what is counted can be named, explained and drawn.

A function gives a player's squares as the bits of an int; the feature is the first player's minus
the second's.

>>> from zermelo import load
>>> def corners(game, seen):
...     return (seen.state.o if seen.player else seen.state.x) & 0b101_000_101
>>> feature = Counted(corners)
>>> game = load("tictactoe")
>>> here = game.parse("x.x/.o./o..:x")
>>> feature(game, here), feature.names(game, here, 0), feature.names(game, here, 1)
(1, ('a1', 'c1'), ('a3',))
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.portable import inlined, popcount, squares


class SquareFeature(ABC):
    """The first player's squares of some kind minus the second's.

    `of` gives a player's squares from what that player sees. What several features look at, which
    may take time to find out, they share: an evaluator asks for a `sight` once.
    """

    of: Callable[[Any, Any], int]  # of the game and what a player sees, the squares as bits
    group: str = ""  # features of a group are explained together

    @staticmethod
    @abstractmethod
    def sight(game: Any, s: Any) -> tuple[Any, Any]:
        """What the first player sees in a state, and what the second."""

    @inlined
    def __call__(self, game: Any, s: Any) -> int:
        """How many more squares the first player has."""
        first, second = self.sight(game, s)
        return popcount(self.of(game, first)) - popcount(self.of(game, second))

    def squares(self, game: Any, s: Any, player: int) -> int:
        """A player's squares, as bits, numbered as the game numbers them."""
        return self.of(game, self.sight(game, s)[player])

    def names(self, game: Any, s: Any, player: int) -> tuple[str, ...]:
        """A player's squares as people call them."""
        return tuple(map(game.square_name, squares(self.squares(game, s, player))))


class Seen(NamedTuple):
    """A state, and whose squares are asked for."""

    state: Any
    player: int


@dataclass(frozen=True)
class Counted(SquareFeature):
    """Squares of a game in which both players see the same: `of(game, seen)` with a `Seen`."""

    of: Callable[[Any, Any], int]
    group: str = ""

    @staticmethod
    @inlined
    def sight(game: Any, s: Any) -> tuple[Seen, Seen]:
        """The state, for either player."""
        return Seen(s, 0), Seen(s, 1)
