"""Minimax by the book: max_value and min_value call each other.

All values are in the view of the *searching* player, `me`: the one to move at the root. Who is
to move is asked of the game, so that players may also move twice in a row. State objects with
`get_legal_moves()` and `forecast_move()` can be given alone, `min_value(state)`: see `objects`.

>>> from zermelo import load
>>> game = load("mini-isolation")
>>> start = game.initial()
>>> sorted(game.move_text(start, m) for m in game.moves(start)
...        if min_value(game, game.play(start, m), me=0) == 1)
['a1', 'a2', 'c1']
"""

from __future__ import annotations

from typing import Any

from zermelo.adapters.forecast import Forecast
from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.stacks import deep_recursion
from zermelo.textbook import objects
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


def value(game: Game, s: Any, me: int) -> Any:
    """What `me` gets from here if both play their best."""
    return max_value(game, s, me) if game.to_move(s) == me else min_value(game, s, me)


def max_value(game: Any, s: Any = None, me: int | None = None) -> Any:
    """`me` is to move and takes the largest value."""
    if me is None:
        return objects.max_value(_alone(game, s, "max_value"))
    if terminal(game, s):
        return utility(game, s, me)
    best = None
    for m in game.moves(s):
        v = value(game, game.play(s, m), me)
        if best is None or best < v:
            best = v
    return best


def min_value(game: Any, s: Any = None, me: int | None = None) -> Any:
    """The other player is to move and leaves the smallest value."""
    if me is None:
        return objects.min_value(_alone(game, s, "min_value"))
    if terminal(game, s):
        return utility(game, s, me)
    best = None
    for m in game.moves(s):
        v = value(game, game.play(s, m), me)
        if best is None or v < best:
            best = v
    return best


def terminal_test(game: Any, s: Any = None) -> bool:
    """Whether the game is over; of a state object given alone, whether there are no moves."""
    if s is None and not isinstance(game, Game):
        return objects.terminal_test(_alone(game, s, "terminal_test"))
    return terminal(*as_game(game, s))


def terminal(game: Game, s: Any) -> bool:
    """Whether the game is over."""
    return game.outcome(s) is not None


def _alone(state: Any, s: Any, name: str) -> Forecast:
    """A state object that was given by itself."""
    if s is None and isinstance(state, Forecast) and not isinstance(state, type):
        return state
    raise GameError(f"{name} takes a game, a state and the searching player, or by itself an "
                    f"object with get_legal_moves() and forecast_move(), and not "
                    f"a {type(state).__name__}")


def utility(game: Game, s: Any, me: int) -> Any:
    """The payoff of a finished game in the view of `me`."""
    payoff: Any = game.outcome(s)
    return payoff if me == 0 else -payoff
