"""Boards of squares, read from the picture that a game draws of itself in text.

      a b c            8 b b b
    1 o . .     or     7 . . .
    2 . x .            6 w w w
                         a b c

Pieces keep their letters unless there is something better to draw for them. Moves are clicks on
the squares that their text names: `b2`, `a1-a2`, `b2xc3`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.games import our_name
from zermelo.position import Position
from zermelo.web.scenes.scene import MARGIN, SQUARE, Scene, Shape, disc, line, polygon, rect, words

EMPTY = "._ "
_ROW = re.compile(r"\s*(\d+) (.*)")
_SQUARE = re.compile(r"[a-z]\d+")
_MOVE = re.compile(r"[a-z]\d+(?:[-x:]?[a-z]\d+)*")


class Grid(NamedTuple):
    """A picture taken apart: what stands on each square, by its name."""

    columns: int
    rows: list[str]  # their numbers, from the top
    squares: dict[str, str]
    letters_above: bool

    def corner(self, name: str) -> tuple[float, float]:
        """The top left corner of a square."""
        return (MARGIN + SQUARE * (ord(name[0]) - 97),
                MARGIN * self.letters_above + SQUARE * self.rows.index(name[1:]))

    def centre(self, name: str) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(name)
        return x + SQUARE / 2, y + SQUARE / 2


def read_grid(picture: str) -> Grid | None:
    """The board in a picture, if there is one."""
    lines = picture.splitlines()
    letters = [i for i, text in enumerate(lines) if _is_header(text)]
    if not letters:
        return None
    columns = len(lines[letters[0]].split())
    rows, squares = [], {}
    for text in lines:
        match = _ROW.fullmatch(text)
        if match is None:
            continue
        cells = match[2][::2].ljust(columns, ".")
        if len(cells) != columns or set(match[2][1::2]) - {" "}:
            return None
        rows.append(match[1])
        squares.update({f"{chr(97 + i)}{match[1]}": cell for i, cell in enumerate(cells)})
    if not rows or len(set(rows)) != len(rows):
        return None
    return Grid(columns, rows, squares, letters[0] == 0)


def _is_header(text: str) -> bool:
    names = text.split()
    return bool(names) and names == [chr(97 + i) for i in range(len(names))]


def from_picture(here: Position) -> Scene | None:
    """The scene of any game whose picture is a grid."""
    grid = read_grid(str(here))
    if grid is None:
        return None
    scene = board(grid, checkered=_is_checkered(here))
    for name, cell in grid.squares.items():
        scene.draw(*piece(here, cell, *grid.centre(name)))
    add_square_moves(scene, here, grid)
    return scene


def _is_checkered(here: Position) -> bool:
    return our_name(here.game) in ("breakthrough", "hexapawn")


def board(grid: Grid, checkered: bool = False) -> Scene:
    """The empty board with its letters and numbers, and a spot for every square."""
    wide, high = grid.columns * SQUARE, len(grid.rows) * SQUARE
    scene = Scene(wide + MARGIN, high + MARGIN)
    top = MARGIN * grid.letters_above
    scene.draw(rect(MARGIN, top, wide, high, "board", 12))
    for name, cell in grid.squares.items():
        x, y = grid.corner(name)
        dark = checkered and (ord(name[0]) + int(name[1:])) % 2 == 1
        scene.draw(rect(x + 2, y + 2, SQUARE - 4, SQUARE - 4, "cell dark" if dark else "cell", 8))
        label = f"{name}, {'empty' if cell in EMPTY else cell}"
        scene.spot(name, label, rect(x + 2, y + 2, SQUARE - 4, SQUARE - 4, "", 8))
    for i in range(grid.columns):
        y = MARGIN / 2 if grid.letters_above else high + MARGIN / 2
        scene.draw(words(MARGIN + SQUARE * (i + 0.5), y, chr(97 + i), 30))
    for i, number in enumerate(grid.rows):
        scene.draw(words(MARGIN / 2, top + SQUARE * (i + 0.5), number, 30))
    return scene


def add_square_moves(scene: Scene, here: Position, grid: Grid) -> None:
    """The moves whose text is squares; the rest, a pass for one, become buttons."""
    for text in here.move_texts:
        path = _SQUARE.findall(text)
        if not _MOVE.fullmatch(text) or any(name not in grid.squares for name in path):
            continue
        x, y = grid.centre(path[-1])
        ghost = piece(here, _letter(here), x, y) if len(path) == 1 else []
        scene.move(text, path, (x, y), ghost)


def _letter(here: Position) -> str:
    """How the player to move is written on the board."""
    if our_name(here.game) == "isolation":
        return "12"[here.to_move]
    if our_name(here.game) == "othello":
        return "xo"[here.to_move]
    return here.game.players[here.to_move][:1]


def owner(here: Position, cell: str) -> int | None:
    """Whose piece a letter is: by the players' initials, or as is the custom."""
    initials = [name[:1].casefold() for name in here.game.players]
    if our_name(here.game) == "othello":
        initials = ["x", "o"]
    folded = cell.casefold()
    if initials[0] != initials[1] and folded in initials:
        return initials.index(folded)
    for first, second in ("xo", "12", "wb", "AB"):
        if cell in (first, second):
            return int(cell == second)
    return None


def piece(here: Position, cell: str, x: float, y: float) -> list[Shape]:
    """What stands on a square."""
    if cell in EMPTY:
        return []
    if cell in "-#":
        return [rect(x - 42, y - 42, 84, 84, "closed", 8)]
    whose = owner(here, cell)
    if whose is None:
        return [words(x, y, cell, 56, "mark")]
    kind = f"p{whose}"
    if our_name(here.game) == "tictactoe":
        return [cross(x, y, kind)] if whose == 0 else [
            disc(x, y, 27, f"ring {kind}")]
    if our_name(here.game) in ("breakthrough", "hexapawn"):
        return pawn(x, y, kind)
    if our_name(here.game) in ("othello", "isolation"):
        return stone(x, y, whose)
    return [*stone(x, y, whose), words(x, y, cell, 40, f"on {kind}")]


def stone(x: float, y: float, whose: int, radius: float = 38) -> list[Shape]:
    """A disc; the second player's has a ring, so that colour is not all there is."""
    shapes = [disc(x, y, radius, f"stone p{whose}")]
    if whose == 1:
        shapes.append(disc(x, y, radius * 0.55, "inner p1"))
    return shapes


def cross(x: float, y: float, kind: str) -> Shape:
    """An x of one stroke, so that it is one shape."""
    r = 26
    return {"s": "path", "p": [[x - r, y - r, x + r, y + r], [x + r, y - r, x - r, y + r]],
            "c": f"stroke {kind}"}


def pawn(x: float, y: float, kind: str) -> list[Shape]:
    """A head on a body."""
    body = [x - 28, y + 34, x - 13, y - 4, x + 13, y - 4, x + 28, y + 34]
    shapes = [polygon(body, f"stone {kind}"), disc(x, y - 16, 18, f"stone {kind}")]
    if kind == "p1":
        shapes.append(line(x - 16, y + 22, x + 16, y + 22, "band p1"))
    return shapes
