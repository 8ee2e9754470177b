"""Compiled rules against the same rules interpreted.

Whole numbers have 64 bits when compiled, and none too few when interpreted: rules that need more
mean two things. That rules do not compile at all is no fault, only slow: it is said why.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from zermelo.checker.look_checks import NO_BOARD, board_of
from zermelo.checker.probe import Probe, shown
from zermelo.checker.verdict import Fault, GameCheck, Interpreted, Untested, Verdict
from zermelo.errors import CannotCompile, MeansSomethingElse, RulesError
from zermelo.game import Game
from zermelo.kernel.looks import Eyes
from zermelo.limits import Limit
from zermelo.search.agreement import ADVICE
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine
from zermelo.search.switches import EXACT
from zermelo.wandering import random_play

GAMES, PLIES = 4, 200  # random games whose every position is searched one ply deep
CLOSELY = 3  # positions of each that are searched on, so many nodes
ONE_PLY, FURTHER = Limit(depth=1), Limit(nodes=1500)
SECONDS = 6.0  # no more than that; compiling takes its time before


def native_code(probe: Probe) -> Verdict:
    """The search finds the same with the rules compiled and interpreted."""
    try:
        native = Engine(probe.game, native=True, table_mb=1, switches=EXACT)
    except MeansSomethingElse as difference:
        return Fault(str(difference))
    except CannotCompile as reason:
        return Interpreted(str(reason))
    interpreted = Engine(probe.game, native=False, table_mb=1, switches=EXACT)
    deadline = time.monotonic() + SECONDS
    for state, limit in _positions(probe.game):
        if time.monotonic() > deadline:
            break
        expected = _told(interpreted.analyze(state, limit))
        try:
            found = _told(native.analyze(state, limit))
        except RulesError as error:
            return Fault(f"compiled, {error}; interpreted, they do not: {ADVICE}")
        if found != expected:
            return Fault(f"compiled, the search finds {found} in {probe.text(state)}, and "
                         f"interpreted {expected}: {ADVICE}")
    return None


def _positions(game: Game) -> Iterator[tuple[Any, Limit]]:
    """Positions of random games, and how far to search them."""
    rng = random.Random(0)
    for _ in range(GAMES):
        states = [step.state for step in random_play(game, game.initial(), rng, PLIES)
                  if step.moves]
        yield from ((state, ONE_PLY) for state in states)
        yield from ((state, FURTHER) for state in rng.sample(states, min(CLOSELY, len(states))))


def _told(found: Analysis) -> str:
    line = " ".join(found.line_text)
    return f"{found.value} by {line} in {found.nodes} nodes" if line else str(found.value)


def compiled_looks(probe: Probe) -> Verdict:
    """Compiled, pieces and touches yield what they yield interpreted."""
    if board_of(probe) is None or not (probe.overrides("pieces") and probe.overrides("touches")):
        return NO_BOARD
    try:
        eyes = Eyes(probe.game)
    except CannotCompile as reason:
        return Untested(f"not compiled: {reason}")
    deadline = time.monotonic() + SECONDS / 2
    for state, _ in _positions(probe.game):
        if time.monotonic() > deadline:
            break
        expected = (tuple(probe.game.pieces(state)),
                    {m: tuple(probe.game.touches(state, m)) for m in probe.game.legal_moves(state)})
        try:
            found = eyes.look(state)
        except RulesError as error:
            return Fault(f"compiled, {error}; interpreted, they do not: {ADVICE}")
        if found != expected:
            return Fault(f"compiled, pieces and touches yield {shown(found)} in "
                         f"{probe.text(state)}, and interpreted {shown(expected)}: {ADVICE}")
    return None


CHECKS = (GameCheck("native code", native_code), GameCheck("compiled looks", compiled_looks))
