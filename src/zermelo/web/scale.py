"""How large an evaluator's numbers are, so that a bar can show them as winning chances.

An evaluator may count pawns or hundreds of points. The scale is the typical size of its opinion in
a few random games: an advantage of that much counts as 73 % chances, twice that as 88 %.
"""

from __future__ import annotations

import random
import time
from statistics import median

from zermelo.evaluation import evaluator_for, evaluators
from zermelo.game import Game
from zermelo.wandering import random_play

_GAMES, _LONGEST = 12, 60
_SECONDS = 0.2  # slow evaluators are asked less often


def scale_of(game: Game) -> float:
    """The median size of the standard evaluator's opinions in random games; 1 if there is none.

    >>> from zermelo import load
    >>> 5 < scale_of(load("rps")) < 50
    True
    """
    if not evaluators(game):
        return 1.0
    judge, lots, seen = evaluator_for(game, "standard"), random.Random(1913), []
    end = time.monotonic() + _SECONDS
    for _ in range(_GAMES):
        for step in random_play(game, game.initial(), lots, _LONGEST):
            if time.monotonic() > end:
                break
            if step.moves:
                seen.append(abs(float(judge(game, step.state))))
    return max(median(seen), 1e-3) if seen else 1.0
