"""Men's Morris: men on the points where lines meet."""

from __future__ import annotations

from typing import Any

from zermelo.position import Position
from zermelo.web.scenes.grids import stone
from zermelo.web.scenes.scene import SQUARE, Scene, disc, line, words

_EDGE = 70


def morris(here: Position) -> Scene:
    """A click puts a man down, two move it; one more says which of the other's men is taken."""
    game: Any = here.game
    places = _places(game.show(game.initial()), game.points)
    wide = max(x for x, _ in places)
    scene = Scene(wide + 2 * _EDGE, wide + 2 * _EDGE + 50)
    for point, (x, y) in enumerate(places):
        for other in range(point):
            if game.near[point] >> other & 1:
                scene.draw(line(x + _EDGE, y + _EDGE, places[other][0] + _EDGE,
                                places[other][1] + _EDGE, "faint"))
    board = here.text.partition(":")[0]
    for point, (x, y) in enumerate(places):
        x, y, name = x + _EDGE, y + _EDGE, game.square_name(point)
        scene.draw(disc(x, y, 9, "dot"))
        whose = "xo".find(board[point])
        if whose >= 0:
            scene.draw(*stone(x, y, whose, 32))
        what = "empty" if whose < 0 else f"a man of {game.players[whose]}"
        scene.spot(name, f"point {name}, {what}", disc(x, y, 40, ""))
    if here.state.hand:
        scene.draw(words(scene.width / 2, wide + 2 * _EDGE + 28,
                         f"in hand: {here.state.hand}", 30))
    for text in here.move_texts:
        path = text.replace("x", "-").split("-")
        goal = path[1] if "-" in text else path[0]
        x, y = places[next(p for p in range(game.points) if game.square_name(p) == goal)]
        ghost = stone(x + _EDGE, y + _EDGE, here.to_move, 32) if len(path) == 1 else []
        scene.move(text, path, (x + _EDGE, y + _EDGE), ghost)
    return scene


def _places(picture: str, count: int) -> list[tuple[float, float]]:
    """Where the points lie, as in the picture: row by row."""
    rows = picture.splitlines()
    found = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "·"]
    size = max(y for _, y in found)
    unit = (2 if count == 9 else 4 if count == 16 else 6) * SQUARE / size
    return [(x * unit, y * unit) for x, y in found]
