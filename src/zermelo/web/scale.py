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

_GAMES, _LONGEST, _EVERY = 6, 60, 4  # random games, their plies, and which of these are looked at
_SECONDS = 2.0  # of the processor: the same however busy the machine is, unless rules are very slow


def scale_of(game: Game) -> float:
    """The median size of the standard evaluator's opinions in random games; 1 if there is none.

    >>> from zermelo import load
    >>> 5 < scale_of(load("rps")) < 50
    True
    """
    if not evaluators(game):
        return 1.0
    judge, lots, seen = evaluator_for(game, "standard"), random.Random(1913), []
    end = time.thread_time() + _SECONDS
    for _ in range(_GAMES):
        for ply, step in enumerate(random_play(game, game.initial(), lots, _LONGEST)):
            if time.thread_time() > end:
                break
            if step.moves and ply % _EVERY == _EVERY - 1:
                seen.append(abs(float(judge(game, step.state))))
    return max(median(seen), 1e-3) if seen else 1.0
