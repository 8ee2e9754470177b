"""A state drawn: a grid with pieces where its text is one, and else the text as it stands.

Whose piece it is shows in colour and in shape: crosses and rings, black and white discs, discs
with a letter in them. Colours stand in the elements, so that any program can show the picture;
`BOARD_STYLE` says what changes in the dark.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from zermelo.drawing.figures import FIGURES, Part, figure_of
from zermelo.drawing.lattice import Lattice, read_lattice
from zermelo.drawing.reading import EMPTY, Grid, read_grid
from zermelo.game import Game

MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

FIRST, SECOND = "#2563eb", "#c2410c"  # the players, where their names are no colours
NAMED = {"black": "#0b0f19", "white": "#ffffff", "red": "#dc2626", "blue": "#2563eb",
         "green": "#15803d", "yellow": "#facc15"}
EDGE = "#1f2937"  # around discs

BOARD_DARK = """
.zb-cell { fill: #36445a; stroke: #6b7a91; }
.zb-off { fill: #1e293b; }
.zb-shut { fill: #8290a5; }
.zb-label { fill: #94a3b8; }
.zb-mono { fill: #e2e8f0; }
.zb-ink-first { stroke: #8fb8ff; }
.zb-ink-second { stroke: #fb9a63; }
.zb-disc { stroke: #94a3b8; }
.zb-line { stroke: #e2e8f0; }
.zb-dot { fill: #94a3b8; }
.zb-light { fill: #8a9ab1; }
.zb-dark { fill: #4b5d78; }
""".strip()


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


def board_picture(text: str, players: tuple[str, str], cell: float = 22, labels: bool = True,
                  marks: Marks = ((), ())) -> Picture:
    """What `game.show` says as a picture, with cells of that size.

    `marks`: the names of squares to be marked, the first player's with rings and the second's with
    frames. ValueError if the picture has no such squares.
    """
    grid = read_grid(text)
    _refuse_unknown(marks, set() if grid is None else set(grid.names.values()))
    if grid is not None:
        return _grid_picture(players, grid, cell, labels, marks)
    lattice = read_lattice(text)
    if lattice is not None:
        return _lattice_picture(lattice, cell, labels)
    return _text_picture(text.split("\n"), cell)


def board_svg(game: Game, s: Any, cell: float = 32, marks: Marks = ((), ()),
              about: str = "") -> str:
    """The state as a whole SVG document, perhaps with marks on it and words about them."""
    picture = board_picture(game.show(s), game.players, cell, marks=marks)
    margin = 4
    wide, high = picture.width + 2 * margin, picture.height + 2 * margin
    name = escape(f"{game.spec}: {game.text(s)}{about and f'; {about}'}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-board" role="img" '
            f'width="{num(wide)}" height="{num(high)}" viewBox="{-margin} {-margin} {num(wide)} '
            f'{num(high)}" aria-label="{name}"><title>{name}</title>'
            f"<style>{BOARD_STYLE}</style>{picture.body}</svg>")


def num(x: float) -> str:
    """A coordinate, short."""
    return f"{x:.2f}".rstrip("0").rstrip(".") or "0"


def _text_picture(lines: list[str], cell: float) -> Picture:
    """Lines of text in letters of one width."""
    size = max(cell * 0.6, 7)
    wide = max(len(line) for line in lines) * size * 0.62
    body = "".join(
        f'<text class="zb-mono" x="0" y="{num((y + 0.8) * size * 1.15)}" '
        f'font-family="{MONO}" font-size="{num(size)}" fill="#1f2937" '
        f'textLength="{num(len(line) * size * 0.6)}" xml:space="preserve">{escape(line)}</text>'
        for y, line in enumerate(lines) if line.strip())
    return Picture(wide, len(lines) * size * 1.15, body)


def _refuse_unknown(marks: Marks, known: set[str]) -> None:
    for name in (*marks[0], *marks[1]):
        if name not in known:
            raise ValueError(f"the square {name!r} cannot be marked: the picture has "
                             f"{'no square of that name' if known else 'no named squares'}")


def _grid_picture(players: tuple[str, str], grid: Grid, cell: float, labels: bool,
                  marks: Marks) -> Picture:
    row_high = cell * math.sqrt(3) / 2 if grid.slanted else cell
    margin_left = cell * 0.75 if labels and grid.rows else 0.0
    margin_top = cell * 0.7 if labels and grid.columns else 0.0
    parts = []
    for y in range(grid.height):
        for x in range(grid.width):
            left = margin_left + x * cell + (y * cell / 2 if grid.slanted else 0)
            top = margin_top + y * row_high
            parts.append(_cell(players, grid, x, y, left, top, cell))
            parts += [_mark(who, left, top, cell) for who in (0, 1)
                      if grid.names.get((x, y)) in marks[who]]
    wide = margin_left + grid.width * cell + (grid.height - 1) * cell / 2 * grid.slanted
    high = margin_top + grid.height * row_high + (cell * 0.29 if grid.slanted else 0)
    if labels:
        parts += [_label(margin_left + (x + 0.5) * cell, margin_top - cell * 0.2, word, cell)
                  for x, word in enumerate(grid.columns)]
        parts += [_label(margin_left * 0.5 + (y * cell / 2 if grid.slanted else 0),
                         margin_top + (y + 0.5) * row_high + cell * 0.15, word, cell)
                  for y, word in enumerate(grid.rows)]
    return _above(Picture(wide, high, "".join(parts)), grid.below, cell)


def _lattice_picture(lattice: Lattice, cell: float, labels: bool) -> Picture:
    """Dots, the lines between them, and boxes that are filled when they are complete."""
    left = cell * (0.95 if labels else 0.2)
    top = cell * (0.9 if labels else 0.2)

    def at(x: int, y: int) -> str:
        return f"{num(left + x * cell)} {num(top + y * cell)}"

    def lines(found: Iterable[tuple[int, int]], dx: int, dy: int) -> list[str]:
        return [f'<path class="zb-line" d="M{at(x, y)}L{at(x + dx, y + dy)}" stroke="{EDGE}" '
                f'stroke-width="{num(cell * 0.14)}" stroke-linecap="round"/>'
                for x, y in sorted(found)]

    parts = [f'<rect class="zb-shut" x="{num(left + x * cell)}" y="{num(top + y * cell)}" '
             f'width="{num(cell)}" height="{num(cell)}" fill="#cbd5e1"/>'
             for x, y in lattice.boxes]
    parts += lines(lattice.across, 1, 0) + lines(lattice.down, 0, 1)
    parts += [f'<circle class="zb-dot" cx="{num(left + x * cell)}" cy="{num(top + y * cell)}" '
              f'r="{num(cell * 0.11)}" fill="#64748b"/>'
              for y in range(lattice.height) for x in range(lattice.width)]
    if labels:
        parts += [_label(left + x * cell, top - cell * 0.4, word, cell)
                  for x, word in enumerate(lattice.columns)]
        parts += [_label(left - cell * 0.5, top + y * cell + cell * 0.15, word, cell)
                  for y, word in enumerate(lattice.rows)]
    wide = left + (lattice.width - 1) * cell + cell * 0.2
    high = top + (lattice.height - 1) * cell + cell * 0.2
    return _above(Picture(wide, high, "".join(parts)), lattice.below, cell)


def _label(x: float, y: float, word: str, cell: float) -> str:
    return (f'<text class="zb-label" x="{num(x)}" y="{num(y)}" text-anchor="middle" '
            f'font-family="system-ui, sans-serif" font-size="{num(cell * 0.42)}" '
            f'fill="#64748b">{escape(word)}</text>')


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


def _cell(players: tuple[str, str], grid: Grid, x: int, y: int, left: float, top: float,
          cell: float) -> str:
    sign = grid.cells.get((x, y))
    kind, fill = ("off", "#f1f5f9") if sign is None else ("cell", "#ffffff")
    if len(grid.cells) < grid.width * grid.height:  # a chequered board: play is on the dark
        kind, fill = ("off", "#ffffff") if sign is None else ("cell", "#e2e8f0")
    if sign in ("#", "-"):
        kind, fill = "shut", "#94a3b8"
    if grid.chequered:
        kind, fill = ("dark", "#b3c1d1") if (x + y) % 2 else ("light", "#eef2f7")
    shape = (f'class="zb-cell zb-{kind}" fill="{fill}" stroke="#cbd5e1" '
             f'stroke-width="{num(max(cell * 0.035, 0.6))}"')
    middle_x, middle_y = left + cell / 2, top + cell / 2
    if grid.slanted:
        radius = cell / math.sqrt(3)
        middle_y = top + radius
        corners = " ".join(
            f"{num(middle_x + radius * math.sin(a))},{num(middle_y - radius * math.cos(a))}"
            for a in (k * math.pi / 3 for k in range(6)))
        drawn = f'<polygon points="{corners}" {shape}/>'
    else:
        drawn = (f'<rect x="{num(left)}" y="{num(top)}" width="{num(cell)}" '
                 f'height="{num(cell)}" {shape}/>')
    if sign is None or sign in EMPTY or sign in ("#", "-"):
        return drawn
    return drawn + _piece(players, sign, middle_x, middle_y, cell)


def _mark(player: int, left: float, top: float, cell: float) -> str:
    """A ring for the first player, a dashed frame for the second."""
    side, colour = (("first", FIRST), ("second", SECOND))[player]
    look = (f'class="zb-mark zb-ink-{side}" fill="none" stroke="{colour}" '
            f'stroke-width="{num(cell * 0.08)}"')
    if player == 0:
        return (f'<circle cx="{num(left + cell / 2)}" cy="{num(top + cell / 2)}" '
                f'r="{num(cell * 0.44)}" {look}/>')
    return (f'<rect x="{num(left + cell * 0.06)}" y="{num(top + cell * 0.06)}" '
            f'width="{num(cell * 0.88)}" height="{num(cell * 0.88)}" '
            f'stroke-dasharray="{num(cell * 0.16)} {num(cell * 0.08)}" {look}/>')


def owner(players: tuple[str, str], sign: str) -> int | None:
    """Whose piece a sign is: by the players' names where they are colours or signs, by 1 and 2,
    by x and o, by > and ^, else by capital and small letters; figures of chess speak for
    themselves.

    >>> owner(("white", "black"), "B"), owner(("first", "second"), "S"), owner(("x", "o"), "o")
    (1, 0, 1)
    """
    small, figure = sign.lower(), figure_of(sign)
    if figure is not None:
        return figure[1]
    if all(name in NAMED or len(name) == 1 for name in players):
        mine = [i for i, name in enumerate(players) if name[0].lower() == small]
        if len(mine) == 1:
            return mine[0]
    if small in "x1>":
        return 0
    if small in "o2^":
        return 1
    return None if not sign.isalpha() else int(sign.islower())


def _piece(players: tuple[str, str], sign: str, x: float, y: float, cell: float) -> str:
    who = owner(players, sign)
    side = "none" if who is None else ("first", "second")[who]
    name = "" if who is None else players[who]
    figure = figure_of(sign)
    if figure is not None:
        return _figure(figure[0], figure[1], x, y, cell)
    r = cell * 0.3
    if sign in "xX" and name not in NAMED:
        ink = f'class="zb-{side} zb-ink-first" stroke="{FIRST}"'
        return (f'<path d="M{num(x - r)} {num(y - r)}L{num(x + r)} {num(y + r)}'
                f'M{num(x + r)} {num(y - r)}L{num(x - r)} {num(y + r)}" {ink} '
                f'stroke-width="{num(cell * 0.14)}" stroke-linecap="round" fill="none"/>')
    if sign in "oO" and name not in NAMED:
        return (f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="none" '
                f'class="zb-{side} zb-ink-second" stroke="{SECOND}" '
                f'stroke-width="{num(cell * 0.13)}"/>')
    fill = NAMED.get(name) or ("#64748b" if who is None else (FIRST, SECOND)[who])
    disc = (f'<circle class="zb-{side} zb-disc" cx="{num(x)}" cy="{num(y)}" r="{num(cell * 0.38)}" '
            f'fill="{fill}" stroke="{EDGE}" stroke-width="{num(cell * 0.05)}"/>')
    if name in ("black", "white") and sign in (name[0], "x", "o"):
        return disc  # light and dark tell themselves apart
    letter = "#1f2937" if fill in ("#ffffff", "#facc15") else "#ffffff"
    return disc + (
        f'<text x="{num(x)}" y="{num(y + cell * 0.17)}" text-anchor="middle" fill="{letter}" '
        f'font-family="system-ui, sans-serif" font-weight="700" '
        f'font-size="{num(cell * 0.46)}">{escape(sign)}</text>')


def _figure(name: str, player: int, x: float, y: float, cell: float) -> str:
    """A piece of chess, white or black."""
    fill, ink = (("#ffffff", "#111827"), ("#1f2937", "#f8fafc"))[player]
    edge = ("#111827", "#0b0f19")[player]
    side = ("first", "second")[player]
    parts = "".join(_part(part, fill, edge, ink) for part in FIGURES[name])
    return (f'<g class="zb-{side} zb-{name}" transform="translate({num(x)} {num(y)}) '
            f'scale({num(cell / 100)})" stroke-width="3" stroke-linejoin="round" '
            f'stroke-linecap="round">{parts}</g>')


def _part(part: Part, fill: str, edge: str, ink: str) -> str:
    numbers = [num(n) for n in part.numbers]
    if part.kind == "line":
        return (f'<path d="M{numbers[0]} {numbers[1]}L{numbers[2]} {numbers[3]}" stroke="{ink}" '
                f'fill="none"/>')
    shape = (f'circle cx="{numbers[0]}" cy="{numbers[1]}" r="{numbers[2]}"'
             if part.kind == "disc" else f'polygon points="{" ".join(numbers)}"')
    return f'<{shape} fill="{fill}" stroke="{edge}"/>'
