"""Whatever the depth, the techniques, or what the table still holds: what is proven is true."""

import random
from collections import Counter

import pytest
from boards import assert_true, engine_of, every_spec, known_value, late_position, some
from cycles import Downhill
from hypothesis import given
from hypothesis import strategies as st

from small_games import Chain
from zermelo import Engine, Limit, Position
from zermelo.search.switches import EXACT, PLAY, SELECTIVE, Switch

TECHNIQUES = {
    "exact": EXACT,
    "selective": PLAY,
    "quiescence": EXACT | Switch.QUIESCENCE,
    "reductions": EXACT | Switch.REDUCTIONS,
    "deeper entries": EXACT | Switch.DEEPER_ENTRIES,
}


@every_spec
@pytest.mark.few(4, telling=["checkers", "rps"])
def test_what_an_analysis_claims_is_true(spec):
    engine = engine_of(spec)
    kinds = Counter()

    @some(40)
    @given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 8))
    def true(seed, before_end, depth):
        here = late_position(spec, seed, before_end)
        truth = known_value(here, 1500)
        if truth is None:
            return
        for engine.switches in TECHNIQUES.values():
            for iteration in range(1, depth + 1, 2):  # finds the table as the last one left it
                found = engine.analyze(here, Limit(depth=iteration))
                assert_true(found.value, truth)
            kinds[found.value.kind] += 1
            assert_true(engine.solve(here, Limit(nodes=20_000), distances=True).value, truth)

    engine.clear()
    true()
    assert kinds["win"] + kinds["loss"] + kinds["draw"] > 0 or not kinds


@pytest.mark.parametrize("spec", ["othello:size=4", "othello:size=6", "kalah:pits=3,seeds=3",
                                  "dots:width=2,height=2",
                                  "rps:hand_size=2,deck_size=6,score=margin"])
@pytest.mark.few(2, telling=["kalah"])
def test_a_game_for_points_is_not_settled_by_the_first_win_that_is_found(spec):
    """A win by 2 that is seen from here may be a win by 10 beyond the horizon."""
    engine = engine_of(spec)
    engine.clear()
    engine.switches = EXACT
    solved = 0
    for seed in range(15):
        here = late_position(spec, seed, 6)
        truth = known_value(here, 2000)
        if truth is None:
            continue
        for depth in range(1, 7):
            assert_true(engine.analyze(here, Limit(depth=depth)).value, truth)
        # What those searches left in the table does not mislead a proof, nor hinder it.
        found = engine.solve(here, distances=True)
        assert (found.value, found.value.known) == (truth, True)
        # Nor does it stop before the end if it is given time.
        assert engine.analyze(here, Limit(depth=30)).value == truth
        solved += 1
    assert solved > 5


def test_a_selective_win_may_have_a_shorter_way_and_says_so():
    engine = engine_of("tictactoe:width=4,height=3,k=3")
    engine.clear()
    engine.switches = PLAY
    found = engine.analyze(None, Limit(depth=8))
    assert found.value.kind == "win" and not found.value.known
    assert str(found.value).startswith("≥ win in ")


# --- skipping a turn, in a game where that would often help ---

@pytest.mark.long
def test_skipping_a_turn_proves_nothing():
    kinds = Counter()
    for seed in range(10):
        game = Downhill(seed)
        engine = Engine(game, native=False, table_mb=0.1, switches=EXACT | Switch.NULL_MOVE)
        kinds += _claims(engine, random.Random(seed).sample(game.states(), 10), (3, 5, 8, 11))
    assert min(kinds["win"], kinds["loss"], kinds["draw"]) > 8


@pytest.mark.long
def test_nor_does_it_when_compiled():
    game = Downhill(1, 60)
    engine = Engine(game, native=True, table_mb=1, switches=EXACT | Switch.NULL_MOVE)
    kinds = _claims(engine, game.states(), range(1, 16, 2))
    assert min(kinds["win"], kinds["loss"], kinds["draw"]) > 5


def _claims(engine, states, depths):
    """How many of each kind were proven; none of them falsely."""
    kinds = Counter()
    for s in states:
        truth = known_value(Position(engine.game, s), 5000)
        for depth in depths:
            found = engine.analyze(s, Limit(depth=depth))
            assert_true(found.value, truth)
        kinds[found.value.kind] += 1
        assert engine.solve(s).value == truth  # it has no part in proofs
    return kinds


def test_skipping_a_turn_is_at_work():
    """Otherwise the tests above would test nothing."""
    nodes = Counter()
    for seed in range(20):
        for switches in (EXACT, EXACT | Switch.NULL_MOVE):
            engine = Engine(Downhill(seed), native=False, table_mb=0.1,
                            switches=switches & ~Switch.TABLE)
            nodes[switches] += engine.analyze(None, Limit(depth=8)).nodes
    assert nodes[EXACT | Switch.NULL_MOVE] != nodes[EXACT]


@pytest.mark.parametrize("switch", [Switch.REDUCTIONS, Switch.QUIESCENCE])
def test_selective_techniques_are_at_work(switch):
    """Each changes what is searched; reductions search less, quiescence farther."""
    spec = "checkers:quiet_moves=4"
    engine = engine_of(spec)
    totals, farthest = Counter(), Counter()
    for switches in (EXACT, EXACT | switch):
        engine.clear()
        engine.switches = switches
        for seed in range(6):
            here = late_position(spec, seed, 40)
            if here.result is None:
                found = engine.analyze(here, Limit(depth=7))
                totals[switches] += found.nodes
                farthest[switches] += found.deepest
    assert switch & SELECTIVE
    if switch is Switch.REDUCTIONS:
        assert totals[EXACT | switch] < 0.8 * totals[EXACT]
    else:
        assert farthest[EXACT | switch] > farthest[EXACT]


class Fork(Chain):
    """The game can be ended at once; or it goes on for `length` plies, to something better."""

    def __init__(self, now: int = 0, later: int = 1, length: int = 6, mover: int = 0) -> None:
        super().__init__(length, later)
        self.now, self.mover = now, mover

    def to_move(self, s):
        return (s + self.mover) % 2

    def moves(self, s):
        yield 1
        if s == 0:
            yield 0

    def play(self, s, m):
        return s + 1 if m else -1

    def outcome(self, s):
        return self.now if s < 0 else super().outcome(s)


@pytest.mark.parametrize("listed", [{"all_moves": True}, {"lines": 2}, {}],
                         ids=["all moves", "two lines", "the best"])
@pytest.mark.parametrize(("now", "later", "mover"), [(0, 1, 0), (0, -1, 1), (1, 3, 0), (-1, 0, 0),
                                                     (-2, -4, 1)])
def test_a_move_that_is_sure_settles_nothing_while_another_may_be_better(now, later, mover, listed):
    engine = Engine(Fork(now, later, mover=mover), None, native=False, table_mb=1, switches=EXACT)
    best = -later if mover else later
    for depth in range(1, 9):
        engine.clear()
        found = engine.analyze(None, Limit(depth=depth), **listed)
        assert found.value.known == (depth >= 6), (depth, found.value)
        assert not found.value.known or found.value.score == best
