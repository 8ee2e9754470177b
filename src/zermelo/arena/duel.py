"""A whole game of two players that search alike, as one kernel: an opening drawn by lot, then one
search after the other, move by move, until it ends.

The moves are those that `Engine.analyze` finds with as many nodes. What `deepening`, `readiness`
and `Searcher` do between two searches is done here, as a kernel must.
"""

from __future__ import annotations

from typing import Any

from zermelo.analysis.playouts import nth_move, random_move
from zermelo.compiler.records import Array, array
from zermelo.game import NO_MATTER_HOW_LONG
from zermelo.kernel.memory import Header
from zermelo.portable import hash_of, hashes_of, inlined
from zermelo.search.codes import INFINITY, PROVEN
from zermelo.search.core import search
from zermelo.search.deepening import NARROW
from zermelo.search.memory import (
    MAX_PLY,
    MOVE_SLOTS,
    NOWHERE,
    PAIR_SLOTS,
    PATH_PLACES,
    Mark,
    Memory,
    Table,
)
from zermelo.search.rules import Rules
from zermelo.search.table import AGES

LONGEST = 400  # plies; what is not decided by then is drawn
HOPELESS = 3  # moves in a row, after which a player gives up
UNDECIDED, VOID, OVER = range(3)  # how a game stands; void: it was over before it began
_DEEPEST = 100


class Duel(Header):
    """One game: from where, under which conditions, and how it stands."""

    seed: int  # of the opening
    opening: int  # plies of it
    swapped: int  # 1: player one has the second move
    nodes: int  # a move
    resign: int  # thousandths
    plies_at_once: int
    salt: int  # what keeps the table's entries of this game apart from others'
    status: int
    plies: int
    payoff: int  # for player one
    searched: int  # nodes
    place: int  # of the move that was found
    value: int
    behind: Array[int] = array(int, 2)  # how often in a row each player saw no hope
    moves: Array[int] = array(int, LONGEST)
    values: Array[int] = array(int, LONGEST)  # what their movers found them to be worth
    marks: Array[Mark] = array(Mark, LONGEST + 1)  # of all positions so far


def run(rules: Rules, duel: Duel, one: Memory, one_table: Table, two: Memory, two_table: Table,
        s: Any) -> None:
    """Play on from where the game stands; `s` is where it began."""
    if duel.status != UNDECIDED:
        return
    ply = 0
    while ply < duel.plies:
        s = rules.play(s, duel.moves[ply])
        ply += 1
    if ply == 0:
        begin_anew(one, one_table)
        begin_anew(two, two_table)
        duel.behind[0] = duel.behind[1] = duel.searched = duel.payoff = 0
        word = hash_of((duel.seed, duel.opening))
        while ply < duel.opening and rules.outcome(s) is None:
            word = hash_of(word)
            duel.moves[ply] = random_move(rules, s, word)
            mark(rules, duel, s, ply)
            s = rules.play(s, duel.moves[ply])
            ply += 1
        if rules.outcome(s) is not None:
            duel.status = VOID
            return
    until = min(ply + duel.plies_at_once, LONGEST)
    first_payoff, over = 0, False
    while not over:
        mark(rules, duel, s, ply)
        if ply == LONGEST or (rules.repetition > 0
                              and times_before(rules, duel, s, ply) + 1 >= rules.repetition):
            break
        if ply >= until:
            duel.plies = ply
            return
        mover = rules.to_move(s)
        player = mover if duel.swapped == 0 else 1 - mover
        if player == 0:
            think(rules, duel, one, one_table, s, ply)
        else:
            think(rules, duel, two, two_table, s, ply)
        duel.behind[player] = duel.behind[player] + 1 if duel.value <= -duel.resign else 0
        if duel.behind[player] >= HOPELESS:
            first_payoff = -1 if mover == 0 else 1
            break
        duel.moves[ply], duel.values[ply] = nth_move(rules, s, duel.place), duel.value
        s = rules.play(s, duel.moves[ply])
        ply += 1
        reached = rules.outcome(s)
        if reached is not None:
            first_payoff = reached
            over = True
    duel.plies = ply
    duel.payoff = first_payoff if duel.swapped == 0 else -first_payoff
    duel.status = OVER


@inlined
def begin_anew(memory: Memory, table: Table) -> None:
    """Forget all about the game before, whose evaluator may have been another."""
    forget(memory)
    for i in range(memory.opinions):
        for entry in range(4):
            kept = table.buckets[memory.most_buckets + i].entries[entry]
            kept.check = kept.data = 0


@inlined
def forget(memory: Memory) -> None:
    """As `readiness.forget`."""
    for i in range(2 * MOVE_SLOTS):
        memory.counters[i] = -1
    for i in range(2 * MOVE_SLOTS // 4):
        memory.lately[i] = 0
    for i in range(PAIR_SLOTS // 4):
        memory.pairs[i] = 0


@inlined
def mark(rules: Rules, duel: Duel, s: Any, ply: int) -> None:
    """Write down by what a position is known that it would be a draw to repeat."""
    if rules.repetition > 0:
        duel.marks[ply].home, duel.marks[ply].check = hashes_of(rules.repetition_key(s))


@inlined
def plies_before(rules: Rules, s: Any, ply: int) -> int:
    """How many positions before this one may be repeated."""
    if rules.repetition == 0:
        return 0
    back = rules.reversible(s) if rules.has_reversible else NO_MATTER_HOW_LONG
    return min(back, ply, PATH_PLACES - MAX_PLY)


@inlined
def times_before(rules: Rules, duel: Duel, s: Any, ply: int) -> int:
    """How often this position was on the board before."""
    times = 0
    here = duel.marks[ply]
    for i in range(ply - plies_before(rules, s, ply), ply):
        if duel.marks[i].home == here.home and duel.marks[i].check == here.check:
            times += 1
    return times


def think(rules: Rules, duel: Duel, memory: Memory, table: Table, s: Any, ply: int) -> None:
    """What a player finds: the place of a move, and its value. As `deepening` does it."""
    make_ready(memory, duel)
    stand_at(rules, duel, memory, s, ply)
    place, value, last, depth = 0, 0, 0, 1
    while depth < _DEEPEST:
        memory.depth = depth
        below = NARROW + abs(last) // 8
        above = below
        aspiring = depth >= 4 and memory.use.aspiration != 0 and abs(last) < PROVEN
        better, better_value = NOWHERE, 0
        searching, low = True, 0
        while searching:
            low = last - below if aspiring and below < PROVEN else -INFINITY
            high = last + above if aspiring and above < PROVEN else INFINITY
            memory.alpha, memory.beta = low, high
            memory.top, memory.depends, memory.horizon = 0, MAX_PLY, 0
            memory.root_place, memory.root_first = NOWHERE, NOWHERE
            memory.root_value = -INFINITY
            value = search(rules, memory, table, s, depth, low, high, memory.root_ply)
            searching = memory.stop == 0 and not (low < value < high)
            if searching and value <= low:
                below *= 8
                better = NOWHERE
            elif searching:
                above *= 8
                if memory.root_place != place:
                    better, better_value = memory.root_place, value
        if memory.stop != 0:
            # Of a depth that is not finished, a move that turned out better than the last one's.
            current = place if better == NOWHERE else better
            if (memory.root_value > low and memory.root_tried == current
                    and memory.root_place != current and memory.root_place != place):
                better, better_value = memory.root_place, memory.root_value
            if depth > 1 and better != NOWHERE:
                place, last = better, better_value
            elif depth == 1:
                place = favourite(rules, s)
            break
        last, place = value, memory.root_place
        if memory.horizon == 0 or (abs(value) >= PROVEN and memory.for_points == 0):
            break
        depth += 1
    duel.place, duel.value = place, last
    duel.searched += memory.nodes


@inlined
def favourite(rules: Rules, s: Any) -> int:
    """The move that the rules' own hint likes best, where nothing was searched."""
    best, most = 0, -INFINITY
    for place, m in enumerate(rules.moves(s)):
        hint = rules.order(s, m)
        best = place if hint > most else best
        most = max(most, hint)
    return best


@inlined
def make_ready(memory: Memory, duel: Duel) -> None:
    """As `readiness.made_ready`, for the next move of a game."""
    memory.age = memory.age % AGES + 1
    memory.nodes = memory.deepest = memory.overflow = memory.stop = 0
    memory.node_limit = memory.next_look = duel.nodes
    for i in range(MAX_PLY):
        memory.killers[i].first = memory.killers[i].second = -1
    if memory.use.follow_ups == 0:
        forget(memory)
        for i in range(2 * MOVE_SLOTS):
            memory.history[i] = 0


@inlined
def stand_at(rules: Rules, duel: Duel, memory: Memory, s: Any, ply: int) -> None:
    """As `Searcher.stand_at`: the positions that it would be a draw to repeat."""
    past = plies_before(rules, s, ply)
    memory.past, memory.drawn = past, 0
    closed = 0
    for i in range(past):
        here = duel.marks[ply - past + i]
        memory.path[i].home, memory.path[i].check = here.home, here.check
        times = 1
        for j in range(i):
            if memory.path[j].home == here.home and memory.path[j].check == here.check:
                times += 1
        if times + 1 == rules.repetition:
            memory.drawn += 1
            closed ^= hash_of((here.home, here.check))
    memory.salt = duel.salt ^ closed
