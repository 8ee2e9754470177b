"""Figures for every node of a graph, from the endings up.

A policy is a probability for each edge, whoever is to move there; the probabilities of a node's
edges add up to one. Two players are two policies, each of which counts where its player moves.
All figures are computed in one sweep over the graph, nothing is sampled; they are exact up to the
rounding of floats, which over a game of some dozen plies stays below 1e-12.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from zermelo.compiler.records import Array, Record, array
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header, shared
from zermelo.solve.graph import Graph, Ints

Floats = npt.NDArray[np.float64]
Ints64 = npt.NDArray[np.int64]

_TIE = 1e-12  # expectations this close are equal


class Sweep(Header):
    """The orders for a sweep over all nodes that are no endings, from the endings up."""

    endings: int
    nodes: int
    kinds: int  # figures for each node
    seat: int


class IntsAt(Record, whole=True):
    """An array of whole numbers."""

    at: Array[int] = array(int)


class FloatsAt(Record, whole=True):
    """An array of floats."""

    at: Array[float] = array(float)


@cache
def _kernel(run: Callable[..., None], records: tuple[type[Record], ...]) -> Kernel:
    return Kernel(None, run, (Sweep, *records), native=True)


def _sweep(graph: Graph, run: Callable[..., None], arrays: Sequence[Ints64 | Floats], *,
           kinds: int = 1, seat: int = 0) -> None:
    """Carry out a sweep on these arrays, which are those of the graph and the figures wanted."""
    if not graph.edges:
        return  # all is over before it begins
    whole = [graph.starts, graph.child.astype(np.int64), graph.mover.astype(np.int64), *arrays]
    records = tuple(FloatsAt if a.dtype == np.float64 else IntsAt for a in whole)
    kernel = _kernel(run, records)
    sweep = kernel.new(Sweep)
    sweep.endings, sweep.nodes = len(graph.payoffs), graph.nodes
    sweep.kinds, sweep.seat = kinds, seat
    kernel.run(None, sweep, *(shared(record, a) for record, a in zip(records, whole, strict=True)))


def perfect_values(graph: Graph) -> Ints:
    """The first player's payoff under perfect play, for each node."""
    values = np.zeros(graph.nodes, np.int64)
    values[: len(graph.payoffs)] = graph.payoffs
    _sweep(graph, minimax, [values])
    return values.astype(np.int32)


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
    _sweep(graph, respond, [np.ascontiguousarray(opponent), best], seat=seat)
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
    _sweep(graph, expect, [np.ascontiguousarray(first), np.ascontiguousarray(second), found],
           kinds=kinds + 1)
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


# --- the sweeps; a node's edges are those from starts.at[n] to before starts.at[n + 1] ---

def minimax(rules: None, sweep: Sweep, starts: IntsAt, child: IntsAt, mover: IntsAt,
            values: IntsAt, s: None) -> None:
    """The best value of a node's children, in the view of who moves there."""
    for n in range(sweep.endings, sweep.nodes):
        best = values.at[child.at[starts.at[n]]]
        for e in range(starts.at[n] + 1, starts.at[n + 1]):
            value = values.at[child.at[e]]
            if (value > best) == (mover.at[n] == 0) and value != best:
                best = value
        values.at[n] = best


def respond(rules: None, sweep: Sweep, starts: IntsAt, child: IntsAt, mover: IntsAt,
            policy: FloatsAt, best: FloatsAt, s: None) -> None:
    """The most where `seat` moves, the average where the other does."""
    for n in range(sweep.endings, sweep.nodes):
        if mover.at[n] == sweep.seat:
            most = best.at[child.at[starts.at[n]]]
            for e in range(starts.at[n] + 1, starts.at[n + 1]):
                most = max(most, best.at[child.at[e]])
            best.at[n] = most
        else:
            for e in range(starts.at[n], starts.at[n + 1]):
                best.at[n] += policy.at[e] * best.at[child.at[e]]


def expect(rules: None, sweep: Sweep, starts: IntsAt, child: IntsAt, mover: IntsAt,
           first: FloatsAt, second: FloatsAt, found: FloatsAt, s: None) -> None:
    """The average of every figure, and one ply more."""
    kinds = sweep.kinds
    for n in range(sweep.endings, sweep.nodes):
        for e in range(starts.at[n], starts.at[n + 1]):
            p = first.at[e] if mover.at[n] == 0 else second.at[e]
            if p > 0.0:
                for k in range(kinds):
                    found.at[n * kinds + k] += p * found.at[child.at[e] * kinds + k]
        found.at[n * kinds + kinds - 1] += 1.0
