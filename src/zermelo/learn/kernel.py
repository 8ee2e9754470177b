"""Random games played, and their positions proven, many in one go.

This file runs as it stands, interpreted, and is compiled as it stands, together with the rules and
with the search of `zermelo.search.core`, whose memory it shares. From one deal it plays random
games, and looks at every position on the way:

    1. alike by symmetry to one that is kept already?    on to the next
    2. its phase; are positions of that phase wanted?    otherwise on
    3. its exact payoff; is that result wanted, too?     otherwise on
    4. the exact payoff of every move; write it all down

What is wanted is a number for each stratum, a phase and a result; it counts down to 0. Step 1 goes
by 64 bits: a new position is taken for one of ten million that are kept, and left out, with a
chance of 10**7 / 2**64 = 5 · 10**-13. Payoffs come by the search's own table, which is as sure as
it says.
"""

from __future__ import annotations

from math import floor
from typing import Any

from zermelo.analysis.playouts import plies_left, random_move
from zermelo.portable import hash_of
from zermelo.search.codes import MAX_DISTANCE, PER_PAYOFF, PROVEN, highest, lowest_code
from zermelo.search.core import FULL_DEPTH, search
from zermelo.search.layout import (
    DEPENDS,
    HORIZON,
    MAX_PLY,
    MEMORY_WORDS,
    MOVES,
    NODES,
    PLAYED,
    STOP,
    TOP,
)

# --- beyond the search's own memory: orders ---
ABORT = MEMORY_WORDS  # not 0: somebody wants all this to end
GAMES = MEMORY_WORDS + 1  # how many random games to play
SEED = MEMORY_WORDS + 2
START_PLIES = MEMORY_WORDS + 3  # how long random games from the start last, all 64 together
WANTED = MEMORY_WORDS + 4  # nine strata: phase × 3 + result (0 loss, 1 draw, 2 win for the mover)
LEFT = MEMORY_WORDS + 13  # of all of them together
SEEN_AT = MEMORY_WORDS + 16  # where the keys of the positions that are kept begin
SEEN_SLOTS = MEMORY_WORDS + 17  # a power of two
ROWS_AT = MEMORY_WORDS + 18
ROW_ROOM = MEMORY_WORDS + 19
ROW_WORDS = MEMORY_WORDS + 20
PAIRS_AT = MEMORY_WORDS + 21  # a move and its payoff, for all rows one after the other
PAIR_ROOM = MEMORY_WORDS + 22
# --- and answers ---
ROWS = MEMORY_WORDS + 23
PAIRS = MEMORY_WORDS + 24
LOOKED_AT = MEMORY_WORDS + 25
UNPROVEN = MEMORY_WORDS + 26
FAILED = MEMORY_WORDS + 27  # not 0: the last proof did not succeed
ORDERS = 32

# --- a row ---
KEY, PHASE, PAYOFF, MOVER, COUNT, FIELDS = 0, 1, 2, 3, 4, 5  # then the features, then the state

GAMES_HERE, GAMES_FROM_START = 8, 64  # as in `zermelo.analysis.phases`, tested to agree
MILLION = 1_000_000  # features are kept in millionths


def run(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Play so many random games from a deal, until no more are wanted or there is no more room."""
    word = memory[SEED]
    for _ in range(memory[GAMES]):
        here = s
        while rules.outcome(here) is None:
            if memory[ABORT] != 0 or memory[LEFT] == 0 or memory[ROWS] >= memory[ROW_ROOM]:
                return
            consider(rules, memory, table, here)
            word = hash_of(word)
            here = rules.play(here, random_move(rules, here, word))
        memory[SEED] = word


def consider(rules: Any, memory: Any, table: Any, s: Any) -> None:
    """Keep a position, if it is new, wanted and can be proven."""
    memory[LOOKED_AT] += 1
    alike = rules.canonical(s)
    key = hash_of(rules.key(alike))
    slot = slot_of(memory, key)
    if memory[slot] != 0:
        return
    phase = phase_number(memory, plies_left(rules, alike, 0, GAMES_HERE))
    wanted = WANTED + 3 * phase
    if memory[wanted] + memory[wanted + 1] + memory[wanted + 2] == 0:
        return
    memory[NODES] = 0
    payoff = exact_payoff(rules, memory, table, s)
    result = 2 if payoff > 0 else 1 if payoff == 0 else 0
    if memory[FAILED] == 0 and memory[wanted + result] == 0:
        return
    pairs = memory[PAIRS]
    count = 0
    if memory[FAILED] == 0:
        count = all_payoffs(rules, memory, table, s, pairs)
    if memory[FAILED] != 0:
        memory[UNPROVEN] += 1
        if memory[ABORT] == 0:
            memory[STOP] = 0
        return
    row = memory[ROWS_AT] + memory[ROWS] * memory[ROW_WORDS]
    memory[row + KEY], memory[row + PHASE] = key, phase
    memory[row + PAYOFF], memory[row + MOVER] = payoff, rules.to_move(s)
    memory[row + COUNT] = count
    rules.write_features(memory, s, row + FIELDS)
    rules.write_state(memory, s, row + FIELDS)
    memory[slot] = key
    memory[wanted + result] -= 1
    memory[LEFT] -= 1
    memory[ROWS] += 1
    memory[PAIRS] = pairs + count


def slot_of(memory: Any, key: int) -> int:
    """Where this key is, or would be, among those that are kept."""
    slots = memory[SEEN_SLOTS]
    slot: int = key & slots - 1
    at: int = memory[SEEN_AT]
    while memory[at + slot] != 0 and memory[at + slot] != key:
        slot = slot + 1 & slots - 1
    return at + slot


def phase_number(memory: Any, plies: int) -> int:
    """The phase of a position whose eight random games last so many plies."""
    start = memory[START_PLIES] * GAMES_HERE
    share = 3 * plies * GAMES_FROM_START
    return 0 if share > 2 * start else 1 if share > start else 2


def all_payoffs(rules: Any, memory: Any, table: Any, s: Any, pairs: int) -> int:
    """Write every legal move and its payoff for the mover, and return how many there are."""
    mover = rules.to_move(s)
    count = 0
    at = memory[PAIRS_AT] + 2 * pairs
    for m in rules.moves(s):
        if pairs + count >= memory[PAIR_ROOM]:
            memory[FAILED] = 1
        if memory[FAILED] == 0:
            after = rules.play(s, m)
            payoff = 0
            over = rules.outcome(after)
            if over is not None:
                payoff = over if mover == 0 else -over
            else:
                payoff = exact_payoff(rules, memory, table, after)
                if rules.to_move(after) != mover:
                    payoff = -payoff
            memory[at], memory[at + 1] = m, payoff
            at += 2
            count += 1
    return count


def exact_payoff(rules: Any, memory: Any, table: Any, s: Any) -> int:
    """What an unfinished state is worth to the player to move; sets FAILED if it is not proven.

    Questions of yes or no, as in `zermelo.search.solver`, each from where the last answer was.
    """
    worst, best = rules.bounds(s)
    if rules.to_move(s) != 0:
        worst, best = -best, -worst
    low, high = lowest_code(worst), highest(best)
    guess = 0
    memory[FAILED] = 0
    while low < high:
        at_least = guess + 1 if guess == low else guess
        at_least = min(max(at_least, low + 1), high)
        memory[TOP], memory[DEPENDS], memory[HORIZON] = MOVES, MAX_PLY, 0
        memory[PLAYED] = -1
        value = search(rules, memory, table, s, FULL_DEPTH, at_least - 1, at_least, 1)
        sure = memory[HORIZON] == 0
        if value >= at_least:
            low, guess = max(low, value), max(low, value)
            sure = sure or value >= PROVEN
        else:
            high, guess = min(high, value), min(high, value)
            sure = sure or value <= -PROVEN
        if memory[STOP] != 0 or not sure:
            memory[FAILED] = 1
            return 0
    if abs(low) < PROVEN:
        return 0
    payoff = (abs(low) - PROVEN + MAX_DISTANCE) // PER_PAYOFF
    return payoff if low > 0 else -payoff


def millionths(number: float) -> int:
    """A feature as a whole number."""
    return floor(number * MILLION + 0.5)
