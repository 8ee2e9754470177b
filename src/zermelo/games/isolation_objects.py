"""Isolation with state objects, as textbooks write it.

>>> start = IsolationState.start()  # mini-isolation: 3 × 2, the lower right cell blocked
>>> start.get_legal_moves()
[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
>>> after = start.forecast_move((0, 0)).forecast_move((1, 1))
>>> after.active_player, after.get_legal_moves()
(0, [(1, 0), (2, 0), (0, 1)])
>>> print(after)
  a b c
1 1 . .
2 . 2 -

Cells are `(x, y)`, x to the right, y down, `(0, 0)` at the top left. The rules are those of
`Isolation`; nothing is decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import IllegalMoveError
from zermelo.games.isolation import Board, Isolation
from zermelo.portable import lowest

Cell = tuple[int, int]

MINI = Isolation(3, 2, "c2")


@dataclass(frozen=True, slots=True)
class IsolationState:
    """A position of Isolation. Never changes: `forecast_move` returns a new object."""

    game: Isolation
    board: Board

    @classmethod
    def start(cls, game: Isolation = MINI) -> IsolationState:
        """The beginning of a game."""
        return cls(game, game.initial())

    @property
    def active_player(self) -> int:
        """Whose turn it is: 0 for the first player, 1 for the second."""
        return self.board.turn

    def get_legal_moves(self) -> list[Cell]:
        """The cells that the active player can move to; none when the game is over."""
        return [self._cell(m) for m in self.game.legal_moves(self.board)]

    def forecast_move(self, move: Cell) -> IsolationState:
        """The state after a move of the active player; IllegalMoveError if it is not legal."""
        cell = tuple(move) if isinstance(move, list) else move
        for m in self.game.legal_moves(self.board):
            if self._cell(m) == cell:
                return IsolationState(self.game, self.game.play(self.board, m))
        who = self.game.players[self.active_player]
        legal = ", ".join(map(str, self.get_legal_moves()))
        raise IllegalMoveError(f"illegal move {move!r} in {self.game.text(self.board)}: " + (
            f"{who} may play {legal}, each as (x, y)" if legal else f"{who} has no move"))

    def location(self, player: int) -> Cell | None:
        """Where a player stands; None before their first move."""
        square = lowest(self.board.second if player else self.board.first)
        return None if square < 0 else self._cell(square)

    def _cell(self, square: int) -> Cell:
        return square % self.game.width, square // self.game.width

    def __str__(self) -> str:
        return self.game.show(self.board)
