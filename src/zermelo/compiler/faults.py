"""What may go wrong in compiled code, and where."""

from __future__ import annotations

from dataclasses import dataclass

BROKEN = "broken promise"  # the kind of fault that is not raised, but noticed

@dataclass(frozen=True)
class Fault:
    """A place where compiled code may fail, and what Python would say there."""

    file: str
    line: int
    function: str
    kind: str
    text: str

    def __str__(self) -> str:
        told = f": {self.text}" if self.text else ""
        return f"{self.kind}{told} (line {self.line} of {self.file}, in {self.function})"
