"""A player in one line of text.

    random, random:seed=3               any legal move
    greedy                              one ply ahead with the game's evaluator
    minimax:depth=3, alphabeta:depth=3  as on the blackboard
    engine:depth=6, engine:time=0.5     the engine, within limits (also nodes, threads, table)
    engine:depth=4,evaluator=tuned.json with another evaluator: by name, a file of weights, or
                                        file.py:NAME; all but random take one
    engine:nodes=9000,without=null-move+scout  less some techniques of the search, by name
    engine:resign=9                     gives up when it was behind by so much three times in a row
    engine:database=c4                  asking a database first; auto: those in the data folder
    level:4                             1 (beginner) to 10 (full strength)
    perfect, perfect:time=5             what can be proven to be best, as far as the time goes
    path/to/file.py:function            a Python function of the position
    program:./mybot --flag              a program that speaks the protocol of docs/players.md
    uci:stockfish,elo=1900              a chess engine that speaks UCI; also threads, hash, depth,
                                        nodes, time, and any option of its own by name
    ugi:./engine --flag,depth=4         an engine of any game that speaks UGI
    onnx:network.onnx                   a neural network
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from zermelo.errors import LimitError, ParameterError
from zermelo.evaluation import Evaluator, evaluator_for
from zermelo.game import Game
from zermelo.limits import Limit, table_for, threads_for
from zermelo.notation import did_you_mean
from zermelo.own_files import split
from zermelo.play.callables import player_in_file
from zermelo.play.player import Plays
from zermelo.play.program import ProgramPlayer
from zermelo.play.simple import GreedyPlayer, RandomPlayer, TextbookPlayer, standard_evaluator

Settings = Mapping[str, Any]


def _whole(word: str) -> int:
    return int(word)


def _yes(word: str) -> bool:
    return {"yes": True, "true": True, "no": False, "false": False}[word.casefold()]


def _threads(word: str) -> int:
    return threads_for(int(word))


def _table(word: str) -> float:
    return table_for(float(word))


def _techniques(text: str) -> list[str]:
    return text.split("+")


ENGINE_SETTINGS: dict[str, Callable[[str], Any]] = {  # and options of the engine's own
    "depth": _whole, "nodes": _whole, "time": float, "elo": _whole, "threads": _whole,
    "hash": _whole}
_SETTINGS: dict[str, dict[str, Callable[[str], Any]]] = {  # what each kind takes
    "random": {"seed": _whole},
    "greedy": {"seed": _whole, "evaluator": str},
    "minimax": {"depth": _whole, "evaluator": str},
    "alphabeta": {"depth": _whole, "evaluator": str},
    "engine": {"depth": _whole, "nodes": _whole, "time": float, "threads": _threads,
               "table": _table, "selective": _yes, "evaluator": str, "database": str,
               "without": _techniques, "resign": float},
    "level": {"seed": _whole, "evaluator": str, "database": str},
    "perfect": {"nodes": _whole, "time": float, "evaluator": str, "database": str},
    "uci": ENGINE_SETTINGS,
    "ugi": ENGINE_SETTINGS,
}
_EXPECTED = {str: "a name", _whole: "a whole number", float: "a number", _yes: "yes or no",
             _threads: "a whole number", _table: "a number", _techniques: "names with + between"}
_COMMAND = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*'|["'])*""")  # to a comma that is not quoted
KINDS = [*_SETTINGS, "program", "onnx", "file.py:function"]


def player_named(text: str, game: Game) -> Plays:
    """The player that `text` names, ready to play this game.

    >>> from zermelo import load
    >>> player_named("random:seed=3", load("nim"))
    <RandomPlayer random:seed=3>
    >>> player_named("randm", load("nim"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    zermelo.errors.ParameterError: there is no player 'randm' (did you mean random?); ...
    """
    wanted = text.strip()
    if wanted == "perfect play":  # as older records call it
        wanted = "perfect"
    kind, _, given = wanted.partition(":")
    if kind == "program":
        return ProgramPlayer(given, wanted)
    if kind in ("uci", "ugi"):
        return _other_engine(wanted, kind, given, game)
    if kind == "onnx":
        from zermelo.play.onnx_player import OnnxPlayer

        return OnnxPlayer(game, given, wanted)
    if kind not in _SETTINGS and (there := split(wanted)) is not None:
        return player_in_file(*there, wanted, game)
    if kind not in _SETTINGS:
        raise ParameterError(f"there is no player {text!r}{did_you_mean(kind, KINDS)}; there are "
                             f"{', '.join(KINDS)}")
    if kind == "level":
        return _level(wanted, given, game)
    return _MAKERS[kind](game, _settings(wanted, kind, given), wanted)


def harmless(text: str) -> str:
    """The same text, if making that player runs nobody's code; ParameterError if it would."""
    if text.strip().startswith(("program:", "uci:", "ugi:")) or ".py" in text:
        raise ParameterError(f"the record's player {text!r} would have to be run: "
                             f"say yourself who is to play")
    return text


def _settings(text: str, kind: str, given: str) -> Settings:
    known = _SETTINGS[kind]
    found: dict[str, Any] = {}
    for item in filter(None, given.split(",")):
        name, equals, word = item.partition("=")
        if not (name and equals and word):
            raise ParameterError(f"{item!r} in {text!r} is not a setting: write name=value, "
                                 f"several with commas between")
        if name not in known and known is ENGINE_SETTINGS:
            found[name] = word
            continue
        if name not in known:
            raise ParameterError(f"{text!r}: {kind} has no setting {name!r}"
                                 f"{did_you_mean(name, known)}; it takes {', '.join(known)}")
        if name in found:
            raise ParameterError(f"{name!r} stands twice in {text!r}: give it once")
        try:
            found[name] = known[name](word)
        except LimitError:
            raise
        except (ValueError, KeyError):
            raise ParameterError(f"{name}={word} in {text!r}: give {_EXPECTED[known[name]]}"
                                 ) from None
    return found


def _level(text: str, given: str, game: Game) -> Plays:
    from zermelo.play.levels import LevelPlayer

    number, _, rest = given.partition(",")
    try:
        level = int(number)
    except ValueError:
        raise ParameterError(f"{text!r} does not say which level: write level:1 to level:10"
                             ) from None
    return LevelPlayer(game, level, name=text, **_settings(text, "level", rest))


def _other_engine(text: str, kind: str, given: str, game: Game) -> Plays:
    from zermelo.play.uci_player import UciPlayer, UgiPlayer

    command = _COMMAND.match(given)[0]  # type: ignore[index]  # it matches nothing, too
    settings = dict(_settings(text, kind, given[len(command) + 1:]))
    limit = Limit(*(settings.pop(name, None) for name in ("depth", "nodes", "time")))
    player = UciPlayer if kind == "uci" else UgiPlayer
    return player(game, command, limit, settings, text)


def _opinion(game: Game, given: Settings) -> Evaluator | None:
    name = given.get("evaluator")
    return standard_evaluator(game) if name is None else evaluator_for(game, name)


def _engine(game: Game, given: Settings, text: str) -> Plays:
    from zermelo.play.engine_player import EnginePlayer

    limit = Limit(given.get("depth"), given.get("nodes"), given.get("time"))
    return EnginePlayer(game, limit, name=text, threads=given.get("threads", 1),
                        table_mb=given.get("table", 16.0),
                        selective=given.get("selective", True),
                        evaluator=given.get("evaluator", "standard"),
                        database=given.get("database"), without=given.get("without", ()),
                        resign=given.get("resign"))


def _perfect(game: Game, given: Settings, text: str) -> Plays:
    from zermelo.play.engine_player import PROOF, PerfectPlayer

    limit = Limit(nodes=given.get("nodes"), time=given.get("time", PROOF))
    return PerfectPlayer(game, limit, name=text, evaluator=given.get("evaluator", "standard"),
                         database=given.get("database"))


_MAKERS: dict[str, Callable[[Game, Settings, str], Plays]] = {
    "random": lambda game, given, text: RandomPlayer(given.get("seed", 0), text),
    "greedy": lambda game, given, text: GreedyPlayer(_opinion(game, given),
                                                     given.get("seed", 0), text),
    "minimax": lambda game, given, text: TextbookPlayer(
        game, given.get("depth", 3), evaluator=_opinion(game, given), name=text),
    "alphabeta": lambda game, given, text: TextbookPlayer(
        game, given.get("depth", 3), evaluator=_opinion(game, given), prune=True, name=text),
    "engine": _engine,
    "perfect": _perfect,
}
