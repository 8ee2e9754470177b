"""Positions to judge players by: from random games, with something at stake, of every phase.

A game is dealt by the deals' probabilities; a number of random moves is made; what is left is kept
if the game still goes on, if its exact values can be proven, if not all moves are equally good,
and if neither it nor a mirror image of it is there already. Each phase gets its share, and of it
each kind, winning, drawn and lost (`choice`); what a phase cannot give (openings of large games
cannot be proven) the others make up for. Where random games come upon nothing new any more, and the
game is small, all its positions are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from zermelo.analysis.choice import Choice
from zermelo.analysis.exact import Exact, Truth
from zermelo.analysis.phases import GAMES_FROM_START, PHASES, Phase, Phases
from zermelo.analysis.themes import KINDS, Kind, kind_of, themes_of
from zermelo.dealing import Lots, lots
from zermelo.game import Game
from zermelo.position import Position
from zermelo.solve.positions import reachable
from zermelo.telling import Telling
from zermelo.wandering import random_play

_HOPELESS = 10  # so many more positions of a phase unproven than proven: it is given up
_BARREN = 200  # positions of a phase in a row that were of no use: it is given up
_ENOUGH = 8 * _BARREN  # games in a row, and the phases that are looked for do not come any more
_SMALL = 50_000  # positions, mirror images not counted: a game of so many is looked through



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

    game: Game
    seed: int
    nodes: int | None
    problems: list[Problem] = field(default_factory=list)
    unproven: dict[Phase, int] = field(default_factory=lambda: dict.fromkeys(PHASES, 0))
    interrupted: bool = False
    complete: bool = False  # all positions of the game were looked at: there are no more problems

    def counts(self) -> dict[Phase, int]:
        """How many problems of each phase there are."""
        return {phase: sum(p.phase == phase for p in self.problems) for phase in PHASES}

    def kinds(self) -> dict[Kind, int]:
        """How many of each kind."""
        return {kind: sum(p.kind == kind for p in self.problems) for kind in KINDS}


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

    def draw(self, count: int, seed: int = 0, *, progress: Telling | None = None,
             wanted: Callable[[Problem], bool] | None = None,
             without: Collection[Any] = (),
             stopped: Callable[[], bool] = lambda: False) -> Sample:
        """So many problems, if there are; `wanted` may refuse some, `without` are positions (in
        their canonical form) to leave out. Ctrl-C and `stopped` end it with what there is."""
        sample = Sample(self.game, seed, self.exact.nodes)
        choice = Choice(count, sample.problems, wanted)
        try:
            for problem in self._found(sample, choice, set(without)):
                if stopped():
                    raise KeyboardInterrupt
                choice.offer(problem)
                if progress is not None:
                    progress("proving positions", len(sample.problems) / count)
        except KeyboardInterrupt:
            sample.interrupted = True
        return sample

    def _found(self, sample: Sample, choice: Choice[Problem], seen: set[Any]) -> Iterator[Problem]:
        """One problem after the other, until enough are chosen or there is no more to be found."""
        rng = random.Random(f"{self.game.spec} {sample.seed}")
        looked = Looked(sample.unproven)
        barren, idle = dict.fromkeys(PHASES, 0), 0
        while choice.open:
            state = self._somewhere(rng)
            phase = self.phases.of(state)
            idle += 1
            if idle >= _ENOUGH:
                choice.close(*filter(choice.looks_for, PHASES))
                idle = 0
            if not choice.looks_for(phase):
                continue
            barren[phase] += 1
            before = choice.had
            yield from self._problem(state, phase, seen, looked)
            if choice.had > before:
                barren[phase] = idle = looked.new = looked.again = 0
            if barren[phase] >= _BARREN or looked.hopeless(phase):
                choice.close(phase)
        if not choice.full and looked.again >= looked.new:
            yield from self._everywhere(sample, choice, rng, seen, looked)

    def _problem(self, state: Any, phase: Phase, seen: set[Any],
                 looked: Looked) -> Iterator[Problem]:
        """The problem that a state is, if it is new, can be proven, and has something at stake."""
        mark = self.game.canonical(state)
        if mark in seen:
            looked.again += 1
            return
        seen.add(mark)
        truth = self.exact.truth(Position(self.game, state))
        looked.at(phase, proven=truth is not None)
        if truth is not None and truth.at_stake > 0:
            yield Problem(truth, phase, kind_of(truth), themes_of(truth))

    def _everywhere(self, sample: Sample, choice: Choice[Problem], rng: random.Random,
                    seen: set[Any], looked: Looked) -> Iterator[Problem]:
        """The problems of a small game that random games did not come upon."""
        everything = list(islice(reachable(self.game, self.deals.things, self.game.canonical),
                                 _SMALL + 1))
        if len(everything) > _SMALL:
            return
        rng.shuffle(everything)
        for state in everything:
            if choice.full:
                return
            if self.game.outcome(state) is None:
                phase = self.phases.of(state)
                if not looked.hopeless(phase):
                    yield from self._problem(state, phase, seen, looked)
        sample.complete = not any(map(looked.hopeless, PHASES))

    def _somewhere(self, rng: random.Random) -> Any:
        """An unfinished state of a random game: any number of plies after its start."""
        typical = self.phases.plies // GAMES_FROM_START
        start, plies = self.deals.draw(rng), rng.randrange(max(1, typical))
        *_, last = (step.state for step in random_play(self.game, start, rng, plies) if step.moves)
        return last


@dataclass
class Looked:
    """How many positions were looked at: of each phase proven and not; and since anything came of
    it, new ones and known ones."""

    unproven: dict[Phase, int]
    proven: dict[Phase, int] = field(default_factory=lambda: dict.fromkeys(PHASES, 0))
    new: int = 0
    again: int = 0

    def at(self, phase: Phase, *, proven: bool) -> None:
        """A new one was looked at."""
        self.new += 1
        (self.proven if proven else self.unproven)[phase] += 1

    def hopeless(self, phase: Phase) -> bool:
        """Whether positions of this phase can hardly be proven."""
        return self.unproven[phase] >= self.proven[phase] + _HOPELESS
