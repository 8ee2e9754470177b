"""A random set-up of a game that has them, drawn with the right probabilities."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

from zermelo.errors import GameError
from zermelo.game import Game

MOST_DEALS = 50_000


def drawn(game: Game[Any, Any], seed: int | None = None) -> dict[str, Any]:
    """One deal; the same seed draws the same one.

    >>> from zermelo import load
    >>> drawn(load("tictactoe"))["position"]
    '.../.../...:x'
    """
    deals = list(itertools.islice(game.deals(), MOST_DEALS + 1))
    if len(deals) > MOST_DEALS:
        raise GameError(f"{game.spec} can be dealt in more than {MOST_DEALS:,} ways: "
                        f"give the position instead")
    lots = random.Random(seed) if seed is not None else random.SystemRandom()
    total = sum((chance for chance, _ in deals), Fraction(0))
    left = Fraction(lots.randrange(2**53), 2**53) * total
    chance, state = next((chance, state) for chance, state in deals
                         if (left := left - chance) < 0)
    return {"game": game.spec, "position": game.text(state),
            "probability": [chance.numerator, chance.denominator], "deals": len(deals)}
