"""Doors: the way from quickly made code into better code, while it runs.

Code that is made in a tenth of a second runs a few times slower than code that took LLVM a second.
So a search begins with the first and goes on with the second. In quick code each function that
calls itself has a door, a word of memory with the address of the function behind it:

    quick code                                        better code
    search ── door ──> search's own body              search.better ──> search ──> search …
                └─────────────── later ──────────────────────┘

Once the better code is there, the door is turned: whatever is searched from then on is searched by
it, down from wherever the quick code is. Both do the same with the same memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Door:
    """A function that calls itself, as LLVM's language declares it."""

    symbol: str  # with its @
    result: str
    parameters: tuple[str, ...]

    @property
    def word(self) -> str:
        """The name of the word that says where the door leads."""
        return f"{self.symbol[1:]}.door"

    @property
    def better(self) -> str:
        """The name by which better code is entered."""
        return f"{self.symbol[1:]}.better"

    def calling(self, name: str, function: str, before: str = "", attributes: str = "") -> str:
        """A function that calls another with the same arguments."""
        call = f"call {self.result} {function}({', '.join(self.parameters)}) {attributes}"
        void = self.result == "void"
        return "\n".join([
            f"define {name}({', '.join(self.parameters)}) nounwind {{", before,
            f"  {call}" if void else f"  %found = {call}",
            "  ret void" if void else f"  ret {self.result} %found", "}"])


def with_doors(text: str, doors: Sequence[Door]) -> str:
    """For quick code: whoever calls one of these functions goes through its door."""
    more = []
    for door in doors:
        head = f"define internal {door.result} {door.symbol}("
        assert text.count(head) == 1
        text = text.replace(head, f"define internal {door.result} {door.symbol}.body(")
        more += [f"@{door.word} = global ptr {door.symbol}.body",
                 door.calling(f"internal {door.result} {door.symbol}", "%behind",
                              f"  %behind = load ptr, ptr @{door.word}")]
    return "\n".join([text, *more, ""])


def with_ways_in(text: str, doors: Sequence[Door]) -> str:
    """For better code: each of these functions can be entered from outside."""
    return "\n".join([text, *(door.calling(f"{door.result} @{door.better}", door.symbol,
                                           attributes="noinline") for door in doors), ""])
