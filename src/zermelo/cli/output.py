"""Printing results: text for people, JSON for programs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import Any

_LIKE_A_TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")  # Rich believes these
_INVISIBLE = dict.fromkeys((7, 8, 11, 12, 13))  # bells, and what moves the cursor


def print_json(data: Any) -> None:
    """One JSON object on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_text(text: str, styles: Iterable[tuple[str, str]] = ()) -> None:
    """Text on stdout as it is, whatever the width; words in a style if it is a terminal."""
    if not (sys.stdout.isatty() or any(os.environ.get(name) for name in _LIKE_A_TERMINAL)):
        print(text.translate(_INVISIBLE).expandtabs())  # as Rich does, which takes long to import
        return
    from rich.console import Console
    from rich.text import Text

    styled = Text(text)
    for pattern, style in styles:
        styled.highlight_regex(pattern, style)
    plain = bool(os.environ.get("NO_COLOR"))  # Rich itself would still print bold
    console = Console(file=sys.stdout, soft_wrap=True, highlight=False,
                      color_system=None if plain else "auto")
    console.print(styled)


def terminal_width() -> int | None:
    """How many letters fit on a line of stdout; None where it is no terminal, and all is read."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def columns(rows: list[list[str]], alignment: str) -> Iterator[str]:
    """Rows under one another, each column as wide as it must be, and aligned by its < or >."""
    wide = [max(len(row[i]) for row in rows) for i in range(len(alignment))]
    for row in rows:
        yield "  ".join(f"{cell:{way}{width}}" for cell, way, width
                        in zip(row, alignment, wide, strict=True)).rstrip()


def duration_text(seconds: float) -> str:
    """About how long, for somebody who waits.

    >>> duration_text(7.4), duration_text(95), duration_text(7300), duration_text(200000)
    ('7 s', '1 min 35 s', '2 h 1 min', '2 d 7 h')
    """
    whole = round(seconds)
    for size, word, next_size, next_word in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"),
                                             (60, "min", 1, "s")):
        if whole >= size:
            return f"{whole // size} {word} {whole % size // next_size} {next_word}"
    return f"{whole} s"


def time_text(seconds: float) -> str:
    """A time, in the unit that suits it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"
