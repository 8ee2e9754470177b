"""Games that begin with a random set-up: one of the deals, drawn by lot as likely as it is.

>>> from zermelo import load
>>> cards = load("rps:deck_size=3,hand_size=1")
>>> is_dealt(cards), is_dealt(load("nim"))
(True, False)
>>> drawn(cards, 1).text == drawn(cards, 1).text
True
"""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.position import Position

MOST_DEALS = 50_000  # that are listed to draw one


class Deal(NamedTuple):
    """A set-up, its probability, and of how many it is one."""

    state: Any
    probability: Fraction
    of: int


def is_dealt(game: Game[Any, Any]) -> bool:
    """Whether a game has random set-ups."""
    return type(game).deals is not Game.deals


def draw(game: Game[Any, Any], seed: object = None) -> Deal:
    """One deal; the same seed draws the same one, none draws any.

    A game without random set-ups has just one.
    """
    deals = list(itertools.islice(game.deals(), MOST_DEALS + 1))
    if len(deals) > MOST_DEALS:
        raise GameError(f"{game.spec} can be dealt in more than {MOST_DEALS:,} ways: "
                        f"give the position instead")
    if not deals:
        raise GameError(f"{game.spec} names no deal to begin with: let deals() yield some")
    lots = random.SystemRandom() if seed is None else random.Random(f"deal {seed}")
    total = sum((chance for chance, _ in deals), Fraction(0))
    left = Fraction(lots.randrange(2**53), 2**53) * total
    chance, state = next((chance, state) for chance, state in deals
                         if (left := left - chance) < 0)
    return Deal(state, chance, len(deals))


def drawn(game: Game[Any, Any], seed: object = None) -> Position[Any, Any]:
    """The start of a game: a deal drawn by the seed, or the only start there is."""
    return Position(game, draw(game, seed).state) if is_dealt(game) else game.position()
