"""What a board looks like, in a vocabulary small enough for any game.

A scene is a list of shapes to draw, spots to click, and for every legal move the spots that
make it, in order: `b2-a3` is a click on b2 and one on a3. A square of a board is 100 units wide.
Classes say what a shape means, never its colour:

    board cell dark closed line    the furniture
    p0 p1                          something of the first player's, the second's
    mark label                     writing and small signs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Shape = dict[str, Any]
SQUARE = 100
MARGIN = 56  # for letters and numbers around a board


def rect(x: float, y: float, w: float, h: float, kind: str, round_: float = 0) -> Shape:
    """A rectangle by its top left corner."""
    return {"s": "rect", "x": x, "y": y, "w": w, "h": h, "r": round_, "c": kind}


def disc(x: float, y: float, radius: float, kind: str) -> Shape:
    """A circle by its centre."""
    return {"s": "disc", "x": x, "y": y, "r": radius, "c": kind}


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Shape:
    """A straight line."""
    return {"s": "line", "p": [x1, y1, x2, y2], "c": kind}


def polygon(points: Sequence[float], kind: str) -> Shape:
    """A polygon: x, y, x, y, …"""
    return {"s": "poly", "p": list(points), "c": kind}


def words(x: float, y: float, text: str, size: float, kind: str = "label") -> Shape:
    """Writing, centred on a point."""
    return {"s": "text", "x": x, "y": y, "t": text, "z": size, "c": kind}


@dataclass
class Scene:
    """A position to draw and to click on.

    `turn` says how the board may be seen from the other side: turned round, mirrored
    (where down stays down), or not at all.
    """

    width: float
    height: float
    turn: Literal["round", "mirror", "none"] = "round"
    shapes: list[Shape] = field(default_factory=list)
    spots: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)

    def draw(self, *shapes: Shape) -> None:
        """Add shapes, each on top of those before it."""
        self.shapes += shapes

    def spot(self, name: str, label: str, shape: Shape) -> None:
        """A place to click; the label is what is read out."""
        self.spots.append({"name": name, "label": label, "shape": shape})

    def move(self, text: str, path: Sequence[str], at: tuple[float, float],
             ghost: Sequence[Shape] = ()) -> None:
        """A legal move: the spots to click, where its value is written, what it would add."""
        self.moves.append({"move": text, "path": list(path), "at": list(at),
                           "ghost": list(ghost)})

    def shift(self, dx: float, dy: float) -> None:
        """Move all that is there; what comes later is not moved."""
        for shape in [*self.shapes, *(spot["shape"] for spot in self.spots)]:
            if "x" in shape:
                shape["x"] += dx
                shape["y"] += dy
            else:
                shape["p"] = [n + (dy if i % 2 else dx) for i, n in enumerate(shape["p"])]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"size": [self.width, self.height], "turn": self.turn, "shapes": self.shapes,
                "spots": self.spots, "moves": self.moves}
