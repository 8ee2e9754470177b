"""Positions to judge players by: from random games, with something at stake, of every phase.

A game is dealt by the deals' probabilities; a number of random moves is made; what is left is kept
if the game still goes on, if its exact values can be proven, if not all moves are equally good,
and if neither it nor a mirror image of it is there already. Each phase gets its share; what a
phase cannot give (openings of large games cannot be proven) the others make up for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.analysis.exact import Exact, Truth
from zermelo.analysis.phases import GAMES_FROM_START, PHASES, Phase, Phases
from zermelo.analysis.themes import Kind, kind_of, themes_of
from zermelo.dealing import Lots, lots
from zermelo.game import Game
from zermelo.position import Position

_HOPELESS = 10  # so many more positions of a phase unproven than proven: it is given up
_BARREN = 200  # positions of a phase in a row that were of no use: it is given up
_ENOUGH = 8 * _BARREN  # positions of any phase in a row, and there is nothing more to be found

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Problem:
    """A position with the truth about it, and of what sort it is."""

    truth: Truth
    phase: Phase
    kind: Kind
    themes: tuple[str, ...]
    difficulty: int | None = None  # 1 to 5, where it was measured

    @property
    def text(self) -> str:
        """The position in one line."""
        return self.truth.position.text


@dataclass
class Sample:
    """What was found, and what was not."""

    game: Game[Any, Any]
    seed: int
    nodes: int | None
    problems: list[Problem] = field(default_factory=list)
    unproven: dict[Phase, int] = field(default_factory=lambda: dict.fromkeys(PHASES, 0))
    interrupted: bool = False

    def counts(self) -> dict[Phase, int]:
        """How many problems of each phase there are."""
        return {phase: sum(p.phase == phase for p in self.problems) for phase in PHASES}


class Sampler:
    """Draws problems of one game."""

    def __init__(self, exact: Exact, deals: Lots[Any] | None = None) -> None:
        self.exact, self.game = exact, exact.game
        self.deals = deals or lots(self.game)
        self.phases = Phases(self.game, self.deals)

    def problem(self, truth: Truth) -> Problem:
        """The truth, put in its place."""
        return Problem(truth, self.phases.of(truth.position.state), kind_of(truth),
                       themes_of(truth))

    def draw(self, count: int, seed: int = 0, *, progress: Progress | None = None,
             wanted: Callable[[Problem], bool] | None = None,
             without: Collection[Any] = (),
             stopped: Callable[[], bool] = lambda: False) -> Sample:
        """So many problems, if there are; `wanted` may refuse some, `without` are positions (in
        their canonical form) to leave out. Ctrl-C and `stopped` end it with what there is."""
        sample = Sample(self.game, seed, self.exact.nodes)
        try:
            for problem in self._found(sample, count, set(without)):
                if stopped():
                    raise KeyboardInterrupt
                if wanted is None or wanted(problem):
                    sample.problems.append(problem)
                    if progress is not None:
                        progress("proving positions", len(sample.problems) / count)
        except KeyboardInterrupt:
            sample.interrupted = True
        return sample

    def _found(self, sample: Sample, count: int, seen: set[Any]) -> Iterator[Problem]:
        """One problem after the other, until there are enough or nothing new comes."""
        rng = random.Random(f"{self.game.spec} {sample.seed}")
        unproven, proven = sample.unproven, dict.fromkeys(PHASES, 0)
        barren = dict.fromkeys([*PHASES, "all"], 0)
        before = 0
        while len(sample.problems) < count and barren["all"] < _ENOUGH:
            if len(sample.problems) > before:
                before += 1
                barren[sample.problems[-1].phase] = barren["all"] = 0
            state = self._somewhere(rng)
            phase = self.phases.of(state)
            barren["all"] += 1
            open_phases = [p for p in PHASES if barren[p] < _BARREN
                           and unproven[p] < proven[p] + _HOPELESS]
            if phase not in open_phases or not _has_room(sample, phase, count, open_phases):
                continue
            barren[phase] += 1
            mark = self.game.canonical(state)
            if mark in seen:
                continue
            seen.add(mark)
            truth = self.exact.truth(Position(self.game, state))
            if truth is None:
                unproven[phase] += 1
                continue
            proven[phase] += 1
            if truth.at_stake > 0:
                yield Problem(truth, phase, kind_of(truth), themes_of(truth))

    def _somewhere(self, rng: random.Random) -> Any:
        """An unfinished state of a random game: any number of plies after its start."""
        typical = self.phases.plies // GAMES_FROM_START
        state = self.deals.draw(rng)
        for _ in range(rng.randrange(max(1, typical))):
            after = self.game.play(state, rng.choice(self.game.listed_moves(state)))
            if self.game.outcome(after) is not None:
                break
            state = after
        return state


def _has_room(sample: Sample, phase: Phase, count: int, open_phases: list[Phase]) -> bool:
    """Whether this phase has not had its share of what is to be found."""
    counts = sample.counts()
    closed = sum(counts[p] for p in PHASES if p not in open_phases)
    share = -(-(count - closed) // len(open_phases))
    return counts[phase] < share
