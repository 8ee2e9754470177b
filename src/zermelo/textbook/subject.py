"""Whatever one can search, as a game and a state to start from."""

from __future__ import annotations

from typing import Any

from zermelo.adapters.forecast import Forecast, ForecastGame
from zermelo.errors import GameError, RulesError
from zermelo.game import A_MOVE, Game
from zermelo.games.tree import Tree
from zermelo.position import Position, state_of


def as_game(thing: Any, state: Any = None) -> tuple[Game, Any]:
    """The game behind a `Game`, a `Position`, nested lists or a forecasting object, and the state.

    PositionError if the state cannot be one of that game.

    >>> as_game([[5, 6], [9, 7]])[0].players
    ('MAX', 'MIN')
    """
    if isinstance(thing, Position):
        return thing.game, thing.state if state is None else state_of(thing.game, state)
    if isinstance(thing, list | dict):
        thing = Tree(thing)
    elif not isinstance(thing, Game | type) and isinstance(thing, Forecast):
        thing = ForecastGame(thing)
    if not isinstance(thing, Game):
        raise GameError(
            f"{thing!r} cannot be searched: give a Game, a Position, nested lists, or an object "
            f"with get_legal_moves() and forecast_move()"
        )
    return thing, thing.initial() if state is None else state_of(thing, state)


def stuck(game: Game, s: Any) -> RulesError:
    """The error for rules that let a game go on without a move."""
    return RulesError(f"the rules of {game.spec} are broken: {A_MOVE} in {game.text(s)}: let it "
                      f"say who has won")
