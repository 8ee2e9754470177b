"""Games of counting: pits with seeds, heaps of stones."""

from __future__ import annotations

import math

from zermelo.position import Position
from zermelo.web.scenes.scene import Scene, disc, rect, words

_SEEDS_SHOWN = 12
_STONES_SHOWN = 40
_HEAPS_SHOWN = 12


def kalah(here: Position) -> Scene:
    """South's pits below, north's above, the stores left and right."""
    board, stores, _ = here.text.split(":")
    south, north = (list(map(int, row.split(","))) for row in board.split("/"))
    pits, step = len(south), 130
    scene = Scene((pits + 2) * step, 3 * step)
    scene.draw(rect(0, 20, scene.width, 3 * step - 40, "wood", 60))
    for whose, x in ((1, 20), (0, scene.width - step + 10)):
        scene.draw(rect(x, 60, step - 30, 3 * step - 120, f"pit p{whose}", 46))
        scene.draw(words(x + step / 2 - 15, 1.5 * step, stores.split("-")[whose], 54, "mark"))
        scene.draw(words(x + step / 2 - 15, 3 * step - 88, here.game.players[whose], 24))
    legal = set(here.move_texts)
    for whose, row in enumerate((south, north)):
        for i, seeds in enumerate(row):
            place = i if whose == 0 else pits - 1 - i
            x, y = (place + 1.5) * step, (2.15 if whose == 0 else 0.85) * step
            name = chr((65 if whose == 0 else 97) + i)
            scene.draw(disc(x, y, 54, f"pit p{whose}"))
            for dx, dy in _scattered(min(seeds, _SEEDS_SHOWN)):
                scene.draw(disc(x + dx, y + dy, 8, "seed"))
            scene.draw(words(x + 44, y - 44, str(seeds), 30, "mark"))
            scene.draw(words(x - 44, y - 44, name, 24))
            scene.spot(name, f"pit {name}, {seeds} seeds", disc(x, y, 54, ""))
            if name in legal:
                scene.move(name, [name], (x, y + 34))
    return scene


def _scattered(count: int) -> list[tuple[float, float]]:
    """Places for so many seeds, as sunflowers lay them."""
    return [(10.5 * math.sqrt(i) * math.cos(2.4 * i), 10.5 * math.sqrt(i) * math.sin(2.4 * i))
            for i in range(count)]


def nim(here: Position) -> Scene | None:
    """Heaps in rows; a click on a stone takes it and all to its right."""
    heaps = list(map(int, here.text.partition(":")[0].split("+")))
    largest = max(heaps, default=0)
    if largest > _STONES_SHOWN or len(heaps) > _HEAPS_SHOWN:
        return None
    start = list(map(int, getattr(here.game, "heaps", here.text.partition(":")[0]).split("+")))
    wide = max(4, min(_STONES_SHOWN, max(start)))
    scene = Scene((wide + 1.5) * 100, len(heaps) * 120, turn="none")
    legal = set(here.move_texts)
    for i, stones in enumerate(heaps):
        heap, y = chr(97 + i), 120 * i + 60
        scene.draw(rect(90, y - 50, wide * 100 + 40, 100, "board", 50),
                   words(45, y, heap, 40, "mark"))
        for j in range(stones):
            x, take = 140 + 100 * j + 10, stones - j
            scene.draw(disc(x, y, 36, "pebble"))
            name = f"{heap}{take}"
            scene.spot(name, f"take {take} from heap {heap} of {stones}", disc(x, y, 42, ""))
            if name in legal:
                ghost = [disc(140 + 100 * k + 10, y, 40, f"ring p{here.to_move}")
                         for k in range(j, stones)]
                scene.move(name, [name], (x, y), ghost)
    return scene
