"""Games and positions as plain data: the same from the command line and the web page."""

from __future__ import annotations

import inspect
from typing import Any

from zermelo.game import Game
from zermelo.games import ALIASES, GAMES, game_class


def described_games() -> list[dict[str, Any]]:
    """Name, description, parameters with defaults, and other names of every game."""
    found = []
    for name in GAMES:
        cls = game_class(name)
        signature = list(inspect.signature(cls.__init__).parameters.values())[1:]
        found.append({
            **described_game(cls, name),
            "parameters": {p.name: p.default for p in signature},
            "aliases": {alias: spec for alias, spec in ALIASES.items()
                        if spec.partition(":")[0] == name},
        })
    return found


def described_game(cls: type[Game], name: str) -> dict[str, Any]:
    """What a game's class says about itself."""
    description = first_sentence(cls) if cls.__doc__ else ""  # not the contract's
    return {"name": name, "title": cls.title or name, "about": cls.about or description,
            "description": description, "sample": cls.sample, "study": cls.study,
            "dealt": cls.overrides("deals"),
            "players": list(cls.players), "colours": list(cls.colours)}


def first_sentence(cls: type) -> str:
    """The first paragraph of a class's description, in one line."""
    text = inspect.getdoc(cls) or ""
    return " ".join(text.partition("\n\n")[0].split())


def described_position(here: Any) -> dict[str, Any]:
    """A position in plain data."""
    result = here.result
    return {
        "game": here.game.spec,
        "position": here.text,
        "board": str(here),
        "history": here.history,
        "to_move": None if result else here.to_move,
        "player": None if result else here.game.players[here.to_move],
        "moves": here.move_texts,
        "result": result and {
            "payoff": result.payoff,
            "winner": result.winner,
            "reason": result.reason,
            "text": result_text(here.game.players, result),
        },
    }


def result_text(players: tuple[str, str], result: Any) -> str:
    """Who won, by how much if that is counted, and why."""
    if result.winner is None:
        return f"a draw: {result.reason}"
    by = f" by {abs(result.payoff)}" if abs(result.payoff) > 1 else ""
    return f"{players[result.winner]} wins{by}: {result.reason}"
