"""The games that come with Zermelo, one module each.

A game is imported when it is asked for; `load` finds it by its text.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from zermelo.errors import UnknownGameError
from zermelo.game import Game
from zermelo.notation import build, class_in_file, did_you_mean, parse_spec

GAMES: dict[str, str] = {  # name: module and class
    "breakthrough": "breakthrough.Breakthrough",
    "checkers": "checkers.Checkers",
    "chess": "chess.Chess",
    "connect4": "connect4.ConnectFour",
    "domineering": "domineering.Domineering",
    "dots": "dots.DotsAndBoxes",
    "hex": "hex.Hex",
    "hexapawn": "hexapawn.Hexapawn",
    "isolation": "isolation.Isolation",
    "kalah": "kalah.Kalah",
    "nim": "nim.Nim",
    "othello": "othello.Othello",
    "rps": "rps.RPSCards",
    "tictactoe": "tictactoe.TicTacToe",
}

ALIASES: dict[str, str] = {  # other names people know, and presets
    "connectfour": "connect4",
    "connect-four": "connect4",
    "draughts": "checkers",
    "dots-and-boxes": "dots",
    "mancala": "kalah",
    "reversi": "othello",
    "tic-tac-toe": "tictactoe",
    "mnk": "tictactoe",
    "mini-isolation": "isolation:width=3,height=2,blocked=c2",
}


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of the game that comes with Zermelo under this name."""
    module, _, cls = GAMES[name].partition(".")
    found: type[Game[Any, Any]] = getattr(import_module(f"zermelo.games.{module}"), cls)
    return found


def load(text: str) -> Game[Any, Any]:
    """The game that `text` names.

    >>> load("tictactoe:width=4,height=4")
    TicTacToe(width=4, height=4, k=3)
    >>> load("conect4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    zermelo.errors.UnknownGameError: unknown game 'conect4' (did you mean connect4?); ...
    """
    if text.strip().startswith("openspiel:"):
        from zermelo.adapters.openspiel import load_openspiel

        return load_openspiel(text)
    spec = parse_spec(text)
    if spec.file is not None:
        return build(class_in_file(spec.file, spec.name, text), spec.parameters, text)
    name = spec.name.casefold()
    parameters = spec.parameters
    if name in ALIASES:
        preset = parse_spec(ALIASES[name])
        name, parameters = preset.name, {**preset.parameters, **parameters}
    if name not in GAMES:
        raise UnknownGameError(
            f"unknown game {spec.name!r}{did_you_mean(spec.name, [*GAMES, *ALIASES])}; "
            f"`zermelo games` lists them all"
        )
    return build(game_class(name), parameters, text)
