"""Small games and trees that several test modules use."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from zermelo.game import Game


class Chain(Game[int, int]):
    """One move a ply for `length` plies, the players in turn; then the first player has won."""

    def __init__(self, length: int = 5000, payoff: int = 1) -> None:
        self.length, self.payoff = length, payoff

    def initial(self):
        return 0

    def to_move(self, s):
        return s % 2

    def moves(self, s):
        yield 0

    def play(self, s, m):
        return s + 1

    def outcome(self, s):
        return self.payoff if s >= self.length else None


class Endless(Chain):
    """A game that goes on and never comes back."""

    def outcome(self, s):
        return None


class Ring(Chain):
    """A game that goes round and round; whoever likes may stop at 0, and has lost."""

    def moves(self, s):
        yield 1
        if s == 0:
            yield 0

    def play(self, s, m):
        return (s + 1) % self.length if m else -1

    def outcome(self, s):
        return -1 if s < 0 else None


class Stuck(Chain):
    """Rules with a hole: after `length` plies there is no move, and no result."""

    def moves(self, s):
        if s < self.length:
            yield 0

    def outcome(self, s):
        return None


class Binary(Game[tuple[int, ...], int]):
    """Two moves a ply without end, the players in turn. A state is the moves so far."""

    def initial(self):
        return ()

    def to_move(self, s):
        return len(s) % 2

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return (*s, m)

    def outcome(self, s):
        return None


class Pile(NamedTuple):
    left: int
    turn: int


class Take(Game[Pile, int]):
    """A pile of counters; a move takes one or two of them; who takes the last one wins."""

    def __init__(self, counters: int = 7) -> None:
        self.counters = counters

    def initial(self):
        return Pile(self.counters, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def play(self, s, m):
        return Pile(s.left - m, 1 - s.turn)

    def outcome(self, s):
        if s.left:
            return None
        return 1 if s.turn else -1


class TakeAway(Take):
    """A move takes 1, 2 or 3. Who takes three moves again: the players do not alternate."""

    def __init__(self, counters: int = 12) -> None:
        super().__init__(counters)

    def moves(self, s):
        yield from range(1, min(3, s.left) + 1)

    def play(self, s, m):
        left = s.left - m
        return Pile(left, s.turn if m == 3 and left else 1 - s.turn)


class Spy(Game):
    """Another game, with a note of every state that was asked about."""

    def __init__(self, game):
        self.game = game
        self.seen = []
        self.players = game.players

    def initial(self):
        return self.game.initial()

    def to_move(self, s):
        return self.game.to_move(s)

    def moves(self, s):
        return self.game.moves(s)

    def play(self, s, m):
        return self.game.play(s, m)

    def outcome(self, s):
        self.seen.append(s)
        return self.game.outcome(s)

    def text(self, s):
        return self.game.text(s)


class Ordered(Spy):
    """Another game with its moves sorted by its own hint: the best first, or the worst."""

    def __init__(self, game, best_first=True):
        super().__init__(game)
        self.sign = -1 if best_first else 1

    def moves(self, s):
        return sorted(self.game.moves(s), key=lambda m: self.sign * self.game.order(s, m))


class Chomp(Game):
    """Rows of a bar of chocolate: bite off all to the right of and below a square; who takes the
    last, the poisoned one at the top left, loses."""

    def __init__(self, width: int = 5, height: int = 4):
        self.width, self.height = width, height

    def initial(self):
        return (self.width,) * self.height, 0

    def to_move(self, s):
        return s[1]

    def moves(self, s):
        for row, length in enumerate(s[0]):
            for column in range(length):
                yield row * self.width + column

    def play(self, s, m):
        row, column = divmod(m, self.width)
        bar = tuple(length if y < row else min(length, column) for y, length in enumerate(s[0]))
        return bar, 1 - s[1]

    def outcome(self, s):
        return None if s[0][0] else 1 if s[1] == 0 else -1


def random_tree(rng: random.Random, depth: int, branching: int = 4, spread: int = 20):
    """Nested lists, uneven and of uneven branching, at most `depth` deep."""
    if depth == 0 or (depth < 3 and rng.random() < 0.2):
        return rng.randint(-spread, spread)
    return [random_tree(rng, depth - 1, branching, spread)
            for _ in range(rng.randint(1, branching))]


def worth(node, mover: int = 0):
    """The value of a tree, written down once more and differently: by the definition."""
    if isinstance(node, dict):
        mover = {"max": 0, "min": 1}.get(node.get("player"), mover)
        node = node["value"] if "value" in node else node["children"]
        node = list(node.values()) if isinstance(node, dict) else node
    if not isinstance(node, list):
        return node
    return (min if mover else max)(worth(child, 1 - mover) for child in node)


def leaves_of(node) -> int:
    """How many leaves a tree has."""
    if isinstance(node, dict):
        node = node.get("children", 0)
        node = list(node.values()) if isinstance(node, dict) else node
    return sum(map(leaves_of, node)) if isinstance(node, list) else 1


def with_leaves(node, change):
    """The same tree of lists, its leaves exchanged."""
    if not isinstance(node, list):
        return change(node)
    return [with_leaves(child, change) for child in node]


def with_players(rng: random.Random, node):
    """The same tree of lists, each node's player drawn by lot."""
    if not isinstance(node, list):
        return node
    return {"player": rng.choice(["max", "min"]),
            "children": [with_players(rng, child) for child in node]}


# Trees of lists, and trees whose nodes name the player to move in any order.
trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4),
                 max_leaves=25),
    min_size=1, max_size=4,
)
player_trees = st.recursive(
    st.integers(-9, 9),
    lambda below: st.fixed_dictionaries({
        "player": st.sampled_from(["max", "min"]),
        "children": st.lists(below, min_size=1, max_size=3),
    }),
    max_leaves=20,
).filter(lambda tree: isinstance(tree, dict))
