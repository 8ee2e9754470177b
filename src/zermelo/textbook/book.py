"""Minimax by the book: max_value and min_value call each other.

All values are in the view of the *searching* player, `me`: the one to move at the root. Who is
to move is asked of the game, so that players may also move twice in a row.

>>> from zermelo import load
>>> game = load("mini-isolation")
>>> start = game.initial()
>>> sorted(game.move_text(start, m) for m in game.moves(start)
...        if min_value(game, game.play(start, m), me=0) == 1)
['a1', 'a2', 'c1']
"""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.stacks import deep_recursion
from zermelo.textbook.subject import as_game


def decision(thing: Any, state: Any = None) -> Any:
    """The move that is best for the player to move; None if the game is over."""
    game, s = as_game(thing, state)
    me = game.to_move(s)
    best_move, best_value = None, None
    with deep_recursion():
        for m in game.legal_moves(s):
            v = value(game, game.play(s, m), me)
            if best_value is None or best_value < v:
                best_move, best_value = m, v
    return best_move


def value(game: Game[Any, Any], s: Any, me: int) -> Any:
    """What `me` gets from here if both play their best."""
    return max_value(game, s, me) if game.to_move(s) == me else min_value(game, s, me)


def max_value(game: Game[Any, Any], s: Any, me: int) -> Any:
    """`me` is to move and takes the largest value."""
    if terminal(game, s):
        return utility(game, s, me)
    best = None
    for m in game.moves(s):
        v = value(game, game.play(s, m), me)
        if best is None or best < v:
            best = v
    return best


def min_value(game: Game[Any, Any], s: Any, me: int) -> Any:
    """The other player is to move and leaves the smallest value."""
    if terminal(game, s):
        return utility(game, s, me)
    best = None
    for m in game.moves(s):
        v = value(game, game.play(s, m), me)
        if best is None or v < best:
            best = v
    return best


def terminal(game: Game[Any, Any], s: Any) -> bool:
    """Whether the game is over."""
    return game.outcome(s) is not None


def utility(game: Game[Any, Any], s: Any, me: int) -> Any:
    """The payoff of a finished game in the view of `me`."""
    payoff: Any = game.outcome(s)
    return payoff if me == 0 else -payoff
