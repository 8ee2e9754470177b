"""A scene drawn in SVG.

Whose piece it is shows in colour and in shape. Colours stand in the elements, so that any program
can show the picture; `BOARD_STYLE` says what changes in the dark.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from zermelo.drawing.board import NOBODY, Board, Kind, Line, Piece, Place
from zermelo.drawing.figures import Part
from zermelo.drawing.palette import DAY, MONO, NIGHT, SANS, Colour
from zermelo.drawing.scene import Drawn, Scene

COLOURS = DAY.players
NEUTRAL = Colour(DAY.closed, DAY.soft, DAY.ink, DAY.ink, DAY.ink)
_SEEDS = 12  # that are drawn

_NIGHT_COLOURS = {**NIGHT.players, "none": Colour(NIGHT.closed, NIGHT.soft, NIGHT.ink, NIGHT.ink,
                                                 NIGHT.ink)}
BOARD_DARK = "\n".join([  # a line each with one selector
    f".zb-cell {{ fill: {NIGHT.cell}; stroke: {NIGHT.closed}; }}",
    f".zb-shut {{ fill: {NIGHT.closed}; }}",
    f".zb-label {{ fill: {NIGHT.soft}; }}",
    f".zb-mono {{ fill: {NIGHT.ink}; }}",
    f".zb-count {{ fill: {NIGHT.ink}; }}",
    f".zb-line {{ stroke: {NIGHT.ink}; }}",
    f".zb-way {{ stroke: {NIGHT.closed}; }}",
    f".zb-dot {{ fill: {NIGHT.soft}; }}",
    f".zb-light {{ fill: {NIGHT.light}; }}",
    f".zb-dark {{ fill: {NIGHT.dark}; }}",
    f".zb-column {{ fill: {NIGHT.wall}; }}",
    f".zb-heap {{ fill: {NIGHT.wood}; }}",
    *(f"[data-of={name}] {{ --fill: {its.fill}; --edge: {its.edge}; --on: {its.on}; "
      f"--rim: {its.rim}; --deep: {its.deep}; }}" for name, its in _NIGHT_COLOURS.items()),
    ".zb-body { fill: var(--fill); stroke: var(--edge); }",
    f".zb-card {{ fill: {NIGHT.card}; stroke: var(--rim); }}",
    ".zb-on { stroke: var(--on); }",
    ".zb-on-full { fill: var(--on); }",
    ".zb-icon { fill: var(--rim); }",
    ".zb-ink { stroke: var(--rim); }",
    ".zb-word { fill: var(--deep); }",
])


def dark(rules: str) -> str:
    """Rules, a line each, that hold where the system is dark or the page's `data-theme` is.

    >>> print(dark(".a { fill: black; }"))
    @media (prefers-color-scheme: dark) {
    :root:not([data-theme=light]) .a { fill: black; }
    }
    :root[data-theme=dark] .a { fill: black; }
    """
    lines = rules.splitlines()
    by_system = "\n".join(f":root:not([data-theme=light]) {line}" for line in lines)
    by_choice = "\n".join(f":root[data-theme=dark] {line}" for line in lines)
    return f"@media (prefers-color-scheme: dark) {{\n{by_system}\n}}\n{by_choice}"


BOARD_STYLE = dark(BOARD_DARK)


Marks = tuple[Collection[str], Collection[str]]  # names of squares, a player's and the other's


@dataclass(frozen=True)
class Picture:
    """A piece of SVG with its corner at the origin, and its size."""

    width: float
    height: float
    body: str


def scene_picture(scene: Scene, cell: float = 22, labels: bool = True,
                  marks: Marks = ((), ())) -> Picture:
    """The scene with cells of that size.

    `marks`: the names of squares to be marked, the first player's with rings and the second's with
    frames. ValueError if there are no such squares.
    """
    _refuse_unknown(marks, {place.name for place in scene.board.places} - {""})
    if not scene.board.places:
        return _text_picture(list(scene.words), cell)
    drawn = _Drawing(scene, cell, labels)
    return _above(drawn.picture(marks), scene.words, cell)


def board_svg(game: Drawn, s: Any, cell: float = 32, marks: Marks = ((), ()),
              about: str = "") -> str:
    """The state as a whole SVG document, perhaps with marks on it and words about them."""
    name = f"{game.spec}: {game.text(s)}{about and f'; {about}'}"
    return scene_svg(game.scene(s), name, cell, marks)


def scene_svg(scene: Scene, name: str, cell: float = 32, marks: Marks = ((), ())) -> str:
    """A scene as a whole SVG document; `name` is what is read out."""
    picture = scene_picture(scene, cell, marks=marks)
    margin = 4
    wide, high = picture.width + 2 * margin, picture.height + 2 * margin
    name = escape(name)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-board" role="img" '
            f'width="{num(wide)}" height="{num(high)}" viewBox="{-margin} {-margin} {num(wide)} '
            f'{num(high)}" aria-label="{name}"><title>{name}</title>'
            f"<style>{BOARD_STYLE}</style>{picture.body}</svg>")


def num(x: float) -> str:
    """A coordinate, short."""
    return f"{x:.2f}".rstrip("0").rstrip(".") or "0"


def _refuse_unknown(marks: Marks, known: set[str]) -> None:
    for name in (*marks[0], *marks[1]):
        if name not in known:
            raise ValueError(f"the square {name!r} cannot be marked: the picture has "
                             f"{'no square of that name' if known else 'no named squares'}")


class _Drawing:
    """A scene on its way to SVG."""

    def __init__(self, scene: Scene, cell: float, labels: bool) -> None:
        self.scene, self.board, self.cell = scene, scene.board, cell
        self.labels = labels
        board = self.board if labels else _bare(scene)
        self.left, self.top, self.right, self.bottom = board.bounds
        first, second = (COLOURS.get(name, NEUTRAL) for name in scene.colours)
        self.colours = (first, second, NEUTRAL)  # by owner, nobody's at -1
        self.names = tuple(name if name in COLOURS else "none" for name in (*scene.colours, ""))
        self.tells = {"black", "white"} != set(scene.colours)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.cell, (y - self.top) * self.cell

    def picture(self, marks: Marks) -> Picture:
        standing: dict[int, list[Piece]] = defaultdict(list)
        for piece in self.scene.pieces:
            standing[piece.place].append(piece)
        parts = [self._line(line) for line in self.board.lines]
        parts += [self._place(place, standing[i]) for i, place in enumerate(self.board.places)]
        for i, place in enumerate(self.board.places):
            parts += [self._piece(place, piece) for piece in standing[i]]
            parts += [self._mark(who, place) for who in (0, 1) if place.name in marks[who]]
        if self.labels:
            parts += [_text(*self.at(n.x, n.y), n.text, self.cell * 0.42, "zb-label", DAY.soft)
                      for n in self.board.labels]
        wide, high = (self.right - self.left) * self.cell, (self.bottom - self.top) * self.cell
        return Picture(wide, high, "".join(parts))

    def _line(self, line: Line) -> str:
        (x1, y1), (x2, y2) = self.at(line.x1, line.y1), self.at(line.x2, line.y2)
        look, ink, wide = ("zb-way", DAY.closed, 0.06)
        if line.owner != NOBODY:
            look = f'zb-side zb-ink" data-of="{self.names[line.owner]}'
            ink, wide = self.colours[line.owner].rim, 0.12
        return (f'<path class="{look}" d="M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}" '
                f'stroke="{ink}" stroke-width="{num(self.cell * wide)}" stroke-linecap="round"/>')

    def _place(self, place: Place, standing: list[Piece]) -> str:
        x, y = self.at(place.x, place.y)
        wide, high = place.wide * self.cell, place.high * self.cell
        thin = num(max(self.cell * 0.035, 0.6))
        if place.shape == "hexagon":
            radius = wide / math.sqrt(3)
            corners = " ".join(f"{num(x + radius * math.sin(a))},{num(y - radius * math.cos(a))}"
                               for a in (k * math.pi / 3 for k in range(6)))
            return (f'<polygon class="zb-cell" points="{corners}" fill="{DAY.cell}" '
                    f'stroke="{DAY.wall}" stroke-width="{thin}"/>')
        box = f'x="{num(x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" ' \
              f'height="{num(high)}"'
        if place.shape == "cell":
            look, fill = {"dark": ("zb-cell zb-dark", DAY.dark), "light":
                          ("zb-cell zb-light", DAY.light), "": ("zb-cell", DAY.cell)}[place.look]
            return (f'<rect class="{look}" {box} fill="{fill}" stroke="{DAY.wall}" '
                    f'stroke-width="{thin}"/>')
        if place.shape == "column":
            return f'<rect class="zb-column" {box} fill="{DAY.wall}"/>'
        if place.shape == "heap":
            edge = self.colours[place.owner].rim
            return (f'<rect class="zb-heap" {box} rx="{num(min(wide, high) / 2)}" '
                    f'fill="{DAY.wood}" stroke="{edge}" stroke-width="{thin}"/>')
        if place.shape in ("hole", "dot") or (place.shape == "point" and not standing):
            radius, look, fill = {"hole": (0.42, "zb-cell", DAY.hole), "dot": (
                0.55, "zb-dot", DAY.soft), "point": (0.1, "zb-dot", DAY.closed)}[place.shape]
            return (f'<circle class="{look}" cx="{num(x)}" cy="{num(y)}" '
                    f'r="{num(radius * wide)}" fill="{fill}"/>')
        return ""

    def _piece(self, place: Place, piece: Piece) -> str:
        x, y = self.at(place.x, place.y)
        size = self.cell
        owner = self.colours[piece.owner]
        side = ("zb-first", "zb-second", "zb-none")[piece.owner]
        if place.shape == "counter":
            return _text(x, y, f"{place.name} {piece.count}", size * 0.5, "zb-count", DAY.ink)
        if place.shape == "heap":
            return self._seeds(place, piece.count)
        if place.shape == "edge":
            dx, dy = place.wide * size / 2, place.high * size / 2
            return (f'<path class="zb-line {side}" d="M{num(x - dx)} {num(y - dy)}'
                    f'L{num(x + dx)} {num(y + dy)}" stroke="{owner.rim}" '
                    f'stroke-width="{num(size * 0.14)}" stroke-linecap="round"/>')
        if place.shape == "box":
            wide, high = place.wide * size, place.high * size
            fill = DAY.wall if piece.owner == NOBODY else owner.fill
            return (f'<rect class="zb-shut {side}" x="{num(x - wide / 2)}" '
                    f'y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" '
                    f'fill="{fill}" opacity="0.8"/>')
        if place.shape == "hand" and not piece.count:
            return ""
        scale = size * min(place.wide, place.high, 1.0)
        x -= size * 0.25 if place.shape == "hand" else 0
        drawn = self._figure(self.board.kinds[piece.kind], piece.owner, x, y, scale, side)
        if piece.count == 1:
            return drawn
        return drawn + _text(x + size * 0.72, y, f"×{piece.count}", size * 0.34, "zb-count",
                             DAY.ink)

    def _seeds(self, place: Place, count: int) -> str:
        """As many dots as sunflowers lay them, and their number."""
        x, y = self.at(place.x, place.y)
        size, drawn = self.cell, []
        for i in range(min(count, _SEEDS)):
            out = 0.085 * math.sqrt(i) * size
            drawn.append(f'<circle class="zb-dot" cx="{num(x + out * math.cos(2.4 * i))}" '
                         f'cy="{num(y + out * math.sin(2.4 * i))}" r="{num(size * 0.06)}" '
                         f'fill="{DAY.soft}"/>')
        drawn.append(_text(x, y + place.high * size * 0.5 - size * 0.1, str(count), size * 0.3,
                           "zb-count", DAY.ink))
        return "".join(drawn)

    def _figure(self, kind: Kind, owner: int, x: float, y: float, size: float,
                side: str) -> str:
        parts = [self._part(part, owner) for part in kind.parts
                 if part.only in (None, owner) and (part.look != "tell" or self.tells)]
        named = f" zb-{kind.figure}" if kind.figure.isalpha() and kind.figure.isascii() else ""
        at = f"translate({num(x)} {num(y)}) scale({num(size / 100)})"
        return (f'<g class="{side}{named}" data-of="{self.names[owner]}" transform="{at}" '
                f'stroke-width="3" stroke-linejoin="round" stroke-linecap="round">'
                f'{"".join(parts)}</g>')

    def _part(self, part: Part, owner: int) -> str:
        colour = self.colours[owner]
        look = {
            "body": f'class="zb-body" fill="{colour.fill}" stroke="{colour.edge}"',
            "ink": f'class="zb-on" fill="none" stroke="{colour.on}"',
            "tell": f'class="zb-on" fill="none" stroke="{colour.on}" stroke-width="5" '
                    f'opacity="0.75"',
            "stroke": f'class="zb-ink" fill="none" stroke="{colour.rim}" '
                      f'stroke-width="13"',
            "card": f'class="zb-card" fill="{DAY.card}" stroke="{colour.rim}" stroke-width="4"',
            "icon": f'class="zb-icon" fill="{colour.rim}" stroke="none"',
            "shut": f'class="zb-shut" fill="{DAY.closed}" stroke="{DAY.soft}"',
        }[part.look]
        numbers = [num(n) for n in part.numbers]
        if part.kind == "text":
            kind, fill = (("zb-word", colour.deep) if part.look == "stroke" else
                          ("zb-on-full", colour.on))
            low = num(part.numbers[1] + part.numbers[2] * 0.36)
            return (f'<text class="{kind}" x="{numbers[0]}" y="{low}" '
                    f'text-anchor="middle" stroke="none" fill="{fill}" font-family="{SANS}" '
                    f'font-weight="700" font-size="{numbers[2]}">{escape(part.text)}</text>')
        if part.look == "ink" and part.kind == "polygon":
            look = f'class="zb-on-full" fill="{colour.on}" stroke="none"'
        shape = {"disc": lambda: f'circle cx="{numbers[0]}" cy="{numbers[1]}" r="{numbers[2]}"',
                 "polygon": lambda: f'polygon points="{" ".join(numbers)}"',
                 "line": lambda: f'polyline points="{" ".join(numbers)}"',
                 "path": lambda: f'path d="{escape(part.text)}"'}[part.kind]()
        return f"<{shape} {look}/>"

    def _mark(self, player: int, place: Place) -> str:
        """A ring for the first player, a dashed frame for the second."""
        x, y, cell = *self.at(place.x, place.y), self.cell
        name = ("blue", "orange")[player]
        look = (f'class="zb-mark zb-ink" data-of="{name}" fill="none" stroke="{COLOURS[name].rim}" '
                f'stroke-width="{num(cell * 0.08)}"')
        if player == 0:
            return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(cell * 0.44)}" {look}/>'
        return (f'<rect x="{num(x - cell * 0.44)}" y="{num(y - cell * 0.44)}" '
                f'width="{num(cell * 0.88)}" height="{num(cell * 0.88)}" '
                f'stroke-dasharray="{num(cell * 0.16)} {num(cell * 0.08)}" {look}/>')


def _bare(scene: Scene) -> Board:
    return replace(scene.board, labels=())


def _text(x: float, y: float, text: str, size: float, look: str, fill: str) -> str:
    return (f'<text class="{look}" x="{num(x)}" y="{num(y + size * 0.36)}" text-anchor="middle" '
            f'font-family="{SANS}" font-size="{num(size)}" fill="{fill}">{escape(text)}</text>')


def _text_picture(lines: list[str], cell: float) -> Picture:
    """Lines of text in letters of one width."""
    size = max(cell * 0.6, 7)
    wide = max(len(line) for line in lines) * size * 0.62
    body = "".join(
        f'<text class="zb-mono" x="0" y="{num((y + 0.8) * size * 1.15)}" '
        f'font-family="{MONO}" font-size="{num(size)}" fill="{DAY.ink}" '
        f'textLength="{num(len(line) * size * 0.6)}" xml:space="preserve">{escape(line)}</text>'
        for y, line in enumerate(lines) if line.strip())
    return Picture(wide, len(lines) * size * 1.15, body)


def _above(board: Picture, lines: tuple[str, ...], cell: float) -> Picture:
    """A board with lines of text below it, one in the middle above the other."""
    if not lines:
        return board
    text = _text_picture(list(lines), cell * 0.9)
    wide, gap = max(board.width, text.width), cell * 0.2
    body = (f'<g transform="translate({num((wide - board.width) / 2)} 0)">{board.body}</g>'
            f'<g transform="translate({num((wide - text.width) / 2)} {num(board.height + gap)})">'
            f"{text.body}</g>")
    return Picture(wide, board.height + gap + text.height, body)
