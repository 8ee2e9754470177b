"""Whom one plays against: a level from 1 to 10, or perfect play.

The recipes are those of `zermelo.play.levels`; here a level's search takes its turn in the queue
like any other.
"""

from __future__ import annotations

import random

from zermelo.limits import Limit
from zermelo.play.engine_player import PROOF
from zermelo.play.levels import LEVELS, among_equals
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.web.searches import Fail, Job, Tell

PERFECT = 11  # proves its move, as far as time allows
FULL_STRENGTH = 1.0  # seconds
_lots = random.SystemRandom()


def job_for(level: int, here: Position, tell: Tell, fail: Fail) -> Job:
    """The search that finds this level's move."""
    if level == PERFECT:
        return Job(here, Limit(time=PROOF), tell, fail, exact=True, best_only=True)
    limit, lots = LEVELS[level].limit, LEVELS[level].lots
    return Job(here, Limit(limit.depth, limit.nodes, limit.time or FULL_STRENGTH), tell, fail,
               selective=True, all_moves=lots)


def chosen(found: Analysis, here: Position, level: int) -> str:
    """What the level makes of its search: a slip now and then, lots among equals."""
    recipe = LEVELS.get(level)
    if recipe is not None and _lots.random() < recipe.slips:
        return _lots.choice(here.move_texts)
    if recipe is None or recipe.lots:
        return among_equals(found, _lots).text
    return found.line_text[0]
