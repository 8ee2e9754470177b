"""Native = interpreted = textbook, on random positions of every game, whatever is switched off."""

from dataclasses import replace
from functools import cache

import pytest
from boards import every_spec, late_position, random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, estimate, load
from zermelo.errors import LimitError
from zermelo.search.codes import to_thousandths
from zermelo.search.switches import EXACT, PLAY, Switch
from zermelo.textbook import alpha_beta, solve
from zermelo.textbook.minimax import value_leaf

EXACT_SWITCHES = [s for s in Switch if s & EXACT]
switches = st.sets(st.sampled_from(EXACT_SWITCHES)).map(lambda off: EXACT & ~sum(off, Switch(0)))
many, few = some(60), some(25)



@cache
def engine_of(spec, native, threads=1):
    return Engine(random_position(spec, 0, 0).game, native=native, threads=threads, table_mb=1)


def analyzed(engine, here, depth, chosen, all_moves=False):
    engine.clear()
    engine.switches = chosen
    return engine.analyze(here, Limit(depth=depth), all_moves=all_moves)


def textbook_value(here, depth, evaluator):
    def rounded(game, s):
        return to_thousandths(evaluator(game, s)) / 1000 if evaluator else 0.0

    value = alpha_beta(here, depth=depth, leaf=value_leaf(rounded)).value
    return value if here.to_move == 0 else -value


@every_spec
def test_depth_limited_values_agree(spec):
    native, plain = engine_of(spec, True), engine_of(spec, False)
    pair = engine_of(spec, True, threads=2)

    @many
    @given(st.integers(0, 10**6), st.integers(0, 24), st.integers(1, 4), switches)
    def agree(seed, plies, depth, chosen):
        here = random_position(spec, seed, plies)
        while len(here.moves) ** depth > 2000:
            depth -= 1
        want = textbook_value(here, depth, native.evaluator)
        fast, slow = (analyzed(e, here, depth, chosen) for e in (native, plain))
        assert fast.value == want == slow.value
        assert (fast.nodes, fast.line, fast.deepest) == (slow.nodes, slow.line, slow.deepest)
        assert analyzed(pair, here, depth, chosen).value == want

    agree()


@pytest.mark.slow
@every_spec
def test_better_code_looks_at_the_same_nodes_as_quick_code(spec):
    """Of what searches and of what proves, from the start and from the middle of random games."""
    engine = engine_of(spec, True)
    kernels = engine._searcher.kernels

    def found(here, chosen):
        answers = analyzed(engine, here, 3, chosen), engine.solve(here, Limit(nodes=2000))
        return [(one.value, one.nodes, one.line, one.deepest) for one in answers]

    asked = [(random_position(spec, seed, 3 * seed), chosen)
             for seed in range(6) for chosen in (EXACT, PLAY)]
    before = [found(*one) for one in asked]
    for kernel in (kernels.search, kernels.proof):
        kernel.finish()
        assert not kernel._entry.improves
    assert [found(*one) for one in asked] == before


@every_spec
@pytest.mark.few(5, telling=["checkers", "rps"])
def test_every_move_has_its_value_and_the_best_is_the_best_of_the_list(spec):
    """The table knows the whole game by then; that changes nothing about what a depth says."""
    engine = engine_of(spec, True)

    @few
    @given(st.integers(0, 10**6), st.integers(0, 24), st.integers(1, 3), switches, st.booleans())
    def agree(seed, plies, depth, chosen, proofs_before):
        here = random_position(spec, seed, plies)
        while len(here.moves) ** depth > 500:
            depth -= 1
        engine.clear()
        engine.switches = chosen
        if proofs_before:
            engine.solve(here, Limit(nodes=3000))
        found = engine.analyze(here, Limit(depth=depth), all_moves=True)
        assert found.value == textbook_value(here, depth, engine.evaluator)
        assert (found.moves[0].move, found.moves[0].value) == (found.move, found.value)
        for ranked in found.moves if found.depth == depth else ():
            after = here.play(ranked.move)
            value = textbook_value(after, depth - 1, engine.evaluator)
            value = value if after.to_move == here.to_move else -value
            if value.distance is not None and value.kind != "draw":
                value = replace(value, distance=value.distance + 1)
            assert ranked.value == value

    agree()


@every_spec
@pytest.mark.few(4, telling=["rps"])
def test_a_selective_search_plays_the_best_of_its_list(spec):
    engine = engine_of(spec, True)
    for seed in range(8):
        here = random_position(spec, seed, 3 * seed)
        found = analyzed(engine, here, 4, PLAY, all_moves=True)
        assert (found.moves[0].move, found.moves[0].value) == (found.move, found.value)
        assert sorted(m.move for m in found.moves) == sorted(here.moves)


def test_an_estimate_looks_at_all_moves_and_not_only_at_those_that_suffice_for_proofs():
    game = load("breakthrough")
    here = game.position("....b.../..w.bb.b/.......w/bbb.b.b./www.www./..b.w.w./....w.w./"
                         "........:b")
    assert len(list(game.candidates(here.state))) < len(here.moves)
    engine = Engine(game, native=False, table_mb=1, plain=True)
    assert engine.switches & Switch.CANDIDATES
    found = engine.analyze(here, Limit(depth=1), all_moves=True)
    assert (found.line_text[0], found.moves[0].text) == ("g5xf4", "g5xf4")
    assert engine.analyze(here, Limit(depth=1)).value == found.value
    assert found.value == textbook_value(here, 1, engine.evaluator)


@every_spec
def test_solutions_agree_with_their_distances(spec):
    native, plain = engine_of(spec, True), engine_of(spec, False)
    pair = engine_of(spec, True, threads=2)

    @many
    @given(st.integers(0, 10**6), st.integers(1, 6), switches)
    def agree(seed, before_end, chosen):
        here = late_position(spec, seed, before_end)
        if here.result is not None or here.game.repetition:
            return
        try:
            want = solve(here, nodes=200)
        except LimitError:
            return
        want = want if here.to_move == 0 else -want
        for engine in (native, plain, pair):
            engine.clear()
            engine.switches = chosen
            found = engine.solve(here, distances=True, all_moves=True)
            assert found.value.known and found.value == want
            assert found.moves[0].value == want
            by_payoff = engine.solve(here, distances=False)
            assert by_payoff.value.known and by_payoff.value.score == want.score

    agree()


def test_an_estimate_of_nothing_is_a_draw_only_if_all_was_seen():
    engine = engine_of("tictactoe", False)
    engine.switches = EXACT
    assert engine.analyze(None, Limit(depth=9)).value.kind == "draw"
    assert engine.analyze(None, Limit(depth=2)).value.kind == "estimate"
    assert estimate(0) == engine.analyze(None, Limit(depth=9)).value
