"""The moves of a position on the stack, the most promising first, and what is learnt of them."""

from __future__ import annotations

from typing import Any

from zermelo.portable import inlined
from zermelo.search.codes import to_thousandths
from zermelo.search.experience import before, fared, remember_refutation, slot
from zermelo.search.memory import MOVE_SLOTS, OPEN_MOVES, Memory
from zermelo.search.rules import Rules

TABLE_MOVE_SCORE = 1 << 60
ORDER_MOST = 1 << 18
ORDER_UNIT = 1 << 40  # the game's own hint comes before everything learnt
KILLER_SCORE = 1 << 36
COUNTER_SCORE = 1 << 34
HISTORY_MOST = 1 << 32
GAIN_MOST = 1 << 18  # thousandths
GAIN_UNIT = 1 << 21  # among moves that the game's hint likes as much, before all that is learnt
LOSING_SCORE = (1 << 20) - (1 << 59)  # exchanges that lose come after everything else
ANSWERED = -(1 << 61)  # of a move that need not be tried: the table has its value
LOSING_MOST, LOSING_LEAST = -(1 << 58), -(1 << 59)  # … and between these is nothing else


@inlined
def listed(rules: Rules, memory: Memory, s: Any, few: bool, base: int) -> int:
    """Write the moves, or the candidates, to the stack; how many, or -1 if they do not fit."""
    at = base
    if few:
        for m in rules.candidates(s):
            if at >= OPEN_MOVES:
                break
            memory.moves[at].move = m
            at += 1
    else:
        for m in rules.moves(s):
            if at >= OPEN_MOVES:
                break
            memory.moves[at].move = m
            at += 1
    if at >= OPEN_MOVES:
        memory.overflow = 1
        memory.stop = 1
        return -1
    return at - base


@inlined
def rate_moves(rules: Rules, memory: Memory, s: Any, mover: int, table_place: int, ply: int,
               base: int, count: int, done: int, proving: bool, answered: bool) -> int:
    """Give the moves on the stack their scores and places; where the most promising one lies.

    `done`: 1 if the table's move was tried already, and changed places with the first one.
    `answered`: some may have the score ANSWERED already.
    """
    use = memory.use
    learnt = use.killers | use.history | use.counters | use.follow_ups != 0
    counter = -1
    best, most = base + done, -(1 << 62)
    if use.counters and ply > 0:
        counter = memory.counters[mover * MOVE_SLOTS + slot(memory.played[ply - 1])]
    last, own = 0, 0
    if use.follow_ups:
        last, own = before(memory, ply, 1), before(memory, ply, 2)
    for i in range(done, count):
        if answered and memory.moves[base + i].score == ANSWERED:
            continue
        m = memory.moves[base + i].move
        score = hinted(rules, memory, s, m, proving)
        if rules.has_exchange and use.exchanges and rules.noisy(s, m):
            score = with_gain(score, to_thousandths(rules.exchange(s, m)))
        if learnt:
            if use.killers and (memory.killers[ply].first == m or memory.killers[ply].second == m):
                score += KILLER_SCORE
            if m == counter:
                score += COUNTER_SCORE
            if use.follow_ups and not rules.noisy(s, m):
                score += fared(memory, mover, m, last, own)
            if use.history and not use.follow_ups:
                score += memory.history[mover * MOVE_SLOTS + slot(m)]
        place = i
        if i == table_place:
            score, place = (score, 0) if done > 0 else (TABLE_MOVE_SCORE, i)
        memory.moves[base + i].score = score
        memory.moves[base + i].place = place
        best = base + i if score > most else best
        most = max(most, score)
    return best


@inlined
def hinted(rules: Rules, memory: Memory, s: Any, m: int, proving: bool) -> int:
    """What the game's own hint makes of a move."""
    if not memory.use.order:
        return 0
    if rules.has_proof_order and proving:
        return max(min(rules.proof_order(s, m), ORDER_MOST), -ORDER_MOST) * ORDER_UNIT
    return max(min(rules.order(s, m), ORDER_MOST), -ORDER_MOST) * ORDER_UNIT


@inlined
def with_gain(score: int, brings: int) -> int:
    """An exchange's score, by what it brings in thousandths."""
    if brings < 0:
        return LOSING_SCORE + max(brings, -GAIN_MOST)
    return score + min(brings, GAIN_MOST) * GAIN_UNIT


@inlined
def most_promising(memory: Memory, first: int, end: int) -> int:
    """Where the move with the highest score lies; the first of equals."""
    best, most = first, memory.moves[first].score
    for at in range(first + 1, end):
        score = memory.moves[at].score
        best = at if score > most else best
        most = max(most, score)
    return best


@inlined
def swap(memory: Memory, one: int, other: int) -> None:
    """Exchange two moves on the stack, with their scores and places."""
    if one != other:
        here, there = memory.moves[one], memory.moves[other]
        move, score, place = here.move, here.score, here.place
        here.move, here.score, here.place = there.move, there.score, there.place
        there.move, there.score, there.place = move, score, place
        home, check = here.home, here.check
        here.home, here.check = there.home, there.check
        there.home, there.check = home, check


@inlined
def learn(memory: Memory, mover: int, m: int, base: int, done: int, depth: int, ply: int) -> None:
    """A move refuted what came before: try it earlier elsewhere, and those before it later."""
    remember_refutation(memory, mover, m, ply)
    if memory.use.history:
        bonus = min(depth, 30) * min(depth, 30)
        at = mover * MOVE_SLOTS + slot(m)
        memory.history[at] = min(memory.history[at] + bonus, HISTORY_MOST)
        for i in range(base, base + done - 1):
            at = mover * MOVE_SLOTS + slot(memory.moves[i].move)
            memory.history[at] = max(memory.history[at] - bonus // 4, -HISTORY_MOST)
