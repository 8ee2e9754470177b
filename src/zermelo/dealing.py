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

import bisect
import itertools
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.position import Position

T = TypeVar("T")

MOST_DEALS = 50_000  # that are listed to draw one


class Deal(NamedTuple):
    """A set-up, its probability, and which of how many it is, from 1."""

    state: Any
    probability: Fraction
    number: int
    of: int

    def holdings(self, game: Game) -> str:
        """What the players were dealt, with + between; empty if the game does not say."""
        held = [game.holding(self.state, player) for player in (0, 1)]
        return "+".join(held) if any(held) else ""

    def text(self, game: Game) -> str:
        """Which deal it is, in a few words: `RRPSS+RRPPS, deal 12 of 441`."""
        held = self.holdings(game)
        return f"{held}{', ' if held else ''}deal {self.number:,} of {self.of:,}"


def is_dealt(game: Game) -> bool:
    """Whether a game has random set-ups."""
    return game.overrides("deals")


class Lots(Generic[T]):
    """Things to draw one of, each as likely as its share of all chances."""

    def __init__(self, chances: Iterable[Fraction | float], things: Iterable[T]) -> None:
        self.things, self.chances = list(things), [float(chance) for chance in chances]
        self._upto = list(itertools.accumulate(self.chances))

    def draw(self, rng: random.Random, *, evenly: bool = False) -> T:
        """One of them; `evenly` if all are to be alike."""
        share = rng.random()
        return self.things[int(share * len(self.things))] if evenly else self.at(share)

    def at(self, share: float) -> T:
        """The one at a point from 0 to below 1, if they lie side by side as wide as likely."""
        last = len(self.things) - 1
        return self.things[bisect.bisect(self._upto, share * self._upto[-1], 0, last)]


def lots(game: Game, some: Callable[[Any], bool] = lambda state: True) -> Lots[Any]:
    """A game's random set-ups, or some of them, to be drawn by their probability."""
    dealt = [(chance, state) for chance, state in game.deals() if some(state)]
    if not dealt:
        raise _no_deal(game)
    return Lots([chance for chance, _ in dealt], [state for _, state in dealt])


def draw(game: Game, seed: object = None) -> Deal:
    """One deal; the same seed draws the same one, none draws any.

    A game without random set-ups has just one.
    """
    deals = all_deals(game)
    dice = random.SystemRandom() if seed is None else random.Random(f"deal {seed}")
    return Lots([d.probability for d in deals], deals).at(dice.randrange(2**53) / 2**53)


def all_deals(game: Game) -> list[Deal]:
    """Every deal, in the game's order; GameError if there are too many to list."""
    deals = list(itertools.islice(game.deals(), MOST_DEALS + 1))
    if len(deals) > MOST_DEALS:
        raise GameError(f"{game.spec} can be dealt in more than {MOST_DEALS:,} ways: "
                        f"give the position instead")
    if not deals:
        raise _no_deal(game)
    return [Deal(state, chance, number, len(deals))
            for number, (chance, state) in enumerate(deals, 1)]


def _no_deal(game: Game) -> GameError:
    return GameError(f"{game.spec} names no deal to begin with: let deals() yield some")


def deal_named(game: Game, text: str) -> Deal:
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


def drawn(game: Game, seed: object = None) -> Position:
    """The start of a game: a deal drawn by the seed, or the only start there is."""
    return Position(game, draw(game, seed).state) if is_dealt(game) else game.position()
