"""Rules that do not keep to what every game promises: one sentence, whatever is asked of them."""

import time

import pytest

from small_games import Pile, Stuck, Take
from zermelo import Engine, Limit
from zermelo.errors import GameError, ParameterError, RulesError
from zermelo.evaluation.linear import Evaluator
from zermelo.game import MOST_MOVES
from zermelo.kernel.kernel import InterpretedWarning
from zermelo.search.switches import EXACT, PLAY
from zermelo.solve import Graph


class ThirdPlayer(Take):
    def to_move(self, s):
        return 2 if s.left == 3 else s.turn


class MinusOne(Take):
    def to_move(self, s):
        return s.turn if s.left != 2 else -1


class HugePayoff(Take):
    def outcome(self, s):
        return None if s.left else 500_001 - 1_000_002 * s.turn


class Hole(Take):
    """With three counters there is no move."""

    def moves(self, s):
        if s.left != 3:
            yield from super().moves(s)


class NoCandidates(Take):
    def candidates(self, s):
        if s.left > 3:
            yield 1


class FloatPayoff(Take):
    def outcome(self, s):
        return None if s.left else 1.0


BROKEN = {
    ThirdPlayer(): r"to_move gives neither 0 nor 1.* in \(3,[01]\)",
    MinusOne(): r"to_move gives neither 0 nor 1.* in \(2,[01]\)",
    HugePayoff(): r"outcome gives neither None nor a whole number within ±500,000.* in \(0,[01]\)",
    Hole(): r"there is no move, and outcome says that the game goes on in \(3,[01]\)",
    Stuck(3): r"there is no move, and outcome says that the game goes on in 3;",
}
ASKED = {
    "analyze": lambda engine: engine.analyze(limit=Limit(depth=9)),
    "solve": lambda engine: engine.solve(),
    "proof numbers": lambda engine: engine.solve(method="proof-numbers"),
    "values": lambda engine: engine.values([engine.game.initial()]),
}


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("game", BROKEN, ids=lambda game: type(game).__name__)
@pytest.mark.few(12)
def test_one_sentence_says_what_is_wrong_and_where(game, asked, native):
    with pytest.raises(RulesError) as caught:
        ASKED[asked](Engine(game, native=native, table_mb=1, switches=EXACT))
    assert caught.match(f"the rules of {game.spec} are broken: {BROKEN[game]}")
    assert caught.match("`zermelo check` finds out more")


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
def test_a_hole_at_the_horizon(native):
    class Loud(Hole):
        def noisy(self, s, m):
            return True

    engine = Engine(Loud(), native=native, table_mb=1, switches=PLAY)
    with pytest.raises(RulesError, match=r"there is no move, .* in \(3,"):
        engine.analyze(Pile(5, 0), Limit(depth=1))


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
def test_no_candidates(native):
    engine = Engine(NoCandidates(), native=native, table_mb=1, switches=EXACT)
    with pytest.raises(RulesError, match=r"there is no move, .* in \(3,"):
        engine.solve()
    assert engine.analyze(limit=Limit(depth=9)).value == Engine(Take(), native=False,
                                                                table_mb=1).solve().value


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
def test_a_graph_has_no_holes(native):
    with pytest.raises(RulesError, match=r"there is no move, and .* in \(3,"):
        Graph.of(Hole(), native=native)


def test_payoffs_that_are_no_whole_numbers():
    with pytest.warns(InterpretedWarning, match="not an int or None"):
        engine = Engine(FloatPayoff(), table_mb=1)
        engine.prepare()
    with pytest.raises(RulesError, match=r"nor a whole number .*\(1\.0\)"):
        engine.solve()


def test_moves_that_never_end():
    class Endless(Take):
        def moves(self, s):
            yield from iter(int, 1)

    game = Endless()
    with pytest.raises(RulesError, match=f"more than {MOST_MOVES:,} moves"):
        game.legal_moves(game.initial())
    with pytest.raises(RulesError, match="more moves than a search can hold"):
        Engine(game, native=False, table_mb=1).analyze(limit=Limit(depth=2))


@pytest.mark.parametrize("asked", ["analyze", "solve", "proof numbers"])
def test_bounds_the_wrong_way_round(asked):
    """Whatever they are believed to say would be proven at once."""
    class Reversed(Take):
        def bounds(self, s):
            return 1, -1

    with pytest.raises(RulesError, match="bounds gives 1 to -1, and the lowest payoff"):
        ASKED[asked](Engine(Reversed(), native=False, table_mb=1, switches=EXACT))


def test_rules_that_wait_for_something_hear_no_interruption_and_are_left_behind():
    class Sleeps(Take):
        def order(self, s, m):
            time.sleep(120)
            return 0

    engine = Engine(Sleeps(12), native=False, table_mb=1, switches=EXACT)
    before = time.monotonic()
    with pytest.raises(RulesError, match=r"do not come back: they were stopped in line \d+ of "
                                         r"test_broken_rules.py, in order"):
        engine.solve(limit=Limit(time=0.2))
    assert time.monotonic() - before < 60


# --- evaluators ---

class NoNumber(Evaluator):
    name = "no number"

    def __call__(self, game, s):
        inf = 1e308 * 10.0
        return inf - inf if s.left < 5 else 1.0


class Pair(Evaluator):
    name = "pair"

    def __call__(self, game, s):
        return (1, 2)


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
def test_a_score_that_is_no_number(native):
    engine = Engine(Take(), NoNumber(), native=native, table_mb=1, switches=EXACT)
    with pytest.raises(RulesError, match=r"the evaluator gives no number \(nan\) in \([34],"):
        engine.analyze(limit=Limit(depth=3))


def test_a_score_that_is_something_else():
    with pytest.raises(ParameterError, match=r"the evaluator 'pair' gives \(1, 2\) at the start"):
        Engine(Take(), Pair(), table_mb=1)


def few_counters(game, s):
    return 7 - s.left


def test_an_engine_takes_a_plain_function():
    """Nine counters: two are taken, and then one."""
    for native in (True, False):
        found = Engine(Take(), few_counters, native=native, table_mb=1).analyze(
            Pile(9, 0), Limit(depth=2)).value
        assert found.score == 7 - (9 - 3) and not found.proven


def test_and_nothing_that_cannot_be_called():
    with pytest.raises(GameError, match="an engine for Take: '5' is a int, and not a function"):
        Engine(Take(), 5, table_mb=1)
