"""Games that go round in circles: repetition is a draw, and nothing proven is ever false by it."""

import random
from collections import Counter

import pytest
from boards import assert_true, engine_of, game_of, some
from cycles import Graph, Mirrored, Thrice, closed_in, solution, truth_of, walked
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit
from zermelo.errors import LimitError
from zermelo.search.switches import EXACT, PLAY
from zermelo.textbook import solve
from zermelo.values import DRAW, Value, proven

DEPTH = 8
BOTH = pytest.mark.parametrize("rules", [Graph, Thrice], ids=["twice", "three times"])


def in_view(value, mover):
    return value if mover == 0 else -value


def truth_for_mover(here):
    """The value under the game's rule, the past included: some positions may not come again."""
    return in_view(truth_of(here), here.to_move)


# --- the solver that everything here is compared with ---

def test_the_independent_solver_knows_a_small_graph():
    class Known(Graph):
        """0 → 1 → 0 … or 1 → 2, which the first player has won; 3 → 4, and 4 → 3 for ever."""

        def __init__(self):
            self.seed, self.vertices = 0, 5
            self.payoffs, self.widths = (2, 2, 1, 2, 2), (1, 2, 1, 1, 1)
            self.ways, self.again = ((1,), (0, 2), (), (4,), (3,)), (0, 0, 0, 0, 0)

    values = solution(Known())
    assert str(values[(1, 0)]) == "win in 1"  # plays 1 → 2
    assert str(values[(0, 1)]) == "win in 2"  # the second player must go to 1
    assert values[(1, 1)] is DRAW  # goes back to 0 every time …
    assert values[(0, 0)] is DRAW  # … which is all the first player can hope for
    assert values[(3, 0)] is DRAW
    # If 0 has been there too often, coming to it is a draw, and not what follows.
    assert solution(Known(), frozenset({(0, 1)}))[(1, 0)] == values[(1, 0)]
    assert solution(Known(), frozenset({(1, 0)}))[(0, 1)] is DRAW


def test_the_graphs_are_worth_testing():
    kinds, far = Counter(), 0
    for seed in range(40):
        for value in solution(Graph(seed)).values():
            kinds[value.kind] += 1
            far = max(far, value.distance or 0)
    assert min(kinds[kind] for kind in ("win", "loss", "draw")) > 100
    assert far > 8


# --- the engine ---

@pytest.mark.long
@BOTH
def test_what_is_proven_is_true_and_short_wins_are_found(rules):
    @some(60)
    @given(st.integers(0, 10**6))
    def holds(seed):
        game = rules(seed)
        engine = Engine(game, native=False, table_mb=0.1)
        values = solution(game)
        for s in random.Random(seed).sample(game.states(), min(6, len(game.states()))):
            truth = in_view(values[s], s.turn)
            found = engine.analyze(s, Limit(depth=DEPTH))
            assert_true(found.value, truth)
            if truth.kind != "draw" and truth.distance <= DEPTH:
                assert found.value == truth
            assert_true(engine.solve(s, Limit(nodes=2000)).value, truth)

    holds()


@pytest.mark.long
@BOTH
@pytest.mark.few(1, long=1)
def test_what_is_proven_is_true_with_a_past_too(rules):
    """One table for all of them: what was proven elsewhere may not hold here."""

    @some(60)
    @given(st.integers(0, 10**6))
    def holds(seed):
        game, rng = rules(seed), random.Random(seed)
        engine = Engine(game, native=False, table_mb=0.1)
        for s in game.states():
            engine.analyze(s, Limit(depth=6))
        for _ in range(12):
            here = walked(game, rng, rng.randint(1, 8))
            assert_true(engine.analyze(here, Limit(depth=6)).value, truth_for_mover(here))
            assert_true(engine.solve(here, Limit(nodes=300)).value, truth_for_mover(here))

    holds()


@pytest.mark.long
def test_mirror_images_part_where_only_one_of_them_was_there_before():
    """A position may come again whose mirror image may not."""
    proofs = Counter()
    for seed in range(20):
        game, rng = Mirrored(seed), random.Random(seed)
        if not game.states():
            continue
        engine = Engine(game, native=False, table_mb=0.1, switches=EXACT)
        for _ in range(6):
            here = walked(game, rng, rng.randint(2, 8))
            for found in (engine.analyze(here, Limit(depth=9), all_moves=True),
                          engine.solve(here, Limit(nodes=1000), all_moves=True)):
                assert_true(found.value, truth_for_mover(here))
                for ranked in found.moves:
                    assert_true(ranked.value, _truth_after(here, ranked.move))
                proofs[found.value.kind] += 1
    assert proofs["win"] > 6 and proofs["loss"] > 6


@BOTH
@pytest.mark.long_for("twice")
def test_every_move_is_ranked_truly(rules):
    @some(40)
    @given(st.integers(0, 10**6))
    def holds(seed):
        game, rng = rules(seed), random.Random(seed)
        engine = Engine(game, native=False, table_mb=0.1)
        for _ in range(4):
            here = walked(game, rng, rng.randint(0, 8))
            for found in (engine.analyze(here, Limit(depth=5), all_moves=True),
                          engine.solve(here, Limit(nodes=1000), all_moves=True)):
                for ranked in found.moves:
                    assert_true(ranked.value, _truth_after(here, ranked.move))
            assert len(engine.analyze(here, Limit(depth=3), all_moves=True).moves) == \
                len(here.moves)

    holds()


def _truth_after(here, move):
    game, after = here.game, here.game.play(here.state, move)
    payoff = game.outcome(after)
    if payoff is not None:
        value = proven(payoff, 1)
    elif after in closed_in(here):
        value = DRAW
    else:
        value = solution(game, closed_in(here))[after]
        if value.kind != "draw":
            value = Value(value.kind, value.score, value.distance + 1)
    return in_view(value, here.to_move)


@pytest.mark.long
def test_a_draw_by_repetition_is_no_proof_and_no_win():
    drawn = 0
    for seed in range(10):
        game = Graph(seed)
        engine = Engine(game, native=False, table_mb=0.1)
        for s, truth in solution(game).items():
            if truth is DRAW:
                found = engine.analyze(s, Limit(depth=DEPTH)).value
                assert found.kind in ("draw", "estimate") and found.score == 0
                drawn += found.kind == "estimate"
    assert drawn > 30


def test_a_position_that_was_there_before_is_a_draw_already():
    game = Graph(1)
    start = game.position()
    for first in start.moves:
        here = start.play(first)
        for back in here.moves:
            after = here.play(back)
            if after.state == start.state:
                found = Engine(game, native=False).analyze(after, Limit(depth=3))
                assert (found.value.kind, found.line) == ("draw", ())
                return
    pytest.fail("there is no way back")


@pytest.mark.parametrize("switches", [EXACT, PLAY], ids=["exact", "selective"])
@BOTH
@pytest.mark.long_for("exact")
def test_compiled_it_is_the_same(rules, switches):
    game = rules(5, 40)
    native = Engine(game, native=True, table_mb=1, switches=switches)
    plain = Engine(game, native=False, table_mb=1, switches=switches)
    rng = random.Random(0)
    proofs = Counter()
    for _ in range(80):
        here = walked(game, rng, rng.randint(0, 12))
        fast, slow = (e.analyze(here, Limit(depth=7)) for e in (native, plain))
        assert (fast.value, fast.nodes, fast.line) == (slow.value, slow.nodes, slow.line)
        assert_true(fast.value, truth_for_mover(here))
        proofs[fast.value.kind] += 1
    assert proofs["win"] > 5 and proofs["loss"] > 1


# --- checkers, where kings go to and fro ---

@pytest.mark.long
@pytest.mark.parametrize("switches", [EXACT, PLAY], ids=["exact", "selective"])
def test_kings_in_checkers(switches):
    spec = "checkers:quiet_moves=4"
    game, engine = game_of(spec), engine_of(spec, True)
    engine.clear()
    engine.switches = switches
    rng, proofs = random.Random(7), Counter()
    for _ in range(100):
        squares = rng.sample(range(1, 33), 3)
        mover, ones, quiet = rng.choice("BW"), rng.randint(1, 2), rng.randint(3, 7)
        black = ",".join(f"K{n}" for n in squares[:ones])
        white = ",".join(f"K{n}" for n in squares[ones:])
        here = game.position(f"{mover}:W{white}:B{black}:H{quiet}")
        if here.result is not None:
            continue
        try:
            truth = in_view(solve(here, nodes=4000), here.to_move)
        except LimitError:
            continue
        found = engine.analyze(here, Limit(depth=8))
        assert_true(found.value, truth)
        proofs[found.value.kind] += 1
    assert proofs["win"] > 8 and proofs["loss"] > 0 and proofs["draw"] > 2
