"""A scene in letters, for terminals.

      a b c        8 . n .         1 . . .        0---1        a   b
    1 x . o        7 . . .          2 . R .       |   |      1 +---+
    2 . x .          a b c           3 . . .      X---·      2 +   +
"""

from __future__ import annotations

from collections import defaultdict

from zermelo.drawing.board import Board, Line, Piece, Place
from zermelo.drawing.scene import Scene

EMPTY = {"cell": ".", "hexagon": ".", "hole": ".", "point": "·", "dot": "+"}


def scene_text(scene: Scene) -> str:
    """The picture in lines of text.

    >>> from zermelo.drawing import grid
    >>> print(scene_text(Scene(grid(3, 2), (Piece(1, 0), Piece(5, 1)))))
      a b c
    1 . x .
    2 . . o
    """
    board, canvas = scene.board, Canvas(scene.board)
    for line in board.lines:
        if line.owner < 0:
            canvas.line(line)
    for label in board.labels:
        canvas.write(label.x, label.y, label.text)
    standing: dict[int, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        standing[piece.place].append(piece)
    counted = []
    for number, place in enumerate(board.places):
        found = standing[number]
        if place.shape == "counter":
            counted.append(f"{place.name} {sum(piece.count for piece in found)}")
        elif place.shape == "edge":
            if found:
                canvas.line(Line(place.x - place.wide / 2, place.y - place.high / 2,
                                 place.x + place.wide / 2, place.y + place.high / 2))
        elif place.shape == "heap":
            held = str(sum(piece.count for piece in found))
            canvas.write(place.x, place.y, held.rjust(int(board.pitch[0]) - 1))
        elif place.shape == "hand":
            canvas.write(place.x, place.y, _written(board, found))
        elif found or (place.shape in EMPTY and place.name):
            canvas.write(place.x, place.y, _sign(board, place, found))
    return "\n".join([*canvas.lines(), *([", ".join(counted)] if counted else []), *scene.words])


def _sign(board: Board, place: Place, found: list[Piece]) -> str:
    return board.kinds[found[-1].kind].letter(found[-1].owner) if found else EMPTY[place.shape]


def _written(board: Board, found: list[Piece]) -> str:
    return "".join(board.kinds[p.kind].letter(p.owner) * p.count for p in found) or "-"


class Canvas:
    """Letters by column and row; a text ends where its place is, so that numbers line up."""

    def __init__(self, board: Board) -> None:
        self._across, self._down = board.pitch
        self._found: dict[tuple[int, int], str] = {}

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round(x * self._across), round(y * self._down)

    def write(self, x: float, y: float, text: str) -> None:
        """A text that ends there."""
        column, row = self._at(x, y)
        for i, sign in enumerate(text):
            self._found[column - len(text) + 1 + i, row] = sign

    def line(self, line: Line) -> None:
        """What is between the two ends of a line."""
        (x1, y1), (x2, y2) = sorted([self._at(line.x1, line.y1), self._at(line.x2, line.y2)])
        dx, dy = x2 - x1, y2 - y1
        sign = "-" if dy == 0 else "|" if dx == 0 else "\\" if dy > 0 else "/"
        steps = max(abs(dx), abs(dy)) if 0 in (dx, dy) else abs(dy)
        for i in range(1, steps):
            self._found[x1 + round(dx * i / steps), y1 + round(dy * i / steps)] = sign

    def lines(self) -> list[str]:
        """All rows, from the top."""
        if not self._found:
            return []
        left = min(column for column, _ in self._found)
        rows: dict[int, dict[int, str]] = defaultdict(dict)
        for (column, row), sign in self._found.items():
            rows[row][column - left] = sign
        return ["".join(rows[row].get(i, " ") for i in range(max(rows[row], default=-1) + 1))
                for row in range(min(rows), max(rows) + 1)]
