"""The search's techniques, each of which can be turned off by name.

The first group never changes a value: with any of them off, or all, the search finds the same.
The second is for playing well in little time; it prunes by judgement and is off where exact
values are asked for. Two of it are no pruning, but another question: `QUIET`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag

from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean


class Switch(IntFlag):
    """A technique of the search."""

    TABLE = 1  # remember positions already searched
    SYMMETRY = 2  # … and those alike by the game's `canonical`
    ORDER = 4  # try moves in the order of the game's `order` hint
    KILLERS = 8  # try early what refuted a neighbour
    HISTORY = 16  # try early what often refuted before
    COUNTERS = 32  # try early what last refuted the same previous move
    WIN_IN_ONE = 64  # look for an immediate win before anything else
    ENHANCED_CUTOFFS = 128  # look whether any reply is known to be good enough
    SCOUT = 256  # principal variation search: expect the first move to be best
    ASPIRATION = 512  # start with a narrow window around the last iteration's value
    CANDIDATES = 1024  # only the game's `candidates`, in proofs
    BOUNDS = 2048  # cut by the game's `bounds`
    PRUNING = 4096  # alpha-beta; without it, plain minimax
    OUTLOOK = 8192  # cut by the game's `outlook`, in proofs
    SETTLED = 16384  # keep values less what is `settled`, in proofs without distances
    DECIDED = 1 << 15  # cut by the game's `decided`, and look up replies before that, likewise

    QUIESCENCE = 1 << 16  # play out `noisy` moves before evaluating
    REDUCTIONS = 1 << 17  # search late quiet moves less deep
    NULL_MOVE = 1 << 18  # skip a turn; if that is good enough, so is a move
    DEEPER_ENTRIES = 1 << 19  # take table entries from deeper searches than asked for
    EXTENSIONS = 1 << 20  # look further where the game says that it is `urgent`
    EXCHANGES = 1 << 21  # try exchanges in the order of the game's `exchange`, losing ones last
    GOOD_EXCHANGES = 1 << 22  # at the horizon, leave out exchanges that bring too little by it
    COARSE_KEYS = 1 << 23  # know positions by the game's `playing_key`
    FUTILITY = 1 << 24  # near the horizon, leave out quiet moves of who is too far behind
    STANDING = 1 << 25  # … and look no further where the mover is too far ahead
    LATE_MOVES = 1 << 26  # … and leave out quiet moves that come late
    FOLLOW_UPS = 1 << 27  # try early what went well after the same moves, as of late


FOR_POINTS = 1 << 40  # not a technique, but it travels with them: a win may not be the best win

EXACT = Switch(sum(s for s in Switch if s < Switch.QUIESCENCE))
SELECTIVE = Switch(sum(s for s in Switch if s >= Switch.QUIESCENCE))
PLAY = EXACT | SELECTIVE
QUIET = Switch.QUIESCENCE | Switch.EXCHANGES  # leaves played out, as `textbook.quiescence` has it
VALUES = EXACT | QUIET  # with any of these, a value is what its definition says
MEASURED = Switch.FUTILITY | Switch.STANDING | Switch.LATE_MOVES  # nothing without their margins
NOTHING = Switch(0)

HOOKS_FOR = {  # what a game must give, so that a technique is anything at all
    Switch.SYMMETRY: "canonical", Switch.ORDER: "order", Switch.CANDIDATES: "candidates",
    Switch.BOUNDS: "bounds", Switch.EXCHANGES: "exchange", Switch.QUIESCENCE: "noisy",
    Switch.NULL_MOVE: "null_move", Switch.EXTENSIONS: "urgent", Switch.GOOD_EXCHANGES: "exchange",
    Switch.COARSE_KEYS: "playing_key", Switch.OUTLOOK: "outlook",
    Switch.SETTLED: "unsettled", Switch.DECIDED: "decided",
}


def switch_named(name: str) -> Switch:
    """The technique of that name, written as on the command line.

    >>> switch_named("win-in-one")
    <Switch.WIN_IN_ONE: 64>
    """
    names = {written(s): s for s in Switch}
    if name.casefold() not in names:
        raise ParameterError(
            f"there is no technique {name!r}{did_you_mean(name, names)}; there are "
            f"{', '.join(names)}"
        )
    return names[name.casefold()]


def written(switch: Switch) -> str:
    """A technique's name as on the command line."""
    return (switch.name or "").lower().replace("_", "-")


def without(switches: Switch, names: Iterable[str]) -> Switch:
    """The same techniques, but for those named."""
    for name in names:
        switches &= ~switch_named(name)
    return switches
