"""Pictures of an arena: ratings with their errors, and walks over games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from zermelo.analysis.report_pictures import apart, text
from zermelo.arena.verdict import Standing
from zermelo.drawing.picture import Picture

_LEFT, _TOP, _WIDE, _HIGH = 60.0, 14.0, 520.0, 230.0
_STYLES = 4  # that lines have; names at their ends tell them apart all the same


def ratings_picture(players: Sequence[Standing]) -> Picture:
    """A dot for each rating, and a bar for its 95 % interval."""
    lows = [s.rating - (s.error or 0) for s in players]
    highs = [s.rating + (s.error or 0) for s in players]
    low, high = min(lows), max(highs)
    span = high - low or 1.0
    left = 16 + 7 * max(len(s.name) for s in players)

    def x(rating: float) -> float:
        return left + 10 + 420 * (rating - low) / span

    parts = []
    for tick in ticks(low, high):
        parts += [f'<path d="M{x(tick):.1f} 20V{24 + 26 * len(players)}" class="grid"/>',
                  text(x(tick), 12, f"{tick:+g}", anchor="middle", size=11, style="quiet")]
    for i, s in enumerate(players):
        y = 36 + 26 * i
        error = "" if s.error is None else f" ± {s.error:.0f}"
        parts.append(text(left - 6, y + 4, s.name, anchor="end"))
        if s.error is not None:
            parts.append(f'<path d="M{x(s.rating - s.error):.1f} {y}H{x(s.rating + s.error):.1f}" '
                         f'class="line line0"/>')
        parts += [f'<circle cx="{x(s.rating):.1f}" cy="{y}" r="4.5" class="first"/>',
                  text(left + 450, y + 4, f"{s.rating:+.0f}{error}")]
    return Picture(left + 550, 30 + 26 * len(players), "".join(parts))


def walks_picture(lines: Mapping[str, Sequence[float]], *, over: tuple[int, int], across: str,
                  bounds: Mapping[str, float] | None = None) -> Picture:
    """Lines over so many games or pairs, each with its name at its end; `bounds` are levels with
    names."""
    marks = bounds or {}
    values = [v for line in lines.values() for v in line] + list(marks.values())
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 1, high + 1

    def y(value: float) -> float:
        return _TOP + _HIGH * (high - value) / (high - low)

    parts = []
    for tick in ticks(low, high):
        parts += [f'<path d="M{_LEFT:g} {y(tick):.1f}h{_WIDE:g}" class="grid"/>',
                  text(_LEFT - 6, y(tick) + 4, f"{tick:g}", anchor="end", size=11, style="quiet")]
    for name, level in marks.items():
        parts += [f'<path d="M{_LEFT:g} {y(level):.1f}h{_WIDE:g}" class="line line2" '
                  f'stroke-dasharray="6 4"/>',
                  text(_LEFT + 6, y(level) - 5, name, size=11, style="name2")]
    ends = apart([y(line[-1]) for line in lines.values()], 15)
    for number, ((name, line), end) in enumerate(zip(lines.items(), ends, strict=True)):
        step = _WIDE / max(1, len(line) - 1)
        path = "M" + "L".join(f"{_LEFT + i * step:.1f} {y(v):.1f}" for i, v in enumerate(line))
        style = number % _STYLES
        parts += [f'<path d="{path}" class="line line{style}"/>',
                  text(_LEFT + _WIDE + 8, end + 4, name, style=f"name{style}")]
    parts += [text(_LEFT, _TOP + _HIGH + 18, f"{over[0]:,}", size=11, style="quiet"),
              text(_LEFT + _WIDE, _TOP + _HIGH + 18, f"{over[1]:,}", anchor="end", size=11,
                   style="quiet"),
              text(_LEFT + _WIDE / 2, _TOP + _HIGH + 18, across, anchor="middle", size=11,
                   style="quiet")]
    wide = _LEFT + _WIDE + 20 + 7.5 * max(map(len, lines))
    return Picture(wide, _TOP + _HIGH + 28, "".join(parts))


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two, a handful.

    >>> ticks(-130, 260)
    [-100.0, 0.0, 100.0, 200.0]
    """
    rough = (high - low) / 6 or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough)
    first = math.ceil(low / step)
    return [round(step * k, 10) for k in range(first, math.floor(high / step) + 1)]
