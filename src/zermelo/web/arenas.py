"""An arena for the page: its figures while it is played, and its games as boards to click through.

What a board is made of never changes, and is sent once: a position is what stands on it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.arena.overview import overview
from zermelo.arena.store import Store, StoredGame
from zermelo.drawing.board import Board
from zermelo.drawing.pointing import pointed
from zermelo.drawing.scene import Scene, SceneMove
from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.play.played import started
from zermelo.search.analysis import value_json
from zermelo.values import estimate, read_value

_REST = 4.0  # figures are made anew after so many times as long as they took


class Boards:
    """Boards by their numbers, each once."""

    def __init__(self) -> None:
        self._known: dict[Board, int] = {}
        self.all: list[dict[str, Any]] = []

    def number(self, board: Board) -> int:
        """A board's number among those that were met, which stands for it in what is sent."""
        if board not in self._known:
            self._known[board] = len(self.all)
            self.all.append(board.to_json())
        return self._known[board]


def game_view(game: StoredGame, rules: Game, scale: float, boards: Boards) -> dict[str, Any]:
    """A game with all its positions, and what the players thought of their moves."""
    here = started(rules, game.start)
    scene = rules.scene(here.state)
    positions = [_position(scene, None, boards)]
    for move in game.moves:
        before, last, here = scene, here, here.play(move)
        scene = rules.scene(here.state)
        made = pointed(rules, last.state, before, here.move, scene)
        positions.append(_position(scene, made, boards))
    return {
        "number": game.number, "first": game.first, "second": game.second, "pair": game.pair,
        "sides": list(rules.players), "colours": list(scene.colours), "scale": round(scale, 4),
        "start": game.start, "opening": game.opening, "moves": list(game.moves),
        "movers": [int(mover) for mover in game.movers], "seconds": list(game.seconds),
        "values": [_value(told) for told in game.evaluations],
        "score": game.score, "how": game.how, "reason": game.reason, "positions": positions,
    }


def _position(scene: Scene, last: SceneMove | None, boards: Boards) -> dict[str, Any]:
    return {"board": boards.number(scene.board), "pieces": [list(piece) for piece in scene.pieces],
            "words": list(scene.words), "last": None if last is None else last.to_json()}


def _value(told: float | str | None) -> dict[str, Any] | None:
    """What a player thought, in the first player's view."""
    if told is None:
        return None
    return value_json(read_value(told) if isinstance(told, str) else estimate(told), 0)


def rows_of(games: Sequence[StoredGame], players: Sequence[str]) -> list[list[Any]]:
    """Games in a line each: number, who with whom, opening, first player's score, plies, how."""
    index = {name: i for i, name in enumerate(players)}
    return [[g.number, index[g.first], index[g.second], g.pair, g.score, len(g.moves), g.how]
            for g in games]


class ArenaDesk:
    """An arena's file, read again and again while somebody else writes to it. Any thread may ask;
    figures are made once for all who ask, and not more often than they are worth."""

    def __init__(self, file: str, game: Callable[[str], Game],
                 scale: Callable[[Game], float]) -> None:
        self.file = file
        self._game, self._scale = game, scale
        self._lock = threading.Lock()
        self._games: list[StoredGame] = []
        self._players: list[str] = []
        self._made: dict[str, Any] = {}
        self._again = 0.0
        with Store.read(file):  # what is wrong with it shows now
            pass

    def news(self, after: int) -> dict[str, Any]:
        """The figures, and the games that ended after one; `last` is what to ask for next."""
        with self._lock:
            self._look()
            new = [game for game in self._games if game.number > after]
            last = max((game.number for game in self._games), default=0)
            return {**self._made, "order": self._players, "rows": rows_of(new, self._players),
                    "last": last, "now": time.time()}

    def _look(self) -> None:
        if self._made and time.monotonic() < self._again:
            return
        began = time.monotonic()
        with Store.read(self.file) as store:
            last = max((game.number for game in self._games), default=0)
            new, players, about = store.games_after(last), store.players(), store.about
        wanted = about.get("wanted")
        if new or players != self._players or not self._made or (
                wanted is not None and int(wanted) != self._made["wanted"]):
            self._games += new
            self._players = players
            self._made = overview(self._games, players, about)
        self._again = time.monotonic() + _REST * (time.monotonic() - began)

    def game(self, number: int) -> dict[str, Any]:
        """A game to click through."""
        with self._lock:
            self._look()
            found = next((game for game in self._games if game.number == number), None)
            if found is None:
                raise GameError(f"there is no game {number} in {self.file!r}: there are "
                                f"{len(self._games):,}")
            spec = self._made["about"]["game"]
        rules, boards = self._game(spec), Boards()
        return {"game": game_view(found, rules, self._scale(rules), boards), "boards": boards.all}
