"""A score taken apart: features, what they weigh, what they add, and the squares they mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from zermelo.evaluation.squares import SquareFeature


class Term(NamedTuple):
    """One feature's share of a score."""

    feature: str
    value: float
    weight: float
    group: str = ""
    first: tuple[str, ...] | None = None  # the first player's squares; None if it counts none
    second: tuple[str, ...] | None = None

    @classmethod
    def of(cls, name: str, feature: Any, weight: float, game: Any, s: Any) -> Term:
        """What a feature of this weight says about a state."""
        value = feature(game, s)
        if not isinstance(feature, SquareFeature):
            return cls(name, value, weight)
        return cls(name, value, weight, feature.group, feature.names(game, s, 0),
                   feature.names(game, s, 1))

    @property
    def score(self) -> float:
        """What this feature adds to the total: its value, weighted."""
        return self.value * self.weight + 0.0  # which makes -0.0 plain 0.0

    @property
    def squares(self) -> str:
        """The first player's squares against the second's: `a2 b4 – h7`."""
        if self.first is None or self.second is None:
            return ""
        return f"{' '.join(self.first) or 'none'} – {' '.join(self.second) or 'none'}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"name": self.feature, "group": self.group, "value": self.value,
                "weight": self.weight, "score": self.score,
                "first": None if self.first is None else list(self.first),
                "second": None if self.second is None else list(self.second)}


@dataclass(frozen=True)
class Explanation:
    """A score taken apart, feature by feature, in the first player's view."""

    players: tuple[str, str]
    terms: tuple[Term, ...]
    total: float
    prospects: float = 1.0  # how much of the weights is left: what can be made of a score

    def __str__(self) -> str:
        """A table. Of a long list, features that are equal on both sides are only counted."""
        shown = [t for t in self.terms if t.value or len(self.terms) <= _ALL_SHOWN]
        wide = max([7, *(max(len(t.group), len(t.feature) + 2 * bool(t.group)) for t in shown)])
        squares = any(t.squares for t in shown)
        last = f"  {self.players[0]} – {self.players[1]}" if squares else ""
        lines = [f"{'feature':<{wide}}  value  weight  score{last}"]
        for group, terms in _grouped(shown):
            if group:
                lines.append(f"{group:<{wide}} {'':6} {'':7} {sum(t.score for t in terms):>+6.2f}")
            for t in terms:
                name = f"  {t.feature}" if group else t.feature
                row = f"{name:<{wide}} {round(t.value, 3):>+6g} {t.weight:>7.3g} {t.score:>+6.2f}"
                lines.append(f"{row}  {t.squares}".rstrip())
        lines.append(f"{'total':<{wide}} {'':6} {'':7} {self.total:>+6.2f}")
        if self.prospects != 1.0:
            lines.append(f"all weights are times {self.prospects:g} here: {self._made}")
        even = len(self.terms) - len(shown)
        if even:
            lines.append(f"{even} other {'feature is' if even == 1 else 'features are'} equal on "
                         f"both sides")
        return "\n".join(lines)

    @property
    def words(self) -> str:
        """Who is better, by how much, and what speaks for whom; the weightiest first."""
        first, second = self.players
        better = first if self.total > 0 else second
        verdict = (f"{better} is better by {abs(self.total):.2f}" if abs(self.total) >= 0.005
                   else "it looks even")
        if self.prospects != 1.0:
            verdict += f" ({self._made})"
        reasons = [(group or terms[0].feature, sum(t.score for t in terms))
                   for group, terms in _grouped(self.terms, apart=True)]
        reasons = sorted([r for r in reasons if abs(r[1]) >= 0.005], key=lambda r: -abs(r[1]))
        said = [f"for {player}: " + ", ".join(f"{name} ({abs(score):.2f})"
                                              for name, score in reasons if (score > 0) == side)
                for player, side in ((first, True), (second, False))
                if any((score > 0) == side for _, score in reasons)]
        return "; ".join([verdict, *said])

    @property
    def _made(self) -> str:
        if self.prospects == 0.0:
            return "nothing can be made of what there is"
        return ("little can be made of what there is" if self.prospects < 1.0
                else "what there is is enough to win")

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"total": self.total, "prospects": self.prospects,
                "features": [t.to_json() for t in self.terms]}


_ALL_SHOWN = 12


def _grouped(terms: Iterable[Term], *, apart: bool = False) -> list[tuple[str, list[Term]]]:
    """Terms by group, in their order; `apart`: those of no group each by itself."""
    found: list[tuple[str, list[Term]]] = []
    for group, several in groupby(terms, key=lambda t: t.group):
        if apart and not group:
            found += [("", [t]) for t in several]
        else:
            found.append((group, list(several)))
    return found
