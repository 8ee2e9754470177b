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
from zermelo.games.descriptions import described_games, first_sentence
from zermelo.notation import did_you_mean, parse_spec
from zermelo.own_files import same_game
from zermelo.web.engines import Key, key_of
from zermelo.web.scale import scale_of

TITLES = {  # and what the game is about, in a line
    "breakthrough": ("Breakthrough", "Pawns that step and capture; reach the far side first."),
    "checkers": ("Checkers", "Men, kings and captures that one must make."),
    "chess": ("Chess", "The royal game, and Chess960; mate the king."),
    "chomp": ("Chomp", "Bite off a corner of the bar; do not eat the poisoned square."),
    "connect4": ("Connect Four", "Drop stones into columns; four in a row win."),
    "dodgem": ("Dodgem", "Cars in each other's way; get all of yours off the board."),
    "domineering": ("Domineering", "Dominoes, upright against lying; who cannot move loses."),
    "dots": ("Dots and Boxes", "Draw lines; the fourth side owns the box and moves again."),
    "hex": ("Hex", "Connect your two sides. There are no draws."),
    "hexapawn": ("Hexapawn", "Three pawns a side: small enough to know by heart."),
    "isolation": ("Isolation", "Every cell visited closes; do not be shut in."),
    "kalah": ("Kalah", "Sow seeds, capture, and move again from your store."),
    "morris": ("Men's Morris", "Three in a row make a mill; a mill takes a man."),
    "nim": ("Nim", "Take stones from one heap; the last stone wins."),
    "othello": ("Othello", "Enclose discs and turn them over; most discs win."),
    "rps": ("RPS cards", "Rock, paper and scissors on a board, with open hands."),
    "tictactoe": ("Tic-tac-toe", "Three in a row, or any m,n,k game."),
}
LONGEST_SPEC = 120
LARGEST_NUMBER = 999  # of a parameter
MOST_GAMES = 64  # kept ready


class Catalogue:
    """The games on offer."""

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
        own = []
        for spec, game in self._own.items():
            about = first_sentence(type(game)) if type(game).__doc__ else ""  # not the contract's
            own.append({"name": spec, "title": spec, "description": about, "about": about,
                        "parameters": {}, "aliases": {}, "own": True})
        ours = []
        for told in described_games():
            title, about = TITLES.get(told["name"], (told["name"], told["description"]))
            ours.append({**told, "title": title, "about": about, "own": False})
        return own + ours


def _numbers(text: str) -> list[str]:
    return "".join(c if c.isascii() and c.isdigit() else " " for c in text).split()
