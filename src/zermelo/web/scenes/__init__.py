"""Positions as scenes: a special one where a game needs it, else a grid read from its picture.

A game of one's own may offer a method `scene(s)` that returns a `Scene`; without it, a picture
with letters along the top or bottom and numbers at the side becomes a board to click on, and
anything else is shown as text, with its moves as buttons.
"""

from __future__ import annotations

from collections.abc import Callable

from zermelo.games import our_name
from zermelo.position import Position
from zermelo.web.scenes import boards, counters, grids, hexagons, points
from zermelo.web.scenes.chess import chess
from zermelo.web.scenes.scene import Scene

_SPECIAL: dict[str, Callable[[Position], Scene | None]] = {
    "checkers": boards.checkers,
    "chess": chess,
    "connect4": boards.connect_four,
    "dodgem": points.dodgem,
    "domineering": boards.domineering,
    "dots": boards.dots_and_boxes,
    "hex": hexagons.hex_board,
    "kalah": counters.kalah,
    "morris": points.morris,
    "nim": counters.nim,
    "rps": boards.cards,
}


def scene_of(here: Position) -> Scene | None:
    """How to draw a position; None if only its text can be shown."""
    own = getattr(here.game, "scene", None)
    if callable(own):
        found = own(here.state)
        return found if isinstance(found, Scene) else None
    special = _SPECIAL.get(our_name(here.game))
    return special(here) if special else grids.from_picture(here)


__all__ = ["Scene", "scene_of"]
