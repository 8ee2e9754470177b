"""Games that begin with a random set-up: one of the deals, drawn by lot as likely as it is.

>>> from zermelo import load
>>> cards = load("rps:deck_size=3,hand_size=1")
>>> is_dealt(cards), is_dealt(load("nim"))
(True, False)
>>> drawn(cards, 1).text == drawn(cards, 1).text
True
>>> draw(cards, 1).text(cards)
'S+P, deal 1 of 6'
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
    """A set-up, its probability, and which of how many it is, from 1."""

    state: Any
    probability: Fraction
    number: int
    of: int

    def holdings(self, game: Game[Any, Any]) -> str:
        """What the players were dealt, with + between; empty if the game does not say."""
        held = [game.holding(self.state, player) for player in (0, 1)]
        return "+".join(held) if any(held) else ""

    def text(self, game: Game[Any, Any]) -> str:
        """Which deal it is, in a few words: `RRPSS+RRPPS, deal 12 of 441`."""
        held = self.holdings(game)
        return f"{held}{', ' if held else ''}deal {self.number:,} of {self.of:,}"


def is_dealt(game: Game[Any, Any]) -> bool:
    """Whether a game has random set-ups."""
    return type(game).deals is not Game.deals


def draw(game: Game[Any, Any], seed: object = None) -> Deal:
    """One deal; the same seed draws the same one, none draws any.

    A game without random set-ups has just one.
    """
    deals = all_deals(game)
    lots = random.SystemRandom() if seed is None else random.Random(f"deal {seed}")
    total = sum((deal.probability for deal in deals), Fraction(0))
    left = Fraction(lots.randrange(2**53), 2**53) * total
    return next((deal for deal in deals if (left := left - deal.probability) < 0), deals[-1])


def all_deals(game: Game[Any, Any]) -> list[Deal]:
    """Every deal, in the game's order; GameError if there are too many to list."""
    deals = list(itertools.islice(game.deals(), MOST_DEALS + 1))
    if len(deals) > MOST_DEALS:
        raise GameError(f"{game.spec} can be dealt in more than {MOST_DEALS:,} ways: "
                        f"give the position instead")
    if not deals:
        raise GameError(f"{game.spec} names no deal to begin with: let deals() yield some")
    return [Deal(state, chance, number, len(deals))
            for number, (chance, state) in enumerate(deals, 1)]


def deal_named(game: Game[Any, Any], text: str) -> Deal:
    """The deal of that number, or of those holdings, or that position.

    >>> from zermelo import load
    >>> cards = load("rps:deck_size=4,hand_size=1")
    >>> deal_named(cards, "2") == deal_named(cards, "s+r")
    True
    """
    if not is_dealt(game):
        raise GameError(f"{game.spec} is not dealt: leave out the deal {text!r}")
    deals = all_deals(game)
    wanted = text.strip()
    if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted) <= len(deals):
        return deals[int(wanted) - 1]
    for deal in deals:
        if wanted.casefold() in (deal.holdings(game).casefold(), game.text(deal.state).casefold()):
            return deal
    example = deals[0].holdings(game) or game.text(deals[0].state)
    raise GameError(f"{game.spec} has no deal {text!r}: give its number, 1 to {len(deals):,}, or "
                    f"write it like {example}")


def drawn(game: Game[Any, Any], seed: object = None) -> Position[Any, Any]:
    """The start of a game: a deal drawn by the seed, or the only start there is."""
    return Position(game, draw(game, seed).state) if is_dealt(game) else game.position()
