"""One game of an arena, played by whoever has time: a function of its arguments alone, unless a
clock decides."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from zermelo.arena.adjudication import Umpire, opened
from zermelo.arena.hosted import HostedPlayer, must_be_hosted
from zermelo.arena.store import plain
from zermelo.checker.blame import blaming
from zermelo.game import Game
from zermelo.games import load
from zermelo.kernel.watching import often_watched
from zermelo.play.clock import TimeControl
from zermelo.play.match import Match
from zermelo.play.named import player_named
from zermelo.play.played import started
from zermelo.play.player import Plays
from zermelo.search.known import Knows

_AT_HAND = 8  # players that are kept for the next game: each engine has its table

_games: dict[str, Game] = {}
_databases: dict[str, Knows | None] = {}
_players: OrderedDict[tuple[str, str], Plays] = OrderedDict()


def play(*, game: str, first: str, second: str, start: str | None, opening: list[str],
         clock: str, seed: int, resign: bool = False, draw: bool = False,
         database: str | None = None) -> dict[str, Any]:
    """Play a game to its end; all of it as plain data.

    `resign`: who has proven its own loss gives up. `draw`: two players that have both proven a
    draw agree to it. `database`: a folder that knows losses and draws, too.
    """
    if game not in _games:
        _games[game] = load(game)
    rules = _games[game]
    with blaming(rules, game), often_watched():
        match = Match(rules, _player(game, first, rules), _player(game, second, rules),
                      control=TimeControl.parse(clock), seed=seed, spec=game,
                      start=started(rules, start).play_all(opening))
        umpire = Umpire(resign, draw, _database(database, rules)) if resign or draw else None
        return _played(match, umpire, len(opening))


def _played(match: Match, umpire: Umpire | None, opening: int) -> dict[str, Any]:
    thought: list[float | str | None] = []
    ending = match.ending
    while ending is None:
        here, count = match.here, len(match.entries)
        ending = match.step()
        if len(match.entries) > count:
            mover, value = here.to_move, match.entries[-1].value
            thought.append(plain(value))
            if ending is None and umpire is not None:
                umpire.look(match, mover, value if value is None or mover == 0 else -value)
                ending = match.ending
    return {"start": match.record.start, "opening": opening,
            "movers": "".join(str(entry.player) for entry in match.entries),
            "moves": [entry.move for entry in match.entries],
            "seconds": [None if e.seconds is None else round(e.seconds, 4) for e in match.entries],
            "evaluations": [None] * opening + thought,
            "payoff": ending.payoff, "how": ending.how, "reason": ending.reason}


def _database(folder: str | None, rules: Game) -> Knows | None:
    if folder is not None and folder not in _databases:
        _databases[folder] = opened(folder, rules)
    return None if folder is None else _databases[folder]


def _player(game: str, text: str, rules: Game) -> Plays:
    """A player, made once and kept for other games as long as there is room."""
    key = game, text
    if key not in _players:
        _players[key] = (HostedPlayer(game, text) if must_be_hosted(text)
                         else player_named(text, rules))
        if len(_players) > _AT_HAND:
            _players.popitem(last=False)[1].close()
    _players.move_to_end(key)
    return _players[key]


def close() -> None:
    """Let all players go."""
    while _players:
        _players.popitem()[1].close()
