"""The data folder, and all databases of a game that are in it, asked as one.

    ZERMELO_DATA     another folder than ~/.local/share/zermelo; databases are in its `databases`
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.game import Game
from zermelo.own_files import same_source
from zermelo.search.analysis import Analysis
from zermelo.search.known import Inside, Knows
from zermelo.search.memory import DATABASES
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.inside import inside
from zermelo.solve.database.lookup import Database
from zermelo.values import Value

AUTO = "auto"
_log = logging.getLogger("zermelo.databases")


def data_folder() -> Path:
    """Where databases are that nobody gave another place."""
    chosen = os.environ.get("ZERMELO_DATA")
    if chosen:
        return Path(chosen) / "databases"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "zermelo" / "databases"


def usual_place(game: Game, kind: str = "") -> Path:
    """Where a database of this game goes.

    >>> from zermelo import load
    >>> usual_place(load("connect4:width=6,height=5"), "book-8").name
    'connect4-width=6-height=5-book-8'
    """
    name = "-".join(filter(None, [game.spec, kind]))
    return data_folder() / re.sub(r"[^\w.+=-]+", "-", name)


def opened(wanted: Path | str, game: Game) -> Knows | None:
    """The database in a folder; of "auto", all of this game in the data folder, None if there are
    none. One that cannot be used is left out there, and the log says so."""
    if str(wanted) != AUTO:
        return Database(wanted, game)
    found = []
    for path in sorted(data_folder().glob("*/database.json")):
        try:
            about = Folder(path.parent).about()
            if about is not None and about["complete"] and about["spec"] == game.spec \
                    and same_source(about["game"], game.source):
                found.append(Database(path.parent, game))
        except DatabaseError as error:
            _log.warning("%s", error)
    return found[0] if len(found) == 1 else Several(found) if found else None


class Several:
    """Databases of one game, asked one after the other; whole ones before books."""

    def __init__(self, databases: Sequence[Database]) -> None:
        self._all = sorted(databases, key=lambda d: d.plies is not None)
        self.game = self._all[0].game

    def get(self, thing: Any) -> Value | None:
        """What the first that knows a position says."""
        return next((found for d in self._all if (found := d.get(thing)) is not None), None)

    def _of(self, thing: Any) -> Database:
        """The one to be asked about a position: one that goes on from there, if there is one."""
        knowing = [d for d in self._all if d.get(thing) is not None] or self._all[:1]
        return next((d for d in knowing if not d.ends_at(thing)), knowing[0])

    def analysis(self, thing: Any) -> Analysis:
        """All that is known of a position."""
        return self._of(thing).analysis(thing)

    def ends_at(self, thing: Any) -> bool:
        """Whether none knows what the moves lead to."""
        return self._of(thing).ends_at(thing)

    def line(self, thing: Any) -> list[Any]:
        """What both sides should play from there."""
        return self._of(thing).line(thing)

    def inside(self, always: bool = False) -> Inside | None:
        """What goes into a search: all that any of them would have there."""
        if always:
            return inside(self._all[:DATABASES])
        parts = [d for d in self._all if d.plies is None]
        if not self.game.repetition and any(d.inside() is None for d in parts):
            return None  # one has all
        return inside(parts[:DATABASES]) if parts else None
