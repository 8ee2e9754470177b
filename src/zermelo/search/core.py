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

from zermelo.portable import as_float, hash_of, hashes_of, inlined, prefetch
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
from zermelo.search.layout import (
    ALPHA,
    BETA,
    BUSY_SLOTS,
    COMMAND,
    COUNT_LEAVES,
    COUNTERS,
    DEEPEST,
    DEPENDS,
    DEPTH,
    DRAWN,
    FLAGS,
    HISTORY,
    HITS,
    HORIZON,
    KILLERS,
    MAX_PLY,
    MOVE_SLOTS,
    MOVES,
    NO_INDEX,
    NODE_LIMIT,
    NODES,
    NOWHERE,
    OVERFLOW,
    PAST,
    PATH,
    PATH_CHECKS,
    PLAYED,
    RESULT,
    ROOT_INDEX,
    ROOT_PLY,
    SALT,
    SHARED_PLIES,
    STACK_WORDS,
    STEP,
    STOP,
    THREADS,
    TOP,
    WEIGHTS,
)
from zermelo.search.switches import FOR_POINTS, Switch
from zermelo.search.table import (
    EXACT_VALUE,
    LOWER,
    UPPER,
    bound_in,
    bucket_of,
    complete_in,
    depth_in,
    index_in,
    probe,
    store,
    value_in,
    worth_in,
)

WITH_TABLE = int(Switch.TABLE)
WITH_SYMMETRY = int(Switch.SYMMETRY)
WITH_ORDER = int(Switch.ORDER)
WITH_KILLERS = int(Switch.KILLERS)
WITH_HISTORY = int(Switch.HISTORY)
WITH_COUNTERS = int(Switch.COUNTERS)
WITH_WIN_IN_ONE = int(Switch.WIN_IN_ONE)
WITH_ENHANCED = int(Switch.ENHANCED_CUTOFFS)
WITH_SCOUT = int(Switch.SCOUT)
WITH_CANDIDATES = int(Switch.CANDIDATES)
WITH_BOUNDS = int(Switch.BOUNDS)
WITH_PRUNING = int(Switch.PRUNING)
WITH_QUIESCENCE = int(Switch.QUIESCENCE)
WITH_REDUCTIONS = int(Switch.REDUCTIONS)
WITH_NULL_MOVE = int(Switch.NULL_MOVE)
WITH_DEEPER = int(Switch.DEEPER_ENTRIES)

FULL_DEPTH = 1023  # to the end of the game
SHARED_WORTH = 10  # bits of nodes: a subtree of 500 is worth dividing among threads

TABLE_MOVE_SCORE = 1 << 60
ORDER_MOST = 1 << 18
ORDER_UNIT = 1 << 40  # the game's own hint comes before everything learnt
KILLER_SCORE = 1 << 36
COUNTER_SCORE = 1 << 34
HISTORY_MOST = 1 << 32
DEFERRED_SCORE = -(1 << 60)  # another thread is at it: come back when the rest is done


def run(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Carry out the command in memory, from state `s`."""
    payoff = rules.outcome(s)
    if memory[COMMAND] == COUNT_LEAVES:
        depth = memory[DEPTH]
        if depth == 0:
            memory[RESULT] = 1
        elif payoff is not None:
            memory[RESULT] = 0
        elif depth == 1:
            memory[RESULT] = rules.mobility(s)
        else:
            memory[RESULT] = count_leaves(rules, memory, s, depth)
    elif payoff is not None:
        memory[RESULT] = finished(payoff, rules.to_move(s))
    else:
        memory[RESULT] = search(rules, memory, table, s, memory[DEPTH], memory[ALPHA],
                                memory[BETA], memory[ROOT_PLY])


def count_leaves(rules: Any, memory: Any, s: Any, depth: int) -> int:
    """The number of ways to play `depth` > 1 plies from an unfinished state.

    Games that end earlier do not count. The last ply is counted, not played.
    """
    leaves = 0
    if memory[STOP] != 0:
        return leaves
    for m in rules.moves(s):
        after = rules.play(s, m)
        if rules.outcome(after) is None:
            if depth > 2:
                leaves += count_leaves(rules, memory, after, depth - 1)
            else:
                leaves += rules.mobility(after)
    return leaves


def search(rules: Any, memory: Any, table: Any, s: Any, depth: int, alpha: int, beta: int,
           ply: int) -> int:
    """The value of an unfinished state, `depth` plies deep, within the window.

    What that means stands at the top of this file.
    """
    # 1. Count, and give up if somebody wants us to.
    memory[NODES] += 1
    nodes_before = memory[NODES]
    if nodes_before > memory[NODE_LIMIT]:
        memory[STOP] = 1
    if memory[STOP] != 0:
        return 0
    if ply > memory[DEEPEST]:
        memory[DEEPEST] = ply

    # 2. A repeated position is a draw by the game's word.
    mover: int = rules.to_move(s)
    if rules.repetition > 0 and repeated(rules, memory, s, ply):
        return 0

    # 3. The horizon.
    if depth <= 0 or ply >= MAX_PLY - 2:
        return judged(rules, memory, s, mover, alpha, beta, ply)

    flags: int = memory[FLAGS]
    step: int = memory[STEP]

    below = depth if depth == FULL_DEPTH else depth - 1

    # 4. What the rules say can still be reached. A bound that an estimate might overstep counts
    #    only where nothing is estimated.
    best_payoff = 1 << 30
    if flags & WITH_BOUNDS != 0:
        low, high = rules.bounds(s)
        if mover != 0:
            low, high = -high, -low
        best_payoff = high
        if flags & WITH_PRUNING != 0:
            most, least = further(highest(high), step), further(lowest_code(low), step)
            if most <= alpha and (most >= PROVEN or depth == FULL_DEPTH):
                return most
            if least >= beta and (least <= -PROVEN or depth == FULL_DEPTH):
                return least

    # 5. The moves: the rules' candidates, but only where nothing is estimated, as they suffice for
    #    proofs alone. Where there is one move, there is nothing to look up and nothing to remember.
    if depth != FULL_DEPTH:
        flags &= ~WITH_CANDIDATES
    home, check = 0, 0
    if flags & WITH_TABLE != 0:
        home, check = position_key(rules, memory, s)
        prefetch(table, bucket_of(memory, home))
    base: int = memory[TOP]
    count = listed(rules, memory, s, flags, base)
    if count < 0:
        return 0
    remembering = flags & WITH_TABLE != 0 and (count > 1 or ply == 0)

    # 6. What is known of this position already.
    table_index = NOWHERE
    known = 0
    if remembering:
        known = probe(memory, table, home, check)
        if known != 0:
            memory[HITS] += 1
            if same_list(known, depth, memory[FLAGS]) and index_in(known) != NO_INDEX:
                table_index = index_in(known)
            if ply > 0 and usable(known, depth, flags):
                value = value_in(known)
                bound = still_bound(known, depth, flags)
                if (bound == EXACT_VALUE or (bound == LOWER and value >= beta)
                        or (bound == UPPER and value <= alpha)):
                    if unsure(known, value, alpha, beta, flags):
                        memory[HORIZON] += 1
                    return value

    # 7. A win at once needs no search.
    if flags & WITH_WIN_IN_ONE != 0 and count > 1 and best_payoff > 0 and ply > 0:
        for i in range(count):
            at_once = rules.outcome(rules.play(s, memory[base + 3 * i]))
            if at_once is not None and (at_once if mover == 0 else -at_once) >= best_payoff:
                return further(highest(best_payoff), step)

    # 8. If skipping a turn is good enough, moving surely is. Judgement, not proof. Where the turn
    #    stays the mover's, it cannot be skipped.
    memory[TOP] = base + 3 * count
    skipped = rules.null_move(s)
    if (rules.has_null_move and flags & WITH_NULL_MOVE != 0 and depth >= 3 and ply > 0
            and beta - alpha == 1 and abs(beta) < PROVEN and memory[PLAYED + ply - 1] != -1
            and rules.to_move(skipped) != mover and rules.outcome(skipped) is None):
        memory[PLAYED + ply] = -1
        value = -search(rules, memory, table, skipped, depth - 3, -beta, -alpha, ply + 1)
        if memory[STOP] != 0:
            return 0
        if value >= beta:
            memory[HORIZON] += 1
            memory[TOP] = base
            return min(value, PROVEN - 1)

    # 9. A guess for each move of how good it is.
    if count > 1:
        scored(rules, memory, s, mover, flags, table_index, ply, base, count)

    # 10. Perhaps one of the replies is known to be good enough.
    if flags & WITH_ENHANCED != 0 and remembering and depth >= 2 and ply > 0:
        for i in range(count):
            after = rules.play(s, memory[base + 3 * i])
            there, that = position_key(rules, memory, after)
            reply = probe(memory, table, there, that)
            if reply != 0 and usable(reply, below, flags):
                same = rules.to_move(after) == mover
                if still_bound(reply, below, flags) & (LOWER if same else UPPER) != 0:
                    value = further(value_in(reply) if same else -value_in(reply), step)
                    if value >= beta:
                        if unsure(reply, value, alpha, beta, flags):
                            memory[HORIZON] += 1
                        memory[TOP] = base
                        return value

    # 11. One move after the other, the most promising first.
    horizon_before: int = memory[HORIZON]
    depends_before: int = memory[DEPENDS]
    memory[DEPENDS] = MAX_PLY
    best = -INFINITY
    best_index = NO_INDEX
    sharing = (memory[THREADS] > 1 and remembering and depth >= 2
               and (ply < memory[SHARED_PLIES] or worth_in(known) >= SHARED_WORTH))
    done = 0
    while done < count:
        at = most_promising(memory, base, done, count)
        m = memory[at]
        busy = 0
        if sharing and done > 0 and memory[at + 1] > DEFERRED_SCORE // 2:
            busy = check ^ hash_of(m)
            if table[busy & BUSY_SLOTS - 1] == busy:
                memory[at + 1] = DEFERRED_SCORE - done
                continue
        swap(memory, at, base + 3 * done)
        index = memory[base + 3 * done + 2] if count > 1 else 0
        after = rules.play(s, m)
        same = rules.to_move(after) == mover
        memory[PLAYED + ply] = m
        if sharing:
            busy = check ^ hash_of(m)
            table[busy & BUSY_SLOTS - 1] = busy

        low = max(alpha, best) if flags & WITH_PRUNING != 0 else -INFINITY
        high = beta if flags & WITH_PRUNING != 0 else INFINITY
        scout = flags & WITH_SCOUT != 0 and done > 0 and high - low > 1 and low > -INFINITY
        less = 0
        if (flags & WITH_REDUCTIONS != 0 and done >= 3 and depth >= 3 and low > -PROVEN
                and not rules.noisy(s, m)):
            less = 1 if done < 8 or depth < 5 else 2
        value = INFINITY
        reached = rules.outcome(after)
        if reached is not None:
            memory[NODES] += 1
            memory[DEEPEST] = max(memory[DEEPEST], ply + 1)
            value = further(finished(reached, mover), step)
        elif scout or less > 0:
            edge = low + 1 if low > -INFINITY else high
            if same:
                value = further(search(rules, memory, table, after, below - less,
                                       nearer(low, step), nearer(edge, step), ply + 1), step)
            else:
                value = further(-search(rules, memory, table, after, below - less,
                                        -nearer(edge, step), -nearer(low, step), ply + 1), step)
        if reached is None and value > low and (less > 0 or not scout or value < high):
            if same:
                value = further(search(rules, memory, table, after, below,
                                       nearer(low, step), nearer(high, step), ply + 1), step)
            else:
                value = further(-search(rules, memory, table, after, below,
                                        -nearer(high, step), -nearer(low, step), ply + 1), step)
        if sharing and table[busy & BUSY_SLOTS - 1] == busy:
            table[busy & BUSY_SLOTS - 1] = 0
        if memory[STOP] != 0:
            return 0

        done += 1
        if value > best:
            best = value
            best_index = index
            if ply == 0:
                memory[ROOT_INDEX] = index
        if best >= beta and flags & WITH_PRUNING != 0:
            learn(memory, flags, mover, m, base, done, depth, ply)
            break
    memory[TOP] = base

    # 12. Remember, unless it was only true on the way that led here. A win holds on any way, but
    #     on another there may be a shorter one.
    tied = memory[DEPENDS] < ply
    memory[DEPENDS] = min(memory[DEPENDS], depends_before)
    bound = EXACT_VALUE
    if best >= beta:
        bound = LOWER
    elif best <= alpha:
        bound = UPPER
    if tied:
        bound &= LOWER if best >= PROVEN else UPPER if best <= -PROVEN else 0
    if remembering and bound != 0:
        complete = 1 if memory[HORIZON] == horizon_before else 0
        store(memory, table, home, check, best, depth, bound, complete,
              min(best_index, NO_INDEX), memory[NODES] - nodes_before + 1)
    return best


@inlined
def usable(data: int, depth: int, flags: int) -> bool:
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
        reached = found if flags & FOR_POINTS != 0 else distance_of(value)
        return proves and (reached <= depth or flags & WITH_DEEPER != 0)
    return found > depth and flags & WITH_DEEPER != 0


@inlined
def same_list(data: int, depth: int, flags: int) -> bool:
    """Whether an entry's move is a place in the list that a search of this depth looks at."""
    return flags & WITH_CANDIDATES == 0 or (depth_in(data) == FULL_DEPTH) == (depth == FULL_DEPTH)


@inlined
def still_bound(data: int, depth: int, flags: int) -> int:
    """On which sides a usable entry bounds what a search of this depth would find.

    Where points count, a deeper search may find that a win is larger still.
    """
    bound = bound_in(data)
    value = value_in(data)
    if (flags & FOR_POINTS != 0 and abs(value) >= PROVEN and complete_in(data) == 0
            and depth_in(data) != depth):
        bound &= LOWER if value > 0 else UPPER
    return bound


@inlined
def unsure(data: int, value: int, alpha: int, beta: int, flags: int) -> bool:
    """Whether a horizon has a part in what this value says about the game.

    It has none in a proven win or loss. Where points count, the win may be larger still: then only
    "at least that much" is certain.
    """
    if complete_in(data) != 0:
        return False
    if abs(value) < PROVEN:
        return True
    return flags & FOR_POINTS != 0 and (value < beta if value > 0 else value > alpha)


@inlined
def position_key(rules: Any, memory: Any, s: Any) -> tuple[int, int]:
    """What the table knows a position by, or all that are alike by symmetry: home and check.

    Searches of different kinds, which may differ about a position, keep apart by their salt.
    """
    salt: int = memory[SALT]
    if memory[FLAGS] & WITH_SYMMETRY != 0:
        home, check = hashes_of(rules.key(rules.canonical(s)))
    else:
        home, check = hashes_of(rules.key(s))
    return home ^ salt, check ^ salt


@inlined
def repeated(rules: Any, memory: Any, s: Any, ply: int) -> bool:
    """Whether this position was on the path before; remembers it for those below.

    What follows then depends on the path, and nothing is proven by it. If it has occurred too
    often before the root, that is the rules' own word.
    """
    here, check = hashes_of(rules.repetition_key(s))
    before = on_path(memory, here, check, ply)
    if before >= 0:
        memory[HORIZON] += 1
        memory[DEPENDS] = min(memory[DEPENDS], before)
        return True
    return drawn_by_past(rules, memory, here, check, ply)


@inlined
def on_path(memory: Any, here: int, check: int, ply: int) -> int:
    """The ply at which a position was on the path, by its hashes; -1 if it is new.

    It is remembered for those below.
    """
    root: int = memory[PAST]
    memory[PATH + root + ply], memory[PATH_CHECKS + root + ply] = here, check
    for i in range(ply - 1, -1, -1):
        if memory[PATH + root + i] == here and memory[PATH_CHECKS + root + i] == check:
            return i
    return -1


@inlined
def drawn_by_past(rules: Any, memory: Any, here: int, check: int, ply: int) -> bool:
    """Whether a position has occurred before the root so often that it is a draw now."""
    if memory[DRAWN] == 0 or ply == 0:
        return False
    times = 1
    for i in range(memory[PAST]):
        if memory[PATH + i] == here and memory[PATH_CHECKS + i] == check:
            times += 1
    drawn: bool = times >= rules.repetition
    return drawn


@inlined
def judged(rules: Any, memory: Any, s: Any, mover: int, alpha: int, beta: int, ply: int) -> int:
    """An unfinished position at the horizon: the evaluator's opinion, after the noise if asked."""
    if memory[FLAGS] & WITH_QUIESCENCE != 0:
        memory[NODES] -= 1
        return quieted(rules, memory, s, alpha, beta, ply)
    memory[HORIZON] += 1
    score: int = rules.evaluate(memory, s)
    return score if mover == 0 else -score


def quieted(rules: Any, memory: Any, s: Any, alpha: int, beta: int, ply: int) -> int:
    """The value once no noisy move is worth playing. Nobody need make one, unless all are."""
    memory[NODES] += 1
    if memory[NODES] > memory[NODE_LIMIT]:
        memory[STOP] = 1
    if memory[STOP] != 0:
        return 0
    if ply > memory[DEEPEST]:
        memory[DEEPEST] = ply
    mover: int = rules.to_move(s)
    payoff = rules.outcome(s)
    if payoff is not None:
        return finished(payoff, mover)

    memory[HORIZON] += 1
    best: int = rules.evaluate(memory, s)
    if mover != 0:
        best = -best
    if ply >= MAX_PLY - 2:
        return best
    base: int = memory[TOP]
    loud, count = 0, 0
    for m in rules.moves(s):
        count += 1
        if rules.noisy(s, m):
            if base + loud >= MOVES + STACK_WORDS:
                memory[OVERFLOW] = 1
                memory[STOP] = 1
                return 0
            memory[base + loud] = m
            loud += 1
    if loud == count:
        best = -INFINITY
    memory[TOP] = base + loud
    step: int = memory[STEP]
    for i in range(loud):
        if best >= beta:
            break
        low = max(alpha, best)
        after = rules.play(s, memory[base + i])
        if rules.to_move(after) == mover:
            value = further(quieted(rules, memory, after, nearer(low, step),
                                    nearer(beta, step), ply + 1), step)
        else:
            value = further(-quieted(rules, memory, after, -nearer(beta, step),
                                     -nearer(low, step), ply + 1), step)
        if memory[STOP] != 0:
            return 0
        best = max(best, value)
    memory[TOP] = base
    return best


@inlined
def listed(rules: Any, memory: Any, s: Any, flags: int, base: int) -> int:
    """Write the moves to the stack, three words each; how many, or -1 if they do not fit."""
    at = base
    end = MOVES + STACK_WORDS - 3
    if flags & WITH_CANDIDATES != 0:
        for m in rules.candidates(s):
            if at > end:
                break
            memory[at] = m
            at += 3
    else:
        for m in rules.moves(s):
            if at > end:
                break
            memory[at] = m
            at += 3
    if at > end:
        memory[OVERFLOW] = 1
        memory[STOP] = 1
        return -1
    return (at - base) // 3


@inlined
def scored(rules: Any, memory: Any, s: Any, mover: int, flags: int, table_index: int, ply: int,
           base: int, count: int) -> None:
    """Complete the moves on the stack to (move, score, place)."""
    counter = -1
    if flags & WITH_COUNTERS != 0 and ply > 0:
        counter = memory[COUNTERS + mover * MOVE_SLOTS + slot(memory[PLAYED + ply - 1])]
    for i in range(count):
        m = memory[base + 3 * i]
        score = 0
        if flags & WITH_ORDER != 0:
            score = max(min(rules.order(s, m), ORDER_MOST), -ORDER_MOST) * ORDER_UNIT
        if flags & WITH_KILLERS != 0 and (memory[KILLERS + 2 * ply] == m
                                          or memory[KILLERS + 2 * ply + 1] == m):
            score += KILLER_SCORE
        if m == counter:
            score += COUNTER_SCORE
        if flags & WITH_HISTORY != 0:
            score += memory[HISTORY + mover * MOVE_SLOTS + slot(m)]
        if i == table_index:
            score = TABLE_MOVE_SCORE
        memory[base + 3 * i + 1] = score
        memory[base + 3 * i + 2] = i


@inlined
def most_promising(memory: Any, base: int, done: int, count: int) -> int:
    """Where the move with the highest score lies; the first of equals."""
    best = base + 3 * done
    for at in range(best + 3, base + 3 * count, 3):
        if memory[at + 1] > memory[best + 1]:
            best = at
    return best


@inlined
def swap(memory: Any, one: int, other: int) -> None:
    """Exchange two moves on the stack, with their scores and places."""
    if one != other:
        for i in range(3):
            kept = memory[one + i]
            memory[one + i] = memory[other + i]
            memory[other + i] = kept


def slot(move: Any) -> int:
    """A place for a move among the history's."""
    return hash_of(move) & MOVE_SLOTS - 1


@inlined
def learn(memory: Any, flags: int, mover: int, m: int, base: int, done: int, depth: int,
          ply: int) -> None:
    """A move refuted what came before: try it earlier elsewhere, and those before it later."""
    if flags & WITH_KILLERS != 0 and memory[KILLERS + 2 * ply] != m:
        memory[KILLERS + 2 * ply + 1] = memory[KILLERS + 2 * ply]
        memory[KILLERS + 2 * ply] = m
    if flags & WITH_COUNTERS != 0 and ply > 0:
        memory[COUNTERS + mover * MOVE_SLOTS + slot(memory[PLAYED + ply - 1])] = m
    if flags & WITH_HISTORY != 0:
        bonus = min(depth, 30) * min(depth, 30)
        at = HISTORY + mover * MOVE_SLOTS + slot(m)
        memory[at] = min(memory[at] + bonus, HISTORY_MOST)
        for i in range(done - 1):
            at = HISTORY + mover * MOVE_SLOTS + slot(memory[base + 3 * i])
            memory[at] = max(memory[at] - bonus // 4, -HISTORY_MOST)


def weighted(memory: Any, index: int) -> float:
    """The weight of an evaluator's feature."""
    return as_float(memory[WEIGHTS + index])
