"""Games with noisy moves: minimax to a depth, its leaves played out as the textbook does."""

from functools import cache

import pytest
from boards import (
    SELDOM,
    SPECS,
    assert_true,
    game_of,
    known_value,
    late_position,
    random_position,
    some,
)
from hypothesis import given
from hypothesis import strategies as st

from small_games import Chain
from zermelo import Engine, Limit, load
from zermelo.errors import LimitError, ParameterError
from zermelo.search.codes import INFINITY, decoded, to_thousandths
from zermelo.search.rules import gives
from zermelo.search.switches import EXACT, NOTHING, QUIET, SELECTIVE, Switch
from zermelo.textbook import alpha_beta, played_out
from zermelo.textbook.minimax import value_leaf

SMALL = [spec for spec in SPECS if gives(load(spec), "noisy")]


def each(specs):
    return pytest.mark.parametrize("spec", [pytest.param(spec, marks=[
        pytest.mark.xdist_group(spec), *([pytest.mark.slow] if spec in SELDOM else [])])
        for spec in specs])


every_noisy = each([*SMALL, "morris:men=6"])
switches = st.sets(st.sampled_from([s for s in Switch if s & EXACT] + [Switch.EXCHANGES])).map(
    lambda off: (EXACT | QUIET) & ~sum(off, Switch(0)))
_MOST_LEAVES = 2000


@cache
def engine_of(spec, native=True, threads=1):
    return Engine(game_of(spec), native=native, threads=threads, table_mb=1)


def analyzed(engine, here, depth, chosen, **wanted):
    engine.clear()
    engine.switches = chosen
    return engine.analyze(here, Limit(depth=depth), **wanted)


def textbook_value(here, depth, evaluator):
    """In the mover's view; None if that is too much to write out on a blackboard."""
    seen = 0

    def rounded(game, s):
        nonlocal seen
        seen += 1
        if seen > _MOST_LEAVES:
            raise LimitError("too much")
        return to_thousandths(evaluator(game, s)) / 1000

    try:
        value = alpha_beta(here, depth=depth, leaf=played_out(value_leaf(rounded))).value
    except LimitError:
        return None
    return value if here.to_move == 0 else -value


@every_noisy
@pytest.mark.few(3, telling=["checkers", "rps"])
def test_the_engine_plays_out_noise_as_the_textbook_does(spec):
    native, plain, pair = engine_of(spec), engine_of(spec, False), engine_of(spec, True, 2)
    looked_at = 0

    @some(60)
    @given(st.integers(0, 10**6), st.integers(0, 24), st.integers(1, 4), switches)
    def agree(seed, plies, depth, chosen):
        nonlocal looked_at
        here = random_position(spec, seed, plies)
        while depth > 1 and len(here.moves) ** depth > 1000:
            depth -= 1
        want = textbook_value(here, depth, native.evaluator)
        if want is None:
            return
        fast, slow = (analyzed(e, here, depth, chosen) for e in (native, plain))
        assert fast.value == want == slow.value
        assert (fast.nodes, fast.line, fast.deepest) == (slow.nodes, slow.line, slow.deepest)
        assert analyzed(pair, here, depth, chosen).value == want
        looked_at += 1

    agree()
    assert looked_at > 4


@every_noisy
@pytest.mark.few(2, telling=["kalah"])
def test_every_move_is_worth_what_the_textbook_says_and_the_best_is_the_best_of_them(spec):
    engine = engine_of(spec)
    looked_at = 0
    for seed in range(6):
        here = random_position(spec, seed, 4 * seed)
        depth = 2 if len(here.moves) < 12 else 1
        found = analyzed(engine, here, depth, EXACT | QUIET, all_moves=True)
        assert (found.moves[0].move, found.moves[0].value) == (found.move, found.value)
        assert analyzed(engine, here, depth, EXACT | QUIET).value == found.value
        assert [m.value for m in analyzed(engine, here, depth, EXACT | QUIET, lines=3).moves] == [
            m.value for m in found.moves[:3]]
        for move in found.moves if found.depth == depth else ():
            after = here.play(move.move)
            if after.result is not None:
                continue
            want = textbook_value(after, depth - 1, engine.evaluator)
            if want is None or want.kind != "estimate":
                continue
            assert move.value == (want if after.to_move == here.to_move else -want)
            looked_at += 1
    assert looked_at > 4


@pytest.mark.xdist_group("chess")
@pytest.mark.parametrize("text", [
    "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1",  # a pawn that is guarded
    "4k3/8/3p4/8/8/8/3R4/4K3 w - - 0 1",  # … and one that is not
    "3rk3/8/3p4/8/2N5/8/3R4/4K3 w - - 0 1",  # one that is guarded once and attacked twice
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",  # en passant
    "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",  # two ways to a new queen
    "6k1/5ppp/8/8/8/8/5PPP/3rR1K1 b - - 0 1",  # a mate, if nobody may wait
    "4k3/8/8/8/1b6/8/3N4/R3K3 b - - 0 1",  # a pin
    "4k3/4q3/8/4p3/3P4/8/4Q3/4K3 b - - 0 1",  # a pawn that may be taken with check
])
@pytest.mark.long_for("4k3/4q3/8/4p3/3P4/8/4Q3/4K3 b ")
def test_so_it_does_in_chess(text):
    native, interpreted = engine_of("chess"), engine_of("chess", False)
    here = game_of("chess").position(text)
    for depth in (1, 2):
        want = textbook_value(here, depth, native.evaluator)
        assert want is not None
        assert analyzed(native, here, depth, EXACT | QUIET).value == want
    assert (analyzed(interpreted, here, 1, EXACT | QUIET).to_json()["moves"]
            == analyzed(native, here, 1, EXACT | QUIET).to_json()["moves"])


@each(SMALL)
@pytest.mark.few(2, telling=["checkers"])
def test_what_an_engine_claims_by_default_is_true(spec):
    """Wins that are seen by playing out noise may have a shorter way, and say so."""
    engine = Engine(game_of(spec), table_mb=1)

    @some(40)
    @given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 6))
    def true(seed, before_end, deepest):
        here = late_position(spec, seed, before_end)
        truth = known_value(here, 1500)
        if truth is not None:
            for depth in range(1, deepest + 1):
                found = engine.analyze(here, Limit(depth=depth), all_moves=depth % 2 == 0)
                assert_true(found.value, truth)

    true()


@each([*SMALL, "chess"])
def test_plain_is_plain_and_what_plays_is_selective(spec):
    def beyond(*evaluator, **kind):
        return Engine(game_of(spec), *evaluator, native=False, table_mb=1, **kind).switches & ~EXACT

    assert beyond() == QUIET
    assert beyond(plain=True) == beyond(None) == NOTHING  # where nobody judges, there is no noise
    assert beyond(selective=True) == SELECTIVE
    assert not engine_of(spec).selective


def test_games_without_noise_are_searched_plainly():
    for spec in ("connect4:width=5,height=4", "othello:size=4", "tictactoe"):
        assert Engine(load(spec), native=False, table_mb=1).switches == EXACT


def test_who_asks_for_both_is_told():
    with pytest.raises(ParameterError, match="plain and selective"):
        Engine(load("chess"), plain=True, selective=True)


class LongWay(Chain):
    """After a first ply one can win quietly in three plies; or, by nothing but noise, in seven."""

    evaluators = (lambda game, s: 0.0,)

    def initial(self):
        return -1

    def to_move(self, s):
        return s % 2

    def moves(self, s):
        yield 0
        if s == 0:
            yield 1

    def noisy(self, s, m):
        return 0 <= s < 7 and m == 0

    def play(self, s, m):
        return 11 if m else s + 1

    def outcome(self, s):
        return 1 if s in (7, 13) else None

    def bounds(self, s):
        return -1, 1


def long_way():
    return Engine(LongWay(), native=False, table_mb=1, switches=EXACT | QUIET)


def test_a_win_by_noise_is_a_bound_until_shorter_ones_were_looked_for():
    found = [long_way().analyze(0, Limit(depth=depth)).value for depth in range(1, 6)]
    assert list(map(str, found)) == ["≥ win in 7"] * 2 + ["win in 3"] * 3
    assert str(long_way().analyze(0).value) == "win in 3"  # it does not stop at the first win


def test_a_win_by_noise_that_the_table_remembers_hides_no_shorter_one():
    searcher = long_way()._searcher
    game = searcher.game
    searcher.begin(game.position(), Limit(), EXACT | QUIET)
    found = [searcher.search(-1, depth, -INFINITY, INFINITY) for depth in (2, 2, 9)]
    assert [str(decoded(code)) for code, _, _ in found] == ["loss in 8", "loss in 8", "loss in 4"]
    assert not found[0][2] and not found[1][2]  # a horizon has a part in that, remembered or not
