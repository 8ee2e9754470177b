"""How random games end: what looks odd in all of them together, though each may be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from zermelo.checker.walk import Walk

ENOUGH = 50  # games that somebody won, before anything is said of them


class Endings:
    """Who won the random games, and whose turn it was then."""

    def __init__(self) -> None:
        self._won: Counter[tuple[bool, int]] = Counter()  # by the first player; whose turn it was

    def add(self, walk: Walk) -> None:
        """Count a game that somebody won by the rules."""
        if walk.visits and isinstance(walk.payoff, int) and walk.payoff != 0:
            turn = walk.visits[-1].to_move
            if turn in (0, 1):  # else some other check says so
                self._won[walk.payoff > 0, turn] += 1

    def warnings(self, players: Sequence[str]) -> list[str]:
        """What an author should look at once more."""
        games = sum(self._won.values())
        winners = {first for first, _ in self._won}
        if games < ENOUGH or len(winners) != 1:
            return []
        winner = players[0 if winners.pop() else 1]
        turns = {turn for _, turn in self._won}
        if len(turns) == 1:
            return [f"{winner} won all {games:,} random games that were not drawn: is that so?"]
        return [f"{winner} won all {games:,} random games that were not drawn, whoever's turn it "
                f"was in the end: outcome gives payoffs in the view of {players[0]}, whoever is to "
                f"move"]
