"""Proof-number search against the textbook and against itself compiled."""

import threading
from collections import Counter
from functools import cache

import pytest
from boards import engine_of, every_spec, game_of, known_value, late_position, some
from hypothesis import given
from hypothesis import strategies as st
from provers import Prover, answer_to

from small_games import Chain, Endless, Ring, TakeAway
from zermelo import Engine, Limit
from zermelo.errors import ParameterError, RulesError
from zermelo.search import proof_numbers, searcher
from zermelo.search.memory import NOWHERE
from zermelo.search.proof_numbers import (
    DISPROVED,
    INFINITE,
    PROVED,
    UNDECIDED,
    disproof_in,
    keep,
    numbers_in,
    proof_in,
)
from zermelo.search.switches import EXACT, NOTHING, Switch
from zermelo.search.table import probe
from zermelo.textbook import solve

HINTS = [Switch.SYMMETRY, Switch.ORDER, Switch.CANDIDATES, Switch.BOUNDS]
switches = st.sets(st.sampled_from(HINTS)).map(lambda off: EXACT & ~sum(off, NOTHING))


@cache
def prover_of(spec, native=False):
    return Prover(game_of(spec), native=native)


def move_at(here, index, flags):
    generate = here.game.candidates if flags & Switch.CANDIDATES else here.game.moves
    return list(generate(here.state))[index]


# --- against the textbook ---


@every_spec
@pytest.mark.long_for("breakthrough:width=3,height=5,rows=1")
def test_answers_agree_with_the_textbook(spec):
    """One table for all questions: what answers one must not answer another."""
    seen = Counter()

    @some(60)
    @given(st.integers(0, 10**6), st.integers(1, 8), switches)
    def agree(seed, before_end, flags):
        here = late_position(spec, seed, before_end)
        value = known_value(here, 300)
        if value is None:
            return
        payoff = int(value.score if here.to_move == 0 else -value.score)
        for prover, sign in ((0, 1), (1, -1)):
            for at_least in {sign * payoff, sign * payoff + 1, 0, 1}:
                found = prover_of(spec).ask(here, prover, at_least, flags=flags)
                assert found.result == answer_to(payoff, prover, at_least)
                seen[found.result] += 1
                assert_move_proves(here, found, prover, at_least, flags)

    agree()
    assert seen[PROVED] > 3 and seen[DISPROVED] > 3


def assert_move_proves(here, found, prover, at_least, flags):
    """Who reaches its aim is told how; who does not is told nothing."""
    reached = (found.result == PROVED) == (here.to_move == prover)
    if not reached:
        assert found.index == NOWHERE
        return
    after = here.play(move_at(here, found.index, flags))
    payoff = after.result.payoff if after.result else int(solve(after).score)
    assert answer_to(payoff, prover, at_least) == found.result


@pytest.mark.parametrize("spec", ["kalah:pits=3,seeds=2,empty_capture=true", "othello:size=4",
                                  "dots:width=2,height=2",
                                  "rps:hand_size=2,deck_size=6,score=margin"])
@pytest.mark.few(2, telling=["rps"])
def test_scores_are_found_by_asking_for_each(spec):
    @some(8)
    @given(st.integers(0, 10**6), st.integers(4, 9))
    def found(seed, before_end):
        here = late_position(spec, seed, before_end)
        value = known_value(here, 1000)
        if value is None:
            return
        worst, best = here.game.bounds(here.game.initial())
        yes = [n for n in range(worst, best + 2)
               if prover_of(spec).ask(here, here.to_move, n).result == PROVED]
        assert yes == list(range(worst, int(value.score) + 1))

    found()


def test_players_need_not_alternate():
    """Who takes three counters moves again."""
    for counters in range(1, 40):
        game = TakeAway(counters)
        want = int(solve(game).score)
        for prover in (0, 1):
            found = Prover(game, buckets=64).ask(game.initial(), prover, 1)
            assert found.result == answer_to(want, prover, 1)


def test_a_finished_game_needs_no_search():
    game = game_of("tictactoe")
    won = game.position("xxx/oo./...:o")
    for prover, at_least, want in ((0, 1, PROVED), (0, 2, DISPROVED), (1, -1, PROVED),
                                   (1, 0, DISPROVED)):
        assert Prover(game).ask(won, prover, at_least) == (want, NOWHERE, 0, 0)


# --- compiled ---


def told(memory):
    """What the search says, beside its answer."""
    return (memory.result, memory.root_place, memory.nodes, memory.deepest, memory.horizon,
            memory.depends, memory.hits, memory.used, memory.overflow)


@pytest.mark.parametrize("spec", ["breakthrough:width=3,height=5,rows=1", "kalah:pits=3,seeds=3",
                                  "checkers:quiet_moves=4", "othello:size=6"])
@pytest.mark.few(2, telling=["checkers"])
@pytest.mark.long_for("checkers:quiet_moves=4")
def test_compiled_it_is_the_same(spec):
    fast, slow = prover_of(spec, native=True), prover_of(spec)

    @some(40)
    @given(st.integers(0, 10**6), st.integers(1, 9), st.integers(0, 1), st.integers(-2, 2),
           switches)
    def same(seed, before_end, prover, at_least, flags):
        here = late_position(spec, seed, before_end)
        for machine in (fast, slow):
            machine.clear()
        found = [p.ask(here, prover, at_least, nodes=400, flags=flags) for p in (fast, slow)]
        assert found[0] == found[1]
        assert told(fast.memory) == told(slow.memory)
        again = [p.ask(here, prover, at_least, nodes=200, flags=flags) for p in (fast, slow)]
        assert again[0] == again[1]

    same()


@pytest.mark.parametrize(("spec", "prover", "at_least", "want"), [
    ("hex:size=4", 0, 1, PROVED),  # whoever begins wins, on boards of any size
    pytest.param("hex:size=5", 0, 1, PROVED, marks=pytest.mark.slow),
    ("tictactoe:width=4,height=4,k=4", 0, 1, DISPROVED),  # a draw …
    ("tictactoe:width=4,height=4,k=4", 0, 0, PROVED),
    ("breakthrough:width=4,height=5", 1, 1, PROVED),
    ("domineering:width=6,height=6", 0, 1, PROVED),
])
@pytest.mark.long_for("breakthrough:width=4,height=5", "domineering:width=6,height=6")
def test_known_games(spec, prover, at_least, want):
    game = game_of(spec)
    machine = Prover(game, buckets=1 << 18, native=True)
    assert machine.ask(game.initial(), prover, at_least).result == want


# --- limits ---


def test_a_node_limit_leaves_it_undecided_and_can_be_raised():
    game = game_of("connect4:width=4,height=3")
    machine = Prover(game)
    all_at_once = Prover(game).ask(game.initial(), 0, 0).nodes
    assert all_at_once > 100
    nodes = 0
    for _ in range(1000):
        found = machine.ask(game.initial(), 0, 0, nodes=50)
        nodes += found.nodes
        if found.result != UNDECIDED:
            break
        assert (found.nodes, found.index) == (51, NOWHERE) and machine.memory.stop == 1
    assert found.result == PROVED
    assert nodes < 3 * all_at_once  # what was done before is not done again


def test_it_stops_when_told_to():
    game = game_of("hex:size=5")
    machine = Prover(game, buckets=1 << 12, native=True)

    def stop():
        while machine.memory.nodes < 1000:
            pass
        machine.memory.stop = 1

    waiting = threading.Thread(target=stop)
    machine.memory.nodes = 0
    waiting.start()
    found = machine.ask(game.initial(), 1, 1)
    waiting.join()
    assert found.result == UNDECIDED and found.nodes > 900


@pytest.mark.parametrize("game", [Chain(5000), Endless(), Ring(7)],
                         ids=["long", "endless", "round and round"])
def test_a_line_without_an_end_in_sight_proves_nothing(game):
    machine = Prover(game, buckets=64)
    for prover, at_least in ((0, 1), (1, 0)):
        assert machine.ask(game.initial(), prover, at_least).result == UNDECIDED
        assert machine.memory.horizon > 0


def test_a_proof_beside_an_endless_line_is_found():
    """In the ring whoever is at 0 may stop and lose; nobody must, but who asks for that gets it."""

    class Exit(Ring):
        def outcome(self, s):
            return 1 if s < 0 else None

    assert Prover(Exit(8), buckets=64).ask(0, 0, 1).result == PROVED


def test_too_many_moves_are_told():
    class Wide(Chain):
        def moves(self, s):
            yield from range(100_000)

    machine = Prover(Wide(3), buckets=64)
    with pytest.raises(RulesError, match="more moves than a search can hold"):
        machine.ask(0, 0, 1)


@pytest.mark.parametrize("buckets", [1, 16])
def test_a_table_that_is_far_too_small_costs_time_only(buckets):
    for spec in ("tictactoe", "kalah:pits=3,seeds=2,empty_capture=true"):
        game = game_of(spec)
        payoff = int(solve(game).score)
        machine = Prover(game, buckets=buckets)
        for at_least in (0, 1, payoff + 1):
            assert machine.ask(game.initial(), 0, at_least).result == \
                answer_to(payoff, 0, at_least)


# --- entries ---


def test_entries_hold_both_numbers_in_either_view():
    machine = Prover(game_of("tictactoe"), buckets=4)
    machine.memory.buckets, machine.memory.age = 4, 9
    for key, proof, disproof in ((5, 1, 1), (-7, 0, INFINITE), (9, INFINITE, 0), (13, 12345, 7)):
        keep(machine.memory, machine.table, key, key, proof, disproof, 100)
        data = probe(machine.memory, machine.table, key, key)
        assert (proof_in(data), disproof_in(data)) == (proof, disproof)
        assert numbers_in(data, 4) == (proof, disproof)
        assert numbers_in(data, 5) == (disproof, proof)
        assert (data >> 6) & 15 == 9 and 0 < data < 1 << 62


def test_what_took_more_work_stays_longer():
    machine = Prover(game_of("tictactoe"), buckets=1)
    machine.memory.buckets, machine.memory.age = 1, 1
    for key in (11, 22, 33, 44):
        keep(machine.memory, machine.table, key, key, 1, 1, 1000 if key == 22 else 10)
    for _ in range(20):
        keep(machine.memory, machine.table, 33, 33, 2, 1, 10)  # little by little adds up
    for key in range(100, 120):
        keep(machine.memory, machine.table, key, key, 1, 1, 12)
    assert probe(machine.memory, machine.table, 22, 22) != 0
    assert probe(machine.memory, machine.table, 33, 33) != 0
    assert probe(machine.memory, machine.table, 11, 11) == 0
    machine.memory.age = 2
    keep(machine.memory, machine.table, 55, 55, 1, 1, 1)
    keep(machine.memory, machine.table, 66, 66, 1, 1, 2)
    keep(machine.memory, machine.table, 77, 77, 1, 1, 1)
    keep(machine.memory, machine.table, 88, 88, 1, 1, 1)
    assert probe(machine.memory, machine.table, 22, 22) == 0  # an older search's go first


# --- with several threads ---

SPECS = ["dodgem", "hexapawn:width=3,height=4", "othello:size=4", "kalah:pits=3,seeds=2"]


@pytest.mark.parametrize("spec", SPECS)
def test_answers_are_right_whatever_other_threads_seem_to_be_at(spec, monkeypatch):
    """A move that looks busy is put off; it may be the only one left."""
    seen = Counter()

    @some(25)
    @given(st.integers(0, 10**6), st.integers(1, 8))
    def right(seed, before_end):
        here = late_position(spec, seed, before_end)
        value = known_value(here, 300)
        if value is None:
            return
        machine = Prover(game_of(spec), buckets=64)
        monkeypatch.setattr(proof_numbers, "is_busy", lambda table, child: (
            0 < child.proof < INFINITE and hash((child.check, seed)) % 2 > 0))
        made = searcher.made_ready
        monkeypatch.setattr(searcher, "made_ready", lambda *given, threads, **named: made(
            *given, threads=2, **named))
        for prover, payoff in ((here.to_move, value.score), (1 - here.to_move, -value.score)):
            for at_least in (0, 1, int(payoff), int(payoff) + 1):
                found = machine.ask(here, prover, at_least, nodes=10_000)
                assert found.result == (PROVED if payoff >= at_least else DISPROVED)
                seen[found.result] += machine.memory.threads == 2
        monkeypatch.undo()

    right()
    assert seen[PROVED] > 3 and seen[DISPROVED] > 3


@pytest.mark.parametrize("spec", [*SPECS, "breakthrough:width=4,height=5", "morris:men=3"])
@pytest.mark.long_for("breakthrough:width=4,height=5", "morris:men=3")
def test_several_threads_prove_what_one_does(spec):
    game = game_of(spec)
    with Engine(game, None, native=True) as one, Engine(game, None, threads=3) as several:
        for seed in range(30):
            here = late_position(spec, seed, 4 + seed)
            found = several.solve(here, method="proof-numbers")
            assert found.value == one.solve(here, method="proof-numbers").value
            assert found.value.known and found.threads == 3


# --- by the engine ---


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:width=4,height=4,k=3", "hex:size=4",
                                  "kalah:pits=3,seeds=3", "othello:size=4",
                                  "rps:hand_size=2,deck_size=6,score=margin"])
@pytest.mark.few(2, telling=["kalah"])
@pytest.mark.long_for("connect4:width=4,height=4,k=3")
def test_solutions_by_both_methods_agree(spec):
    engine = engine_of(spec)

    @some(20)
    @given(st.integers(0, 10**6), st.integers(1, 8))
    def agree(seed, before_end):
        here = late_position(spec, seed, before_end)
        engine.switches = EXACT
        engine.clear()
        one = engine.solve(here, distances=False, all_moves=True)
        other = engine.solve(here, method="proof-numbers", all_moves=True)
        assert one.value.known and other.value.known
        assert (one.value, one.value.kind) == (other.value, other.value.kind)
        if here.result is None:
            ranked = [{m.move: m.value for m in found.moves} for found in (one, other)]
            assert ranked[0] == ranked[1]
            assert ranked[0][other.move] == other.value

    agree()


def test_methods_that_make_no_sense_are_refused():
    engine = engine_of("tictactoe")
    with pytest.raises(ParameterError, match=r"'proof-number' .did you mean proof-numbers."):
        engine.solve(method="proof-number")
    with pytest.raises(ParameterError, match="find no distances"):
        engine.solve(method="proof-numbers", distances=True)


@pytest.mark.long
def test_a_limit_leaves_what_was_proven():
    engine = Engine(game_of("hex:size=5"), None, native=False, table_mb=1)
    found = engine.solve(method="proof-numbers", limit=Limit(nodes=300))
    assert not found.value.known and not found.value.proven and found.move in here_moves(engine)


def here_moves(engine):
    return engine.game.position().moves
