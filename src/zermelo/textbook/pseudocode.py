"""The searches as they stand on the blackboard, and which line is at work when.

These are programs: Python, with α and β for names. The tests run them line by line beside the
recorded searches, so that what is shown is what is done. A remark behind a line names what happens
there (`enter`, `leaf`, `known`, `max`, `min`, `cut`, `done`); `+table` and `-ordered` say with or
without which layer a line is there.

A leaf is where the game or the depth ends; in negamax its value is in the view of the player to
move, and players take turns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

SOURCES = {
    "minimax": """\
def minimax(node):                      # enter
    if node.leaf:
        return node.value               # leaf
    if node in table:                   # +table
        return table[node]              # known +table
    best = -inf if node.max else inf
    for child in node.children:
        value = minimax(child)
        if node.max:
            best = max(best, value)     # max
        else:
            best = min(best, value)     # min
    table[node] = best                  # +table
    return best                         # done
""",
    "alphabeta": """\
def alphabeta(node, α, β):              # enter
    if node.leaf:
        return node.value               # leaf
    if table.settles(node, α, β):       # +table
        return table[node]              # known +table
    best = -inf if node.max else inf
    window = α, β                       # +table
    for child in node.children:         # -ordered
    for child in node.best_first:       # +ordered
        value = alphabeta(child, α, β)
        if node.max:
            best = max(best, value)
            α = max(α, best)            # max
        else:
            best = min(best, value)
            β = min(β, best)            # min
        if α >= β:
            break                       # cut
    table.keep(node, best, window)      # +table
    return best                         # done
""",
    "negamax": """\
def negamax(node, α, β):                # enter
    if node.leaf:
        return node.value               # leaf
    best = -inf
    for child in node.children:
        value = -negamax(child, -β, -α)
        best = max(best, value)
        α = max(α, best)                # max min
        if α >= β:
            break                       # cut
    return best                         # done
""",
}

_PRINTED = (("-inf", "−∞"), ("inf", "∞"), (">=", "≥"))


@dataclass(frozen=True)
class Pseudocode:
    """A program, and the number of the line, from 0, where each thing happens."""

    program: tuple[str, ...]
    at: Mapping[str, int]

    @property
    def lines(self) -> tuple[str, ...]:
        """As one writes it on a blackboard.

        >>> pseudocode("minimax").lines[3]
        '    best = −∞ if node.max else ∞'
        """
        return tuple(map(_printed, self.program))


def pseudocode(recursion: str, layers: Collection[str] = ()) -> Pseudocode:
    """The program of a recursion with these layers put on (`ordered`, `table`).

    >>> code = pseudocode("alphabeta", ["ordered"])
    >>> code.lines[code.at["cut"]].strip(), code.lines[4]
    ('break', '    for child in node.best_first:')
    """
    program: list[str] = []
    at: dict[str, int] = {}
    for line in SOURCES[recursion].splitlines():
        code, _, remark = line.partition("#")
        words = remark.split()
        if any((word[0] == "+") != (word[1:] in layers) for word in words if word[0] in "+-"):
            continue
        at.update((word, len(program)) for word in words if word[0] not in "+-")
        program.append(code.rstrip())
    return Pseudocode(tuple(program), at)


def _printed(line: str) -> str:
    for written, printed in _PRINTED:
        line = line.replace(written, printed)
    return line
