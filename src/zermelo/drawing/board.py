"""What a game looks like and never changes: its places, its lines, its kinds of pieces.

A board is plain data, so that anything can draw it: a terminal, SVG, a page, a page without Python.
A square is one unit wide; x goes right and y down, and a place is where its middle is.

    cell hexagon point      where a piece stands
    hole                    where one stands that nobody points at: in Connect Four, one points at
    column                  the column
    edge                    a line that is drawn, or is not: `wide` and `high` say how it lies
    box                     an area that belongs to somebody
    dot                     just there
    heap                    so many of a thing: seeds in a pit
    hand                    so many pieces of a kind, to be played
    counter                 a number
    goal                    where pieces leave the board
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from zermelo.drawing.figures import FIGURES, Part, lettered

FIRST, SECOND, NOBODY = 0, 1, -1  # owners

Shape = Literal["cell", "hexagon", "point", "hole", "column", "edge", "box", "dot", "heap", "hand",
                "counter", "goal"]
SILENT = ("hole", "box", "dot", "counter")  # nobody points at these


class Piece(NamedTuple):
    """What stands on a place, by number; or how many things are there, or how much is counted.

    Ints only, so that a game's `pieces` compiles.
    """

    place: int
    owner: int = NOBODY
    kind: int = 0
    count: int = 1  # type: ignore[assignment]  # and not what tuples count


class Place(NamedTuple):
    """A place by its middle. `owner`: whose pit, hand or counter it is. `label`: what is read out
    where the name does not say enough."""

    name: str
    shape: Shape
    x: float
    y: float
    wide: float = 1.0
    high: float = 1.0
    look: Literal["", "light", "dark"] = ""
    owner: int = NOBODY
    label: str = ""


class Line(NamedTuple):
    """A line on the board: a way along which pieces go, or somebody's side of it."""

    x1: float
    y1: float
    x2: float
    y2: float
    owner: int = NOBODY


class Label(NamedTuple):
    """A letter or number beside the places."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Kind:
    """A kind of piece.

    `figure` is one of `FIGURES`, or else a sign that is put on a disc as it stands. `letters` are
    for the terminal: the first player's, the second's, nobody's; `name` is what is read out.
    `path` is a drawing of one's own, as SVG writes paths, from -50 to 50 both ways.

    >>> Kind("disc", "xo").letter(SECOND), Kind("block", "#").letter(NOBODY)
    ('o', '#')
    """

    figure: str = "disc"
    letters: str = ""
    name: str = ""
    path: str = ""

    def letter(self, owner: int) -> str:
        """The letter that stands for the piece in text."""
        letters = self.letters or self.figure[:1].upper() + self.figure[:1].lower()
        return letters[owner] if owner != NOBODY and owner < len(letters) else letters[-1]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The shapes that the piece is drawn with."""
        if self.path:
            return (Part("path", (), text=self.path),)
        return FIGURES.get(self.figure) or lettered(self.figure)

    def to_json(self) -> dict[str, Any]:
        """Name, letters, and the parts that have to be drawn."""
        return {"name": self.name, "letters": self.letters,
                "parts": [part.to_json() for part in self.parts]}


DISC = Kind("disc", "xo")
Kinds = Sequence[Kind | str]


def kinds_of(given: Kinds) -> tuple[Kind, ...]:
    """Kinds, of which some may be given by the name of their figure."""
    return tuple(Kind(kind) if isinstance(kind, str) else kind for kind in given)


@dataclass(frozen=True)
class Board:
    """Places, lines and kinds of pieces.

    `turn` says how the board is seen from the other side: turned round, mirrored (where down stays
    down), or not at all. `pitch` is how many letters a unit takes in the terminal, across and down.
    """

    places: tuple[Place, ...] = ()
    kinds: tuple[Kind, ...] = (DISC,)
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    turn: Literal["round", "mirror", "none"] = "round"
    pitch: tuple[float, float] = (2.0, 1.0)
    numbered: bool = False  # whether the places' names are written into their corners

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of the place of a name.

        >>> from zermelo.drawing import grid
        >>> grid(8, 8).number["c4"]
        26
        """
        return {place.name: i for i, place in reversed(list(enumerate(self.places)))}

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that is drawn."""
        boxes = [(p.x - _reach(p.wide), p.y - _reach(p.high), p.x + _reach(p.wide),
                  p.y + _reach(p.high)) for p in self.places]
        boxes += [(min(n.x1, n.x2), min(n.y1, n.y2), max(n.x1, n.x2), max(n.y1, n.y2))
                  for n in self.lines]
        boxes += [(n.x - half, n.y - 0.3, n.x + half, n.y + 0.3) for n in self.labels
                  for half in [max(0.3, 0.11 * len(n.text))]]
        if not boxes:
            return 0.0, 0.0, 0.0, 0.0
        left, top, right, bottom = zip(*boxes, strict=True)
        return min(left), min(top), max(right), max(bottom)

    def wrong_with(self, piece: Any) -> str:
        """Why this can be no piece on this board, in half a sentence; nothing if it can."""
        if not (isinstance(piece, Piece) and all(type(n) is int for n in piece)):
            return (f"pieces yields {piece!r:.80}, and should yield Piece(place, owner, kind, "
                    f"count)")
        if not 0 <= piece.place < len(self.places):
            return f"{piece} is on place {piece.place}, and there are 0 to {len(self.places) - 1}"
        if piece.owner not in (FIRST, SECOND, NOBODY):
            return f"{piece} is owned by {piece.owner}, which is neither 0, 1 nor NOBODY"
        if not 0 <= piece.kind < len(self.kinds):
            return f"{piece} is of kind {piece.kind}, and there are 0 to {len(self.kinds) - 1}"
        return f"{piece} counts {piece.count}" if piece.count < 0 else ""

    def moved(self, dx: float, dy: float) -> Board:
        """The same further right and down."""
        return replace(
            self,
            places=tuple(p._replace(x=p.x + dx, y=p.y + dy) for p in self.places),
            lines=tuple(Line(n.x1 + dx, n.y1 + dy, n.x2 + dx, n.y2 + dy, n.owner)
                        for n in self.lines),
            labels=tuple(Label(n.x + dx, n.y + dy, n.text) for n in self.labels))

    def to_json(self) -> dict[str, Any]:
        """Plain data, as docs/scenes.md describes it."""
        return {
            "places": [_place_json(place) for place in self.places],
            "kinds": [kind.to_json() for kind in self.kinds],
            "lines": [[*(round(n, 3) for n in line[:4]), line.owner] for line in self.lines],
            "labels": [[round(label.x, 3), round(label.y, 3), label.text]
                       for label in self.labels],
            "bounds": [round(n, 3) for n in self.bounds],
            "turn": self.turn,
            "numbered": self.numbered,
        }


def _reach(size: float) -> float:
    return max(size / 2, 0.2)  # an edge is as thin as a line


def _place_json(place: Place) -> dict[str, Any]:
    found = {key: round(value, 3) if isinstance(value, float) else value
             for key, value in place._asdict().items()}
    return {key: value for key, value in found.items() if value != ""}
