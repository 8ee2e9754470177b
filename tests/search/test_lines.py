"""Lines: legal to the last move, as long as the distance, and worth what is claimed."""

from collections import Counter

import pytest
from boards import (
    assert_true,
    engine_of,
    every_spec,
    known_value,
    late_position,
    random_position,
    some,
)
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Limit, Position
from zermelo.search.codes import to_thousandths
from zermelo.search.switches import EXACT, PLAY, Switch
from zermelo.values import estimate, proven


def replayed(found):
    """The end of a line, every move of it tried for being legal."""
    here = Position(found.game, found.state)
    for move in found.line:
        assert move in here.moves
        here = here.play(move)
    return here


def score_of(engine, here, view):
    """The evaluator's opinion as the search keeps it, in a player's view."""
    score = 0.0
    if engine.evaluator is not None:
        score = to_thousandths(engine.evaluator(here.game, here.state)) / 1000
    return estimate(score if view == 0 else -score)


@every_spec
@pytest.mark.few(4, telling=["checkers"])
def test_lines_of_depth_limited_searches(spec):
    engine = engine_of(spec)
    ends = Counter()

    @some(60)
    @given(st.integers(0, 10**6), st.integers(0, 24), st.integers(1, 5))
    def lead_to_the_value(seed, plies, depth):
        here = random_position(spec, seed, plies)
        engine.clear()
        engine.switches = EXACT & ~Switch.CANDIDATES
        found = engine.analyze(here, Limit(depth=depth))
        assert found.line and found.line[0] == found.move == found.moves[0].move
        assert len(found.line) <= found.depth <= depth
        end = replayed(found)
        if found.value.kind in ("win", "loss"):
            assert len(found.line) == found.value.distance
            assert end.result is not None
            payoff = end.result.payoff if here.to_move == 0 else -end.result.payoff
            assert proven(payoff, found.value.distance) == found.value
            ends["proven"] += 1
        elif len(found.line) == found.depth and end.result is None:
            assert score_of(engine, end, here.to_move) == found.value
            ends["estimate"] += 1
        elif end.result is not None:
            assert end.result.payoff == 0 == found.value.score
            ends["draw"] += 1
        else:
            ends["short"] += 1

    lead_to_the_value()
    # Only a draw that somebody can hold in many ways may leave a line unfinished.
    assert ends["short"] <= 0.1 * ends.total()


@every_spec
@pytest.mark.few(4, telling=["kalah"])
def test_lines_of_solutions(spec):
    engine = engine_of(spec)
    engine.switches = EXACT

    @some(40)
    @given(st.integers(0, 10**6), st.integers(1, 7), st.booleans())
    def end_as_they_should(seed, before_end, distances):
        here = late_position(spec, seed, before_end)
        if known_value(here, 1000) is None:
            return
        engine.clear()
        found = engine.solve(here, distances=distances)
        if not found.value.known:
            assert here.game.repetition  # nothing else is in the way of a proof
            return
        end = replayed(found)
        if found.value.kind != "draw" and distances:
            assert len(found.line) == found.value.distance
        if end.result is not None:
            payoff = end.result.payoff if here.to_move == 0 else -end.result.payoff
            assert payoff == found.value.score
        else:
            assert found.value.kind == "draw" or not distances

    end_as_they_should()


@pytest.mark.parametrize("spec", ["checkers:quiet_moves=4", "othello:size=6",
                                  "kalah:pits=3,seeds=3", "dots:width=2,height=2",
                                  "breakthrough:width=3,height=5,rows=1"])
def test_lines_are_legal_when_playing_selectively(spec):
    engine = engine_of(spec)

    @some(40)
    @given(st.integers(0, 10**6), st.integers(0, 20), st.integers(1, 6))
    def legal(seed, plies, depth):
        here = random_position(spec, seed, plies)
        engine.switches = PLAY
        found = engine.analyze(here, Limit(depth=depth))
        assert replayed(found).game == here.game
        assert found.line[0] == found.move

    legal()


@pytest.mark.parametrize("spec", ["tictactoe", "othello:size=4", "connect4:width=5,height=4",
                                  "kalah:pits=3,seeds=3", "rps:hand_size=3,deck_size=9"])
@pytest.mark.few(2, telling=["rps"])
def test_every_move_is_ranked_and_the_best_come_first(spec):
    engine = engine_of(spec)

    @some(30)
    @given(st.integers(0, 10**6), st.integers(1, 6))
    def ranked(seed, before_end):
        here = late_position(spec, seed, before_end)
        truth = known_value(here, 1000)
        if truth is None:
            return
        engine.clear()
        engine.switches = EXACT
        solved = engine.solve(here, all_moves=True, distances=True)
        engine.clear()
        deepened = engine.analyze(here, Limit(depth=20), all_moves=True)
        for found in (solved, deepened):
            assert sorted(m.move for m in found.moves) == sorted(here.moves)
            values = [m.value for m in found.moves]
            assert values == sorted(values, reverse=True)
            assert (found.value, values[0], found.value.known) == (truth, truth, True)
            for m in found.moves:
                assert_true(m.value, _after(here.play(m.move), here.to_move))
                assert m.proven == m.value.proven and m.bound is m.value.bound
                assert m.text == here.game.move_text(here.state, m.move)
        assert all(m.value.known for m in solved.moves)

    ranked()


def _after(after, view):
    """The value of a move in the view of who makes it."""
    if after.result is not None:
        value = proven(after.result.payoff if view == 0 else -after.result.payoff, 0)
    else:
        value = known_value(after, 5000)
        value = value if after.to_move == view else -value
    return proven(int(value.score), None if value.distance is None else value.distance + 1)


def test_an_analysis_speaks_and_goes_into_json():
    engine = engine_of("tictactoe")
    found = engine.solve("xx./oo./...:x", all_moves=True)
    assert str(found).startswith("x: win in 1, to the end, ") and str(found).endswith(": c1")
    data = found.to_json()
    assert (data["move"], data["pv"], data["position"]) == ("c1", ["c1"], "xx./oo./...:x")
    assert data["value"] == {"kind": "win", "distance": 1, "score": 1, "proven": True,
                             "bound": "exact", "view": 0}
    assert (data["depth"], data["native"], data["threads"]) == (None, True, 1)
    assert data["moves"][0]["move"] == "c1" and len(data["moves"]) == 5
    assert data["nodes"] == found.nodes > 0 and 0 <= data["table_used"] <= 1
