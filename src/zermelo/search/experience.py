"""How quiet moves fared in a search that plays: by themselves, after the last move, and after the
one before it. What was lately counts most: a figure goes a part of its way to the end of its scale
each time, and a part of its way back."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.records import Array
from zermelo.portable import hash_of, inlined, shl
from zermelo.search.memory import MOVE_SLOTS, PAIR_SLOTS, Memory
from zermelo.search.rules import Rules

SCALE_BITS = 14
SCALE = 1 << SCALE_BITS  # no figure is above that, nor below its negative
_STEP, _LONGEST_STEP = 1 << 5, 1 << 11
_APART = 2533  # odd, and large enough to scatter
_NOBODY = -2  # the move before the first one


def slot(move: Any) -> int:
    """A place for a move among the history's."""
    return hash_of(move) & MOVE_SLOTS - 1


@inlined
def before(memory: Memory, ply: int, back: int) -> int:
    """What keeps the pairs apart whose first move is the one so many plies before."""
    first = memory.played[ply - back] if ply >= back else _NOBODY
    return (slot(first) * _APART + back) * _APART


@inlined
def fared(memory: Memory, mover: int, m: int, last: int, own: int) -> int:
    """How a quiet move fared so far, from -3 to 3 times the scale; `last` and `own` are what
    `before` says of one ply and of two."""
    place = slot(m)
    return (figure_at(memory.lately, mover * MOVE_SLOTS + place)
            + figure_at(memory.pairs, (place ^ last) & PAIR_SLOTS - 1)
            + figure_at(memory.pairs, (place ^ own) & PAIR_SLOTS - 1))


@inlined
def figure_at(figures: Array[int], at: int) -> int:
    """One of the four figures of a word, 16 bits each, the first in the lowest."""
    return shl(figures[at >> 2], 48 - ((at & 3) << 4)) >> 48


@inlined
def remember_refutation(memory: Memory, mover: int, m: int, ply: int) -> None:
    """Try a move early at the same ply, and after the same move elsewhere."""
    if memory.use.killers and memory.killers[ply].first != m:
        memory.killers[ply].second = memory.killers[ply].first
        memory.killers[ply].first = m
    if memory.use.counters and ply > 0:
        memory.counters[mover * MOVE_SLOTS + slot(memory.played[ply - 1])] = m


@inlined
def learn_in_play(rules: Rules, memory: Memory, s: Any, mover: int, m: int, base: int, done: int,
                  depth: int, ply: int, last: int, own: int) -> None:
    """A move refuted what came before. If it is a quiet one, try it earlier elsewhere, and later
    those quiet ones that were tried before it; noise is found early without that."""
    step = min(_STEP * depth * depth, _LONGEST_STEP)
    if not rules.noisy(s, m):
        remember_refutation(memory, mover, m, ply)
        take_down(memory, mover, m, last, own, step)
    for i in range(base, base + done - 1):
        if not rules.noisy(s, memory.moves[i].move):
            take_down(memory, mover, memory.moves[i].move, last, own, -step)


@inlined
def take_down(memory: Memory, mover: int, m: int, last: int, own: int, step: int) -> None:
    """Move the figures of a move by a step, shorter the nearer they are to its end."""
    place = slot(m)
    move_on(memory.lately, mover * MOVE_SLOTS + place, step)
    move_on(memory.pairs, (place ^ last) & PAIR_SLOTS - 1, step)
    move_on(memory.pairs, (place ^ own) & PAIR_SLOTS - 1, step)


@inlined
def move_on(figures: Array[int], at: int, step: int) -> None:
    """Move a figure by a step."""
    figure, by = figure_at(figures, at), (at & 3) << 4
    figure += step - (figure * abs(step) >> SCALE_BITS)
    figures[at >> 2] = figures[at >> 2] & ~shl(0xFFFF, by) | shl(figure & 0xFFFF, by)
