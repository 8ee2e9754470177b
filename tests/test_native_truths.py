"""Published truths that need compiled rules and a good search; see `truths/`.

Every row that is left to the native engine is checked here, but for those that take too long:
solutions with more nodes than NODES are listed in LATE, counts are left out by their size.
"""

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest

import truths
from zermelo import Engine, Limit, load
from zermelo.compiler.records import Array, Record, array
from zermelo.games.connect4 import Board, stones_left_score
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header, shared

pytestmark = pytest.mark.slow

NODES = 60_000_000  # for a solution: ten seconds or so
LEAVES = 2_000_000_000
POSITIONS = 60_000_000
TABLE_MB = 512
DATA = Path(__file__).parents[2] / "shared" / "data" / "third-party"

# Rows that take more nodes than that: they would not be done in ten minutes together.
CONNECT4_BOARDS = ("4x10", "4x11", "4x12", "5x8", "5x9", "6x7", "7x6", "8x5", "9x4")
LATE = {
    *(f"connect4.json/last_move/{board}" for board in (*CONNECT4_BOARDS, "6x6")),
    *(f"connect4.json/outcome/{board}" for board in CONNECT4_BOARDS),
    *(f"connect4.json/opening_scores_7x6/columns_1_to_7/{column}" for column in range(7)),
    "connect4.json/score_recomputed/7x6",
    "connect4.json/fhourstones/result/2",
    "connect4.json/fhourstones/result/3",
    "breakthrough.json/values/6x4k2",
    *(f"domineering.json/table/{board}" for board in ("6/6", "6/7", "7/5", "7/6", "7/7")),
    *(f"dots_and_boxes.json/values/{board}" for board in ("3x5", "4x4")),
    "kalah.json/empty_capture/6/4",
    "kalah.json/no_empty_capture/6/4",
    "kalah.json/wdl_irving2000/6/3",
    *(f"mnk.json/values/{board}" for board in ("4,6,4", "4,7,4", "5,5,5", "7,7,5",
                                               "8,8,5")),
}

# A win so near that it is found at once if its distance is asked for, and late if it is not.
NEAR = {"tictactoe:width=5,height=6,k=4"}


class Late(Exception):  # noqa: N818 - a signal
    """A row takes more than it may."""


@lru_cache(maxsize=2)
def engine_of(game):
    return Engine(game, None, table_mb=TABLE_MB)


class Native:
    """The tools of the catalogue, compiled."""

    def payoff(self, game, s):
        return int(self._solved(game, s, distances=game.spec in NEAR).score)

    def value(self, game, s):
        return self._solved(game, s, distances=True)

    def leaves(self, game, plies, ended):
        if ended and plies > 8:  # games of Othello end from ply 9 on
            return _with_ended(game, plies)
        return engine_of(game).count_leaves(None, plies)

    def positions(self, game, plies, symmetric=False):
        assert not symmetric
        counted = counted_of(game)
        if plies is None:
            return sum(len(counted.until(ply)) for ply in range(game.cells + 1))
        return len(counted.until(plies))

    def games(self, game):
        return WaysToEnd(game).by_payoff()

    def _solved(self, game, s, distances):
        found = engine_of(game).solve(s, Limit(nodes=NODES), distances=distances)
        if not found.value.known:
            raise Late
        return found.value if found.view == 0 else -found.value


# --- leaves, games that ended before included ---

class Count(Header, whole=True):
    depth: int
    leaves: int


def count_with_ended(rules, count, s):
    count.leaves = leaves_with_ended(rules, s, count.depth)


def leaves_with_ended(rules, s, depth: int) -> int:
    if depth == 0 or rules.outcome(s) is not None:
        return 1
    leaves = 0
    for m in rules.moves(s):
        leaves += leaves_with_ended(rules, rules.play(s, m), depth - 1)
    return leaves


def _with_ended(game, plies):
    kernel = compiled_for(game, count_with_ended, (Count,))
    count = kernel.new(Count)
    count.depth = plies
    kernel.run(game.initial(), count)
    return count.leaves


@cache
def compiled_for(game, run, records):
    return Kernel(game, run, records, hooks=["to_move", "moves", "play", "outcome", "key"],
                  native=True)


# --- positions of Connect Four, ply by ply: all that follow, sorted, each once ---

CHUNK = 1 << 20


class Ply(Header, whole=True):
    count: int
    turn: int
    made: int
    won: int  # by the first player: ways that end here
    drawn: int
    lost: int


class Way(Record):
    key: int
    ways: int


class Ways(Record, whole=True):
    """Positions, and how many ways lead to each."""

    at: Array[Way] = array(Way)


def expand(rules, ply, before, after, s):
    """From positions (and the ways to each) to all that follow."""
    made = 0
    for i in range(ply.count):
        here, ways = unpacked(rules, before.at[i].key, ply.turn), before.at[i].ways
        payoff = rules.outcome(here)
        if payoff is not None:
            if payoff > 0:
                ply.won += ways
            elif payoff < 0:
                ply.lost += ways
            else:
                ply.drawn += ways
            continue
        for m in rules.moves(here):
            after.at[made].key = rules.key(rules.play(here, m))
            after.at[made].ways = ways
            made += 1
    ply.made = made


def unpacked(rules, key, turn):
    """The position of a key: each column is its height as a bit, and the mover's stones below."""
    mine, both = 0, 0
    for column in range(rules.width):
        shift = column * (rules.height + 1)
        stones = ((key >> shift) & ((1 << (rules.height + 1)) - 1)) + 1
        top = rules.height
        while stones >> top == 0:
            top -= 1
        both |= ((1 << top) - 1) << shift
        mine |= (stones - (1 << top)) << shift
    return Board(mine, both, turn)


class Counted:
    """The positions of a game by ply, as sorted keys."""

    def __init__(self, game):
        self.game = game
        self.plies = [np.array([game.key(game.initial())])]
        self.ways = [np.array([1])]
        self.ended = {-1: 0, 0: 0, 1: 0}

    def until(self, ply):
        """The positions of this ply; none after the last."""
        while len(self.plies) <= ply:
            self._next()
        return self.plies[ply]

    def _next(self):
        keys, ways = self.plies[-1], self.ways[-1]
        found = [self._expanded(keys[at : at + CHUNK], ways[at : at + CHUNK])
                 for at in range(0, len(keys), CHUNK)]
        if not found:
            self.plies.append(keys[:0])
            self.ways.append(ways[:0])
            return
        keys, ways = _merged(np.concatenate([k for k, _ in found]),
                             np.concatenate([w for _, w in found]))
        self.plies.append(keys)
        self.ways.append(ways)
        self.ways[-2] = np.array([])  # only their number is wanted from now on

    def _expanded(self, keys, ways):
        kernel = compiled_for(self.game, expand, (Ply, Ways, Ways))
        ply = kernel.new(Ply)
        ply.count, ply.turn = len(keys), (len(self.plies) - 1) % 2
        before = np.stack([keys, ways], axis=1)
        after = np.empty((len(keys) * self.game.width, 2), np.int64)
        kernel.run(self.game.initial(), ply, shared(Ways, before), shared(Ways, after))
        for payoff, ended in ((1, ply.won), (0, ply.drawn), (-1, ply.lost)):
            self.ended[payoff] += ended
        return _merged(*after[: ply.made].T.copy())


def _merged(keys, ways):
    """Each key once, with the sum of its ways."""
    if len(keys) == 0:
        return keys, ways
    order = np.argsort(keys, kind="stable")
    keys, ways = keys[order], ways[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.add.reduceat(ways, first)


class WaysToEnd(Counted):
    """How many ways there are to play to the end, by payoff."""

    def by_payoff(self):
        self.until(self.game.cells + 1)
        return self.ended


@lru_cache(maxsize=1)
def counted_of(game):
    return Counted(game)


# --- the rows ---

NATIVE = [row for row in truths.rows() if row.cost == "native"]
KINDS = ("games", "leaves", "value", "payoff", "positions")


def cost_of(row):
    """Rows of one game side by side, and within a game the cheap ones first."""
    game = row.id.rpartition("/")[0] if row.kind in ("positions", "leaves") else row.id
    return KINDS.index(row.kind), game, row.work or 0


def too_large(row):
    """Whether a row is left out, by what is known of its work."""
    most = {"leaves": LEAVES, "positions": POSITIONS}.get(row.kind)
    return row.id in LATE or (most is not None and row.work > most)


CHECKED = sorted((row for row in NATIVE if not too_large(row)), key=cost_of)


def grouped(row):
    """Rows of one game to one process, which compiles it once."""
    group = row.id.rpartition("/")[0] if row.kind in ("positions", "leaves") else row.id
    return pytest.param(row, id=row.id, marks=pytest.mark.xdist_group(group))


@pytest.mark.parametrize("row", [grouped(row) for row in CHECKED])
def test_truth(row):
    try:
        row.check(Native())
    except Late:
        pytest.fail(f"it takes more than {NODES:,} nodes")


def test_nothing_is_dropped():
    known = {row.id for row in NATIVE}
    assert known >= LATE, LATE - known
    assert len(CHECKED) == 131 and len(NATIVE) == 181


def test_the_tools_agree_with_plain_python():
    """On boards that both can do; so a mistake in these tools would be noticed."""
    plain, native = truths.Plain(), Native()
    small = load("connect4:width=4,height=3")
    for ply in range(small.cells + 1):
        assert native.positions(small, ply) == plain.positions(small, ply)
    assert native.positions(small, None) == plain.positions(small, None)
    assert native.games(small) == {k: plain.games(small)[k] for k in (-1, 0, 1)}
    othello = load("othello:size=4")
    for plies in (3, 9, 10, 12):
        assert native.leaves(othello, plies, True) == plain.leaves(othello, plies, True)
    assert native.leaves(small, 7, False) == plain.leaves(small, 7, False)
    assert native.value(small, small.initial()) == plain.value(small, small.initial())


# --- other people's solvers ---

CONNECT4 = DATA / "connect4"
OTHELLO = DATA / "othello"
EMPTIES = 14  # of the end-games to be solved at most


@pytest.mark.skipif(not CONNECT4.is_dir(), reason=f"there is no folder {CONNECT4}")
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2"])
def test_scores_of_connect_four(name):
    """By Pascal Pons: 1,000 positions and their scores in each file."""
    game = load("connect4")
    lines = [line.split() for line in (CONNECT4 / name).read_text().splitlines()]
    states = [game.parse(moves) for moves, _ in lines]
    values = engine_of(game).values(states)
    scores = [stones_left_score(game, s, v) for s, v in zip(states, values, strict=True)]
    assert len(scores) == 1000
    assert scores == [int(score) for _, score in lines]


def end_games():
    """Board, mover and the score of every move, of the positions with few empty squares."""
    for file in sorted(OTHELLO.glob("*.obf")):
        for line in file.read_text().splitlines():
            position, *moves = [part.strip() for part in line.split(";")]
            board, mover = position.split()
            if board.count("-") <= EMPTIES:
                scores = dict(move.split(":") for move in moves if move)
                yield pytest.param(board, mover, {m.lower(): int(n) for m, n in scores.items()},
                                   id=f"{file.stem}-{board.count('-')}-{board[:20]}")


@pytest.mark.skipif(not OTHELLO.is_dir(), reason=f"there is no folder {OTHELLO}")
@pytest.mark.parametrize(("board", "mover", "scores"),
                         sorted(end_games(), key=lambda p: p.values[0].count("-")))
def test_scores_of_othello(board, mover, scores):
    """The end-games of the French federation, every move scored; empty squares are the winner's."""
    game = load("othello:empties=winner")
    rows = "/".join(board[at : at + 8] for at in range(0, 64, 8))
    here = game.position(f"{rows.lower().replace('-', '.')}:{mover.lower()}")
    found = engine_of(game).solve(here, all_moves=True)
    assert {m.text: m.value.score for m in found.moves} == scores
    assert found.value.score == max(scores.values())
