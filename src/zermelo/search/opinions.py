"""What the evaluator said of positions, kept for when they come back: to look is sooner than to
judge again, if there is much to judge by."""

from __future__ import annotations

from typing import Any

from zermelo.portable import hashes_of, inlined, shr
from zermelo.search.memory import OPINION_SLOTS, Memory
from zermelo.search.rules import Rules


@inlined
def opinion(rules: Rules, memory: Memory, s: Any) -> int:
    """The evaluator's opinion in thousandths, in the first player's view."""
    if not rules.keeps_opinions:
        return rules.evaluate(memory, s)
    if rules.has_playing_key and memory.use.coarse_keys:
        home, check = hashes_of(rules.playing_key(s))
    else:
        home, check = hashes_of(s)
    kept = memory.opinions[shr(home, 40) & OPINION_SLOTS - 1]
    if kept.check != check:
        kept.score = rules.evaluate(memory, s)
        kept.check = check
    return kept.score
