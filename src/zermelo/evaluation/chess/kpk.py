"""King and pawn against king: who wins, whatever the position.

`kpk.zlib` was written from a database of our own (`zermelo database make chess --material KPK`). It
has a bit for each square of the bare king, in a word for each of the other squares:

    word = 128 · pawn + 2 · king + who is to move (1: the bare king)
    pawn = 0 (a2) to 3 (d2), 4 (a3) … 23 (d7): a pawn on the files e to h is seen in a mirror
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from zermelo.games.chess_board import Board
from zermelo.portable import inlined, lowest, shr


def _read() -> tuple[int, ...]:
    written = zlib.decompress(Path(__file__).with_suffix(".zlib").read_bytes())
    return struct.unpack(f"<{len(written) // 8}q", written)


WON = _read()


@inlined
def pawn_wins(s: Board) -> bool:
    """Whether the only pawn on the board wins, with nothing but kings beside it."""
    if s.pawns & s.mine:
        return pawn_of_mover_wins(s, 0)
    return pawn_of_mover_wins(s.turned(), 1)


def pawn_of_mover_wins(s: Board, bare: int) -> bool:
    """The same for a pawn that goes up the board; `bare`: 1 if it is the bare king's turn."""
    pawn = lowest(s.pawns) & 63
    mirror = 7 if pawn & 4 else 0
    king, other = lowest(s.kings & s.mine) & 63 ^ mirror, lowest(s.kings & ~s.mine) & 63 ^ mirror
    pawn ^= mirror
    return shr(WON[128 * (pawn // 8 * 4 + pawn % 8 - 4) + 2 * king + bare], other) & 1 != 0
