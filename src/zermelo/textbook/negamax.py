"""Negamax: minimax with one branch instead of two.

Every value is in the view of the player to move, and what is good for one is as bad for the
other: `max(a, b) == -min(-a, -b)`. It takes values that can be negated. Where the same player
moves again, nothing changes sides and nothing is negated.

A search with the window (alpha, beta) returns v with: v exact if alpha < v < beta; the true value
is at most v if v <= alpha; it is at least v if v >= beta. A window of None is plain negamax.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.stacks import deep_recursion
from zermelo.textbook.minimax import Found, Leaf, _leaf, least_depth, unfinished
from zermelo.textbook.subject import as_game, stuck
from zermelo.textbook.trace import OutOfBudget, Recorder, Watcher, Window


def negamax(thing: Any, state: Any = None, *, depth: int | None = None,
            evaluate: Callable[[Any, Any], Any] | None = None, prune: bool = True,
            limit: Limit | None = None, trace: bool = False) -> Found:
    """The same value as `minimax`: in the first player's view, whoever is to move.

    The trace is in the view of whoever is to move at each node, as the search itself is.
    """
    game, s = as_game(thing, state)
    depth = least_depth(depth, limit)
    watcher = Recorder(limit) if trace else Watcher(limit)
    with deep_recursion():
        try:
            value, line = _negamax(game, s, None, 0, depth, None, None, prune, _leaf(evaluate),
                                   watcher)
        except OutOfBudget:
            raise unfinished(game, s, watcher.nodes) from None
    value = value if game.to_move(s) == 0 else -value
    return Found(value, line, watcher.nodes, depth, not watcher.horizon, watcher.root)


def _negamax(game: Game, s: Any, move: Any, ply: int, depth: int | None, alpha: Any,
             beta: Any, prune: bool, leaf: Leaf, watcher: Watcher) -> tuple[Any, tuple[Any, ...]]:
    player = game.to_move(s)
    watcher.enter(s, move, player, Window(alpha, beta))
    over = game.outcome(s) is not None
    if over or ply == depth:
        value = leaf(game, s, ply)
        value = value if player == 0 else -value
        watcher.leave(value, "end" if over else "depth")
        return value, ()

    best, line, best_index, rest = None, (), None, None
    moves = iter(game.moves(s))
    for index, m in enumerate(moves):
        after = game.play(s, m)
        if game.to_move(after) == player:
            value, below = _negamax(game, after, m, ply + 1, depth, alpha, beta, prune, leaf,
                                    watcher)
        else:
            value, below = _negamax(game, after, m, ply + 1, depth, _minus(beta), _minus(alpha),
                                    prune, leaf, watcher)
            value = -value
        if best_index is None or best < value:
            best, line, best_index = value, (m, *below), index
        if prune:
            alpha = best if alpha is None or alpha < best else alpha
            if beta is not None and not alpha < beta:
                rest = list(moves)
                break
    if best_index is None:
        raise stuck(game, s)
    if rest is None:
        watcher.leave(best, "searched", best_index)
    else:
        watcher.leave(best, "cut", best_index, Window(alpha, beta), rest)
    return best, line


def _minus(bound: Any) -> Any:
    return None if bound is None else -bound
