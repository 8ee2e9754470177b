"""Moves made by pointing: the places of each, in order, and what it puts on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo.drawing.reading import named_places
from zermelo.drawing.scene import Scene, SceneMove, added
from zermelo.errors import RulesError
from zermelo.game import Game

if TYPE_CHECKING:
    from zermelo.position import Position

MOST_LOOKS = 20_000  # places looked at to see what moves would add; on a larger board nobody does


def with_moves(here: Position) -> Scene:
    """The scene of a position with its legal moves, and the one that led there."""
    game, scene = here.game, here.game.scene(here.state)
    legal = here.moves
    looks_ahead = len(legal) * len(scene.board.places) <= MOST_LOOKS
    moves = [pointed(game, here.state, scene, m, None if looks_ahead else scene) for m in legal]
    before = here.previous
    last = None if before is None else pointed(
        game, before.state, game.scene(before.state), here.move, scene)
    return replace(scene, moves=tuple(m for m in moves if m.places), last=last)


def pointed(game: Game, s: Any, scene: Scene, m: Any, after: Scene | None = None) -> SceneMove:
    """A move of a state as it is made on its board; `after` is the scene that it leads to."""
    text = game.move_text(s, m)
    places = touched(game, s, scene, m, text)
    if after is None and len(places) != 1:
        return SceneMove(text, places)  # what it adds is where the last click is
    after = after or game.scene(game.play(s, m))
    return SceneMove(text, places, added(scene, after) if after.board == scene.board else ())


def touched(game: Game, s: Any, scene: Scene, m: Any, text: str) -> tuple[int, ...]:
    """The places that a move is pointed at with, by what the game says, or by the move's text."""
    if type(game).touches is not Game.touches:
        places = tuple(game.touches(s, m))
        for place in places:
            if not 0 <= place < len(scene.board.places):
                raise RulesError(f"the move {text} is pointed at with place {place}, and there are "
                                 f"0 to {len(scene.board.places) - 1}; `zermelo check` finds out "
                                 f"more")
        return places
    return named_places(scene.board, text)
