"""What commands have in common: arguments, options, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

T = TypeVar("T")


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


def device(text: str) -> str:
    """The device on which to work, by its name."""
    if text not in DEVICES:
        raise typer.BadParameter(f"there is no device {text!r}: give {' or '.join(DEVICES)}")
    return text


def threads(text: Any) -> int:
    """How many threads, or a complaint."""
    from zermelo.limits import threads_for

    return _within(threads_for, whole_number(text))


def table_size(text: Any) -> float:
    """The size of a table in MB, or a complaint."""
    from zermelo.limits import table_for

    return _within(table_for, number(text))


def _within(bound: Callable[[T], T], value: T) -> T:
    """A value that is not too much for this machine."""
    from zermelo.errors import LimitError

    try:
        return bound(value)
    except LimitError as error:
        raise typer.BadParameter(str(error)) from None


def game_names(incomplete: str) -> list[str]:
    """The names of games that begin like this, for shells."""
    from zermelo.games import ALIASES, GAMES

    return [name for name in [*GAMES, *ALIASES] if name.startswith(incomplete)]


def player_names(incomplete: str) -> list[str]:
    """The players that begin like this, for shells."""
    from zermelo.play.levels import LEVELS

    known = ["random", "greedy", "minimax:depth=3", "alphabeta:depth=3", "engine", "engine:depth=6",
             "engine:time=0.5", *(f"level:{level}" for level in LEVELS), "perfect", "program:",
             "uci:", "ugi:"]
    return [name for name in known if name.startswith(incomplete)]


def player_argument(metavar: str, words: str) -> Any:
    """A player on the command line."""
    return typer.Argument(metavar=metavar, help=words, autocompletion=player_names)


def game_option(words: str) -> Any:
    """A game that is not the first word."""
    return typer.Option("--game", metavar="GAME", help=words, autocompletion=game_names)


DEVICES = ("cpu", "cuda")

GameSpec = Annotated[str, typer.Argument(
    metavar="GAME", help="connect4, connect4:width=6,height=5, or path/to/file.py:MyGame.",
    autocompletion=game_names,
)]
ClockText = Annotated[str, typer.Option(
    "--clock", metavar="CLOCK", help="5/move, 60 or 5m for a game, 60+1 with an increment, or none."
)]
DatabaseName = Annotated[str | None, typer.Option(
    "--database", metavar="FOLDER",
    help="Ask this database, or book, first; auto: those in the data folder.",
)]
Device = Annotated[str, typer.Option(
    parser=device, metavar="DEVICE", help="Where to work: cpu, or cuda for an NVIDIA GPU."
)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
Seed = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="The same seed gives the same result."
)]
Seconds = Annotated[float, typer.Option(
    "--time", parser=number, metavar="SECONDS", help="Stop after so many seconds."
)]
