"""The common boards, one line each. Places are numbered in the order in which they are made.

>>> board = grid(3, 3, kinds=["mark"])
>>> [place.name for place in board.places][:4], board.number["c3"]
(['a1', 'b1', 'c1', 'a2'], 8)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from zermelo.drawing.board import DISC, NOBODY, Board, Kinds, Label, Line, Place, kinds_of

BESIDE = 0.8  # how far a label is from the middle of the next cell
_ROW = math.sqrt(3) / 2  # from a row of hexagons to the next
_DISC = (DISC,)

Looks = Literal["", "light", "dark"]
Turn = Literal["round", "mirror", "none"]


def letter(column: int) -> str:
    """What a column is called: `a`, `b`, …, and after `z` by its number."""
    return chr(97 + column) if column < 26 else str(column + 1)


def grid(width: int, height: int, kinds: Kinds = _DISC, *, upwards: bool = False) -> Board:
    """Cells row by row from the top, a1 first; with `upwards` row 1 is at the bottom, as in chess,
    and comes first."""
    return _cells(width, height, kinds, upwards, checkered=False)


def checkered(width: int, height: int, kinds: Kinds = _DISC, *, upwards: bool = True) -> Board:
    """A grid of light and dark squares; the square at the lower left is dark."""
    return _cells(width, height, kinds, upwards, checkered=True)


def _cells(width: int, height: int, kinds: Kinds, upwards: bool, checkered: bool) -> Board:
    def place(x: int, row: int) -> Place:
        y = height - 1 - row if upwards else row
        look: Looks = "" if not checkered else "light" if (x + height - 1 - y) % 2 else "dark"
        return Place(f"{letter(x)}{row + 1}", "cell", x, y, look=look)

    places = tuple(place(x, row) for row in range(height) for x in range(width))
    beyond = height - 1 + BESIDE if upwards else -BESIDE
    labels = [Label(x, beyond, letter(x)) for x in range(width)]
    labels += [Label(-BESIDE, height - 1 - row if upwards else row, str(row + 1))
               for row in range(height)]
    return Board(places, kinds_of(kinds), labels=tuple(labels))


def hexagons(size: int, kinds: Kinds = _DISC, *, sides: bool = False) -> Board:
    """A rhombus of hexagons; with `sides` its top and bottom are the first player's, left and right
    the second's."""
    places = tuple(Place(f"{letter(x)}{y + 1}", "hexagon", x + y / 2, y * _ROW)
                   for y in range(size) for x in range(size))
    labels = [Label(x - 0.2, -0.98, letter(x)) for x in range(size)]
    labels += [Label(y / 2 - 1.18, y * _ROW, str(y + 1)) for y in range(size)]
    return Board(places, kinds_of(kinds), _sides(size) if sides else (), tuple(labels),
                 pitch=(2.0, 1 / _ROW))


def _sides(size: int) -> tuple[Line, ...]:
    """A line along each side, just outside the cells."""
    last, low, out = size - 1, (size - 1) * _ROW, 0.7
    return (Line(-0.4, -out, last + 0.5, -out, 0),
            Line(last / 2 - 0.5, low + out, 1.5 * last + 0.4, low + out, 0),
            Line(-0.78, -0.12, last / 2 - 0.74, low + 0.24, 1),
            Line(last + 0.74, -0.24, 1.5 * last + 0.78, low + 0.12, 1))


def points(places: Sequence[tuple[str, float, float]], lines: Iterable[tuple[int, int]],
           kinds: Kinds = _DISC, *, size: float = 0.8) -> Board:
    """Points by name, x and y, and which of them are joined by lines."""
    made = tuple(Place(name, "point", x, y, size, size) for name, x, y in places)
    joined = tuple(Line(made[a].x, made[a].y, made[b].x, made[b].y) for a, b in lines)
    return Board(made, kinds_of(kinds), joined, pitch=(2.0, 2.0))


def edges(width: int, height: int, kinds: Kinds = _DISC) -> Board:
    """Dots in columns and rows with `width` × `height` boxes between them.

    First come the edges, row by row from the top, lying and standing ones in turn: a row of boxes
    has `2 * width + 1` of them; then the boxes, and the dots.
    """
    def dot(x: int, y: int) -> str:
        return f"{letter(x)}{y + 1}"

    places: list[Place] = []
    for y in range(height + 1):
        places += [Place(f"{dot(x, y)}-{dot(x + 1, y)}", "edge", x + 0.5, y, 1, 0)
                   for x in range(width)]
        if y < height:
            places += [Place(f"{dot(x, y)}-{dot(x, y + 1)}", "edge", x, y + 0.5, 0, 1)
                       for x in range(width + 1)]
    places += [Place(f"box {dot(x, y)}", "box", x + 0.5, y + 0.5)
               for y in range(height) for x in range(width)]
    places += [Place(dot(x, y), "dot", x, y, 0.2, 0.2)
               for y in range(height + 1) for x in range(width + 1)]
    labels = [Label(x, -0.5, letter(x)) for x in range(width + 1)]
    labels += [Label(-0.5, y, str(y + 1)) for y in range(height + 1)]
    return Board(tuple(places), kinds_of(kinds), labels=tuple(labels), pitch=(4.0, 2.0))


def heaps(sizes: Sequence[int], kinds: Kinds = ("pebble",)) -> Board:
    """A row of places for each heap, as many as there can be things in it: a1, a2, …, b1, …

    Who points at one takes it and those to its right.
    """
    places = tuple(Place(f"{letter(i)}{j + 1}", "point", j, 1.1 * i,
                         label=f"heap {letter(i)}, stone {j + 1}")
                   for i, size in enumerate(sizes) for j in range(size))
    labels = tuple(Label(-BESIDE, 1.1 * i, letter(i)) for i in range(len(sizes)))
    return Board(places, kinds_of(kinds), labels=labels, turn="none")


def hands(names: Sequence[str], owner: int, kinds: Kinds = _DISC, *, label: str = "") -> Board:
    """A player's hand: a place for each kind of thing that one can hold."""
    places = tuple(Place(name, "hand", 1.5 * i, 0, 1.5, 1.1, owner=owner)
                   for i, name in enumerate(names))
    labels = (Label(-1.45, 0, label),) if label else ()
    return Board(places, kinds_of(kinds), labels=labels, turn="none", pitch=(4.0, 1.0))


def counters(names: Sequence[str]) -> Board:
    """A number after each name: two are the players', one alone is nobody's."""
    places = tuple(Place(name, "counter", 2.2 * i, 0, 2, 0.6, owner=i if len(names) > 1 else NOBODY)
                   for i, name in enumerate(names))
    return Board(places, turn="none")


def stacked(*boards: Board, gap: float = 0.15, turn: Turn | None = None) -> Board:
    """Boards below each other, in the middle, as one, with the kinds of the first that has any of
    its own; their places are numbered on."""
    middles = [(board.bounds[0] + board.bounds[2]) / 2 for board in boards]
    top, moved = boards[0].bounds[1], []
    for board, middle in zip(boards, middles, strict=True):
        moved.append(board.moved(middles[0] - middle, top - board.bounds[1]))
        top = moved[-1].bounds[3] + gap
    kinds = next((board.kinds for board in boards if board.kinds != (DISC,)), (DISC,))
    turns = [board.turn for board in boards if board.turn != "none"]
    return replace(
        boards[0], kinds=kinds, places=tuple(p for board in moved for p in board.places),
        lines=tuple(n for board in moved for n in board.lines),
        labels=tuple(n for board in moved for n in board.labels),
        turn=turn or (turns[0] if turns else "none"),
        pitch=max(board.pitch for board in boards))
