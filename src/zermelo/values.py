"""What a position is worth: proven wins, losses and draws, and honest estimates.

    loss in 2 < loss in 8 < -0.40 < draw < +0.40 < win in 9 < win in 3
    └───── proven ──────┘   └── estimates ──┘      └──── proven ────┘

Every proven win is above every estimate and every proven loss below it. Among wins the larger
payoff is better, then the shorter way; among losses the smaller damage, then the longer way.
Values compare by this rank alone: a draw and an estimate of exactly 0 rank equally, as `1` and
`1.0` do, and tell each other apart by `kind`.

Two things are said about every value, everywhere by the same words. `proven`: that it follows from
the rules, and is nobody's opinion. `bound`: that it is the value itself ("exact"), or that the
value is at least ("lower") or at most ("upper") this. Neither enters into the rank.

>>> win(3) > win(9) > estimate(0.4) > DRAW > estimate(-0.4) > loss(8) > loss(2)
True
>>> -win(3)
loss in 3
>>> win(score=8)
win by 8
>>> at_least = win(3).with_bound(Bound.LOWER)
>>> at_least, at_least.proven, at_least.known
(≥ win in 3, True, False)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import total_ordering
from typing import Literal

Kind = Literal["win", "loss", "draw", "estimate"]
Payoff = int  # the first player's; +1 / 0 / -1 in games that are only won, drawn or lost


class Bound(Enum):
    """How much of a value is said: the value itself, or only one side of it."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"

    @property
    def sign(self) -> str:
        """What is written before such a value."""
        return {"exact": "", "lower": "≥ ", "upper": "≤ "}[self.value]

    def __neg__(self) -> Bound:
        return {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(self, self)


_FAR = float("inf")  # a proven win of unknown length ranks below those of known length


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Value:
    """A value in somebody's view; whoever hands it out says whose.

    `score` is the payoff of a proven value and the evaluator's number of an estimate;
    `distance` is the number of plies to the end, where it is known.
    """

    kind: Kind
    score: float
    distance: int | None = None
    bound: Bound = Bound.EXACT

    def __post_init__(self) -> None:
        sign = {"win": self.score > 0, "loss": self.score < 0, "draw": self.score == 0}
        if not sign.get(self.kind, True):
            raise ValueError(f"a {self.kind} cannot have the score {self.score}")
        if self.score != self.score:
            raise ValueError("a value cannot be NaN: it would have no place in the order")
        if self.distance is not None and (self.distance < 0 or self.kind == "estimate"):
            raise ValueError(f"a {self.kind} cannot have the distance {self.distance}")

    @property
    def proven(self) -> bool:
        """Whether this follows from the rules alone, and is not an evaluator's opinion."""
        return self.kind != "estimate"

    @property
    def known(self) -> bool:
        """Whether this is the truth itself: proven, and not only one side of it."""
        return self.proven and self.bound is Bound.EXACT

    def with_bound(self, bound: Bound) -> Value:
        """The same value, known only as `bound` says."""
        return replace(self, bound=bound)

    def _rank(self) -> tuple[int, float, float]:
        far = _FAR if self.distance is None else self.distance
        if self.kind == "win":
            return 1, self.score, -far
        if self.kind == "loss":
            return -1, self.score, far
        return 0, self.score, 0

    def __neg__(self) -> Value:
        """The same value in the other player's view."""
        other: dict[Kind, Kind] = {"win": "loss", "loss": "win"}
        return Value(other.get(self.kind, self.kind), -self.score, self.distance, -self.bound)

    def __eq__(self, other: object) -> bool:
        return self._rank() == other._rank() if isinstance(other, Value) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._rank() < other._rank() if isinstance(other, Value) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rank())

    def __str__(self) -> str:
        sign = self.bound.sign
        if self.kind == "estimate":
            return f"{sign}{self.score:+.2f}"
        by = f" by {abs(self.score):g}" if abs(self.score) > 1 else ""
        far = "" if self.distance is None or self.kind == "draw" else f" in {self.distance}"
        return f"{sign}{self.kind}{by}{far}"

    __repr__ = __str__


def win(distance: int | None = None, score: int = 1) -> Value:
    """A proven win, `distance` plies away, worth `score`."""
    return Value("win", score, distance)


def loss(distance: int | None = None, score: int = -1) -> Value:
    """A proven loss, `distance` plies away, worth `score` (negative)."""
    return Value("loss", score, distance)


def estimate(score: float) -> Value:
    """An evaluator's opinion, which proves nothing."""
    return Value("estimate", score)


DRAW = Value("draw", 0)


def proven(payoff: Payoff, distance: int | None = None) -> Value:
    """The proven value of this payoff, in the same view.

    >>> proven(-1, 4), proven(0, 9), proven(12)
    (loss in 4, draw, win by 12)
    """
    if payoff == 0:
        return DRAW
    return win(distance, payoff) if payoff > 0 else loss(distance, payoff)


_WRITTEN = re.compile(r"([≥≤] )?(win|loss|draw)(?: by ([\d.e+]+))?(?: in (\d+))?")


def read_value(text: str) -> Value:
    """A proven value from how it is written.

    >>> read_value("≥ win by 3 in 7"), read_value("loss in 2"), read_value("draw")
    (≥ win by 3 in 7, loss in 2, draw)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no proven value")
    sign, kind, by, far = found.groups()
    score = 0.0 if kind == "draw" else float(by or 1) * (1 if kind == "win" else -1)
    bound = next(b for b in Bound if b.sign == (sign or ""))
    return Value(kind, score, None if far is None else int(far), bound)  # type: ignore[arg-type]
