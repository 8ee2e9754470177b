"""Endings of English checkers with few pieces, as a game of its own: for databases.

Rules: those of checkers, but moves are not counted and positions may recur: what can go on for ever
is a draw.
"""

from __future__ import annotations

from zermelo.games.checkers import BLACK_HOME, WHITE_HOME, Board, Checkers
from zermelo.portable import popcount

MOST_PIECES = 6
_PLACES = 129  # 32 squares for either player's men and kings, and none


class CheckersEndings(Checkers):
    """Endings of checkers with up to `pieces` men and kings of either player."""

    name = "checkers-endings"

    def __init__(self, pieces: int = 3) -> None:
        super().__init__()
        self.most = pieces
        if not 1 <= pieces <= MOST_PIECES:
            raise self.bad_parameter("pieces", pieces, f"give 1 to {MOST_PIECES}")

    def parameters(self) -> dict[str, int]:
        """How many pieces."""
        return {"pieces": self.most}

    def initial(self) -> Board:
        """One man of each player's in their corners; a single man, if there is one piece only."""
        return Board(1, 0 if self.most == 1 else 1 << 34, 0, 0, 0)

    def play(self, s: Board, m: int) -> Board:
        """As in checkers, without the counter."""
        after = super().play(s, m)
        return Board(after.black, after.white, after.kings, after.turn, 0)

    def arrangements(self) -> int:
        """A place for each piece, and either player to move."""
        return int(2 * _PLACES**self.most)

    def arrangement(self, n: int) -> Board:
        """The pieces where the digits of `n` say; where that cannot be, the first arrangement."""
        turn = n & 1
        n >>= 1
        black, white, kings = 0, 0, 0
        for _ in range(self.most):
            place = n % _PLACES
            n //= _PLACES
            if place == _PLACES - 1:
                continue
            square = place & 31
            here = 1 << square + square // 8
            if (black | white) & here:
                return self.initial()
            if place & 32:
                kings |= here
            elif here & (BLACK_HOME if place & 64 else WHITE_HOME):
                return self.initial()  # it would be a king
            if place & 64:
                white |= here
            else:
                black |= here
        return Board(black, white, kings, turn, 0) if black | white else self.initial()

    def tier(self, s: Board) -> int:
        """What was taken, and what was crowned."""
        return -8 * popcount(s.black | s.white) - popcount((s.black | s.white) & ~s.kings)
