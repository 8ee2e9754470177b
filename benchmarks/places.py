"""The positions that everybody searches: from seeded random games, the same in every clone."""

from __future__ import annotations

import random

from zermelo import Game, Position


def random_places(game: Game, count: int, plies: range, seed: int = 1913
                  ) -> list[Position]:
    """Positions after so many random plies in which no move ends the game at once."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        here, wanted = game.position(), rng.choice(plies)
        for _ in range(wanted):
            if here.result is not None:
                break
            here = here.play(rng.choice(here.moves))
        if here.result is None and all(here.play(m).result is None for m in here.moves):
            found.append(here)
    return found


def columns(here: Position) -> list[int]:
    """A Connect Four position as the columns that were played, from 0: other libraries' way."""
    return [int(text) - 1 for text in here.history]
