"""The rock-paper-scissors card game: cards, where they lie, and whom they beat."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.rps import RPSCards, Table
from zermelo.portable import bit, popcount, squares

CENTRE, CORNER, EDGE, INNER = 10, 7, 5, 8  # tenths: what a card on such a cell is worth


def material(game: RPSCards, s: Table) -> int:
    """10 × (the first player's cards on the board - the second's)."""
    return 10 * (popcount(s.first) - popcount(s.second))


def position(game: RPSCards, s: Table) -> float:
    """5 × the worth of the cells that the first player owns, minus the second's.

    On other boards than 3 × 3 the centre is the one, two or four cells in the middle, unless they
    lie on the border; the cells between centre and border are inner ones.
    """
    return 5 / 10 * (
        CENTRE * balance(s, game.centre)
        + CORNER * balance(s, game.corners)
        + EDGE * balance(s, game.edges)
        + INNER * balance(s, game.inner)
    )


def balance(s: Table, cells: int) -> int:
    """The first player's cards on these cells minus the second's."""
    return popcount(s.first & cells) - popcount(s.second & cells)


def relationship(game: RPSCards, s: Table) -> int:
    """3 × (pairs of neighbouring opposing cards in which the first player's beats the other, minus
    those in which it loses); neighbours are orthogonal and diagonal, whatever way captures go."""
    total = 0
    for cell in squares(s.first):
        card = bit(cell)
        near = game.around(card) & s.second
        if s.rock & card:
            total += popcount(near & s.scissors) - popcount(near & s.paper)
        elif s.paper & card:
            total += popcount(near & s.rock) - popcount(near & s.scissors)
        else:
            total += popcount(near & s.paper) - popcount(near & s.rock)
    return 3 * total


STANDARD = LinearEvaluator(
    "standard",
    {"material": material, "position": position, "relationship": relationship},
    {"material": 1.0, "position": 0.5, "relationship": 0.8},
    finished=1000.0,
)
