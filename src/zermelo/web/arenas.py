"""An arena for the page: its figures while it is played, and its games as boards to click through.

Shapes that boards have in common are sent once: a board is a list of their numbers.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.arena.overview import overview
from zermelo.arena.store import Store, StoredGame
from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.play.record import started
from zermelo.search.analysis import value_json
from zermelo.values import estimate, read_value
from zermelo.web.scenes import scene_of
from zermelo.web.scenes.scene import Scene, Shape

_REST = 4.0  # figures are made anew after so many times as long as they took


class Shapes:
    """Shapes by their numbers, each once."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self.all: list[Shape] = []

    def numbers(self, shapes: Sequence[Shape]) -> list[int]:
        """Which they are."""
        found = []
        for shape in shapes:
            key = json.dumps(shape, sort_keys=True)
            if key not in self._known:
                self._known[key] = len(self.all)
                self.all.append(shape)
            found.append(self._known[key])
        return found


def game_view(game: StoredGame, rules: Game, scale: float, shapes: Shapes) -> dict[str, Any]:
    """A game with all its boards, and what the players thought of their moves."""
    here = started(rules, game.start)
    scene = scene_of(here)
    boards = [_board(scene, None, rules.show(here.state), shapes)]
    for move in game.moves:
        before, here = scene, here.play(move)
        scene = scene_of(here)
        made = next((m for m in before.moves if m["move"] == move), None) if before else None
        spots = {spot["name"]: spot["shape"] for spot in before.spots} if before else {}
        boards.append(_board(scene, made, rules.show(here.state), shapes, spots))
    return {
        "number": game.number, "first": game.first, "second": game.second, "pair": game.pair,
        "sides": list(rules.players), "scale": round(scale, 4), "start": game.start,
        "opening": game.opening, "moves": list(game.moves),
        "movers": [int(mover) for mover in game.movers], "seconds": list(game.seconds),
        "values": [_value(told) for told in game.evaluations],
        "score": game.score, "how": game.how, "reason": game.reason, "boards": boards,
    }


def _board(scene: Scene | None, made: dict[str, Any] | None, text: str, shapes: Shapes,
           spots: dict[str, Shape] | None = None) -> dict[str, Any]:
    if scene is None:
        return {"text": text}
    touched = [spots[name] for name in made["path"] if name in spots] if made and spots else []
    return {"size": [scene.width, scene.height], "turn": scene.turn,
            "shapes": shapes.numbers(scene.shapes), "last": shapes.numbers(touched),
            "traced": shapes.numbers(made["ghost"] if made else [])}


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
        rules, shapes = self._game(spec), Shapes()
        return {"game": game_view(found, rules, self._scale(rules), shapes), "shapes": shapes.all}
