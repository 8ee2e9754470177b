"""Plays random games and lets the checks look at them."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from zermelo.checker import (
    game_checks,
    hook_checks,
    look_checks,
    native_checks,
    playing_checks,
    proof_checks,
    state_checks,
    text_checks,
)
from zermelo.checker.endings import Endings
from zermelo.checker.probe import FIVE, NOTHING, BrokenError, Probe, described, in_the_rules
from zermelo.checker.report import Finding, Report, Stopped
from zermelo.checker.verdict import (
    OVER,
    Check,
    Fault,
    GameCheck,
    Interpreted,
    Untested,
    Verdict,
    VisitCheck,
)
from zermelo.checker.walk import Memory, Visit, Walk, walk_at_random
from zermelo.errors import LimitError
from zermelo.game import Game

CHECKS: tuple[Check, ...] = (
    *game_checks.CHECKS, *state_checks.CHECKS, *hook_checks.CHECKS, *proof_checks.CHECKS,
    *playing_checks.CHECKS, *text_checks.CHECKS, *look_checks.CHECKS,
)
ALWAYS = ("exceptions", "changed states")  # noticed by the probe, whichever check asks
# Every check looks at the last positions of a game and at some others; in the first games, and in
# some later ones. The cheap checks look everywhere.
LAST, OTHERS = 6, 6
FIRST_GAMES, LATER_GAMES = 20, 8
COMPILING = 5.0  # seconds; who gives less does not want to wait for it
MORE_GAMES = 50  # are played when the rules are broken, for other findings and shorter ways to them

Played = Callable[[int, float], None]  # games played, seconds gone


def check(game: Game, games: int = 1000, seed: int = 0, *, time: float = 10.0,
          plies: int = 2000, nodes: int = 400, checks: Sequence[Check] = CHECKS,
          native: bool = False, progress: Played | None = None) -> Report:
    """Play random games and report what is wrong with the rules, with counter-examples.

    It stops after so many games or seconds, whichever comes first; Ctrl-C gives the report so
    far. A game that goes on for more than `plies` is held to be endless. Subtrees of up to
    `nodes` states are solved exactly, to see that no hook changes a value. Other checks can be
    added: `checks=[*CHECKS, my_check]`. With `native` the rules are compiled in the end, which
    takes some more seconds, and compared with themselves interpreted.

    >>> from zermelo import load
    >>> report = check(load("tictactoe"), games=20)
    >>> report.ok, report.findings, report.checks["repeated moves"] > 100
    (True, (), True)
    """
    for what, number in (("number of games", games), ("number of plies", plies),
                         ("time", time), ("number of nodes", nodes)):
        if not number > 0:
            raise LimitError(f"a {what} of {number} makes no sense: give more than 0")
    driver = _Driver(game, random.Random(seed), checks, plies, nodes)
    stopped = driver.run(games, time, progress)
    if native:
        stopped = driver.look_at_native_code(time, stopped)
    return driver.report(games, seed, stopped)


class _Driver:
    def __init__(self, game: Game, rng: random.Random, checks: Sequence[Check],
                 plies: int, nodes: int) -> None:
        self.probe, self.memory, self.rng = Probe(game), Memory(), rng
        self.checks, self.plies, self.nodes = checks, plies, nodes
        self.tested: Counter[str] = Counter()
        self.untested: dict[str, str] = {}
        self.findings: dict[tuple[str, str], Finding] = {}  # by check and method
        self.rules_broken = False  # the basic checks found something
        self.last_game = math.inf
        self.hopeless = False  # nothing more can be learnt
        self.games = self.visits = 0
        self.looked_at: set[Any] = set()  # states that every check has seen
        self.endings = Endings()
        self.interpreted = ""  # why the rules do not run compiled
        self.started = time.monotonic()

    # --- playing ---

    def run(self, games: int, seconds: float, progress: Played | None) -> Stopped:
        """Play until it is enough; why it stopped before."""
        try:
            deals = self._look_at_the_game()
            while self.games < min(games, self.last_game) and not self.hopeless:
                if self._elapsed() >= seconds:
                    return "time"
                self._one_game(deals, self.started + seconds)
                if self.rules_broken:
                    self.last_game = min(self.last_game, self.games + MORE_GAMES)
                if progress is not None:
                    progress(self.games, self._elapsed())
        except KeyboardInterrupt:
            return "interrupted"
        except Exception as error:
            if not in_the_rules(error):
                raise
            # No method that was asked, so it is an __eq__ or __hash__ of states or moves.
            problem = f"comparing states or moves raised {described(error)}"
            self._record("exceptions", "", problem, None, NOTHING)
            return "broken"
        return "broken" if self.games < games else ""

    def _elapsed(self) -> float:
        return time.monotonic() - self.started

    def _look_at_the_game(self) -> list[Any]:
        """Run the checks of the game as a whole; the deals to start from, if it has any."""
        for check in self.checks:
            if isinstance(check, GameCheck):
                self._finds_something(check, self.probe, None)
        if any(check in ("players", "attributes") for check, _ in self.findings):
            self.hopeless = True  # no game can be played with these
            return []
        if not self.probe.overrides("deals"):
            return []
        try:
            return [state for _, state in self.probe.ask("deals")]
        except (BrokenError, TypeError, ValueError):  # the check of the deals says so
            return []

    def look_at_native_code(self, seconds: float, stopped: Stopped) -> Stopped:
        """Compile the rules and compare, if nothing was found that must be repaired first."""
        self.checks = (*self.checks, *native_checks.CHECKS)
        for check in native_checks.CHECKS:
            if stopped == "interrupted":
                self.untested[check.name] = "it was interrupted"
            elif seconds < COMPILING:
                self.untested[check.name] = "it takes longer than the time given"
            elif not self.findings:
                try:
                    self._finds_something(check, self.probe, None)
                except KeyboardInterrupt:
                    self.untested[check.name] = "it was interrupted"
                    return "interrupted"
        return stopped

    def _one_game(self, deals: list[Any], deadline: float) -> None:
        deal = bool(deals) and self.rng.random() < 0.5
        try:
            start = self.rng.choice(deals) if deal else self.probe.ask("initial")
        except BrokenError as broken:
            self._record_broken(broken, None)
            self.hopeless = True
            return
        walk = Walk(self.probe, self.memory, self.rng, self.nodes, start, deal,
                    lingers=self.rng.random() < 0.5)
        walk_at_random(walk, self.plies, deadline)
        self.endings.add(walk)
        self.games += not walk.late
        self.visits += len(walk.visits)
        sound = True
        for visit in reversed(walk.visits):
            if self.hopeless or time.monotonic() >= deadline:
                break
            if walk.broken is not None and walk.broken.check == "changed states":
                break  # the visited states are no longer what they were
            sound &= self._look_at(visit, closely=False)
        if walk.broken is not None and sound:  # else it may be the consequence of what was found
            self._record_broken(walk.broken, _where_it_broke(walk, walk.broken))
        closely = self.games <= FIRST_GAMES or self.games % LATER_GAMES == 0
        for visit in self._chosen(walk) if closely else ():
            if self.hopeless or time.monotonic() >= deadline:
                return
            self._look_at(visit, closely=True)

    def _chosen(self, walk: Walk) -> list[Visit]:
        """The visits for every check, the last first; none that has been looked at already."""
        if self.rules_broken:
            return []
        new = [visit for visit in walk.visits if visit.state not in self.looked_at]
        chosen = new[-LAST:] + self.rng.sample(new[:-LAST], min(OTHERS, len(new[:-LAST])))
        self.looked_at.update(visit.state for visit in chosen)
        return sorted(chosen, key=lambda visit: -visit.ply)

    # --- looking ---

    def _look_at(self, visit: Visit, closely: bool) -> bool:
        """Let the checks look at a visit; whether the rules were found to be sound there."""
        sound = True
        for check in self.checks:
            if isinstance(check, VisitCheck) and check.everywhere != closely:
                if (self.rules_broken and not check.basic) or self._lacks(check):
                    continue
                if self._finds_something(check, visit, visit) and check.basic:
                    sound = False
        return sound

    def _lacks(self, check: VisitCheck) -> bool:
        """Whether something was found without which this check means little."""
        return any((name, "") in self.findings for name in check.needs)

    def _finds_something(self, check: Check, subject: Any, visit: Visit | None) -> bool:
        try:
            verdict: Verdict = check.run(subject)
        except BrokenError as broken:
            self._record_broken(broken, visit)
            return True
        if isinstance(verdict, Untested):
            if verdict is not OVER:
                self.untested[check.name] = verdict.why
            if isinstance(verdict, Interpreted):
                self.interpreted = verdict.why
            return False
        self.tested[check.name] += 1
        if isinstance(verdict, Fault):
            self._record(check.name, "", verdict.problem, visit, verdict.move)
            self.rules_broken |= isinstance(check, VisitCheck) and check.basic
            return True
        return False

    def _record_broken(self, broken: BrokenError, visit: Visit | None) -> None:
        problem, move = broken.problem, broken.move
        if visit is not None and broken.state is not NOTHING and broken.state is not visit.state:
            problem += f" (asked about {self.probe.text(broken.state)})"
            move = NOTHING
        self._record(broken.check, broken.method, problem, visit, move)
        self.rules_broken |= broken.method in FIVE
        self.hopeless |= broken.check == "changed states"

    def _record(self, check: str, method: str, problem: str, visit: Visit | None,
                move: Any) -> None:
        """Keep the counter-example with the shortest way to it."""
        old = self.findings.get((check, method))
        if old is not None and (visit is None or len(old.line) <= visit.ply):
            self.findings[check, method] = replace(old, times=old.times + 1)
        else:
            found = _finding(check, problem, visit, move)
            self.findings[check, method] = replace(found, times=old.times + 1 if old else 1)

    # --- reporting ---

    def report(self, wanted: int, seed: int, stopped: Stopped) -> Report:
        """What was found so far."""
        names = [*ALWAYS, *dict.fromkeys(check.name for check in self.checks)]
        tested = {name: self.tested[name] for name in names}
        tested.update(dict.fromkeys(ALWAYS, self.probe.asked))
        findings = tuple(f for f in self.findings.values() if not self._may_be_consequence(f))
        return Report(
            game=_spec(self.probe.game), findings=findings, checks=tested,
            untested={n: self._why_untested(n) for n, times in tested.items() if not times},
            games=self.games, wanted=wanted, visits=self.visits,
            seconds=self._elapsed(), seed=seed, stopped=stopped,
            held_back=len(self.findings) - len(findings),
            warnings=() if findings else tuple(self.endings.warnings(self.probe.game.players)),
            interpreted=self.interpreted,
        )

    def _may_be_consequence(self, finding: Finding) -> bool:
        """Whether something else that was found may well be the reason for this."""
        return any(
            check.name == finding.check and not check.basic
            and (self.rules_broken or self._lacks(check))
            for check in self.checks if isinstance(check, VisitCheck)
        )

    def _why_untested(self, name: str) -> str:
        if name in self.untested:
            return self.untested[name]
        return "what was found must be repaired first" if self.findings else "too few games"


def _where_it_broke(walk: Walk, broken: BrokenError) -> Visit:
    """The last visit; or one more, if the state after its move is what was asked about."""
    if walk.visits and walk.visits[-1].state is broken.state:
        return walk.visits[-1]
    return Visit(walk, len(walk.visits), broken.state, None, None, [])


def _finding(check: str, problem: str, visit: Visit | None, move: Any) -> Finding:
    if visit is None:
        return Finding(check, problem)
    probe, way = visit.probe, visit.walk.visits[: visit.ply]
    return Finding(
        check, problem, probe.text(visit.state),
        None if move is NOTHING else probe.move_text(visit.state, move),
        tuple(probe.move_text(v.state, v.chosen) for v in way),
        probe.text(visit.walk.start) if visit.walk.deal else None,
    )


def _spec(game: Game) -> str:
    try:
        return game.spec
    except Exception:  # a parameter that compares or prints badly
        return type(game).__name__
