"""Openings: where the pairs of games begin, no two alike as long as there are others."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path
from typing import NamedTuple

from zermelo.dealing import is_dealt
from zermelo.errors import MoveError, PositionError, RecordError
from zermelo.game import Game
from zermelo.games.dialects import is_chess
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
                 book: Book | None = None) -> None:
        self._game, self._plies, self._seed, self._book = game, plies, seed, book
        self._found: list[Position] = []
        self._texts: set[str] = set()
        self._draws = 0
        self._only_one = plies == 0 and not is_dealt(game)
        self._all = False
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
        if self._book is not None:
            self._found.append(self._book.position(len(self._found), self._game))
            self._all = len(self._found) == len(self._book.entries)
            return
        for _ in range(1 if self._only_one else _TRIES):
            here = random_opening(self._game, self._plies, f"{self._seed} {self._draws}")
            self._draws += 1
            if here.text not in self._texts:
                self._texts.add(here.text)
                self._found.append(here)
                return
        self._all = True


class Book(NamedTuple):
    """Openings in a file, each read when it is its turn: where it stands, and its text."""

    entries: list[tuple[str, str]]
    fingerprint: str

    def shuffled(self, seed: int) -> Book:
        """The same in an order drawn by lot."""
        entries = list(self.entries)
        random.Random(f"{seed} openings").shuffle(entries)
        return self._replace(entries=entries)

    def position(self, number: int, game: Game) -> Position:
        """Where one of them leads to; RecordError if that is nowhere."""
        where, text = self.entries[number]
        here = _in_pgn(game, text, where) if text.startswith("[") else _opening(game, text, where)
        if here.result is not None:
            raise RecordError(f"{where}: {text!r} is no opening: the game is over")
        return here


def read_book(file: str | Path, game: Game) -> Book:
    """The openings of a file: on each line a position, or moves from the start; `#` begins a
    remark. For chess also EPD, and the games of a PGN file."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot read the openings {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{str(file)!r} is not text, and so has no openings") from None
    if Path(file).suffix == ".pgn":
        if not is_chess(game):
            raise RecordError(f"{str(file)!r} is PGN, which is for chess, and not for {game.spec}")
        games = [part for part in re.split(r"(?m)^(?=\[Event )", text) if part.startswith("[")]
        entries = [(f"{file}, game {number}", part) for number, part in enumerate(games, 1)]
    else:
        lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
        entries = [(f"{file}, line {number}", line) for number, line in lines
                   if line and not line.startswith("#")]
    if not entries:
        raise RecordError(f"{str(file)!r} has no openings: write a position or moves on each line")
    return Book(entries, hashlib.sha256(text.encode()).hexdigest()[:16])


_EPD = re.compile(r"(\S+ [wb] \S+ \S+) .*;\s*")  # what follows the four fields is about the game


def _opening(game: Game, text: str, where: str) -> Position:
    if is_chess(game):
        found = _EPD.fullmatch(text)
        text = re.sub(r"\b\d+\.+\s*", "", text) if found is None else found[1]
    try:
        return game.position().play_all(text)
    except MoveError as no_moves:
        try:
            return game.position(text)
        except PositionError as error:
            raise RecordError(f"{where}: {text!r} is neither a position ({error}) nor moves "
                              f"({no_moves})") from None


def _in_pgn(game: Game, text: str, where: str) -> Position:
    from zermelo.games.chess_pgn import read_pgn
    from zermelo.play.record import Record

    try:
        return Record.of_pgn(next(read_pgn(text)), where, game).position(game)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None
