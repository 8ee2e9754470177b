"""Isolation: who can go further, who has more room around, and who has the larger region."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.isolation import Board, Isolation
from zermelo.portable import popcount


def mobility(game: Isolation, s: Board) -> int:
    """Moves that the first player would have, minus the second's; none before the first move."""
    total = 0
    if s.first:
        total += popcount(game.reach(s.free, s.first))
    if s.second:
        total -= popcount(game.reach(s.free, s.second))
    return total


def room(game: Isolation, s: Board) -> int:
    """Free cells around the first player, minus those around the second."""
    return popcount(game.around(s.first) & s.free) - popcount(game.around(s.second) & s.free)


def region(game: Isolation, s: Board) -> int:
    """Free cells that the first player can ever reach, minus the second's: the same for both until
    they are shut off from each other."""
    if s.first == 0 or s.second == 0:
        return 0
    return popcount(flood(game, s.free, s.first)) - popcount(flood(game, s.free, s.second))


def flood(game: Isolation, free: int, start: int) -> int:
    """The free cells connected with the start, step by step."""
    reached = game.around(start) & free
    grown = game.around(reached) & free
    while grown != reached:
        reached = grown
        grown = game.around(reached) & free
    return reached


STANDARD = LinearEvaluator(
    "standard",
    {"mobility": mobility, "room": room, "region": region},
    {"mobility": 0.5, "room": 0.5, "region": 1.0},
)
