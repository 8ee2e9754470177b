"""What games look like: boards and pieces as data, and what draws them.

    figures, board    pieces and boards: what never changes
    boards            the common boards, one line each
    scene             a position: a board with its pieces, and how moves are pointed at
    reading           a scene for games that only show themselves in text
    text, picture     a scene in letters, and in SVG

>>> from zermelo import load
>>> game = load("tictactoe")
>>> scene = game.scene(game.parse("xo./.x./..o:x"))
>>> len(scene.pieces), scene.pieces[1]
(4, Piece(place=1, owner=1, kind=0, count=1))
"""

from zermelo.drawing.board import (
    FIRST,
    NOBODY,
    SECOND,
    Board,
    Kind,
    Label,
    Line,
    Piece,
    Place,
)
from zermelo.drawing.boards import (
    checkered,
    counters,
    edges,
    grid,
    hands,
    heaps,
    hexagons,
    letter,
    points,
    stacked,
)
from zermelo.drawing.picture import BOARD_STYLE, Picture, board_svg, scene_picture, scene_svg
from zermelo.drawing.scene import Scene, SceneMove
from zermelo.drawing.text import scene_text

__all__ = ["BOARD_STYLE", "FIRST", "NOBODY", "SECOND", "Board", "Kind", "Label", "Line", "Picture",
           "Piece", "Place", "Scene", "SceneMove", "board_svg", "checkered", "counters", "edges",
           "grid", "hands", "heaps", "hexagons", "letter", "points", "scene_picture", "scene_svg",
           "scene_text", "stacked"]
