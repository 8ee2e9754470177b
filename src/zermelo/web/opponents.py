"""Whom one plays against: a level from 1 to 10, or perfect play.

The recipes are those of `zermelo.play.levels`; here a level's search takes its turn in the queue
like any other.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from zermelo.limits import Limit
from zermelo.play.engine_player import PROOF, SECONDS
from zermelo.play.levels import LEVELS, among_equals
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.search.inquiries import Deepened, Inquiry, ProvenMove
from zermelo.web.searches import Job

PERFECT = 11  # proves its move, as far as time allows
LONGEST = 20.0  # seconds, where a recipe counts plies or nodes and rules are slow
_lots = random.SystemRandom()


def job_for(level: int, here: Position, tell: Callable[[Analysis], None],
            fail: Callable[[Exception], None]) -> Job:
    """The search that finds this level's move."""
    if level == PERFECT:
        inquiry: Inquiry = ProvenMove(here, Limit(time=PROOF))
    else:
        limit = LEVELS[level].limit
        seconds = limit.time or (LONGEST if limit else SECONDS)
        inquiry = Deepened(here, Limit(limit.depth, limit.nodes, seconds),
                           all_moves=LEVELS[level].lots)
    return Job(inquiry, tell, fail, selective=True)


def chosen(found: Analysis, here: Position, level: int) -> str:
    """What the level makes of its search: a slip now and then, lots among equals."""
    recipe = LEVELS.get(level)
    if recipe is not None and _lots.random() < recipe.slips:
        return _lots.choice(here.move_texts)
    if recipe is not None and recipe.lots:
        return among_equals(found, _lots).text
    return found.line_text[0]
