"""An arena's games on disk: one SQLite file, a row for each game, written when it ends.

Whoever reads may do so while games are played (write-ahead logging). A process that is killed loses
nothing that was written; a power cut may lose the last few games, which are then played again. One
process writes at a time. The file says which version it is, of which game, by which rules and under
which conditions: games under others do not go into it.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import __version__
from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.holding import hold
from zermelo.play.clock import TimeControl
from zermelo.play.played import Ending, Entry
from zermelo.play.record import Record
from zermelo.values import Value, estimate, read_value
from zermelo.wandering import random_play
from zermelo.work.units import Unit

VERSION = 1
CONDITIONS = "game", "rules", "seed", "openings", "clock", "adjudication"  # that all games share
_DAMAGED = "the arena {!r} is damaged, and cannot be used: take a copy of it, or begin another"
_KIND = 0x5A41  # "ZA", SQLite's application_id: tells an arena from any other database
_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,     -- in the order they ended
    first TEXT NOT NULL, second TEXT NOT NULL,
    pair INTEGER NOT NULL,          -- which opening, from 0
    start TEXT,                     -- NULL: the usual start
    opening INTEGER NOT NULL,       -- how many of the moves were given
    movers TEXT NOT NULL,           -- who made each move: 0 is the first player, 1 the second
    moves TEXT NOT NULL, seconds TEXT NOT NULL,
    evaluations TEXT NOT NULL,      -- in the first player's view, in words if proven
    payoff INTEGER NOT NULL, how TEXT NOT NULL, reason TEXT NOT NULL,
    ended REAL NOT NULL,
    UNIQUE (first, second, pair));
"""


class ArenaError(ZermeloError):
    """An arena that cannot be had, or that is another one."""


@dataclass(frozen=True)
class StoredGame:
    """A game of an arena."""

    number: int
    first: str
    second: str
    pair: int
    start: str | None
    opening: int
    movers: str
    moves: tuple[str, ...]
    seconds: tuple[float | None, ...]
    evaluations: tuple[float | str | None, ...]
    payoff: int
    how: str
    reason: str
    ended: float

    @property
    def score(self) -> float:
        """What the first player got: 1, ½ or 0."""
        return 0.5 if self.payoff == 0 else float(self.payoff > 0)

    @property
    def ending(self) -> Ending:
        """Payoff, reason and manner of its end, as matches have them."""
        return Ending(self.payoff, self.reason, self.how)  # type: ignore[arg-type]

    def record(self, about: Mapping[str, str]) -> Record:
        """The game as it is kept in a file of its own; `about` is what the arena says of it."""
        entries = tuple(
            Entry(int(mover), move, seconds, value_of(thought)) for mover, move, seconds, thought
            in zip(self.movers, self.moves, self.seconds, self.evaluations, strict=True))
        return Record(about["game"], (self.first, self.second),
                      TimeControl.parse(about["clock"]), self.start, entries, self.ending,
                      {"pair": str(self.pair + 1)})


def plain(value: Value | None) -> float | str | None:
    """A value as plain data: a number if it is an estimate, words if it is proven."""
    if value is None:
        return None
    return str(value) if value.proven else float(value.score or 0)


def value_of(written: float | str | None) -> Value | None:
    """What `plain` wrote.

    >>> [value_of(plain(value)) for value in (None, estimate(0.5), read_value("win in 3"))]
    [None, +0.50, win in 3]
    """
    if written is None:
        return None
    return read_value(written) if isinstance(written, str) else estimate(written)


def rules_hash(game: Game) -> str:
    """What rules do, in a few letters: the same as long as a few random games go the same way."""
    said = hashlib.sha256()
    for number in range(8):
        for step in random_play(game, game.initial(), random.Random(number), 60):
            said.update(f"{game.text(step.state)} {game.to_move(step.state)} "
                        f"{step.moves} {game.outcome(step.state)}\n".encode())
    return said.hexdigest()[:16]


def key_of(first: str, second: str, pair: int) -> str:
    """A game's name among the units of work."""
    return json.dumps([first, second, pair], ensure_ascii=False)


class Store:
    """The games of an arena; a ledger of work."""

    def __init__(self, connection: sqlite3.Connection, file: str) -> None:
        self._base, self.file = connection, file
        self._lock: Any = None
        self._latest: tuple[str, StoredGame] | None = None  # need not be read again
        with self._telling():
            self.about: dict[str, str] = dict(self._base.execute("SELECT name, value FROM about"))
            self._keys = {key_of(*row) for row in
                          self._base.execute("SELECT first, second, pair FROM games")}
        if any(name not in self.about for name in CONDITIONS):
            raise ArenaError(_DAMAGED.format(file))

    # --- opening ---

    @classmethod
    def create(cls, file: str | Path | None, about: Mapping[str, str]) -> Store:
        """The arena in a file, to be written to; a new one if there is none, and one in memory
        without a file. ArenaError if it is another arena, or somebody else writes to it."""
        if file is None:
            return cls(_new(sqlite3.connect(":memory:"), about), "memory")
        path, lock = str(file), None
        try:
            lock = _locked(path)
            base = sqlite3.connect(path, timeout=30)
            if _is_empty(base):
                base.execute("PRAGMA journal_mode = WAL")
                _new(base, about)
            _recognised(base, path)
            base.execute("PRAGMA synchronous = NORMAL")
            store = cls(base, path)
        except (OSError, sqlite3.Error) as error:
            if lock is not None:
                lock.close()
            raise _in_words(error, path) from None
        except ArenaError:
            if lock is not None:
                lock.close()
            raise
        store._lock = lock
        store._must_be(about)
        return store

    @classmethod
    def read(cls, file: str | Path) -> Store:
        """An arena to be looked at, also while it is played."""
        path = str(file)
        if Path(file).is_dir():
            raise ArenaError(f"{path!r} is a folder, and no arena")
        if not Path(file).is_file():
            raise ArenaError(f"there is no arena {path!r}: `zermelo arena GAME PLAYER PLAYER -o "
                             f"{path}` makes one")
        try:
            mode = "rw" if os.access(path, os.W_OK) else "ro"  # who may write tidies up afterwards
            base = sqlite3.connect(f"{Path(file).resolve().as_uri()}?mode={mode}", uri=True,
                                   timeout=30)
            base.execute("PRAGMA query_only = ON")
            _recognised(base, path)
            return cls(base, path)
        except (OSError, sqlite3.Error) as error:
            raise _in_words(error, path) from None

    def _must_be(self, about: Mapping[str, str]) -> None:
        """That what is to be played goes with what was played."""
        for name, wanted in about.items():
            has = self.about.get(name)
            if has == wanted or name == "zermelo":
                continue
            self.close()
            if name == "rules":
                raise ArenaError(f"{self.file!r} was played by other rules of {about['game']}: "
                                 f"they have changed since; use another file")
            raise ArenaError(f"{self.file!r} was played with {name} {has}, and not {wanted}: use "
                             f"another file, or give what it was begun with")

    def close(self) -> None:
        """Let the file go."""
        with suppress(sqlite3.Error):
            self._base.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- the ledger ---

    def has(self, key: str) -> bool:
        """Whether a game is there."""
        return key in self._keys

    def write(self, unit: Unit, result: Any) -> bool:
        """Keep a game, whole or not at all; False if it was there."""
        before = *json.loads(unit.key), result["start"], result["opening"], result["movers"]
        lists = [result[name] for name in ("moves", "seconds", "evaluations")]
        after = result["payoff"], result["how"], result["reason"], time.time()
        written = (json.dumps(some, ensure_ascii=False, separators=(",", ":")) for some in lists)
        with self._telling(), self._base:
            added = self._base.execute(
                "INSERT OR IGNORE INTO games (first, second, pair, start, opening, movers, moves,"
                " seconds, evaluations, payoff, how, reason, ended)"
                " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", (*before, *written, *after))
        self._keys.add(unit.key)
        if added.rowcount != 1:
            return False
        fields: list[Any] = [added.lastrowid, *before, *map(tuple, lists), *after]
        self._latest = unit.key, StoredGame(*fields)
        return True

    # --- what is in it ---

    def add_players(self, texts: Mapping[str, str]) -> None:
        """Enter players, each a name with the text that makes it; those who are there stay as they
        are. ArenaError if one of them was somebody else."""
        there = {name: self.texts().get(name, name) for name in self.players()}
        for name, text in texts.items():
            if there.get(name, text) != text:
                raise ArenaError(f"{name!r} was {there[name]!r} in {self.file!r}, and not "
                                 f"{text!r}: give it another name")
        with self._telling(), self._base:
            self._base.executemany("INSERT OR IGNORE INTO players (name) VALUES (?)",
                                   [(name,) for name in texts])
        named = {name: text for name, text in texts.items() if name != text}
        if named:
            self.note("texts", json.dumps({**self.texts(), **named}, ensure_ascii=False))

    def texts(self) -> dict[str, str]:
        """Who those players are that were given a name."""
        found: dict[str, str] = json.loads(self.about.get("texts", "{}"))
        return found

    def players(self) -> list[str]:
        """All players, in the order they came."""
        with self._telling():
            return [name for name, in
                    self._base.execute("SELECT name FROM players ORDER BY number")]

    def games(self) -> list[StoredGame]:
        """All games, by pair and players: an order that does not depend on who finished first."""
        with self._telling():
            return [_game(row) for row in
                    self._base.execute("SELECT * FROM games ORDER BY pair, first, second")]

    def games_after(self, number: int) -> list[StoredGame]:
        """Those that ended after a game, in the order they ended."""
        with self._telling():
            return [_game(row) for row in self._base.execute(
                "SELECT * FROM games WHERE number > ? ORDER BY number", (number,))]

    def game(self, key: str) -> StoredGame:
        """The game of a unit of work."""
        if self._latest is not None and self._latest[0] == key:
            return self._latest[1]
        with self._telling():
            return _game(self._base.execute(
                "SELECT * FROM games WHERE first = ? AND second = ? AND pair = ?",
                json.loads(key)).fetchone())

    def note(self, name: str, value: str) -> None:
        """Say something more about the arena, which may change."""
        with self._telling(), self._base:
            self._base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))
        self.about[name] = value

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, json.JSONDecodeError) as error:
            raise _in_words(error, self.file) from None


def _game(row: tuple[Any, ...]) -> StoredGame:
    return StoredGame(*row[:7], *(tuple(json.loads(text)) for text in row[7:10]), *row[10:])


def _new(base: sqlite3.Connection, about: Mapping[str, str]) -> sqlite3.Connection:
    base.execute("BEGIN")
    for statement in (*_SCHEMA.split(";"), f"PRAGMA application_id = {_KIND}",
                      f"PRAGMA user_version = {VERSION}"):
        base.execute(statement)
    base.executemany("INSERT INTO about VALUES (?, ?)",
                     [*about.items(), ("zermelo", __version__)])
    base.commit()
    return base


def _is_empty(base: sqlite3.Connection) -> bool:
    """Whether nothing is there yet: a new file, or one whose making was cut short."""
    return not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _recognised(base: sqlite3.Connection, path: str) -> None:
    kind, = base.execute("PRAGMA application_id").fetchone()
    version, = base.execute("PRAGMA user_version").fetchone()
    if kind != _KIND:
        raise ArenaError(f"{path!r} is a database, but no arena")
    if version != VERSION:
        raise ArenaError(f"{path!r} is an arena of version {version}, and this Zermelo reads "
                         f"version {VERSION}")


def _locked(path: str) -> Any:
    """The file, held so that nobody else writes to this arena; whoever dies lets it go."""
    held = Path(path).open("ab")  # noqa: SIM115 - it is held until the arena is closed
    if not hold(held.fileno()):
        held.close()
        raise ArenaError(f"another arena is being played in {path!r}: wait for it, or use another "
                         f"file")
    return held


def _in_words(error: Exception, path: str) -> ArenaError:
    if isinstance(error, OSError):
        return ArenaError(f"the arena {path!r} cannot be used: {error.strerror}")
    if "not a database" in str(error):
        return ArenaError(f"{path!r} is no arena")
    if isinstance(error, json.JSONDecodeError) or any(
            word in str(error) for word in ("malformed", "decode")):
        return ArenaError(_DAMAGED.format(path))
    return ArenaError(f"the arena {path!r} cannot be used: {error}; the games in it are kept")
