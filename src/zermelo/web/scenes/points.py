"""Boards on which pieces leave, or stand where lines meet: Dodgem, Men's Morris."""

from __future__ import annotations

from typing import Any

from zermelo.position import Position
from zermelo.web.scenes.grids import board, read_grid, stone
from zermelo.web.scenes.scene import SQUARE, Scene, disc, line, rect, words

_STEPS = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}
_EDGE, _STEP = 70, 45  # around the lines, and for a letter of the picture


def dodgem(here: Position) -> Scene:
    """A click on a car and one on where it goes; beyond the edge is one spot for all."""
    grid = read_grid(str(here))
    assert grid is not None
    scene = board(grid)
    for name, cell in grid.squares.items():
        if cell in "ru":
            x, y = grid.centre(name)
            whose = "ru".index(cell)
            scene.draw(*stone(x, y, whose), words(x, y, ">^"[whose], 40, f"on p{whose}"))
    off = (scene.width + 26, scene.height / 2)
    scene.width += SQUARE
    scene.draw(rect(off[0] - 10, off[1] - 60, 84, 120, "closed", 8),
               words(off[0] + 32, off[1], "off", 30))
    scene.spot("off", "off the board", rect(off[0] - 10, off[1] - 60, 84, 120, "", 8))
    for text in here.move_texts:
        square, way = text[:-1], text[-1]
        dx, dy = _STEPS[way]
        goal = f"{chr(ord(square[0]) + dx)}{int(square[1:]) + dy}"
        there = goal in grid.squares
        at = grid.centre(goal) if there else (off[0] + 32, off[1])
        scene.move(text, [square, goal if there else "off"], at)
    return scene


def morris(here: Position) -> Scene:
    """A click on a point puts a man down; on a man and a point moves it; then on a man to take."""
    game: Any = here.game
    places = {name: (_EDGE + _STEP * x, _EDGE + 1.1 * _STEP * y)
              for name, (x, y) in game.places().items()}
    wide = max(x for x, _ in places.values()) + _EDGE
    high = max(y for _, y in places.values()) + _EDGE
    scene = Scene(wide, high + 50, turn="none")
    scene.draw(rect(0, 0, wide, high, "board", 12))
    names = list(places)
    for point, name in enumerate(names):
        for other in range(point):
            if game.near[point] >> other & 1:
                scene.draw(line(*places[name], *places[names[other]], "line"))
    for point, name in enumerate(names):
        x, y = places[name]
        cell = here.text[point]
        scene.draw(disc(x, y, 10, "hole"))
        if cell != ".":
            scene.draw(*stone(x, y, "xo".index(cell), 28))
        what = {"x": "white", "o": "black", ".": "empty"}[cell]
        scene.spot(name, f"point {name}, {what}", disc(x, y, 34, ""))
    scene.draw(words(wide / 2, high + 25, f"in hand: {here.text.split(':')[1]}", 30))
    for text in here.move_texts:
        path = text.replace("x", "-").split("-")
        goal = path[0] if "-" not in text else path[1]
        scene.move(text, path, places[goal])
    return scene
