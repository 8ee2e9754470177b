"""Breakthrough, Dan Troyka's game of 2000.

Rules: as in `zermelo.games.pawns`, with two rows of pawns each (or `rows` of them); a pawn goes
straight or diagonally forward to an empty square, and captures diagonally only. Who reaches the
last row or captures all wins. A pawn in front of all others can always go somewhere, so that only
on a board one square wide somebody can be left without a move, and loses.
"""

from __future__ import annotations

from zermelo.games.pawns import END, Board, PawnGame
from zermelo.portable import bit, highest, inlined, lowest, popcount


class Breakthrough(PawnGame):
    """Breakthrough on a board of `width` × `height` with `rows` rows of pawns each."""

    name = "breakthrough"
    title = "Breakthrough"
    about = "Pawns that step and capture; reach the far side first."
    sample = "b2-b3 g7-g6 c2-c3 b7-c6 d2-d3"

    def __init__(self, width: int = 8, height: int = 8, rows: int = 2) -> None:
        super().__init__(width, height, rows, diagonal_steps=True)

    def urgent(self, s: Board) -> bool:
        """The opponent is one step from the last row, which it can always take."""
        if s.turn == 0:
            return s.black & self.forward(self.bottom, 0, 0) != 0
        return s.white & self.forward(self.top, 1, 0) != 0

    def threatens(self, s: Board, m: int) -> bool:
        """A pawn is on the last row then or one step from it, or the last foe is taken."""
        if self.width == 1:
            return super().threatens(s, m)  # somebody may have no move
        start, end = bit(m & 63), bit(m >> END)
        own, foe = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        last = self.top if s.turn == 0 else self.bottom
        return (own & ~start | end) & (last | self.forward(last, 1 - s.turn, 0)) != 0 or foe == end

    @inlined
    def outlook(self, s: Board) -> tuple[int, int, int, int]:
        """No pawn reaches the last row sooner than it can walk there, and nobody loses all pawns
        sooner than they can be captured one by one. One step away a pawn must be captured."""
        own, foe = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        ours, theirs = self.steps(own, s.turn), self.steps(foe, 1 - s.turn)
        if self.width == 1:
            return (-1, 2, 1, 1)  # where somebody may have no move
        if ours == 1:
            return (1, 1, 1, 1)
        if theirs == 1:
            threats = foe & self.forward(self.bottom if s.turn == 0 else self.top, s.turn, 0)
            if popcount(threats) > 1 or not self.all_ends(s) & threats:
                return (-1, 2, -1, 2)
        return (-1, 2 * min(theirs, popcount(own)), 1, 2 * min(ours, popcount(foe)) - 1)

    def steps(self, pawns: int, turn: int) -> int:
        """How far a player's foremost pawn is from the last row."""
        row = (highest(pawns) if turn == 0 else lowest(pawns)) // self.width
        return self.height - 1 - row if turn == 0 else row

    def worthwhile(self, s: Board) -> int:
        """The last row if it is near; else, if the opponent is one step from it, what stops that.

        A pawn one step from the last row can always take it, diagonally if not straight, so the
        only answer is to capture it; where that fails, all moves lose equally soon.
        """
        ends = self.all_ends(s)
        if s.turn == 0:
            goal = self.top
            threats = s.black & self.forward(self.bottom, 0, 0)
        else:
            goal = self.bottom
            threats = s.white & self.forward(self.top, 1, 0)
        if ends & goal:
            return goal
        if threats == 0 or self.width == 1:
            return self.full
        if popcount(threats) == 1 and ends & threats:
            return threats
        return bit(lowest(ends))
