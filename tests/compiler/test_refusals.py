"""What does not compile is refused before it runs, with the line, the source and a way out."""

import linecache
from pathlib import Path

import pytest

from compiler import uncompilable
from compiler.compiling import interpreted, native
from zermelo.errors import CannotCompile
from zermelo.kernel.kernel import InterpretedWarning, Kernel, _warned

AN_OPEN_SLICE = ("a slice has constant ends, as its length must be known: an item is exchanged by "
                 "of[:i] + (item,) + of[i + 1:], or replaced of zermelo.portable")
REASONS = {
    "DictInMoves": ("{1: 1, 2: 2}", "a dict does not compile: use ints and tuples"),
    "DictAttribute": ("self.mapped[m]", "a dict does not compile: use ints and tuples"),
    "SetInMoves": ("set()", "a set does not compile: use the bits of an int"),
    "BuildsString": ('f"{s.left} counters"', "a string does not compile: use ints and tuples"),
    "StringOfNumber": ("str(s.left)", "a string does not compile: use ints and tuples"),
    "Sorted": ("sorted((1, 2), key=lambda take: -take)",
               "sorted does not compile: the hook `order` says what to try first"),
    "TryExcept": ("try", "try and except does not compile: ask before instead"),
    "WithStatement": ("with contextlib.nullcontext()", "a with statement does not compile"),
    "ImportInside": ("from math import gcd",
                     "an import does not compile: put it at the top of the file"),
    "IsInstance": ("isinstance(s, tuple)",
                   "isinstance does not compile: a name has one type throughout"),
    "Prints": ("print(m)", "print does not compile: search interpreted to see it"),
    "TwoTypes": ("found = (1, 2)", "found is sometimes one type and sometimes another: keep it an "
                                   "int throughout"),
    "TwoReturns": ("def key(self, s)", "it returns sometimes one type and sometimes another"),
    "FloatPayoff": ("def outcome(self, s)", "outcome gives a float or None, not an int or None"),
    "TupleMoves": ("def moves(self, s)", "moves yields a tuple (int, int): moves must be ints"),
    "OrderIsText": ("def order(self, s, m)", "order gives a string, not an int"),
    "Grows": ("[]", "a list of anything but numbers, or of none, does not compile: use ints and "
                    "tuples"),
    "Appends": ("both.append", "a list keeps its length here: set its items by index"),
    "TwoNames": ("other = both", "two names for one list do not compile: copy it with list(…)"),
    "ManyItems": ("range(s.left)",
                  "how many items there are must be known: use constants"),
    "OpenSlice": ("(1, 2, 3)[:m]", AN_OPEN_SLICE),
    "TwoIndices": ("COSTS[:m]", AN_OPEN_SLICE),
    "TwoTuples": ("COSTS[:m]", AN_OPEN_SLICE),
    "TooLarge": ("s.left & 0xFFFFFFFFFFFFFFFF",
                 "18446744073709551615 does not fit 64 bits: a board of 64 squares uses the "
                 "functions of zermelo.portable, a larger one several ints"),
    "Lambda": ("lambda n: n + 1", "a lambda does not compile: write a function"),
    "Nested": ("def more(n)", "a function inside a function does not compile: put it beside"),
    "Keyed": ("max((m, 2), key=abs)", "min and max compile without a key: compare in a loop"),
    "YieldsItself": ("self.counted(n - 1)",
                     "a generator that calls itself does not compile: write a loop"),
    "CallsItself": ("self.order(s, m - 1)",
                    "it calls itself: say what it returns, as in `-> int`, or write a loop"),
    "NoSuchAttribute": ("self.missing", "the game has no attribute 'missing'"),
    "SetsAttribute": ("self.count = m", "an assignment to an attribute does not compile: rules "
                                        "never change anything"),
    "WrongArguments": ("self.helper(s)", "it is called with other arguments than (s, n)"),
    "MixedTuple": ("both[m]", "a tuple of different types cannot be indexed by a variable"),
}
# These do not run interpreted either: they break the contract.
NO_ANSWER = {"NoSuchAttribute", "WrongArguments", "FloatPayoff", "OrderIsText"}


def line_of(mark):
    """Where something stands in the file of the games."""
    lines = Path(uncompilable.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(mark))


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.long_for("ManyItems")
def test_the_sentence_names_the_line_what_stands_there_and_the_reason(name):
    with pytest.raises(CannotCompile) as refused:
        native(getattr(uncompilable, name)())
    piece, reason = REASONS[name]
    line = line_of(f"# here: {name}")
    assert str(refused.value) == (f"the rules of {name} do not compile: line {line} of "
                                  f"uncompilable.py, `{piece}`: {reason}")


@pytest.mark.parametrize("name", [name for name in REASONS if name not in NO_ANSWER])
def test_they_are_sound_rules_all_the_same(name):
    assert isinstance(interpreted(getattr(uncompilable, name)(), 2), int)


@pytest.mark.parametrize("make", [uncompilable.Grid, uncompilable.Words, uncompilable.Wide])
def test_states_of_other_kinds_are_refused_as_such(make):
    with pytest.raises(CannotCompile) as refused:
        native(make())
    name = make.__name__
    assert str(refused.value) == f"the states of {name} are not 64-bit ints and tuples of them"


# --- where the source comes from ---

SOURCE = """
class Typed(Take):
    def order(self, s, m):
        return s.left * 3 + m
"""


def typed(source, file):
    scope = {"__name__": "typed", "Take": uncompilable.Take}
    exec(compile(source, file, "exec"), scope)
    return scope["Typed"]()


def test_rules_of_a_notebook_cell_compile():
    file = "<ipython-input-7-abc>"
    linecache.cache[file] = (len(SOURCE), None, SOURCE.splitlines(keepends=True), file)
    game = typed(SOURCE, file)
    assert native(game) == interpreted(game)


def test_rules_without_source_are_explained():
    with pytest.raises(CannotCompile) as refused:
        native(typed(SOURCE.replace("* 3", "* 7"), "<stdin>"))
    assert str(refused.value).endswith("order: there is no source to be read: put the rules into a "
                                       "file")


def test_a_file_that_has_changed_since_it_was_loaded_is_not_believed(tmp_path):
    file = tmp_path / "rules.py"
    file.write_text(SOURCE, encoding="utf-8")
    game = typed(SOURCE, str(file))
    assert native(game) == interpreted(game)
    file.write_text(SOURCE.replace("* 3", "* 5"), encoding="utf-8")
    linecache.checkcache()
    other = typed(SOURCE.replace("+ m", "- m"), str(file))
    with pytest.raises(CannotCompile, match="the file has changed since it was loaded"):
        native(other)


def test_lambdas_and_functions_of_one_line_are_told_apart():
    class Two(uncompilable.Take):
        first, second = (lambda self, s: s.left), (lambda self, s: s.left + 10)

        def order(self, s, m):
            return self.first(s) * 100 + self.second(s)

    assert native(Two()) == interpreted(Two())


# --- the warning ---

def test_a_kernel_that_takes_what_it_can_says_once_that_it_runs_interpreted():
    from compiler.compiling import Walk, walk

    _warned.clear()
    with pytest.warns(InterpretedWarning) as told:
        kernel = Kernel(uncompilable.DictInMoves(), walk, (Walk,))
    (warning,) = told
    assert str(warning.message).endswith("use ints and tuples: it runs interpreted")
    assert warning.filename == __file__  # it points at whoever made it
    assert not kernel.native
    Kernel(uncompilable.DictInMoves(), walk, (Walk,))  # any warning is an error here
