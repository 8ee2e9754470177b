"""How many there are of something, and how that is known: counted, estimated, or only bounded.

An estimate is the mean of many probes, each of which is right on average. Its interval holds if no
few of the probes make up most of the sum. In large trees they do: one way down in a thousand
meets so many branches that it outweighs all others. What can be said even then is Markov's
inequality: numbers that are never below 0 exceed 20 times their mean at most once in 20 times. So
with 95 % confidence there are at least a twentieth of the estimate; how many at most, nobody knows.

>>> print(counted(255168))
255,168 (counted)
>>> print(at_least(200001))
at least 200,001 (counted so far)
>>> print(estimated([2.0] * 500 + [3.0] * 500))
about 550 (an estimate; 95 %: 522 to 578)
>>> print(estimated([20.0] * 999 + [60.0]))
perhaps 1.0 × 10^57 (a rough estimate; with 95 % confidence at least 5.0 × 10^55)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log10
from typing import Any, Literal

from zermelo.analysis.intervals import ratio

Kind = Literal["counted", "at least", "estimate", "rough estimate"]

MARKOV = 20
ENOUGH = 100  # probes that all count alike would be as good as these: then an interval holds
_PLAIN = 15  # numbers of up to so many digits are written out


@dataclass(frozen=True, slots=True)
class Size:
    """A number of things. The logarithms are to the base 10: few of these numbers fit a float."""

    kind: Kind
    log10: float
    count: int | None = None  # where something was counted
    low: float | None = None  # between which logarithms an estimate lies, with 95 % confidence
    high: float | None = None

    @property
    def exact(self) -> bool:
        """Whether this is the number itself."""
        return self.kind == "counted"

    @property
    def short(self) -> str:
        """The number alone, with a sign if it is not the number itself."""
        sign = {"counted": "", "at least": "≥ ", "estimate": "≈ ", "rough estimate": "~ "}
        return sign[self.kind] + self._number

    @property
    def _number(self) -> str:
        if self.count is None:
            return number_text(self.log10)
        return f"{self.count:,}" if self.log10 < _PLAIN else number_text(self.log10)

    def __str__(self) -> str:
        if self.kind == "counted":
            return f"{self._number} (counted)"
        if self.kind == "at least":
            return f"at least {self._number} (counted so far)"
        assert self.low is not None
        low = number_text(self.low)
        if self.high is None:
            return (f"perhaps {self._number} (a rough estimate; with 95 % confidence at least "
                    f"{low})")
        return f"about {self._number} (an estimate; 95 %: {low} to {number_text(self.high)})"

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {"kind": self.kind, "count": self.count, "log10": _rounded(self.log10),
                "low_log10": _rounded(self.low), "high_log10": _rounded(self.high),
                "text": str(self)}


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)


def counted(count: int) -> Size:
    """The number itself, 1 or more."""
    return Size("counted", log10(count), count)


def at_least(count: int) -> Size:
    """So many were found, and there are more or not: nobody looked."""
    return Size("at least", log10(count), count)


def estimated(probes: Sequence[float]) -> Size:
    """The mean of the numbers that have these logarithms."""
    most = max(probes)
    shares = [10 ** (probe - most) for probe in probes]
    value, low, high = ratio([(share, 1.0) for share in shares])
    assert value is not None and low is not None and high is not None
    middle = most + log10(value)
    alike = fsum(shares) ** 2 / fsum(share * share for share in shares)
    if alike >= ENOUGH:
        return Size("estimate", middle, None, most + log10(low), most + log10(high))
    return Size("rough estimate", middle, None, middle - log10(MARKOV))


def number_text(log: float) -> str:
    """The number with this logarithm, to three digits or as a power of ten.

    >>> number_text(0), number_text(5.4068), number_text(122.9)
    ('1', '255,000', '7.9 × 10^122')
    """
    if log < _PLAIN:
        return f"{float(f'{10 ** log:.3g}'):,.0f}"
    power = int(log)
    digits = f"{10 ** (log - power):.1f}"
    return f"1.0 × 10^{power + 1}" if digits == "10.0" else f"{digits} × 10^{power}"
