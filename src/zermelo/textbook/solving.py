"""The oracle: the exact value of a state and its distance, every state visited once.

Plain minimax over `Value`s with a dictionary. It needs no evaluator, no windows and no hints, and
for that reason everything faster is tested against it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from zermelo.errors import LimitError, RulesError
from zermelo.game import Game
from zermelo.textbook.subject import as_game, deep_recursion
from zermelo.values import Value, proven


def solve(thing: Any, state: Any = None, *, nodes: int | None = None,
          known: dict[Hashable, Value] | None = None) -> Value:
    """The value in the first player's view: win, draw or loss, and in how many plies.

    The winner hurries and the loser lingers. `known` may be handed from call to call.
    LimitError after `nodes` states; RulesError if a state can come back to itself.

    >>> solve([[5, 6], [9, 7]])
    win by 7 in 2
    """
    game, s = as_game(thing, state)
    known = {} if known is None else known
    with deep_recursion():
        return _solve(game, s, known, set(), nodes)


def _solve(game: Game[Any, Any], s: Any, known: dict[Hashable, Value],
           path: set[Hashable], nodes: int | None) -> Value:
    if s in known:
        return known[s]
    payoff = game.outcome(s)
    if payoff is not None:
        return proven(payoff, 0)
    if nodes is not None and len(known) >= nodes:
        raise LimitError(f"more than {nodes} states lie below: raise the limit")
    if s in path:
        raise RulesError(
            f"{game.spec} can return to {game.text(s)}: plain solving would never end"
        )
    path.add(s)
    values = []
    for m in game.moves(s):
        values.append(_one_ply_further(_solve(game, game.play(s, m), known, path, nodes)))
    path.discard(s)
    known[s] = max(values) if game.to_move(s) == 0 else min(values)
    return known[s]


def _one_ply_further(value: Value) -> Value:
    return value if value.kind == "draw" else proven(int(value.score), value.distance + 1)  # type: ignore[operator]
