"""Dodgem: a click on a car and one on where it goes, which may be beyond the board."""

from __future__ import annotations

from zermelo.position import Position
from zermelo.web.scenes.grids import board, read_grid
from zermelo.web.scenes.scene import MARGIN, SQUARE, Scene, Shape, line, polygon, rect

_STEPS = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}
_OUT = SQUARE * 0.8  # the way out beside the board


def dodgem(here: Position) -> Scene:
    """The board, the first player's way out at its right, the second's above it."""
    grid = read_grid(str(here))
    assert grid is not None
    scene = board(grid)
    for spot in scene.spots:
        name = spot["name"]
        cell = grid.squares[name]
        if cell in ">^":
            whose = ">^".index(cell)
            spot["label"] = f"{name}, a car of {here.game.players[whose]}"
            scene.draw(*_car(*grid.centre(name), whose))
    scene.shift(0, _OUT)
    right, size = MARGIN + grid.columns * SQUARE, grid.columns * SQUARE
    scene.width, scene.height = scene.width + _OUT, scene.height + _OUT
    ways_out = ((right + 6, MARGIN + _OUT, _OUT - 12, size), (MARGIN, 6, size, _OUT - 12))
    x, y, wide, high = ways_out[here.to_move]
    scene.draw(line(right + 9, MARGIN + _OUT, right + 9, MARGIN + _OUT + size, "thick p0"),
               line(MARGIN, _OUT + MARGIN - 9, right, _OUT + MARGIN - 9, "thick p1"))
    scene.spot("out", "off the board", rect(x, y, wide, high, "", 8))
    for text in here.move_texts:
        start, (dx, dy) = text[:-1], _STEPS[text[-1]]
        at, down = grid.centre(start)
        at, down = at + dx * SQUARE, down + _OUT + dy * SQUARE
        row = grid.rows.index(start[1:]) + dy
        column = ord(start[0]) - 97 + dx
        inside = 0 <= row < len(grid.rows) and 0 <= column < grid.columns
        goal = f"{chr(97 + column)}{grid.rows[row]}" if inside else "out"
        if not inside:
            at, down = (at - 10, down) if here.to_move == 0 else (at, _OUT / 2)
        scene.move(text, [start, goal], (at, down))
    return scene


def _car(x: float, y: float, whose: int) -> list[Shape]:
    """An arrow that says where it wants to go."""
    shape = [(-30, -22), (8, -22), (34, 0), (8, 22), (-30, 22)]
    turned = [(x + a, y + b) if whose == 0 else (x + b, y - a) for a, b in shape]
    return [polygon([n for point in turned for n in point], f"stone p{whose}")]
