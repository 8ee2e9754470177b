"""What commands have in common: arguments, options, and how their values are read."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def whole_number(text: Any) -> int:
    """A whole number, or a complaint that echoes what was given."""
    try:
        return int(str(text))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number") from None


def number(text: Any) -> float:
    """A number, or a complaint that echoes what was given."""
    try:
        return float(str(text))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None


GameSpec = Annotated[str, typer.Argument(
    metavar="GAME", help="connect4, connect4:width=6,height=5, or path/to/file.py:MyGame."
)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
Seed = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="The same seed gives the same result."
)]
Seconds = Annotated[float, typer.Option(
    "--time", parser=number, metavar="SECONDS", help="Stop after so many seconds."
)]
