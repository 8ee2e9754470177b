"""How much skill a game rewards: what players of different strength can expect of each other.

A `Study` knows everything that can happen in a game, and so computes instead of sampling. Every
figure below is averaged over all deals with their exact probabilities.

>>> from zermelo import load
>>> study = Study.of(load("tictactoe"), native=False)
>>> anything, perfect = study.level(INFINITY), study.level(0)
>>> print(study.meeting(perfect, perfect).score)
wins 0.00 %, draws 100.00 %, losses 0.00 %
>>> print(study.meeting(anything, anything).score)
wins 58.49 %, draws 12.70 %, losses 28.81 %
>>> print(study.meeting(study.best_against_random(0), anything).score)
wins 99.48 %, draws 0.52 %, losses 0.00 %
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.solve import passes
from zermelo.solve.graph import Graph, Ints
from zermelo.solve.passes import Floats
from zermelo.solve.sampling import Ended, Taste, sample

INFINITY = inf
DEVIATIONS = 3.2905  # of a normal distribution contain 99.9 %
TEMPERATURES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, INFINITY)


class Chances(NamedTuple):
    """The probabilities of the results in the first player's view, and the expected length."""

    win: float
    draw: float
    loss: float
    plies: float

    @property
    def mean(self) -> float:
        """The expected result, a win counted 1, a draw 0, a loss -1."""
        return self.win - self.loss

    @property
    def points(self) -> float:
        """The expected result, a win counted 1, a draw one half, a loss 0."""
        return self.win + self.draw / 2

    def __str__(self) -> str:
        return (f"wins {100 * self.win:.2f} %, draws {100 * self.draw:.2f} %, "
                f"losses {100 * self.loss:.2f} %")


@dataclass(frozen=True, eq=False)
class Style:
    """A way of playing: a policy on the graph, and the same once more as a taste to sample by."""

    name: str
    policy: Floats
    tastes: tuple[Taste, Taste]  # as first and as second player


@dataclass(frozen=True, eq=False)
class Meeting:
    """Two players against each other."""

    first: Style
    second: Style
    score: Chances
    by_deal: Floats  # a row for each deal: win, draw, loss, plies


@dataclass(frozen=True, eq=False)
class Study:
    """A game, everything that can happen in it, and what that is worth."""

    game: Game
    graph: Graph
    deals: tuple[Any, ...]  # the states
    shares: Floats  # the deals' probabilities
    roots: Ints  # the deals' nodes
    points: Ints  # each node under perfect play: the first player's payoff, played for points
    values: Ints  # the same by the game's own payoff, which is all that players of a level care for

    @classmethod
    def of(cls, game: Game, *, native: bool | None = None, memory_mb: float = 4096,
           seconds: float | None = None,
           progress: Callable[[int, int], None] = lambda done, of: None,
           stop: threading.Event | None = None) -> Study:
        """Study a game; `progress` hears how many of how many deals are done, and setting `stop`
        is like Ctrl-C. LimitError if the game is too large."""
        scored = game.scored()
        dealt = list(game.deals())
        deals = tuple(state for _, state in dealt)
        graph = Graph.of(scored, deals, native=native, memory_mb=memory_mb, seconds=seconds,
                         progress=lambda done: progress(done, len(deals)), stop=stop)
        points = passes.perfect_values(graph)
        values = points if scored == game else np.sign(points).astype(np.int32)
        return cls(game, graph, deals, np.array([float(p) for p, _ in dealt]),
                   np.array([graph.node(s) for s in deals], np.int32), points, values)

    # --- players ---

    def level(self, temperature: float) -> Style:
        """The imperfect player of a temperature: knows the exact value v of every move (the game's
        payoff under perfect play after it, in its own view) and plays a move with a probability in
        proportion to exp(v / temperature). 0 is the perfect player, which plays any of the best
        moves; infinity plays any legal move. It is the same player in both seats."""
        if not temperature >= 0:
            raise ParameterError(f"a temperature of {temperature} makes no sense: give 0 or more")
        policy = passes.softmax(self.graph, self.values, temperature)
        if temperature == 0:
            views = [Taste(view * self.values.astype(np.float64), True) for view in (1, -1)]
        else:
            views = [Taste(np.exp(view * self.values / temperature), False) for view in (1, -1)]
        return Style(level_name(temperature), policy, (views[0], views[1]))

    def best_against(self, opponent: Style, seat: int, *, wins_only: bool = False) -> Style:
        """The best that can be done in a seat against a player whose ways are known: maximises the
        expected result (win 1, draw 0, loss -1), or with `wins_only` the probability to win."""
        view = 1 - 2 * seat
        results = view * np.sign(self.graph.payoffs)
        worth = (results > 0 if wins_only else results).astype(np.float64)
        liking = passes.response_values(self.graph, opponent.policy, seat, worth)
        taste = Taste(liking, True)
        return Style(f"best against {opponent.name}", passes.greedy(self.graph, liking),
                      (taste, taste))

    def best_against_random(self, seat: int, *, wins_only: bool = False) -> Style:
        """The best response to uniformly random play."""
        return self.best_against(self.level(INFINITY), seat, wins_only=wins_only)

    # --- what comes of them ---

    def meeting(self, first: Style, second: Style) -> Meeting:
        """What two players can expect: computed over every deal and everything that can happen."""
        payoffs = self.graph.payoffs
        worths = np.stack([payoffs > 0, payoffs == 0, payoffs < 0], 1).astype(np.float64)
        found = passes.expectations(self.graph, first.policy, second.policy, worths)
        by_deal = found[self.roots]
        return Meeting(first, second, Chances(*map(float, self.shares @ by_deal)), by_deal)

    def sampled(self, first: Style, second: Style, games: int, seed: int = 0) -> Ended:
        """Random games between two players by the rules themselves, from random deals."""
        shares = self.shares / self.shares.sum()
        counts = np.random.default_rng(seed).multinomial(games, shares)
        starts = [(s, int(n)) for s, n in zip(self.deals, counts, strict=True) if n]
        return sample(self.graph, starts, first.tastes[0], second.tastes[1], seed)


def within_chance(score: Chances, tally: Ended) -> bool:
    """Whether games played lie as near to the computed probabilities as they should 999 times in
    1,000: each count within 3.29 standard deviations of what is expected."""
    for p, count in zip(score[:3], tally[:3], strict=True):
        share = min(max(p, 0.0), 1.0)  # a sum of floats may be off by its last bit
        deviation = sqrt(tally.games * share * (1 - share))
        if abs(count - tally.games * share) > DEVIATIONS * deviation + 1e-6:
            return False
    return True


def level_name(temperature: float) -> str:
    """How a level is called.

    >>> level_name(0), level_name(0.25), level_name(INFINITY)
    ('perfect', 'T = 0.25', 'random')
    """
    if temperature == 0:
        return "perfect"
    return "random" if temperature == INFINITY else f"T = {temperature:g}"
