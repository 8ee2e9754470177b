"""Openings: where the pairs of games begin, no two alike as long as there are others."""

from __future__ import annotations

import hashlib
from pathlib import Path

from zermelo.dealing import is_dealt
from zermelo.errors import MoveError, PositionError, RecordError
from zermelo.game import Game
from zermelo.play.series import random_opening
from zermelo.position import Position

_TRIES = 200  # draws without anything new until there is taken to be nothing new


class Openings:
    """The openings of an arena by their numbers from 0, each a function of the seed and its number.

    >>> from zermelo import load
    >>> openings = Openings(load("tictactoe"), plies=2, seed=1)
    >>> len({openings[k].text for k in range(40)}), openings.exhausted
    (40, False)
    >>> openings[72].text == openings[0].text, openings.exhausted  # there are only 9 × 8
    (True, True)
    """

    def __init__(self, game: Game, plies: int = 0, seed: int = 0,
                 given: list[Position] | None = None) -> None:
        self._game, self._plies, self._seed = game, plies, seed
        self._found = list(given or [])
        self._texts = {here.text for here in self._found}
        self._draws = 0
        self._only_one = plies == 0 and not is_dealt(game)
        self._all = given is not None
        self.exhausted = False  # whether one had to be given twice

    def __getitem__(self, number: int) -> Position:
        while len(self._found) <= number and not self._all:
            self._draw()
        if number >= len(self._found):
            self.exhausted = True
        return self._found[number % len(self._found)]

    def __len__(self) -> int:
        """How many there are by now."""
        return len(self._found)

    def _draw(self) -> None:
        for _ in range(1 if self._only_one else _TRIES):
            here = random_opening(self._game, self._plies, f"{self._seed} {self._draws}")
            self._draws += 1
            if here.text not in self._texts:
                self._texts.add(here.text)
                self._found.append(here)
                return
        self._all = True


def read_openings(file: str | Path, game: Game) -> tuple[list[Position], str]:
    """The openings of a file, and its fingerprint: on each line a position, or moves from the
    start; `#` begins a remark."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot read the openings {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{str(file)!r} is not text, and so has no openings") from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        wanted = line.strip()
        if not wanted or wanted.startswith("#"):
            continue
        here = _opening(game, wanted, f"{file}, line {number}")
        if here.result is not None:
            raise RecordError(f"{file}, line {number}: {wanted!r} is no opening: the game is over")
        found.append(here)
    if not found:
        raise RecordError(f"{str(file)!r} has no openings: write a position or moves on each line")
    return found, hashlib.sha256(text.encode()).hexdigest()[:16]


def _opening(game: Game, text: str, where: str) -> Position:
    try:
        return game.position().play_all(text)
    except MoveError as no_moves:
        try:
            return game.position(text)
        except PositionError as error:
            raise RecordError(f"{where}: {text!r} is neither a position ({error}) nor moves "
                              f"({no_moves})") from None
