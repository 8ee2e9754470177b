"""Notebooks: a board to click in Jupyter, marimo and VS Code.

Positions, analyses and recorded searches draw themselves there without any of this; `board` is for
playing. It needs anywidget: `pip install 'zermelo[notebook]'`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.errors import MissingExtraError
from zermelo.game import Game
from zermelo.games import load
from zermelo.position import Position

if TYPE_CHECKING:
    from zermelo.notebook.widget import BoardWidget


def board(game: Game | Position | str, against: str | None = None, *, side: int = 0,
          values: bool = False) -> BoardWidget:
    """A board to click: of a game, by itself or by its text, or from a position on.

    Without an opponent all moves are yours; `against` is any player by its text (`level:3`,
    `perfect`), and `side` says whether you are its first (0) or second (1) player. `values` has
    what every move is worth written on it.
    """
    here = game if isinstance(game, Position) else \
        (load(game) if isinstance(game, str) else game).position()
    try:
        from zermelo.notebook.widget import BoardWidget
    except ModuleNotFoundError:
        raise MissingExtraError("anywidget", "notebook", "a board to click") from None
    return BoardWidget(here, against, side=side, values=values)
