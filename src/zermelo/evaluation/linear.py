"""An evaluator is an object of its own; the linear one is named features × weights.

A feature is a plain function of the game and a state, in the first player's view, written in the
same plain style as rules, so that it compiles with them:

>>> def stones(game, s):
...     return s.x.bit_count() - s.o.bit_count()
>>> from zermelo import load
>>> game = load("tictactoe")
>>> counting = LinearEvaluator("counting", {"stones": stones}, {"stones": 0.5})
>>> here = game.parse("xx./.o./...:o")
>>> counting(game, here)
0.5
>>> print(counting.explain(game, here))
feature  value  weight  score
stones      +1     0.5  +0.50
total                   +0.50
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.notation import did_you_mean
from zermelo.written import made_function

Feature = Callable[[Any, Any], float]


class Formula(NamedTuple):
    """What a search computes at its horizon: `function(game, weights, s)`, and the weights.

    The function is compiled together with the rules. The weights are not: who only weighs anew
    compiles nothing.
    """

    function: Any
    weights: tuple[float, ...] = ()


class Evaluator(ABC):
    """An opinion about positions, in the first player's view: the larger, the better for it.

    Written in the plain style of rules, an evaluator's `__call__` compiles with them: its attributes
    are constants then.
    """

    name: str

    @abstractmethod
    def __call__(self, game: Game[Any, Any], s: Any) -> float:
        """The score of a state."""

    def formula(self) -> Formula:
        """The score of an unfinished state as a plain function."""
        source = "def score(game, weights, s):\n    return evaluator(game, s)\n"
        return Formula(made_function(source, "score", {"evaluator": self}))


class Term(NamedTuple):
    """One feature's share of a score."""

    feature: str
    value: float
    weight: float

    @property
    def score(self) -> float:
        """What this feature adds."""
        return self.value * self.weight


@dataclass(frozen=True)
class Explanation:
    """A score taken apart, feature by feature."""

    terms: tuple[Term, ...]
    total: float

    def __str__(self) -> str:
        wide = max([7, *(len(t.feature) for t in self.terms)])
        lines = [f"{'feature':<{wide}}  value  weight  score"]
        lines += [f"{t.feature:<{wide}} {t.value:>+6g} {t.weight:>7g} {t.score:>+6.2f}"
                  for t in self.terms]
        return "\n".join([*lines, f"{'total':<{wide}} {'':6} {'':7} {self.total:>+6.2f}"])


@dataclass(frozen=True, eq=False)
class LinearEvaluator(Evaluator):
    """The weighted sum of named features; a finished game is worth ± `finished`, or 0."""

    name: str
    features: Mapping[str, Feature]
    weights: Mapping[str, float]
    finished: float = 1000.0

    def __post_init__(self) -> None:
        if set(self.features) != set(self.weights):
            odd = sorted(set(self.features) ^ set(self.weights))
            raise ParameterError(
                f"{self.name}: {', '.join(odd)} must be a feature and have a weight"
            )

    def __call__(self, game: Game[Any, Any], s: Any) -> float:
        """The score of a state, its features added up in their order."""
        payoff = game.outcome(s)
        if payoff is not None:
            return self.finished * ((payoff > 0) - (payoff < 0))
        total = 0.0
        for name, feature in self.features.items():
            total += self.weights[name] * feature(game, s)
        return total

    def formula(self) -> Formula:
        """The weighted sum, written out, with the weights apart."""
        return Formula(_weighted_sum(tuple(self.features.values())),
                       tuple(self.weights[name] for name in self.features))

    def explain(self, game: Game[Any, Any], s: Any) -> Explanation:
        """The same score, feature by feature."""
        if game.outcome(s) is not None:
            return Explanation((), self(game, s))
        terms = tuple(Term(name, feature(game, s), self.weights[name])
                      for name, feature in self.features.items())
        return Explanation(terms, self(game, s))

    def with_weights(self, **weights: float) -> LinearEvaluator:
        """The same features, some of them weighted anew."""
        for name in weights:
            if name not in self.features:
                raise ParameterError(
                    f"{self.name} has no feature {name!r}{did_you_mean(name, self.features)}; "
                    f"it has {', '.join(self.features)}"
                )
        return LinearEvaluator(self.name, self.features, {**self.weights, **weights}, self.finished)

    def with_feature(self, name: str, feature: Feature, weight: float) -> LinearEvaluator:
        """One feature more, or another one in place of an old."""
        return LinearEvaluator(self.name, {**self.features, name: feature},
                               {**self.weights, name: weight}, self.finished)


@cache
def _weighted_sum(features: tuple[Feature, ...]) -> Any:
    """One function for several features."""
    names: dict[str, Any] = {f"feature_{i}": feature for i, feature in enumerate(features)}
    lines = ["def score(game, weights, s):", "    total = 0.0"]
    lines += [f"    total += weights[{i}] * feature_{i}(game, s)" for i in range(len(features))]
    return made_function("\n".join([*lines, "    return total", ""]), "score", names)
