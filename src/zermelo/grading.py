"""What a move did, compared with the best one: the words that people judge moves by.

Where values are known they are payoffs, and the words are those of `zermelo judge`:

    best          nothing is lost, and no other move is sooner there or later beaten
    good          nothing is lost
    inaccuracy    points are lost, and the result is kept
    mistake       the result is thrown away: a win for less, a draw for a loss
    blunder       more than half of what was at stake is lost: of the difference between the best
                  and the worst move

Where a value is an opinion, or a bound, chances of winning stand for payoffs, and what is lost must
be worth a word: six hundredths of a game, 15 for a mistake or a blunder.
"""

from __future__ import annotations

from math import exp
from typing import Literal

from zermelo.values import Value

Word = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
MARKS: dict[Word, str] = {"best": "✓", "good": "", "inaccuracy": "?!", "mistake": "?",
                          "blunder": "??"}
SLIGHT, SERIOUS = 0.06, 0.15  # chances lost


def chance(value: Value, scale: float) -> float:
    """The winning chances from 0 to 1 of the player whose view it is; draws count half.

    `scale` is a clear advantage in the evaluator's numbers, 72 % here.

    >>> from zermelo.values import estimate, loss, win
    >>> chance(win(3), 1), chance(loss(2), 1), round(chance(estimate(2.0), 2.0), 2)
    (1.0, 0.0, 0.72)
    """
    if value.kind == "estimate":
        turned = min(max(value.score / scale, -700.0), 700.0)  # what exp can bear
        return 0.02 + 0.96 / (1 + exp(-turned))
    return {"win": 1.0, "draw": 0.5, "loss": 0.0}[value.kind]


def blundered(lost: float, stake: float) -> bool:
    """Whether more than half of what was at stake is lost."""
    return 2 * lost > stake


def grade(best: Value, worst: Value, played: Value, scale: float = 1.0) -> Word:
    """The word for a move, by the values of the best, the worst and this one in one view.

    >>> from zermelo.values import DRAW, estimate, loss, win
    >>> grade(win(3), loss(4), win(3)), grade(win(3), loss(4), win(9))
    ('best', 'good')
    >>> grade(win(3), loss(4), DRAW), grade(win(3), loss(4), loss(8))
    ('mistake', 'blunder')
    >>> grade(win(score=8), win(score=1), win(score=6)), grade(estimate(1), loss(4), estimate(0.9))
    ('inaccuracy', 'good')
    """
    if best.known and worst.known and played.known:
        lost = best.score - played.score
        if lost > 0 and blundered(lost, best.score - worst.score):
            return "blunder"
        if played.kind != best.kind:
            return "mistake"
        if lost > 0:
            return "inaccuracy"
    else:
        lost = chance(best, scale) - chance(played, scale)
        if lost >= SERIOUS:
            stake = chance(best, scale) - chance(worst, scale)
            return "blunder" if blundered(lost, stake) else "mistake"
        if lost >= SLIGHT:
            return "inaccuracy"
    return "best" if played >= best else "good"
