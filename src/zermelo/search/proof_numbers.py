"""Proof-number search, depth first (df-pn): yes or no, by the way that looks shortest.

The question is "does this player get a payoff of at least so much?". In won-drawn-lost games "at
least 1" asks for a win and "at least 0" for not losing; where scores count, any number can be
asked. Like `core`, this file runs as it stands and is compiled as it stands.

One of the two players wants the payoff, the other wants to prevent it: that is their aim. Every
position has two numbers in the view of the player to move, each a guess of the work left to show
that this player

    proof       reaches its aim     0: shown     INFINITE: shown that it does not
    disproof    does not            0: shown     INFINITE: shown that it does

One move that reaches the aim is enough, all of them must be refuted:

                       proof = least proof of a move          ● 2, 4 = 3 + (2 - 1)
                    disproof = largest disproof of a move   ┌─┴─┐
                               + 1 for each other that    2, 3  5, 1
                                 is still open

(The sum of the disproofs would count positions that are reached in several ways several times,
which misleads in most games. Where the opponent is to move after a move, its proof is our
disproof.) A position is searched until one of its numbers reaches a limit, above which there is
a more promising one elsewhere. So the search is best-first, yet needs no tree in memory: what it
leaves, it finds again in the table.

Repetition is a draw by the game's word. A position that comes back counts as drawn on this path,
and who is content with a draw has reached its aim. That only holds for who came this way, so it
is kept in the table under the path, not under the position, unless the loop closes below the
position itself: then it can be played from there again and again, whatever the path. The other
player's proofs never need a repetition, and hold everywhere.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import bit_length, hash_of, hashes_of, inlined, prefetch, promised
from zermelo.search.codes import payoff_of
from zermelo.search.informed import UNKNOWN, told
from zermelo.search.memory import (
    BUSY_SLOTS,
    MAX_PLY,
    NOWHERE,
    OPEN_CHILDREN,
    Child,
    Memory,
    Table,
)
from zermelo.search.repetition import drawn_by_past, on_path, plies_back
from zermelo.search.rules import Rules
from zermelo.search.table import bucket_of, probe, replaced_entry, worth_in

PROVED, UNDECIDED, DISPROVED = 1, 0, -1  # the result

INFINITE = (1 << 26) - 1
MOST = INFINITE - 1  # the highest number of an open position

QUESTIONS = 25  # a number of their own, so that alpha-beta's entries are never taken for these


def run_proof(rules: Rules, memory: Memory, table: Table, s: Any) -> None:
    """Answer the question about `s`: the result, and a move by which the mover reaches its aim."""
    memory.result, memory.root_place = UNDECIDED, NOWHERE
    # "The second player gets at least n" is the opposite of "the first gets at least 1 - n".
    threshold = memory.at_least if memory.prover == 0 else 1 - memory.at_least
    memory.threshold = threshold
    payoff = rules.outcome(s)
    if payoff is not None:
        memory.result = PROVED if (payoff >= threshold) == (memory.prover == 0) else DISPROVED
        return
    memory.top, memory.way[0].home, memory.way[0].check = 0, 0, 0
    asked = hash_of((QUESTIONS, threshold, memory.salt))
    memory.question = asked ^ drawn_before(rules, memory)
    home, check = position_key(rules, memory, s)
    limit = INFINITE + memory.root_ply  # not a constant: it would be compiled in
    numbers = prove(rules, memory, table, s, home, check, limit, limit, memory.root_ply)
    if memory.stop == 0:
        reached = numbers >> 32 == 0
        memory.result = PROVED if reached == (rules.to_move(s) == memory.prover) else DISPROVED


def prove(rules: Rules, memory: Memory, table: Table, s: Any, home: int, check: int,
          proof_limit: int, disproof_limit: int, ply: int) -> int:
    """Work on `s` until one of its numbers reaches its limit; both numbers, packed.

    `depends` is then the lowest ply of the path that the answer depends on, MAX_PLY if it is none.
    """
    # 1. Count, and give up if somebody wants us to, or if there is no end to this line.
    memory.nodes += 1
    nodes_before = memory.nodes
    if nodes_before > memory.node_limit:
        memory.stop = 1
    if ply >= MAX_PLY - 2:
        memory.horizon += 1
        memory.stop = 1
    if memory.stop != 0:
        return 0
    if ply > memory.deepest:
        memory.deepest = ply

    # 2. A repetition is a draw, for as long as we are on this path.
    mover = rules.to_move(s)
    content = (memory.threshold <= 0) == (mover == 0)  # is a draw the mover's aim?
    if rules.repetition > 0:
        before = recurring(rules, memory, s, ply)
        if before >= 0:
            memory.depends = before
            return packed(0, INFINITE) if content else packed(INFINITE, 0)

    # 3. The moves, with what is known of the positions after them.
    base = memory.top
    count = listed(rules, memory, s, base)
    if memory.stop != 0:
        return 0
    count = looked_up(rules, memory, table, s, mover, base, count, ply)
    end = base + count
    memory.top = end

    proof, disproof, best = INFINITE, 0, memory.children[base]
    while True:
        # 4. The numbers that follow from those of the moves. What another thread is working on
        #    looks as if it took twice the work, so that threads part where it matters little.
        proof, first, second, disproof, others = INFINITE, INFINITE, INFINITE, 0, -1
        for at in range(base, end):
            child = memory.children[at]
            if child.disproof > 0:
                others += 1
            disproof = max(disproof, child.disproof)
            proof = min(proof, child.proof)
            looks = child.proof
            if memory.threads > 1 and is_busy(table, child):
                looks = min(2 * looks + 1, MOST)
            if looks < first:
                second = first
                first = looks
                best = child
            elif looks < second:
                second = looks
        if 0 < proof < INFINITE:
            disproof = min(disproof + others, MOST)
        if proof >= proof_limit or disproof >= disproof_limit:
            break

        # 5. Perhaps more is known by now of the most promising move.
        known = probe(memory, table, best.home, best.check)
        if known != 0:
            p, d = numbers_in(known, best.place)
            if p != best.proof or d != best.disproof:
                best.proof, best.disproof = p, d
                continue

        # 6. Work on it for as long as it is the most promising, and a quarter longer: changing
        #    one's mind costs something too.
        below_proof = max(min(proof_limit, second + 1 + (second >> 2)), best.proof + 1)
        below_disproof = INFINITE if disproof_limit == INFINITE else disproof_limit - others
        after = rules.play(s, best.move)
        if memory.threads > 1:
            table.busy[best.check & BUSY_SLOTS - 1] = best.check
        if best.place & 1 != 0:
            numbers = prove(rules, memory, table, after, best.home, best.check, below_disproof,
                            below_proof, ply + 1)
            p, d = numbers & INFINITE, numbers >> 32
        else:
            numbers = prove(rules, memory, table, after, best.home, best.check, below_proof,
                            below_disproof, ply + 1)
            p, d = numbers >> 32, numbers & INFINITE
        if memory.threads > 1:
            table.busy[best.check & BUSY_SLOTS - 1] = 0
        if memory.stop != 0:
            return 0
        best.proof, best.disproof, best.tied = p, d, memory.depends
        if memory.threads > 1:
            hear_of_others(memory, table, base, end)
    memory.top = base

    # 7. Does it hold for this path only? A loop that closes here or below holds for any.
    tied = MAX_PLY
    if rules.repetition > 0:
        if proof == 0 and content:
            tied = best.tied
        elif disproof == 0 and not content:
            for at in range(base, end):
                tied = min(tied, memory.children[at].tied)
        if tied >= ply:
            tied = MAX_PLY
    memory.depends = tied

    # 8. Remember.
    nodes = memory.nodes - nodes_before + 1
    if tied < MAX_PLY:
        way = memory.way[ply + 1]
        keep(memory, table, way.home ^ memory.question, way.check ^ memory.question, tied, 1, nodes)
    else:
        keep(memory, table, home, check, proof, disproof, nodes)
    if ply == 0 and proof == 0:
        memory.root_place = best.place >> 1
    return packed(proof, disproof)


@inlined
def is_busy(table: Table, child: Child) -> bool:
    """Whether some thread is working on an open move."""
    return (0 < child.proof < INFINITE
            and table.busy[child.check & BUSY_SLOTS - 1] == child.check)


def hear_of_others(memory: Memory, table: Table, base: int, end: int) -> None:
    """Give each open move the numbers that are known by now, perhaps by another thread's work."""
    for at in range(base, end):
        child = memory.children[at]
        if 0 < child.proof < INFINITE:
            known = probe(memory, table, child.home, child.check)
            if known != 0:
                child.proof, child.disproof = numbers_in(known, child.place)


def packed(proof: int, disproof: int) -> int:
    """Two numbers in one."""
    return proof << 32 | disproof


@inlined
def listed(rules: Rules, memory: Memory, s: Any, base: int) -> int:
    """Write the moves to the stack, in the order of the game's hint; how many there are."""
    at = base
    if memory.use.candidates:
        for m in rules.candidates(s):
            if at >= OPEN_CHILDREN:
                break
            memory.children[at].move = m
            at += 1
    else:
        for m in rules.moves(s):
            if at >= OPEN_CHILDREN:
                break
            memory.children[at].move = m
            at += 1
    count = at - base
    if at >= OPEN_CHILDREN:
        memory.overflow = 1
        memory.stop = 1
    promised(count > 0, s, A_MOVE)
    for i in range(count):
        m = memory.children[base + i].move
        at = base + i
        hint = 0
        if memory.use.order:
            hint = rules.order(s, m)
            while at > base and memory.children[at - 1].proof < hint:
                here, before = memory.children[at], memory.children[at - 1]
                here.move, here.proof, here.place = before.move, before.proof, before.place
                at -= 1
        child = memory.children[at]
        child.move, child.proof, child.place = m, hint, 2 * i
    return count


@inlined
def looked_up(rules: Rules, memory: Memory, table: Table, s: Any, mover: int, base: int, count: int,
              ply: int) -> int:
    """Give each move its numbers; how many there are, up to the first that reaches the aim."""
    threshold = memory.threshold
    # The rules first, so that the table's entries are on their way by the time they are needed.
    for i in range(count):
        child = memory.children[base + i]
        after = rules.play(s, child.move)
        child.tied = MAX_PLY
        low, high = threshold - 1, threshold
        payoff = rules.outcome(after)
        if payoff is not None:
            promised(abs(payoff) <= PAYOFF_LIMIT, after, A_PAYOFF)
            low, high = payoff, payoff
        elif memory.use.bounds:
            low, high = rules.bounds(after)
        if rules.has_database and payoff is None:
            sure = told(rules, memory, after, ply + 1)
            if sure != UNKNOWN:
                low = payoff_of(sure) if rules.to_move(after) == 0 else -payoff_of(sure)
                high = low
        if low >= threshold or high < threshold:
            decide(child, (low >= threshold) == (mover == 0))
            if child.proof == 0:
                return i + 1
            continue
        home, check = position_key(rules, memory, after)
        prefetch(bucket_of(memory, table, home))
        child.home, child.check = home, check
        # What nobody has worked on yet: one move may do, or all of them must be refuted.
        replies = replies_in(rules, memory, after)
        if rules.to_move(after) == mover:
            child.proof, child.disproof = 1, replies
        else:
            child.proof, child.disproof = replies, 1
            child.place += 1
    for i in range(count):
        child = memory.children[base + i]
        if child.proof == INFINITE:
            continue
        known = probe(memory, table, child.home, child.check)
        if known != 0:
            memory.hits += 1
            child.proof, child.disproof = numbers_in(known, child.place)
        if rules.repetition > 0 and 0 < child.proof < INFINITE:
            after = rules.play(s, child.move)
            home, check = path_key(rules, memory, after, ply + 1)
            known = probe(memory, table, home ^ memory.question, check ^ memory.question)
            if known != 0:
                child.tied = proof_in(known)
                decide(child, (threshold <= 0) == (mover == 0))
        if child.proof == 0:
            return i + 1
    return count


@inlined
def decide(child: Child, reached: bool) -> None:
    """A move that needs no more work."""
    child.proof = 0 if reached else INFINITE
    child.disproof = INFINITE if reached else 0


def replies_in(rules: Rules, memory: Memory, s: Any) -> int:
    """How many moves there are, at least 1."""
    count = 0
    if memory.use.candidates:
        for _ in rules.candidates(s):
            count += 1
    else:
        for _ in rules.moves(s):
            count += 1
    return max(count, 1)


@inlined
def position_key(rules: Rules, memory: Memory, s: Any) -> tuple[int, int]:
    """What the table knows this question by, about a position or all that are alike by symmetry.

    They are not alike if only one of them has been there before.
    """
    if memory.use.symmetry and (rules.repetition == 0 or memory.drawn == 0):
        home, check = hashes_of(rules.key(rules.canonical(s)))
    else:
        home, check = hashes_of(rules.key(s))
    return home ^ memory.question, check ^ memory.question


# --- repetitions ---


@inlined
def path_key(rules: Rules, memory: Memory, s: Any, ply: int) -> tuple[int, int]:
    """The same for a position and the way to it from the root, told apart from its mirror images.

    Both words go on from ply to ply, so that a long way is told apart as surely as a short one.
    """
    home, check = hashes_of(rules.key(s))
    way = memory.way[ply]
    return hashes_of((way.home, way.check, home, check))


@inlined
def recurring(rules: Rules, memory: Memory, s: Any, ply: int) -> int:
    """The ply at which this position was on the path; MAX_PLY if the past alone makes it a draw.

    -1 if it is new; it is remembered for those below.
    """
    way = memory.way[ply + 1]
    way.home, way.check = path_key(rules, memory, s, ply)
    home, check = hashes_of(rules.repetition_key(s))
    back = plies_back(rules, s)
    before = on_path(memory, home, check, ply, back)
    if before < 0 and drawn_by_past(rules, memory, home, check, ply, back):
        return MAX_PLY
    return before


def drawn_before(rules: Rules, memory: Memory) -> int:
    """A mark of the positions before the root that would be drawn if they came once more.

    Others may come again without harm: who makes progress need not come there twice.
    """
    mark = 0
    memory.drawn = 0
    if rules.repetition > 0:
        for i in range(memory.past):
            one = memory.path[i]
            times = 1
            for j in range(i + 1):
                if memory.path[j].home == one.home and memory.path[j].check == one.check:
                    times += 1
            if times == rules.repetition:
                memory.drawn += 1
                mark ^= hash_of((one.home, one.check))
    return mark


# --- the table: entries as in `table`, with other data, from the top: ---
#
#     proof 26 │ disproof 26 │ worth 6 │ age 4


def proof_in(data: int) -> int:
    """The proof number, in the view of the player to move there."""
    return data >> 36


def disproof_in(data: int) -> int:
    """The disproof number."""
    return data >> 10 & INFINITE


@inlined
def numbers_in(data: int, place: int) -> tuple[int, int]:
    """Proof and disproof in the view of the player who moved there."""
    if place & 1 != 0:
        return disproof_in(data), proof_in(data)
    return proof_in(data), disproof_in(data)


@inlined
def keep(memory: Memory, table: Table, home: int, check: int, proof: int, disproof: int,
         nodes: int) -> None:
    """Write an entry, over the same position's, else over the one least worked on."""
    entry = bucket_of(memory, table, home).entries[replaced_entry(memory, table, home, check)]
    if entry.data == 0:
        memory.used += 1
    elif entry.check ^ entry.data == check:
        nodes += 3 << worth_in(entry.data) >> 2  # work adds up; only its number of bits was kept
    data = proof << 36 | disproof << 10 | memory.age << 6 | bit_length(nodes)
    entry.check = check ^ data
    entry.data = data
