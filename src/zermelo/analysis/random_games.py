"""Random games, and what each says about the size of the game.

The kernel below runs as it stands, interpreted, and is compiled as it stands, with the rules. Game
number n depends on the rules, the seed and n alone. Every legal move is equally likely; positions
that come back end a game as the rules' `repetition` says.

Each game is also one of Knuth's probes (Estimating the efficiency of backtrack programs, 1975). A
way down the tree that finds b0, b1, … moves to choose from is taken with the probability
1 / (b0 · b1 · …), so that on average

    b0 · b1 · … · b(n-1)            is the number of leaves,
    1 + b0 + b0 · b1 + …            is the number of nodes.

A deal drawn with the probability p counts as a first choice among 1 / p. Both numbers soon have
more digits than a float: kept are the logarithm of the first, and the second by the first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from math import log10
from typing import Any

from zermelo.analysis.playouts import nth_move, thrown
from zermelo.compiler.records import Array, Record, array
from zermelo.dealing import Lots, lots
from zermelo.errors import LimitError, RulesError
from zermelo.game import A_MOVE, Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header
from zermelo.kernel.threads import Crew, supervised
from zermelo.portable import hash_of, promised

GAMES = 1000
SECONDS = 5.0
LONGEST = 2000  # plies; a game that goes on for longer is cut off there
_HOOKS = ("moves", "play", "outcome", "mobility", "repetition_key")
_BATCH = 10  # games in a row without a look at the clock
_PATIENCE = 30.0  # seconds for the first of them, which may be long


class Orders(Header, whole=True):
    """Which random games a thread is to play, by seed and number."""

    seed: int
    first: int  # the number of the first
    games: int
    repetition: int  # a position's n-th occurrence ends it; 0: they never count
    marks: Array[int] = array(int, LONGEST + 1)  # the positions of the game under way


class Played(Record):
    """What is counted in one random game."""

    plies: int
    moves: int  # of all its positions together
    widest: int  # the most in any of them
    cut: int  # 1: it was cut off
    log_leaves: float  # of Knuth's number of leaves, to the base 10
    nodes_by_leaves: float


class Batch(Record, whole=True):
    """What became of one random game after the other."""

    at: Array[Played] = array(Played)


def run(rules: Any, orders: Orders, batch: Batch, s: Any) -> None:
    """Play them from a state."""
    for i in range(orders.games):
        if orders.stop != 0:
            return
        play_one(rules, orders, batch.at[i], s, hash_of((orders.seed, orders.first + i)))


def play_one(rules: Any, orders: Orders, game: Played, s: Any, word: int) -> None:
    """One of them, written down."""
    plies, moves, widest, cut = 0, 0, 0, 0
    log_leaves, nodes_by_leaves = 0.0, 1.0
    while rules.outcome(s) is None:
        if orders.repetition != 0 and occurrences(rules, orders, s, plies) >= orders.repetition:
            break
        if plies == LONGEST:
            cut = 1
            break
        branches = rules.mobility(s)
        promised(branches > 0, s, A_MOVE)
        moves += branches
        widest = max(widest, branches)
        log_leaves += log10(float(branches))
        nodes_by_leaves = nodes_by_leaves / branches + 1.0
        word = hash_of(word)
        s = rules.play(s, nth_move(rules, s, thrown(word, branches)))
        plies += 1
    game.plies, game.moves, game.widest, game.cut = plies, moves, widest, cut
    game.log_leaves, game.nodes_by_leaves = log_leaves, nodes_by_leaves


def occurrences(rules: Any, orders: Orders, s: Any, ply: int) -> int:
    """How often a position has been in this game, now included."""
    mark = hash_of(rules.repetition_key(s))
    orders.marks[ply] = mark
    times = 0
    for i in range(ply + 1):
        if orders.marks[i] == mark:
            times += 1
    return times


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A random game, from a deal drawn as likely as it is."""

    plies: int
    moves: int
    widest: int
    cut: bool
    log_leaves: float
    log_nodes: float


def random_games(game: Game, games: int = GAMES, seed: object = 0, *,
                 native: bool | None = None, seconds: float = SECONDS,
                 progress: Callable[[int, int], None] = lambda done, of: None) -> list[RandomGame]:
    """So many random games; the first of them, if the seconds are over before. LimitError if there
    is not a single one by then."""
    kernel = Kernel(game, run, (Orders, Batch), hooks=_HOOKS, native=native, quick=True)
    orders, batch = kernel.new(Orders), kernel.new(Batch, _BATCH)
    dice = random.Random(f"{game.spec} {seed}")
    orders.seed, orders.repetition = dice.getrandbits(62), int(game.repetition)
    deals = lots(game)
    whole = sum(deals.chances)
    if whole <= 0:
        raise RulesError(f"no deal of {game.spec} has a chance: let deals() yield them with "
                         f"probabilities that add up to 1")
    numbers = Lots(deals.chances, range(len(deals.things)))
    drawn = (numbers.draw(dice) for _ in range(games))
    found: list[RandomGame] = []
    crew = Crew([orders])
    began, patience = time.monotonic(), max(seconds, _PATIENCE)

    def work() -> None:
        for number, same in groupby(drawn):
            while count := len(list(islice(same, _BATCH))):
                if found and time.monotonic() >= began + seconds:
                    return
                progress(len(found), games)
                orders.first, orders.games = len(found), count
                state, chance = deals.things[number], deals.chances[number] / whole
                crew.run_alone(partial(_play, kernel, state, batch))
                found.extend(_told(batch.at[i], chance) for i in range(count))
        progress(games, games)

    if not supervised(crew, work, patience):
        if time.monotonic() < began + patience:
            raise KeyboardInterrupt
        if not found:
            raise LimitError(f"no random games of {game.spec} came to an end within {patience:g} "
                             f"seconds: `zermelo check` finds out more")
    return found


def _play(kernel: Kernel, state: Any, batch: Batch, orders: Orders) -> str:
    return kernel.run(state, orders, batch)


def _told(game: Played, chance: float) -> RandomGame:
    leaves = game.log_leaves - log10(chance)
    return RandomGame(game.plies, game.moves, game.widest, game.cut != 0, leaves,
                      leaves + log10(game.nodes_by_leaves))
