"""Minimax: one recursion. Alpha-beta: the same recursion with a window that narrows.

The whole of it is `_search` below. MAX (player 0) takes the largest of what lies below, MIN the
smallest. A window of the values that still matter is handed down; each value found narrows it,
and when nothing is left in it the remaining moves cannot change the result at the root. Hand down
a window that never narrows, and every node is visited: that is all there is to pruning. The order
of the moves (`ordering`) and what was seen before (`memory`) are put on or taken off likewise.

A search returns, for a window (alpha, beta): the exact value if it lies inside, else a bound on
it on the same side. At the root the window is open, so the value there is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.stacks import deep_recursion
from zermelo.textbook.memory import Entry, Forgetful, Memory
from zermelo.textbook.ordering import Ordering, as_they_come
from zermelo.textbook.subject import as_game, stuck
from zermelo.textbook.trace import Node, OutOfBudget, Recorder, Unpruned, Watcher, Window
from zermelo.values import Value, estimate, proven

Leaf = Callable[[Game, Any, int], Any]  # the value of a leaf, so many plies below


@dataclass(frozen=True)
class Found:
    """What a search found, in the first player's view."""

    value: Any
    line: tuple[Any, ...]  # the moves both sides should play
    nodes: int
    depth: int | None  # None: to the end of the game
    complete: bool  # whether the depth limit hid nothing, so that the value is the truth
    tree: Node | None = None

    @property
    def move(self) -> Any:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None


def minimax(thing: Any, state: Any = None, *, depth: int | None = None,
            evaluate: Callable[[Any, Any], Any] | None = None, leaf: Leaf | None = None,
            memory: Memory | None = None, limit: Limit | None = None,
            trace: bool = False) -> Found:
    """The value of a state by looking at everything, or at everything `depth` plies deep.

    Leaves are worth their payoff. With `evaluate(game, state)` that function values all of them,
    finished games included; an evaluator of Zermelo's does.
    """
    return search(thing, state, Unpruned(), depth, _leaf(evaluate, leaf), limit, trace,
                  memory=memory)


def alpha_beta(thing: Any, state: Any = None, *, depth: int | None = None,
               evaluate: Callable[[Any, Any], Any] | None = None, leaf: Leaf | None = None,
               order: Ordering = as_they_come, memory: Memory | None = None,
               limit: Limit | None = None, trace: bool = False) -> Found:
    """The same value as `minimax`, without looking at what cannot matter."""
    return search(thing, state, Window(), depth, _leaf(evaluate, leaf), limit, trace, order, memory)


@dataclass(frozen=True)
class Task:
    """What stays the same all through one search."""

    game: Game
    depth: int | None
    leaf: Leaf
    order: Ordering
    memory: Memory
    watcher: Watcher


def search(thing: Any, state: Any, window: Window, depth: int | None, leaf: Leaf,
           limit: Limit | None, trace: bool, order: Ordering = as_they_come,
           memory: Memory | None = None) -> Found:
    """Search from a root with the given window."""
    game, s = as_game(thing, state)
    depth = least_depth(depth, limit)
    watcher = Recorder(limit) if trace else Watcher(limit)
    task = Task(game, depth, leaf, order, memory or Forgetful(), watcher)
    with deep_recursion():
        try:
            value, line = _search(task, s, None, 0, window)
        except OutOfBudget:
            raise unfinished(game, s, watcher.nodes) from None
    return Found(value, line, watcher.nodes, depth, not watcher.horizon, watcher.root)


def _search(task: Task, s: Any, move: Any, ply: int,
            window: Window) -> tuple[Any, tuple[Any, ...]]:
    game, watcher = task.game, task.watcher
    player = game.to_move(s)
    visit, given = watcher.enter(s, move, player, window), window

    if game.outcome(s) is not None:
        value = task.leaf(game, s, ply)
        watcher.leave(value, "end")
        return value, ()
    if ply == task.depth:
        value = task.leaf(game, s, ply)
        watcher.leave(value, "depth")
        return value, ()
    known = task.memory.recall(game, s, ply, window)
    if known is not None:
        watcher.leave(known.value, "known", known=known.visit)
        return known.value, known.line

    best, line, best_index, rest = None, (), None, None
    moves = iter(task.order(game, s))
    for index, m in enumerate(moves):
        value, below = _search(task, game.play(s, m), m, ply + 1, window)
        better = best_index is None or (best < value if player == 0 else value < best)
        if better:
            best, line, best_index = value, (m, *below), index
            window = window.narrowed(player, best)
        if window.closed:
            rest = list(moves)
            break
    if best_index is None:
        raise stuck(game, s)
    if rest is None:
        watcher.leave(best, "searched", best_index)
    else:
        watcher.leave(best, "cut", best_index, window, rest)
    task.memory.keep(game, s, ply, Entry(best, given, line, visit))
    return best, line


def unfinished(game: Game, s: Any, nodes: int) -> LimitError:
    """The error for a search that its limit ended."""
    return LimitError(f"{game.text(s)} was not finished after {nodes} nodes: "
                      f"raise the limit, lower the depth, or deepen step by step")


def least_depth(depth: int | None, limit: Limit | None) -> int | None:
    """The depth that was asked for, be it on its own or in a limit; LimitError if it is none."""
    asked = [Limit(depth).depth, None if limit is None else limit.depth]
    return min((d for d in asked if d is not None), default=None)


def payoff_leaf(game: Game, s: Any, ply: int) -> Any:
    """A finished game is worth its payoff; nothing else can be a leaf."""
    payoff = game.outcome(s)
    if payoff is None:
        raise LimitError(
            f"the depth limit was reached at {game.text(s)}, which is not finished: "
            f"give evaluate= to value such positions"
        )
    return payoff


def value_leaf(evaluate: Callable[[Any, Any], float] | None = None) -> Leaf:
    """Leaves as `Value`s: finished games are proven, with their distance; the rest estimates."""

    def leaf(game: Game, s: Any, ply: int) -> Value:
        if evaluate is None or game.outcome(s) is not None:
            return proven(payoff_leaf(game, s, ply), ply)
        return estimate(evaluate(game, s))

    return leaf


def _leaf(evaluate: Callable[[Any, Any], Any] | None, leaf: Leaf | None = None) -> Leaf:
    if leaf is not None:
        return leaf
    if evaluate is not None:
        judge = evaluate
        return lambda game, s, ply: judge(game, s)
    return payoff_leaf


__all__ = ["Found", "alpha_beta", "minimax", "payoff_leaf", "search", "value_leaf"]
