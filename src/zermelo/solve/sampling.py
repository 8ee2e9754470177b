"""Games played at random by the rules themselves: to see whether what was computed comes true.

The players are described by a taste for each node of the graph: what they would like to come to.
One sort plays a move with a probability in proportion to its taste, the other only the moves it
likes best. Everything else is the game's own `moves`, `play` and `outcome`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.records import Array, Record, array
from zermelo.errors import RulesError
from zermelo.kernel.kernel import Kernel
from zermelo.portable import shl, shr
from zermelo.search.rules import Rules
from zermelo.solve.builder import HOOKS, carried_out
from zermelo.solve.graph import Graph
from zermelo.solve.kernel import FINE, listed
from zermelo.solve.memory import Cache, Heap, Index, Orders

_AS_GOOD = 1e-12
_UNIT = 2.0 ** -53


class Games(Orders, whole=True):
    """How many games to play, how, and how they went."""

    left: int
    picky_first: int  # 1: this player plays only what it likes best
    picky_second: int
    noise: int
    wins: int
    draws: int
    losses: int
    plies: int


class Liking(Record, whole=True):
    """How much a player would like to come to each place."""

    of: Array[float] = array(float)


class Taste(NamedTuple):
    """What a player would like to come to, for each node, and whether it settles for less."""

    liking: npt.NDArray[np.float64]
    picky: bool


class Ended(NamedTuple):
    """How some games ended, in the first player's view."""

    wins: int
    draws: int
    losses: int
    plies: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses


def run(rules: Rules, games: Games, heap: Heap, index: Index, cache: Cache, first: Liking,
        second: Liking, s: Any) -> None:
    """Play as many games from `s` as there are left."""
    while games.left > 0 and games.status == FINE:
        play_once(rules, games, heap, index, cache, first, second, s)
        games.left -= 1


def play_once(rules: Rules, games: Games, heap: Heap, index: Index, cache: Cache, first: Liking,
              second: Liking, s: Any) -> None:
    """One game, added to the others."""
    ply = 0
    payoff = rules.outcome(s)
    while payoff is None:
        count = listed(rules, games, heap, index, cache, s, ply)
        if games.status != FINE:
            return
        if rules.to_move(s) == 0:
            s = rules.play(s, chosen(games, first, count, games.picky_first))
        else:
            s = rules.play(s, chosen(games, second, count, games.picky_second))
        ply += 1
        payoff = rules.outcome(s)
    games.plies += ply
    if payoff > 0:
        games.wins += 1
    elif payoff < 0:
        games.losses += 1
    else:
        games.draws += 1


def chosen(games: Games, liking: Liking, count: int, picky: int) -> int:
    """One of the moves that are listed, by the liking for where they lead."""
    best = liking.of[games.ways[0].place]
    for i in range(1, count):
        best = max(best, liking.of[games.ways[i].place])
    total = 0.0
    for i in range(count):
        total += weight(liking.of[games.ways[i].place], best, picky)
    left = total * chance(games)
    last = count - 1
    for i in range(count):
        share = weight(liking.of[games.ways[i].place], best, picky)
        if share > 0.0:
            last = i
            left -= share
            if left < 0.0:
                break
    return games.ways[last].move


def weight(liking: float, best: float, picky: int) -> float:
    """How often a move is played, relative to the others."""
    if picky == 0:
        return liking
    return 1.0 if liking >= best - _AS_GOOD else 0.0


def chance(games: Games) -> float:
    """The next random number from 0 to below 1 (Marsaglia's xorshift)."""
    noise = games.noise
    noise ^= shl(noise, 13)
    noise ^= shr(noise, 7)
    noise ^= shl(noise, 17)
    games.noise = noise
    return shr(noise, 11) * _UNIT


def sample(graph: Graph, starts: Sequence[tuple[Any, int]], first: Taste, second: Taste,
           seed: int = 0) -> Ended:
    """Play so many games from each of these states."""
    kernel = Kernel(graph.game, run, (Games, Heap, Index, Cache, Liking, Liking), hooks=HOOKS,
                    native=graph.native)
    games = kernel.new(Games)
    likings = [kernel.over(Liking, graph.by_place(taste.liking)) for taste in (first, second)]
    records = (games, *graph.builder.copies(), *likings)
    games.length, games.short_cut = graph.builder.ending
    games.picky_first, games.picky_second = int(first.picky), int(second.picky)
    games.noise = random.Random(seed).getrandbits(62) | 1
    games.status = FINE
    for state, games.left in starts:
        carried_out(kernel, state, records)
        if games.status != FINE or games.left != 0:
            raise RulesError(f"games of {graph.game.spec} from {graph.game.text(state)} left what "
                             f"the graph was made from")
    return Ended(games.wins, games.draws, games.losses, games.plies)
