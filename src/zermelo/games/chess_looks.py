"""What chess looks like: figures on light and dark squares, as white numbers them."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.drawing import Kind, Piece, checkered
from zermelo.games.chess_board import TO, Board
from zermelo.portable import bit

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
BOARD = checkered(8, 8, [Kind("pawn", "♙♟", "pawn"), Kind("knight", "♘♞", "knight"),
                         Kind("bishop", "♗♝", "bishop"), Kind("rook", "♖♜", "rook"),
                         Kind("queen", "♕♛", "queen"), Kind("king", "♔♚", "king")])


def pieces(s: Board) -> Iterator[Piece]:
    """All pieces; the board is turned for black, and turned back here."""
    turned = 56 if s.turn else 0
    for square in range(64):
        here = bit(square)
        if s.occupied & here:
            kind = KING
            if s.pawns & here:
                kind = PAWN
            elif s.knights & here:
                kind = KNIGHT
            elif s.diagonals & here:
                kind = QUEEN if s.straights & here else BISHOP
            elif s.straights & here:
                kind = ROOK
            yield Piece(square ^ turned, s.turn if s.mine & here else 1 - s.turn, kind)


def touches(s: Board, m: int) -> Iterator[int]:
    """From where to where; a king that castles goes two squares or more, else onto its rook."""
    start, end, turned = m & 63, m >> TO & 63, 56 if s.turn else 0
    yield start ^ turned
    if bit(end) & s.mine:
        goal = 6 if end > start else 2
        yield (goal if abs(goal - start) > 1 else end) ^ turned
    else:
        yield end ^ turned
