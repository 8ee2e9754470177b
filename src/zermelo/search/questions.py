"""Which question to ask next of a value that lies between two bounds.

A question is "is it worth at least this?", and its answer moves one of the bounds. Where distances
count, "a win within 4 plies?", "a loss within 4?", then 8, 16 … A short win or loss is found long
before the whole game would be; when neither side wins at all, the last questions are "a win?" and
"a loss?". What was found on the way is often all there is: "sooner than that?", of a loss "later?".
If so, what is left between the bounds is halved.

This file runs as it stands, interpreted, and is compiled as it stands, like the search.
"""

from __future__ import annotations

from zermelo.portable import inlined
from zermelo.search.codes import win_code

SHORT_FIRST = (
    win_code(4), 1 - win_code(4), win_code(8), 1 - win_code(8), win_code(16), 1 - win_code(16),
    win_code(32), 1 - win_code(32), win_code(64), 1 - win_code(64), 1, 0)


@inlined
def unanswered(low: int, high: int, number: int) -> int:
    """The number of the first question from `number` on that the bounds do not answer."""
    while number < len(SHORT_FIRST) and not low < SHORT_FIRST[number] <= high:
        number += 1
    return number


@inlined
def by_distance(low: int, high: int, number: int) -> int:
    """The question of that number; the next asks for the least more, all after it for half."""
    if number < len(SHORT_FIRST):
        return SHORT_FIRST[number]
    if number > len(SHORT_FIRST):
        return (low + high + 1) // 2
    return low + 1 if low > 0 else high


@inlined
def by_payoff(low: int, high: int, guess: int) -> int:
    """A question that closes in on the value from where the last answer left it."""
    at_least = guess + 1 if guess == low else guess
    return min(max(at_least, low + 1), high)
