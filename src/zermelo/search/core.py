"""The search to a depth. This file runs as it stands, interpreted, and is compiled as it stands.
Searches without a horizon are in `proving`, and in a kernel of their own (`commands`).

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

from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import inlined, promised
from zermelo.search.codes import (
    INFINITY,
    PROVEN,
    finished,
    further,
    highest,
    lowest_code,
    nearer,
    to_thousandths,
)
from zermelo.search.entries import (
    corrected,
    position_key,
    same_list,
    settles,
    still_bound,
    unsure,
    usable,
)
from zermelo.search.examining import everything_about
from zermelo.search.experience import SCALE, before, fared, learn_in_play
from zermelo.search.growing import grow_or_stop, look_later
from zermelo.search.informed import UNKNOWN, told
from zermelo.search.lessening import LATE_ENOUGH, improves, judges, late_at, lessened
from zermelo.search.looking_up import known_to_lead
from zermelo.search.memory import (
    COUNT_LEAVES,
    EXAMINE,
    LOOK_UP,
    MARGINS,
    MAX_PLY,
    NOWHERE,
    UNSEEN,
    Memory,
    Table,
)
from zermelo.search.opinions import looked_up_beyond, opinion
from zermelo.search.ordering import (
    LOSING_LEAST,
    LOSING_MOST,
    LOSING_SCORE,
    TABLE_MOVE_SCORE,
    learn,
    listed,
    most_promising,
    rate_moves,
)
from zermelo.search.quiescence import asked_for, judged
from zermelo.search.repetition import repeated
from zermelo.search.rules import Rules
from zermelo.search.table import (
    EXACT_VALUE,
    LOWER,
    NO_PLACE,
    UPPER,
    place_in,
    probe,
    store,
    value_in,
)
from zermelo.search.trying import (
    end_turn,
    may_win_at_once,
    on_any_way,
    shared,
    turn_of,
    wins_at_once,
)


def run(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """Carry out the command in memory, from state `s`."""
    payoff = rules.outcome(s)
    if memory.command == EXAMINE:
        memory.result = everything_about(rules, memory, s)
    elif memory.command == LOOK_UP:
        memory.result = known_to_lead(rules, memory, table, s)
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
        promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
        memory.result = finished(payoff, rules.to_move(s))
    else:
        look_later(memory, table)
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


@inlined
def search(rules: Rules, memory: Memory, table: Table, s: Any, depth: int, alpha: int, beta: int,
           ply: int) -> int:
    """The value of an unfinished state, `depth` plies deep, within the window.

    What that means stands at the top of this file.
    """
    home, check = asked_for(rules, memory, table, s)
    threatened = rules.has_urgent and memory.use.extensions != 0 and rules.urgent(s)
    return searched(rules, memory, table, s, home, check, threatened, depth, alpha, beta, ply)


def searched(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int,
             threatened: bool, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same, told what the table knows the state by, and whether there is an urgent threat."""
    # 1. Count, and give up if somebody wants us to.
    memory.nodes += 1
    nodes_before = memory.nodes
    if nodes_before > memory.next_look:
        grow_or_stop(memory, table, False)
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply

    use = memory.use
    # 2. A threat that must be answered is looked at one ply further.
    mover = rules.to_move(s)
    if threatened and ply > 0 and ply < 2 * memory.depth:
        depth += 1
    at_horizon = depth <= 0 or ply >= MAX_PLY - 2

    # 3. A repeated position is a draw by the game's word. What a database has is known for sure.
    #    And then there is the horizon.
    if rules.repetition > 0 and repeated(rules, memory, s, ply):
        return 0
    if rules.has_database and ply > 0:
        sure = told(rules, memory, s, ply)
        if sure != UNKNOWN:
            return sure

    if at_horizon:
        return judged(rules, memory, table, s, home, check, threatened, mover, alpha, beta, ply)

    step = memory.step
    below = depth - 1

    # 4. What the rules say can still be reached. A bound that an estimate might overstep does not
    #    count.
    best_payoff = 1 << 30
    if use.bounds:
        low, high = rules.bounds(s)
        if mover != 0:
            low, high = -high, -low
        best_payoff = high
        if use.pruning:
            most, least = further(highest(high), step), further(lowest_code(low), step)
            if most <= alpha and most >= PROVEN:
                return most
            if least >= beta and least <= -PROVEN:
                return least

    # 5. The moves. Where there is one, there is nothing to look up and nothing to remember. Who
    #    judges lists them later: most positions are left again before they are needed.
    base, count = memory.top, 0
    judging = judges(rules, memory)
    if not judging:
        count = written_down(rules, memory, s, base)
        if count < 0:
            return 0
    remembering = use.table != 0 and (judging or count > 1 or ply == 0)

    # 6. What is known of this position already.
    table_place = NOWHERE
    known = 0
    if remembering:
        known = probe(memory, table, home, check)
        if known != 0:
            memory.hits += 1
            if same_list(known, depth, use) and place_in(known) != NO_PLACE:
                table_place = place_in(known)
            if ply > 0 and settles(known, depth, alpha, beta, memory):
                if unsure(known, value_in(known), alpha, beta, memory):
                    memory.horizon += 1
                return value_in(known)

    if ply == 0 and memory.root_first != NOWHERE:
        table_place = memory.root_first
    if use.reductions and remembering and ply > 0 and depth >= 4 and table_place == NOWHERE:
        depth -= 1  # what to try first is found out sooner that way, and it will come back
        below -= 1

    # 7. Near the horizon: who is far enough ahead need not look further, and who is far enough
    #    behind only at noise. Judgement, by the game's own margins.
    stands, improving = UNSEEN, True
    if judging:
        if not threatened:
            stands = opinion(rules, memory, table, s, home, check)
        memory.stands[ply] = stands
        improving = improves(memory, mover, ply)
        if mover != 0:
            stands = -stands
        if not threatened:
            stands = corrected(stands, known)
    narrow = ply > 0 and beta - alpha == 1 and not threatened and abs(beta) < PROVEN
    futile, hoped, late, lost = False, -INFINITY, LATE_ENOUGH, -INFINITY
    if judging and narrow and depth < MARGINS:
        behind, ahead = memory.margins[depth].behind, memory.margins[depth].ahead
        if use.standing and behind > 0 and stands - behind >= beta:
            memory.horizon += 1
            return stands - behind
        hoped = stands + ahead
        futile = use.futility != 0 and ahead > 0 and hoped <= alpha
        if use.late_moves and ahead > 0:
            late = late_at(depth, improving)
        if use.futility and ahead > 0:
            lost = -ahead

    # 8. If skipping a turn is good enough, by the game's own margin, moving surely is. Judgement,
    #    not proof. Where the turn stays the mover's, it cannot be skipped.
    memory.top = base + count
    enough = beta + memory.skipping
    if (rules.has_null_move and use.null_move and depth >= 3 and narrow and stands >= enough
            and memory.played[ply - 1] != -1):
        skipped = rules.null_move(s)
        if rules.to_move(skipped) != mover and rules.outcome(skipped) is None:
            memory.played[ply] = -1
            value = -search(rules, memory, table, skipped, depth - 4 - depth // 4, -enough,
                            1 - enough, ply + 1)
            if memory.stop != 0:
                return 0
            if value >= enough:
                memory.horizon += 1
                memory.top = base
                return min(value, PROVEN - 1) - memory.skipping

    if judging:
        count = written_down(rules, memory, s, base)
        if count < 0:
            return 0
        remembering = use.table != 0 and (count > 1 or ply == 0)
        memory.top = base + count

    # 9. A win at once needs no search.
    if (use.win_in_one and count > 1 and best_payoff > 0 and ply > 0
            and may_win_at_once(rules, s, count)
            and wins_at_once(rules, memory, s, mover, best_payoff, base, count)):
        memory.top = base
        return further(highest(best_payoff), step)

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

    # 11. One move after the other, the most promising first. Who selects tries what the table has
    #     before the others are rated; and sorts them no longer when it is too late for quiet ones.
    horizon_before = memory.horizon
    depends_before = memory.depends
    memory.depends = MAX_PLY
    best, best_place = -INFINITY, NO_PLACE
    sharing = remembering and depth >= 2 and shared(memory, known, ply)
    wide = beta - alpha > 1
    selecting = use.reductions != 0 or use.futility != 0 or use.late_moves != 0
    last, own = 0, 0
    if use.follow_ups:
        last, own = before(memory, ply, 1), before(memory, ply, 2)
    rated = 1 if selecting and 0 <= table_place < count else 0
    done = 0
    while done < count:
        at = base + done
        if done < rated:
            at = base + table_place
            memory.moves[at].score, memory.moves[at].place = TABLE_MOVE_SCORE, table_place
        elif done == rated and count > 1:
            at = rate_moves(rules, memory, s, mover, table_place, ply, base, count, rated, False,
                            False)
        elif done < late:
            at = most_promising(memory, base + done, base + count)
        mark = turn_of(memory, table, sharing, check, base, done, count, at)
        m = memory.moves[base + done].move
        place = memory.moves[base + done].place if count > 1 else 0
        score = memory.moves[base + done].score
        losing = score < LOSING_MOST and score > LOSING_LEAST
        calm = selecting and (losing or not rules.noisy(s, m))
        spare = calm and done > 0 and best > -PROVEN and not threatened
        brings = score - LOSING_SCORE if losing else 0
        if spare and (losing or not (futile or done >= late)):
            if rules.has_exchange and use.exchanges and not losing:
                brings = to_thousandths(rules.exchange(s, m))
            spare = brings < lost
        left_out = (rules.has_threatens and spare and use.extensions != 0
                    and not rules.threatens(s, m))
        after, reached, threat = s, None, False
        if not left_out:
            memory.played[ply] = m
            after = rules.play(s, m)
            reached = rules.outcome(after)
            threat = rules.has_urgent and use.extensions != 0 and rules.urgent(after)
            calm = calm and not threat
            left_out = spare and calm and reached is None
        if left_out:
            end_turn(table, sharing, mark)
            memory.horizon += 1
            best = max(best, hoped if futile else alpha)
            done += 1
            continue

        # The window in the view of who moves next, and how much of it is asked for at first. What
        # the table has is on its way meanwhile.
        same = rules.to_move(after) == mover
        there, that = 0, 0
        if reached is None and (below > 0 or threat or looked_up_beyond(rules, memory)):
            there, that = asked_for(rules, memory, table, after)
        low = max(alpha, best) if use.pruning else -INFINITY
        high = beta if use.pruning else INFINITY
        scout = use.scout != 0 and done > 0 and high - low > 1 and low > -INFINITY
        less = 0
        if use.reductions and calm and depth >= 3 and done > 0 and low > -PROVEN and not threatened:
            less = lessened(memory, depth, done, improving or losing, wide and not losing)
            if use.follow_ups and less > 0 and not losing:
                less -= fared(memory, mover, m, last, own) // SCALE
            if brings < 0 and not losing:
                less += 1
            less = max(0, min(less, below - 1))
        if reached is not None:
            promised(abs(reached) <= PAYOFF_LIMIT, after, A_PAYOFF)
            memory.nodes += 1
            memory.deepest = max(memory.deepest, ply + 1)
            value = further(finished(reached, mover), step)
        else:
            value = INFINITY
            if scout or less > 0:
                edge = low + 1 if low > -INFINITY else high
                value = seen_from_here(rules, memory, table, after, there, that, threat, same,
                                       below - less, low, edge, ply, step)
                if less > 0 and scout and value > low:
                    value = seen_from_here(rules, memory, table, after, there, that, threat, same,
                                           below, low, edge, ply, step)
                    less = 0
            if value > low and (less > 0 or not scout or value < high):
                value = seen_from_here(rules, memory, table, after, there, that, threat, same,
                                       below, low, high, ply, step)
        end_turn(table, sharing, mark)
        if memory.stop != 0:
            return 0

        done += 1
        if value > best:
            best, best_place = value, place
            if ply == 0:
                memory.root_place, memory.root_value = place, value
                memory.root_before = done - 1
                if done == 1:
                    memory.root_tried = place
        if best >= beta and use.pruning:
            if use.follow_ups:
                learn_in_play(rules, memory, s, mover, m, base, done, depth, ply, last,
                              own)
            else:
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
    bound = on_any_way(bound, best, tied)
    if remembering and bound != 0:
        complete = 1 if memory.horizon == horizon_before else 0
        store(memory, table, home, check, best, depth, bound, complete, min(best_place, NO_PLACE),
              memory.nodes - nodes_before + 1)
    return best


def written_down(rules: Rules, memory: Memory, s: Any, base: int) -> int:
    """Write the moves to the stack; how many, or -1 if they do not fit."""
    count = listed(rules, memory, s, False, base)
    promised(count != 0, s, A_MOVE)
    return count


@inlined
def seen_from_here(rules: Rules, memory: Memory, table: Table, after: Any, home: int, check: int,
                   threat: bool, same: bool, depth: int, low: int, high: int, ply: int,
                   step: int) -> int:
    """The value of the state after a move in the mover's view, within the mover's window.

    `same`: it is the mover's turn again.
    """
    alpha = nearer(low, step) if same else -nearer(high, step)
    beta = nearer(high, step) if same else -nearer(low, step)
    value = searched(rules, memory, table, after, home, check, threat, depth, alpha, beta, ply + 1)
    return further(value if same else -value, step)
