"""The horizon: what is judged there, and when it is too noisy to judge."""

from __future__ import annotations

from typing import Any

from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import inlined, promised
from zermelo.search.codes import INFINITY, finished, further, nearer
from zermelo.search.memory import MAX_PLY, OPEN_MOVES, Memory
from zermelo.search.rules import Rules


@inlined
def judged(rules: Rules, memory: Memory, s: Any, mover: int, alpha: int, beta: int,
           ply: int) -> int:
    """An unfinished position at the horizon: the evaluator's opinion, after the noise if asked."""
    if memory.use.quiescence:
        memory.nodes -= 1
        return quieted(rules, memory, s, alpha, beta, ply)
    memory.horizon += 1
    score = rules.evaluate(memory, s)
    return score if mover == 0 else -score


def quieted(rules: Rules, memory: Memory, s: Any, alpha: int, beta: int, ply: int) -> int:
    """Quiescence: the value once no noisy move is worth playing.

    Nobody need make one, unless all are.
    """
    memory.nodes += 1
    if memory.nodes > memory.node_limit:
        memory.stop = 1
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply
    mover = rules.to_move(s)
    payoff = rules.outcome(s)
    if payoff is not None:
        promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
        return finished(payoff, mover)

    memory.horizon += 1
    best = rules.evaluate(memory, s)
    if mover != 0:
        best = -best
    if ply >= MAX_PLY - 2:
        return best
    base = memory.top
    loud, count = 0, 0
    for m in rules.moves(s):
        count += 1
        if rules.noisy(s, m):
            if base + loud >= OPEN_MOVES:
                memory.overflow = 1
                memory.stop = 1
                return 0
            memory.moves[base + loud].move = m
            loud += 1
    promised(count > 0, s, A_MOVE)
    if loud == count:
        best = -INFINITY
    memory.top = base + loud
    step = memory.step
    for i in range(base, base + loud):
        if best >= beta:
            break
        low = max(alpha, best)
        after = rules.play(s, memory.moves[i].move)
        if rules.to_move(after) == mover:
            value = quieted(rules, memory, after, nearer(low, step), nearer(beta, step), ply + 1)
        else:
            value = -quieted(rules, memory, after, -nearer(beta, step), -nearer(low, step), ply + 1)
        if memory.stop != 0:
            return 0
        best = max(best, further(value, step))
    memory.top = base
    return best
