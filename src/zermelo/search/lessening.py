"""What a search that plays looks at less closely: by judgement, with the game's own numbers."""

from __future__ import annotations

from math import ceil, log

from zermelo.portable import inlined
from zermelo.search.memory import UNSEEN, Memory
from zermelo.search.rules import Rules

LATE_ENOUGH = 1 << 30  # no move comes so late

# After n moves, the chance that the best is still to come was found to be about n ** (-decline / 4)
# in games of many kinds: in Breakthrough one in n, in chess more, in others less.
USUALLY, FASTEST = 4, 12
_SELDOM = 3  # a move is searched less deep where the best comes so late in one of so many positions
_FIRST_MOVES = (0, *(ceil(_SELDOM ** (USUALLY / decline) - 1e-9)
                     for decline in range(1, FASTEST + 1)))
_DEEPEST, _LATEST = 32, 64
_LESS = tuple(  # thousandths of a ply, by depth and moves before, where one in n is the usual
    int(1000 * log(max(depth, 1)) * log(max(late, 1)) / 2.2)
    for depth in range(_DEEPEST) for late in range(_LATEST))
_FIRST = 400  # … which are added to that


@inlined
def judges(rules: Rules, memory: Memory) -> bool:
    """Whether what the evaluator says of a position decides how closely it is looked at."""
    use = memory.use
    return (rules.has_null_move and use.null_move != 0) or (
        (use.standing != 0 or use.futility != 0 or use.late_moves != 0) and (
            memory.margins[1].behind > 0 or memory.margins[1].ahead > 0))


@inlined
def lessened(memory: Memory, depth: int, done: int, improving: bool, wide: bool) -> int:
    """By how many plies a move is searched less deep at first, after so many others; `wide`: its
    value is wanted, not only whether it is good enough."""
    decline = memory.decline if memory.decline > 0 else USUALLY
    if done < _FIRST_MOVES[decline]:
        return 0
    part = _LESS[min(depth, _DEEPEST - 1) * _LATEST + min(done, _LATEST - 1)] * decline // USUALLY
    less = (_FIRST + part) // 1000
    return less + (0 if improving else 1) - (1 if wide else 0) if less > 0 else 0


@inlined
def late_at(depth: int, improving: bool) -> int:
    """After how many moves quiet ones are left out, so near the horizon."""
    late = 4 + depth * depth
    return late if improving else (late + 1) // 2


@inlined
def improves(memory: Memory, mover: int, ply: int) -> bool:
    """Whether the mover stands better than two plies before, as far as that was seen."""
    if ply < 2:
        return True
    now, before = memory.stands[ply], memory.stands[ply - 2]
    if now == UNSEEN or before == UNSEEN:
        return False
    return now > before if mover == 0 else now < before
