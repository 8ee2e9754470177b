"""An evaluator whose weights change in the course of the game.

Every feature has two weights, one for the beginning and one for the end, and a function says how
much of the game lies ahead, from 1 at the start to 0:

>>> def stones(game, s):
...     return s.x.bit_count() - s.o.bit_count()
>>> def ahead(game, s):
...     return 1 - (s.x | s.o).bit_count() / 9
>>> from zermelo import load
>>> game = load("tictactoe")
>>> fading = PhasedEvaluator.of("fading", ahead, {"stones": (stones, 0.9, 0.0)})
>>> here = game.parse("xx./.o./...:o")
>>> print(fading.explain(game, here))
feature  value  weight  score
stones      +1     0.6  +0.60
total                   +0.60

What a score comes to may also depend on what is left: a function of the game and a state says how
much of it can still be made, 0 in what is drawn whatever it looks like. All weights fade with it:

>>> def crowded(game, s):
...     return 0.0 if (s.x | s.o).bit_count() > 2 else 1.0
>>> PhasedEvaluator.of("fading", ahead, {"stones": (stones, 0.9, 0.0)}, crowded)(game, here)
0.0

It is linear all the same, in features that fade out and features that fade in, so that its weights
are tuned and kept in files like any others:

>>> fading.weights
{'stones early': 0.9, 'stones late': 0.0}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from zermelo.evaluation.explanation import Explanation, Term
from zermelo.evaluation.linear import Feature, Formula, LinearEvaluator, written_sum
from zermelo.game import Game
from zermelo.portable import inlined

Phase = Callable[[Any, Any], float]


def all_of_it(game: Any, s: Any) -> float:
    """What most evaluators say of every state: nothing of a score is lost."""
    return 1.0


@dataclass(frozen=True)
class Early:
    """A feature that fades out."""

    feature: Feature
    phase: Phase
    prospects: Phase = all_of_it

    @inlined
    def __call__(self, game: Any, s: Any) -> float:
        """The feature by the part of the game that lies ahead."""
        return self.feature(game, s) * self.phase(game, s) * self.prospects(game, s)


@dataclass(frozen=True)
class Late:
    """A feature that fades in."""

    feature: Feature
    phase: Phase
    prospects: Phase = all_of_it

    @inlined
    def __call__(self, game: Any, s: Any) -> float:
        """The feature by the part of the game that is over."""
        return self.feature(game, s) * (1.0 - self.phase(game, s)) * self.prospects(game, s)


@dataclass(frozen=True, eq=False)
class PhasedEvaluator(LinearEvaluator):
    """Early and late weights for each feature, blended by the phase of the game; made by `of`.

    `prospects`: how much of a score can be made of it, 1 as a rule.
    """

    phase: Phase = lambda game, s: 1.0
    prospects: Phase = all_of_it

    @classmethod
    def of(cls, name: str, phase: Phase, weighted: Mapping[str, tuple[Feature, float, float]],
           prospects: Phase = all_of_it, finished: float = 1000.0) -> PhasedEvaluator:
        """The evaluator of these features, each with its early and its late weight."""
        found = cls(name, {}, {}, finished, phase, prospects)
        for called, (feature, early, late) in weighted.items():
            found = found.with_feature(called, feature, early, late)
        return found

    @property
    def blended(self) -> dict[str, Feature]:
        """The features themselves, which neither fade out nor in."""
        return {_plain(name): faded.feature for name, faded in self.features.items()
                if isinstance(faded, Early)}

    def formula(self) -> Formula:
        """The sum written out: how far the game is, each feature by both its weights, and what can
        be made of it."""
        return Formula(_blended_sum(self.phase, self.prospects, tuple(self.blended.values())),
                       tuple(self.weights[name] for name in self.features))

    def explain(self, game: Game, s: Any) -> Explanation:
        """The same score, feature by feature, each with the weight that it has now."""
        terms, made = [], 1.0
        if game.outcome(s) is None:
            early, made = self.phase(game, s), self.prospects(game, s)
            for name, feature in self.blended.items():
                weight = (self.weights[f"{name} early"] * early
                          + self.weights[f"{name} late"] * (1.0 - early))
                terms.append(Term.of(name, feature, weight * made + 0.0, game, s))
        return Explanation(game.players, tuple(terms), self(game, s), made)

    def with_feature(self, name: str, feature: Feature, weight: float, late: float | None = None
                     ) -> PhasedEvaluator:
        """One feature more, or another in place of an old; with one weight it has it throughout."""
        return replace(
            self, features={
                **self.features, f"{name} early": Early(feature, self.phase, self.prospects),
                f"{name} late": Late(feature, self.phase, self.prospects)},
            weights={**self.weights, f"{name} early": weight,
                     f"{name} late": weight if late is None else late})


def _plain(name: str) -> str:
    return name.removesuffix(" early")


@cache
def _blended_sum(phase: Phase, prospects: Phase, features: tuple[Feature, ...]) -> Any:
    return written_sum(features, ("weights[2 * {0}]", "weights[2 * {0} + 1]"), phase, prospects)
