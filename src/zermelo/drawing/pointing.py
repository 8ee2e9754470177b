"""Moves made by pointing: the places of each, in order, and what it puts on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zermelo.drawing.reading import named_places
from zermelo.drawing.scene import Drawn, Scene, SceneMove, added
from zermelo.errors import RulesError

MOST_LOOKS = 20_000  # places looked at to see what moves would add; on a larger board nobody does


def with_moves(game: Drawn, s: Any, legal: Sequence[Any],
               last: tuple[Any, Any] | None = None) -> Scene:
    """The scene of a state with its legal moves, and the `last` one: a state, and the move there
    that led here."""
    scene = game.scene(s)
    looks_ahead = len(legal) * len(scene.board.places) <= MOST_LOOKS
    moves = [pointed(game, s, scene, m, None if looks_ahead else scene) for m in legal]
    led = None if last is None else pointed(game, last[0], game.scene(last[0]), last[1], scene)
    return replace(scene, moves=tuple(m for m in moves if m.places), last=led)


def pointed(game: Drawn, s: Any, scene: Scene, m: Any, after: Scene | None = None) -> SceneMove:
    """A move of a state as it is made on its board; `after` is the scene that it leads to."""
    text = game.move_text(s, m)
    places = touched(game, s, scene, m, text)
    if after is None and len(places) != 1:
        return SceneMove(text, places)  # what it adds is where the last click is
    after = after or game.scene(game.play(s, m))
    return SceneMove(text, places, added(scene, after) if after.board == scene.board else ())


def touched(game: Drawn, s: Any, scene: Scene, m: Any, text: str) -> tuple[int, ...]:
    """The places that a move is pointed at with, by what the game says, or by the move's text."""
    if game.overrides("touches"):
        places = tuple(game.touches(s, m))
        for place in places:
            if not 0 <= place < len(scene.board.places):
                raise RulesError(f"the move {text} is pointed at with place {place}, and there are "
                                 f"0 to {len(scene.board.places) - 1}; `zermelo check` finds out "
                                 f"more")
        return places
    return named_places(scene.board, text)
