"""How complex a game is: branching factor, game length, game tree, state space.

Branching factor and length are those of random games, which any game has. The game tree and the
state space are counted, if that does not take long: the tree on the graph of everything that can
happen, the states one by one. Otherwise they are estimated or bounded, and say so.

>>> from zermelo import load
>>> found = complexity_of(load("tictactoe"), native=False)
>>> for name, words in found.lines():
...     print(f"{name:<10}{words}")
branching 5.6 moves on average (95 %: 5.6 to 5.6), 9 at most
length    7.6 plies on average (95 %: 7.5 to 7.6), 5 to 9; 1,000 random games, seed 0
tree      255,168 games (counted), 549,946 nodes
states    5,478 (counted), 765 up to symmetry
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log10
from typing import Any

from zermelo.analysis.intervals import Figure, ratio
from zermelo.analysis.random_games import (
    GAMES,
    LONGEST,
    SECONDS,
    RandomGame,
    random_games,
)
from zermelo.analysis.sizes import Size, at_least, counted, estimated
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.solve.counting import Tree, count_tree
from zermelo.solve.graph import Graph
from zermelo.solve.kernel import DEEPEST
from zermelo.solve.positions import MOST, positions_upto
from zermelo.telling import Telling

_MEMORY_MB = 64.0



@dataclass(frozen=True)
class Complexity:
    """The measures of one game. `greatest`, `shortest` and `longest` are those of all games if the
    tree was counted (`exact`), otherwise the extremes of the random games."""

    games: int  # how many random ones
    seed: object
    cut: int  # how many of them were cut off, after LONGEST plies
    branching: Figure
    greatest: int
    length: Figure
    shortest: int
    longest: int
    leaves: Size  # of the game tree: the different games
    nodes: Size
    positions: Size
    up_to_symmetry: Size | None  # where the positions were counted
    exact: bool

    @property
    def by_averages(self) -> float:
        """The logarithm of the game-tree complexity as it is mostly given: the mean branching
        factor to the power of the mean length."""
        return (self.length.value or 0.0) * log10(max(1.0, self.branching.value or 0.0))

    def lines(self) -> Iterator[tuple[str, str]]:
        """For people: each measure's name, and its figures in words."""
        seen = "at most" if self.exact else "at most in these games"
        yield "branching", f"{_mean(self.branching, 'moves')}, {self.greatest} {seen}"
        cut = f", {self.cut:,} of them cut off after {LONGEST:,} plies" if self.cut else ""
        yield "length", (f"{_mean(self.length, 'plies')}, {self.shortest} to {self.longest}"
                         f"{'' if self.exact else ' in these games'}; {self.games:,} random "
                         f"games, seed {self.seed}{cut}")
        number, bracket, how = str(self.leaves).partition(" (")
        yield "tree", f"{number} games{bracket}{how}, {self.nodes.short} nodes" + (
            "" if self.exact else f"; by the averages above 10^{self.by_averages:.1f} games")
        yield "states", f"{self.positions}, " + (
            "and no more than the tree has nodes" if self.up_to_symmetry is None
            else f"{self.up_to_symmetry.short} up to symmetry")

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {
            "random_games": self.games, "seed": self.seed, "cut_off": self.cut,
            "cut_off_after": LONGEST, "exact_extremes": self.exact,
            "branching": {**self.branching.to_json(), "greatest": self.greatest},
            "length": {**self.length.to_json(), "shortest": self.shortest,
                       "longest": self.longest},
            "tree": {"games": self.leaves.to_json(), "nodes": self.nodes.to_json(),
                     "by_averages_log10": round(self.by_averages, 6)},
            "states": {"positions": self.positions.to_json(),
                       "up_to_symmetry": self.up_to_symmetry and self.up_to_symmetry.to_json()},
            "lines": dict(self.lines()),
        }

    def with_tree(self, tree: Tree) -> Complexity:
        """The same, now that the tree is counted."""
        return replace(self, greatest=tree.widest, shortest=tree.shortest, longest=tree.longest,
                       leaves=counted(tree.games), nodes=counted(tree.nodes), exact=True)


def complexity_of(game: Game, *, games: int = GAMES, seed: object = 0,
                  seconds: float = SECONDS, most: int = MOST, native: bool | None = None,
                  progress: Telling = lambda doing, share: None) -> Complexity:
    """Measure a game. Random games, tree and states may each take so many seconds; of the states
    no more than `most` are counted."""
    played = random_games(game, games, seed, native=native, seconds=seconds, progress=lambda done,
                          of: progress("random games", 0.3 * done / of))
    progress("the game tree", 0.3)
    tree = _tree(game, played, seconds, native)
    progress("the state space", 0.6)
    positions, alike = _states(game, seconds, most)
    progress("the state space", 1.0)
    plies = [float(g.plies) for g in played]
    found = Complexity(
        games=len(played), seed=seed, cut=sum(g.cut for g in played),
        branching=_branching(played), greatest=max(g.widest for g in played),
        length=ratio([(n, 1.0) for n in plies]),
        shortest=min(g.plies for g in played), longest=max(g.plies for g in played),
        leaves=estimated([g.log_leaves for g in played]),
        nodes=estimated([g.log_nodes for g in played]),
        positions=positions, up_to_symmetry=alike, exact=False)
    return found if tree is None else found.with_tree(tree)


def _branching(played: list[RandomGame]) -> Figure:
    """The mean over all positions where somebody had to move; nothing if the game is over when it
    begins."""
    pairs = [(float(g.moves), float(g.plies)) for g in played]
    return ratio(pairs) if any(plies for _, plies in pairs) else Figure(0.0, 0.0, 0.0)


def _tree(game: Game, played: list[RandomGame], seconds: float,
          native: bool | None) -> Tree | None:
    """The tree counted, if everything that can happen can be listed soon enough."""
    if not is_countable(game) or max(g.plies for g in played) > DEEPEST:
        return None
    deals = [state for _, state in game.deals()]
    try:
        graph = Graph.of(game, deals, native=native, memory_mb=_MEMORY_MB, seconds=seconds)
    except LimitError:
        return None
    return count_tree(graph, deals)


def is_countable(game: Game) -> bool:
    """Whether a graph knows the whole tree: not where the way to a position may end the game."""
    return not game.repetition


def _states(game: Game, seconds: float, most: int) -> tuple[Size, Size | None]:
    """All positions, and those that differ by more than symmetry."""
    until = time.monotonic() + seconds

    def late() -> bool:
        return time.monotonic() >= until

    found = positions_upto(game, most, stopped=late)
    if not found.all:
        return at_least(found.found), None
    if not game.overrides("canonical"):
        return counted(found.found), counted(found.found)
    alike = positions_upto(game, most, alike=True)
    return counted(found.found), counted(alike.found)


def _mean(figure: Figure, unit: str) -> str:
    if figure.value is None:
        return f"no {unit}"
    return f"{figure.value:.1f} {unit} on average (95 %: {figure.low:.1f} to {figure.high:.1f})"
