"""The pieces of chess, drawn with polygons, discs and lines, for anything that can draw those.

A figure stands on a square that reaches from -50 to 50 both ways, y downwards. White's and black's
have the same shapes; they differ by fill and outline, as their signs in text do: ♔ and ♚.

>>> figure_of("♞")
('knight', 1)
"""

from __future__ import annotations

from typing import Literal, NamedTuple

NAMES = ("king", "queen", "rook", "bishop", "knight", "pawn")
SIGNS = ("♔♕♖♗♘♙", "♚♛♜♝♞♟")  # white's, black's


class Part(NamedTuple):
    """A polygon (x, y, x, y, …), a disc (x, y, radius) or a line (x, y, x, y) within a figure."""

    kind: Literal["polygon", "disc", "line"]
    numbers: tuple[float, ...]


def figure_of(sign: str) -> tuple[str, int] | None:
    """The name of the piece that a sign stands for, and whose it is; None if it is no piece."""
    for player, signs in enumerate(SIGNS):
        if sign and sign in signs:
            return NAMES[signs.index(sign)], player
    return None


def _mirrored(*right: float) -> tuple[float, ...]:
    """A polygon from its right half, given from top to bottom."""
    points = list(zip(right[::2], right[1::2], strict=True))
    left = [(-x, y) for x, y in reversed(points) if x]
    return tuple(n for point in (*points, *left) for n in point)


_BASE = Part("polygon", _mirrored(25, 29, 30, 40, 30, 43))

FIGURES: dict[str, tuple[Part, ...]] = {
    "pawn": (
        Part("polygon", _mirrored(6, -6, 8, 4, 13, 16, 21, 30)),
        Part("polygon", _mirrored(13, -9, 13, -5)),
        Part("disc", (0, -19, 12.5)),
        Part("polygon", _mirrored(21, 30, 26, 38, 26, 43)),
    ),
    "rook": (
        Part("polygon", _mirrored(15, -14, 18, 30)),
        Part("polygon", _mirrored(6, -36, 6, -28, 13, -28, 13, -36, 24, -36, 24, -19, 17, -13)),
        _BASE,
        Part("line", (-15, -13, 15, -13)),
    ),
    "knight": (
        Part("polygon", (
            -22, 30, -21, 18, -15, 7, -4, -3, -3, -8, -10, -6, -17, 1, -23, 4, -29, -1, -30, -8,
            -24, -17, -19, -26, -14, -33, -15, -43, -7, -36, -3, -42, 1, -34, 9, -31, 18, -22,
            23, -9, 25, 8, 23, 30)),
        _BASE,
        Part("line", (-12.5, -22, -11.5, -22)),
        Part("line", (6, -27, 14, -14)),
        Part("line", (14, -14, 17, 8)),
    ),
    "bishop": (
        Part("polygon", _mirrored(10, 8, 13, 20, 20, 30)),
        Part("polygon", _mirrored(0, -35, 7, -29, 13, -19, 16, -8, 14, 2, 10, 8)),
        Part("polygon", _mirrored(15, 8, 15, 13)),
        Part("disc", (0, -38, 5)),
        _BASE,
        Part("line", (2, -22, 8, -12)),
    ),
    "queen": (
        Part("polygon", _mirrored(0, -30, 8, -6, 17, -29, 18, -3, 34, -20, 24, 12, 19, 18, 22, 30)),
        Part("disc", (0, -34, 5)), Part("disc", (18, -33, 5)), Part("disc", (-18, -33, 5)),
        Part("disc", (36, -24, 5)), Part("disc", (-36, -24, 5)),
        _BASE,
        Part("line", (-20, 17, 20, 17)),
    ),
    "king": (
        Part("polygon", _mirrored(3, -46, 3, -41, 8, -41, 8, -35, 3, -35, 3, -28)),
        Part("polygon", _mirrored(0, -16, 5, -25, 16, -28, 27, -22, 30, -10, 26, 2, 19, 16,
                                  22, 30)),
        Part("polygon", _mirrored(0, -30, 7, -24, 6, -14, 0, -4)),
        _BASE,
        Part("line", (-18, 17, 18, 17)),
    ),
}
