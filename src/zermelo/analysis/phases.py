"""Opening, middle, end: how much of the game is still to come, asked of random games.

The rule, for every game and every position however it came about: eight random games are played
from the position, and compared with the average length of 64 random games from the start (over
all deals, by their probability).

    more than 2/3 of that length still to come     opening
    more than 1/3                                  middle
    less                                           end

The random games depend on nothing but the position, and are the same for positions that are alike
by symmetry. Where every game lasts equally long, as in the RPS card game, phases are plain thirds.

>>> from zermelo import load
>>> game = load("tictactoe")
>>> phases = Phases(game)
>>> [phases.of(game.parse(text)) for text in (".../.x./...:o", "xo./.x./...:o", "xox/oox/x..:o")]
['opening', 'middle', 'end']
"""

from __future__ import annotations

import random
from typing import Any, Literal

from zermelo.analysis.playouts import plies_left
from zermelo.dealing import Lots, lots
from zermelo.game import Game

Phase = Literal["opening", "middle", "end"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "end")
GAMES, GAMES_FROM_START = 8, 64
_REMEMBERED = 100_000  # states


class Phases:
    """The phases of one game."""

    def __init__(self, game: Game, deals: Lots[Any] | None = None) -> None:
        self.game = game
        rng = random.Random(1)
        deals = deals or lots(game)
        self.plies = sum(plies_left(game, deals.draw(rng), number, 1)
                         for number in range(GAMES_FROM_START))  # of 64 games from the start
        self._known: dict[Any, Phase] = {}

    def of(self, state: Any) -> Phase:
        """The phase of an unfinished state."""
        alike = self.game.canonical(state)
        if alike not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            plies = plies_left(self.game, alike, 0, GAMES)
            self._known[alike] = PHASES[phase_number(plies, self.plies)]
        return self._known[alike]


def phase_number(plies: int, from_start: int) -> int:
    """0, 1 or 2: the phase of a state whose eight random games last so many plies, if the 64 from
    the start last so many. It also runs compiled."""
    share = 3 * plies * GAMES_FROM_START
    return 0 if share > 2 * from_start * GAMES else 1 if share > from_start * GAMES else 2
