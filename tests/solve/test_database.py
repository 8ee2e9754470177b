"""Databases say of every position what the textbook says, however they were made."""

import json
import random
import textwrap
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from cycles import Graph, Mirrored, solution
from faults import contents
from hypothesis import given, settings
from hypothesis import strategies as st

from truths import FOLDER
from zermelo import Game, load
from zermelo.errors import LimitError, PositionError, RulesError
from zermelo.solve.database import Database, DatabaseError, make, verify
from zermelo.solve.database.files import KeyFile, KeyWriter, Values
from zermelo.solve.positions import reachable
from zermelo.textbook.solving import solve

GAMES = ["tictactoe", "nim:heaps=2+3+4", "kalah:pits=2,seeds=2", "kalah:pits=3,seeds=1",
         "dots:width=2,height=1", "hexapawn", "isolation:width=3,height=2",
         "domineering:width=3,height=3", "hex:size=2", "connect4:width=3,height=3,k=3",
         "rps:deck_size=4,hand_size=2"]


def agrees(database, most=400):
    """With the textbook, on that many positions; how many there are."""
    game, known = database.game, {}
    states = list(reachable(game, [s for _, s in game.deals()], game.key))
    for s in random.Random(0).sample(states, min(most, len(states))):
        truth = solve(game, s, known=known)
        truth = truth if game.to_move(s) == 0 else -truth
        found = database.value(s)
        assert (found, found.distance if found.score else None) == (
            truth, truth.distance if truth.score else None), game.text(s)
    return len(states)


QUICK = {("native", "kalah:pits=3,seeds=1"), ("native", "dots:width=2,height=1"),
         ("native", "hexapawn"), ("interpreted", "kalah:pits=2,seeds=2"),
         ("interpreted", "hex:size=2"), ("symmetry", "tictactoe")}


@pytest.mark.parametrize("how, spec", [
    pytest.param(how, spec, marks=[] if (how, spec) in QUICK else pytest.mark.slow)
    for how in ("native", "interpreted", "symmetry") for spec in GAMES])
@pytest.mark.long_for("hexapawn", "kalah:pits=3,seeds=1", "symmetry")
def test_every_value_is_the_textbooks(how, spec, tmp_path):
    game = load(spec)
    database = make(game, tmp_path, native=how != "interpreted", symmetry=how == "symmetry")
    count = agrees(database)
    assert database.positions == count or how == "symmetry"
    assert verify(database, native=how != "interpreted") == database.positions


@pytest.mark.parametrize("board", ["4x3", "5x3"])
@pytest.mark.long_for("5x3")
def test_counts_are_the_published_ones(board, tmp_path):
    width, height = board.split("x")
    truths = json.loads((FOLDER / "connect4.json").read_text())["legal_positions"]
    made = make(load(f"connect4:width={width},height={height}"), tmp_path)
    assert made.positions == truths[board]


@pytest.mark.slow
@pytest.mark.parametrize("width, height, positions", [(5, 5, 69_763_700), (6, 4, 94_910_577)])
def test_large_boards_of_connect_four(width, height, positions, tmp_path):
    database = make(load(f"connect4:width={width},height={height}"), tmp_path)
    assert database.positions == positions
    assert database.folder.bytes <= 3 * positions
    assert verify(database) == positions


class Loops(Graph):
    repetition = 0


@pytest.mark.long
@settings(max_examples=6)
@given(st.integers(0, 10**6))
def test_games_that_go_round_in_circles(tmp_path_factory, seed):
    game, native = Loops(seed), seed % 8 == 0
    database = make(game, tmp_path_factory.mktemp("loops"), start=game.states(), native=native)
    truth = solution(game)
    for s in game.states():
        value = truth[s] if s.turn == 0 else -truth[s]
        assert database.value(s) == value
        assert value.score == 0 or database.value(s).distance == value.distance
    assert verify(database, native=native) == database.positions


@pytest.mark.long
def test_alike_positions_that_go_round_in_circles(tmp_path):
    for seed in range(3):
        game = Mirrored(seed)
        database = make(game, tmp_path / str(seed), start=game.states(), symmetry=True,
                        native=seed == 2)
        truth = solution(game)
        for s in game.states():
            assert database.value(s) == (truth[s] if s.turn == 0 else -truth[s])


class Points(Graph):
    """Circles, with payoffs from -3 to 3."""

    repetition = 0

    def __init__(self, seed=0, vertices=14):
        super().__init__(seed, vertices)
        rng = random.Random(seed)
        self.payoffs = tuple(9 if p == 2 else rng.randint(-3, 3) for p in self.payoffs)

    def initial(self):
        return super().initial()._replace(vertex=0)

    def outcome(self, s):
        payoff = self.payoffs[s.vertex]
        return None if payoff == 9 else payoff


@pytest.mark.long
def test_points_in_circles_are_a_fixed_point_with_well_founded_distances(tmp_path):
    for seed in range(5):
        game = Points(seed)
        states = [type(game.initial())(v, t) for v in range(14) for t in (0, 1)]
        database = make(game, tmp_path / str(seed), start=states, native=seed == 0)
        best = iterated(game, states)
        for s in states:
            value = database.value(s)
            assert value.score == (best[s] if s.turn == 0 else -best[s])
        verify(database, native=seed == 0)


def iterated(game, states):
    """Payoffs by one question after the other: can the first player make it at least p?"""
    found = {}
    for p in range(3, -4, -1):
        sure = forced(game, states, p)
        for s in sure:
            found.setdefault(s, p)
    return found


def forced(game, states, least):
    """Where the first player is sure of so much; to go on for ever is worth 0."""
    if least <= 0:  # where the second cannot force less
        lower = _attracted(game, states, 1, lambda p: p < least)
        return [s for s in states if s not in lower]
    return list(_attracted(game, states, 0, lambda p: p >= least))


def _attracted(game, states, player, good):
    inside = {s for s in states if (p := game.outcome(s)) is not None and good(p)}
    while True:
        more = set()
        for s in states:
            if s in inside or game.outcome(s) is not None:
                continue
            after = [game.play(s, m) in inside for m in game.moves(s)]
            if any(after) if game.to_move(s) == player else all(after):
                more.add(s)
        if not more:
            return inside
        inside |= more


class Wide(NamedTuple):
    left: int
    right: int
    turn: int


class Toggled(NamedTuple):
    left: int
    right: int
    used: int
    turn: int


class TwoWords(Game):
    """Six switches, each to be thrown once; more bits vary than one word has."""

    LEFT, RIGHT = 0x55555555555555, 0x33333333333333
    SWITCHES = 6

    def initial(self):
        return Toggled(0, 0, 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for m in range(self.SWITCHES):
            if not s.used >> m & 1:
                yield m

    def play(self, s, m):
        return Toggled(s.left ^ self.LEFT >> m, s.right ^ self.RIGHT << m & (1 << 56) - 1,
                       s.used | 1 << m, 1 - s.turn if m % 3 else s.turn)

    def outcome(self, s):
        if s.used == 0 or (s.used < (1 << self.SWITCHES) - 1 and (s.left ^ s.right) % 11):
            return None
        return s.left % 7 - s.right % 5


@pytest.mark.parametrize("native", [True, False])
def test_two_words(native, tmp_path):
    database = make(TwoWords(), tmp_path, native=native)
    assert database.packing.words == 2
    assert database.positions == agrees(database)
    verify(database, native=native)


@pytest.mark.long
def test_memory_is_spilled_without_a_difference(tmp_path, monkeypatch):
    from zermelo.solve.database import backward, forward

    game = load("connect4:width=4,height=4")
    make(game, tmp_path / "one")
    for module, name, size in ((forward, "CHUNK", 1000), (backward, "BLOCKS", 3),
                               (backward, "_STRETCH", 4096), (forward, "PIECE", 2000)):
        monkeypatch.setattr(module, name, size)
    monkeypatch.setattr(forward.Forward, "__init__", _tight(forward.Forward.__init__))
    monkeypatch.setattr(backward.Backward, "__init__", _tight(backward.Backward.__init__))
    make(game, tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_what_waits_takes_no_more_memory_than_is_counted(tmp_path, monkeypatch):
    """A view would keep alive what it is a part of."""
    from zermelo.solve.database import forward

    seen = []

    def watched(self, *asked, plain=forward.Forward._chunk):
        found = plain(self, *asked)
        seen.extend(a for arrays in found.keys.values() for a in arrays)
        return found

    def joined(self, arrays, plain=forward.Forward._joined):
        whole = plain(self, arrays)
        seen.append(whole)
        return whole

    monkeypatch.setattr(forward.Forward, "_chunk", watched)
    monkeypatch.setattr(forward.Forward, "_joined", joined)
    monkeypatch.setattr(forward.Forward, "__init__", _tight(forward.Forward.__init__))
    make(load("connect4:width=4,height=3"), tmp_path)
    assert len(seen) > 12 and all(a.base is None for a in seen)


def _tight(begin):
    return lambda self, folder, runner, memory, told: begin(self, folder, runner, 1 << 17, told)


@pytest.mark.long
def test_what_is_missing_or_wrong_is_found(tmp_path):
    from zermelo.search.codes import win_code

    database = make(load("tictactoe"), tmp_path)
    path = database.folder.values_path(4)
    codes = database.folder.values(4).values()
    codes[7] = win_code(99)
    values = Values()
    values.count(codes)
    values.write(path, iter([codes]), {"tier": 4})
    with pytest.raises(DatabaseError, match=r"is wrong: .* by its moves, and not win in 99"):
        verify(Database(tmp_path, database.game))
    path.unlink()
    with pytest.raises(DatabaseError, match="lacks files"):
        verify(Database(tmp_path, database.game))


def test_other_rules_are_refused(tmp_path):
    source = textwrap.dedent("""
        from zermelo.games.nim import Nim
        class Mine(Nim):
            LEAST = 1
            def moves(self, s):
                for m in super().moves(s):
                    if m >= self.LEAST:
                        yield m
    """)
    file = tmp_path / "mine.py"
    file.write_text(source)
    game = load(f"{file}:Mine:heaps=1+2")
    make(game, tmp_path / "data", native=False)
    assert Database(tmp_path / "data", game).positions > 3
    file.write_text(source.replace("LEAST = 1", "LEAST = 0"))
    other = load(f"{file}:Mine:heaps=1+2")
    for use in (lambda: Database(tmp_path / "data", other), lambda: make(other, tmp_path / "data")):
        with pytest.raises(DatabaseError, match="made with other rules"):
            use()
    with pytest.raises(DatabaseError, match="not of nim"):
        Database(tmp_path / "data", load("nim:heaps=1+2"))


def test_what_a_folder_may_hold(tmp_path):
    game = load("nim:heaps=1+2")
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(DatabaseError, match="not empty and has no database"):
        make(game, tmp_path)
    make(game, tmp_path / "data", start=["1+1:second"])
    with pytest.raises(DatabaseError, match="from other positions"):
        make(game, tmp_path / "data")
    with pytest.raises(PositionError, match=r"does not have 1\+2:first"):
        Database(tmp_path / "data").value("1+2:first")
    with pytest.raises(LimitError, match="1 MB of memory are too few"):
        make(game, tmp_path / "small", memory=1)


def test_many_threads_ask_at_once(tmp_path):
    database = make(load("tictactoe"), tmp_path)
    truth = {s: code for tier in database.tiers for s, code in database.states(tier)}

    def ask(seed):
        states = random.Random(seed).sample(list(truth), 1000)
        return all(database.code(s) == truth[s] for s in states)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


class Narrow(Game):
    """A bit that no short random game sets: the packing must be widened."""

    def initial(self):
        return Wide(0, 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield from range(2)

    def play(self, s, m):
        far = s.left + 1 if m == 1 else 0
        return Wide(far, s.right + 1, 1 - s.turn)

    def outcome(self, s):
        return None if s.right < 16 else int(s.left > 14)


@pytest.mark.long
def test_a_packing_is_widened_if_it_must_be(tmp_path):
    database = make(Narrow(), tmp_path)
    assert database.positions == agrees(database)


def test_hooks_that_are_wrong_are_told(tmp_path):
    from checker.broken_games import FallingTier, NegativeKey, UnkeySwaps

    for game, words in ((FallingTier(), "`tier` falls after"), (UnkeySwaps(), r"key\(unkey"),
                        (NegativeKey(), "`key` gives a number below 0")):
        with pytest.raises(RulesError, match=words):
            make(game, tmp_path / type(game).__name__, native=False)


@settings(max_examples=20)
@given(st.lists(st.integers(0, (1 << 63) - 1) | st.integers(0, 5000), max_size=700, unique=True),
       st.sampled_from([1, 2]))
def test_keys_are_read_back(tmp_path_factory, numbers, words):
    keys = sorted(numbers)
    if words == 2:
        keys = sorted({(a >> 40, a * 7 % (1 << 62)) for a in keys})
    rows = np.array(keys, np.int64).reshape(-1)
    path = tmp_path_factory.mktemp("keys") / "some.keys"
    writer = KeyWriter(path, words)
    for at in range(0, len(keys), 300):
        writer.add(rows[at * words : (at + 300) * words])
    writer.finish({})
    file = KeyFile(path)
    assert file.count == len(keys)
    assert file.keys().tolist() == rows.tolist()
