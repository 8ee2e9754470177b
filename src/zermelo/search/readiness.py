"""What a search's memory must say before it begins, and what rules say of their payoffs."""

from __future__ import annotations

from typing import Any

from zermelo.errors import ParameterError, RulesError
from zermelo.game import Game
from zermelo.search.codes import MAX_DISTANCE
from zermelo.search.known import Inside
from zermelo.search.memory import Memory
from zermelo.search.rules import gives
from zermelo.search.switches import FOR_POINTS, HOOKS_FOR, Switch
from zermelo.search.table import FEW_BUCKETS

UNLIMITED = 1 << 62
_WITH_HOOKS = (Switch.CANDIDATES | Switch.EXCHANGES | Switch.EXTENSIONS | Switch.GOOD_EXCHANGES
               | Switch.COARSE_KEYS | Switch.OUTLOOK | Switch.SETTLED
               | Switch.DECIDED)
_SHARED_PLIES = 8  # near the root threads always tell each other what they are at


def made_ready(memory: Memory, flags: int, buckets: int, *, step: int = 1, age: int = 0,
               threads: int = 1, number: int = 0, nodes: int = UNLIMITED,
               opinions: int = 0) -> None:
    """Make memory fit for a new search from any position: nothing counted, and nothing learnt but
    how moves fare in play, which is much the same a move later (`forget`).

    `flags` are those of `flags_of`, `buckets` and `opinions` of the table that it goes with. With
    `step` 0 only payoffs count, not distances.
    """
    memory.use.choose(Switch(flags & ~FOR_POINTS))
    memory.for_points = int(bool(flags & FOR_POINTS))
    memory.step, memory.age = step, age
    memory.buckets = memory.most_buckets = buckets
    memory.opinions = opinions
    memory.before = 0
    memory.region, memory.threads, memory.shared_plies = 0, threads, _SHARED_PLIES
    memory.number = number
    memory.nodes = memory.deepest = memory.hits = memory.overflow = 0
    memory.looked = memory.looked_hits = 0
    memory.node_limit = nodes
    memory.killers.fill(-1)
    memory.history.fill(0)
    memory.looks.fill(0)
    if not flags & Switch.FOLLOW_UPS:
        forget(memory)


def forget(memory: Memory) -> None:
    """Take nothing from one search to the next."""
    memory.counters.fill(-1)
    memory.lately.fill(0)
    memory.pairs.fill(0)


def may_ask(memory: Memory, inside: Inside | None) -> None:
    """Tell a memory where databases are; from a position without a past they may be asked."""
    memory.informed = int(inside is not None)
    memory.nearest[0] = memory.nearest[1] = MAX_DISTANCE
    for i, address in enumerate(inside.addresses if inside else ()):
        memory.databases[i] = address


def flags_of(game: Game, switches: Switch, for_points: bool) -> int:
    """The techniques as the search reads them, less those that this game has nothing for."""
    for switch, hook in HOOKS_FOR.items():
        if switch & _WITH_HOOKS and not gives(game, hook):
            switches &= ~switch
    return int(switches) | (FOR_POINTS if for_points else 0)


def may_pay_more(game: Game, state: Any) -> bool:
    """Whether there may be more to win or lose here than a win: unless the rules' `bounds` say
    that there is not, any payoff may come."""
    worst, best = payoffs_between(game, state)
    return worst < -1 or best > 1


def payoffs_between(game: Game, state: Any) -> tuple[int, int]:
    """What the rules' `bounds` say, if that makes sense: whatever is believed of a position begins
    with this."""
    worst, best = game.bounds(state)
    if worst > best:
        raise RulesError(f"the rules of {game.spec} are broken: bounds gives {worst} to {best}, "
                         f"and the lowest payoff comes first, in {game.text(state)}; `zermelo "
                         f"check` finds out more")
    return worst, best


def is_scored(game: Game, state: Any) -> bool:
    """Whether the rules say that there is more to win than a win."""
    return game.overrides("bounds") and may_pay_more(game, state)


_BYTES_A_BUCKET = 64
_INTERPRETED_MB = 4  # an interpreted search never fills more, and Python's objects take more room


def buckets_in(table_mb: float, native: bool) -> int:
    """How many buckets a table of this size has: the largest power of two that fits."""
    if not 0 < table_mb < 1 << 24:
        raise ParameterError(f"a table of {table_mb} MB makes no sense: give its size in MB")
    most = table_mb if native else min(table_mb, _INTERPRETED_MB)
    return 1 << max(4, int(most * (1 << 20) / _BYTES_A_BUCKET).bit_length() - 1)


def opinions_beside(buckets: int) -> int:
    """How many buckets more a table of this size has for opinions: in a large one, which many nodes
    fill, an eighth."""
    return max(buckets >> 3, min(buckets, FEW_BUCKETS))
