"""Printing results: text for people, JSON for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any


def print_json(data: Any) -> None:
    """One JSON object on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_text(text: str, styles: Iterable[tuple[str, str]] = ()) -> None:
    """Text on stdout as it is, whatever the width; words in a style if it is a terminal."""
    from rich.console import Console
    from rich.text import Text

    styled = Text(text)
    for pattern, style in styles:
        styled.highlight_regex(pattern, style)
    plain = bool(os.environ.get("NO_COLOR"))  # Rich itself would still print bold
    console = Console(file=sys.stdout, soft_wrap=True, highlight=False,
                      color_system=None if plain else "auto")
    console.print(styled)
