"""Many games between two players: colour-swapped pairs from random openings, and the score.

Each opening is played twice, the players changing sides, so that neither gains by the luck of it.
All that is drawn by lot comes from one seed.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from zermelo.dealing import drawn, is_dealt
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.kernel.watching import watched
from zermelo.play.clock import NO_CLOCK, TimeControl
from zermelo.play.match import Match
from zermelo.play.named import player_named
from zermelo.play.played import Ending
from zermelo.play.player import Plays
from zermelo.play.record import Record
from zermelo.play.score import Score, score_of
from zermelo.position import Position

OPENING = 4  # plies
_GLANCE = 0.1  # seconds between looks whether to stop
_TRIES = 20  # to find an opening of that length before a shorter one is taken


class Played(NamedTuple):
    """One game of a series."""

    number: int  # from 1; games 2k - 1 and 2k are a pair
    first: int  # which of the two players began: 0 for A, 1 for B
    record: Record
    ending: Ending | None  # None: interrupted

    @property
    def points(self) -> float:
        """What A got: 1, ½ or 0."""
        assert self.ending is not None
        winner = self.ending.winner
        return 0.5 if winner is None else float(winner == self.first)

    @property
    def failed(self) -> int | None:
        """Which of A (0) and B (1) failed, if one did."""
        at_fault = self.ending.failed if self.ending else None
        return None if at_fault is None else at_fault ^ self.first


@dataclass(frozen=True)
class Series:
    """What came of it: the finished games in their order."""

    game: str
    players: tuple[str, str]
    seed: int
    opening: int
    control: TimeControl
    wanted: int
    played: tuple[Played, ...]

    @property
    def score(self) -> Score:
        """How A did in all games so far."""
        pairs: dict[int, list[float]] = {}
        for game in self.played:
            pairs.setdefault((game.number - 1) // 2, []).append(game.points)
        return score_of(list(pairs.values()))

    @property
    def complete(self) -> bool:
        """Whether all the games were played."""
        return len(self.played) == self.wanted


def play_series(game: Game, a: str, b: str, games: int, *, seed: int = 0,
                opening: int = OPENING, control: TimeControl = NO_CLOCK, threads: int = 1,
                spec: str | None = None, told: Callable[[Played], None] | None = None,
                stopped: Callable[[], bool] = lambda: False) -> Series:
    """Play so many games between the players that the texts name.

    `told` hears of each finished game. When `stopped` becomes true, or at Ctrl-C, the games under
    way are given up, and what is finished comes back.
    """
    if games < 1:
        raise LimitError(f"a number of games of {games} makes no sense: give 1 or more")
    if threads < 1:
        raise LimitError(f"{threads} threads make no sense: give 1 or more")
    if opening < 0:
        raise LimitError(f"an opening of {opening} plies makes no sense: give 0 or more")
    work = _Work(game, (a, b), seed, opening, control, spec or game.source, stopped)
    played: list[Played] = []
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(
            work.games(games, threads)) as finished:
        for done in finished:
            played.append(done)
            if told is not None:
                told(done)
    return Series(work.spec, (a, b), seed, opening, control, games,
                  tuple(sorted(played, key=lambda p: p.number)))


class _Work:
    """The games to be played, each a function of the seed and its number alone."""

    def __init__(self, game: Game, players: tuple[str, str], seed: int, opening: int,
                 control: TimeControl, spec: str, stopped: Callable[[], bool]) -> None:
        self.game, self.players, self.seed, self.opening = game, players, seed, opening
        self.control, self.spec = control, spec
        self._outside = stopped
        self._over = threading.Event()
        self._own = threading.local()
        self._made: list[Plays] = []

    def stopped(self) -> bool:
        """Whether no more games are to be begun, and those under way to be left."""
        return self._over.is_set() or self._outside()

    def games(self, count: int, threads: int) -> Generator[Played, None, None]:
        """The finished games, as they come."""
        pair = self._pair()  # a mistake in a player's text is found here, and not in a thread
        spare = [pair]

        def ready() -> None:
            self._own.pair = spare.pop() if spare else self._pair()

        pool = ThreadPoolExecutor(threads, initializer=ready)
        waiting: set[Future[Played]] = set()
        numbers = iter(range(1, count + 1))
        try:
            while not self.stopped():
                for number in islice(numbers, threads - len(waiting)):
                    waiting.add(pool.submit(self._play, number))
                if not waiting:
                    return
                done, waiting = wait(waiting, timeout=_GLANCE, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    if played.ending is not None:
                        yield played
        finally:
            self._give_up(waiting)
            pool.shutdown()
            for player in self._made:
                player.close()

    def _give_up(self, waiting: set[Future[Played]]) -> None:
        """Tell all players to answer at once, until none is under way any more."""
        self._over.set()
        while waiting:
            for player in self._made:
                stop = getattr(player, "stop", None)
                if stop is not None:
                    stop()
            waiting = wait(waiting, timeout=0.05).not_done

    def _pair(self) -> tuple[Plays, Plays]:
        """A and B; each thread has its own."""
        pair = (player_named(self.players[0], self.game), player_named(self.players[1], self.game))
        self._made += pair
        return pair

    def _play(self, number: int) -> Played:
        pair = self._own.pair
        first = (number - 1) % 2
        start = random_opening(self.game, self.opening, f"{self.seed} {(number - 1) // 2}")
        match = Match(self.game, pair[first], pair[1 - first], control=self.control, start=start,
                      seed=random.Random(f"{self.seed} {number}").randrange(1 << 31),
                      spec=self.spec, notes={"seed": str(self.seed), "number": str(number)})
        ending = match.play(self.stopped)
        return Played(number, first, match.record, ending)


def random_opening(game: Game, plies: int, seed: str) -> Position:
    """A position so many random plies from the start, or from a deal, where the game goes on.

    If random play hardly ever gets so far, fewer plies.
    """
    lots = random.Random(f"opening {seed}")
    with watched(game):
        while plies > 0:
            longest = 0
            for _ in range(_TRIES):
                line = _start(game, lots).random_line(lots, plies)
                if line[-1].result is None:
                    return line[-1]
                longest = max(longest, len(line) - 1)
            plies = max(0, longest - 1)
        return _start(game, lots)


def _start(game: Game, lots: random.Random) -> Position:
    return drawn(game, lots.random()) if is_dealt(game) else game.position()
