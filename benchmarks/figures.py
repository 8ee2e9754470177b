"""Figures and how they are written: ratios with their spread, rows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median


@dataclass(frozen=True)
class Spread:
    """Several measurements of one thing."""

    middle: float
    least: float
    most: float

    @classmethod
    def of(cls, measured: Iterable[float]) -> Spread:
        """The median, and how far the others lie from it."""
        values = list(measured)
        return cls(median(values), min(values), max(values))

    def written(self, unit: str = "") -> str:
        """`1.81 (1.74–1.90)`, with the unit after the median."""
        if self.least == self.most:
            return f"{number(self.middle)}{unit}"
        return f"{number(self.middle)}{unit} ({number(self.least)}–{number(self.most)})"


@dataclass(frozen=True)
class Goal:
    """What a figure should be: at least, or at most, so much."""

    bound: float
    at_least: bool = True

    def met_by(self, spread: Spread) -> bool:
        """By the median."""
        return spread.middle >= self.bound if self.at_least else spread.middle <= self.bound

    def written(self, unit: str = "") -> str:
        """`≥ 0.8`."""
        return f"{'≥' if self.at_least else '≤'} {number(self.bound)}{unit}"


@dataclass(frozen=True)
class Row:
    """One line of the results; `trouble` says why there is no figure, or why not to believe it."""

    what: str
    ours: str = ""
    theirs: str = ""
    figure: Spread | None = None
    unit: str = ""
    goal: Goal | None = None
    trouble: str = ""

    def cells(self) -> list[str]:
        """As the table has them."""
        figure = self.trouble or (self.figure.written(self.unit) if self.figure else "")
        return [self.what, self.ours, self.theirs, figure, self._verdict()]

    def _verdict(self) -> str:
        if self.goal is None:
            return ""
        wanted = self.goal.written(self.unit)
        if self.figure is None or self.trouble:
            return f"{wanted}: not measured"
        return f"{wanted}: {'met' if self.goal.met_by(self.figure) else 'missed'}"


@dataclass(frozen=True)
class Section:
    """Rows that belong together, and what was measured how."""

    title: str
    text: str
    rows: Sequence[Row]
    columns: tuple[str, str, str] = ("", "", "")  # what is measured

    def written(self) -> str:
        """As Markdown."""
        table = [["", *self.columns, "goal"]]
        table += [row.cells() for row in self.rows]
        kept = [i for i in range(5) if any(line[i] for line in table[1:])]
        lines = [" | ".join(line[i] for i in kept) for line in table]
        rule = "|".join("---" if i == 0 else "---:" for i in kept)
        body = "\n".join(f"| {line} |" for line in lines[1:])
        return f"## {self.title}\n\n{self.text}\n\n| {lines[0]} |\n|{rule}|\n{body}\n"


def number(value: float) -> str:
    """Three significant digits or so, thousands with commas."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def per_second(count: float) -> str:
    """`12.3 M/s`."""
    if count >= 1e6:
        return f"{number(count / 1e6)} M/s"
    return f"{number(count / 1e3)} k/s" if count >= 1e3 else f"{number(count)} /s"


def geometric_mean(values: Iterable[float]) -> float:
    """The fair mean of ratios."""
    logs = [log(v) for v in values]
    return exp(sum(logs) / len(logs))


def ratios(ones: Iterable[float], others: Iterable[float]) -> Spread:
    """One by the other, repetition by repetition."""
    return Spread.of(one / other for one, other in zip(ones, others, strict=True))
