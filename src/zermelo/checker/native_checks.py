"""Compiled rules against the same rules interpreted.

Whole numbers have 64 bits when compiled, and none too few when interpreted: rules that need more
mean two things. That rules do not compile at all is no fault, only slow: it is said why.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
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
    return _differing(probe, SECONDS, "the search finds",
                      lambda state, limit: _told(interpreted.analyze(state, limit)),
                      lambda state, limit: _told(native.analyze(state, limit)))


def _differing(probe: Probe, seconds: float, what: str, expected: Callable[[Any, Limit], Any],
               found: Callable[[Any, Limit], Any]) -> Verdict:
    """The first position where compiled code says something else than interpreted, in so many
    seconds."""
    deadline = time.monotonic() + seconds
    for state, limit in _positions(probe.game):
        if time.monotonic() > deadline:
            break
        interpreted = expected(state, limit)
        try:
            compiled = found(state, limit)
        except RulesError as error:
            return Fault(f"compiled, {error}; interpreted, they do not: {ADVICE}")
        if compiled != interpreted:
            said = [it if isinstance(it, str) else shown(it) for it in (compiled, interpreted)]
            return Fault(f"compiled, {what} {said[0]} in {probe.text(state)}, and interpreted "
                         f"{said[1]}: {ADVICE}")
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
    game = probe.game
    return _differing(
        probe, SECONDS / 2, "pieces and touches yield",
        lambda state, _: (tuple(game.pieces(state)),
                          {m: tuple(game.touches(state, m)) for m in game.legal_moves(state)}),
        lambda state, _: eyes.look(state))


CHECKS = (GameCheck("native code", native_code), GameCheck("compiled looks", compiled_looks))
