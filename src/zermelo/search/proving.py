"""Exact search: one question about a state, answered yes or no by nothing but the rules.

`prove` returns a value v of a state in the view of the player to move there:

    v >= at_least    the true value is at least v
    v < at_least     the true value is at most v

There is no horizon, so that the game's hints for proofs count here: `candidates`, `outlook`,
`proof_order`. Without pruning v is the value itself. This file runs as it stands, interpreted, and
is compiled as it stands, like the search to a depth in `core`; values and turns are as there.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import inlined, prefetch, promised
from zermelo.search.codes import (
    INFINITY,
    finished,
    further,
    highest,
    in_plies,
    least_payoff,
    lowest_code,
    nearer,
    with_more,
)
from zermelo.search.entries import (
    proof_key,
    proves,
    same_list,
    settled_for,
    still_bound,
    unsure,
    without_settled,
)
from zermelo.search.growing import grow_or_stop, look_later
from zermelo.search.informed import UNKNOWN, told
from zermelo.search.memory import MAX_PLY, NOWHERE, Memory, Table
from zermelo.search.ordering import ANSWERED, learn, listed, most_promising, rate_moves
from zermelo.search.repetition import repeated
from zermelo.search.rules import Rules
from zermelo.search.table import (
    EXACT_VALUE,
    FULL_DEPTH,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    bucket_of,
    complete_in,
    place_in,
    probe,
    store,
    value_in,
)
from zermelo.search.trying import end_turn, on_any_way, shared, turn_of, wins_at_once


def prove(rules: Rules, memory: Memory, table: Table, s: Any, at_least: int, ply: int) -> int:
    """Whether a state is worth at least so much. What that means stands at the top of this file."""
    look_later(memory, table)
    home, check = asked_for(rules, memory, table, s)
    return proved(rules, memory, table, s, home, check, at_least, ply)


@inlined
def asked_for(rules: Rules, memory: Memory, table: Table, s: Any) -> tuple[int, int]:
    """By what the table knows a state, which will soon be looked up there; 0 if it will not."""
    home, check = 0, 0
    if looked_up(rules, memory, s):
        home, check = proof_key(rules, memory, s)
        prefetch(bucket_of(memory, table, home))  # what comes before takes about as long
    return home, check


@inlined
def looked_up(rules: Rules, memory: Memory, s: Any) -> bool:
    """Whether the table is of use there."""
    return memory.use.table != 0 and not (rules.has_nearly_over and rules.nearly_over(s))


@inlined
def looks_ahead(rules: Rules, memory: Memory, s: Any, m: int) -> bool:
    """Whether to look up what the table knows of replies, of which `m` is one. That takes long at
    the many nodes near the end; but where these are played out and have no entries, it pays."""
    use = memory.use
    if rules.has_nearly_over and rules.has_decided and use.decided and memory.step == 0:
        return not rules.nearly_over(rules.play(s, m))
    return use.enhanced_cutoffs != 0


def proved(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int,
           at_least: int, ply: int) -> int:
    """The same, told what the table knows the state by."""
    # 1. Count, and give up if somebody wants us to.
    memory.nodes += 1
    nodes_before = memory.nodes
    if nodes_before > memory.next_look:
        grow_or_stop(memory, table, True)
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply

    # 2. The rules' last word; a repeated position is a draw by the game's; what a database has.
    mover = rules.to_move(s)
    payoff = rules.outcome(s)
    if payoff is not None:
        promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
        return finished(payoff, mover)
    if rules.repetition > 0 and repeated(rules, memory, s, ply):
        return 0
    if rules.has_database and ply > 0:
        sure = told(rules, memory, s, ply)
        if sure != UNKNOWN:
            return sure
    if ply >= MAX_PLY - 2:
        memory.horizon += 1
        return 0

    use = memory.use
    looking = looked_up(rules, memory, s)

    # 3. What the rules say can still be reached, and how soon.
    step = memory.step
    best_payoff, soonest = 1 << 30, 1
    if use.bounds:
        low, high = rules.bounds(s)
        if mover != 0:
            low, high = -high, -low
        best_payoff = high
        if use.pruning:
            most, least = further(highest(high), step), further(lowest_code(low), step)
            if most < at_least:
                return most
            if least >= at_least:
                return least
    if rules.has_decided and use.decided and use.pruning and step == 0 and ply > 0:
        payoff = rules.decided(s, least_payoff(at_least))
        if payoff is not None:
            return finished(payoff, 0)
    if rules.has_outlook:  # asked always: what `candidates` computes as well is computed once then
        worst, worst_plies, best_of_all, best_plies = rules.outlook(s)
        if use.outlook and use.pruning and ply > 0:
            least = in_plies(worst, worst_plies * step)
            most = in_plies(best_of_all, best_plies * step)
            if least >= at_least:
                return least
            if most < at_least:
                return most
            soonest = best_plies

    # 4. The moves that suffice. Of just one, there is nothing to look up and nothing to remember.
    base = memory.top
    count = listed(rules, memory, s, use.candidates != 0, base)
    if count < 0:
        return 0
    promised(count > 0, s, A_MOVE)
    remembering = looking and (count > 1 or ply == 0)

    # 5. What is known of this position already.
    table_place = NOWHERE
    known, settled = 0, 0
    if remembering:
        settled = settled_for(rules, memory, s, mover)
        known = probe(memory, table, home, check)
        if known != 0:
            memory.hits += 1
            if same_list(known, FULL_DEPTH, use) and place_in(known) != NO_PLACE:
                table_place = place_in(known)
            if ply > 0 and proves(known):
                value = with_settled(value_in(known), settled)
                bound = still_bound(known, FULL_DEPTH, memory)
                enough = LOWER if value >= at_least else UPPER
                if bound == EXACT_VALUE or (bound == enough and use.pruning != 0):
                    if unsure(known, value, at_least - 1, at_least, memory):
                        memory.horizon += 1
                    return value
    if ply == 0 and memory.root_first != NOWHERE:
        table_place = memory.root_first

    # 6. A win at once needs no search.
    if (use.win_in_one and soonest <= 1 and count > 1 and best_payoff > 0 and ply > 0
            and wins_at_once(rules, memory, s, mover, best_payoff, base, count)):
        return further(highest(best_payoff), step)

    # 7. Where there is just one move, there is nothing to choose and nothing to learn.
    memory.top = base + count
    if count == 1 and ply > 0:
        m = memory.moves[base].move
        memory.played[ply] = m
        after = rules.play(s, m)
        there, that = asked_for(rules, memory, table, after)
        value = seen_from_here(rules, memory, table, after, there, that, mover, at_least, ply)
        memory.top = base
        return further(value, step)

    # 8. Perhaps a reply is known to be good enough; else a guess for each move of how good it is.
    at = base
    replies = (remembering and ply > 0 and use.pruning != 0 and count > 1
               and looks_ahead(rules, memory, s, memory.moves[base].move))
    horizon_before = memory.horizon
    best, best_place = -INFINITY, NO_PLACE
    if replies:
        for i in range(base, base + count):
            there, that = proof_key(rules, memory, rules.play(s, memory.moves[i].move))
            memory.moves[i].home, memory.moves[i].check = there, that
            prefetch(bucket_of(memory, table, there))
        best, best_place = known_replies(rules, memory, table, s, mover, at_least, base, count)
        if best >= at_least:
            memory.top = base
            return best
    if count > 1:
        at = rate_moves(rules, memory, s, mover, table_place, ply, base, count, 0, True, replies)

    # 9. One move after the other, the most promising first.
    depends_before = memory.depends
    memory.depends = MAX_PLY
    sharing = remembering and shared(memory, known, ply)
    done = 0
    while done < count:
        if done > 0:
            at = most_promising(memory, base + done, base + count)
        if replies and memory.moves[at].score == ANSWERED:
            break
        mark = turn_of(memory, table, sharing, check, base, done, count, at)
        m = memory.moves[base + done].move
        place = memory.moves[base + done].place if count > 1 else 0
        memory.played[ply] = m
        after = rules.play(s, m)
        there, that = memory.moves[base + done].home, memory.moves[base + done].check
        if not replies:
            there, that = asked_for(rules, memory, table, after)
        value = seen_from_here(rules, memory, table, after, there, that, mover, at_least, ply)
        value = further(value, step)
        end_turn(table, sharing, mark)
        if memory.stop != 0:
            return 0

        done += 1
        if value > best:
            best, best_place = value, place
            if ply == 0:
                memory.root_place = place
        if best >= at_least and use.pruning:
            learn(memory, mover, m, base, done, FULL_DEPTH, ply)
            break
    memory.top = base

    # 10. Remember, unless it was only true on the way that led here. A win holds on any way, but
    #     on another there may be a shorter one. What a horizon decided holds for no other sum.
    tied = memory.depends < ply
    memory.depends = min(memory.depends, depends_before)
    bound = EXACT_VALUE
    if use.pruning:
        bound = LOWER if best >= at_least else UPPER
    bound = on_any_way(bound, best, tied)
    if remembering and bound != 0:
        complete = 1 if memory.horizon == horizon_before else 0
        kept = with_settled(best, -settled)
        if complete & complete_in(known) != 0 and value_in(known) == kept:
            bound |= bound_in(known)  # at least that much and at most
        if complete != 0 or not (rules.has_unsettled and without_settled(rules, memory)):
            store(memory, table, home, check, kept, FULL_DEPTH, bound, complete,
                  min(best_place, NO_PLACE), memory.nodes - nodes_before + 1)
    return best


@inlined
def seen_from_here(rules: Rules, memory: Memory, table: Table, after: Any, home: int, check: int,
                   mover: int, at_least: int, ply: int) -> int:
    """The same for the state after a move, in the view of who makes it."""
    step = memory.step
    same = rules.to_move(after) == mover
    asked = nearer(at_least, step) if same else -nearer(at_least - 1, step)
    value = proved(rules, memory, table, after, home, check, asked, ply + 1)
    return value if same else -value


@inlined
def with_settled(code: int, settled: int) -> int:
    """A value of the table with what is settled; or without it, if that is negative."""
    return code if settled == 0 else with_more(code, settled)


@inlined
def known_replies(rules: Rules, memory: Memory, table: Table, s: Any, mover: int, at_least: int,
                  base: int, count: int) -> tuple[int, int]:
    """The best move of those that the table answers the question for: its value and its place.

    The first that is good enough is the last that is looked at. Those that are not need no search:
    they are marked. Where positions repeat they may yet be draws, and are searched.
    """
    step = memory.step
    best, best_place = -INFINITY, NO_PLACE
    for i in range(base, base + count):
        memory.moves[i].score = 0
        reply = probe(memory, table, memory.moves[i].home, memory.moves[i].check)
        if reply != 0 and proves(reply):
            after = rules.play(s, memory.moves[i].move)
            same = rules.to_move(after) == mover
            settled = settled_for(rules, memory, after, rules.to_move(after))
            value = with_settled(value_in(reply), settled)
            value = further(value if same else -value, step)
            enough = value >= at_least
            if (still_bound(reply, FULL_DEPTH, memory) & (LOWER if same == enough else UPPER) != 0
                    and (enough or rules.repetition == 0)):
                if unsure(reply, value, at_least - 1, at_least, memory):
                    memory.horizon += 1
                if value > best:
                    best, best_place = value, i - base
                if enough:
                    break
                memory.moves[i].score = ANSWERED
    return best, best_place
