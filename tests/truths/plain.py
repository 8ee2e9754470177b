"""The tools in plain Python: what everything faster is held against."""

from collections import Counter
from math import inf
from typing import Any

from plain_play import all_from
from zermelo.stacks import deep_recursion
from zermelo.textbook import solve
from zermelo.values import Value


class Plain:
    """The tools with dictionaries: slow, plain, and right."""

    def __init__(self) -> None:
        self.tables: dict[Any, dict[Any, tuple[int, int]]] = {}
        self.plies: dict[Any, Plies] = {}

    def payoff(self, game: Any, s: Any) -> int:
        table = self.tables.setdefault(game, {})
        with deep_recursion():
            return _payoff(game, s, *game.bounds(s), table)

    def value(self, game: Any, s: Any) -> Value:
        return solve(game, s)

    def leaves(self, game: Any, plies: int, ended: bool) -> int:
        counted = self.counted(game).until(plies)
        early = sum(sum(ways.values()) for ways in counted.ended[:plies]) if ended else 0
        return early + (counted.leaves[plies] if plies < len(counted.leaves) else 0)

    def positions(self, game: Any, plies: int | None, symmetric: bool = False) -> int:
        if symmetric:
            return len({game.canonical(s) for s in all_from(game)})
        if plies is None:
            return sum(self.counted(game).until(inf).positions)
        counts = self.counted(game).until(plies).positions
        return counts[plies] if plies < len(counts) else 0

    def games(self, game: Any) -> dict[int, int]:
        return sum(self.counted(game).until(inf).ended, Counter())

    def counted(self, game: Any) -> "Plies":
        return self.plies.setdefault(game, Plies(game))


def _payoff(game: Any, s: Any, alpha: int, beta: int, table: dict[Any, tuple[int, int]]) -> int:
    """Alpha-beta with a table of the lowest and highest value still possible."""
    end = game.outcome(s)
    if end is not None:
        return end
    key = game.key(game.canonical(s))
    low, high = table.get(key) or game.bounds(s)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    a, b, best = max(alpha, low), min(beta, high), None
    mover = game.to_move(s)
    for m in sorted(game.candidates(s), key=lambda m: -game.order(s, m)):
        value = _payoff(game, game.play(s, m), a, b, table)
        if best is None or (best < value if mover == 0 else value < best):
            best = value
        a, b = (max(a, best), b) if mover == 0 else (a, min(b, best))
        if a >= b:
            break
    table[key] = (low if best <= alpha else max(low, best),
                  high if best >= beta else min(high, best))
    return best


class Plies:
    """A game counted ply by ply, each position once with the number of ways to it."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.ways = Counter({game.initial(): 1})  # to the positions of the last ply counted
        self.leaves = [1]  # ways to play so many plies
        self.positions = [1]  # different positions after so many plies
        self.ended: list[Counter[int]] = []  # ways to have ended then, by payoff

    def until(self, plies: float) -> "Plies":
        """Count on to this ply, or to the end of the last game."""
        while len(self.leaves) <= plies and self.ways:
            ended: Counter[int] = Counter()
            after: Counter[Any] = Counter()
            for s, count in self.ways.items():
                payoff = self.game.outcome(s)
                if payoff is not None:
                    ended[payoff] += count
                    continue
                for m in self.game.moves(s):
                    after[self.game.play(s, m)] += count
            self.ways = after
            self.leaves.append(sum(after.values()))
            self.positions.append(len(after))
            self.ended.append(ended)
        return self
