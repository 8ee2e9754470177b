"""A search's working memory, one for each thread, and the table that they share."""

from __future__ import annotations

from zermelo.compiler.records import Array, Record, array
from zermelo.evaluation.linear import RECENT
from zermelo.kernel.memory import Header
from zermelo.search.switches import Switch

MAX_PLY = 1000
PATH_PLACES = 4 * MAX_PLY
MOVE_SLOTS = 4096  # moves are folded into so many places
PAIR_SLOTS = 1 << 14  # … and two moves that follow each other
OPEN_MOVES = 1 << 16
OPEN_CHILDREN = 1 << 15
WEIGHTS = 2048
DATABASES = 4  # that a search asks
BUSY_SLOTS = 4096
BATCH_WORDS = 2048

SEARCH, COUNT_LEAVES, EXAMINE, LOOK_UP, PROVE_MANY = range(5)  # commands

MARGINS = 5  # plies above the horizon where what is hopeless is left out, less one

NOWHERE = -1  # the place of a move that there is not
UNSEEN = 1 << 40  # instead of an opinion where there was a threat to answer


class Techniques(Record):
    """Which techniques are in use, 1 or 0 each: `Switch` tells what they are."""

    table: int
    symmetry: int
    order: int
    killers: int
    history: int
    counters: int
    win_in_one: int
    enhanced_cutoffs: int
    scout: int
    aspiration: int
    candidates: int
    bounds: int
    pruning: int
    outlook: int
    settled: int
    decided: int
    quiescence: int
    reductions: int
    null_move: int
    deeper_entries: int
    extensions: int
    exchanges: int
    good_exchanges: int
    coarse_keys: int
    futility: int
    standing: int
    late_moves: int
    follow_ups: int

    def choose(self, switches: Switch) -> None:
        """Take these into use, and no others; from outside, never in a kernel."""
        for switch in Switch:
            setattr(self, (switch.name or "").lower(), int(bool(switch & switches)))


class Margin(Record):
    """What a search of so many plies may still change, as far as the game's self-test saw."""

    behind: int  # thousandths: it seldom comes to so much less than the evaluator says; 0: unknown
    ahead: int  # … and seldom to so much more; 0: unknown


class OpenMove(Record):
    """A move of a position that is being searched."""

    move: int
    score: int  # how promising it is
    place: int  # in the list that the rules gave
    home: int  # by which the table knows the position after it, in proofs that look at all replies
    check: int


class Child(Record):
    """A move of a position that is being proved, with the numbers of the player who makes it."""

    move: int
    proof: int
    disproof: int
    home: int  # by which the table knows the position after it
    check: int
    tied: int  # the lowest ply of the path that these numbers depend on
    place: int  # twice that in the list; odd if it is the other player's turn then


class Mark(Record):
    """The two hashes of a position, or of a way."""

    home: int
    check: int


class Looks(Record):
    """How often a database was asked about positions of a ply."""

    hits: int
    vain: int


class Killers(Record):
    """What lately refuted a move at this ply."""

    first: int
    second: int


class Memory(Header, whole=True):
    """Orders, answers, and what is learnt on the way."""

    # --- orders ---
    command: int
    depth: int
    alpha: int
    beta: int
    root_first: int  # the place of the move to be tried first at the root; or NOWHERE
    root_ply: int  # 0; read from here, so that the search is compiled for any ply
    node_limit: int
    next_look: int  # nodes, after which there may be more of the table to use, or it ends
    use: Techniques
    for_points: int  # 1: a win may not be the best win
    step: int  # 1: distances count; 0: only payoffs do
    threads: int
    number: int  # of the thread; the first has 0
    shared_plies: int  # threads tell each other what they are searching above this ply
    buckets: int  # of the table, a power of two: those in use so far
    most_buckets: int  # all that there are
    opinions: int  # buckets behind those, a power of two, for what the evaluator said; or 0
    region: int  # what keeps small proofs of several threads apart in the table
    age: int  # of the search, 1 to 15
    salt: int  # of the table's keys
    past: int  # how many positions before the root may be repeated
    drawn: int  # how many of them it would be a draw to repeat once more
    informed: int  # 1: databases are asked
    nearest: Array[int] = array(int, 2)  # the longest way to win that surely misses the past
    databases: Array[int] = array(int, DATABASES)  # where each begins in memory

    margins: Array[Margin] = array(Margin, MARGINS)
    skipping: int  # thousandths: a skipped turn must be that much better than asked for
    decline: int  # quarters, by which the chance falls that a late move is the best; 0: unknown

    # --- many states to be proven one after the other ---
    batch_count: int
    batch_width: int  # words a state
    before: int  # nodes until the one under way was begun
    most_nodes: int  # for one of them
    plain_salt: int  # where a win is the best there is
    points_salt: int  # where there may be a better one
    batch: Array[int] = array(int, BATCH_WORDS)  # states; then, where each began, its value

    # --- a question for the proof-number search, and what is derived from it ---
    prover: int  # the player it is about
    at_least: int  # the payoff, in that player's view
    threshold: int  # the same question about the first player
    question: int  # what keeps the table's entries of different questions apart

    # --- answers ---
    result: int
    answer: int  # to a look-up: a move
    root_place: int  # of the best move at the root, in the list that the rules gave; or NOWHERE
    root_value: int  # what it is worth; known of those that were searched, even if not of all
    root_tried: int  # the place of the move that was searched before all others
    root_before: int  # how many moves were searched before the best one
    nodes: int
    deepest: int  # the highest ply seen
    horizon: int  # grows whenever something else than the rules decides: an estimate, a repetition
    depends: int  # the lowest ply that a repetition below refers to
    hits: int  # table entries found
    looked: int  # nodes until a proof last saw whether its part of the table is full
    looked_hits: int  # … and entries found by then
    used: int  # table entries written that were empty before
    overflow: int  # 1: there were more open moves than there is room for

    # --- what is learnt ---
    weights: Array[float] = array(float, WEIGHTS)  # the evaluator's
    recent: Array[int] = array(int, RECENT)  # what it saw last
    killers: Array[Killers] = array(Killers, MAX_PLY)
    looks: Array[Looks] = array(Looks, MAX_PLY)
    played: Array[int] = array(int, MAX_PLY)  # the move that led from each ply
    way: Array[Mark] = array(Mark, MAX_PLY)  # the ways to each ply, for proofs
    path: Array[Mark] = array(Mark, PATH_PLACES)  # positions before the root, then those since
    history: Array[int] = array(int, 2 * MOVE_SLOTS)  # for each player
    counters: Array[int] = array(int, 2 * MOVE_SLOTS)  # what last refuted a move, likewise
    # How quiet moves did, the last times the most; and how they did after another move. Four
    # figures share a word: all of them are looked at for every move, and must be near.
    lately: Array[int] = array(int, 2 * MOVE_SLOTS // 4)
    pairs: Array[int] = array(int, PAIR_SLOTS // 4)
    stands: Array[int] = array(int, MAX_PLY)  # the evaluator's opinion at each ply; or UNSEEN

    # --- the moves of all positions on the path ---
    top: int  # of either stack
    moves: Array[OpenMove] = array(OpenMove, OPEN_MOVES)
    children: Array[Child] = array(Child, OPEN_CHILDREN)


class Entry(Record):
    """What is known of a position."""

    check: int  # xor data
    data: int


class Bucket(Record):
    """The entries that share a cache line, which are looked at together."""

    entries: Array[Entry] = array(Entry, 4)


class Table(Record, whole=True):
    """What other threads are searching just now, and what is known of positions: what was found
    out, and behind it what the evaluator said at once."""

    in_use: int  # buckets, by several threads that begin with a part of them
    rest: Array[int] = array(int, 7)  # of a cache line; what follows begins with one, as buckets do
    busy: Array[int] = array(int, BUSY_SLOTS)
    buckets: Array[Bucket] = array(Bucket)
