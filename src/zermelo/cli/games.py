"""`zermelo games`: what there is to play."""

from __future__ import annotations

import inspect
from typing import Any

from zermelo.cli.options import Json
from zermelo.cli.output import print_json, print_text


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


def described_games() -> list[dict[str, Any]]:
    """Name, description, parameters with defaults, and other names of every game."""
    from zermelo.games import ALIASES, GAMES, game_class

    found = []
    for name in GAMES:
        cls = game_class(name)
        signature = list(inspect.signature(cls.__init__).parameters.values())[1:]
        found.append({
            "name": name,
            "description": first_sentence(cls),
            "parameters": {p.name: p.default for p in signature},
            "aliases": {alias: spec for alias, spec in ALIASES.items()
                        if spec.partition(":")[0] == name},
        })
    return found


def first_sentence(cls: type) -> str:
    """The first paragraph of a class's description, in one line."""
    text = inspect.getdoc(cls) or ""
    return " ".join(text.partition("\n\n")[0].split())
