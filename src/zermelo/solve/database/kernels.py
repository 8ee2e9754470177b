"""What is done to many positions at once, by their packed keys.

This file runs as it stands, interpreted, and is compiled as it stands. Several threads work on
parts of one array, each with a `Job` of its own.

Values are the search's numbers (`zermelo.search.codes`), in the view of the player to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from zermelo.compiler.records import Array, Record, array
from zermelo.game import A_MOVE, A_PAYOFF, PAYOFF_LIMIT
from zermelo.kernel.memory import Header
from zermelo.portable import inlined, lowest, promised
from zermelo.search.codes import INFINITY, MAX_DISTANCE, PROVEN, distance_of, finished, further
from zermelo.search.rules import Rules
from zermelo.solve.database.coding import Ints

FINE, FULL, MISFIT, FALLS, MISSING, TOO_FAR, STOPPED = range(7)
MOST_SLOTS = 64
NO_KEY = "key(unkey(k)) is not k"


class Packed(Rules, Protocol):
    """Rules, and what `functions_of` makes of a packing."""

    words: int

    def pack_high(self, s: Any) -> int: ...  # noqa: D102
    def pack_low(self, s: Any) -> int: ...  # noqa: D102
    def unpack(self, high: int, low: int) -> Any: ...  # noqa: D102
    def fits(self, s: Any) -> bool: ...  # noqa: D102
    def tier_of(self, s: Any) -> int: ...  # noqa: D102
    def image(self, s: Any) -> Any: ...  # noqa: D102
    def arrangement(self, n: int) -> Any: ...  # noqa: D102


class Job(Header):
    """Which positions, and what came of it."""

    first: int
    last: int
    tier: int  # of these positions
    room: int  # for children, or edges
    many: int  # children that were written
    low: int  # the lowest and the highest tier among them
    high: int
    moves: int  # of all positions together
    most: int  # moves of one position
    over: int  # finished positions
    status: int
    at: int  # the first position that was not done
    words: int  # of a key, where no rules say so
    usual: int  # a tier that need not be written down: it stands there already
    skip: int  # between one position and the next, and one place to write and the next: others'


class Slot(Record):
    """A tier that can be looked up: its keys, and a table of where to begin."""

    tier: int
    start: int  # of its keys, among those of all tiers at hand
    count: int
    base: int  # the lowest key
    shift: int
    table: int  # where its part of the table begins
    part: int  # 1: not all of the tier is at hand


class Slots(Record, whole=True):
    """The tiers whose values can be looked up now, and where each begins."""

    used: int
    slots: Array[Slot] = array(Slot, MOST_SLOTS)


@inlined
def state_at(rules: Packed, keys: Ints, i: int) -> Any:
    """The state whose key is there."""
    if rules.words == 1:
        return rules.unpack(keys.at[i], 0)
    return rules.unpack(keys.at[2 * i], keys.at[2 * i + 1])


def each(job: Job) -> Iterator[int]:
    """The numbers of the positions to be done, for as long as nobody stops it. `at` tells which was
    not done, after the last one too; who leaves early says so."""
    for i in range(job.first, job.last, 1 + job.skip):
        if job.stop != 0:
            job.status, job.at = STOPPED, i
            return
        yield i
    job.at = job.last


def expand(rules: Packed, job: Job, parents: Ints, keys: Ints, tiers: Ints, s: Any) -> None:
    """Write down the keys of all that can come of these positions by one move, and their tiers."""
    # What is read from the job stands in registers: there are a million jobs on a device.
    step, room, here, usual = 1 + job.skip, job.room, job.tier, job.usual
    many, full = 0, False
    low, high, over, moves, most = INFINITY, -INFINITY, 0, 0, 0
    for i in each(job):
        s = state_at(rules, parents, i)
        promised(rules.pack_high(s) == parents.at[i * rules.words], s, NO_KEY)
        payoff = rules.outcome(s)
        if payoff is not None:
            over += 1
            continue
        before = many
        for m in rules.moves(s):
            if many >= room:
                many, full = before, True
                break
            after = rules.image(rules.play(s, m))
            if not rules.fits(after):
                job.status, job.at = MISFIT, i
                return
            tier = rules.tier_of(after)
            if tier < here:
                job.status, job.at = FALLS, i
                return
            low, high = min(low, tier), max(high, tier)
            at = many * step
            if rules.words == 1:
                keys.at[at] = rules.pack_high(after)
            else:
                keys.at[2 * at] = rules.pack_high(after)
                keys.at[2 * at + 1] = rules.pack_low(after)
            if tier != usual:
                tiers.at[at] = tier
            many += 1
        if full:
            job.status, job.at = FULL, i
            break
        promised(many > before, s, A_MOVE)
        moves += many - before
        most = max(most, many - before)
    job.many, job.low, job.high = many, low, high
    job.over, job.moves, job.most = over, moves, most


def arrange(rules: Packed, job: Job, keys: Ints, tiers: Ints, s: Any) -> None:
    """Write down the keys and tiers of arrangements by their numbers, from `first` on."""
    job.low, job.high = INFINITY, -INFINITY
    for n in each(job):
        s = rules.image(rules.arrangement(n))
        if not rules.fits(s):
            job.status, job.at = MISFIT, n
            return
        tier = rules.tier_of(s)
        job.low, job.high = min(job.low, tier), max(job.high, tier)
        i = n - job.first
        if rules.words == 1:
            keys.at[i] = rules.pack_high(s)
        else:
            keys.at[2 * i] = rules.pack_high(s)
            keys.at[2 * i + 1] = rules.pack_low(s)
        tiers.at[i] = tier
    job.many = job.last - job.first


@inlined
def slot_of(slots: Slots, tier: int) -> int:
    """Where a tier is, or -1."""
    for i in range(slots.used):
        if slots.slots[i].tier == tier:
            return i
    return -1


@inlined
def found_at(rules: Packed, slot: Slot, keys: Ints, table: Ints, s: Any) -> int:
    """Where a state's key is among those at hand, or -1."""
    high = rules.pack_high(s)
    low = rules.pack_low(s) if rules.words == 2 else 0
    part = high - slot.base >> slot.shift
    if high < slot.base or slot.count == 0:
        return -1
    here = table.at[slot.table]  # how many entries the table has
    if part >= here:
        return -1
    one = table.at[slot.table + 1 + part]
    two = table.at[slot.table + 2 + part]
    if rules.words == 1:
        while one < two:
            middle = one + two >> 1
            if keys.at[slot.start + middle] < high:
                one = middle + 1
            else:
                two = middle
        if one < slot.count and keys.at[slot.start + one] == high:
            return slot.start + one
        return -1
    while one < two:
        middle = one + two >> 1
        at = 2 * (slot.start + middle)
        if keys.at[at] < high or (keys.at[at] == high and keys.at[at + 1] < low):
            one = middle + 1
        else:
            two = middle
    at = 2 * (slot.start + one)
    if one < slot.count and keys.at[at] == high and keys.at[at + 1] == low:
        return slot.start + one
    return -1


def make_table(rules: None, job: Job, slots: Slots, keys: Ints, table: Ints, s: None) -> None:
    """For each part of a tier's range of keys, how many are below it."""
    words = job.words
    slot = slots.slots[job.first]
    begin, entries = slot.table + 1, job.room
    table.at[slot.table] = entries
    done = 0
    for i in range(slot.count):
        part = keys.at[(slot.start + i) * words] - slot.base >> slot.shift
        while done <= part:
            table.at[begin + done] = i
            done += 1
    while done <= entries:
        table.at[begin + done] = slot.count
        done += 1


def evaluate(rules: Packed, job: Job, parents: Ints, codes: Ints, slots: Slots, keys: Ints,
             table: Ints, values: Ints, s: Any) -> None:
    """The best that the moves to the tiers at hand lead to, or that was known before."""
    for i in each(job):
        s = state_at(rules, parents, i)
        mover = rules.to_move(s)
        payoff = rules.outcome(s)
        if payoff is not None:
            promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
            codes.at[i] = finished(payoff, mover)
            continue
        best = codes.at[i]
        for m in rules.moves(s):
            after = rules.image(rules.play(s, m))
            which = slot_of(slots, rules.tier_of(after))
            if which < 0:
                continue
            slot = slots.slots[which]
            at = found_at(rules, slot, keys, table, after)
            if at < 0:
                if slot.part == 0:
                    job.status, job.at = MISSING, i
                    return
                continue
            code = values.at[at]
            if rules.to_move(after) != mover:
                code = -code
            code = further(code, 1)
            best = max(best, code)
        codes.at[i] = best
        if abs(best) >= PROVEN and best > -INFINITY and distance_of(best) == MAX_DISTANCE:
            job.status, job.at = TOO_FAR, i
            return


# --- tiers whose positions lead to each other ---

CHILD = 32  # an edge, in a word: bits 32 to 62 are where it leads, 1 to 31 where it comes from
PARENT_BITS = (1 << CHILD) - 1  # with bit 0, whether the turn passes


def link(rules: Packed, job: Job, parents: Ints, counts: Ints, edges: Ints, slots: Slots,
         keys: Ints, table: Ints, s: Any) -> None:
    """Write down where in its own tier each position can go, and how many such moves it has."""
    many, step, room, here = 0, 1 + job.skip, job.room, job.tier
    for i in each(job):
        s = state_at(rules, parents, i)
        counts.at[i] = 0
        if rules.outcome(s) is not None:
            continue
        before = many
        for m in rules.moves(s):
            after = rules.image(rules.play(s, m))
            if rules.tier_of(after) != here:
                continue
            if many >= room:
                job.many = before
                job.status, job.at = FULL, i
                return
            at = found_at(rules, slots.slots[0], keys, table, after)
            if at < 0:
                job.status, job.at = MISSING, i
                return
            # Whether the turn passes decides in whose view a value is read.
            passes = 1 if rules.to_move(after) != rules.to_move(s) else 0
            edges.at[many * step] = at << CHILD | i << 1 | passes
            many += 1
        counts.at[i] = many - before
    job.many = many


def count_parents(rules: None, job: Job, edges: Ints, starts: Ints, s: None) -> None:
    """How many moves lead to each position, one place further on."""
    for e in range(job.many):
        starts.at[(edges.at[e] >> CHILD) + 1] += 1


LEFT = 20  # bits of a hope, for the moves that are not decided; nobody has a million
LEFT_BITS = (1 << LEFT) - 1
DECIDED = LEFT_BITS  # instead of a number of moves


def hope(rules: None, job: Job, codes: Ints, counts: Ints, hopes: Ints, s: None) -> None:
    """The best that is known of each position's moves, and how many are not: side by side, as both
    are looked at whenever something is told of a position."""
    for i in range(job.last):
        hopes.at[i] = codes.at[i] << LEFT | counts.at[i]


@inlined
def is_ready(code: int, left: int) -> bool:
    """Whether a position is decided as soon as its value is the clearest of all: a win cannot
    become better any more then; a loss counts only when nothing is left."""
    return code >= PROVEN or (code <= -PROVEN and left == 0)


def settle(rules: None, job: Job, hopes: Ints, ready: Ints, starts: Ints, back: Ints,
           s: None) -> None:
    """Decide every position, the clearest first: larger payoffs before smaller, shorter ways before
    longer. A decided position tells those that lead to it. What is never decided goes on for ever,
    or to a draw, and is one.

    A bit of `ready`, 32 to a word, is a position whose turn will come: far fewer than all.
    """
    nearest = 0
    for i in range(job.last):
        code = hopes.at[i] >> LEFT
        if is_ready(code, hopes.at[i] & LEFT_BITS):
            ready.at[i >> 5] |= 1 << (i & 31)
            nearest = max(nearest, abs(code))
    while nearest >= PROVEN:
        level, nearest = nearest, 0
        for word in range(job.last + 31 >> 5):
            waiting = ready.at[word]
            while waiting != 0:
                bit = waiting & -waiting
                i = word << 5 | lowest(waiting)
                waiting ^= bit
                code = hopes.at[i] >> LEFT
                if abs(code) < level:
                    nearest = max(nearest, abs(code))
                    continue
                if job.stop != 0:
                    job.status = STOPPED
                    return
                if distance_of(code) == MAX_DISTANCE:
                    job.status = TOO_FAR
                    return
                ready.at[word] ^= bit
                hopes.at[i] = code << LEFT | DECIDED
                for e in range(starts.at[i], starts.at[i + 1]):
                    edge = back.at[e >> 1] >> 32 * (e & 1) & PARENT_BITS
                    parent = edge >> 1
                    left = hopes.at[parent] & LEFT_BITS
                    if left == DECIDED:
                        continue
                    left -= 1
                    told = further(-code if edge & 1 else code, 1)
                    best = max(hopes.at[parent] >> LEFT, told)
                    hopes.at[parent] = best << LEFT | left
                    if is_ready(best, left):
                        ready.at[parent >> 5] |= 1 << (parent & 31)
                        nearest = max(nearest, abs(best))


def settled_codes(rules: None, job: Job, hopes: Ints, codes: Ints, s: None) -> None:
    """What came of it; 0 for who was never decided."""
    for i in range(job.last):
        codes.at[i] = hopes.at[i] >> LEFT if hopes.at[i] & LEFT_BITS == DECIDED else 0


# --- sorted keys ---

def drop_repeated(rules: None, job: Job, keys: Ints, s: None) -> None:
    """Keep one of each of the sorted keys; `many` are left."""
    many, words = 0, job.words
    for i in range(job.last):
        same = many > 0 and keys.at[words * i] == keys.at[words * (many - 1)]
        if same and words == 2:
            same = keys.at[2 * i + 1] == keys.at[2 * many - 1]
        if not same:
            keys.at[words * many] = keys.at[words * i]
            if words == 2:
                keys.at[2 * many + 1] = keys.at[2 * i + 1]
            many += 1
    job.many = many


def merge(rules: None, job: Job, known: Ints, more: Ints, both: Ints, fresh: Ints,
          s: None) -> None:
    """Two sorted rows of keys as one; and those of the second that are not in the first.

    `last` is the length of the first, `room` of the second; `many` and `moves` of what is made.
    """
    words = job.words
    i, j, many, new = 0, 0, 0, 0
    while i < job.last or j < job.room:
        order = 0  # below 0: the first row's comes next
        if j >= job.room:
            order = -1
        elif i >= job.last:
            order = 1
        else:
            one, two = known.at[words * i], more.at[words * j]
            if words == 2 and one == two:
                one, two = known.at[2 * i + 1], more.at[2 * j + 1]
            order = -1 if one < two else 1 if one > two else 0
        for w in range(words):
            both.at[words * many + w] = (known.at[words * i + w] if order <= 0 else
                                         more.at[words * j + w])
            if order > 0:
                fresh.at[words * new + w] = more.at[words * j + w]
        many += 1
        if order > 0:
            new += 1
        if order <= 0:
            i += 1
        if order >= 0:
            j += 1
    job.many, job.moves = many, new
