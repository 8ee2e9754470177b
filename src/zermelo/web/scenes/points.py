"""Men's Morris: men on the points where lines meet."""

from __future__ import annotations

from typing import Any

from zermelo.position import Position
from zermelo.web.scenes.grids import stone
from zermelo.web.scenes.scene import SQUARE, Scene, disc, line, words

_EDGE = 70
_ACROSS = {3: 2, 6: 4, 9: 6}  # squares of the usual size


def morris(here: Position) -> Scene:
    """A click puts a man down, two move it; one more says which of the other's men is taken."""
    game: Any = here.game
    found = game.places().values()  # letters of the picture, which is as wide as it is high
    unit = SQUARE * _ACROSS[game.men] / max(x for x, _ in found)
    down = unit * max(x for x, _ in found) / max(y for _, y in found)
    places = [(_EDGE + x * unit, _EDGE + y * down) for x, y in found]
    wide = max(x for x, _ in places) + _EDGE
    scene = Scene(wide, wide + 50)
    for point, (x, y) in enumerate(places):
        for other in range(point):
            if game.near[point] >> other & 1:
                scene.draw(line(x, y, *places[other], "faint"))
    names = [game.square_name(point) for point in range(game.points)]
    board = here.text.partition(":")[0]
    for point, (x, y) in enumerate(places):
        name = names[point]
        scene.draw(disc(x, y, 9, "dot"))
        whose = "xo".find(board[point])
        if whose >= 0:
            scene.draw(*stone(x, y, whose, 32))
        what = "empty" if whose < 0 else f"a man of {game.players[whose]}"
        scene.spot(name, f"point {name}, {what}", disc(x, y, 40, ""))
    if here.state.hand:
        scene.draw(words(wide / 2, wide + 28, f"in hand: {here.state.hand}", 30))
    for text in here.move_texts:
        path = text.replace("x", "-").split("-")
        goal = path[1] if "-" in text else path[0]
        x, y = places[names.index(goal)]
        scene.move(text, path, (x, y), stone(x, y, here.to_move, 32) if len(path) == 1 else [])
    return scene
