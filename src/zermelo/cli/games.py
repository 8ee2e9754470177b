"""`zermelo games`: what there is to play."""

from __future__ import annotations

from typing import Any

from zermelo.cli.options import Json
from zermelo.cli.output import print_json, print_text
from zermelo.games.descriptions import described_games


def games(json: Json = False) -> None:
    """List the games that come with Zermelo, with their parameters and defaults.

    \b
      zermelo games
      zermelo games --json
    """
    found = described_games()
    if json:
        print_json({"games": found})
        return
    wide = max(len(game["name"]) for game in found)
    for game in found:
        print_text(f"{game['name']:<{wide}}  {game['description']}", [(r"^\S+", "bold")])
        for line in _details(game):
            print_text(f"{'':{wide}}  {line}", [(".*", "dim")])


def _details(game: dict[str, Any]) -> list[str]:
    """The parameters, as one types them, and the other names."""
    settings = [f"{name}={_typed(value)}" for name, value in game["parameters"].items()]
    others = [alias if spec == game["name"] else f"{alias} ({spec})"
              for alias, spec in game["aliases"].items()]
    return ["  ".join(settings)] + ["also " + ", ".join(others)] * bool(others)


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or "…"
