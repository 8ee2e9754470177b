"""Rules that do not compile run interpreted, with right answers, and the engine says why once."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from native.compiling import native

from native import uncompilable
from zermelo import Engine, Game, Limit
from zermelo.errors import CannotCompile
from zermelo.evaluation.linear import Evaluator, LinearEvaluator
from zermelo.native.diagnosis import explain
from zermelo.search.engine import InterpretedWarning, _warned
from zermelo.textbook import solve

WHOLE_SENTENCE = re.compile(r"the rules of \S+ do not compile: line \d+ of \S+: [^.\n]+")


@pytest.fixture(autouse=True)
def nobody_was_warned():
    """Each test begins as a fresh process."""
    _warned.clear()


def line_of(mark):
    """Where something stands in the file of the games."""
    lines = Path(uncompilable.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(mark))


REASONS = {
    "ReturnsList": "a list does not compile: use ints and tuples",
    "DictInMoves": "a dict does not compile: use ints and tuples",
    "DictOfConstants": "'NAMES' is neither a number, a tuple of numbers nor a plain function",
    "ListOfConstants": "'TABLE' is a list: make it a tuple",
    "DictAttribute": "the attribute 'mapped' is not a number or a tuple of numbers",
    "ListAttribute": "the attribute 'listed' is not a number or a tuple of numbers",
    "SetInMoves": "a set does not compile: use the bits of an int",
    "BuildsString": "a string does not compile: use ints and tuples",
    "StringOfNumber": "a string does not compile: use ints and tuples",
    "YieldFrom": "yield from does not compile: write a loop that yields",
    "Sorted": "sorted does not compile: the hook `order` says what to try first",
    "GeneratorExpression": "a generator expression does not compile: write a loop",
    "TryExcept": "try and except does not compile: ask before instead",
    "WithStatement": "a with statement does not compile",
    "ImportInside": "an import does not compile: put it at the top of the file",
    "Super": "super() does not compile: call a helper of the base class by its own name",
    "IsInstance": "isinstance does not compile: a name has one type throughout",
    "Replace": "_replace does not compile: build a new tuple",
    "BitCount": "int.bit_count does not compile: use popcount of zermelo.portable",
    "Prints": "print does not compile: search interpreted to see it",
    "TwoTypes": "found is sometimes one type and sometimes another: keep it an int throughout",
    "TwoReturns": "it returns sometimes one type and sometimes another",
    "PlaysBools": "play gives Pile(int, bool), and a state is Pile(int, int)",
    "FloatPayoff": "outcome gives a float, not an int or None",
    "TupleMoves": "moves yields a tuple (int, int): moves must be ints",
    "OrderIsText": "order gives a string, not an int",
    "InAHelper": "a list does not compile: use ints and tuples",
    "CallsItself": "it calls itself: write a loop",
    "NoSuchAttribute": "the game has no attribute 'missing'",
    "SetsAttribute": "an assignment to an attribute does not compile: rules never change anything",
    "WrongArguments": "it is called with other arguments than (s, n)",
    "MixedTuple": "a tuple of different types cannot be indexed by a variable",
}
# These do not run interpreted either: they break the contract.
NO_ANSWER = {"NoSuchAttribute", "WrongArguments", "FloatPayoff", "OrderIsText"}
# These compile with a walk, but not with the search.
COMPILE_ALONE = {"FloatPayoff", "TupleMoves"}


@pytest.mark.parametrize("name", REASONS)
def test_the_sentence_names_the_line_and_the_reason(name):
    game = getattr(uncompilable, name)()
    if name in COMPILE_ALONE:
        sentence = explain(TypeError("something about i64 and double"), game)
    else:
        with pytest.raises(CannotCompile) as refused:
            native(game)
        sentence = str(refused.value)
    line = line_of(f"# here: {name}")
    assert sentence == (
        f"the rules of {name} do not compile: line {line} of uncompilable.py: {REASONS[name]}"
    )


@pytest.mark.parametrize("name", [name for name in REASONS if name not in NO_ANSWER])
def test_they_are_sound_rules_all_the_same(name):
    game = getattr(uncompilable, name)()
    found = Engine(game, native=False, table_mb=1).solve(distances=True)
    assert (found.value, found.value.known, found.native) == (solve(game), True, False)


ENGINES = ["DictInMoves", "YieldFrom", "PlaysBools", "TupleMoves"]


@pytest.mark.parametrize("name", ENGINES)
def test_the_engine_warns_once_and_searches_interpreted(name):
    make = getattr(uncompilable, name)
    with pytest.warns(InterpretedWarning) as told:
        engine = Engine(make(), table_mb=1)
    (warning,) = told
    assert WHOLE_SENTENCE.match(str(warning.message))
    assert str(warning.message).endswith(f"{REASONS[name]}: searching it interpreted")
    assert warning.filename == __file__  # it points at whoever made the engine
    assert not engine.native
    assert engine.solve(distances=True).value == solve(make())
    assert engine.analyze(None, Limit(depth=3)).native is False
    Engine(make(), table_mb=1)  # any warning is an error here, so there is no second one
    Engine(make(), native=False, table_mb=1)


def test_whoever_insists_on_native_code_gets_the_sentence_as_an_error():
    with pytest.raises(CannotCompile, match=r"line \d+ of uncompilable.py: a dict does not"):
        Engine(uncompilable.DictInMoves(), native=True)
    with pytest.raises(CannotCompile) as refused:
        Engine(uncompilable.Grid(), native=True)
    assert str(refused.value) == "the states of Grid are not 64-bit ints and tuples of them"


@pytest.mark.parametrize("make", [uncompilable.Grid, uncompilable.Words, uncompilable.Wide])
def test_states_of_other_kinds_run_interpreted(make):
    with pytest.warns(InterpretedWarning, match="are not 64-bit ints"):
        engine = Engine(make(), table_mb=1)
    game = make()
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


def test_an_evaluator_of_another_kind_runs_interpreted():
    with pytest.warns(InterpretedWarning, match="the evaluator .* is not made of plain features"):
        engine = Engine(uncompilable.Take(9), Opinion(), table_mb=1)
    assert engine.analyze(None, Limit(depth=1)).value.score == 1


def test_a_feature_that_does_not_compile_is_named():
    feature = lambda game, s: len(str(s.left))  # noqa: E731 - here: a feature
    digits = LinearEvaluator("digits", {"digits": feature}, {"digits": 2.0})
    with pytest.warns(InterpretedWarning) as told:
        engine = Engine(uncompilable.Take(12), digits, table_mb=1)
    line = feature.__code__.co_firstlineno
    assert (f"line {line} of test_interpreted.py: a string does not compile: use ints and tuples"
            in str(told[0].message))
    found = engine.analyze(None, Limit(depth=1))
    assert (found.value.score, found.native) == (4.0, False)


# --- rules without a file ---

def test_rules_without_source_are_explained_too():
    scope = {"__name__": "typed", "Take": uncompilable.Take}
    exec(compile("class Typed(Take):\n    def moves(self, s):\n        return {1: 2}\n",
                 "<stdin>", "exec"), scope)
    with pytest.raises(CannotCompile) as refused:
        native(scope["Typed"]())
    assert str(refused.value) == ("the rules of Typed do not compile: line 3 of <stdin>: "
                                  "a dict does not compile: use ints and tuples")


def test_what_the_compiler_cannot_explain_still_names_the_method():
    class Odd(uncompilable.Take):
        def order(self, s, m):
            return complex(m, 1)

    with pytest.raises(CannotCompile, match=r"line \d+ of test_interpreted.py: order gives a"):
        native(Odd())


class Half(NamedTuple):
    left: int
    turn: int = 0


def test_defaults_of_a_state_do_not_compile():
    class Halves(Game):
        def initial(self):
            return Half(5, 0)

        def to_move(self, s):
            return s.turn

        def moves(self, s):
            yield 1

        def play(self, s, m):
            return Half(s.left - m) if s.turn else Half(s.left - m, 1)

        def outcome(self, s):
            return None if s.left else 1

    with pytest.raises(CannotCompile, match="line"):
        native(Halves())
    assert Engine(Halves(), native=False, table_mb=1).solve().value == solve(Halves())
