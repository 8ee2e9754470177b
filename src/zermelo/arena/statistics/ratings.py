"""Ratings of many players from the games between them: Bradley and Terry's model, in Elo.

The score that a player can expect is a function of the difference of two ratings, and of the
advantage of going first. A draw is half a win and half a loss, so that a difference of ratings
means the same as the Elo difference of two players; `davidson` gives draws a probability of their
own, as Davidson does, which spreads the ratings the more the more draws there are.

Intervals are the bootstrap's: pairs of games are drawn anew from those there are, for each two
players as many as they played, and rated again and again; always with the same lots. Three pairs as
likely as the ratings say are among those drawn from: a single pair drawn anew is always the same.
Where somebody won or lost everything no rating is the most likely one; then two pairs, one won and
one lost, are added between those whose games were so one-sided, and it is said.

>>> even = lambda wins, losses: {(1, 1): wins // 2, (0, 0): losses // 2}
>>> found = rate("abc", {(0, 1): even(60, 20), (1, 2): even(60, 20), (0, 2): even(72, 8)})
>>> [round(player.rating) for player in found.players]
[191, 0, -191]
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zermelo.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

# What one of two players scored in a pair: with the first move, and with the second; None: not
# played. And how often.
Pairs = Mapping[tuple[float | None, float | None], float]
Draws = Literal["half", "davidson"]

_ELO = 400 / math.log(10)  # points for odds of e to one
_FAINT = 1e-5  # a belief in ratings near 0, so faint that it shows only where nothing else speaks
_RESAMPLES = 1000
_DECIDED: list[tuple[float | None, float | None]] = [  # pairs without a draw
    (1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]
_IMAGINED = 3.0  # pairs by the model among those drawn from: so that few are no certainty
_DRAWN = 0.5  # added to what is drawn anew, where a loss among many wins may not come up at all
_AT_ONCE = 2_000_000  # numbers in memory


class Rating(NamedTuple):
    """A player's rating, and half of its 95 % interval."""

    name: str
    rating: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


class Ratings(NamedTuple):
    """The ratings of all, in the order they were given."""

    players: tuple[Rating, ...]
    advantage: float  # Elo of going first
    advantage_error: float
    one_sided: tuple[tuple[int, int], ...]  # whose games had pairs added to be rated at all


def rate(names: Sequence[str], games: Mapping[tuple[int, int], Pairs], *,
         anchor: tuple[str, float] | None = None, draws: Draws = "half",
         resamples: int = _RESAMPLES, seed: int = 1) -> Ratings:
    """Rate players by the pairs of games between them; `games[0, 1]` has what 0 scored against 1.

    `anchor`: whose rating is known, and what it is. Without one the mean of all is 0.
    """
    import numpy as np

    if anchor is not None and anchor[0] not in names:
        raise ParameterError(f"the anchor {anchor[0]!r} is none of the players: there are "
                             f"{', '.join(names)}")
    one_sided = () if _connected(len(names), games) else tuple(
        two for two, pairs in games.items() if _one_sided(pairs))
    table = {two: {**pairs} for two, pairs in games.items()}
    for two in one_sided:
        for clean in ((0.0, 0.0), (1.0, 1.0)):
            table[two][clean] = table[two].get(clean, 0) + 1
    model = _Model(len(names), table, draws)
    found = model.fit(model.counts[None])[0]
    lots = np.random.default_rng(seed)
    likely = model.fit(model.counts[None], found, _DRAWN)[0]
    drawn = model.fit_many(model.redrawn(lots, resamples, likely), found)
    point, cloud = _anchored(found, names, anchor), _anchored(drawn, names, anchor)
    low, high = np.percentile(cloud, [2.5, 97.5], axis=0)
    low, high = np.minimum(low, point), np.maximum(high, point)
    last = len(names)
    return Ratings(
        tuple(Rating(name, *map(float, row))
              for name, *row in zip(names, point, low, high, strict=False)),
        float(point[last]), float(high[last] - low[last]) / 2, one_sided)


def _anchored(found: Any, names: Sequence[str], anchor: tuple[str, float] | None) -> Any:
    """Ratings and the advantage in Elo, moved so that the anchor, or the mean, is where it is."""
    import numpy as np

    elo = _ELO * found[..., :len(names) + 1]
    ratings = elo[..., :-1]
    zero = (ratings.mean(-1) if anchor is None else
            ratings[..., names.index(anchor[0])] - anchor[1])
    return np.concatenate([ratings - zero[..., None], elo[..., -1:]], -1)


class _Model:
    """A multinomial logit: each game is won, drawn or lost with odds e^(x/2) : ν : e^(-x/2), where
    x is the difference of the ratings plus the advantage."""

    def __init__(self, players: int, games: Mapping[tuple[int, int], Pairs], draws: Draws) -> None:
        import numpy as np

        self._np, self.players = np, players
        self.size = players + 1 + (draws == "davidson")
        possible: Pairs = dict.fromkeys(_DECIDED, 0.0)
        kinds = [(two, scores, count) for two, pairs in games.items()
                 for scores, count in {**possible, **pairs}.items()]
        self.counts: Numbers = np.array([count for *_, count in kinds], dtype=float)
        self._of: list[tuple[int, int]] = [two for two, *_ in kinds]
        self._scores = [scores for _, scores, _ in kinds]
        sides = [(two, turn) for two in dict.fromkeys(self._of) for turn in (0, 1)]
        self._rows = np.zeros((len(sides), self.size))  # what x is made of, a row for each side
        for row, ((one, other), turn) in zip(self._rows, sides, strict=True):
            row[one], row[other], row[players] = 1, -1, 1 if turn == 0 else -1
        self._davidson = draws == "davidson"
        # How many wins, draws and losses of each side a pair of each kind holds.
        self._results = np.zeros((len(kinds), 3, len(sides)))
        for k, (two, scores, _) in enumerate(kinds):
            for turn, score in enumerate(scores):
                if score is None:
                    continue
                at = sides.index((two, turn))
                if score == 0.5 and not self._davidson:
                    self._results[k, (0, 2), at] = 0.5
                else:
                    self._results[k, round(2 - 2 * score), at] = 1

    def redrawn(self, lots: Any, times: int, found: Numbers) -> Numbers:
        """As many pairs of each two players, drawn anew from those there are, and from a few that
        are as likely as the ratings say."""
        np = self._np
        drawn = np.zeros((times, len(self.counts)))
        for two in dict.fromkeys(self._of):
            mine = np.array([of == two for of in self._of])
            share = self.counts[mine] + _IMAGINED * self._chances(two, found)
            drawn[:, mine] = lots.multinomial(round(self.counts[mine].sum()), share / share.sum(),
                                              times)
        return drawn  # type: ignore[no-any-return]

    def _chances(self, two: tuple[int, int], found: Numbers) -> Numbers:
        """How likely each kind of pair is between two players, all games being decided."""
        np = self._np
        gap, first = found[two[0]] - found[two[1]], found[self.players]
        wins = [1 / (1 + math.exp(-(gap + side * first))) for side in (1, -1)]
        return np.array([  # type: ignore[no-any-return]
            math.prod(win if score else 1 - win for win, score in zip(wins, scores, strict=True))
            if scores in _DECIDED else 0.0
            for of, scores in zip(self._of, self._scores, strict=True) if of == two])

    def fit_many(self, counts: Numbers, near: Numbers) -> Numbers:
        """The same as `fit`, a part after the other, so that memory is enough."""
        np = self._np
        part = max(1, _AT_ONCE // max(1, self._rows.size))
        return np.concatenate([  # type: ignore[no-any-return]
            self.fit(counts[i:i + part], near, _DRAWN) for i in range(0, len(counts), part)])

    def fit(self, counts: Numbers, near: Numbers | None = None, drawn: float = 0.0) -> Numbers:
        """The most likely parameters for each row of counts, by Newton's method; `drawn` games are
        added on each side of each meeting."""
        np = self._np
        wins, draws, losses = np.einsum("bk,kro->rbo", counts, self._results)
        wins, losses = wins + drawn / 2, losses + drawn / 2
        games = wins + draws + losses
        found = np.zeros((len(counts), self.size))
        if near is not None:
            found[:] = near
        rows = self._rows
        for _ in range(100):
            x = found @ rows.T
            nu = np.exp(found[:, -1:]) if self._davidson else 0.0
            up, down = np.exp(x / 2), np.exp(-x / 2)
            total = up + down + nu
            win, loss, draw = up / total, down / total, nu / total
            pull = ((wins - losses) - games * (win - loss)) / 2
            slope = games * (win + loss - (win - loss) ** 2) / 4
            gradient = pull @ rows - _FAINT * found
            curvature = np.einsum("bo,op,oq->bpq", slope, rows, rows, optimize=True)
            if self._davidson:
                gradient[:, -1] += (draws - games * draw).sum(1)
                cross = -(games * draw * (win - loss) / 2) @ rows
                curvature[:, -1, :] += cross
                curvature[:, :, -1] += cross
                curvature[:, -1, -1] += (games * draw * (1 - draw)).sum(1)
            curvature += _FAINT * np.eye(self.size)
            step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
            found += np.clip(step, -1, 1)  # far from the top a parabola knows little
            if np.abs(step).max() < 1e-9:
                break
        return found  # type: ignore[no-any-return]


def _one_sided(pairs: Pairs) -> bool:
    scores = {score for both, count in pairs.items() if count for score in both
              if score is not None}
    return scores in ({0}, {1})


def _connected(players: int, games: Mapping[tuple[int, int], Pairs]) -> bool:
    """Whether from everybody a chain of points taken leads to everybody else: then, and only then,
    the most likely ratings are finite."""
    took: list[set[int]] = [set() for _ in range(players)]
    for (one, other), pairs in games.items():
        for both, count in pairs.items():
            for score in both:
                if not count or score is None:
                    continue
                if score > 0:
                    took[one].add(other)
                if score < 1:
                    took[other].add(one)
    lost = [{i for i in range(players) if j in took[i]} for j in range(players)]
    return all(len(_reached(way)) == players for way in (took, lost))


def _reached(ways: Sequence[set[int]]) -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        new = ways[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
