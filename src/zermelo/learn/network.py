"""A network that learns from packed games what the other features of an evaluator get wrong.

Of every quiet position it should foretell what the search thought of it, as the points to expect;
what came of the game says far less of each. The other features stay as they are, and the network
learns to say what is missing. Most games are trained on; on the openings of the others it is
tested, with the whole numbers that it is kept in.

    moves, values          looking_back           planes             forward, backward
    own.npz ─────────► a row for each position ─────────► a 0 or 1 ─────────────────► numbers
                       score, share, pieces               for each row of the network
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.analysis.intervals import Figure, by_group, mean
from zermelo.arena.packed import Packed, joined, read
from zermelo.errors import GameError, ParameterError
from zermelo.evaluation import LinearEvaluator, evaluator_for
from zermelo.evaluation.network import (
    MOST,
    ONE,
    SQUARES,
    WORTH,
    Network,
    network_in,
    with_another,
)
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import shared
from zermelo.learn import looking_back
from zermelo.learn.expectation import curve, slope_of
from zermelo.learn.kernel import MILLION
from zermelo.learn.memory import Columns
from zermelo.search.codes import PER_UNIT
from zermelo.telling import Telling

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Reals = npt.NDArray[np.float32]

EPOCHS = 6  # how often every position is learnt from
_TEST = 16  # of so many openings, one is for the test
_FEW = 10_000  # positions, below which nothing is learnt
_AT_ONCE = 8192  # positions that it looks at before it changes its mind, at most
_A_FEW = 256  # … and at least; of few positions, a two-hundredth
_GAMES_AT_ONCE = 500
_PACE, _INERTIA, _CAUTION = 0.002, 0.9, 0.999  # of Adam's method
_LARGEST = 1.9  # of a row's numbers, so that 64 of them can be added


class Rows(NamedTuple):
    """Positions, one after the other; scores are the mover's."""

    opening: Ints  # a number that is another for another opening
    target: Reals  # what is to be foretold, 0 to 1
    score: Reals  # the other features'
    share: Reals  # how much of what the network says is added
    seen: Words  # a column each for occupied, mine, here, there and the digits of kinds

    def only(self, chosen: Any) -> Rows:
        """The same with only these rows."""
        return Rows(*(column[chosen] for column in self))


@dataclass(frozen=True)
class Learnt:
    """An evaluator whose network has learnt, and how well it foretells held-out games."""

    game: str
    evaluator: str
    hidden: int
    games: int
    positions: int
    test: int  # positions
    original: Figure  # squared error of what to expect of test positions, without the network
    error: Figure
    difference: Figure  # with the network minus without, opening by opening
    tuned: LinearEvaluator

    @property
    def better(self) -> bool:
        """Whether it foretells better with the network, beyond doubt."""
        return self.difference.high is not None and self.difference.high < 0

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"game": self.game, "evaluator": self.evaluator, "hidden": self.hidden,
                "games": self.games, "positions": self.positions, "test_positions": self.test,
                "original_error": self.original.to_json(), "tuned_error": self.error.to_json(),
                "difference": self.difference.to_json(), "better": self.better}


def learn_network(game: Game, files: Sequence[str], evaluator: str = "standard", *,
                  hidden: int = 32, epochs: int = EPOCHS, seed: int = 0,
                  progress: Telling = lambda doing, share: None,
                  stopped: Callable[[], bool] = lambda: False) -> Learnt:
    """Have the network among an evaluator's features learn anew, with so many hidden units, from
    the packed games of these files. When `stopped`, it ends with what it has learnt by then.
    """
    base = evaluator_for(game, evaluator)
    found = network_in(base) if isinstance(base, LinearEvaluator) else None
    if not isinstance(base, LinearEvaluator) or found is None:
        raise GameError(f"{game.spec}: {evaluator!r} has no network among its features that could "
                        f"learn; add one, `Network.blank`")
    name, network = found
    kinds = 1 << len(network.sight(game, game.initial()).kinds)
    Network.blank(network.sight, hidden, kinds)  # or it says what is wrong
    games = _read(game, files)
    rows, slope = _rows(game, base, name, network, games,
                        lambda share: progress("looking at positions", share))
    testing = rows.opening % _TEST == 0
    train, test = rows.only(~testing), rows.only(testing)
    if len(train.target) < _FEW or not len(test.target):
        raise GameError(f"{len(train.target):,} quiet positions of {len(games.plies):,} games are "
                        f"too few to learn from: play more, from different openings")
    if train.score.any():  # otherwise the network's unit is that of the search
        slope = slope_of(train.score[::97].astype(float), train.target[::97].astype(float))
    learning = _Learning(kinds, hidden, slope, seed)
    learning.learn(train, epochs, progress, stopped)
    trained = Network.of(network.sight, hidden, learning.numbers)
    before, after = (learning.errors(test, of) for of in (None, trained))
    return Learnt(game.spec, base.name, hidden, len(games.plies), len(train.target),
                  len(test.target), mean(by_group(before, test.opening)),
                  mean(by_group(after, test.opening)), mean(by_group(after - before, test.opening)),
                  with_another(base, name, trained))


def _read(game: Game, files: Sequence[str]) -> Packed:
    if not files:
        raise ParameterError("there is nothing to learn from: give files of packed games")
    parts = [read(file, game) for file in files]
    if len({part.opening for part in parts}) > 1:
        raise ParameterError(f"the games of {', '.join(files)} have openings of different lengths: "
                             f"learn from them one after the other")
    return joined(parts)


# --- positions ---

def _rows(game: Game, base: LinearEvaluator, name: str, network: Network, games: Packed,
          told: Callable[[float], None], *, native: bool | None = None) -> tuple[Rows, float]:
    """What there is to learn from, in the order of the games; and how fast what the search thought
    became a win."""
    aware = with_another(base, name, _one)
    formula = aware.formula()
    silent = {weight: 0.0 for weight in (name, f"{name} early", f"{name} late")
              if weight in aware.weights}
    kernel = Kernel(game, looking_back.run, (looking_back.Walk, *[Columns] * 4),
                    {"judged": formula.function, "sight": network.sight},
                    hooks=looking_back.HOOKS, native=native)
    walk = kernel.new(looking_back.Walk)
    bare = aware.with_weights(**silent).formula()
    for i, weights in enumerate(zip(formula.weights, bare.weights, strict=True)):
        walk.aware[i], walk.bare[i] = weights
    walk.opening = games.opening
    walk.width = looking_back.KINDS + len(network.sight(game, game.initial()).kinds)
    ends, parts = [0, *games.ends.tolist()], []
    for first in range(0, len(games.plies), _GAMES_AT_ONCE):
        last = min(first + _GAMES_AT_ONCE, len(games.plies))
        inside = slice(ends[first], ends[last])
        plies, moves, values = (np.ascontiguousarray(column) for column in (
            games.plies[first:last], games.moves[inside], games.values[inside]))
        room = np.empty(walk.width * len(moves), np.int64)
        walk.games = last - first
        kernel.run(game.initial(), walk, *(shared(Columns, part)
                                           for part in (plies, moves, values, room)))
        if walk.wrong:
            raise GameError(f"game {first + walk.wrong} has a move that is impossible there: were "
                            f"the games played by other rules?")
        table = room.reshape(-1, walk.width)[:walk.rows]
        table[:, looking_back.GAME] += first
        parts.append(table.copy())
        told(last / len(games.plies))
    return _learnable(np.concatenate(parts), games, ends)


def _one(game: Any, s: Any) -> float:
    """What stands where the network will: a point for the mover."""
    return 1.0 if game.to_move(s) == 0 else -1.0


def _learnable(table: Ints, games: Packed, ends: Sequence[int]) -> tuple[Rows, float]:
    """The rows that were written, with what is to be foretold of each."""
    column = table.T
    number = column[looking_back.GAME]
    opening = np.array([zlib.crc32(games.moves[at : at + games.opening].tobytes())
                        for at in ends[:-1]], np.int64)
    score, share = (column[n] / MILLION for n in (looking_back.SCORE, looking_back.SHARE))
    thought = column[looking_back.VALUE] / PER_UNIT
    result = games.halves[number] / 2
    result = np.where(column[looking_back.FIRST] == 1, result, 1 - result)
    slope = slope_of(thought[::97], result[::97])
    return Rows(opening[number], curve(slope * thought).astype(np.float32),
                score.astype(np.float32), share.astype(np.float32),
                np.ascontiguousarray(table[:, looking_back.OCCUPIED :]).view(np.uint64)), slope


def planes(seen: Words, kinds: int) -> tuple[Words, Words]:
    """Whether a piece stands on a square, a word for each side and kind in the order of a
    network's rows: as the mover sees it, and as the other player does."""
    occupied, mine, here, there, *digits = seen.T
    of_kind = [np.bitwise_and.reduce(
        [occupied, *(digit if kind >> n & 1 else ~digit for n, digit in enumerate(digits))])
        for kind in range(kinds)]
    own, other = ([squares & side for squares in of_kind] for side in (mine, ~mine))
    return tuple(_turned(np.stack([*second, *first], axis=1), turn)  # type: ignore[return-value]
                 for first, second, turn in ((own, other, here), (other, own, there)))


def _turned(boards: Words, turn: Words) -> Words:
    """Each square moved to the one whose number is its own ^ `turn`."""
    for n, low in enumerate((0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                             0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF)):
        by, kept = np.uint64(1 << n), np.uint64(low)
        exchanged = (boards & kept) << by | boards >> by & kept
        boards = np.where((turn >> np.uint64(n) & np.uint64(1) == 1)[:, None], exchanged, boards)
    return boards


# --- learning ---

class _Learning:
    """The network's numbers as they become: by Adam's method, in batches, slower and slower."""

    def __init__(self, kinds: int, hidden: int, slope: float, seed: int) -> None:
        self._lots = np.random.default_rng(seed)
        self.kinds, self.slope = kinds, np.float32(slope)
        sizes = ((2 * kinds * SQUARES, hidden, 0.1), (1, hidden, 0.0), (2, hidden, 0.1))
        self.rows, self.begin, self.worth = (
            self._lots.normal(0, spread, (n, m)).astype(np.float32) for n, m, spread in sizes)
        self.begin += np.float32(0.3)
        self._all = (self.rows, self.begin, self.worth)
        self._speed = [np.zeros_like(part) for part in self._all]
        self._force = [np.zeros_like(part) for part in self._all]

    @property
    def numbers(self) -> list[int]:
        """As `Network.of` takes them."""
        whole = [np.rint(part * factor).astype(int) for part, factor in zip(
            self._all, (ONE, ONE, WORTH), strict=True)]
        return [number for part in whole for number in part.ravel().tolist()]

    def learn(self, rows: Rows, epochs: int, progress: Telling,
              stopped: Callable[[], bool]) -> None:
        """Go through all of them so often, each time in another order."""
        at_once = min(max(len(rows.target) // 200, _A_FEW), _AT_ONCE)
        total = epochs * -(-len(rows.target) // at_once)
        for step, batch in enumerate(self._batches(rows, epochs, at_once), 1):
            if stopped():
                return
            pace = _PACE * (1 + cos(pi * step / total)) / 2
            self._move(self._slopes(batch), pace, step)
            progress("learning", step / total)

    def _batches(self, rows: Rows, epochs: int, at_once: int) -> Iterator[Rows]:
        for _ in range(epochs):
            order = self._lots.permutation(len(rows.target))
            for first in range(0, len(order), at_once):
                yield rows.only(order[first : first + at_once])

    def _views(self, seen: Words) -> list[Reals]:
        return [np.unpackbits(view.view(np.uint8), axis=1, bitorder="little").astype(np.float32)
                for view in planes(seen, self.kinds)]

    def _slopes(self, rows: Rows) -> list[Reals]:
        """How the squared error changes with each number."""
        views = self._views(rows.seen)
        sums = [view @ self.rows + self.begin for view in views]
        cuts = [np.clip(found, 0, 1) for found in sums]
        squares = [cut * cut for cut in cuts]
        said = sum(square @ worth for square, worth in zip(squares, self.worth, strict=True))
        guess = curve(self.slope * (rows.score + rows.share * said))
        steep = (2 * (guess - rows.target) * guess * (1 - guess) * self.slope * rows.share
                 / np.float32(len(guess)))
        back = [np.outer(steep, worth) * (2 * cut * (found < 1))
                for worth, cut, found in zip(self.worth, cuts, sums, strict=True)]
        return [sum(view.T @ one for view, one in zip(views, back, strict=True)),
                sum(one.sum(axis=0, keepdims=True) for one in back),
                np.stack([steep @ square for square in squares])]

    def _move(self, slopes: list[Reals], pace: float, step: int) -> None:
        for part, slope, speed, force in zip(
                self._all, slopes, self._speed, self._force, strict=True):
            speed += (1 - _INERTIA) * (slope - speed)
            force += (1 - _CAUTION) * (slope * slope - force)
            part -= (pace / (1 - _INERTIA**step) * speed
                     / (np.sqrt(force / (1 - _CAUTION**step)) + 1e-8)).astype(np.float32)
        np.clip(self.rows, -_LARGEST, _LARGEST, out=self.rows)
        np.clip(self.worth, -MOST / WORTH, MOST / WORTH, out=self.worth)

    def errors(self, rows: Rows, network: Network | None) -> Reals:
        """The squared error of what to expect of each position, with a network or without."""
        score = rows.score
        if network is not None:
            score = score + rows.share * np.concatenate([
                self._said(rows.seen[first : first + _AT_ONCE], network)
                for first in range(0, len(score), _AT_ONCE)])
        return np.square(curve(self.slope * score) - rows.target)

    def _said(self, seen: Words, network: Network) -> Reals:
        """What a network says of positions, to the last bit but one."""
        numbers = np.array(network.numbers, np.float32).reshape(-1, network.hidden)
        rows, begin, worth = numbers[:-3], numbers[-3], numbers[-2:]
        cuts = [np.clip((view @ rows + begin) / ONE, 0, 1) for view in self._views(seen)]
        return np.asarray(sum(cut * cut @ one for cut, one in zip(cuts, worth / WORTH,
                                                                  strict=True)))
