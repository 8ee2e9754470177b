"""Making a database, and going on with one that was cut off."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zermelo.errors import LimitError, RulesError
from zermelo.game import Game
from zermelo.kernel.devices import lanes_of
from zermelo.kernel.lanes import Lanes
from zermelo.limits import memory_mb, threads_for
from zermelo.marks import rules_mark
from zermelo.own_files import same_source
from zermelo.position import state_of
from zermelo.solve.database.backward import Backward
from zermelo.solve.database.files import VERSION, DatabaseError
from zermelo.solve.database.folder import MADE, Folder
from zermelo.solve.database.forward import Fallen, Forward, Misfit
from zermelo.solve.database.lookup import Database
from zermelo.solve.database.packing import Packing, Tiers, found_packing, widened
from zermelo.solve.database.running import Runner

SHARE = 0.5  # of the machine's memory, if nobody says
LEAST_MB = 64
_SOME = 500  # arrangements, to see which bits vary


Ways = tuple[Callable[..., Forward], Callable[..., Backward]]


@dataclass(frozen=True)
class DatabaseProgress:
    """How far the work is."""

    doing: str  # positions or values
    tier: int
    count: int  # of the tier in work
    done: int  # positions, of those tiers that are done
    total: int | None  # positions there are; None while they are counted
    seconds: float
    rate: float  # positions a second, in what is being done
    left: float | None  # seconds, if it goes on like this; None while nobody knows


def make(game: Game, folder: Path | str, *, start: Iterable[Any] | None = None,
         memory: float | None = None, symmetry: bool = False, threads: int | None = None,
         native: bool | None = None, device: str | Lanes = "cpu",
         listen: Callable[[DatabaseProgress], None] = lambda progress: None) -> Database:
    """Make a database of all that can come of `start`, or go on with it.

    `start` are states, positions or texts; of all deals if none are given. `memory` is about the
    most to use, in MB. `symmetry`: positions that are alike by `canonical` are one. `device`:
    "cpu", or "cuda" for a GPU; the files are the same, and either goes on where the other stopped.
    KeyboardInterrupt leaves whole tiers, from which the same call goes on.
    """
    begun = time.monotonic()
    budget = budget_of(memory)
    ways = ways_of(device)
    arranged = start is None and game.arrangements() > 0
    starts = (_some_arrangements(game) if arranged else
              [s for _, s in game.deals()] if start is None
              else [state_of(game, game.parse(s) if isinstance(s, str) else s) for s in start])
    if not starts:
        raise DatabaseError(f"there is no position of {game.spec} to begin with: give some")
    order = order_of(game, symmetry, starts)
    if arranged:
        order |= {"starts": game.arrangements(), "start": "arrangements"}
    place = Folder(folder)
    with place.locked():
        about = taken_up(place, order)
        place.sweep_parts()
        if about is not None:
            if about["complete"]:
                return Database(folder, game)
            packing = Packing.from_json(about["packing"])
        else:
            packing = found_packing(game, starts, symmetry=symmetry)
        try:
            _make(game, place, order, packing, starts, budget, threads or cores(), native, begun,
                  listen, ways, fresh=about is None)
        except OSError as error:
            raise place.unwritable(error) from error
        finally:
            seconds_noted(place, begun)
    return Database(folder, game)


def ways_of(device: str | Lanes) -> Ways:
    """What lists all positions, and what values them, where the work is to be done."""
    if device == "cpu":
        return Forward, Backward
    from zermelo.solve.database.device import with_lanes

    return with_lanes(lanes_of(device))


def order_of(game: Game, symmetry: bool, starts: list[Any]) -> dict[str, Any]:
    """What a folder must be of, to be gone on with."""
    return {"version": VERSION, "game": game.source, "spec": game.spec, "rules": rules_mark(game),
            "symmetry": symmetry, "starts": len(starts), "start": _mark_of(game, starts)}


def seconds_noted(place: Folder, begun: float) -> None:
    """Add to what is known of how long it took, if anything was begun and there is room for it."""
    with contextlib.suppress(OSError):
        if place.about() is not None:
            seconds = place.made().get("seconds", 0.0) + time.monotonic() - begun
            place.write({"seconds": round(seconds, 3)}, MADE)


def _make(game: Game, place: Folder, order: dict[str, Any], packing: Packing, starts: list[Any],
          budget: int, threads: int, native: bool | None, begun: float,
          listen: Callable[[DatabaseProgress], None], ways: Ways, *, fresh: bool) -> None:
    """List all positions, with as wide a packing as they turn out to need; then value them."""
    while True:
        runner = Runner(game, packing, native=native, threads=threads)
        counts = _Counts(begun, listen)
        try:
            forward = ways[0](place, runner, budget, counts.told)
            if fresh:
                place.clear()
                if order["start"] == "arrangements":
                    forward.begin_with_arrangements()
                else:
                    forward.begin(starts)
                place.write({**order, "packing": packing.to_json(), "complete": False})
                fresh = False
            forward.run()
            counts.all = {tier: place.keys(tier).count for tier in place.done()}
            ways[1](place, runner, budget, counts.told).run()
            break
        except Misfit as misfit:
            if not packing.masks:
                raise RulesError(
                    f"{game.spec}: `key` gives a number below 0 in, or right after, "
                    f"{game.text(misfit.state)}: `unkey` needs numbers from 0 to below 2**63"
                ) from None
            packing, fresh = widened(game, packing, _around(game, misfit.state, packing)), True
        except Fallen as fallen:
            if packing.tiers.kind == "hook":
                raise RulesError(f"{game.spec}: `tier` falls after {game.text(fallen.state)}, and "
                                 f"should never") from None
            packing, fresh = replace(packing, tiers=Tiers()), True
        finally:
            runner.close()
    place.write({**order, "packing": packing.to_json(), "complete": True})
    place.sweep_work()


class _Counts:
    """How many positions there are, and who hears of it."""

    def __init__(self, begun: float, listen: Callable[[DatabaseProgress], None]) -> None:
        self._begun, self._listen = begun, listen
        self._met: dict[int, int] = {}
        self.all: dict[int, int] | None = None
        self._since: tuple[str, float, int] | None = None  # what is done, since when, how much then

    def told(self, doing: str, tier: int, count: int) -> None:
        """That a tier is in work."""
        self._met[tier] = count
        if self.all is None:
            done, total = sum(n for t, n in self._met.items() if t != tier), None
        else:
            done, total = sum(n for t, n in self.all.items() if t > tier), sum(self.all.values())
        now = time.monotonic()
        if self._since is None or self._since[0] != doing:
            self._since = doing, now, done
        _, since, before = self._since
        rate = (done - before) / max(now - since, 1e-3)
        left = (total - done) / rate if total is not None and rate else None
        self._listen(DatabaseProgress(doing, tier, count, done, total, now - self._begun, rate,
                                      left))


def _around(game: Game, state: Any, packing: Packing) -> list[Any]:
    after = [game.play(state, m) for m in game.legal_moves(state)]
    return [state, *(map(game.canonical, after) if packing.symmetry else after)]


def _some_arrangements(game: Game) -> list[Any]:
    lots = random.Random(1913)
    return [game.initial(), *(game.arrangement(lots.randrange(game.arrangements()))
                              for _ in range(_SOME))]


def _mark_of(game: Game, starts: list[Any]) -> str:
    mark = hashlib.sha256()
    for text in sorted(map(game.text, starts)):
        mark.update(f"{text}\n".encode())
    return mark.hexdigest()[:32]


def taken_up(place: Folder, order: dict[str, Any]) -> dict[str, Any] | None:
    """What is in a folder already of what is to be made there; DatabaseError if it is of something
    else."""
    place.begin()
    about = place.about()
    if about is not None:
        _refuse_another(place, about, order)
    return about


def _refuse_another(place: Folder, about: dict[str, Any], order: dict[str, Any]) -> None:
    """DatabaseError if a folder is of something else than what is to be made."""
    where = f"the folder {str(place.path)!r} holds a {kind_of(about)}"
    if about["spec"] != order["spec"] or not same_source(about["game"], order["game"]):
        raise DatabaseError(f"{where} of {about['spec']}, not of {order['spec']}: choose another "
                            f"folder, or remove this one")
    if about["rules"] != order["rules"]:
        raise DatabaseError(f"{where} that was made with other rules of {order['spec']} than "
                            f"these: choose another folder, or remove this one")
    for name, words in (("plies", f"and not a {kind_of(order)}"),
                        ("start", "from other positions"), ("symmetry", "with other symmetry")):
        if about.get(name) != order.get(name):
            raise DatabaseError(f"{where} of {about['spec']} {words}: choose another folder, or "
                                f"remove this one")


def kind_of(about: dict[str, Any]) -> str:
    """What is in a folder, or to be in it."""
    return "database" if "plies" not in about else f"book of {about['plies']} plies"


def budget_of(mb: float | None) -> int:
    """About the most memory to use, in bytes; half of what there is if nobody says."""
    if mb is None:
        mb = max(LEAST_MB, SHARE * (memory_mb() or 4096))
    if not mb >= LEAST_MB:
        raise LimitError(f"{mb:g} MB of memory are too few for a database: give {LEAST_MB} or more")
    return int(mb * 2**20)


def cores() -> int:
    """How many threads to use, if nobody says."""
    return threads_for(max(1, os.cpu_count() or 1))
