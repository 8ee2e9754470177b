"""What is known before any search: a database of positions, asked first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from zermelo import databases
from zermelo.game import Game
from zermelo.position import Position
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.values import Value


class Inside(NamedTuple):
    """What of a database goes into the search."""

    functions: dict[str, Any]  # that the search finds among the rules: `known`
    addresses: tuple[int, ...]  # what memory's `databases` should be
    check: Callable[[], None]  # raises if damage was met


class Knows(Protocol):
    """Something that knows positions exactly, such as `zermelo.solve.database.Database`."""

    @property
    def game(self) -> Game:
        """Whose positions it knows: no other game's are asked for."""

    def get(self, thing: Any) -> Value | None:
        """A position's value in the view of the player to move; None if it is not known."""

    def analysis(self, thing: Any) -> Analysis:
        """All that is known of a position that is."""

    def ends_at(self, thing: Any) -> bool:
        """Whether it knows a position, and not what its moves lead to."""

    def line(self, thing: Any) -> list[Any]:
        """What both sides should play from there."""

    def inside(self, always: bool = False) -> Inside | None:
        """The same for within a search; None if it is no use there, as all is known before. With
        `always`, for a kernel that asks nobody before it searches."""


def opened(wanted: Path | str, game: Game) -> Knows | None:
    """The database in a folder; of "auto", those of this game in the data folder, if any."""
    found: Knows | None = databases.opened(wanted, game)
    return found


def known(database: Knows, here: Position, lines: int) -> Analysis | None:
    """The answer, if the database has it; `lines`: with so many moves' own lines."""
    value = database.get(Position(here.game, here.state))
    if value is None or not _holds(database, here, value):
        return None
    if database.ends_at(Position(here.game, here.state)):
        return None
    found = database.analysis(Position(here.game, here.state))
    if lines == 0:
        return found
    moves = [_with_line(database, here, move) if i < lines else move
             for i, move in enumerate(found.moves)]
    return replace(found, moves=tuple(moves))


def _with_line(database: Knows, here: Position, move: RankedMove) -> RankedMove:
    after = database.line(Position(here.game, here.game.play(here.state, move.move)))
    return replace(move, line=(move.move, *after))


def _holds(database: Knows, here: Position, value: Value) -> bool:
    """Whether a value holds after this past, too.

    A database says "for ever is a draw" and knows no past. A draw is one whatever happened
    before; so is a win in n, unless the way there could lead through a position of the past,
    which would have to be nearer to the end.
    """
    if not here.game.repetition or value.kind == "draw":
        return True
    winner = here.to_move if value.kind == "win" else 1 - here.to_move
    before = islice(wins_on_the_way(database, here), 1, None)  # after the position itself
    return all(player != winner or distance >= (value.distance or 0)
               for player, distance in before)


def wins_on_the_way(database: Knows, here: Position) -> Iterator[tuple[int, int]]:
    """Who wins, and in how many plies, in each position up to this one that the database knows to
    be won; the last comes first."""
    for place in here.line():
        value = database.get(Position(here.game, place.state))
        if value is not None and value.kind != "draw":
            yield (place.to_move if value.kind == "win" else 1 - place.to_move,
                   value.distance or 0)
