"""Pieces, drawn with polygons, discs and lines, for anything that can draw those.

A figure stands on a square that reaches from -50 to 50 both ways, y downwards. Both players' have
the same shapes, in the colours of their owners; a part may be one player's only. What a part looks
like:

    body      filled with the owner's colour, with an edge
    ink       a line upon a body that can be seen on it; filled, if it is a polygon or letters
    tell      ink that tells the second player's from the first's without colour; where the colours
              are black and white it is not needed
    stroke    a thick line in the owner's colour, nothing filled
    card      a pale ground with an edge in the owner's colour
    icon      filled with the owner's colour, upon a card
    shut      something that closes a cell, whoever did it
"""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple

Look = Literal["body", "ink", "tell", "stroke", "card", "icon", "shut"]


class Part(NamedTuple):
    """A polygon (x, y, x, y, …), a disc (x, y, radius), a line (x, y, x, y, …), letters (x, y,
    size) or a path as SVG writes it. `only`: the player whose figure has it; None: everybody's.
    `turns`: whether it points somewhere, and turns with the board."""

    kind: Literal["polygon", "disc", "line", "text", "path"]
    numbers: tuple[float, ...]
    look: Look = "body"
    only: int | None = None
    text: str = ""
    turns: bool = False

    def to_json(self) -> dict[str, Any]:
        """Without what is not said."""
        found: dict[str, Any] = {"kind": self.kind, "numbers": list(self.numbers),
                                 "look": self.look}
        if self.only is not None:
            found["only"] = self.only
        if self.text:
            found["text"] = self.text
        if self.turns:
            found["turns"] = True
        return found


def _mirrored(*right: float) -> tuple[float, ...]:
    """A polygon from its right half, given from top to bottom."""
    points = list(zip(right[::2], right[1::2], strict=True))
    left = [(-x, y) for x, y in reversed(points) if x]
    return tuple(n for point in (*points, *left) for n in point)


def _square(half: float) -> tuple[float, ...]:
    return (-half, -half, half, -half, half, half, -half, half)


def _star(points: int, outer: float, inner: float) -> tuple[float, ...]:
    found: list[float] = []
    for i in range(2 * points):
        radius, angle = (inner if i % 2 else outer), math.pi * i / points
        found += [round(radius * math.sin(angle), 1), round(-radius * math.cos(angle), 1)]
    return tuple(found)


_BASE = Part("polygon", _mirrored(25, 29, 30, 40, 30, 43))
_DISC = (Part("disc", (0, 0, 38)), Part("disc", (0, 0, 21), "tell", 1))
_CARD = Part("polygon", _square(42), "card")
_CAR = (-30, -22, 8, -22, 34, 0, 8, 22, -30, 22)


def lettered(sign: str) -> tuple[Part, ...]:
    """Any sign, on a disc."""
    size = 46 if len(sign) == 1 else 70 / len(sign)
    return (*_DISC[:1], Part("text", (0, 0, size), "ink", text=sign))


FIGURES: dict[str, tuple[Part, ...]] = {
    "disc": _DISC,
    "crowned": (*_DISC[:1], Part("polygon", _mirrored(0, -16, 8, 0, 20, -12, 18, 12), "ink")),
    "mark": (  # a cross, or a ring
        Part("line", (-26, -26, 26, 26), "stroke", 0),
        Part("line", (26, -26, -26, 26), "stroke", 0),
        Part("disc", (0, 0, 27), "stroke", 1)),
    "pebble": (Part("disc", (0, 0, 36), "shut"),),
    "block": (Part("polygon", _square(43), "shut"),),
    "car": (  # to the right, or up
        Part("polygon", _CAR, only=0, turns=True),
        Part("polygon", tuple(n for x, y in zip(_CAR[::2], _CAR[1::2], strict=True)
                              for n in (y, -x)), only=1, turns=True)),
    "star": (Part("polygon", _star(5, 42, 18)),),
    "square": (Part("polygon", _square(34)), Part("polygon", _square(17), "tell", 1)),
    "rock": (
        _CARD,
        Part("polygon", (-22, 12, -24, -6, -8, -22, 14, -18, 25, 2, 16, 20, -8, 22), "icon"),
        Part("text", (-29, -27, 20), "stroke", text="R")),
    "paper": (
        _CARD, Part("polygon", (-17, -22, 17, -22, 17, 22, -17, 22), "icon"),
        *(Part("line", (-9, y, 9, y), "ink") for y in (-10, 0, 10)),
        Part("text", (-29, -27, 20), "stroke", text="P")),
    "scissors": (
        _CARD, Part("polygon", (-21, -24, -14, -26, 14, 11, 8, 15), "icon"),
        Part("polygon", (21, -24, 14, -26, -14, 11, -8, 15), "icon"),
        Part("disc", (-15, 20, 9), "icon"), Part("disc", (15, 20, 9), "icon"),
        Part("text", (-32, -27, 20), "stroke", text="S")),
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
        Part("line", (-15, -13, 15, -13), "ink"),
    ),
    "knight": (
        Part("polygon", (
            -22, 30, -21, 18, -15, 7, -4, -3, -3, -8, -10, -6, -17, 1, -23, 4, -29, -1, -30, -8,
            -24, -17, -19, -26, -14, -33, -15, -43, -7, -36, -3, -42, 1, -34, 9, -31, 18, -22,
            23, -9, 25, 8, 23, 30)),
        _BASE,
        Part("line", (-12.5, -22, -11.5, -22), "ink"),
        Part("line", (6, -27, 14, -14, 17, 8), "ink"),
    ),
    "bishop": (
        Part("polygon", _mirrored(10, 8, 13, 20, 20, 30)),
        Part("polygon", _mirrored(0, -35, 7, -29, 13, -19, 16, -8, 14, 2, 10, 8)),
        Part("polygon", _mirrored(15, 8, 15, 13)),
        Part("disc", (0, -38, 5)),
        _BASE,
        Part("line", (2, -22, 8, -12), "ink"),
    ),
    "queen": (
        Part("polygon", _mirrored(0, -30, 8, -6, 17, -29, 18, -3, 34, -20, 24, 12, 19, 18, 22, 30)),
        Part("disc", (0, -34, 5)), Part("disc", (18, -33, 5)), Part("disc", (-18, -33, 5)),
        Part("disc", (36, -24, 5)), Part("disc", (-36, -24, 5)),
        _BASE,
        Part("line", (-20, 17, 20, 17), "ink"),
    ),
    "king": (
        Part("polygon", _mirrored(3, -46, 3, -41, 8, -41, 8, -35, 3, -35, 3, -28)),
        Part("polygon", _mirrored(0, -16, 5, -25, 16, -28, 27, -22, 30, -10, 26, 2, 19, 16,
                                  22, 30)),
        Part("polygon", _mirrored(0, -30, 7, -24, 6, -14, 0, -4)),
        _BASE,
        Part("line", (-18, 17, 18, 17), "ink"),
    ),
}
