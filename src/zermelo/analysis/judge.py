"""The judge: any player against the truth.

Every player gets the same problems: positions with exact payoffs for all moves, with something at
stake. For each it is asked for a move, as in a game that begins there, with so many seconds on
its clock. Then, over all answers or those of a phase, a kind or a theme:

    agreement         the share of answers that are a best move
    average loss      the best payoff minus the payoff of the move played, on average
    blunders          the share of answers that lose more than half of what was at stake: of the
                      difference between the best and the worst move
    decisive errors   the share of answers that throw a result away: a win for a draw or a loss,
                      a draw for a loss

Of a game that is won, drawn or lost these are one figure, or nearly so. Where it has points behind
its results (`Game.scored`), the problems should be of the game played for points: then a larger win
is better, and something is at stake where the result is lost already.

A player that raises, answers too late or plays what is not legal is said to have done so, and is
taken to have played the worst move; the run goes on. After five late answers in a row it is not
asked any more, and the rest count as late.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from zermelo.analysis.difficulty import DIFFICULTIES
from zermelo.analysis.exact import class_of
from zermelo.analysis.intervals import Figure, mean, share
from zermelo.analysis.phases import PHASES
from zermelo.analysis.samples import Problem
from zermelo.analysis.themes import KINDS, THEMES
from zermelo.errors import MoveError
from zermelo.grading import blundered
from zermelo.play.asking import NoAnswer, answer_of, blame_the_rules
from zermelo.play.clock import Clock, TimeControl
from zermelo.play.player import Plays, Resigned
from zermelo.position import Position
from zermelo.telling import Telling

SECONDS = 10.0  # on the clock, for every move
_LATE_ENOUGH = 5  # late answers in a row, and a player is not asked any more

Trouble = Literal["crash", "late", "illegal"]
TROUBLES: tuple[Trouble, ...] = ("crash", "late", "illegal")


@dataclass(frozen=True)
class Said:
    """What a player said to a position, as plain data: a move as text, or the trouble with it."""

    move: str | None
    trouble: Trouble | None = None
    why: str = ""


@dataclass(frozen=True)
class Answer:
    """What a player answered to a problem, and what it lost by it."""

    problem: Problem
    move: str | None  # as text; None if there was none
    payoff: int  # of that move, or of the worst there is
    trouble: Trouble | None = None
    why: str = ""

    @property
    def loss(self) -> int:
        """How much worse it is than the best move."""
        return self.problem.truth.payoff - self.payoff

    @property
    def blunder(self) -> bool:
        """Whether it loses more than half of what was at stake."""
        return blundered(self.loss, self.problem.truth.at_stake)

    @property
    def decisive(self) -> bool:
        """Whether it throws a result away."""
        return class_of(self.payoff) != class_of(self.problem.truth.payoff)

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        problem = self.problem
        return {"position": problem.text, "phase": problem.phase, "kind": problem.kind,
                "themes": list(problem.themes), "move": self.move, "payoff": self.payoff,
                "best": [m.text for m in problem.truth.best], "best_payoff": problem.truth.payoff,
                "loss": self.loss, "trouble": self.trouble, "why": self.why}


@dataclass(frozen=True)
class Tally:
    """The measures over some answers."""

    answers: Sequence[Answer]

    @property
    def count(self) -> int:
        """How many answers the figures are of."""
        return len(self.answers)

    @cached_property
    def agreement(self) -> Figure:
        """The share of best moves."""
        return share(sum(a.loss == 0 for a in self.answers), self.count)

    @cached_property
    def loss(self) -> Figure:
        """How much worse than the best its moves are on average."""
        return mean(a.loss for a in self.answers)

    @cached_property
    def blunders(self) -> Figure:
        """The share of blunders."""
        return share(sum(a.blunder for a in self.answers), self.count)

    @cached_property
    def decisive(self) -> Figure:
        """The share of decisive errors."""
        return share(sum(a.decisive for a in self.answers), self.count)

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"positions": self.count, "agreement": self.agreement.to_json(),
                "average_loss": self.loss.to_json(), "blunders": self.blunders.to_json(),
                "decisive_errors": self.decisive.to_json()}


@dataclass
class Judged:
    """One player and its answers."""

    name: str
    answers: list[Answer] = field(default_factory=list)

    @property
    def tally(self) -> Tally:
        """The figures over all answers."""
        return Tally(self.answers)

    def by_phase(self) -> dict[str, Tally]:
        """Over the answers of each phase."""
        return {phase: Tally([a for a in self.answers if a.problem.phase == phase])
                for phase in PHASES}

    def by_kind(self) -> dict[str, Tally]:
        """Over the answers in positions of each kind."""
        return {kind: Tally([a for a in self.answers if a.problem.kind == kind])
                for kind in KINDS}

    def by_theme(self) -> dict[str, Tally]:
        """Over the answers in positions with each theme."""
        return {theme: Tally([a for a in self.answers if theme in a.problem.themes])
                for theme in THEMES}

    def by_difficulty(self) -> dict[str, Tally]:
        """Over the answers to problems of each difficulty, where it is known."""
        return {str(level): Tally([a for a in self.answers if a.problem.difficulty == level])
                for level in DIFFICULTIES}

    @property
    def troubles(self) -> dict[Trouble, int]:
        """How often it did not answer as it should."""
        counted = Counter(a.trouble for a in self.answers)
        return {trouble: counted[trouble] for trouble in TROUBLES}

    @property
    def first_trouble(self) -> Answer | None:
        """The first time, to be looked into."""
        return next((a for a in self.answers if a.trouble), None)

    def worst(self, count: int) -> list[Answer]:
        """The answers that lost most, the worst first; best moves are none of them."""
        return sorted((a for a in self.answers if a.loss), key=lambda a: -a.loss)[:count]

    def to_json(self) -> dict[str, Any]:
        """Plain data, every decision included."""
        first = self.first_trouble
        return {
            "player": self.name, **self.tally.to_json(),
            "troubles": self.troubles,
            "first_trouble": first and {"position": first.problem.text, "trouble": first.trouble,
                                        "why": first.why},
            "by_phase": {name: tally.to_json() for name, tally in self.by_phase().items()},
            "by_kind": {name: tally.to_json() for name, tally in self.by_kind().items()},
            "by_theme": {name: tally.to_json() for name, tally in self.by_theme().items()},
            "by_difficulty": {name: tally.to_json()
                              for name, tally in self.by_difficulty().items() if tally.count},
            "decisions": [answer.to_json() for answer in self.answers],
        }


def difference(one: Judged, other: Judged) -> Figure:
    """The average loss of `one` minus that of `other`, problem by problem: below 0, one is better.

    Both must have answered the same problems; the interval is that of the paired differences.
    """
    return mean(a.loss - b.loss for a, b in zip(one.answers, other.answers, strict=True))


def judge(players: Sequence[Plays], problems: Sequence[Problem], *, seconds: float = SECONDS,
          seed: int = 0, progress: Telling | None = None,
          stopped: Callable[[], bool] = lambda: False) -> list[Judged]:
    """Ask every player about every problem.

    The players answer problem by problem, in turn, so that if Ctrl-C or `stopped` end it early
    all have answered the same ones.
    """
    found = [Judged(player.name) for player in players]
    with contextlib.suppress(KeyboardInterrupt):
        _ask_all(players, problems, found, TimeControl(per_move=seconds), seed, progress, stopped)
    return found


def _ask_all(players: Sequence[Plays], problems: Sequence[Problem], found: list[Judged],
             control: TimeControl, seed: int, progress: Telling | None,
             stopped: Callable[[], bool]) -> None:
    late = [Patience() for _ in players]
    for number, problem in enumerate(problems):
        answers = [answer_to(problem, patience.heard(
                       None if patience.over else
                       said_by(player, problem.truth.position, control, seed + number)))
                   for player, patience in zip(players, late, strict=True)]
        if stopped():
            return
        for judged, answer in zip(found, answers, strict=True):
            judged.answers.append(answer)
        if progress is not None:
            progress("asking players", (number + 1) / len(problems))


class Patience:
    """Counts late answers in a row; when it is over, a player is not asked any more."""

    def __init__(self) -> None:
        self._late = 0

    @property
    def over(self) -> bool:
        """Whether there were too many."""
        return self._late >= _LATE_ENOUGH

    def heard(self, said: Said | None) -> Said:
        """The next answer as it counts; None: it was not asked."""
        if self.over or said is None:
            return Said(None, "late", "not asked any more")
        self._late = self._late + 1 if said.trouble == "late" else 0
        return said


def said_by(player: Plays, here: Position, control: TimeControl, seed: int) -> Said:
    """Ask a player about a position, as in a game that begins there."""
    try:
        if hasattr(player, "begin"):
            player.begin(seed)
        clock = Clock(control)
        said = answer_of(player, here, clock)
        used = clock.used
    except NoAnswer as error:
        return Said(None, "late", str(error))
    except Resigned:
        return Said(None, "illegal", "it resigned")
    except Exception as error:  # whatever a player of somebody else's may raise
        blame_the_rules(player, here.game, error)
        return Said(None, "crash", f"{type(error).__name__}: {error}")
    if control.per_move is not None and used > control.per_move:
        return Said(None, "late", f"answered after {used:.2f} s")
    try:
        move = here.game.parse_move(here.state, said) if isinstance(said, str) else said
        if move not in here.moves:
            raise MoveError
        return Said(here.game.move_text(here.state, move))
    except (MoveError, KeyError, TypeError, ValueError):
        return Said(None, "illegal", f"it played {said!r}"[:200])


def answer_to(problem: Problem, said: Said) -> Answer:
    """What an answer is worth; without a move it is the worst there is."""
    if said.move is None:
        return Answer(problem, None, problem.truth.moves[-1].payoff, said.trouble, said.why)
    payoff = next(m.payoff for m in problem.truth.moves if m.text == said.move)
    return Answer(problem, said.move, payoff)
