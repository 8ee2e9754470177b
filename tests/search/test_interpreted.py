"""Rules that do not compile run interpreted, with right answers, and the engine says why once."""

import re

import pytest

from compiler import uncompilable
from compiler.test_refusals import NO_ANSWER, REASONS
from zermelo import Engine, Limit
from zermelo.errors import CannotCompile
from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.kernel.kernel import InterpretedWarning, _warned
from zermelo.textbook import solve

WHOLE_SENTENCE = re.compile(r"the rules of \S+ do not compile: line \d+ of \S+, `[^`]+`: [^.\n]+")


@pytest.fixture(autouse=True)
def nobody_was_warned():
    """Each test begins as a fresh process."""
    _warned.clear()


@pytest.mark.parametrize("name", [name for name in REASONS if name not in NO_ANSWER])
def test_they_are_sound_rules_all_the_same(name):
    game = getattr(uncompilable, name)()
    found = Engine(game, native=False, table_mb=1).solve(distances=True)
    assert (found.value, found.value.known, found.native) == (solve(game), True, False)


ENGINES = ["DictInMoves", "SetInMoves", "TupleMoves"]


@pytest.mark.parametrize("name", ENGINES)
def test_the_engine_warns_once_and_searches_interpreted(name):
    make = getattr(uncompilable, name)
    with pytest.warns(InterpretedWarning) as told:
        engine = Engine(make(), table_mb=1)
        engine.prepare()
    (warning,) = told
    assert WHOLE_SENTENCE.match(str(warning.message))
    assert str(warning.message).endswith(f"{REASONS[name][1]}: it runs interpreted")
    assert warning.filename == __file__  # it points at whoever asked first
    assert not engine.native
    assert engine.solve(distances=True).value == solve(make())
    assert engine.analyze(None, Limit(depth=3)).native is False
    Engine(make(), table_mb=1).prepare()  # any warning is an error here: there is no second one
    Engine(make(), native=False, table_mb=1)


def test_whoever_insists_on_native_code_gets_the_sentence_as_an_error():
    with pytest.raises(CannotCompile, match=r"line \d+ of uncompilable.py, .*: a dict does not"):
        Engine(uncompilable.DictInMoves(), native=True)
    with pytest.raises(CannotCompile) as refused:
        Engine(uncompilable.Grid(), native=True)
    assert str(refused.value) == "the states of Grid are not 64-bit ints and tuples of them"


@pytest.mark.parametrize("make", [uncompilable.Grid, uncompilable.Words, uncompilable.Wide])
def test_states_of_other_kinds_run_interpreted(make):
    game, engine = make(), Engine(make(), table_mb=1)
    with pytest.warns(InterpretedWarning, match="are not 64-bit ints"):
        found = engine.solve(distances=True)
    assert (found.value, found.native) == (solve(game), False)


def test_a_state_that_does_not_fit_64_bits_is_refused_and_not_cut_off():
    game = uncompilable.Wide(1)
    engine = Engine(game, table_mb=1)
    assert engine.native
    with pytest.raises(Exception, match="is not shaped like the first"):
        engine.analyze(uncompilable.Pile(1 << 70, 0), Limit(depth=1))


# --- evaluators ---

class Opinion(Evaluator):
    name = "opinion"

    def __call__(self, game, s):
        return float(len(str(s.left)))


def test_an_evaluator_that_does_not_compile_runs_interpreted():
    with pytest.warns(InterpretedWarning, match=r"`str\(s.left\)`: a string does not compile"):
        found = Engine(uncompilable.Take(9), Opinion(), table_mb=1).analyze(None, Limit(depth=1))
    assert (found.value.score, found.native) == (1, False)


def test_proofs_need_no_evaluator_that_compiles():
    engine = Engine(uncompilable.Take(9), Opinion(), table_mb=1)
    proof = engine.solve()
    assert proof.native and proof.value == solve(uncompilable.Take(9))
    with pytest.warns(InterpretedWarning, match="a string does not compile"):
        assert not engine.analyze(None, Limit(depth=1)).native
    assert engine.solve().value == proof.value and not engine.native


def test_a_feature_that_does_not_compile_is_named():
    feature = lambda game, s: len(str(s.left))  # noqa: E731 - here: a feature
    digits = LinearEvaluator("digits", {"digits": feature}, {"digits": 2.0})
    with pytest.warns(InterpretedWarning) as told:
        found = Engine(uncompilable.Take(12), digits, table_mb=1).analyze(None, Limit(depth=1))
    line = feature.__code__.co_firstlineno
    assert (f"line {line} of test_interpreted.py, `str(s.left)`: a string does not compile"
            in str(told[0].message))
    assert (found.value.score, found.native) == (4.0, False)
