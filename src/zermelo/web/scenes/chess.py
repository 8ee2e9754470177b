"""A board of chess: a click on a piece, one on where it goes, and one on what a pawn becomes."""

from __future__ import annotations

from typing import Any

from zermelo.drawing.figures import SIGNS, figure_of
from zermelo.games.chess_notation import uci
from zermelo.position import Position
from zermelo.web.scenes.grids import Grid, board, read_grid
from zermelo.web.scenes.scene import MARGIN, SQUARE, Scene, rect, words

BECOME = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


def chess(here: Position) -> Scene:
    """Figures are writing, so that they stand upright whichever side the board is seen from."""
    grid = read_grid(str(here))
    assert grid is not None
    scene = board(grid, checkered=True)
    for spot in scene.spots:
        name = spot["name"]
        figure = figure_of(grid.squares[name])
        if figure is not None:
            piece, player = figure
            spot["label"] = f"{name}, {here.game.players[player]} {piece}"
            scene.draw(words(*grid.centre(name), grid.squares[name], 84, "mark"))
    _add_moves(scene, here, grid)
    return scene


def _add_moves(scene: Scene, here: Position, grid: Grid) -> None:
    paths: dict[tuple[str, ...], Any] = {}
    for castling in (False, True):
        for m in here.moves:
            onto_rook = _path(uci(here.state, m, onto_rook=True))
            beside = _path(uci(here.state, m))
            if castling == (onto_rook != beside):
                # A king may castle to where it could also step: then it goes onto its rook.
                paths[onto_rook if beside in paths else beside] = m
    if any(len(path) == 3 for path in paths):
        _offer_pieces(scene, here)
    for path, m in paths.items():
        scene.move(here.game.move_text(here.state, m), path, grid.centre(path[1]))


def _path(text: str) -> tuple[str, ...]:
    return text[:2], text[2:4], *(BECOME[piece] for piece in text[4:])


def _offer_pieces(scene: Scene, here: Position) -> None:
    """What a pawn can become, beside the board."""
    x, scene.width = scene.width, scene.width + SQUARE + MARGIN / 2
    for i, name in enumerate(BECOME.values()):
        y = SQUARE * (i + 2)
        scene.draw(rect(x + 10, y + 2, SQUARE - 4, SQUARE - 4, "cell", 8))
        sign = next(s for s in SIGNS[here.to_move] if figure_of(s) == (name, here.to_move))
        scene.draw(words(x + 8 + SQUARE / 2, y + SQUARE / 2, sign, 84, "mark"))
        scene.spot(name, f"becomes a {name}", rect(x + 10, y + 2, SQUARE - 4, SQUARE - 4, "", 8))
