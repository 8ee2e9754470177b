"""The rhombus of hexagons."""

from __future__ import annotations

import math

from zermelo.position import Position
from zermelo.web.scenes.grids import stone
from zermelo.web.scenes.scene import Scene, line, polygon, words

_WIDE = 100  # of a hexagon that stands on a corner
_RADIUS = _WIDE / math.sqrt(3)
_MARGIN = 84  # for the sides' colours, letters and numbers


def hex_board(here: Position) -> Scene:
    """Red connects top and bottom, blue left and right; the sides wear their colours."""
    rows = here.text.partition(":")[0].split("/")
    size = len(rows)
    scene = Scene((1.5 * size - 0.5) * _WIDE + 2 * _MARGIN,
                  (1.5 * (size - 1) + 2) * _RADIUS + 2 * _MARGIN)
    _sides(scene, size)
    legal = set(here.move_texts)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            name = f"{chr(97 + x)}{y + 1}"
            cx, cy = _centre(x, y)
            scene.draw(polygon(_hexagon(cx, cy, _RADIUS - 2), "cell"))
            if cell != ".":
                scene.draw(*stone(cx, cy, "rb".index(cell), 36))
            what = {"r": "red", "b": "blue"}.get(cell, "empty")
            scene.spot(name, f"{name}, {what}", polygon(_hexagon(cx, cy, _RADIUS - 3), ""))
            if name in legal:
                scene.move(name, [name], (cx, cy), stone(cx, cy, here.to_move, 36))
    for i in range(size):
        cx, cy = _centre(i, 0)
        scene.draw(words(cx - 30, cy - 98, chr(97 + i), 28))
        cx, cy = _centre(0, i)
        scene.draw(words(cx - 108, cy, str(i + 1), 28))
    return scene


def _centre(x: int, y: int) -> tuple[float, float]:
    return (round(_MARGIN + (x + 0.5 * y + 0.5) * _WIDE, 1),
            round(_MARGIN + (1.5 * y + 1) * _RADIUS, 1))


def _hexagon(cx: float, cy: float, radius: float) -> list[float]:
    points = []
    for corner in range(6):
        angle = math.pi / 6 + corner * math.pi / 3
        points += [round(cx + radius * math.cos(angle), 1), round(cy + radius * math.sin(angle), 1)]
    return points


def _sides(scene: Scene, size: int) -> None:
    """A stroke along each side in its owner's colour, just outside the cells."""
    out = _RADIUS + 12
    first, last = _centre(0, 0), _centre(size - 1, 0)
    scene.draw(line(first[0] - 40, first[1] - out, last[0] + 50, last[1] - out, "thick p0"))
    left, right = _centre(0, size - 1), _centre(size - 1, size - 1)
    scene.draw(line(left[0] - 50, left[1] + out, right[0] + 40, right[1] + out, "thick p0"))
    scene.draw(line(first[0] - 78, first[1] - 12, left[0] - 74, left[1] + 24, "thick p1"))
    scene.draw(line(last[0] + 74, last[1] - 24, right[0] + 78, right[1] + 12, "thick p1"))
