"""The game tree counted without walking it: what is alike is counted once, and multiplied.

>>> from zermelo import load
>>> from zermelo.solve.graph import Graph
>>> game = load("tictactoe")
>>> count_tree(Graph.of(game, native=False), [game.initial()])
Tree(games=255168, nodes=549946, shortest=5, longest=9, widest=9)
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from zermelo.solve.graph import Graph


class Tree(NamedTuple):
    """How large a game tree is, exactly."""

    games: int  # its leaves: the ways to play from a start to an end
    nodes: int  # the leaves, and every position on the way to each, as often as there are ways
    shortest: int  # game, in plies
    longest: int
    widest: int  # the greatest branching factor


def count_tree(graph: Graph, starts: Iterable[Any]) -> Tree:
    """The trees below these states together; each was among those that the graph was made from.

    The numbers have more digits than any float: they are Python's own, node after node.
    """
    endings = len(graph.payoffs)
    games, nodes = [1] * endings, [1] * endings
    shortest, longest = [0] * endings, [0] * endings
    first, child, ways = graph.starts.tolist(), graph.child.tolist(), graph.ways.tolist()
    for n in range(endings, graph.nodes):
        after = child[first[n] : first[n + 1]]
        times = ways[first[n] : first[n + 1]]
        games.append(sum(map(mul, times, [games[c] for c in after])))
        nodes.append(1 + sum(map(mul, times, [nodes[c] for c in after])))
        shortest.append(1 + min([shortest[c] for c in after]))
        longest.append(1 + max([longest[c] for c in after]))
    widest = int(np.add.reduceat(graph.ways, graph.starts[endings:-1]).max()) if child else 0
    roots = [graph.node(s) for s in starts]
    return Tree(sum(games[r] for r in roots), sum(nodes[r] for r in roots),
                min(shortest[r] for r in roots), max(longest[r] for r in roots), widest)
