"""Playing an arena: what is missing in its store is played, by as many at once as there is room."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.arena.openings import Openings
from zermelo.arena.plan import Plan
from zermelo.arena.statistics import Sprt
from zermelo.arena.store import Store, StoredGame
from zermelo.arena.verdict import Walking
from zermelo.work import Crew, Lost, Processes, work_off

_HOPELESS = 5  # games that could not be played, and none that could: no other will be tried
_THREADS = re.compile(r"\bthreads=(\d+)", re.IGNORECASE)
_BUSY = 0.75  # cores' worth of other people's work that is worth a warning


class ArenaProgress(NamedTuple):
    """How far an arena is."""

    games: list[StoredGame]  # all that are in the store
    done: int  # of those that were asked for
    total: int
    played: int  # by this run
    seconds: float  # of this run

    @property
    def left(self) -> float | None:
        """Seconds to go at this pace."""
        return (self.total - self.done) * self.seconds / self.played if self.played else None


@dataclass
class Run:
    """What came of a run."""

    games: list[StoredGame]
    complete: bool = False
    failures: list[str] = field(default_factory=list)  # games that could not be played at all
    warnings: list[str] = field(default_factory=list)


def run(plan: Plan, store: Store, *, crew: Crew | None = None, workers: int | None = None,
        told: Callable[[ArenaProgress], None] | None = None,
        stopped: Callable[[], bool] = lambda: False, openings: Openings | None = None) -> Run:
    """Play the games that the store lacks. Ctrl-C or `stopped` ends it with what there is; the
    same again goes on from there. A sequential test ends it when it has decided. `openings`: what
    `plan.ready` gave, if that was asked already."""
    if openings is None:
        openings = plan.ready()
    store.add_players(plan.texts)
    store.note("sprt", sprt_text(plan))
    found = Run(store.games())
    test = None if plan.sprt is None else Walking(*plan.pairings[0], plan.sprt)
    if test is not None:
        for game in found.games:
            test.add(game)
    have = before = sum(plan.wants(game.first, game.second, game.pair) for game in found.games)
    store.note("wanted", str(len(found.games) - have + plan.total))
    began = time.monotonic()
    if have < plan.total and not (test and test.decided):
        count = workers or room_for(plan.players)
        if crew is None:
            found.warnings += load_warnings(count, threads_of(plan.players))
        lost: list[Lost] = []
        work = work_off(plan.units(openings), store, crew or Processes(count), stopped, lost.append)
        with suppress(KeyboardInterrupt), closing(work):
            for done in work:
                if done.error is not None:
                    first, second, pair = json.loads(done.unit.key)
                    found.failures.append(f"the game of {first} against {second} from opening "
                                          f"{pair + 1} could not be played: {done.error}")
                    if len(found.failures) >= _HOPELESS and have == before:
                        break
                    continue
                found.games.append(store.game(done.unit.key))
                have += 1
                if told is not None:
                    told(ArenaProgress(found.games, have, plan.total, have - before,
                                  time.monotonic() - began))
                if test is not None:
                    test.add(found.games[-1])
                    if test.decided:
                        break
        if lost:
            found.warnings.append(f"{len(lost)} {'game' if len(lost) == 1 else 'games'} had to be "
                                  f"begun again: {lost[0].how}")
    elif crew is not None:
        crew.close()
    if openings.exhausted:
        number = len(openings)
        found.warnings.append(f"there {'is' if number == 1 else 'are'} only {number:,} different "
                              f"opening{'s' if number > 1 else ''}, used more than once")
    found.games.sort(key=lambda g: (g.pair, g.first, g.second))
    found.complete = have == plan.total or (test is not None and test.decided)
    return found


def sprt_text(plan: Plan) -> str:
    """A plan's test for the store; empty if there is none."""
    if plan.sprt is None:
        return ""
    test = plan.sprt
    return json.dumps([*plan.texts, test.h0, test.h1, test.alpha, test.beta])


def stored_sprt(text: str) -> tuple[str, str, Sprt] | None:
    """Read back what `sprt_text` wrote: both players, and the test."""
    if not text:
        return None
    one, other, *figures = json.loads(text)
    return one, other, Sprt(*figures)


# --- fairness ---


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def room_for(players: tuple[str, ...]) -> int:
    """How many games fit on this machine at once, so that no player starves another.

    >>> room_for(("random", "level:3")) == cores()
    True
    >>> room_for(("engine:threads=1000,nodes=5", "random"))
    1
    """
    return max(1, cores() // threads_of(players))


def threads_of(players: Iterable[str]) -> int:
    """How many threads think at once in a game: one player's, whoever has most.

    >>> threads_of(("random", "engine:depth=4,threads=2", "sf=uci:stockfish,Threads=3"))
    3
    """
    return max(1, *(int(found[1]) if (found := _THREADS.search(text)) else 1 for text in players))


def load_warnings(workers: int, threads: int = 1) -> list[str]:
    """Whether players would have to share cores, with each other or with other people. `threads`:
    of each game."""
    if workers * threads > cores():
        games = "1 game" if workers == 1 else f"{workers} games at once"
        each = "" if threads == 1 else f" with {threads} threads each"
        instead = "leave out --jobs to have as many as fit" if workers > 1 else "give fewer threads"
        return [f"{games}{each} on {cores()} cores: players will starve each other, and "
                f"clocks will be unfair; {instead}"]
    try:
        busy = os.getloadavg()[0]
    except OSError:
        return []
    if busy + workers * threads > cores() + _BUSY:
        return [f"the machine is busy (load {busy:.1f} on {cores()} cores): players that go by "
                f"time will play weaker than they are"]
    return []
