"""Which techniques an engine searches with: those that it was given, or those of a self-test.

A search begins with what is always worth its cost. One that takes many nodes goes on with what the
self-test chose for the game; if that was never tried out, it is tried then, if there is time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.search.margins import UNKNOWN, Margins, put
from zermelo.search.rules import gives
from zermelo.search.searcher import Searcher
from zermelo.search.selftest import (
    ALWAYS,
    chosen_margins,
    chosen_switches,
    known_margins,
    known_switches,
)
from zermelo.search.switches import EXACT, MEASURED, QUIET, Switch

_LONG = 5.0  # seconds: in less, nothing is tried out meanwhile


def beyond_the_horizon(game: Game, evaluator: Evaluator | None) -> Switch:
    """What values of a game are found with besides `EXACT`: where it says what is noisy, and an
    evaluator judges, it waits until that is played out."""
    return QUIET if evaluator is not None and gives(game, "noisy") else Switch(0)


class Choosing:
    """The techniques of one engine; `more` are those besides `EXACT`. Whatever asks is told which
    searcher is at work, as an engine may change from compiled rules to interpreted ones."""

    def __init__(self, given: Switch | None, more: Switch) -> None:
        self.given, self.more = given, more

    def fixed(self, searcher: Searcher) -> Switch | None:
        """The techniques, where they are not chosen for the game."""
        if self.given is None and searcher.native is False:
            return EXACT | self.more
        return self.given

    def known(self, searcher: Searcher) -> Switch | None:
        """Those of a search that takes many nodes, if nothing has to be tried out for that."""
        fixed = self.fixed(searcher)
        if fixed is not None:
            return fixed
        known = known_switches(searcher)
        if known is None or (self._measures(searcher) and known_margins(searcher) is None):
            return None
        self._go_by_margins(searcher)
        return known | self.more

    def chosen(self, searcher: Searcher, *, in_a_hurry: bool = False) -> Switch:
        """The same, tried out if need be, which leaves nothing of a search."""
        fixed = self.fixed(searcher)
        if fixed is not None:
            return fixed
        chosen = chosen_switches(searcher) | self.more
        if not in_a_hurry or known_margins(searcher) is not None:
            self._go_by_margins(searcher)
        return chosen

    def in_batches(self, searcher: Searcher, switches: Switch) -> Switch:
        """Those of many short proofs. Their part of the table is near, and where the rules say that
        replies are soon made, they are looked up."""
        if self.fixed(searcher) is None and searcher.game.quick_replies:
            return switches | Switch.ENHANCED_CUTOFFS
        return switches

    def first(self, searcher: Searcher, state: Any, *, by_clock: bool = False) -> Switch:
        """Those that a search begins with. Who plays by a clock, which is never the same twice, has
        at once what is known to help."""
        fixed = self.fixed(searcher)
        if fixed is not None:
            return fixed
        known = self.known(searcher) if by_clock else None
        begins = ALWAYS | self.more & ~MEASURED if known is None else known
        return begins | _for_images(searcher.game, state)

    def chooser(self, searcher: Searcher, state: Any, limit: Limit,
                among: Switch) -> Callable[[], Switch] | None:
        """What chooses the techniques for a search from here that takes many nodes. If there is no
        time to try them out, they must be known."""
        if limit.remaining is not None and self.known(searcher) is not None:
            return None  # it has begun with them
        short = limit.remaining is not None or (limit.time or _LONG) < _LONG
        if self.fixed(searcher) is not None or (short and known_switches(searcher) is None):
            return None
        return lambda: (self.chosen(searcher, in_a_hurry=short)
                        | _for_images(searcher.game, state)) & among

    def margins(self, searcher: Searcher) -> Margins:
        """What is gone by near the horizon; all 0 if it is done without, or not known."""
        return (known_margins(searcher) if self._measures(searcher) else None) or UNKNOWN

    def _measures(self, searcher: Searcher) -> bool:
        return (searcher.native is True and bool(self.more & MEASURED)
                and searcher.evaluator is not None)

    def _go_by_margins(self, searcher: Searcher) -> None:
        if self._measures(searcher):
            put(searcher, chosen_margins(searcher))


def _for_images(game: Game, state: Any) -> Switch:
    """Where a position has mirror images, so has all that follows."""
    if not game.overrides("canonical"):
        return Switch(0)
    after = [game.play(state, m) for m in game.legal_moves(state)]
    if len({game.canonical(s) for s in after}) < len(after):
        return Switch.SYMMETRY
    return Switch(0)
