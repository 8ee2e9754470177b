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

from zermelo.errors import RulesError
from zermelo.portable import as_float, shl, shr
from zermelo.solve.builder import carry_out, entry_of
from zermelo.solve.graph import Graph
from zermelo.solve.kernel import (
    CACHE,
    CACHE_MOST,
    ENDINGS,
    FINE,
    HEAP_END,
    SLOTS,
    STACK,
    STACK_WORDS,
    STATUS,
    TOP,
    place_of,
)

GAMES = 16  # orders and answers, in words that the kernel leaves alone
NOISE = 17
WINS = 18
DRAWS = 19
LOSSES = 20
PLIES = 21
PICKY = 22  # bit 0: the first player plays only what it likes best; bit 1: the second does

_AS_GOOD = 1e-12
_UNIT = 2.0 ** -53


class Taste(NamedTuple):
    """What a player would like to come to, for each node, and whether it settles for less."""

    liking: npt.NDArray[np.float64]
    picky: bool


class Tally(NamedTuple):
    """How some games ended, in the first player's view."""

    wins: int
    draws: int
    losses: int
    plies: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses


def run(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Play as many games from `s` as the orders say."""
    while memory[GAMES] > 0 and memory[STATUS] == FINE:
        play_once(rules, memory, table, s)
        memory[GAMES] -= 1


def play_once(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """One game, added to the answers."""
    ply = 0
    payoff = rules.outcome(s)
    while payoff is None:
        mover = rules.to_move(s)
        liking = memory[SLOTS] + 2 * memory[CACHE] + mover * (ENDINGS + memory[HEAP_END])
        count = 0
        for m in rules.moves(s):
            place = place_of(rules, memory, table, rules.play(s, m), ply + 1)
            if memory[STATUS] != FINE or 2 * count + 4 > STACK_WORDS:
                return
            memory[STACK + 2 * count] = m
            memory[STACK + 2 * count + 1] = liking + place
            count += 1
            memory[TOP] = STACK + 2 * count
        s = rules.play(s, chosen(memory, table, count, memory[PICKY] >> mover & 1))
        memory[TOP] = STACK
        ply += 1
        payoff = rules.outcome(s)
    memory[PLIES] += ply
    points = payoff + 0  # compiled: no longer perhaps None
    if points > 0:
        memory[WINS] += 1
    elif points < 0:
        memory[LOSSES] += 1
    else:
        memory[DRAWS] += 1


def chosen(memory: Any, table: Any, count: int, picky: int) -> int:
    """One of the moves on the stack, by the likings beside them."""
    best = as_float(table[memory[STACK + 1]])
    for i in range(1, count):
        best = max(best, as_float(table[memory[STACK + 2 * i + 1]]))
    total = 0.0
    for i in range(count):
        total += weight(as_float(table[memory[STACK + 2 * i + 1]]), best, picky)
    left = total * chance(memory)
    last = count - 1
    for i in range(count):
        share = weight(as_float(table[memory[STACK + 2 * i + 1]]), best, picky)
        if share > 0.0:
            last = i
            left -= share
            if left < 0.0:
                break
    move: int = memory[STACK + 2 * last]
    return move


def weight(liking: float, best: float, picky: int) -> float:
    """How often a move is played, relative to the others."""
    if picky == 0:
        return liking
    return 1.0 if liking >= best - _AS_GOOD else 0.0


def chance(memory: Any) -> float:
    """The next random number from 0 to below 1 (Marsaglia's xorshift)."""
    noise = memory[NOISE]
    noise ^= shl(noise, 13)
    noise ^= shr(noise, 7)
    noise ^= shl(noise, 17)
    memory[NOISE] = noise
    number: float = shr(noise, 11) * _UNIT
    return number


def sample(graph: Graph, starts: Sequence[tuple[Any, int]], first: Taste, second: Taste,
           seed: int = 0) -> Tally:
    """Play so many games from each of these states."""
    likings = [graph.by_place(taste.liking) for taste in (first, second)]
    memory, table = graph.builder.copies(likings)
    entry = entry_of(graph.game, run, graph.native)
    memory[CACHE_MOST] = memory[CACHE]  # it may not grow over what lies behind it
    memory[PICKY] = int(first.picky) | int(second.picky) << 1
    memory[NOISE] = random.Random(seed).getrandbits(62) | 1
    memory[STATUS], memory[TOP] = FINE, STACK
    for state, games in starts:
        memory[GAMES] = games
        carry_out(graph.game, run, entry, memory, table, state)
        if memory[STATUS] != FINE or memory[GAMES] != 0:
            raise RulesError(f"games of {graph.game.spec} from {graph.game.text(state)} left what "
                             f"the graph was made from")
    return Tally(*(int(memory[word]) for word in (WINS, DRAWS, LOSSES, PLIES)))
