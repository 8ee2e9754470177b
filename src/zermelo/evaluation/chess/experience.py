"""What a network of chess sees: every piece, and the board mirrored so that a player's own king is
on its right half. So left and right are alike, and it is learnt once where the king went.

Against a bare king it is silent: no game that it learnt from got so far, and there the heuristics
know the way to mate.
"""

from __future__ import annotations

from zermelo.evaluation.network import Pieces
from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.portable import inlined, wrap

_RIGHT = wrap(0xF0F0_F0F0_F0F0_F0F0)
_MIRROR, _UPSIDE_DOWN = 7, 56  # what a square's number is ^ with


@inlined
def pieces(game: Chess, s: Board) -> Pieces:
    """Pawns are 0, knights 1, bishops 2, kings 3, rooks 4, queens 6."""
    here = 0 if s.kings & s.mine & _RIGHT else _MIRROR
    there = _UPSIDE_DOWN if s.kings & ~s.mine & _RIGHT else _UPSIDE_DOWN ^ _MIRROR
    bare = s.occupied & ~s.kings & s.mine == 0 or s.occupied & ~s.kings & ~s.mine == 0
    return Pieces(0 if bare else s.occupied,
                  (s.knights | s.kings, s.diagonals | s.kings, s.straights), s.mine, here, there)
