"""The widget: a game on the table, what the browser shows of it, and what is wished there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from zermelo.errors import MoveError, ParameterError
from zermelo.games.descriptions import result_text
from zermelo.play.advice import Advisor
from zermelo.play.asking import answer_of
from zermelo.play.clock import Clock
from zermelo.play.named import player_named
from zermelo.position import Position
from zermelo.search.analysis import value_json


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A board to click. `position` is what is on it; `play` and `undo` do what clicks do."""

    _esm = Path(__file__).parent / "static" / "board.js"
    scene = traitlets.Dict(None, allow_none=True).tag(sync=True)
    board = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.List([]).tag(sync=True)
    values = traitlets.List([]).tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    still = traitlets.Bool(False).tag(sync=True)
    plies = traitlets.Int(0).tag(sync=True)
    wish = traitlets.Dict({}).tag(sync=True)  # from the browser: number, and move, undo or again

    def __init__(self, start: Position, against: str | None = None, *, side: int = 0,
                 values: bool = False) -> None:
        if side not in (0, 1):
            raise ParameterError(f"side={side!r}: give 0 to be the first player, 1 the second")
        super().__init__()
        self._start, self._side = start, side
        self._other = None if against is None else player_named(against, start.game)
        self._advisor = Advisor(start.game) if values else None
        self.position: Position = start
        self._go_on()
        self.observe(self._wished, names="wish")

    def play(self, move: Any) -> None:
        """Make a move, and let the opponent answer; a MoveError if it is not legal."""
        self.position = self.position.play(move)
        self._go_on()

    def undo(self) -> None:
        """One move back; against an opponent, back to one's own turn."""
        while self.position.previous is not None and self.position is not self._start:
            self.position = self.position.previous
            if self._mine:
                break
        self._go_on()

    def again(self) -> None:
        """A new game from the same start."""
        self.position = self._start
        self._go_on()

    @property
    def _mine(self) -> bool:
        return self._other is None or self.position.to_move == self._side

    def _go_on(self) -> None:
        self._tell()
        while self._other is not None and self.position.result is None and not self._mine:
            self.position = self.position.play(answer_of(self._other, self.position, Clock()))
            self._tell()

    def _tell(self) -> None:
        """Say what is on the board; the scene last, for it is what the browser waits for."""
        here, result = self.position, self.position.result
        who = here.game.players[here.to_move] if result is None else ""
        self.board, self.plies = str(here), _plies(here, self._start)
        self.moves = [] if result else here.move_texts
        self.still = result is not None or not self._mine
        if result:
            self.status = result_text(here.game.players, result)
        elif self._other is None:
            self.status = f"{who} to move"
        else:
            self.status = f"{who} to move, {'you' if self._mine else self._other.name}"
        self.values = self._valued() if self._mine and result is None else []
        scene = here.scene()
        self.scene = scene.to_json() if scene.board.places else None

    def _valued(self) -> list[dict[str, Any]]:
        if self._advisor is None:
            return []
        found = self._advisor.analysis(self.position)
        return [{"move": move.text, "value": value_json(move.value, found.view)}
                for move in found.moves]

    def _wished(self, change: Any) -> None:
        wish = change["new"]
        if wish.get("undo"):
            self.undo()
        elif wish.get("again"):
            self.again()
        elif isinstance(wish.get("move"), str) and not self.still:
            try:
                self.play(wish["move"])
            except MoveError as error:  # a click on a board that has changed since
                self.status = str(error)


def _plies(here: Position, start: Position) -> int:
    """How many moves were made since the start."""
    count = 0
    while here is not start and here.previous is not None:
        here, count = here.previous, count + 1
    return count
