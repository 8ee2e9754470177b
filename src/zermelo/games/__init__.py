"""The games that come with Zermelo, one module each.

A game is imported when it is asked for; `load` finds it by its text.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from zermelo.errors import GameError, UnknownGameError, ZermeloError
from zermelo.game import Game
from zermelo.notation import build, did_you_mean, parse_spec
from zermelo.own_files import class_in_file, same_game

GAMES: dict[str, str] = {  # name: module and class
    "breakthrough": "breakthrough.Breakthrough",
    "checkers": "checkers.Checkers",
    "chess": "chess.Chess",
    "chomp": "chomp.Chomp",
    "connect4": "connect4.ConnectFour",
    "dodgem": "dodgem.Dodgem",
    "domineering": "domineering.Domineering",
    "dots": "dots.DotsAndBoxes",
    "hex": "hex.Hex",
    "hexapawn": "hexapawn.Hexapawn",
    "isolation": "isolation.Isolation",
    "kalah": "kalah.Kalah",
    "morris": "morris.Morris",
    "nim": "nim.Nim",
    "othello": "othello.Othello",
    "rps": "rps.RPSCards",
    "tictactoe": "tictactoe.TicTacToe",
}

PARTS: dict[str, str] = {  # of games above, for databases: loaded by name, and not listed
    "checkers-endings": "checkers_endings.CheckersEndings",
    "chess-endings": "chess_endings.ChessEndings",
}

ALIASES: dict[str, str] = {  # other names people know, and presets
    "connectfour": "connect4",
    "connect-four": "connect4",
    "draughts": "checkers",
    "dots-and-boxes": "dots",
    "mancala": "kalah",
    "reversi": "othello",
    "nine-mens-morris": "morris",
    "six-mens-morris": "morris:men=6",
    "three-mens-morris": "morris:men=3",
    "tic-tac-toe": "tictactoe",
    "mnk": "tictactoe",
    "mini-isolation": "isolation:width=3,height=2,blocked=c2",
}


def game_class(name: str) -> type[Game]:
    """The class of the game that comes with Zermelo under this name."""
    module, _, cls = {**GAMES, **PARTS}[name].partition(".")
    found: type[Game] = getattr(import_module(f"zermelo.games.{module}"), cls)
    return found


def part(name: str, *parameters: Any) -> Game:
    """One of `PARTS`, made of these parameters.

    >>> part("checkers-endings", 2).spec
    'checkers-endings:pieces=2'
    """
    made: Any = game_class(name)
    found: Game = made(*parameters)
    return found


def from_data(text: str, given: Game | None = None) -> Game:
    """The game that a record or a suite names: the one given, if it is that.

    Data never runs code: a game in a Python file must be given by whoever opens the data.
    """
    if given is not None and same_game(text, given):
        return given
    spec = parse_spec(text)
    if spec.file is not None:
        raise GameError(f"the game {text!r} is in a Python file, which no data can make run: "
                        f"name it yourself, too, as {spec.file.name}:{spec.name}")
    return load(text)


_OURS = {(f"zermelo.games.{place.partition('.')[0]}", place.partition(".")[2]): name
         for name, place in GAMES.items()}


def our_name(game: Game) -> str:
    """The name under which this game comes with Zermelo; empty for anybody else's, whatever that
    is called. One that is derived from ours counts as ours.

    >>> our_name(load("connect-four")), our_name(load("hex:size=3"))
    ('connect4', 'hex')
    """
    return next((_OURS[place] for cls in type(game).__mro__
                 if (place := (cls.__module__, cls.__name__)) in _OURS), "")


def can_be_named(game: Game) -> bool:
    """Whether another process can load this very game by its text: not one that was made up in a
    notebook.

    >>> can_be_named(load("hex:size=3")), can_be_named(type("Mine", (type(load("hex")),), {})())
    (True, False)
    """
    try:
        return load(game.source) == game
    except ZermeloError:
        return False


def load(text: str) -> Game:
    """The game that `text` names.

    >>> load("tictactoe:width=4,height=4")
    TicTacToe(width=4, height=4, k=3)
    >>> load("conect4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    zermelo.errors.UnknownGameError: unknown game 'conect4' (did you mean connect4?); ...
    """
    if is_foreign(text):
        from zermelo.adapters.openspiel import load_openspiel

        return load_openspiel(text)
    return build(*named_class(text), text)


def is_foreign(text: str) -> bool:
    """Whether `text` names somebody else's game, whose parameters nobody here knows."""
    return text.strip().startswith("openspiel:")


def named_class(text: str) -> tuple[type[Game], dict[str, str]]:
    """The class that `text` names, and the parameters that it gives."""
    spec = parse_spec(text)
    if spec.file is not None:
        return class_in_file(spec.file, spec.name, text), spec.parameters
    name = spec.name.casefold()
    parameters = spec.parameters
    if name in ALIASES:
        preset = parse_spec(ALIASES[name])
        name, parameters = preset.name, {**preset.parameters, **parameters}
    if name not in GAMES and name not in PARTS:
        raise UnknownGameError(
            f"unknown game {spec.name!r}{did_you_mean(spec.name, [*GAMES, *ALIASES])}; "
            f"`zermelo games` lists them all"
        )
    return game_class(name), parameters
