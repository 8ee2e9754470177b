"""The horizon: what is judged there, and when it is too noisy to judge."""

from __future__ import annotations

from typing import Any

from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import inlined, prefetch, promised
from zermelo.search.codes import INFINITY, PROVEN, finished, further, nearer, to_thousandths
from zermelo.search.entries import position_key, settles
from zermelo.search.growing import grow_or_stop
from zermelo.search.memory import MAX_PLY, OPEN_MOVES, Memory, Table
from zermelo.search.opinions import looked_up_beyond, opinion, opinion_asked_for
from zermelo.search.ordering import hinted, most_promising, swap, with_gain
from zermelo.search.rules import Rules
from zermelo.search.table import bucket_of, probe, value_in

ANSWERS = 4  # urgent threats on a way beyond the horizon are answered so often, as if within it
MARGIN = 1200  # thousandths: a position that an exchange leads to may be better by that much


@inlined
def judged(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int,
           threatened: bool, mover: int, alpha: int, beta: int, ply: int) -> int:
    """An unfinished position at the horizon: the evaluator's opinion, after the noise if asked."""
    if memory.use.quiescence:
        memory.nodes -= 1
        return quieted(rules, memory, table, s, home, check, threatened, alpha, beta, ply, ANSWERS)
    memory.horizon += 1
    score = opinion(rules, memory, table, s, home, check)
    return score if mover == 0 else -score


def quieted(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int,
            threatened: bool, alpha: int, beta: int, ply: int, answers: int) -> int:
    """Quiescence: the value of an unfinished state once no noisy move is worth playing.

    Nobody need make one, unless all are; or unless there is a threat to answer, by any move. Where
    looking is sooner than judging, what a search found here counts for more.
    """
    memory.nodes += 1
    if memory.nodes > memory.next_look:
        grow_or_stop(memory, table, False)
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply
    mover = rules.to_move(s)
    memory.horizon += 1
    use = memory.use
    base = memory.top
    best, stands = -INFINITY, 0
    if answers <= 0 or ply >= MAX_PLY - 2:
        threatened = False
    if looked_up_beyond(rules, memory) and ply > 0:
        known = probe(memory, table, home, check)
        if known != 0 and settles(known, 0, alpha, beta, memory):
            memory.hits += 1
            return value_in(known)
    if not threatened:
        best = opinion(rules, memory, table, s, home, check)
        if mover != 0:
            best = -best
        if ply >= MAX_PLY - 2 or (best >= beta and has_quiet_move(rules, s)):
            return best
        stands = best
    loud, count = 0, 0
    if rules.has_loud and not threatened:
        for m in rules.loud(s):
            if base + loud < OPEN_MOVES:
                put(rules, memory, s, m, True, base + loud)
            loud += 1
        count = loud
        if loud == 0 or has_quiet_move(rules, s):
            count += 1
    else:
        for m in rules.moves(s):
            count += 1
            noisy = rules.noisy(s, m)
            if noisy or threatened:
                if base + loud < OPEN_MOVES:
                    put(rules, memory, s, m, noisy, base + loud)
                loud += 1
    promised(count > 0, s, A_MOVE)
    if base + loud > OPEN_MOVES:
        memory.overflow = 1
        memory.stop = 1
        return 0
    may_wait = loud < count
    if not may_wait:
        best = -INFINITY
    memory.top = base + loud
    step = memory.step
    for i in range(base, base + loud):
        if best >= beta:
            break
        low = max(alpha, best)
        if rules.has_exchange and use.exchanges:
            swap(memory, most_promising(memory, i, base + loud), i)
        if rules.has_exchange and use.good_exchanges and may_wait and abs(low) < PROVEN:
            # Who may as well wait makes no exchange that loses, and none that gains too little.
            brings = memory.moves[i].place
            if brings < 0:
                continue
            if stands + brings + MARGIN <= low:
                best = max(best, stands + brings + MARGIN)
                continue
        after = rules.play(s, memory.moves[i].move)
        there, that = 0, 0
        if looked_up_beyond(rules, memory):
            there, that = asked_for(rules, memory, table, after)
        reached = rules.outcome(after)
        if reached is not None:
            promised(abs(reached) <= PAYOFF_LIMIT, after, A_PAYOFF)
            memory.nodes += 1
            memory.deepest = max(memory.deepest, ply + 1)
            value = finished(reached, mover)
        else:
            same = rules.to_move(after) == mover
            high, below = nearer(beta, step), nearer(low, step)
            left = answers - 1 if threatened else answers
            threat = rules.has_urgent and use.extensions != 0 and left > 0 and rules.urgent(after)
            value = quieted(rules, memory, table, after, there, that, threat,
                            below if same else -high, high if same else -below, ply + 1, left)
            value = value if same else -value
        if memory.stop != 0:
            return 0
        best = max(best, further(value, step))
    memory.top = base
    return best


@inlined
def asked_for(rules: Rules, memory: Memory, table: Table, s: Any) -> tuple[int, int]:
    """By what the table knows a state, which will soon be looked up there; 0 without a table."""
    home, check = 0, 0
    if memory.use.table:
        home, check = position_key(rules, memory, s)
        prefetch(bucket_of(memory, table, home))  # what comes before takes about as long
        opinion_asked_for(rules, memory, table, home)
    return home, check


@inlined
def has_quiet_move(rules: Rules, s: Any) -> bool:
    """Whether not all moves are noisy."""
    count = 0
    for m in rules.moves(s):
        count += 1
        if not rules.noisy(s, m):
            return True
    promised(count > 0, s, A_MOVE)
    return False


@inlined
def put(rules: Rules, memory: Memory, s: Any, m: int, noisy: bool, at: int) -> None:
    """Write a move to the stack; where a game says what exchanges bring, with that."""
    memory.moves[at].move = m
    if rules.has_exchange and (memory.use.exchanges or memory.use.good_exchanges):
        score, brings = hinted(rules, memory, s, m, False), 0
        if noisy:
            brings = to_thousandths(rules.exchange(s, m))
            score = with_gain(score, brings)
        memory.moves[at].score = score
        memory.moves[at].place = brings
