"""Games that can go round in circles, and an independent solver for them.

A state is a vertex of a graph. Between the wins and losses that can be forced, found backwards
from the ends, lie the draws: there neither side can do better than go on for ever.
"""

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

from boards import wander

from zermelo import Game, Position
from zermelo.values import DRAW, proven


class Place(NamedTuple):
    vertex: int
    turn: int


class Graph(Game):
    """A random graph with cycles. Each vertex has up to three ways on, or a payoff.

    The ways on are the same for both players, who move in turn; now and then the mover stays
    the same. A position that occurs `repetition` times is a draw.
    """

    repetition = 2

    def __init__(self, seed: int = 0, vertices: int = 14) -> None:
        self.seed, self.vertices = seed, vertices
        rng = random.Random(seed)
        ends = {v: rng.choice([-1, 1, 1, -1, 0]) for v in range(vertices) if rng.random() < 0.2}
        self.payoffs = tuple(ends.get(v, 2) for v in range(vertices))  # 2: it goes on
        self.ways = tuple(
            tuple(sorted(rng.sample(range(vertices), 3))) for _ in range(vertices))
        self.widths = tuple(rng.choice([1, 2, 2, 3]) for _ in range(vertices))
        self.again = tuple(rng.choice([0, 0, 0, 1]) for _ in range(vertices))

    def initial(self):
        return Place(self.payoffs.index(2) if 2 in self.payoffs else 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for way in range(self.widths[s.vertex]):  # noqa: UP028 - so that it compiles
            yield way

    def play(self, s, m):
        turn = s.turn if self.again[s.vertex] == 1 and m == 0 else 1 - s.turn
        return Place(self.ways[s.vertex][m], turn)

    def outcome(self, s):
        payoff = self.payoffs[s.vertex]
        return None if payoff == 2 else payoff

    def states(self):
        """Every state that is not an end."""
        return [Place(v, turn) for v in range(self.vertices) for turn in (0, 1)
                if self.payoffs[v] == 2]


class Thrice(Graph):
    """The same, but a position must occur three times."""

    repetition = 3


class Downhill(Graph):
    """Without circles, and with words for skipping a turn, though that means something else.

    Where the ways lead is chance, so having to move is a burden as often as not.
    """

    repetition = 0

    def __init__(self, seed: int = 0, vertices: int = 40) -> None:
        super().__init__(seed, vertices)
        rng = random.Random(seed)
        last = vertices - 4
        self.payoffs = tuple(rng.choice([-1, 0, 1]) if v >= last or rng.random() < 0.1 else 2
                             for v in range(vertices))
        self.ways = tuple(tuple(min(v + rng.randint(1, 6), vertices - 1) for _ in range(3))
                          for v in range(vertices))

    def bounds(self, s):
        return -1, 1

    def null_move(self, s):
        return Place(s.vertex, 1 - s.turn)


class Mirrored(Graph):
    """Two copies of a graph with ways across, each the other's mirror image."""

    def __init__(self, seed: int = 0, vertices: int = 8) -> None:
        super().__init__(seed, vertices)
        rng = random.Random(seed)
        across = [[rng.randint(0, 1) for _ in range(3)] for _ in range(vertices)]
        self.half, self.vertices = vertices, 2 * vertices
        self.ways = tuple(
            tuple(way + vertices * (copy ^ over)
                  for way, over in zip(self.ways[v], across[v], strict=True))
            for copy in (0, 1) for v in range(vertices))
        self.payoffs, self.widths, self.again = (2 * self.payoffs, 2 * self.widths,
                                                 2 * self.again)

    def canonical(self, s):
        return Place(s.vertex % self.half, s.turn)


def walked(game, rng, plies):
    """A position with a past."""
    return wander(Position(game, rng.choice(game.states())), rng, plies)


def closed_in(here):
    """The states that it would be a draw to come to once more."""
    times = Counter(p.state for p in here.line())
    return frozenset(s for s, n in times.items() if n + 1 >= here.game.repetition)


def truth_of(here):
    """The first player's value under the game's rule, the past included."""
    return solution(here.game, closed_in(here))[here.state]


@cache
def solution(game, closed=frozenset()):
    """The value of every state in the first player's view, with its distance.

    Coming to a state of `closed` is a draw at once: it has occurred too often.
    """
    states = game.states()
    after = {s: [game.play(s, m) for m in game.moves(s)] for s in states}
    values = {}
    for distance in range(1, 4 * len(states) + 2):
        found = {}
        for s in states:
            if s not in values:
                worth = [_worth(game, t, values, closed) for t in after[s]]
                wins = proven(1 if s.turn == 0 else -1, distance - 1)
                losses = [w for w in worth if w is not None and w.score == -wins.score]
                if wins in worth:
                    found[s] = proven(int(wins.score), distance)
                elif len(losses) == len(worth) and max(w.distance for w in losses) == distance - 1:
                    found[s] = proven(-int(wins.score), distance)
        if not found:  # nor will anything be found that is farther away
            break
        values |= found
    return {s: values.get(s, DRAW) for s in states}


def _worth(game, t, values, closed):
    payoff = game.outcome(t)
    if payoff is not None:
        return proven(payoff, 0)
    return None if t in closed else values.get(t)
