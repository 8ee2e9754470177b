"""Weights fitted to games, where positions cannot be solved: to what came of them, and to what a
search of many nodes thought of them, in equal parts; or, where each is looked at anew by a search
of very many nodes, to what that one thinks, which says more of a position than how a game ended.

The games are those of arenas. Positions with a threat, and those where the next move was noisy, are
left out: an evaluator is not asked about them; and those that the search was sure of, which tell
nothing. Scores become expectations by the curve that fits the original evaluator to the results
best. New weights are held to the original ones, as strongly as they can be without being worse
beyond doubt on openings that were not trained on (validation), and reported on others (test); there
only by what came of the positions, as the search thought with the original ones, or by what the
deeper search thinks, if there is one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.analysis.intervals import Figure, by_group, mean
from zermelo.arena.duels import looked_at
from zermelo.arena.store import Store, StoredGame
from zermelo.errors import GameError
from zermelo.evaluation import LinearEvaluator, PhasedEvaluator, SquareFeature, evaluator_for
from zermelo.game import Game
from zermelo.learn.expectation import curve, slope_of, surprises
from zermelo.play.played import started
from zermelo.portable import popcount
from zermelo.search.engine import Engine
from zermelo.telling import Telling

Floats = npt.NDArray[np.float64]

HOLDS = (10_000.0, 3000.0, 1000.0, 300.0, 100.0, 30.0, 10.0, 1.0)  # to the original weights
_STEPS = 30  # of Newton's method, at most
_FEW = 300  # positions to train on, or ten times those of the others, below which nothing is fitted
_A_GAME = 32  # positions, at most: those of one game say much the same
_A_GAME_DEEPER = 9  # … and where looking at them takes long
_SURE = 0.98  # that who is ahead wins
_SELDOM = 0.01  # of the positions: a feature that is not seen more often keeps its weight
_DIGITS = 4  # of a weight that mean something


class Samples(NamedTuple):
    """Positions of games, a row each, all in the first player's view."""

    features: Floats
    result: Floats  # 1, ½ or 0; or what to expect after a deeper search
    score: Floats  # in the evaluator's unit
    opening: npt.NDArray[np.int64]
    state: npt.NDArray[np.object_]

    def only(self, chosen: Any) -> Samples:
        """The same with only these rows."""
        return Samples(*(column[chosen] for column in self))


@dataclass(frozen=True)
class FromGames:
    """The weights that were found, and how well they foretell held-out games."""

    game: str
    evaluator: str
    games: int
    positions: int
    test: int  # positions
    hold: float
    before: dict[str, float]  # the original weights
    original: Figure  # the loss on test positions, in bits
    loss: Figure
    difference: Figure  # tuned minus original, opening by opening
    tuned: LinearEvaluator

    @property
    def better(self) -> bool:
        """Whether the tuned evaluator foretells better beyond doubt."""
        return self.difference.high is not None and self.difference.high < 0

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"game": self.game, "evaluator": self.evaluator, "games": self.games,
                "positions": self.positions, "test_positions": self.test, "hold": self.hold,
                "original_loss": self.original.to_json(), "tuned_loss": self.loss.to_json(),
                "difference": self.difference.to_json(), "better": self.better,
                "weights": dict(self.tuned.weights)}


def tune_by_games(game: Game, files: Iterable[str], evaluator: str = "standard", *,
                  deeper: int | None = None, device: str = "cpu",
                  progress: Telling = lambda doing, share: None,
                  stopped: Callable[[], bool] = lambda: False) -> FromGames:
    """Fit an evaluator's weights to the games of arenas, and say what they are worth on openings
    that were not fitted to.

    `deeper`: to what a search of so many nodes thinks of their positions, thousands at once on a
    GPU if `device` is "cuda"; when `stopped`, to those that it has looked at.
    """
    base = evaluator_for(game, evaluator)
    if not isinstance(base, LinearEvaluator):
        raise GameError(f"{game.spec}: {evaluator!r} has no weights to tune")
    games: list[StoredGame] = []
    for file in files:
        store = Store.read(file)
        if store.about["game"] != game.source:
            raise GameError(f"{file} has games of {store.about['game']}, and not of {game.source}")
        games += store.games()
    found = _samples(game, base, games, _A_GAME if deeper is None else _A_GAME_DEEPER,
                     lambda share: progress("looking at positions", share))
    side = _enough(_sides(found.opening), len(games))
    before = np.array([base.weights[name] for name in base.features])
    train = found.only(side == 0)
    slope = slope_of(train.features @ before, train.result)
    if deeper is not None:
        score = np.array(looked_at(
            Engine(game, base, selective=True), found.state.tolist(), deeper, device=device,
            told=lambda done, total: progress("searching deeper", done / total),
            stopped=stopped), np.float64)
        found = found.only(slice(len(score)))._replace(score=score, result=curve(slope * score))
        side = _enough(side[:len(score)], len(games))
    open_still = curve(slope * np.abs(found.score)) < _SURE
    train, validation, test = (found.only(open_still & (side == s)) for s in range(3))
    fits = {hold: fitted(train, before, slope, hold) for hold in HOLDS}
    hold = _strongest(validation, {h: losses_of(validation, w, slope) for h, w in fits.items()})
    weights = {name: float(f"{weight:.{_DIGITS}g}")
               for name, weight in zip(base.features, fits[hold], strict=True)}
    after = np.array(list(weights.values()))
    old, new = losses_of(test, before, slope), losses_of(test, after, slope)
    return FromGames(game.spec, base.name, len(games), int(np.sum(open_still)), len(test.result),
                     hold, dict(base.weights), mean(by_group(old, test.opening)),
                     mean(by_group(new, test.opening)), mean(by_group(new - old, test.opening)),
                     base.with_weights(**weights))


def _strongest(samples: Samples, losses: dict[float, Floats]) -> float:
    """The strongest hold that does not lose more than the best one beyond doubt."""
    best = min(losses, key=lambda hold: float(np.mean(losses[hold])))
    for hold in HOLDS:
        more = np.array(by_group(losses[hold] - losses[best], samples.opening))
        if np.mean(more) <= 1.96 * np.std(more) / np.sqrt(len(more)):
            return hold
    return best


def fitted(samples: Samples, original: Floats, slope: float, hold: float) -> Floats:
    """The weights that foretell results and scores best, by Newton's method."""
    size = np.std(samples.features, axis=0)
    size = np.maximum(size, np.mean(size)) + 1e-9  # all are held alike, and rare ones more
    often = np.mean(samples.features != 0, axis=0) > _SELDOM
    rows = samples.features / size * slope
    target, start = expected(samples, slope), original * size
    weights, held = start.copy(), hold / len(rows)
    for _ in range(_STEPS):
        guess = curve(rows @ weights)
        uphill = rows.T @ (guess - target) / len(rows) + held * (weights - start)
        bend = (rows * (guess * (1 - guess))[:, None]).T @ rows / len(rows)
        bend += held * np.eye(len(start))
        step = np.zeros(len(start))
        step[often] = np.linalg.solve(bend[np.ix_(often, often)], uphill[often])
        weights = weights - step
        if float(np.max(np.abs(step), initial=0.0)) < 1e-6:
            break
    return np.asarray(weights / size)


def expected(samples: Samples, slope: float) -> Floats:
    """What is to be foretold: half the result, half what the search thought."""
    return np.asarray((samples.result + curve(slope * samples.score)) / 2)


def losses_of(samples: Samples, weights: Floats, slope: float) -> Floats:
    """By how many bits the result of each position surprises."""
    return surprises(samples.features @ weights, samples.result, slope)


def _sides(openings: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0 to train on, 1 to validate, 2 to test: by openings, so that none is on two sides."""
    lot = {int(o): zlib.crc32(str(o).encode()) % 10 for o in set(openings.tolist())}
    return np.array([0 if lot[o] < 7 else 1 if lot[o] < 8 else 2 for o in openings.tolist()])


def _enough(side: npt.NDArray[np.int64], games: int) -> npt.NDArray[np.int64]:
    """These sides; GameError if there is too little on one."""
    if min(np.sum(side == 0), 10 * np.sum(side == 1), 10 * np.sum(side == 2)) < _FEW:
        raise GameError(f"{len(side):,} positions of {games:,} games are too few to fit weights "
                        f"to: play more, with evaluations, from different openings")
    return side


def _samples(game: Game, base: LinearEvaluator, games: Sequence[StoredGame], a_game: int,
             told: Callable[[float], None]) -> Samples:
    rows: list[list[float]] = []
    facts: list[tuple[float, float, int]] = []
    states: list[Any] = []
    for number, one in enumerate(games):
        opening = zlib.crc32(" ".join([one.start or "", *one.moves[:one.opening]]).encode())
        quiet = list(_quiet(game, one))
        for state, score in quiet[::1 + len(quiet) // a_game]:
            rows.append(columns_of(game, base, state))
            states.append(state)
            facts.append((one.score, score, opening))
        told((number + 1) / len(games))
    width = len(base.features)
    result, scores, openings = (np.array(c) for c in zip(*facts, strict=True)) if facts else (
        np.zeros(0), np.zeros(0), np.zeros(0, np.int64))
    kept = np.empty(len(states), object)
    for place, state in enumerate(states):  # one by one: of tuples numpy would make a table
        kept[place] = state
    return Samples(np.array(rows).reshape(len(rows), width), result, scores, openings, kept)


def _quiet(game: Game, one: StoredGame) -> Iterator[tuple[Any, float]]:
    """The states of a game that tell something, each with what its mover thought of it."""
    state = started(game, one.start).state
    for ply, (text, score) in enumerate(zip(one.moves, one.evaluations, strict=True)):
        move = game.parse_move(state, text)
        if (ply >= one.opening and isinstance(score, int | float)
                and not game.noisy(state, move) and not game.urgent(state)):
            yield state, float(score)
        state = game.play(state, move)


def columns_of(game: Game, base: LinearEvaluator, state: Any) -> list[float]:
    """The values of an evaluator's features, in their order; what sees squares looks once."""
    seen: dict[Any, Any] = {}

    def value(feature: Any) -> float:
        if not isinstance(feature, SquareFeature):
            return float(feature(game, state))
        if feature.sight not in seen:
            seen[feature.sight] = feature.sight(game, state)
        first, second = seen[feature.sight]
        return popcount(feature.of(game, first)) - popcount(feature.of(game, second))

    if not isinstance(base, PhasedEvaluator):
        return [value(feature) for feature in base.features.values()]
    early, made = base.phase(game, state), base.prospects(game, state)
    return [worth * share * made for worth in map(value, base.blended.values())
            for share in (early, 1.0 - early)]
