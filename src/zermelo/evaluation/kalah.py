"""Kalah: seeds in store, seeds that may get there, and extra turns at hand."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.kalah import Board, Kalah


def stores(game: Kalah, s: Board) -> int:
    """Seeds in south's store minus those in north's."""
    return (s.south >> game.store) - (s.north >> game.store)


def pits(game: Kalah, s: Board) -> int:
    """Seeds in south's pits minus those in north's: what is left over goes to its owner."""
    return seeds_in_pits(game, s.south) - seeds_in_pits(game, s.north)


def seeds_in_pits(game: Kalah, side: int) -> int:
    """All seeds of one side's pits."""
    count = 0
    for pit in range(game.pits):
        count += side >> pit * game.bits & game.place
    return count


def extra_turns(game: Kalah, s: Board) -> int:
    """Pits from which south's last seed would reach his store, minus north's."""
    return pits_that_reach(game, s.south) - pits_that_reach(game, s.north)


def pits_that_reach(game: Kalah, side: int) -> int:
    """How many pits of a side end exactly in its store."""
    count = 0
    for pit in range(game.pits):
        if (side >> pit * game.bits & game.place) % game.ring == game.pits - pit:
            count += 1
    return count


STANDARD = LinearEvaluator(
    "standard",
    {"stores": stores, "pits": pits, "extra turns": extra_turns},
    {"stores": 1.0, "pits": 0.1, "extra turns": 0.5},
)
