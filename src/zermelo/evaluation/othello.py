"""Othello: moves to choose from, corners and what hangs on them, and discs only near the end."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.othello import Board, Othello
from zermelo.portable import popcount, shl, shr

ENDGAME = 12  # discs count from so many empty squares on


def for_black(s: Board, lead: int) -> int:
    """A lead of the player to move in black's view."""
    return -lead if s.turn == 1 else lead


def mobility(game: Othello, s: Board) -> int:
    """Squares where black can move, minus those where white can."""
    mine = popcount(game.landing(s.mine, s.theirs))
    return for_black(s, mine - popcount(game.landing(s.theirs, s.mine)))


def frontier(game: Othello, s: Board) -> int:
    """Discs next to an empty square, which give the other moves: black's minus white's."""
    edge = around(game, game.full & ~(s.mine | s.theirs))
    return for_black(s, popcount(s.mine & edge) - popcount(s.theirs & edge))


def corners(game: Othello, s: Board) -> int:
    """Black's corners minus white's."""
    return for_black(s, popcount(s.mine & game.corners) - popcount(s.theirs & game.corners))


def corner_neighbours(game: Othello, s: Board) -> int:
    """Discs next to an empty corner, which lead the other there: black's minus white's."""
    risky = around(game, game.corners & ~(s.mine | s.theirs))
    return for_black(s, popcount(s.mine & risky) - popcount(s.theirs & risky))


def stable_rim(game: Othello, s: Board) -> int:
    """Discs on the rim that can never be turned, black's minus white's."""
    return for_black(s, popcount(game.held_rim(s.mine)) - popcount(game.held_rim(s.theirs)))


def discs_at_the_end(game: Othello, s: Board) -> int:
    """Black's discs minus white's, when few squares are left."""
    if game.cells - popcount(s.mine | s.theirs) > ENDGAME:
        return 0
    return for_black(s, popcount(s.mine) - popcount(s.theirs))


def around(game: Othello, board: int) -> int:
    """These squares and all next to them."""
    left, right = game.columns[0], game.columns[game.size - 1]
    across = board | shl(board & ~right, 1) | shr(board & ~left, 1)
    return game.full & (across | shl(across, game.size) | shr(across, game.size))


STANDARD = LinearEvaluator(
    "standard",
    {
        "mobility": mobility,
        "frontier": frontier,
        "corners": corners,
        "corner neighbours": corner_neighbours,
        "stable rim": stable_rim,
        "discs at the end": discs_at_the_end,
    },
    {
        "mobility": 0.5,
        "frontier": -0.2,
        "corners": 4.0,
        "corner neighbours": -1.0,
        "stable rim": 1.0,
        "discs at the end": 0.3,
    },
)
