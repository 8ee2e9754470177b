"""Figures for every node of a graph, from the endings up.

A policy is a probability for each edge, whoever is to move there; the probabilities of a node's
edges add up to one. Two players are two policies, each of which counts where its player moves.
All figures are computed in one sweep over the graph, nothing is sampled; they are exact up to the
rounding of floats, which over a game of some dozen plies stays below 1e-12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from zermelo.solve.graph import Graph, Ints

Floats = npt.NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

_TIE = 1e-12  # expectations this close are equal


def _compiled(function: F) -> F:
    """Machine code on first use, kept on disk by Numba."""
    compiled: list[Any] = []

    def call(*arguments: Any) -> Any:
        if not compiled:
            import numba

            try:
                compiled.append(numba.njit(cache=True, nogil=True)(function))
            except RuntimeError:  # there is no folder to keep it in
                compiled.append(numba.njit(nogil=True)(function))
        return compiled[0](*arguments)

    return cast(F, call)


def perfect_values(graph: Graph) -> Ints:
    """The first player's payoff under perfect play, for each node."""
    values = np.zeros(graph.nodes, np.int32)
    values[: len(graph.payoffs)] = graph.payoffs
    _minimax(graph.starts, graph.child, graph.mover, values, len(graph.payoffs))
    return values


def uniform(graph: Graph) -> Floats:
    """The policy of whoever plays any legal move with the same probability."""
    return _normalized(graph, graph.ways.astype(np.float64))


def softmax(graph: Graph, values: Ints, temperature: float) -> Floats:
    """The policy that plays a move with a probability in proportion to exp(v / temperature), where
    v is the exact value of the position after it, in the player's own view.

    Temperature 0 is perfect play: any of the best moves, each as likely as the other. Infinity is
    uniformly random play.
    """
    view = np.where(_mover_of_edges(graph) == 0, 1, -1)
    worth = view * values[graph.child]
    behind = np.repeat(_best(graph, worth.astype(np.float64)), _counts(graph)) - worth
    if temperature == 0:
        return _normalized(graph, np.where(behind == 0, graph.ways, 0.0))
    weights = np.exp(-behind.astype(np.float64) / temperature) * graph.ways.astype(np.float64)
    return _normalized(graph, weights)


def response_values(graph: Graph, opponent: Floats, seat: int, worth: Floats) -> Floats:
    """The most that `seat` can expect against this opponent, for each node: the expectation of
    `worth`, which is given for each ending."""
    best = np.zeros(graph.nodes)
    best[: len(worth)] = worth
    _respond(graph.starts, graph.child, graph.mover, opponent, seat, best, len(worth))
    return best


def best_response(graph: Graph, opponent: Floats, seat: int, worth: Floats) -> Floats:
    """A policy for `seat` that no other beats against this opponent, by the expectation of `worth`.
    Equally good moves are equally likely."""
    return greedy(graph, response_values(graph, opponent, seat, worth))


def greedy(graph: Graph, liking: Floats) -> Floats:
    """The policy that moves to where `liking` is greatest, if several are to any of them."""
    after = liking[graph.child]
    behind = np.repeat(_best(graph, after), _counts(graph)) - after
    return _normalized(graph, np.where(behind <= _TIE, graph.ways, 0.0))


def expectations(graph: Graph, first: Floats, second: Floats, worths: Floats) -> Floats:
    """For each node the expected worth of the ending, and in the last column the expected number of
    plies to it, if the players follow these policies. `worths` has a row for each ending."""
    endings, kinds = worths.shape
    found = np.zeros((graph.nodes, kinds + 1))
    found[:endings, :kinds] = worths
    _expect(graph.starts, graph.child, graph.mover, first, second, found, endings)
    return found


def _counts(graph: Graph) -> npt.NDArray[np.int64]:
    return np.diff(graph.starts)


def _mover_of_edges(graph: Graph) -> npt.NDArray[np.int8]:
    return np.repeat(graph.mover, _counts(graph))


def _best(graph: Graph, worth: Floats) -> Floats:
    """The greatest worth among each node's edges; 0 at the endings, which have none."""
    best = np.zeros(graph.nodes)
    if graph.edges:
        inner = graph.starts[len(graph.payoffs) : -1]
        best[len(graph.payoffs) :] = np.maximum.reduceat(worth, inner)
    return best


def _normalized(graph: Graph, weights: Floats) -> Floats:
    if not graph.edges:
        return weights
    sums = np.add.reduceat(weights, graph.starts[len(graph.payoffs) : -1])
    shares: Floats = weights / np.repeat(sums, _counts(graph)[len(graph.payoffs) :])
    return shares


@_compiled
def _minimax(starts: Any, child: Any, mover: Any, values: Any, endings: int) -> None:
    for n in range(endings, len(mover)):
        best = values[child[starts[n]]]
        for e in range(starts[n] + 1, starts[n + 1]):
            value = values[child[e]]
            if (value > best) == (mover[n] == 0) and value != best:
                best = value
        values[n] = best


@_compiled
def _respond(starts: Any, child: Any, mover: Any, policy: Any, seat: int, best: Any,
             endings: int) -> None:
    for n in range(endings, len(mover)):
        if mover[n] == seat:
            most = best[child[starts[n]]]
            for e in range(starts[n] + 1, starts[n + 1]):
                most = max(most, best[child[e]])
            best[n] = most
        else:
            for e in range(starts[n], starts[n + 1]):
                best[n] += policy[e] * best[child[e]]


@_compiled
def _expect(starts: Any, child: Any, mover: Any, first: Any, second: Any, found: Any,
            endings: int) -> None:
    kinds = found.shape[1]
    for n in range(endings, len(mover)):
        for e in range(starts[n], starts[n + 1]):
            p = first[e] if mover[n] == 0 else second[e]
            if p > 0.0:
                for k in range(kinds):
                    found[n, k] += p * found[child[e], k]
        found[n, kinds - 1] += 1.0
