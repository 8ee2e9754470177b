"""What many numbers of an engine are worth, all measured by the same games.

A match tells what one change is worth. Here every change has a part in every game: for each opening
it is drawn by lot which of them the one player has, and the other player has the rest. So as many
games say as much about each of a hundred changes as a match of that length would about one, as far
as they do not depend on each other:

    factorial(engine, {"null moves": between(without, engine)}, Conditions(pairs=5000, nodes=2000))

A change is of techniques, margins or weights: of what stands in a player's memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from zermelo.arena.duels import Conditions, Duels, End, Unit, image_of
from zermelo.compiler.records import layout_of
from zermelo.errors import LimitError, ParameterError
from zermelo.evaluation.linear import Evaluator
from zermelo.kernel.devices import lanes_of
from zermelo.kernel.lanes import Lanes
from zermelo.portable import hash_of
from zermelo.search.engine import Engine
from zermelo.search.memory import Memory
from zermelo.search.rules import formula_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

_A_POINT = 1600 / math.log(10)  # Elo for all of a point, where players are about equal
_SURE = 1.96


class Change(NamedTuple):
    """Words of a memory, before and after."""

    places: Ints
    before: Ints
    after: Ints


def between(before: Engine, after: Engine) -> Change:
    """All in which two engines differ."""
    import numpy as np

    low, high = image_of(before), image_of(after)
    places = np.flatnonzero(low != high)
    return Change(places, low[places], high[places])


def reweighted(before: Evaluator, after: Evaluator) -> Change:
    """Other weights, with the margins as they are: those are measured anew for an engine."""
    import numpy as np

    first = layout_of(Memory).fields["weights"][0]
    low, high = (np.array(formula.weights, float) for formula in map(formula_of, (before, after))
                 if formula is not None)
    places = np.flatnonzero(low != high)
    return Change(first + places, low[places].view(np.int64), high[places].view(np.int64))


class Effect(NamedTuple):
    """By how much Elo an engine with a change is ahead of one without."""

    elo: float
    error: float  # half of the 95 % interval


def factorial(base: Engine, changes: Mapping[str, Change], asked: Conditions, *,
              device: str | Lanes = "cpu",
              told: Callable[[int, int], None] = lambda done, total: None) -> dict[str, Effect]:
    """What each change of the engine is worth."""
    if not changes:
        raise ParameterError("there is no change to be measured: give one or more")
    duels = _Factorial(base, changes, lanes_of(device), asked)
    return duels.effects(duels.played(asked, told))


class _Factorial(Duels):
    """Games in which each change is the one player's or the other's."""

    def __init__(self, base: Engine, changes: Mapping[str, Change], lanes: Lanes,
                 asked: Conditions) -> None:
        super().__init__(base, [base], lanes, 2 * asked.pairs)
        self._seed, self._changes = asked.seed, changes

    def drawn(self, number: int) -> Ints:
        """1 for the changes that the first player has with an opening, -1 for the others."""
        import numpy as np

        word = hash_of((self._seed, number, 1)) & (1 << 63) - 1
        return np.random.default_rng(word).integers(0, 2, len(self._changes)) * 2 - 1

    def seat(self, begun: dict[int, Unit]) -> None:
        """Each change is the one player's or the other's."""
        import numpy as np

        xp = self.lanes.xp
        lanes, signs = np.array([*begun]), np.array([self.drawn(u.number) for u in begun.values()])
        for has, change in zip(signs.T > 0, self._changes.values(), strict=True):
            places = xp.asarray(change.places)
            for memories, having in ((self.one, has), (self.two, ~has)):
                for some, words in ((lanes[having], change.after), (lanes[~having], change.before)):
                    memories[xp.asarray(some)[:, None], places] = xp.asarray(words)

    def effects(self, found: dict[Unit, End]) -> dict[str, Effect]:
        """By least squares over all games."""
        import numpy as np

        if len(found) <= len(self._changes):
            raise LimitError(f"{len(found)} games say nothing about {len(self._changes)} changes: "
                             f"play more of them")
        signs = np.array([self.drawn(unit.number) for unit in found], float)
        points = np.array([end.halves / 2 - 0.5 for end in found.values()])
        inverse = np.linalg.pinv(signs.T @ signs)
        worth = inverse @ (signs.T @ points)
        scatter = ((points - signs @ worth) ** 2).sum() / max(1, len(points) - len(worth))
        errors = np.sqrt(scatter * inverse.diagonal())
        return {name: Effect(_A_POINT * worth[i], _SURE * _A_POINT * errors[i])
                for i, name in enumerate(self._changes)}
