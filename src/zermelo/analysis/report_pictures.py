"""Pictures for reports and sweeps: SVG written by hand, light or dark.

Nothing is told by colour alone: every cell has its number, every line its name at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise

from zermelo.drawing.palette import DAY, NIGHT, Palette
from zermelo.drawing.picture import Picture

Cell = tuple[str, float, str]  # what is written, how strong from -1 to 1, and the explanation


def _named(colours: Palette) -> dict[str, str]:
    its = colours.players
    lines = (its["blue"].fill, its["orange"].fill, its["green"].fill, its["yellow"].deep)
    return {"ground": colours.card, "ink": colours.ink, "quiet": colours.soft,
            "line": colours.line, "first": its["blue"].fill, "second": its["orange"].fill,
            "on": colours.on, **{f"c{number}": colour for number, colour in enumerate(lines)}}


LIGHT, DARK = _named(DAY), _named(NIGHT)


def rules(colour: Callable[[str], str]) -> list[str]:
    """How each part of a picture looks, a rule each; `colour` says what stands for a name above."""
    lines = [f"text {{ fill: {colour('ink')}; }}", f".quiet {{ fill: {colour('quiet')}; }}",
             f".first {{ fill: {colour('first')}; }}", f".second {{ fill: {colour('second')}; }}",
             f".plain {{ fill: {colour('quiet')}; }}",
             f".empty {{ fill: none; stroke: {colour('line')}; }}",
             f".cell.on {{ fill: {colour('on')}; }}", f".grid {{ stroke: {colour('line')}; }}",
             ".line { fill: none; stroke-width: 2.5; }",
             f".dot {{ fill: {colour('ground')}; stroke-width: 2; }}"]
    for number in range(4):
        lines += [f".line{number} {{ stroke: {colour(f'c{number}')}; }}",
                  f"text.name{number} {{ fill: {colour(f'c{number}')}; }}"]
    return lines


def signed(points: int) -> str:
    """A number with its sign: +3, 0, −3."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def svg(picture: Picture, label: str, *, least: int = 0) -> str:
    """A picture on a page, as wide as there is room, but no wider than drawn; one with small print
    is never narrower than `least` pixels: the page then scrolls it."""
    width, height = picture.width, picture.height
    style = f"max-width:{width:g}px" + (f";min-width:{min(least, width):g}px" if least else "")
    return (f'<div class="scroll"><svg viewBox="0 0 {width:g} {height:g}" role="img" '
            f'aria-label="{escape(label)}" style="{style}">{picture.body}</svg></div>')


def text(x: float, y: float, words: str, *, anchor: str = "start", size: float = 12,
         style: str = "") -> str:
    """Words at a place."""
    css = f' class="{style}"' if style else ""
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size:g}"{css}>'
            f"{escape(words)}</text>")


def cell(x: float, y: float, width: float, height: float, what: Cell, size: float) -> str:
    """A square of a heat map: one colour for above 0, another for below, stronger for more."""
    words, strength, explanation = what
    colour = "first" if strength >= 0 else "second"
    opacity = 0.06 + 0.84 * min(1.0, abs(strength)) if strength else 0.0
    ink = " on" if opacity > 0.66 else ""
    return (f'<g><title>{escape(explanation)}</title>'
            f'<rect x="{x:g}" y="{y:g}" width="{width - 1:g}" height="{height - 1:g}" rx="2" '
            f'class="{colour}" fill-opacity="{opacity:.3f}"/>'
            + (text(x + (width - 1) / 2, y + height / 2 + size * 0.35, words, anchor="middle",
                    size=size, style=f"cell{ink}") if words else "")
            + "</g>")


def heat_map(rows: Sequence[str], columns: Sequence[str],
             cells: Mapping[tuple[int, int], Cell], *, wide: float = 30, high: float = 22,
             across: str = "", down: str = "") -> Picture:
    """A table of coloured cells with names at the side and, upright, above."""
    left = 8 + 7.2 * max(map(len, rows), default=0)
    slanted = max(map(len, columns), default=0) * 7.2 > wide
    top = 22 + (7.2 * max(map(len, columns), default=0) if slanted else 14)
    axes = f"↓ {down}   → {across}" if across or down else ""
    parts = [text(0, 12, axes, size=11, style="quiet")]
    for j, name in enumerate(columns):
        x = left + j * wide + wide / 2
        if slanted:
            parts.append(f'<text transform="translate({x + 4:g} {top - 4:g}) rotate(-90)" '
                         f'font-size="11">{escape(name)}</text>')
        else:
            parts.append(text(x, top - 4, name, anchor="middle", size=11))
    for i, name in enumerate(rows):
        parts.append(text(left - 6, top + i * high + high / 2 + 4, name, anchor="end", size=11))
    parts += [cell(left + j * wide, top + i * high, wide, high, what, 10.5)
              for (i, j), what in cells.items()]
    broad = max(left + len(columns) * wide + 4, 7 * len(axes))
    return Picture(broad, top + len(rows) * high + 4, "".join(parts))


def bars(rows: Sequence[tuple[str, float, str, str]], *, most: float = 1.0, width: float = 640,
         axes: str = "") -> Picture:
    """A bar for each row: its name, its length, what is written at its end, and its colour."""
    top = 20 if axes else 0
    left = 12 + 7 * max((len(name) for name, *_ in rows), default=0)
    right = 12 + 7 * max((len(words) for _, _, words, _ in rows), default=0)
    room = max(120.0, width - left - right)
    parts = [text(0, 12, axes, size=11, style="quiet")] if axes else []
    for i, (name, length, words, style) in enumerate(rows):
        y = top + 4 + 24 * i
        long = room * min(1.0, length / most) if most else 0.0
        parts += [text(left - 8, y + 14, name, anchor="end"),
                  f'<rect x="{left:g}" y="{y:g}" width="{max(long, 1):.2f}" height="18" rx="2" '
                  f'class="{style}"/>',
                  text(left + max(long, 1) + 6, y + 14, words)]
    return Picture(left + room + right, top + 24 * len(rows) + 8, "".join(parts))


def curves(names: Sequence[str], lines: Mapping[str, Sequence[float]], *, unit: str = "%",
           across: str = "") -> Picture:
    """Lines over named places, from 0 to 1, each with its name at its end."""
    left, top, width, height = 46.0, 14.0, 470.0, 250.0
    step = width / max(1, len(names) - 1)
    parts = []
    for part in range(0, 101, 25):
        y = top + height * (1 - part / 100)
        parts += [f'<path d="M{left:g} {y:g}H{left + width:g}" class="grid"/>',
                  text(left - 6, y + 4, f"{part} {unit}", anchor="end", size=11, style="quiet")]
    for i, name in enumerate(names):
        parts.append(text(left + i * step, top + height + 18, name, anchor="middle", size=11))
    ends = apart([top + height * (1 - line[-1]) for line in lines.values()], 15)
    for number, ((name, line), end) in enumerate(zip(lines.items(), ends, strict=True)):
        points = [(left + i * step, top + height * (1 - v)) for i, v in enumerate(line)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="{path}" class="line line{number}"/>')
        parts += [f'<g><title>{escape(name)}, {escape(where)}: {100 * v:.2f} {unit}</title>'
                  f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="dot line{number}"/></g>'
                  for (x, y), v, where in zip(points, line, names, strict=True)]
        parts.append(text(left + width + 10, end + 4, name, size=12, style=f"name{number}"))
    parts.append(text(left + width / 2, top + height + 38, across, anchor="middle", size=11,
                      style="quiet"))
    wide = left + width + 20 + 7 * max(map(len, lines))
    return Picture(wide, top + height + (46 if across else 30), "".join(parts))


def apart(places: Sequence[float], least: float) -> list[float]:
    """The same places, moved down where two would be closer than `least`."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda i: found[i])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    return found


def board(width: int, height: int, values: Mapping[str, float], label: str,
          piece: str = "") -> str:
    """A small board: each cell as strong as its value from 0 to 1, with the value in percent."""
    size = 34.0
    parts = [text(width * size / 2, 14, piece, anchor="middle", size=13)] if piece else []
    top = 20.0 if piece else 2.0
    for y in range(height):
        for x in range(width):
            square = f"{chr(97 + x)}{y + 1}"
            value = values.get(square)
            if value is None:
                what: Cell = ("", 0.0, f"{square}: never")
            else:
                what = (f"{100 * value:.0f}", value, f"{piece}{square}: {100 * value:.1f} %")
            parts.append(f'<rect x="{x * size:g}" y="{top + y * size:g}" width="{size - 1:g}" '
                         f'height="{size - 1:g}" rx="2" class="empty"/>')
            parts.append(cell(x * size, top + y * size, size, size, what, 11))
    return (f'<svg viewBox="0 0 {width * size:g} {top + height * size:g}" role="img" '
            f'aria-label="{escape(label)}" width="{width * size:g}">{"".join(parts)}</svg>')
