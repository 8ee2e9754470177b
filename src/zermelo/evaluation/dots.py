"""Dots and Boxes: boxes owned, boxes there for the taking, and who runs out of safe lines."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.dots import Board, DotsAndBoxes
from zermelo.portable import popcount


def boxes(game: DotsAndBoxes, s: Board) -> int:
    """The first player's boxes minus the second's."""
    return s.first - s.second


def on_offer(game: DotsAndBoxes, s: Board) -> int:
    """Boxes that the player to move can take at once; negative for the second player."""
    ready = popcount(game.with_one_open(game.full & ~s.lines))
    return ready if s.turn == 0 else -ready


def last_safe_line(game: DotsAndBoxes, s: Board) -> int:
    """+1 if the safe lines left come out so that the second player must give boxes away, else -1.

    A line is safe if it makes no box ready to take. An odd number leaves the last to the mover.
    """
    open_lines = game.full & ~s.lines
    ready, dangerous = game.with_one_open(open_lines), game.with_two_open(open_lines)
    safe = popcount(open_lines & ~game.sides(ready | dangerous))
    return 1 if safe % 2 != s.turn else -1


STANDARD = LinearEvaluator(
    "standard",
    {"boxes": boxes, "on offer": on_offer, "last safe line": last_safe_line},
    {"boxes": 1.0, "on offer": 0.75, "last safe line": 1.0},
)
