"""How hard a problem is: how deep one must search to get it right, and stay right.

The engine gives every move its value at depths 1, 2, 3 … 12, with the game's standard evaluator,
or until it has seen all. It is right at a depth if every move that it values highest there is a
best move: so nothing depends on which of equals it would try first. The depth from which on it is
right at every depth tells the difficulty:

    depth       1    2    3–4   5–6   7 and more, or not within 12
    difficulty  1    2    3     4     5
"""

from __future__ import annotations

from zermelo.analysis.exact import Truth
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine

DEEPEST = 12
DIFFICULTIES = (1, 2, 3, 4, 5)


class Difficulty:
    """Measures the problems of one game."""

    def __init__(self, game: Game, *, native: bool | None = None) -> None:
        self._engine = Engine(game, table_mb=1, native=native, plain=True)

    def depth(self, truth: Truth) -> int | None:
        """The depth from which on the engine is right; None if it is not within 12 plies."""
        best = {move.move for move in truth.best}
        right: list[bool] = []

        def listen(found: Analysis) -> None:
            top = found.moves[0].value
            right.append(all(m.move in best for m in found.moves if m.value == top))

        self._engine.clear()
        self._engine.analyze(truth.position, Limit(depth=DEEPEST), all_moves=True, listen=listen)
        depth = len(right) + 1
        while depth > 1 and right[depth - 2]:
            depth -= 1
        return depth if depth <= len(right) else None

    @staticmethod
    def of(depth: int | None) -> int:
        """The difficulty that a depth stands for.

        >>> [Difficulty.of(depth) for depth in (1, 2, 3, 4, 5, 6, 7, 12, None)]
        [1, 2, 3, 3, 4, 4, 5, 5, 5]
        """
        if depth is None or depth > 6:
            return 5
        return {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}[depth]
