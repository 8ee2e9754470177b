"""Connect Four: winning cells still to be reached, room for rows, and the middle of the board."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.connect4 import Board, ConnectFour
from zermelo.portable import popcount


def x_stones(s: Board) -> int:
    """The first player's stones."""
    return s.both ^ s.mine if s.turn == 1 else s.mine


def threats(game: ConnectFour, s: Board) -> int:
    """Empty cells where x would win, minus those where o would."""
    x = x_stones(s)
    return (popcount(game.winning_cells(x, s.both))
            - popcount(game.winning_cells(s.both ^ x, s.both)))


def lasting_threats(game: ConnectFour, s: Board) -> int:
    """The threats that time is on the side of: x's in odd rows, minus o's in even ones.

    When every other column is full, the players fill the last one by turns, and on a board of
    even height o always follows x upwards: x comes to the odd rows (the lowest is 1), o to the
    even ones. On a board of odd height that is not so, and nothing is counted.
    """
    if game.height % 2 == 1:
        return 0
    odd = 0
    for row in range(0, game.height, 2):
        odd |= game.bottom << row
    x = x_stones(s)
    return (popcount(game.winning_cells(x, s.both) & odd)
            - popcount(game.winning_cells(s.both ^ x, s.both) & ~odd))


def open_rows(game: ConnectFour, s: Board) -> int:
    """Rows of k that x can still fill, minus those that o can."""
    x = x_stones(s)
    return room(game, game.full ^ s.both ^ x) - room(game, game.full ^ x)


def room(game: ConnectFour, cells: int) -> int:
    """How many rows of k lie wholly on these cells."""
    return (
        popcount(game.rows_of_k(cells, 1))
        + popcount(game.rows_of_k(cells, game.stride))
        + popcount(game.rows_of_k(cells, game.stride - 1))
        + popcount(game.rows_of_k(cells, game.stride + 1))
    )


def centre(game: ConnectFour, s: Board) -> int:
    """Stones counted by how far their column is from the edge, x's minus o's."""
    x = x_stones(s)
    total = 0
    for column in range(game.width):
        cells = game.column << column * game.stride
        inwards = min(column, game.width - 1 - column)
        total += inwards * (popcount(x & cells) - popcount((s.both ^ x) & cells))
    return total


STANDARD = LinearEvaluator(
    "standard",
    {
        "threats": threats,
        "lasting threats": lasting_threats,
        "open rows": open_rows,
        "centre": centre,
    },
    {"threats": 1.0, "lasting threats": 1.0, "open rows": 0.2, "centre": 0.3},
)
