"""Random games computed by arithmetic, and plain recursion to compare with.

What a game is like stands in its states: how many nodes, plies and moves there are, who moves when,
how large payoffs get, and which hooks have something to say. So one compilation serves thousands of
games, and every one of them has every hook.

A node is where one is; moves lead anywhere. A state's mirror image (`face`) has the same future.
"""

from typing import NamedTuple

from zermelo import Game
from zermelo.evaluation import LinearEvaluator
from zermelo.game import PAYOFF_LIMIT
from zermelo.portable import shr, wrap
from zermelo.search.codes import to_thousandths
from zermelo.values import Value, estimate, proven

# --- what a game is like, packed in a word ---
BOUNDS, ORDER, CANDIDATES, CANONICAL, NOISY, NULL_MOVE, KEY = (1 << i for i in range(7))
HOOKS = BOUNDS | ORDER | CANDIDATES | CANONICAL | NOISY | NULL_MOVE | KEY
AT_RANDOM, IN_TURN, IN_PAIRS = 0, 1, 2  # who moves next


def kind(nodes, plies, most, turns, pay, hooks=HOOKS):
    """A word for: so many nodes, plies and moves at most, turns, the largest payoff, hooks."""
    return nodes | plies << 8 | most << 16 | turns << 28 | hooks << 30 | pay << 37


SORTS = {
    "uneven turns": (12, 9, 4, AT_RANDOM, 1),
    "long": (6, 14, 3, IN_TURN, 1),
    "for points": (20, 8, 5, IN_PAIRS, 7),
    "huge payoffs": (30, 10, 4, AT_RANDOM, PAYOFF_LIMIT),
    "many moves": (30, 2, 900, IN_TURN, 3),
}


def mix(a, b):
    x = wrap((a ^ wrap(b * 0x1E3779B97F4A7C15)) * 0x3F58476D1CE4E5B9)
    x = x ^ shr(x, 29)
    x = wrap(x * 0x14D049BB133111EB)
    return x ^ shr(x, 32)


class Place(NamedTuple):
    seed: int
    kind: int
    node: int
    ply: int
    mover: int
    face: int


class Maze(Game):
    """The game that its states say it is."""

    def initial(self):
        return Place(1, kind(12, 9, 4, AT_RANDOM, 1), 0, 0, 0, 0)

    def with_place(self, s, node, ply, mover, face):
        return Place(s.seed, s.kind, node, ply, mover, face)

    def to_move(self, s):
        return s.mover

    def mobility(self, s):
        return 1 + (mix(s.seed, s.node * 8 + 1) & 0xFFFF) % (s.kind >> 16 & 0xFFF)

    def moves(self, s):
        for i in range(self.mobility(s)):
            yield wrap((i - 2) * (1 << 60)) | i  # any numbers will do, negative ones too

    def play(self, s, m):
        i = m & 0xFFF
        node = (mix(s.seed, s.node * 4096 + i * 4 + 2) & 0xFFFFF) % (s.kind & 0xFF)
        turns = s.kind >> 28 & 3
        mover = 1 - s.mover
        if turns == AT_RANDOM:
            mover = mix(s.seed, node * 8 + 3) & 1
        elif turns == IN_PAIRS and s.ply % 2 == 0:
            mover = s.mover
        return self.with_place(s, node, s.ply + 1, mover, s.face ^ (i & 1))

    def outcome(self, s):
        if s.ply < (s.kind >> 8 & 0xFF) and (s.ply == 0 or mix(s.seed, s.node * 8 + 4) & 7 != 0):
            return None
        pay = s.kind >> 37
        return (mix(s.seed, s.node * 8 + 5) & 0xFFFFF) % (2 * pay + 1) - pay

    def key(self, s):
        return (s.seed, s.kind, s.node, s.ply, s.mover, 0 if s.kind >> 30 & KEY != 0 else s.face)

    def canonical(self, s):
        if s.kind >> 30 & CANONICAL == 0:
            return s
        return self.with_place(s, s.node, s.ply, s.mover, 0)

    def bounds(self, s):
        if s.kind >> 30 & BOUNDS == 0:
            return (-PAYOFF_LIMIT, PAYOFF_LIMIT)
        return (-(s.kind >> 37), s.kind >> 37)

    def order(self, s, m):
        return (mix(s.seed, s.node * 8 + 6) ^ m) & 7 if s.kind >> 30 & ORDER != 0 else 0

    def noisy(self, s, m):
        return s.kind >> 30 & NOISY != 0 and mix(s.seed, s.node * 64 + (m & 31)) & 3 == 0

    def null_move(self, s):
        if s.kind >> 30 & NULL_MOVE == 0 or s.node & 1 == 0:
            return s  # not here
        return self.with_place(s, s.node, s.ply, 1 - s.mover, s.face)

    def candidates(self, s):
        """All moves but those that lose everything at once, if there is a better one.

        An evaluator may well like such a move: for estimates these do not suffice.
        """
        better = 0
        if s.kind >> 30 & CANDIDATES != 0 and s.kind >> 16 & 0xFFF < 16:
            for m in self.moves(s):
                if not self.spoils(s, m) and self.goes_on_or_pays(s, m):
                    better = 1
        for m in self.moves(s):
            if better == 0 or not self.spoils(s, m):
                yield m

    def spoils(self, s, m):
        """Whether the other player could then get all there is at once."""
        after = self.play(s, m)
        if self.outcome(after) is not None or after.mover == s.mover:
            return False
        for n in self.moves(after):
            payoff = self.outcome(self.play(after, n))
            if payoff is not None and payoff == (s.kind >> 37) * (1 - 2 * after.mover):
                return True
        return False

    def goes_on_or_pays(self, s, m):
        payoff = self.outcome(self.play(s, m))
        return payoff is None or payoff != (s.kind >> 37) * (2 * s.mover - 1)


class Silent(Maze):
    """The same without a word about what can be won."""

    bounds = Game.bounds


class WidePlace(NamedTuple):
    seed: int
    kind: int
    node: int
    ply: int
    mover: int
    face: int
    rest: tuple[int, ...]  # high bits that follow the node


class Wide(Maze):
    """The same with states of 34 words."""

    def initial(self):
        return self.with_place(super().initial(), 0, 0, 0, 0)

    def with_place(self, s, node, ply, mover, face):
        low, high = wrap(node << 58), wrap(node << 60)
        rest = (low, 0, high, 0, 0, 0, node << 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, low, high)
        return WidePlace(s.seed, s.kind, node, ply, mover, face, rest)

    def key(self, s):
        return (s.seed, s.kind, s.ply, s.mover, 0 if s.kind >> 30 & KEY != 0 else s.face, s.rest,
                s.node)


def liking(game, s):
    """An opinion, a number from -4 to 4."""
    return ((mix(s.seed, s.node * 16 + s.mover + 7) & 0xFFFF) - 0x8000) / 8192


OPINION = LinearEvaluator("liking", {"liking": liking}, {"liking": 1.0})


def start(game, seed, sort, hooks=HOOKS):
    """A game of this sort, at its beginning."""
    nodes, plies, most, turns, pay = SORTS[sort]
    s = game.initial()._replace(seed=seed, kind=kind(nodes, plies, most, turns, pay, hooks))
    return game.with_place(s, seed % nodes, 0, seed % 2, 0)


def plain(game, s, depth, known):
    """Minimax over all moves, `depth` plies deep: the value in the mover's view."""
    if (s, depth) not in known:
        payoff = game.outcome(s)
        if payoff is not None:
            value = proven(payoff, 0)
            value = value if s.mover == 0 else -value
        elif depth == 0:
            score = to_thousandths(OPINION(game, s)) / 1000
            value = estimate(score if s.mover == 0 else -score)
        else:
            value = max(after_move(game, s, m, depth, known) for m in game.moves(s))
        known[s, depth] = value
    return known[s, depth]


def after_move(game, s, m, depth, known):
    """What a move is worth to who makes it."""
    after = game.play(s, m)
    value = plain(game, after, depth - 1, known)
    value = value if after.mover == s.mover else -value
    if value.distance is None or value.kind == "draw":
        return value
    return Value(value.kind, value.score, value.distance + 1)
