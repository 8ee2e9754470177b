"""The search itself. This file runs as it stands, interpreted, and is compiled as it stands.

`search` returns the value v of a state in the view of the player to move there, for a window
alpha < beta:

    alpha < v < beta    v is exact
    v <= alpha          the true value is at most v
    v >= beta           the true value is at least v

Values are the whole numbers of `codes`; they belong to the state, wherever in the tree it is met.
Players need not alternate: whose turn it is after a move is asked, and only then is anything
negated.
"""

from __future__ import annotations

from typing import Any

from zermelo.portable import hash_of, hashes_of, inlined, prefetch, seldom
from zermelo.search.codes import (
    INFINITY,
    PROVEN,
    distance_of,
    finished,
    further,
    highest,
    lowest_code,
    nearer,
)
from zermelo.search.memory import (
    BUSY_SLOTS,
    COUNT_LEAVES,
    EXAMINE,
    MAX_PLY,
    MOVE_SLOTS,
    NOWHERE,
    OPEN_MOVES,
    Memory,
    Table,
    Techniques,
)
from zermelo.search.rules import Rules
from zermelo.search.table import (
    EXACT_VALUE,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    bucket_of,
    complete_in,
    depth_in,
    place_in,
    probe,
    store,
    value_in,
    worth_in,
)

FULL_DEPTH = 1023  # to the end of the game
SHARED_WORTH = 10  # bits of nodes: a subtree of 500 is worth dividing among threads

TABLE_MOVE_SCORE = 1 << 60
ORDER_MOST = 1 << 18
ORDER_UNIT = 1 << 40  # the game's own hint comes before everything learnt
KILLER_SCORE = 1 << 36
COUNTER_SCORE = 1 << 34
HISTORY_MOST = 1 << 32
DEFERRED_SCORE = -(1 << 60)  # another thread is at it: come back when the rest is done


def run(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """Carry out the command in memory, from state `s`."""
    payoff = rules.outcome(s)
    if memory.command == EXAMINE:
        memory.result = everything_about(rules, memory, s)
    elif memory.command == COUNT_LEAVES:
        if memory.depth == 0:
            memory.result = 1
        elif payoff is not None:
            memory.result = 0
        elif memory.depth == 1:
            memory.result = rules.mobility(s)
        else:
            memory.result = count_leaves(rules, memory, s, memory.depth)
    elif payoff is not None:
        memory.result = finished(payoff, rules.to_move(s))
    else:
        memory.result = search(rules, memory, table, s, memory.depth, memory.alpha, memory.beta,
                               memory.root_ply)


def count_leaves(rules: Rules, memory: Memory, s: Any, depth: int) -> int:
    """The number of ways to play `depth` > 1 plies from an unfinished state.

    Games that end earlier do not count. The last ply is counted, not played.
    """
    leaves = 0
    if memory.stop != 0:
        return leaves
    for m in rules.moves(s):
        after = rules.play(s, m)
        if rules.outcome(after) is None:
            if depth > 2:
                leaves += count_leaves(rules, memory, after, depth - 1)
            else:
                leaves += rules.mobility(after)
    return leaves


@seldom
def everything_about(rules: Rules, memory: Memory, s: Any) -> int:
    """A number that depends on all that the rules and the evaluator say of a state: the same
    interpreted and compiled, or one of the two is not what was meant."""
    alike = hash_of(rules.key(rules.canonical(s)))
    about = hash_of((rules.to_move(s), hash_of(rules.key(s)), alike,
                     hash_of(rules.repetition_key(s))))
    payoff = rules.outcome(s)
    if payoff is not None:
        return hash_of((about, payoff))
    low, high = rules.bounds(s)
    about = hash_of((about, low, high, rules.evaluate(memory, s)))
    for m in rules.candidates(s):
        about = hash_of((about, m))
    for m in rules.moves(s):
        after = hash_of(rules.play(s, m))
        about = hash_of((about, m, after, rules.order(s, m), 1 if rules.noisy(s, m) else 0))
    return about


def search(rules: Rules, memory: Memory, table: Table, s: Any, depth: int, alpha: int, beta: int,
           ply: int) -> int:
    """The value of an unfinished state, `depth` plies deep, within the window.

    What that means stands at the top of this file.
    """
    # 1. Count, and give up if somebody wants us to.
    memory.nodes += 1
    nodes_before = memory.nodes
    if nodes_before > memory.node_limit:
        memory.stop = 1
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply

    # 2. A repeated position is a draw by the game's word.
    mover = rules.to_move(s)
    if rules.repetition > 0 and repeated(rules, memory, s, ply):
        return 0

    # 3. The horizon.
    if depth <= 0 or ply >= MAX_PLY - 2:
        return judged(rules, memory, s, mover, alpha, beta, ply)

    use = memory.use
    step = memory.step
    below = depth if depth == FULL_DEPTH else depth - 1

    # 4. What the rules say can still be reached. A bound that an estimate might overstep counts
    #    only where nothing is estimated.
    best_payoff = 1 << 30
    if use.bounds:
        low, high = rules.bounds(s)
        if mover != 0:
            low, high = -high, -low
        best_payoff = high
        if use.pruning:
            most, least = further(highest(high), step), further(lowest_code(low), step)
            if most <= alpha and (most >= PROVEN or depth == FULL_DEPTH):
                return most
            if least >= beta and (least <= -PROVEN or depth == FULL_DEPTH):
                return least

    # 5. The moves: the rules' candidates, but only where nothing is estimated, as they suffice for
    #    proofs alone. Where there is one move, there is nothing to look up and nothing to remember.
    home, check = 0, 0
    if use.table:
        home, check = position_key(rules, memory, s)
        prefetch(bucket_of(memory, table, home))
    base = memory.top
    count = listed(rules, memory, s, use.candidates != 0 and depth == FULL_DEPTH, base)
    if count < 0:
        return 0
    remembering = use.table != 0 and (count > 1 or ply == 0)

    # 6. What is known of this position already.
    table_place = NOWHERE
    known = 0
    if remembering:
        known = probe(memory, table, home, check)
        if known != 0:
            memory.hits += 1
            if same_list(known, depth, use) and place_in(known) != NO_PLACE:
                table_place = place_in(known)
            if ply > 0 and usable(known, depth, memory):
                value = value_in(known)
                bound = still_bound(known, depth, memory)
                if (bound == EXACT_VALUE or (bound == LOWER and value >= beta)
                        or (bound == UPPER and value <= alpha)):
                    if unsure(known, value, alpha, beta, memory):
                        memory.horizon += 1
                    return value

    # 7. A win at once needs no search.
    if use.win_in_one and count > 1 and best_payoff > 0 and ply > 0:
        for i in range(base, base + count):
            at_once = rules.outcome(rules.play(s, memory.moves[i].move))
            if at_once is not None and (at_once if mover == 0 else -at_once) >= best_payoff:
                return further(highest(best_payoff), step)

    # 8. If skipping a turn is good enough, moving surely is. Judgement, not proof. Where the turn
    #    stays the mover's, it cannot be skipped.
    memory.top = base + count
    if (rules.has_null_move and use.null_move and depth >= 3 and ply > 0 and beta - alpha == 1
            and abs(beta) < PROVEN and memory.played[ply - 1] != -1):
        skipped = rules.null_move(s)
        if rules.to_move(skipped) != mover and rules.outcome(skipped) is None:
            memory.played[ply] = -1
            value = -search(rules, memory, table, skipped, depth - 3, -beta, -alpha, ply + 1)
            if memory.stop != 0:
                return 0
            if value >= beta:
                memory.horizon += 1
                memory.top = base
                return min(value, PROVEN - 1)

    # 9. A guess for each move of how good it is.
    if count > 1:
        scored(rules, memory, s, mover, table_place, ply, base, count)

    # 10. Perhaps one of the replies is known to be good enough.
    if use.enhanced_cutoffs and remembering and depth >= 2 and ply > 0:
        for i in range(base, base + count):
            after = rules.play(s, memory.moves[i].move)
            there, that = position_key(rules, memory, after)
            reply = probe(memory, table, there, that)
            if reply != 0 and usable(reply, below, memory):
                same = rules.to_move(after) == mover
                if still_bound(reply, below, memory) & (LOWER if same else UPPER) != 0:
                    value = further(value_in(reply) if same else -value_in(reply), step)
                    if value >= beta:
                        if unsure(reply, value, alpha, beta, memory):
                            memory.horizon += 1
                        memory.top = base
                        return value

    # 11. One move after the other, the most promising first.
    horizon_before = memory.horizon
    depends_before = memory.depends
    memory.depends = MAX_PLY
    best, best_place = -INFINITY, NO_PLACE
    sharing = (memory.threads > 1 and remembering and depth >= 2
               and (ply < memory.shared_plies or worth_in(known) >= SHARED_WORTH))
    done = 0
    while done < count:
        at = most_promising(memory, base + done, base + count)
        m = memory.moves[at].move
        busy = 0
        if sharing:
            busy = check ^ hash_of(m)
            if (done > 0 and memory.moves[at].score > DEFERRED_SCORE // 2
                    and table.busy[busy & BUSY_SLOTS - 1] == busy):
                memory.moves[at].score = DEFERRED_SCORE - done
                continue
            table.busy[busy & BUSY_SLOTS - 1] = busy
        swap(memory, at, base + done)
        place = memory.moves[base + done].place if count > 1 else 0
        memory.played[ply] = m
        after = rules.play(s, m)
        same = rules.to_move(after) == mover

        # The window in the view of who moves next, and how much of it is asked for at first.
        low = max(alpha, best) if use.pruning else -INFINITY
        high = beta if use.pruning else INFINITY
        scout = use.scout != 0 and done > 0 and high - low > 1 and low > -INFINITY
        less = 0
        if (use.reductions and done >= 3 and depth >= 3 and low > -PROVEN
                and not rules.noisy(s, m)):
            less = 1 if done < 8 or depth < 5 else 2
        reached = rules.outcome(after)
        if reached is not None:
            memory.nodes += 1
            memory.deepest = max(memory.deepest, ply + 1)
            value = further(finished(reached, mover), step)
        else:
            value = INFINITY
            if scout or less > 0:
                edge = low + 1 if low > -INFINITY else high
                value = seen_from_here(rules, memory, table, after, same, below - less, low, edge,
                                       ply, step)
            if value > low and (less > 0 or not scout or value < high):
                value = seen_from_here(rules, memory, table, after, same, below, low, high, ply,
                                       step)
        if sharing and table.busy[busy & BUSY_SLOTS - 1] == busy:
            table.busy[busy & BUSY_SLOTS - 1] = 0
        if memory.stop != 0:
            return 0

        done += 1
        if value > best:
            best, best_place = value, place
            if ply == 0:
                memory.root_place = place
        if best >= beta and use.pruning:
            learn(memory, mover, m, base, done, depth, ply)
            break
    memory.top = base

    # 12. Remember, unless it was only true on the way that led here. A win holds on any way, but
    #     on another there may be a shorter one.
    tied = memory.depends < ply
    memory.depends = min(memory.depends, depends_before)
    bound = EXACT_VALUE
    if best >= beta:
        bound = LOWER
    elif best <= alpha:
        bound = UPPER
    if tied:
        bound &= LOWER if best >= PROVEN else UPPER if best <= -PROVEN else 0
    if remembering and bound != 0:
        complete = 1 if memory.horizon == horizon_before else 0
        store(memory, table, home, check, best, depth, bound, complete, min(best_place, NO_PLACE),
              memory.nodes - nodes_before + 1)
    return best


@inlined
def seen_from_here(rules: Rules, memory: Memory, table: Table, after: Any, same: bool, depth: int,
                   low: int, high: int, ply: int, step: int) -> int:
    """The value of the state after a move in the mover's view, within the mover's window.

    `same`: it is the mover's turn again.
    """
    alpha = nearer(low, step) if same else -nearer(high, step)
    beta = nearer(high, step) if same else -nearer(low, step)
    value = search(rules, memory, table, after, depth, alpha, beta, ply + 1)
    return further(value if same else -value, step)


@inlined
def usable(data: int, depth: int, memory: Memory) -> bool:
    """Whether an entry says what a search of this depth would find.

    One of the same depth does. One that saw no horizon does for any deeper search, and a proven
    win or loss does if the search would reach its end; where points count, if it is deeper.
    """
    found = depth_in(data)
    if found == depth or (complete_in(data) != 0 and found <= depth):
        return True
    value = value_in(data)
    if abs(value) >= PROVEN:
        bound = bound_in(data)
        proves = bound == EXACT_VALUE or bound == (LOWER if value > 0 else UPPER)
        reached = found if memory.for_points != 0 else distance_of(value)
        return proves and (reached <= depth or memory.use.deeper_entries != 0)
    return found > depth and memory.use.deeper_entries != 0


@inlined
def same_list(data: int, depth: int, use: Techniques) -> bool:
    """Whether an entry's move is a place in the list that a search of this depth looks at."""
    return use.candidates == 0 or (depth_in(data) == FULL_DEPTH) == (depth == FULL_DEPTH)


@inlined
def still_bound(data: int, depth: int, memory: Memory) -> int:
    """On which sides a usable entry bounds what a search of this depth would find.

    Where points count, a deeper search may find that a win is larger still.
    """
    bound = bound_in(data)
    value = value_in(data)
    if (memory.for_points != 0 and abs(value) >= PROVEN and complete_in(data) == 0
            and depth_in(data) != depth):
        bound &= LOWER if value > 0 else UPPER
    return bound


@inlined
def unsure(data: int, value: int, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether a horizon has a part in what this value says about the game.

    It has none in a proven win or loss. Where points count, the win may be larger still: then only
    "at least that much" is certain.
    """
    if complete_in(data) != 0:
        return False
    if abs(value) < PROVEN:
        return True
    return memory.for_points != 0 and (value < beta if value > 0 else value > alpha)


@inlined
def position_key(rules: Rules, memory: Memory, s: Any) -> tuple[int, int]:
    """What the table knows a position by, or all that are alike by symmetry: home and check.

    Searches of different kinds, which may differ about a position, keep apart by their salt.
    """
    if memory.use.symmetry:
        home, check = hashes_of(rules.key(rules.canonical(s)))
    else:
        home, check = hashes_of(rules.key(s))
    return home ^ memory.salt, check ^ memory.salt


@inlined
def repeated(rules: Rules, memory: Memory, s: Any, ply: int) -> bool:
    """Whether this position was on the path before; remembers it for those below.

    What follows then depends on the path, and nothing is proven by it. If it has occurred too
    often before the root, that is the rules' own word.
    """
    home, check = hashes_of(rules.repetition_key(s))
    before = on_path(memory, home, check, ply)
    if before >= 0:
        memory.horizon += 1
        memory.depends = min(memory.depends, before)
        return True
    return drawn_by_past(rules, memory, home, check, ply)


@inlined
def on_path(memory: Memory, home: int, check: int, ply: int) -> int:
    """The ply at which a position was on the path, by its hashes; -1 if it is new.

    It is remembered for those below.
    """
    root = memory.past
    mark = memory.path[root + ply]
    mark.home, mark.check = home, check
    for i in range(ply - 1, -1, -1):
        if memory.path[root + i].home == home and memory.path[root + i].check == check:
            return i
    return -1


@inlined
def drawn_by_past(rules: Rules, memory: Memory, home: int, check: int, ply: int) -> bool:
    """Whether a position has occurred before the root so often that it is a draw now."""
    if memory.drawn == 0 or ply == 0:
        return False
    times = 1
    for i in range(memory.past):
        if memory.path[i].home == home and memory.path[i].check == check:
            times += 1
    return times >= rules.repetition


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
def scored(rules: Rules, memory: Memory, s: Any, mover: int, table_place: int, ply: int, base: int,
           count: int) -> None:
    """Give the moves on the stack their scores and places."""
    use = memory.use
    counter = -1
    if use.counters and ply > 0:
        counter = memory.counters[mover * MOVE_SLOTS + slot(memory.played[ply - 1])]
    for i in range(count):
        m = memory.moves[base + i].move
        score = 0
        if use.order:
            score = max(min(rules.order(s, m), ORDER_MOST), -ORDER_MOST) * ORDER_UNIT
        if use.killers and (memory.killers[ply].first == m or memory.killers[ply].second == m):
            score += KILLER_SCORE
        if m == counter:
            score += COUNTER_SCORE
        if use.history:
            score += memory.history[mover * MOVE_SLOTS + slot(m)]
        if i == table_place:
            score = TABLE_MOVE_SCORE
        memory.moves[base + i].score = score
        memory.moves[base + i].place = i


@inlined
def most_promising(memory: Memory, first: int, end: int) -> int:
    """Where the move with the highest score lies; the first of equals."""
    best = first
    for at in range(first + 1, end):
        if memory.moves[at].score > memory.moves[best].score:
            best = at
    return best


@inlined
def swap(memory: Memory, one: int, other: int) -> None:
    """Exchange two moves on the stack, with their scores and places."""
    if one != other:
        here, there = memory.moves[one], memory.moves[other]
        move, score, place = here.move, here.score, here.place
        here.move, here.score, here.place = there.move, there.score, there.place
        there.move, there.score, there.place = move, score, place


def slot(move: Any) -> int:
    """A place for a move among the history's."""
    return hash_of(move) & MOVE_SLOTS - 1


@inlined
def learn(memory: Memory, mover: int, m: int, base: int, done: int, depth: int, ply: int) -> None:
    """A move refuted what came before: try it earlier elsewhere, and those before it later."""
    use = memory.use
    if use.killers and memory.killers[ply].first != m:
        memory.killers[ply].second = memory.killers[ply].first
        memory.killers[ply].first = m
    if use.counters and ply > 0:
        memory.counters[mover * MOVE_SLOTS + slot(memory.played[ply - 1])] = m
    if use.history:
        bonus = min(depth, 30) * min(depth, 30)
        at = mover * MOVE_SLOTS + slot(m)
        memory.history[at] = min(memory.history[at] + bonus, HISTORY_MOST)
        for i in range(base, base + done - 1):
            at = mover * MOVE_SLOTS + slot(memory.moves[i].move)
            memory.history[at] = max(memory.history[at] - bonus // 4, -HISTORY_MOST)
