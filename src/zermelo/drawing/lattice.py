"""Dots with lines between them, found in text and drawn.

      a   b   c
    1 +---+   +
      | # |
    2 +---+---+
    A 1, B 0
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PITCH = 4  # characters from dot to dot


@dataclass(frozen=True)
class Lattice:
    """Dots in columns and rows, the lines between them, and signs inside boxes."""

    width: int  # dots
    height: int
    across: frozenset[tuple[int, int]]  # lines to the right of a dot (column, row)
    down: frozenset[tuple[int, int]]  # lines below a dot
    boxes: dict[tuple[int, int], str]  # what stands to the right of and below a dot
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    below: tuple[str, ...]


def read_lattice(text: str) -> Lattice | None:
    """The lattice that `text` draws, or None.

    >>> found = read_lattice("  a   b\\n1 +---+\\n  |\\n2 +   +")
    >>> found.width, found.height, sorted(found.across), sorted(found.down)
    (2, 2, [(0, 0)], [(0, 0)])
    """
    heading, *lines = text.split("\n")
    first = next((line for line in lines[:1] if "+" in line), None)
    if first is None:
        return None
    left = first.index("+")
    dotted = re.compile(r"\+(?:(?:---|   )\+)+")
    rows: list[str] = []
    while len(rows) < len(lines) and (
            dotted.fullmatch(lines[len(rows)][left:]) if len(rows) % 2 == 0
            else re.fullmatch(r"[ |](?: \S | {3}|[ |]| {0,2})*", lines[len(rows)][left:] or " ")):
        rows.append(lines[len(rows)])
    if len(rows) % 2 == 0:
        rows = rows[:-1]  # a line of text below
    width, height = (len(rows[0]) - left) // PITCH + 1, len(rows) // 2 + 1

    def sign(x: int, y: int, dx: int, dy: int) -> str:
        line, at = rows[2 * y + dy] if 2 * y + dy < len(rows) else "", left + PITCH * x + dx
        return line[at:at + 1].strip()

    dots = [(x, y) for y in range(height) for x in range(width)]
    if width < 2 or any(sign(x, y, 0, 0) != "+" for x, y in dots):
        return None
    return Lattice(
        width, height,
        frozenset((x, y) for x, y in dots if sign(x, y, 2, 0) == "-"),
        frozenset((x, y) for x, y in dots if sign(x, y, 0, 1) == "|"),
        {(x, y): sign(x, y, 2, 1) for x, y in dots if sign(x, y, 2, 1)},
        tuple(heading.split()), tuple(row[:left].strip() for row in rows[::2]),
        tuple(line for line in lines[len(rows):] if line.strip()))
