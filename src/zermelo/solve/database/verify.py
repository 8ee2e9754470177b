"""A database proven right: every value is the best of what the moves lead to, one ply further.

That is a proof, also where positions lead to each other. A win in n plies has a move to a loss in
n - 1, and a loss in n has none that does not lose by then; so by induction over n all wins and
losses are what they are said to be. From a draw no move wins, and one leads to a draw again:
neither player can be made to lose. Checksums, and that no position is missing, are looked at on
the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.errors import LimitError
from zermelo.solve.database.backward import Backward
from zermelo.solve.database.book import verify_book
from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.forward import state_of_key
from zermelo.solve.database.lookup import Database
from zermelo.solve.database.making import budget_of, cores
from zermelo.solve.database.running import Runner

_SOME = 1 << 15  # blocks that are looked at at once


def verify(database: Database, *, memory: float | None = None, threads: int | None = None,
           native: bool | None = None,
           listen: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Look at every position; how many there are. DatabaseError at the first that is wrong.

    What a book's moves do not lead to within it is searched anew.
    """
    if database.plies is not None:
        return verify_book(database, native=native, threads=threads or 1, listen=listen)
    game, folder = database.game, database.folder
    tiers, total, done = database.tiers, database.positions, 0
    if tiers != folder.done():
        raise DatabaseError(f"the database {str(folder.path)!r} lacks files of some tiers: remove "
                            f"it and make it anew")
    budget = budget_of(memory)
    runner = Runner(game, database.packing, native=native, threads=threads or cores())
    try:
        backward = Backward(folder, runner, budget, lambda doing, tier, count: None)
        for tier in reversed(tiers):
            keys, values = folder.keys(tier), folder.values(tier)
            if keys.count != values.count:
                raise DatabaseError(f"{str(keys.path)!r} and {values.path.name!r} do not belong "
                                    f"together: remove them, and make the database anew")
            own = None
            if tier in keys.about["children"]:
                own = keys.keys(), values.values()
                if own[0].nbytes + own[1].nbytes > budget // 2:
                    raise LimitError(f"{game.spec}: {keys.count:,} positions that can lead to each "
                                     f"other do not fit the memory: allow more")
            for stretch in backward.stretches(keys):
                found = backward.from_later(stretch, tier, keys.about["children"], own)
                for first in range(0, stretch.last - stretch.first, _SOME):
                    begin = stretch.first + first
                    said = values.values(begin, min(stretch.last, begin + _SOME))
                    here = found[first * BLOCK : first * BLOCK + len(said)]
                    wrong = np.flatnonzero(here != said)
                    if len(wrong):
                        at = int(wrong[0])
                        where: Any = state_of_key(runner, stretch.keys(first, first + _SOME), at)
                        raise database.wrong(where, int(here[at]), int(said[at]))
                    done += len(said)
                    listen(done, total)
    finally:
        runner.close()
    return done
