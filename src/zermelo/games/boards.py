"""What the board games share: square names, and boards drawn and read as text.

Squares are numbered row by row from the top left, and named by column letter and row number:

      a b c
    1 0 1 2
    2 3 4 5
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from zermelo.portable import bit

_NAME = re.compile(r"([a-z])([1-9][0-9]?)", re.IGNORECASE)


def square_name(square: int, width: int) -> str:
    """The name of a square: `square_name(5, 3) == "c2"`."""
    return f"{chr(97 + square % width)}{square // width + 1}"


def square_number(name: str, width: int, height: int) -> int | None:
    """The square of that name, or None if the board has no such square.

    >>> square_number("c2", 3, 2), square_number("d2", 3, 2), square_number("??", 3, 2)
    (5, None, None)
    """
    match = _NAME.fullmatch(name.strip())
    if match is None:
        return None
    column, row = ord(match[1].lower()) - 97, int(match[2]) - 1
    return row * width + column if column < width and row < height else None


def rows_text(cells: Sequence[str], width: int) -> str:
    """One character a cell as rows with slashes between: `xo./.x.`."""
    return "/".join("".join(cells[i : i + width]) for i in range(0, len(cells), width))


def read_rows(text: str, width: int, height: int, alphabet: str) -> str:
    """The cells of `rows_text` in one string; ValueError says what does not fit."""
    rows = text.split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"the board needs {height} rows of {width} cells with / between")
    for number, row in enumerate(rows, 1):
        for cell in row:
            if cell not in alphabet:
                raise ValueError(f"{cell!r} in row {number} is none of {' '.join(alphabet)}")
    return "".join(rows)


def picture(cells: Sequence[str], width: int) -> str:
    """The board with letters above and numbers at the side."""
    height = len(cells) // width
    margin = len(str(height))
    lines = [" " * margin + " " + " ".join(chr(97 + c) for c in range(width))]
    for row in range(height):
        drawn = " ".join(cells[row * width : (row + 1) * width])
        lines.append(f"{row + 1:>{margin}} {drawn}")
    return "\n".join(lines)


def board_of(squares: Iterable[int]) -> int:
    """The bitboard with these squares set."""
    board = 0
    for square in squares:
        board |= bit(square)
    return board
