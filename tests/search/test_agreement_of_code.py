"""Compiled rules that mean something else than interpreted are never searched for long."""

from typing import NamedTuple

import pytest

from zermelo import Engine, Game, Limit
from zermelo.errors import CannotCompile, RulesError
from zermelo.kernel.kernel import InterpretedWarning, _warned
from zermelo.search import engine as engines
from zermelo.search import selftest
from zermelo.search.agreement import Agreement
from zermelo.search.switches import EXACT
from zermelo.textbook import solve


class Digits(NamedTuple):
    word: int
    ply: int


class Outgrowing(Game):
    """Write digits by turns; their number soon has more than 64 bits."""

    def __init__(self, plies=17, base=16):
        self.plies, self.base = plies, base

    def initial(self):
        return Digits(1, 0)

    def to_move(self, s):
        return s.ply % 2

    def moves(self, s):
        yield 0
        yield 8

    def play(self, s, m):
        return Digits(s.word * self.base + m, s.ply + 1)

    def outcome(self, s):
        if s.ply < self.plies:
            return None
        return 1 if s.word > 0 else -1


class Seldom(Outgrowing):
    """As above, but only where nobody ever moves 0: random games hardly come there."""

    def __init__(self, plies=20):
        super().__init__(plies, 8)

    def play(self, s, m):
        if m == 0:
            return Digits(0, s.ply + 1)
        return Digits(s.word + (s.word << 3) if s.word else 0, s.ply + 1)

    def outcome(self, s):
        if s.ply < self.plies:
            return None
        return (1 if s.word % 7 > 3 else -1) if s.word else 0


class Overtaking(Seldom):
    """As above, with a sum that goes round at 64 bits and leaves no trace in the state."""

    def order(self, s, m):
        return s.word + (1 << 62) + (1 << 62) - (1 << 62) if s.word else m


@pytest.fixture(autouse=True)
def nobody_was_warned():
    _warned.clear()


@pytest.mark.long
@pytest.mark.parametrize("plies", [16, 17, pytest.param(18, marks=pytest.mark.slow)])
@pytest.mark.few(1)
def test_states_that_outgrow_64_bits_run_interpreted(plies):
    with pytest.warns(InterpretedWarning, match=r"say something else than interpreted in|raise "):
        engine = Engine(Outgrowing(plies), table_mb=1)
        assert not engine.native
    assert engine.solve().value == solve(Outgrowing(plies))


def test_who_insists_on_compiled_code_is_told():
    with pytest.raises(CannotCompile, match="compiled ints have 64 bits"):
        Engine(Outgrowing(17), native=True, table_mb=1)
    with pytest.raises(CannotCompile, match="compiled ints have 64 bits"):
        Engine(Outgrowing(17), native=True, table_mb=1, switches=EXACT)


def test_short_games_of_the_same_rules_compile():
    engine = Engine(Outgrowing(10), table_mb=1)
    assert engine.native and engine.solve().value == solve(Outgrowing(10))


@pytest.mark.parametrize("make", [Seldom, Overtaking])
def test_what_random_games_do_not_find_is_found_along_the_way(make):
    game = make(24)
    engine = Engine(game, native=True, table_mb=1)
    with pytest.raises(RulesError, match=r"compiled ints have 64 bits|raise OverflowError"):
        for seed in range(64):
            state = game.initial()
            for _ in range(19 - seed % 3):
                state = game.play(state, 8)
            engine.analyze(state, Limit(depth=2))


def test_evaluators_are_compared_too():
    from zermelo import load
    from zermelo.evaluation.linear import Evaluator

    class Counting(Evaluator):
        name = "counting"

        def __call__(self, game, s):
            return float((s.boards[0] << 60) % 1000)

    with pytest.raises(CannotCompile):
        Engine(load("tictactoe"), Counting(), native=True, table_mb=1)


class Raises(Outgrowing):
    def order(self, s, m):
        return 1 // s.ply


def test_both_must_raise_or_none():
    def fails(state):
        raise RulesError("the rules raise something")

    game = Raises(10)
    extra = Engine(game, native=False, table_mb=1)._searcher.kernels.extra
    first, second = game.initial(), Digits(0, 1)
    with pytest.raises(CannotCompile, match=r"interpreted, the rules .* raise ZeroDivisionError"):
        Agreement(game, extra, (), lambda state: 0).check(first)
    with pytest.raises(CannotCompile, match="compiled, the rules raise something; interpreted,"):
        Agreement(game, extra, (), fails).check(second)
    Agreement(game, extra, (), fails).check(first)


# --- rules that do not come back ---

class Stuck(Outgrowing):
    """One hook does not come back, some plies on."""

    def __init__(self, hook="moves", at=3):
        super().__init__(10)
        self.hook, self.at = hook, at

    def lost(self, s):
        n = s.ply
        while n >= self.at:
            n += 1
            if n > 1000:
                n = s.ply
        return n


class StuckMoves(Stuck):
    def moves(self, s):
        yield self.lost(s) * 0
        yield 8


class StuckPlay(Stuck):
    def play(self, s, m):
        return Digits(s.word, self.lost(s) + 1)


class StuckOutcome(Stuck):
    def outcome(self, s):
        return None if self.lost(s) < 10 else 1


class StuckOrder(Stuck):
    def order(self, s, m):
        return self.lost(s)


@pytest.mark.long
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("make", [StuckMoves, StuckPlay, StuckOutcome, StuckOrder])
@pytest.mark.few(1, long=2)
def test_a_limit_is_a_limit_whatever_the_rules_do(make, native, monkeypatch):
    monkeypatch.setattr(selftest, "_SHORTLY", 0.3)  # and not two seconds,
    monkeypatch.setattr(engines, "_AT_LEAST", 0.3)  # or one
    engine = Engine(make(at=1), None, native=native, table_mb=1, switches=EXACT)
    hook = make.__name__[5:].lower()
    try:
        found = engine.analyze(Digits(1, 0), Limit(time=0.3))
    except RulesError as error:
        assert "do not come back" in str(error) and "test_agreement_of_code.py" in str(error)
    else:
        assert found.depth is not None and hook in ("play", "outcome", "order", "moves")
    try:
        engine.solve(Digits(1, 0), Limit(time=0.3))
    except RulesError as error:
        assert "do not come back" in str(error)
