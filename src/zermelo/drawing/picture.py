"""A state drawn: a grid with pieces where its text is one, and else the text as it stands.

Whose piece it is shows in colour and in shape: crosses and rings, black and white discs, discs
with a letter in them. Colours stand in the elements, so that any program can show the picture;
`BOARD_STYLE` says what changes in the dark.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import Any

from zermelo.drawing.reading import EMPTY, Grid, read_grid
from zermelo.game import Game

MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

FIRST, SECOND = "#2563eb", "#c2410c"  # the players, where their names are no colours
NAMED = {"black": "#1f2937", "white": "#ffffff", "red": "#dc2626", "blue": "#2563eb",
         "green": "#15803d", "yellow": "#facc15"}
EDGE = "#1f2937"  # around discs

_DARK = """
.zb-cell { fill: #1e293b; stroke: #475569; }
.zb-off { fill: #0f172a; }
.zb-shut { fill: #475569; }
.zb-label, .zb-mono { fill: #94a3b8; }
.zb-mono { fill: #e2e8f0; }
.zb-ink-first { stroke: #7dabff; }
.zb-ink-second { stroke: #fb9a63; }
.zb-disc { stroke: #94a3b8; }
"""


def dark(rules: str, scope: str = "") -> str:
    """Rules that hold in the dark: where the system is dark, or a page says `data-theme`."""
    lines = [line for line in rules.strip().splitlines() if line]
    by_system = "\n".join(f":root:not([data-theme=light]) {scope}{line}" for line in lines)
    by_choice = "\n".join(f":root[data-theme=dark] {scope}{line}" for line in lines)
    return f"@media (prefers-color-scheme: dark) {{\n{by_system}\n}}\n{by_choice}\n"


def _each_selector(rules: str) -> str:
    """One selector a rule, so that a scope can be put before each."""
    out = []
    for line in rules.strip().splitlines():
        selectors, _, body = line.partition("{")
        out += [f"{selector.strip()} {{{body}" for selector in selectors.split(",")]
    return "\n".join(out)


BOARD_STYLE = dark(_each_selector(_DARK))


@dataclass(frozen=True)
class Picture:
    """A piece of SVG with its corner at the origin, and its size."""

    width: float
    height: float
    body: str


def board_picture(text: str, players: tuple[str, str], cell: float = 22,
                  labels: bool = True) -> Picture:
    """What `game.show` says as a picture, with cells of that size."""
    grid = read_grid(text)
    if grid is None:
        return _text_picture(text.split("\n"), cell)
    return _grid_picture(players, grid, cell, labels)


def board_svg(game: Game[Any, Any], s: Any, cell: float = 32) -> str:
    """The state as a whole SVG document."""
    picture = board_picture(game.show(s), game.players, cell)
    margin = 4
    wide, high = picture.width + 2 * margin, picture.height + 2 * margin
    name = escape(f"{game.spec}: {game.text(s)}")
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


def _grid_picture(players: tuple[str, str], grid: Grid, cell: float, labels: bool) -> Picture:
    row_high = cell * math.sqrt(3) / 2 if grid.slanted else cell
    margin_left = cell * 0.75 if labels and grid.rows else 0.0
    margin_top = cell * 0.7 if labels and grid.columns else 0.0
    parts = []
    for y in range(grid.height):
        for x in range(grid.width):
            left = margin_left + x * cell + (y * cell / 2 if grid.slanted else 0)
            top = margin_top + y * row_high
            parts.append(_cell(players, grid, x, y, left, top, cell))
    wide = margin_left + grid.width * cell + (grid.height - 1) * cell / 2 * grid.slanted
    high = margin_top + grid.height * row_high + (cell * 0.29 if grid.slanted else 0)
    if labels:
        parts += _labels(grid, cell, row_high, margin_left, margin_top)
    if grid.below:
        under = _text_picture(list(grid.below), cell * 0.9)
        parts.append(f'<g transform="translate(0 {num(high + cell * 0.2)})">{under.body}</g>')
        wide, high = max(wide, under.width), high + cell * 0.2 + under.height
    return Picture(wide, high, "".join(parts))


def _labels(grid: Grid, cell: float, row_high: float, left: float, top: float) -> list[str]:
    def label(x: float, y: float, word: str) -> str:
        return (f'<text class="zb-label" x="{num(x)}" y="{num(y)}" text-anchor="middle" '
                f'font-family="system-ui, sans-serif" font-size="{num(cell * 0.42)}" '
                f'fill="#64748b">{escape(word)}</text>')

    found = [label(left + (x + 0.5) * cell, top - cell * 0.2, word)
             for x, word in enumerate(grid.columns)]
    found += [label(left * 0.5 + (y * cell / 2 if grid.slanted else 0),
                    top + (y + 0.5) * row_high + cell * 0.15, word)
              for y, word in enumerate(grid.rows)]
    return found


def _cell(players: tuple[str, str], grid: Grid, x: int, y: int, left: float, top: float,
          cell: float) -> str:
    sign = grid.cells.get((x, y))
    kind, fill = ("off", "#f1f5f9") if sign is None else ("cell", "#ffffff")
    if len(grid.cells) < grid.width * grid.height:  # a chequered board: play is on the dark
        kind, fill = ("off", "#ffffff") if sign is None else ("cell", "#e2e8f0")
    if sign in ("#", "-"):
        kind, fill = "shut", "#94a3b8"
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


def owner(players: tuple[str, str], sign: str) -> int | None:
    """Whose piece a sign is: by the players' names where they are colours or signs, by 1 and 2,
    by x and o, else by capital and small letters.

    >>> owner(("white", "black"), "B"), owner(("first", "second"), "S"), owner(("x", "o"), "o")
    (1, 0, 1)
    """
    small = sign.lower()
    if all(name in NAMED or len(name) == 1 for name in players):
        mine = [i for i, name in enumerate(players) if name[0].lower() == small]
        if len(mine) == 1:
            return mine[0]
    if small in "x1":
        return 0
    if small in "o2":
        return 1
    return None if not sign.isalpha() else int(sign.islower())


def _piece(players: tuple[str, str], sign: str, x: float, y: float, cell: float) -> str:
    who = owner(players, sign)
    side = "none" if who is None else ("first", "second")[who]
    name = "" if who is None else players[who]
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
