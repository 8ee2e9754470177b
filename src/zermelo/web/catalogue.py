"""Which games a client may ask for.

By name: those that come with Zermelo, with parameters of a bounded size, and those that were
named on the command line. Nothing else: a client cannot make the server open a file.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from zermelo.errors import ParameterError, UnknownGameError
from zermelo.evaluation import evaluator_for, with_evaluator
from zermelo.game import Game
from zermelo.games import ALIASES, GAMES, load
from zermelo.games.descriptions import described_game, described_games
from zermelo.notation import did_you_mean, parse_spec
from zermelo.own_files import same_game
from zermelo.web.engines import Key, key_of
from zermelo.web.scale import scale_of

LONGEST_SPEC = 120
LARGEST_NUMBER = 999  # of a parameter
MOST_GAMES = 64  # kept ready


class Catalogue:
    """The games that the page offers, by their texts."""

    def __init__(self, own: Iterable[str] = (), evaluator: str | None = None) -> None:
        games = [load(text) for text in own]
        if evaluator is not None:
            if not games:
                raise ParameterError(f"the evaluator {evaluator!r} is for games of your own: name "
                                     f"them, too")
            games = [with_evaluator(game, evaluator_for(game, evaluator)) for game in games]
        self._own = {game.spec: game for game in games}
        self._ready: OrderedDict[str, Game] = OrderedDict()
        self._scales: OrderedDict[Key, float] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, spec: str) -> Game:
        """The game that a client names; a GameError if it is not on offer."""
        with self._lock:
            if spec in self._ready:
                self._ready.move_to_end(spec)
                return self._ready[spec]
        own = (game for game in self._own.values() if same_game(spec, game))
        found = self._own.get(spec) or next(own, None) or self._load(spec)
        with self._lock:
            self._ready[spec] = found
            while len(self._ready) > MOST_GAMES:
                self._ready.popitem(last=False)
        return found

    def _load(self, spec: str) -> Game:
        if len(spec) > LONGEST_SPEC:
            raise ParameterError(f"a game's text may have {LONGEST_SPEC} letters, "
                                 f"not {len(spec)}")
        parsed = parse_spec(spec)
        name = parsed.name.casefold()
        if parsed.file is not None or (name not in GAMES and name not in ALIASES):
            known = [*GAMES, *ALIASES, *self._own]
            raise UnknownGameError(
                f"unknown game {spec!r}{did_you_mean(spec, known)}; /api/games lists those on "
                f"offer, `zermelo serve FILE.py:NAME` adds your own")
        for key, value in parsed.parameters.items():
            if any(int(digits) > LARGEST_NUMBER for digits in _numbers(value)):
                raise ParameterError(f"{key}={value} in {spec!r}: numbers up to {LARGEST_NUMBER} "
                                     f"are allowed here")
        return load(spec)

    def scale(self, game: Game) -> float:
        """How large the evaluator's numbers are; found out once for each game."""
        key = key_of(game)
        with self._lock:
            known = self._scales.get(key)
        if known is None:
            known = scale_of(game)
            with self._lock:
                self._scales[key] = known
                while len(self._scales) > MOST_GAMES:
                    self._scales.popitem(last=False)
        return known

    def described(self) -> list[dict[str, Any]]:
        """All that is on offer, as `zermelo games --json` lists it; the user's own first."""
        own = [{**described_game(type(game), spec), "parameters": {}, "aliases": {}, "own": True}
               for spec, game in self._own.items()]
        ours = [{**told, "own": False} for told in described_games()]
        return own + ours


def _numbers(text: str) -> list[str]:
    return "".join(c if c.isascii() and c.isdigit() else " " for c in text).split()
