"""Weights fitted to exact values, and examined on deals that they have never seen.

    train         positions with exact values, balanced over phases and results: several fits
    validation    the fit that loses least, by the judge's measure, is taken
    test          that one against the original, once, on the same positions: this is the report

A fit explains the result (logistic regression of win against loss) or the payoff (ridge
regression) by the features, all of them in the first player's view. Who is to move and the phase
get terms of their own, which are then left away: a search compares positions of one depth, where
they are the same. The weights are scaled so that scores spread as widely as the original's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.analysis.exact import NODES, Exact
from zermelo.analysis.intervals import Figure, mean
from zermelo.analysis.phases import PHASES
from zermelo.analysis.samples import Problem, Sampler
from zermelo.dealing import lots
from zermelo.errors import GameError, MissingExtraError, ParameterError
from zermelo.evaluation import LinearEvaluator, evaluator_for
from zermelo.game import Game
from zermelo.learn.filling import Filling, joined, run_here
from zermelo.learn.miner import Mined, Miner
from zermelo.learn.split import Side, Split
from zermelo.limits import Limit
from zermelo.portable import hash_of
from zermelo.search.engine import Engine
from zermelo.telling import Telling

Floats = npt.NDArray[np.float64]
Weights = dict[str, float]

_DIGITS = 4  # of a weight that mean something


@dataclass(frozen=True)
class AtDepth:
    """Original and tuned evaluator on the held-out positions, searched equally deep."""

    depth: int
    original: Figure  # the average loss
    tuned: Figure
    difference: Figure  # tuned minus original, position by position: below 0, tuned is better

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"depth": self.depth, "original": self.original.to_json(),
                "tuned": self.tuned.to_json(), "difference": self.difference.to_json()}


@dataclass(frozen=True)
class Tuning:
    """The weights that were found, and what they are worth on held-out positions."""

    game: str
    evaluator: str
    seed: int
    examples: int
    validation: int  # positions
    test: int
    by_deal: bool  # the held-out positions are of deals that were not trained on
    original: Weights
    weights: Weights
    fits: dict[str, tuple[Weights, float]]  # each with its average loss on validation positions
    chosen: str
    depths: tuple[AtDepth, ...]
    overall: Figure  # the difference, averaged over the depths
    tuned: LinearEvaluator

    @property
    def better(self) -> bool:
        """Whether the tuned evaluator is better beyond doubt: the whole interval is below 0."""
        return self.overall.high is not None and self.overall.high < 0

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {
            "game": self.game, "evaluator": self.evaluator, "seed": self.seed,
            "examples": self.examples, "validation_positions": self.validation,
            "test_positions": self.test, "held_out_deals": self.by_deal, "confidence": 0.95,
            "original": self.original, "weights": self.weights, "chosen": self.chosen,
            "fits": {name: {"weights": weights, "validation_loss": round(loss, 6)}
                     for name, (weights, loss) in self.fits.items()},
            "depths": [d.to_json() for d in self.depths],
            "difference": self.overall.to_json(), "better": self.better,
        }


def tune(game: Game, evaluator: str = "standard", *, examples: int = 100_000,
         positions: int = 600, depths: int = 4, seed: int = 0, nodes: int = NODES,
         native: bool | None = None, database: str | None = None,
         progress: Telling = lambda doing, share: None,
         stopped: Callable[[], bool] = lambda: False) -> Tuning:
    """Fit, choose and examine; `positions` for validation and as many for the test. `database` is
    asked for exact values first."""
    base = evaluator_for(game, evaluator)
    if not isinstance(base, LinearEvaluator):
        raise GameError(f"{game.spec}: {evaluator!r} has no weights to tune")
    for name, number, least in (("examples", examples, 100), ("positions", positions, 10),
                                ("depths", depths, 1)):
        if number < least:
            raise ParameterError(f"{number} {name} are too few to tune by: give {least} or more")
    split = Split(game, seed)
    mined = _mined(game, base, split, examples, seed, nodes, native, database, progress)
    fits = {"original": dict(base.weights), **dict(_fitted(base, mined))}

    seen = set(mined.key.tolist())
    trials = {name: base.with_weights(**weights) for name, weights in fits.items()}
    held_out: tuple[Side, Side] = ("validation", "test")
    problems = {side: _problems(game, split, side, positions, seed, nodes, native, database, seen,
                                progress, stopped) for side in held_out}
    for side in held_out:
        if not problems[side]:
            raise GameError(f"{game.spec} has nothing left for {side}: every position with "
                            f"something at stake is among the {len(mined):,} examples, or is not "
                            f"proven within {nodes:,} nodes; take fewer examples, or a larger game")

    def losses_of(evaluator: LinearEvaluator, side: Side, doing: str) -> dict[int, list[float]]:
        return losses_by_depth(game, evaluator, problems[side], depths, native=native,
                               progress=lambda share: progress(doing, share), stopped=stopped)

    losses = {name: float(np.mean(list(losses_of(trial, "validation", f"trying {name}").values())))
              for name, trial in trials.items()}
    chosen = min(losses, key=lambda name: losses[name])
    before = losses_of(base, "test", "testing the original")
    after = losses_of(trials[chosen], "test", "testing the tuned")
    at_depths = tuple(AtDepth(d, mean(before[d]), mean(after[d]),
                              mean([a - b for a, b in zip(after[d], before[d], strict=True)]))
                      for d in before)
    gains = [[a - b for a, b in zip(after[d], before[d], strict=True)] for d in before]
    overall = mean(sum(one) / len(one) for one in zip(*gains, strict=True))
    return Tuning(game.spec, base.name, seed, len(mined), len(problems["validation"]),
                  len(problems["test"]), split.by_deal, dict(base.weights), fits[chosen],
                  {name: (fits[name], losses[name]) for name in fits}, chosen, at_depths, overall,
                  trials[chosen])


def _mined(game: Game, base: LinearEvaluator, split: Split, examples: int, seed: int,
           nodes: int, native: bool | None, database: str | None, progress: Telling) -> Mined:
    """Balanced examples of the training deals."""
    miner = Miner(game, room=examples, evaluator=base, nodes=nodes, native=native,
                  database=database)
    filling = Filling(miner, split.deals("train"), examples, set(), seed)
    for _ in run_here(filling.volleys(), miner):
        progress("proving examples", filling.found / examples)
    if not filling.parts:
        raise GameError(f"no position of {game.spec} could be proven within {nodes:,} nodes")
    return joined(filling.parts)


def _fitted(base: LinearEvaluator, mined: Mined) -> Iterator[tuple[str, Weights]]:
    """Every fit by its name: of all positions, and of each phase by itself."""
    result = np.where(mined.mover == 0, mined.payoff, -mined.payoff)
    original = np.array([base.weights[name] for name in base.features])
    spread = float(np.std(mined.features @ original)) or 1.0
    tried: list[Any] = []
    parts: dict[str, Any] = {"all": np.ones(len(mined), bool)}
    parts |= {phase: mined.phase == number for number, phase in enumerate(PHASES)}
    for part, chosen in parts.items():
        for model, fit in (("logistic", _logistic), ("ridge", _ridge)):
            weights = fit(mined.features[chosen], _circumstances(mined)[chosen], result[chosen])
            width = float(np.std(mined.features @ weights)) if weights is not None else 0.0
            if weights is None or width == 0:
                continue
            scaled = weights * spread / width
            if any(np.allclose(scaled, other, rtol=0.02) for other in tried):
                continue
            tried.append(scaled)
            rounded = [float(f"{weight:.{_DIGITS}g}") for weight in scaled]
            yield f"{model} of {part}", dict(zip(base.features, rounded, strict=True))


def _circumstances(mined: Mined) -> Floats:
    """A column for each mover × phase."""
    return np.stack([(mined.mover == m) & (mined.phase == p) for m in (0, 1) for p in range(3)],
                    axis=1).astype(float)


def _logistic(features: Floats, circumstances: Floats, result: Any) -> Floats | None:
    """Win against loss; draws tell nothing."""
    model = _sklearn("linear_model").LogisticRegression(fit_intercept=False, max_iter=1000)
    decided = result != 0
    if len(set(np.sign(result[decided]).tolist())) < 2:
        return None
    size = np.std(features, axis=0) + 1e-9  # so that all features are held back alike
    model.fit(np.hstack([features / size, circumstances])[decided], result[decided] > 0)
    return np.asarray(model.coef_[0][: features.shape[1]] / size)


def _ridge(features: Floats, circumstances: Floats, result: Any) -> Floats | None:
    """Weights by least squares on the payoff itself, large ones held back a little."""
    if len(result) < 2 * features.shape[1]:
        return None
    model = _sklearn("linear_model").Ridge(fit_intercept=False)
    size = np.std(features, axis=0) + 1e-9
    model.fit(np.hstack([features / size, circumstances]), result)
    return np.asarray(model.coef_[: features.shape[1]] / size)


def _sklearn(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(f"sklearn.{module}")
    except ImportError:
        raise MissingExtraError("scikit-learn", "learn", "tuning weights") from None


def _problems(game: Game, split: Split, side: Side, count: int, seed: int, nodes: int,
              native: bool | None, database: str | None, seen: set[int], progress: Telling,
              stopped: Callable[[], bool]) -> list[Problem]:
    """Problems from the deals of a side, none of which was trained on."""
    deals = lots(game, lambda deal: split.has(side, deal))
    sampler = Sampler(Exact(game, nodes=nodes, native=native, database=database), deals)

    def unseen(problem: Problem) -> bool:
        alike = game.canonical(problem.truth.position.state)
        key = hash_of(game.key(alike))
        return key not in seen

    lot = Random(f"{seed} {side}").getrandbits(30)
    found = sampler.draw(count, lot, wanted=unseen, stopped=stopped,
                         progress=lambda what, share: progress(f"{what} for {side}", share))
    if found.interrupted:
        raise KeyboardInterrupt
    seen.update(hash_of(game.key(game.canonical(p.truth.position.state))) for p in found.problems)
    return found.problems


def losses_by_depth(game: Game, evaluator: LinearEvaluator, problems: list[Problem],
                    depths: int, *, native: bool | None = None,
                    progress: Callable[[float], None] = lambda share: None,
                    stopped: Callable[[], bool] = lambda: False) -> dict[int, list[float]]:
    """What the engine loses at each problem, for each depth.

    The engine deepens one ply at a time, so that one search shows what it would have played at
    every depth: the same as `engine:depth=N,selective=no` for each N.
    """
    engine = Engine(game, evaluator, table_mb=1, native=native, plain=True)
    found: dict[int, list[float]] = {depth: [] for depth in range(1, depths + 1)}
    for number, problem in enumerate(problems):
        chosen: list[Any] = []
        engine.clear()
        engine.analyze(problem.truth.position, Limit(depth=depths),
                       listen=lambda a, chosen=chosen: chosen.append(a.move))  # type: ignore[misc]
        if stopped():
            raise KeyboardInterrupt
        for depth, losses in found.items():  # where all is known earlier, deeper changes nothing
            losses.append(float(problem.truth.loss_of(chosen[min(depth, len(chosen)) - 1])))
        progress((number + 1) / len(problems))
    return found
