"""Objects that offer `get_legal_moves()` and `forecast_move(move)`, as a game.

That is all one needs to be searched. Players alternate, the object handed over is the first
player's to move, and who cannot move loses; a game that ends in other ways brings its own
`utility(state)`, the first player's payoff of a state without legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from zermelo.game import Game


@runtime_checkable
class Forecast(Protocol):
    """A state that knows its moves and what comes of them, and is never changed by a look ahead."""

    def get_legal_moves(self) -> Sequence[Any]:
        """The moves of the player to move."""

    def forecast_move(self, move: Any) -> Any:
        """A new object: the state after the move."""


class Turn(NamedTuple):
    """A foreign state, and whose turn it is in it."""

    state: Any
    turn: int


class ForecastGame(Game[Turn, Hashable]):
    """The game that starts at a foreign object."""

    def __init__(self, start: Forecast, utility: Callable[[Any], Any] | None = None) -> None:
        self.start, self.utility = start, utility

    def initial(self) -> Turn:
        """The object handed over."""
        return Turn(self.start, 0)

    def to_move(self, s: Turn) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Turn) -> list[Hashable]:
        """What the object itself says."""
        return list(s.state.get_legal_moves())

    def play(self, s: Turn, m: Hashable) -> Turn:
        """The object that `forecast_move` gives."""
        return Turn(s.state.forecast_move(m), 1 - s.turn)

    def outcome(self, s: Turn) -> Any:
        """None while there are moves; then the utility, or a loss for the player to move."""
        if s.state.get_legal_moves():
            return None
        if self.utility is not None:
            return self.utility(s.state)
        return 1 if s.turn else -1

    @property
    def spec(self) -> str:
        """Foreign objects go by the name of their class."""
        return type(self.start).__name__

    def reason(self, s: Turn) -> str:
        """The only way to end that the object knows."""
        return f"{self.players[s.turn]} has no move"
