"""What may go wrong in compiled code, and where.

Compiled code is older than its source where only comments, lines or the file's name have changed
since: a fault knows its function by what it does, and its line as one of the function's.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import CodeType, FunctionType
from typing import NamedTuple

from zermelo.compiler.source import file_of, meaning_of

BROKEN = "broken promise"  # the kind of fault that is not raised, but noticed


@dataclass(frozen=True)
class Fault:
    """A place where compiled code may fail, and what Python would say there."""

    file: str
    line: int
    function: str
    kind: str
    text: str
    code: str = ""  # the function's, in short
    nth: int = -1  # of its lines

    def __str__(self) -> str:
        told = f": {self.text}" if self.text else ""
        return f"{self.kind}{told} (line {self.line} of {self.file}, in {self.function})"


class Lines(NamedTuple):
    """Where a function stands."""

    file: str
    function: str
    code: str
    first: int
    lines: list[int]  # that have code, functions inside it included

    @classmethod
    def of(cls, function: FunctionType) -> Lines:
        """As it is now."""
        code = function.__code__
        text = f"{function.__qualname__} {meaning_of(code)}"
        return cls(file_of(function), function.__name__,
                   hashlib.sha256(text.encode()).hexdigest()[:16], code.co_firstlineno,
                   sorted(_lines_of(code)))

    def fault(self, line: int, kind: str, text: str) -> Fault:
        """A fault in one of them."""
        nth = bisect_left(self.lines, line)
        return Fault(self.file, line, self.function, kind, text, self.code,
                     nth if self.lines[nth : nth + 1] == [line] else -1)


def located(faults: Sequence[Fault], functions: Iterable[FunctionType]) -> list[Fault]:
    """Faults where they are by now, if they are in these functions."""
    known = {place.code: place for place in map(Lines.of, functions)}
    found = []
    for fault in faults:
        place = known.get(fault.code)
        if place is not None and 0 <= fault.nth < len(place.lines):
            fault = replace(fault, file=place.file, line=place.lines[fault.nth])
        found.append(fault)
    return found


def _lines_of(code: CodeType) -> set[int]:
    found = {line for _, _, line in code.co_lines() if line is not None}
    inside = (_lines_of(one) for one in code.co_consts if isinstance(one, CodeType))
    return found.union(*inside)
