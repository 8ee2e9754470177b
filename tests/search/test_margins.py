"""Margins near the horizon: measured on the game's own positions, never felt by an exact search,
and never the reason of a claim that is false."""

from math import log
from types import SimpleNamespace

import pytest
from boards import engine_of, random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load
from zermelo.evaluation.linear import LinearEvaluator
from zermelo.game import Game
from zermelo.search.lessening import FASTEST, USUALLY, lessened
from zermelo.search.margins import SHARE, UNKNOWN, Margins, _decline, measured, put
from zermelo.search.memory import MARGINS
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT, MEASURED, PLAY, Switch

SPEC = "connect4:width=5,height=4"
RECKLESS = Margins((1,) * MARGINS, (1,) * MARGINS, 0, FASTEST)


@pytest.fixture(scope="module")
def player():
    engine = Engine(load("breakthrough"), selective=True, table_mb=4)
    assert engine.native
    return engine


@pytest.mark.long
def test_margins_are_measured_once_and_are_always_the_same(player):
    found = player.margins
    assert all(found.behind[1:4]) and all(found.ahead[1:4])
    again = Engine(player.game, selective=True, table_mb=4)
    assert again.margins == found
    memory = again._searcher.crew.memories[0]
    assert [memory.margins[d].behind for d in range(MARGINS)] == list(found.behind)


@pytest.mark.long
def test_what_the_table_knows_of_deeper_searches_is_no_part_of_them():
    """A search of one ply that finds more in the table than it sees would ask for the margin of a
    deeper one: measured once more, with a full table, it is the same. (Of more plies, the table's
    move comes first the second time, and others are looked at less closely.)"""
    engine = Engine(load("chess"), selective=True, table_mb=4)
    switches, searcher = engine.switches, engine._searcher
    searcher.crew.ready()
    searcher.clear()
    found = [measured(searcher, switches) for _ in range(2)]
    assert found[0].behind[1] == found[1].behind[1] and found[0].ahead[1] == found[1].ahead[1]


@pytest.mark.long
def test_who_is_ahead_needs_a_margin_for_every_ply(player):
    behind = player.margins.behind
    assert all(behind[depth] >= depth * behind[1] for depth in range(1, MARGINS) if behind[depth])


def test_a_queen_is_given_for_a_mate():
    """A rook goes quietly to h4, two moves after the queen was taken. Who has the queen stands so
    well that a search which believed that far above the horizon saw nothing in 300,000 nodes."""
    engine = Engine(load("chess"), selective=True)
    here = engine.game.position("r3r1k1/p1pq1pp1/1p2b1p1/6B1/1P1Q1R2/2P5/P5PP/5RK1 w - - 0 1")
    found = engine.analyze(here, Limit(nodes=300_000))
    assert found.line_text[0] == "Qxg7+" and "win in" in str(found.value)


def test_most_searches_stay_within_the_margins(player):
    """On other positions than those that were measured, with thrice the share for luck."""
    plain = Engine(player.game, switches=PLAY & ~MEASURED, table_mb=4)
    at_once = Engine(player.game, switches=PLAY & ~MEASURED & ~Switch.QUIESCENCE, table_mb=4)
    outside, count = 0, 0
    for seed in range(300):
        here = random_position(player.game.spec, 10_000 + seed, seed % 24)
        if here.result is not None or player.game.urgent(here.state):
            continue
        plain.clear()
        score = at_once.evaluator(here.game, here.state) * (1 if here.to_move == 0 else -1)
        value = plain.analyze(here, Limit(depth=1)).value
        count += 1
        outside += not value.proven and value.score < score - player.margins.behind[1] / 1000
    assert count > 100
    assert outside <= 3 * SHARE * count


@pytest.mark.long
def test_each_saves_nodes(player):
    here, nodes = player.game.position(), {}
    full = player.switches
    for left_out in (MEASURED, *(MEASURED & ~switch for switch in Switch if switch & MEASURED)):
        player.clear()
        player.switches = full & ~left_out
        nodes[left_out] = player.analyze(here, Limit(depth=8)).nodes
    player.switches = full
    plain = nodes.pop(MEASURED)
    assert all(fewer < plain for fewer in nodes.values()), (plain, nodes)


@pytest.mark.long
@pytest.mark.parametrize(("spec", "depth"), [("breakthrough:width=5,height=6", 5), ("chess", 4)])
@pytest.mark.few(1)
def test_compiled_and_interpreted_they_leave_out_the_same(spec, depth):
    margins = Margins((0, 300, 400, 500, 600), (0, 300, 400, 500, 600), 150, 7)
    game, found = load(spec), []
    for native in (True, False):
        asked = Engine(game, native=native, switches=PLAY, table_mb=1)
        asked.prepare()
        put(asked._searcher, margins)
        for seed in range(2):
            asked.clear()
            got = asked.analyze(random_position(spec, seed, 12), Limit(depth=depth))
            found.append((got.nodes, got.value, got.move))
    assert found[:2] == found[2:]


def test_exact_searches_do_not_feel_them():
    engine = engine_of(SPEC)

    @some(20)
    @given(st.integers(0, 10**6), st.integers(0, 12), st.integers(1, 6))
    def same(seed, plies, depth):
        here = random_position(SPEC, seed, plies)
        found = []
        for margins in (UNKNOWN, RECKLESS):
            put(engine._searcher, margins)
            engine.clear()
            engine.switches = EXACT
            analysis = engine.analyze(here, Limit(depth=depth))
            found.append((analysis.value, analysis.nodes, analysis.line))
        assert found[0] == found[1]

    same()
    put(engine._searcher, UNKNOWN)


def test_reckless_margins_never_claim_a_false_win():
    engine, truth = Engine(load(SPEC), switches=PLAY, table_mb=4), engine_of(SPEC)
    put(engine._searcher, RECKLESS)
    truth.switches, claims = EXACT, set()
    for seed in range(120):
        here = random_position(SPEC, seed, 4 + seed % 12)
        engine.clear()
        value = engine.analyze(here, Limit(depth=2 + seed % 7)).value
        if value.kind in ("win", "loss"):
            claims.add(value.kind)
            assert truth.solve(here).value.kind == value.kind
    assert claims == {"win", "loss"}


def test_without_margins_they_are_nothing():
    """An engine that was given its techniques has not measured anything."""
    game, nodes = load(SPEC), set()
    for switches in (PLAY, PLAY & ~MEASURED):
        nodes.add(Engine(game, switches=switches, table_mb=4).analyze(None, Limit(depth=7)).nodes)
    assert len(nodes) == 1



# --- skipped turns ---

class Burden(Game):
    """Every move costs its player one of 40 stones, or two: who could skip would."""

    players = ("first", "second")

    def initial(self):
        return (40, 40, 0)

    def to_move(self, s):
        return s[2]

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, m):
        return (s[0] - m, s[1], 1) if s[2] == 0 else (s[0], s[1] - m, 0)

    def outcome(self, s):
        return None if min(s[0], s[1]) > 1 else (s[0] > s[1]) - (s[0] < s[1])

    def null_move(self, s):
        return (s[0], s[1], 1 - s[2])


class Relief(Burden):
    """Every move gains instead, and turns come to an end."""

    def initial(self):
        return (0, 0, 0)

    def play(self, s, m):
        return (s[0] + m, s[1], 1) if s[2] == 0 else (s[0], s[1] + m, 0)

    def outcome(self, s):
        return None if max(s[0], s[1]) < 60 else (s[0] > s[1]) - (s[0] < s[1])


STONES = LinearEvaluator("stones", {"stones": lambda game, s: s[0] - s[1]}, {"stones": 1.0})


@pytest.mark.long
def test_where_moving_hurts_a_skipped_turn_is_not_believed():
    """To skip keeps two stones that three plies cost, two more than the other side: so much must a
    skipped turn be too good. Where moving helps, nothing is asked for."""
    def asked_for(rules):
        searcher = Searcher(rules(), STONES, 1, 1, True)  # which remembers nothing from disk
        return measured(searcher, EXACT).skipping

    assert asked_for(Burden) >= 1000
    assert asked_for(Relief) == 0


def test_a_turn_is_skipped_the_less_the_more_is_asked_for():
    game, nodes = load("chess"), []
    asked = Engine(game, switches=PLAY, table_mb=4)
    asked.prepare()
    for skipping in (0, 400, 10**6):
        put(asked._searcher, Margins((0, 300, 400, 500, 600), (0, 300, 400, 500, 600), skipping))
        asked.clear()
        nodes.append(asked.analyze(None, Limit(depth=8)).nodes)
    asked.switches = PLAY & ~Switch.NULL_MOVE
    asked.clear()
    never = asked.analyze(None, Limit(depth=8)).nodes
    assert nodes[0] != nodes[1] != nodes[2] == never


# --- late moves ---

def test_how_fast_late_moves_come_to_nothing():
    one_in_n = [n for n in range(1, 101) for _ in range(round(10_000 / (n * (n + 1))))]
    assert _decline([n - 1 for n in one_in_n]) == USUALLY
    assert _decline([n - 1 for n in one_in_n if n < 3]) > USUALLY
    assert _decline([n % 40 for n in range(400)]) < USUALLY  # any as likely as any other
    assert _decline([0] * 100) == FASTEST
    assert _decline([3] * 10) == 0  # too few to tell


def test_moves_that_are_late_are_searched_less_deep_the_more_it_says_so():
    def less(decline, depth, done):
        return lessened(SimpleNamespace(decline=decline), depth, done, True, False)

    for depth in range(1, 40):
        for done in range(70):
            usual = int(0.4 + log(min(depth, 31)) * log(min(done, 63)) / 2.2) if done > 2 else 0
            assert less(0, depth, done) == less(USUALLY, depth, done) == usual
            found = [less(decline, depth, done) for decline in range(1, FASTEST + 1)]
            assert found == sorted(found)
    assert [less(8, 6, done) for done in range(4)] == [0, 0, 1, 2]  # twice as fast: the third, too
    assert less(2, 6, 8) == 0  # half as fast: nine are first moves


def test_games_differ_in_it(player):
    narrow = Engine(load("connect4"), selective=True, table_mb=4)
    assert player.margins.decline < narrow.margins.decline
