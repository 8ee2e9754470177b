"""Checkers: material first, then kings to come, a closed home row, the centre and free pieces."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.squares import Counted, Seen
from zermelo.games.boards import board_of
from zermelo.games.checkers import BLACK_HOME, WHITE_HOME, Board, Checkers, square_of
from zermelo.portable import popcount

# The rows in which one binary digit of the row number, 0 to 7 from the top, is set: three counts
# add up the rows of all pieces.
ROWS_1357 = board_of(square_of(n) for n in range(1, 33) if (n - 1) // 4 & 1)
ROWS_2367 = board_of(square_of(n) for n in range(1, 33) if (n - 1) // 4 & 2)
ROWS_4567 = board_of(square_of(n) for n in range(1, 33) if (n - 1) // 4 & 4)
CENTRE = board_of(square_of(n) for n in (10, 11, 14, 15, 18, 19, 22, 23))


@Counted
def men(game: Checkers, seen: Seen) -> int:
    """A player's men."""
    s: Board = seen.state
    return own(seen) & ~s.kings


@Counted
def kings(game: Checkers, seen: Seen) -> int:
    """A player's kings."""
    s: Board = seen.state
    return own(seen) & s.kings


def advance(game: Checkers, s: Board) -> int:
    """The rows that the men have come from home, black's minus white's."""
    black, white = s.black & ~s.kings, s.white & ~s.kings
    # White counts from the other end: row 7 - r has exactly the digits that row r lacks.
    return (popcount(black & ROWS_1357) - popcount(white & ~ROWS_1357)
            + 2 * (popcount(black & ROWS_2367) - popcount(white & ~ROWS_2367))
            + 4 * (popcount(black & ROWS_4567) - popcount(white & ~ROWS_4567)))


@Counted
def home_row(game: Checkers, seen: Seen) -> int:
    """Men still at home, where they keep the enemy from crowning."""
    s: Board = seen.state
    return own(seen) & ~s.kings & (BLACK_HOME if seen.player == 0 else WHITE_HOME)


@Counted
def centre(game: Checkers, seen: Seen) -> int:
    """Pieces on the eight squares in the middle."""
    return own(seen) & CENTRE


@Counted
def mobility(game: Checkers, seen: Seen) -> int:
    """Pieces that can step somewhere."""
    s: Board = seen.state
    if seen.player == 0:
        return game.steppers(s.black, s.white, s.kings, 0)
    return game.steppers(s.white, s.black, s.kings, 1)


def own(seen: Seen) -> int:
    """The player's pieces."""
    s: Board = seen.state
    return s.black if seen.player == 0 else s.white


STANDARD = LinearEvaluator(
    "standard",
    {"men": men, "kings": kings, "advance": advance, "home row": home_row, "centre": centre,
     "mobility": mobility},
    {"men": 1.0, "kings": 1.5, "advance": 0.02, "home row": 0.1, "centre": 0.05,
     "mobility": 0.02},
)
