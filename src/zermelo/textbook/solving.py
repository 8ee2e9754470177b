"""The oracle: the exact value of a state and its distance, every state visited once.

Plain minimax over `Value`s with a dictionary. It needs no evaluator, no windows and no hints, and
for that reason everything faster is tested against it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from zermelo.errors import GameError, LimitError, RulesError
from zermelo.game import Game
from zermelo.stacks import deep_recursion
from zermelo.textbook.subject import as_game, stuck
from zermelo.values import Value, proven


def solve(thing: Any, state: Any = None, *, nodes: int | None = None,
          known: dict[Hashable, Value] | None = None) -> Value:
    """The value in the first player's view: win, draw or loss, and in how many plies.

    The winner hurries and the loser lingers. `known` may be handed from call to call.
    LimitError after `nodes` more states; RulesError if a state can come back to itself.

    >>> solve([[5, 6], [9, 7]])
    win by 7 in 2
    """
    game, s = as_game(thing, state)
    known = {} if known is None else known
    most = None if nodes is None else len(known) + nodes
    with deep_recursion():
        return _solve(game, s, known, set(), most)


def _solve(game: Game, s: Any, known: dict[Hashable, Value],
           path: set[Hashable], most: int | None) -> Value:
    if s in known:
        return known[s]
    payoff = game.outcome(s)
    if payoff is not None:
        return _ended(game, s, payoff)
    if s in path:
        raise RulesError(
            f"{game.spec} can return to {game.text(s)}: plain solving would never end"
        )
    if most is not None and len(known) + len(path) >= most:
        raise LimitError(f"{game.spec} was not solved with {most} states: raise the limit")
    path.add(s)
    values = []
    for m in game.moves(s):
        values.append(_solve(game, game.play(s, m), known, path, most))
    if not values:
        raise stuck(game, s)
    path.discard(s)
    known[s] = _one_ply_further(max(values) if game.to_move(s) == 0 else min(values))
    return known[s]


def _ended(game: Game, s: Any, payoff: Any) -> Value:
    if not isinstance(payoff, int | float):
        raise GameError(f"{game.spec} pays {payoff!r} at {game.text(s)}: solving needs numbers, "
                        f"minimax takes any values")
    return proven(payoff, 0)  # type: ignore[arg-type]


def _one_ply_further(value: Value) -> Value:
    if value.kind == "draw" or value.distance is None:
        return value
    return Value(value.kind, value.score, value.distance + 1)
