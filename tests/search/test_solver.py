"""Proofs: every answer on the way is true, and so is what is left when the limit comes first."""

import random

import pytest
from boards import OFTEN, engine_of, known_value, late_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load
from zermelo.search.codes import decoded, win_code
from zermelo.search.questions import SHORT_FIRST, by_distance, unanswered
from zermelo.search.solver import Proof
from zermelo.search.switches import EXACT
from zermelo.textbook import solve
from zermelo.values import Bound, proven

SOLVED = [spec for spec in OFTEN if not spec.startswith("checkers")]  # those that cannot go round
MOST_MOVES = 40  # finished games count as nodes, and are not asked whether it is enough


def code_of(value, distances):
    """A proven value as the search writes it."""
    if value.kind == "draw":
        return 0
    code = win_code(value.distance if distances else 0, int(abs(value.score)))
    return code if value.kind == "win" else -code


class Watched(Proof):
    """A proof that knows the truth and is held to it after every question."""

    def __init__(self, searcher, state, distances, truth):
        super().__init__(searcher, state, distances)
        self.truth, self.questions = code_of(truth, distances), 0

    def _ask(self, at_least):
        self.questions += 1
        assert self.low < at_least <= self.high, "asked what was known"
        super()._ask(at_least)
        assert self.low <= self.truth <= self.high


@pytest.mark.parametrize("distances", [True, False], ids=["distances", "payoffs"])
@pytest.mark.parametrize("spec", SOLVED)
@pytest.mark.few(6, telling=["rps", "kalah"])
def test_the_bounds_close_in_on_the_truth(spec, distances):
    engine = engine_of(spec)
    engine.clear()

    @some(30)
    @given(st.integers(0, 10**6), st.integers(1, 6))
    def close_in(seed, before_end):
        here = late_position(spec, seed, before_end)
        truth = known_value(here, 1000)
        if truth is None:
            return
        searcher = engine._searcher
        searcher.crew.ready()
        searcher.begin(here, Limit(), EXACT, int(distances))
        proof = Watched(searcher, here.state, distances, truth)
        assert proof.low <= proof.truth <= proof.high
        proof.work()
        assert proof.proven and proof.low == proof.truth
        assert proof.value == proven(int(truth.score), truth.distance if distances else None)
        assert proof.questions < 40

    close_in()


def test_what_was_found_first_is_asked_to_be_all_there_is():
    last = len(SHORT_FIRST)
    win, sooner = win_code(41), win_code(33)
    assert unanswered(win, sooner, 0) == last
    assert [decoded(by_distance(win, sooner, last + n)).distance for n in (0, 1, 2)] == [40, 37, 37]
    loss, later = -win_code(33), -win_code(41)
    assert unanswered(loss, later, 0) == last
    assert [decoded(by_distance(loss, later, last + n)).distance for n in (0, 1, 2)] == [41, 37, 37]


@pytest.mark.parametrize("spec", ["connect4:width=5,height=4", "othello:size=4", "hex:size=4",
                                  "kalah:pits=3,seeds=3", "dots:width=2,height=2",
                                  "tictactoe:width=4,height=3,k=3"])
@pytest.mark.few(3, telling=["kalah"])
@pytest.mark.long_for("hex:size=4")
def test_what_is_proven_when_the_limit_comes_is_true(spec):
    """From one node on to more than enough: a bound that holds, or the value, or no claim."""
    engine = engine_of(spec)
    rng = random.Random(1)
    seen = set()
    for seed in range(12):
        here = late_position(spec, seed, rng.randint(5, 9))
        truth = known_value(here, 3000)
        if truth is None:
            continue
        for distances in (True, False):
            exact = proven(int(truth.score), truth.distance if distances else None)
            for nodes in (1, 5, 20, 60, 200, 1000, 10**6):
                engine.clear()
                found = engine.solve(here, Limit(nodes=nodes), distances=distances)
                seen.add((found.value.known, found.value.bound))
                assert found.nodes <= nodes + MOST_MOVES
                assert found.move in here.moves
                if found.value.known:
                    assert (found.value, found.value.kind) == (exact, exact.kind)
                elif found.value.bound is Bound.LOWER:
                    assert found.value <= exact
                elif found.value.bound is Bound.UPPER:
                    assert found.value >= exact
                else:
                    assert not found.value.proven
            assert found.value.known
    assert (True, Bound.EXACT) in seen and len(seen) >= 2


@pytest.mark.parametrize(("spec", "value"), [
    ("tictactoe", "draw"), ("nim:heaps=2+3+4", "win in 7"),
    pytest.param("othello:size=4", "loss by 8 in 10", marks=pytest.mark.slow),
    ("hexapawn:width=3,height=3", "loss in 6"), ("kalah:pits=2,seeds=2", "loss by 2 in 5"),
])
def test_whole_games(spec, value):
    engine = Engine(load(spec), native=False, table_mb=4)
    found = engine.solve(distances=True)
    assert (str(found.value), found.value.known, found.depth) == (value, True, None)
    assert str(solve(load(spec))) == value


def test_scored_games_are_solved_by_payoff_unless_told_otherwise():
    here = late_position("othello:size=6", 3, 5)
    engine = engine_of("othello:size=6")
    engine.clear()
    truth = known_value(here, 5000)
    assert engine.solve(here).value.distance is None
    assert engine.solve(here).value.score == truth.score
    assert engine.solve(here, distances=True).value == truth
    assert engine_of("tictactoe").solve("xx./oo./...:x").value.distance == 1


def test_a_finished_game_is_what_it_is():
    engine = engine_of("tictactoe")
    for position, value in (("xxx/oo./...:o", "loss in 0"), ("xox/xxo/oxo:o", "draw")):
        found = engine.solve(position)
        assert (str(found.value), found.move, found.moves) == (value, None, ())
        assert found.value.known


def test_bounds_that_close_at_once_need_no_question():
    """Where the rules' own bounds say it all, nothing is searched."""
    class Settled(Proof):
        def _ask(self, at_least):
            raise AssertionError("nothing was open")

    game = load("nim:heaps=1")
    engine = Engine(game, native=False)
    engine._searcher.begin(game.position(), Limit(), EXACT, 0)
    proof = Settled(engine._searcher, game.initial(), False)
    proof.low = proof.high
    proof.work()
    assert proof.proven and proof.value == decoded(proof.high, distances=False)
