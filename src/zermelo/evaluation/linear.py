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
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from zermelo.errors import ParameterError
from zermelo.evaluation.explanation import Explanation, Term
from zermelo.evaluation.squares import SquareFeature
from zermelo.game import Game
from zermelo.notation import did_you_mean
from zermelo.portable import one_by_one, popcount, side_by_side
from zermelo.written import made_function

Feature = Callable[[Any, Any], float]

RECENT = 128  # ints in which features may keep what they saw last


class Formula(NamedTuple):
    """What a search computes at its horizon: `function(game, weights, recent, s)`, and the weights.

    The function is compiled together with the rules. The weights are not: who only weighs anew
    compiles nothing. `recent` is a list of `RECENT` ints, all 0 at first, in which it may keep what
    makes the next state like this one sooner judged; the score does not depend on it.
    """

    function: Any
    weights: tuple[float, ...] = ()


class Evaluator(ABC):
    """An opinion about positions, in the first player's view: the larger, the better for it.

    Written in the plain style of rules, an evaluator's `__call__` compiles with them: its
    attributes are constants then.
    """

    name: str

    @abstractmethod
    def __call__(self, game: Game, s: Any) -> float:
        """The score of a state."""

    def formula(self) -> Formula:
        """The score of an unfinished state as a plain function."""
        source = "def score(game, weights, recent, s):\n    return evaluator(game, s)\n"
        return Formula(made_function(source, "score", {"evaluator": self}))

    def explain(self, game: Game, s: Any) -> Explanation:
        """The same score with its reasons, as far as this evaluator knows them."""
        return Explanation(game.players, (), self(game, s))


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

    def __call__(self, game: Game, s: Any) -> float:
        """The score of a state, its features added up in their order."""
        payoff = game.outcome(s)
        if payoff is not None:
            return self.finished * ((payoff > 0) - (payoff < 0))
        function, weights = self.formula()
        return float(function(game, weights, [0] * RECENT, s))

    def formula(self) -> Formula:
        """The weighted sum, written out, with the weights apart."""
        return Formula(_weighted_sum(tuple(self.features.values())),
                       tuple(self.weights[name] for name in self.features))

    def explain(self, game: Game, s: Any) -> Explanation:
        """The same score, feature by feature."""
        terms = [] if game.outcome(s) is not None else [
            Term.of(name, feature, self.weights[name], game, s)
            for name, feature in self.features.items()]
        return Explanation(game.players, tuple(terms), self(game, s))

    def with_weights(self, **weights: float) -> LinearEvaluator:
        """The same features, some of them weighted anew."""
        for name in weights:
            if name not in self.features:
                raise ParameterError(
                    f"{self.name} has no feature {name!r}{did_you_mean(name, self.features)}; "
                    f"it has {', '.join(self.features)}"
                )
        return replace(self, weights={**self.weights, **weights})

    def with_feature(self, name: str, feature: Feature, weight: float) -> LinearEvaluator:
        """One feature more, or another one in place of an old."""
        return replace(self, features={**self.features, name: feature},
                       weights={**self.weights, name: weight})


@cache
def _weighted_sum(features: tuple[Feature, ...]) -> Any:
    return written_sum(features, ("weights[{0}]",))


def written_sum(features: tuple[Any, ...], weights: tuple[str, ...], phase: Any = None,
                times: Any = None) -> Any:
    """One function for several features: each value by its weight, added up.

    `weights` are expressions in which {0} stands for the feature's number: one, or an early and a
    late one, whose sums `phase` blends. Features that count squares and share a sight are counted
    for one player and for the other by the same code, and only then weighed, several at once.
    `times`: a function of the game and the state that the sum is multiplied with.
    """
    names: dict[str, Any] = {f"feature_{i}": feature for i, feature in enumerate(features)}
    names |= {"phase": phase or _no_phase, "times": times, "popcount": popcount,
              "__name__": __name__}
    plain, counted, kept = _Adding(weights), dict[Any, list[int]](), 0
    for i, feature in enumerate(features):
        if isinstance(feature, SquareFeature):
            names[f"of_{i}"] = feature.of
            counted.setdefault(feature.sight, []).append(i)
        elif kept + getattr(feature, "keeps", RECENT + 1) <= RECENT:
            plain.add(f"feature_{i}.recalling(game, s, recent, {kept})", i)
            kept += feature.keeps
        else:
            plain.add(f"feature_{i}(game, s)", i)
    score = ["early = phase(game, s)", "late = 1.0 - early", *plain.lines(),
             f"total = {plain.total}"]
    for n, (sight, numbers) in enumerate(counted.items()):
        names[f"sight_{n}"] = sight
        _write(names, f"count_{n}(game, seen, counts)",
               [f"counts[{k}] = popcount(of_{i}(game, seen))" for k, i in enumerate(numbers)])
        adding = _Adding(weights)
        adding.add_list("one[{0}] - other[{0}]", numbers)
        side_by_side(_write(names, f"weigh_{n}(weights, early, late, one, other)",
                            [*adding.lines(), f"return {adding.total}"]))
        score += [f"first, second = sight_{n}(game, s)",
                  f"one, other = [0] * {len(numbers)}, [0] * {len(numbers)}",
                  f"count_{n}(game, first, one)", f"count_{n}(game, second, other)",
                  f"total += weigh_{n}(weights, early, late, one, other)"]
    score.append("return total" if times is None else "return total * times(game, s)")
    return one_by_one(_write(names, "score(game, weights, recent, s)", score))


def _write(names: dict[str, Any], head: str, lines: list[str]) -> Any:
    """A function of these lines, which sees the names, and is one of them from now on."""
    source = "\n    ".join([f"def {head}:", *lines]) + "\n"
    return made_function(source, head.partition("(")[0], names)


_SUMS = 2  # for each weight: a processor adds to one while it waits for the other


class _Adding:
    """Lines that add up values by their weights, in several sums so that none is waited for."""

    def __init__(self, weights: tuple[str, ...]) -> None:
        self._weights, self._added = weights, list[str]()
        self._sums = [[f"sum_{w}_{n}" for n in range(_SUMS)] for w in range(len(weights))]

    def add(self, value: str, number: int) -> None:
        """A feature's value, an expression."""
        self._add("", value, str(number), number)

    def add_list(self, value: str, numbers: list[int]) -> None:
        """Values that follow each other in a list: an expression, in which {0} stands for a place
        in that; and the features' numbers."""
        for shift, run in groupby(enumerate(numbers), lambda placed: placed[1] - placed[0]):
            first, *others = (place for place, _ in run)
            end = first + 1 + len(others)
            even = end - (end - first) % _SUMS
            self._added.append(f"for i in range({first}, {even}, {_SUMS}):")
            for n in range(_SUMS):
                self._add("    ", value.format(f"i + {n}"), f"(i + {n + shift})", n)
            for place in range(even, end):
                self._add("", value.format(place), str(place + shift), place)

    def _add(self, indent: str, value: str, number: str, turn: int) -> None:
        self._added.append(f"{indent}value = {value}")
        self._added += [f"{indent}{sums[turn % _SUMS]} += {weight.format(number)} * value"
                        for sums, weight in zip(self._sums, self._weights, strict=True)]

    def lines(self) -> list[str]:
        """All of that, written out."""
        return [f"{name} = 0.0" for sums in self._sums for name in sums] + self._added

    @property
    def total(self) -> str:
        """What it comes to: an expression, in which the late weights follow the early ones."""
        added = [f"({' + '.join(sums)})" for sums in self._sums]
        return added[0] if len(added) == 1 else f"early * {added[0]} + late * {added[1]}"


def _no_phase(game: Any, s: Any) -> float:
    return 1.0
