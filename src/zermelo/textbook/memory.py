"""Memory: a layer on the one recursion. What was searched once need not be searched again.

Different moves often lead to the same position. A dictionary keeps what came out, together with
how much that says: alpha-beta's value is exact inside its window, outside only a bound.

    value <= alpha            alpha < value < beta            beta <= value
    "at most this"            "this"                          "at least this"

A bound answers the same question only where it settles it: "at least 7" is enough if 5 would
already close the window, and says too little if the window reaches up to 9.

>>> from zermelo import load
>>> from zermelo.textbook import alpha_beta, Memory
>>> game = load("tictactoe")
>>> here = game.position("x../.o./...:x")
>>> alpha_beta(here).nodes, alpha_beta(here, memory=Memory()).nodes
(844, 424)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.game import Game
from zermelo.textbook.trace import Window


class Entry(NamedTuple):
    """What one search of a position said."""

    value: Any
    window: Window  # that it was searched with
    line: tuple[Any, ...]
    visit: int  # the node's place in the search, to point back at

    def settles(self, window: Window) -> bool:
        """Whether this is as good as searching again with `window`."""
        if self._at_most:
            return window.alpha is not None and not window.alpha < self.value
        if self._at_least:
            return window.beta is not None and not self.value < window.beta
        return True

    @property
    def _at_most(self) -> bool:
        return self.window.alpha is not None and not self.window.alpha < self.value

    @property
    def _at_least(self) -> bool:
        return self.window.beta is not None and not self.value < self.window.beta


class Memory:
    """Remembers every position searched, for one search with one depth and one evaluator.

    The key holds the ply as well, so that what is left of the depth and the distance of a win are
    the same whenever a position is recognised; the last search of a position counts.
    """

    def __init__(self) -> None:
        self._entries: dict[Any, Entry] = {}

    def recall(self, game: Game, s: Any, ply: int, window: Window) -> Entry | None:
        """What is known that settles this position, or None."""
        entry = self._entries.get((ply, game.key(s)))
        return entry if entry is not None and entry.settles(window) else None

    def keep(self, game: Game, s: Any, ply: int, entry: Entry) -> None:
        """Remember the result of a search."""
        self._entries[ply, game.key(s)] = entry


class Forgetful(Memory):
    """The memory that remembers nothing: put it in, and the plain recursion remains."""

    def recall(self, game: Game, s: Any, ply: int, window: Window) -> Entry | None:
        """Nothing is ever known."""
        return None

    def keep(self, game: Game, s: Any, ply: int, entry: Entry) -> None:
        """Forget it at once: there is no memory."""
