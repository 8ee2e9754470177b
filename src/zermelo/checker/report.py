"""What a check found: counter-examples in one sentence each, and what was tested how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Stopped = Literal["", "time", "interrupted", "broken"]

_WHY_STOPPED: dict[Stopped, str] = {
    "": "",
    "time": "the time was up",
    "interrupted": "interrupted",
    "broken": "stopped, because nothing more can be learnt before that is repaired",
}
_LONGEST_LINE = 40  # moves shown of the way to a counter-example; the rest is in `Finding.line`


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, with a counter-example."""

    check: str  # the name of the check, as in `Report.checks`
    problem: str
    position: str | None = None  # where it shows, as text
    move: str | None = None
    line: tuple[str, ...] = ()  # the moves that lead there …
    start: str | None = None  # … from here, if not from the initial position
    times: int = 1

    def __str__(self) -> str:
        where = "" if self.position is None else f" in {self.position}"
        if self.move is not None:
            where += f" with the move {self.move}"
        if self.line:
            where += f", after {self._way()}"
        elif self.position is not None and self.start is None:
            where += ", at the start"
        if self.start is not None:
            where += f", from the deal {self.start}"
        return f"{self.problem}{where}"

    def _way(self) -> str:
        left_out = len(self.line) - _LONGEST_LINE
        if left_out <= 0:
            return " ".join(self.line)
        return f"{left_out} moves and {' '.join(self.line[-_LONGEST_LINE:])}"

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"check": self.check, "sentence": str(self), "problem": self.problem,
                "position": self.position, "move": self.move, "line": list(self.line),
                "start": self.start, "times": self.times}


@dataclass(frozen=True)
class Report:
    """What was found in a game's rules, and what was tested to find it."""

    game: str
    findings: tuple[Finding, ...]
    checks: Mapping[str, int]  # name: how many times it was tested
    untested: Mapping[str, str]  # name: why it could not be tested even once
    games: int
    wanted: int
    visits: int  # to positions, the same one again included
    seconds: float
    seed: int
    stopped: Stopped = ""
    held_back: int = 0  # findings about hooks that may only be consequences of broken rules
    warnings: tuple[str, ...] = ()  # what looks odd, and may be right
    interpreted: str = ""  # why these rules do not run compiled

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def __str__(self) -> str:
        return "\n".join([self.summary(), *self._found(), "", *self._tested()])

    def summary(self) -> str:
        """The result in one line."""
        found = {0: "nothing wrong found", 1: "1 finding"}.get(
            len(self.findings), f"{len(self.findings)} findings"
        )
        played = f"{self.games:,}" if not self.stopped else f"{self.games:,} of {self.wanted:,}"
        why = _WHY_STOPPED[self.stopped]
        return (f"{self.game}: {found} in {played} random games, "
                f"{self.visits:,} visits to positions, {self.seconds:.1f} s "
                f"(seed {self.seed}){': ' if why else ''}{why}"
                f"{'; it runs interpreted: ' if self.interpreted else ''}{self.interpreted}")

    def _found(self) -> list[str]:
        lines = [f"  {number}. {finding.check}: {finding}"
                 + (f" (seen {finding.times:,} times)" if finding.times > 1 else "")
                 for number, finding in enumerate(self.findings, 1)]
        lines += [f"  Look again: {warning}" for warning in self.warnings]
        if self.held_back:
            lines.append(f"  Held back, as they may follow from these: {self.held_back} more")
        return lines

    def _tested(self) -> list[str]:
        wide = max(map(len, [*self.checks, "looked for"]))
        found = {finding.check for finding in self.findings}
        lines = [f"{'looked for':<{wide}}   tested"]
        lines += [f"{name:<{wide}} {times:>8,}{'  FOUND' if name in found else ''}"
                  for name, times in self.checks.items() if name not in self.untested]
        for why in dict.fromkeys(self.untested.values()):
            names = ", ".join(name for name, reason in self.untested.items() if reason == why)
            lines.append(f"not tested, as {why}: {names}")
        return lines

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"game": self.game, "ok": self.ok, "games": self.games, "wanted": self.wanted,
                "visits": self.visits, "seconds": round(self.seconds, 3),
                "seed": self.seed, "stopped": self.stopped or None,
                "held_back": self.held_back, "warnings": list(self.warnings),
                "interpreted": self.interpreted or None,
                "findings": [finding.as_dict() for finding in self.findings],
                "checks": dict(self.checks), "untested": dict(self.untested)}
