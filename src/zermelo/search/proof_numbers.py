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

from zermelo.portable import bit_length, hash_of, hashes_of, inlined, prefetch
from zermelo.search.core import drawn_by_past, on_path
from zermelo.search.layout import (
    AGE,
    AT_LEAST,
    BUCKET_WORDS,
    DEEPEST,
    DEPENDS,
    DRAWN,
    FLAGS,
    HITS,
    HORIZON,
    MAX_PLY,
    MOVES,
    NODE_LIMIT,
    NODES,
    NOWHERE,
    OVERFLOW,
    PAST,
    PATH,
    PATH_CHECKS,
    PLAYED,
    PLAYED_CHECKS,
    PROVER,
    QUESTION,
    RESULT,
    ROOT_INDEX,
    ROOT_PLY,
    STACK_WORDS,
    STOP,
    THRESHOLD,
    TOP,
    USED,
)
from zermelo.search.switches import Switch
from zermelo.search.table import bucket_of, probe

WITH_SYMMETRY = int(Switch.SYMMETRY)
WITH_ORDER = int(Switch.ORDER)
WITH_CANDIDATES = int(Switch.CANDIDATES)
WITH_BOUNDS = int(Switch.BOUNDS)

PROVED, UNDECIDED, DISPROVED = 1, 0, -1  # the RESULT

INFINITE = (1 << 26) - 1
MOST = INFINITE - 1  # the highest number of an open position

# --- a move on the stack, with the numbers in the view of the player who makes it ---
MOVE, PROOF, DISPROOF, HOME, CHECK, TIED, PLACE = 0, 1, 2, 3, 4, 5, 6
CHILD_WORDS = 7  # TIED: see DEPENDS; PLACE: twice that among the candidates, odd: turn passes on


def run_proof(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Answer the question about `s`: RESULT, and if the mover reaches its aim, by ROOT_INDEX."""
    memory[RESULT], memory[ROOT_INDEX] = UNDECIDED, NOWHERE
    # "The second player gets at least n" is the opposite of "the first gets at least 1 - n".
    threshold = memory[AT_LEAST] if memory[PROVER] == 0 else 1 - memory[AT_LEAST]
    memory[THRESHOLD] = threshold
    payoff = rules.outcome(s)
    if payoff is not None:
        memory[RESULT] = PROVED if (payoff >= threshold) == (memory[PROVER] == 0) else DISPROVED
        return
    memory[TOP], memory[PLAYED], memory[PLAYED_CHECKS] = MOVES, 0, 0
    # Hashed with a number of its own, so that alpha-beta's entries are never taken for these.
    memory[QUESTION] = hash_of((PROVER, threshold, memory[FLAGS])) ^ drawn_before(rules, memory)
    home, check = position_key(rules, memory, s)
    limit = INFINITE + memory[ROOT_PLY]  # not a constant: it would be compiled in
    numbers = prove(rules, memory, table, s, home, check, limit, limit, memory[ROOT_PLY])
    if memory[STOP] == 0:
        reached = numbers >> 32 == 0
        memory[RESULT] = PROVED if reached == (rules.to_move(s) == memory[PROVER]) else DISPROVED


def prove(rules: Any, memory: Any, table: Any, s: Any, home: int, check: int, proof_limit: int,
          disproof_limit: int, ply: int) -> int:
    """Work on `s` until one of its numbers reaches its limit; both numbers, packed.

    DEPENDS is then the lowest ply of the path that the answer depends on, MAX_PLY if it is none.
    """
    # 1. Count, and give up if somebody wants us to, or if there is no end to this line.
    memory[NODES] += 1
    nodes_before = memory[NODES]
    if nodes_before > memory[NODE_LIMIT]:
        memory[STOP] = 1
    if ply >= MAX_PLY - 2:
        memory[HORIZON] += 1
        memory[STOP] = 1
    if memory[STOP] != 0:
        return 0
    if ply > memory[DEEPEST]:
        memory[DEEPEST] = ply

    # 2. A repetition is a draw, for as long as we are on this path.
    mover: int = rules.to_move(s)
    content = (memory[THRESHOLD] <= 0) == (mover == 0)  # is a draw the mover's aim?
    if rules.repetition > 0:
        before = recurring(rules, memory, s, ply)
        if before >= 0:
            memory[DEPENDS] = before
            return packed(0, INFINITE) if content else packed(INFINITE, 0)

    # 3. The moves, with what is known of the positions after them.
    base: int = memory[TOP]
    count = listed(rules, memory, s, base)
    if memory[STOP] != 0:
        return 0
    count = looked_up(rules, memory, table, s, mover, base, count, ply)
    end = base + CHILD_WORDS * count
    memory[TOP] = end

    proof, disproof, best = INFINITE, 0, base
    while True:
        # 4. The numbers that follow from those of the moves.
        proof, second, disproof, others = INFINITE, INFINITE, 0, -1
        for at in range(base, end, CHILD_WORDS):
            p: int = memory[at + PROOF]
            d: int = memory[at + DISPROOF]
            if d > 0:
                others += 1
            if d > disproof:
                disproof = d
            if p < proof:
                second = proof
                proof = p
                best = at
            elif p < second:
                second = p
        if 0 < proof < INFINITE:
            disproof = min(disproof + others, MOST)
        if proof >= proof_limit or disproof >= disproof_limit:
            break

        # 5. Perhaps more is known by now of the most promising move.
        known = probe(memory, table, memory[best + HOME], memory[best + CHECK])
        if known != 0:
            p, d = numbers_in(known, memory[best + PLACE])
            if p != memory[best + PROOF] or d != memory[best + DISPROOF]:
                memory[best + PROOF], memory[best + DISPROOF] = p, d
                continue

        # 6. Work on it for as long as it is the most promising, and a quarter longer: changing
        #    one's mind costs something too.
        below_proof = min(proof_limit, second + 1 + (second >> 2))
        below_disproof = INFINITE if disproof_limit == INFINITE else disproof_limit - others
        after = rules.play(s, memory[best + MOVE])
        if memory[best + PLACE] & 1 != 0:
            numbers = prove(rules, memory, table, after, memory[best + HOME],
                            memory[best + CHECK], below_disproof, below_proof, ply + 1)
            p, d = numbers & INFINITE, numbers >> 32
        else:
            numbers = prove(rules, memory, table, after, memory[best + HOME],
                            memory[best + CHECK], below_proof, below_disproof, ply + 1)
            p, d = numbers >> 32, numbers & INFINITE
        if memory[STOP] != 0:
            return 0
        memory[best + PROOF], memory[best + DISPROOF] = p, d
        memory[best + TIED] = memory[DEPENDS]
    memory[TOP] = base

    # 7. Does it hold for this path only? A loop that closes here or below holds for any.
    tied = MAX_PLY
    if rules.repetition > 0:
        if proof == 0 and content:
            tied = memory[best + TIED]
        elif disproof == 0 and not content:
            for at in range(base, end, CHILD_WORDS):
                tied = min(tied, memory[at + TIED])
        if tied >= ply:
            tied = MAX_PLY
    memory[DEPENDS] = tied

    # 8. Remember.
    nodes = memory[NODES] - nodes_before + 1
    if tied < MAX_PLY:
        keep(memory, table, memory[PLAYED + ply + 1] ^ memory[QUESTION],
             memory[PLAYED_CHECKS + ply + 1] ^ memory[QUESTION], tied, 1, nodes)
    else:
        keep(memory, table, home, check, proof, disproof, nodes)
    if ply == 0 and proof == 0:
        memory[ROOT_INDEX] = memory[best + PLACE] >> 1
    return packed(proof, disproof)


def packed(proof: int, disproof: int) -> int:
    """Two numbers in one."""
    return proof << 32 | disproof


@inlined
def listed(rules: Any, memory: Any, s: Any, base: int) -> int:
    """Write the moves to the stack, in the order of the game's hint; how many there are."""
    at = base
    end = MOVES + STACK_WORDS - CHILD_WORDS
    if memory[FLAGS] & WITH_CANDIDATES != 0:
        for m in rules.candidates(s):
            if at > end:
                break
            memory[at] = m
            at += CHILD_WORDS
    else:
        for m in rules.moves(s):
            if at > end:
                break
            memory[at] = m
            at += CHILD_WORDS
    count = (at - base) // CHILD_WORDS
    if at > end:
        memory[OVERFLOW] = 1
        memory[STOP] = 1
    if count == 0:  # rules with a hole in them prove nothing
        memory[HORIZON] += 1
        memory[STOP] = 1
    for i in range(count):
        m = memory[base + CHILD_WORDS * i]
        at = base + CHILD_WORDS * i
        hint = 0
        if memory[FLAGS] & WITH_ORDER != 0:
            hint = rules.order(s, m)
            while at > base and memory[at - CHILD_WORDS + PROOF] < hint:
                before = at - CHILD_WORDS
                memory[at], memory[at + PROOF] = memory[before], memory[before + PROOF]
                memory[at + PLACE] = memory[before + PLACE]
                at = before
        memory[at], memory[at + PROOF], memory[at + PLACE] = m, hint, 2 * i
    return count


@inlined
def looked_up(rules: Any, memory: Any, table: Any, s: Any, mover: int, base: int, count: int,
              ply: int) -> int:
    """Give each move its numbers; how many there are, up to the first that reaches the aim."""
    threshold: int = memory[THRESHOLD]
    flags: int = memory[FLAGS]
    # The rules first, so that the table's entries are on their way by the time they are needed.
    for i in range(count):
        at = base + CHILD_WORDS * i
        after = rules.play(s, memory[at + MOVE])
        memory[at + TIED] = MAX_PLY
        low, high = threshold - 1, threshold
        payoff = rules.outcome(after)
        if payoff is not None:
            low, high = payoff, payoff
        elif flags & WITH_BOUNDS != 0:
            low, high = rules.bounds(after)
        if low >= threshold or high < threshold:
            decide(memory, at, (low >= threshold) == (mover == 0))
            if memory[at + PROOF] == 0:
                return i + 1
            continue
        home, check = position_key(rules, memory, after)
        prefetch(table, bucket_of(memory, home))
        memory[at + HOME], memory[at + CHECK] = home, check
        # What nobody has worked on yet: one move may do, or all of them must be refuted.
        replies = replies_in(rules, after, flags)
        if rules.to_move(after) == mover:
            memory[at + PROOF], memory[at + DISPROOF] = 1, replies
        else:
            memory[at + PROOF], memory[at + DISPROOF] = replies, 1
            memory[at + PLACE] += 1
    for i in range(count):
        at = base + CHILD_WORDS * i
        if memory[at + PROOF] == INFINITE:
            continue
        known = probe(memory, table, memory[at + HOME], memory[at + CHECK])
        if known != 0:
            memory[HITS] += 1
            memory[at + PROOF], memory[at + DISPROOF] = numbers_in(known, memory[at + PLACE])
        if rules.repetition > 0 and 0 < memory[at + PROOF] < INFINITE:
            after = rules.play(s, memory[at + MOVE])
            home, check = path_key(rules, memory, after, ply + 1)
            known = probe(memory, table, home ^ memory[QUESTION], check ^ memory[QUESTION])
            if known != 0:
                memory[at + TIED] = proof_in(known)
                decide(memory, at, (threshold <= 0) == (mover == 0))
        if memory[at + PROOF] == 0:
            return i + 1
    return count


@inlined
def decide(memory: Any, at: int, reached: bool) -> None:
    """A move on the stack that needs no more work."""
    memory[at + PROOF] = 0 if reached else INFINITE
    memory[at + DISPROOF] = INFINITE if reached else 0


def replies_in(rules: Any, s: Any, flags: int) -> int:
    """How many moves there are, at least 1."""
    count = 0
    if flags & WITH_CANDIDATES != 0:
        for _ in rules.candidates(s):
            count += 1
    else:
        for _ in rules.moves(s):
            count += 1
    return max(count, 1)


@inlined
def position_key(rules: Any, memory: Any, s: Any) -> tuple[int, int]:
    """What the table knows this question by, about a position or all that are alike by symmetry.

    They are not alike if only one of them has been there before.
    """
    question: int = memory[QUESTION]
    if memory[FLAGS] & WITH_SYMMETRY != 0 and (rules.repetition == 0 or memory[DRAWN] == 0):
        home, check = hashes_of(rules.key(rules.canonical(s)))
    else:
        home, check = hashes_of(rules.key(s))
    return home ^ question, check ^ question


# --- repetitions ---


@inlined
def path_key(rules: Any, memory: Any, s: Any, ply: int) -> tuple[int, int]:
    """The same for a position and the way to it from the root, told apart from its mirror images.

    Both words go on from ply to ply, so that a long way is told apart as surely as a short one.
    """
    home, check = hashes_of(rules.key(s))
    return hashes_of((memory[PLAYED + ply], memory[PLAYED_CHECKS + ply], home, check))


@inlined
def recurring(rules: Any, memory: Any, s: Any, ply: int) -> int:
    """The ply at which this position was on the path; MAX_PLY if the past alone makes it a draw.

    -1 if it is new; it is remembered for those below.
    """
    here, check = hashes_of(rules.repetition_key(s))
    home, that = path_key(rules, memory, s, ply)
    memory[PLAYED + ply + 1], memory[PLAYED_CHECKS + ply + 1] = home, that
    before = on_path(memory, here, check, ply)
    if before < 0 and drawn_by_past(rules, memory, here, check, ply):
        return MAX_PLY
    return before


def drawn_before(rules: Any, memory: Any) -> int:
    """A mark of the positions before the root that would be drawn if they came once more.

    Others may come again without harm: who makes progress need not come there twice.
    """
    mark = 0
    memory[DRAWN] = 0
    if rules.repetition > 0:
        for i in range(memory[PAST]):
            times = 1
            for j in range(i + 1):
                if (memory[PATH + j] == memory[PATH + i]
                        and memory[PATH_CHECKS + j] == memory[PATH_CHECKS + i]):
                    times += 1
            if times == rules.repetition:
                memory[DRAWN] += 1
                mark ^= hash_of((memory[PATH + i], memory[PATH_CHECKS + i]))
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
def keep(memory: Any, table: Any, home: int, check: int, proof: int, disproof: int,
         nodes: int) -> None:
    """Write an entry, over the same position's, else over the one least worked on."""
    age = memory[AGE]
    at = bucket_of(memory, home)
    place, least = at, 1 << 20
    for i in range(at, at + BUCKET_WORDS, 2):
        data = table[i + 1]
        worth = (data >> 4) & 63
        if data == 0 or table[i] ^ data == check:
            place = i
            if data == 0:
                memory[USED] += 1
            else:
                nodes += 3 << worth >> 2  # work adds up; only its number of bits was kept
            break
        if data & 15 == age:
            worth += 64
        if worth < least:
            place, least = i, worth
    data = proof << 36 | disproof << 10 | bit_length(nodes) << 4 | age
    table[place] = check ^ data
    table[place + 1] = data
