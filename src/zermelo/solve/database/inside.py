"""A database inside the search: its mapped files by their addresses, and a function that asks them.

A table of words says where everything is: whether damage was met, how many tiers there are, and for
each, in rising order, what `_TIER` to `_CODES` name. `look_inside` is compiled with the search, and
runs interpreted as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from zermelo.compiler.records import placed
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.search.informed import ELSEWHERE, UNKNOWN
from zermelo.search.known import Inside
from zermelo.search.memory import DATABASES
from zermelo.solve.database.coding import UNREADABLE, Ints, number_of
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.packing import Packing, functions_of
from zermelo.written import made_function

_DAMAGED, _TIERS, _FIRST = range(3)
_TIER, _COUNT, _END, _BITS, _DIRECTORY, _STREAM, _CHECKS, _VALUES, _CODES, _SIZE = range(10)


def look_inside(address: int, words: int, tier: int, high: int, low: int) -> int:
    """The value of a key of `words` words, as the search writes it; UNKNOWN if it is not there."""
    table = placed(Ints, address)
    at, end = 0, table.at[_TIERS]
    while at < end:
        middle = at + end >> 1
        if table.at[_FIRST + middle * _SIZE] < tier:
            at = middle + 1
        else:
            end = middle
    here = _FIRST + at * _SIZE
    if at == table.at[_TIERS] or table.at[here + _TIER] != tier:
        return UNKNOWN
    number = number_of(
        placed(Ints, table.at[here + _DIRECTORY]), placed(Ints, table.at[here + _STREAM]),
        placed(Ints, table.at[here + _CHECKS]), placed(Ints, table.at[here + _VALUES]),
        words, table.at[here + _COUNT], table.at[here + _END], table.at[here + _BITS], high, low)
    if number < 0:
        if number == UNREADABLE:
            table.at[_DAMAGED] = 1
        return UNKNOWN
    return placed(Ints, table.at[here + _CODES]).at[number]


def covers(address: int, tier: int) -> bool:
    """Whether a tier is between the first and the last there is."""
    table = placed(Ints, address)
    last = table.at[_TIERS] - 1
    return last >= 0 and table.at[_FIRST] <= tier <= table.at[_FIRST + last * _SIZE]


class Opened(Protocol):
    """A database of which something goes into a search."""

    game: Game
    folder: Folder
    packing: Packing

    @property
    def tiers(self) -> Sequence[int]:
        """The tiers that it has, in rising order."""


def inside(databases: Sequence[Opened]) -> Inside:
    """What goes into a search that asks these, one after the other."""
    if len(databases) > DATABASES:
        raise LimitError(f"a search asks {DATABASES} databases at most, and these are "
                         f"{len(databases)}: leave some out")
    tables = [_table(database) for database in databases]  # kept as long as `check` is

    def check() -> None:
        for database, (table, _) in zip(databases, tables, strict=True):
            if table[_DAMAGED]:
                raise DatabaseError(f"the database {str(database.folder.path)!r} is damaged, "
                                    f"checksums do not fit: `zermelo database verify` says where")

    functions = [_asking(database.game, database.packing) for database in databases]
    return Inside({"known": _one_after_the_other(functions)},
                  tuple(table.ctypes.data for table, _ in tables), check)


def _table(database: Opened) -> tuple[Any, list[Any]]:
    """The table of words, and the arrays that it points to."""
    kept: list[Any] = []
    rows: list[int] = [0, len(database.tiers)]
    for tier in database.tiers:
        keys, values = database.folder.keys(tier), database.folder.values(tier)
        arrays = [keys.tail, keys.stream, values.checks, values.stream, values.codes]
        rows += [tier, keys.count, keys.about["stream"], values.bits]
        rows += [array.ctypes.data for array in arrays]
        kept += [keys, values, arrays]
    return np.array(rows, np.int64), kept


def _asking(game: Game, packing: Packing) -> Any:
    """A function of the game, an address and a state."""
    scope = {**functions_of(game, packing), "look_inside": look_inside, "covers": covers,
             "UNKNOWN": UNKNOWN, "ELSEWHERE": ELSEWHERE, "__name__": __name__}
    # A tier that is not there is the quickest answer, before any image is looked for.
    source = ("def ask(game, address, s):\n"
              "    if not covers(address, tier_of(game, s)):\n"
              "        return ELSEWHERE\n"
              "    alike = image(game, s)\n"
              "    if not fits(game, alike):\n"
              "        return UNKNOWN\n"
              "    return look_inside(address, words, tier_of(game, alike),\n"
              "                       pack_high(game, alike), pack_low(game, alike))\n")
    return made_function(source, "ask", scope)


def _one_after_the_other(functions: Sequence[Any]) -> Any:
    lines = [f"    if code <= UNKNOWN:\n"
             f"        code = max(code, ask{i}(game, memory.databases[{i}], s))\n"
             for i in range(len(functions))]
    source = "def known(game, memory, s):\n    code = ELSEWHERE\n" + "".join(lines) \
        + "    return code\n"
    scope = {f"ask{i}": function for i, function in enumerate(functions)}
    return made_function(source, "known", {**scope, "UNKNOWN": UNKNOWN, "ELSEWHERE": ELSEWHERE,
                                           "__name__": __name__})
