"""Hexapawn, Martin Gardner's game for a machine of matchboxes, on a board of any size.

Rules: as in `zermelo.games.pawns`, with one row of pawns each; a pawn goes straight to an empty
square and captures diagonally, like a pawn of chess. Who reaches the last row, captures all, or
leaves the opponent without a move wins.
"""

from __future__ import annotations

from zermelo.games.pawns import PawnGame


class Hexapawn(PawnGame):
    """Hexapawn on a board of `width` × `height`."""

    name = "hexapawn"
    title = "Hexapawn"
    about = "Three pawns a side: small enough to know by heart."
    sample = "b1-b2"
    study = "bbb/w../.ww:b"

    def __init__(self, width: int = 3, height: int = 3) -> None:
        super().__init__(width, height, rows=1, diagonal_steps=False)
