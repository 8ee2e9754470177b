"""Values as whole numbers, the way the search compares them.

A value belongs to a state and to a view; it does not depend on the way that led there. Seen from
the winner, with the payoff p and d plies to go:

    0 ─── estimates, 1/1000 each ───┤1,000,000,000├─── proven: + p · 2048 - d ───┤ 2,100,000,000
          a draw is 0               PROVEN                                          INFINITY

The loser sees the same numbers negated. One ply further from the end a win is worth one less and
a loss one more: `further` does that on the way up, `nearer` undoes it to a bound on the way down.
So distances need no adjusting when a value goes through the table. With `step` 0 all distances
count as 0, and only payoffs are compared.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor

from zermelo.values import DRAW, Value, estimate, proven

PROVEN = 1_000_000_000
PER_PAYOFF = 2048
MAX_DISTANCE = PER_PAYOFF - 1
INFINITY = 2_100_000_000
PER_UNIT = 1000  # estimates are kept in thousandths of the evaluator's unit
HIGHEST_ESTIMATE = 900_000_000


def finished(payoff: int, mover: int) -> int:
    """A finished game in the view of `mover`."""
    if payoff == 0:
        return 0
    score = PROVEN + payoff * PER_PAYOFF if payoff > 0 else payoff * PER_PAYOFF - PROVEN
    return score if mover == 0 else -score


def further(code: int, step: int) -> int:
    """A value of the next state as a value of this one."""
    if code >= PROVEN:
        return code - step
    if code <= -PROVEN:
        return code + step
    return code


def nearer(code: int, step: int) -> int:
    """A bound on this state's value as a bound on the next one's."""
    if code >= PROVEN:
        return code + step
    if code <= -PROVEN:
        return code - step
    return code


def distance_of(code: int) -> int:
    """The plies to the end of a proven win or loss."""
    above = abs(code) - PROVEN
    return (PER_PAYOFF - above % PER_PAYOFF) % PER_PAYOFF


def payoff_of(code: int) -> int:
    """The payoff of a value that is no estimate."""
    if abs(code) < PROVEN:
        return 0
    payoff = (abs(code) - PROVEN + MAX_DISTANCE) // PER_PAYOFF
    return payoff if code > 0 else -payoff


def least_payoff(code: int) -> int:
    """The lowest payoff that is worth so much, where distances do not count.

    >>> [least_payoff(finished(payoff, 0) + more) for payoff in (-2, 0, 2) for more in (0, 1)]
    [-2, -1, 0, 1, 2, 3]
    """
    if code > 0:
        return max(1, payoff_of(code))
    return -((-code - PROVEN) // PER_PAYOFF) if code <= -PROVEN else 0


def highest(payoff: int) -> int:
    """No value of that payoff, or of a lower one, is above this."""
    if payoff > 0:
        return PROVEN + payoff * PER_PAYOFF
    if payoff == 0:
        return 0
    return payoff * PER_PAYOFF - PROVEN + MAX_DISTANCE


def lowest_code(payoff: int) -> int:
    """No value of that payoff, or of a higher one, is below this."""
    return -highest(-payoff)


def in_plies(payoff: int, plies: int) -> int:
    """What a payoff is worth to whoever gets it so many plies from here.

    >>> decoded(in_plies(1, 3)), decoded(in_plies(-2, 4)), decoded(in_plies(0, 7))
    (win in 3, loss by 2 in 4, draw)
    """
    sign = 1 if payoff > 0 else -1 if payoff < 0 else 0
    return payoff * PER_PAYOFF + sign * (PROVEN - plies)


def with_more(code: int, payoff: int) -> int:
    """A value without its distance, if so much more came to the same player.

    >>> [decoded(with_more(in_plies(3, 0), more), distances=False) for more in (2, -3, -4)]
    [win by 5, draw, loss]
    """
    return finished(payoff_of(code) + payoff, 0)


def to_thousandths(score: float) -> int:
    """An evaluator's score as the search keeps it."""
    if score > HIGHEST_ESTIMATE / PER_UNIT:
        return HIGHEST_ESTIMATE
    if score < -HIGHEST_ESTIMATE / PER_UNIT:
        return -HIGHEST_ESTIMATE
    return floor(score * PER_UNIT + 0.5)


def win_code(distance: int, payoff: int = 1) -> int:
    """A win as a number.

    >>> decoded(win_code(5)), decoded(-win_code(5)), distance_of(win_code(5, payoff=3))
    (win in 5, loss in 5, 5)
    """
    return PROVEN + payoff * PER_PAYOFF - distance


@lru_cache(4096)
def decoded(code: int, *, complete: bool = True, distances: bool = True) -> Value:
    """The `Value` behind a number, in the same view.

    A number below PROVEN is a draw if the search was `complete`, else an estimate.
    """
    if abs(code) < PROVEN:
        return DRAW if complete and code == 0 else estimate(code / PER_UNIT)
    return proven(payoff_of(code), distance_of(code) if distances else None)
