"""Train, validation and test, without leakage.

What a network has seen in training must not come up in its examination, not even in another guise:

- All examples from one deal, and from deals that are alike by symmetry, are on one side.
- No position is there twice, and of positions that are alike by symmetry only one is there: so
  they are on one side too, even where two deals lead to the same position.

A game without random deals, or with fewer than twenty, has only the second promise: its sides share
the deals, and `examples` shares out what comes of them.
"""

from __future__ import annotations

from typing import Any, Literal

from zermelo.dealing import Lots
from zermelo.game import Game
from zermelo.portable import hash_of

Side = Literal["train", "validation", "test"]
SHARES: dict[Side, float] = {"train": 0.8, "validation": 0.1, "test": 0.1}
FEW_DEALS = 20


class Split:
    """Every deal of a game, on its side.

    Deals are taken in a random order, by the seed, and each goes to the side that is farthest
    from its share of the probability.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        dealt = [(float(chance), state, game.canonical(state)) for chance, state in game.deals()]
        kinds = sorted({alike for _, _, alike in dealt}, key=lambda alike: game.text(alike))
        self.numbers = {alike: number for number, alike in enumerate(kinds)}
        self.by_deal = len(kinds) >= FEW_DEALS
        mass = dict.fromkeys(kinds, 0.0)
        for chance, _, alike in dealt:
            mass[alike] += chance
        self.side: dict[Any, Side] = {}
        got = dict.fromkeys(SHARES, 0.0)
        for alike in sorted(kinds, key=lambda a: hash_of((seed, self.numbers[a]))):
            side = max(SHARES, key=lambda s: SHARES[s] - got[s])
            self.side[alike] = side
            got[side] += mass[alike]
        self._game, self._dealt = game, dealt

    def has(self, side: Side, deal: Any) -> bool:
        """Whether a deal is on this side; where there are only few, all are on all sides."""
        return not self.by_deal or self.side[self._game.canonical(deal)] == side

    def deals(self, side: Side) -> Lots[tuple[int, Any]]:
        """The deals of a side, with the numbers of their kinds: deals that are alike have one."""
        mine = [(chance, (self.numbers[alike], state)) for chance, state, alike in self._dealt
                if not self.by_deal or self.side[alike] == side]
        return Lots([chance for chance, _ in mine], [deal for _, deal in mine])
