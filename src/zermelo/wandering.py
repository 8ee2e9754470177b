"""Random play: the same from the same lots, for everything that learns from a few random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
M = TypeVar("M")
LONGEST = 400  # plies; few games go on for longer, and some for ever


class Step(NamedTuple, Generic[S, M]):
    """A state of a random game, its legal moves, and the one that is made; None in the end."""

    state: S
    moves: list[M]
    move: M | None


class Rules(Protocol[S, M]):
    """What random play asks of a game."""

    def legal_moves(self, s: S) -> list[M]:
        """The legal moves; none in the end."""

    def play(self, s: S, m: M) -> S:
        """The state after a move."""


def random_play(game: Rules[S, M], state: S, lots: random.Random,
                plies: int = LONGEST) -> Iterator[Step[S, M]]:
    """Make random moves, at most so many, and stop where the game is over.

    >>> from zermelo import load
    >>> nim = load("nim:heaps=2+2")
    >>> [step.state.heaps for step in random_play(nim, nim.initial(), random.Random(5))][::2]
    [(2, 2), (2, 0)]
    """
    for _ in range(plies):
        moves = game.legal_moves(state)
        if not moves:
            break
        move = lots.choice(moves)
        yield Step(state, moves, move)
        state = game.play(state, move)
    yield Step(state, game.legal_moves(state), None)
