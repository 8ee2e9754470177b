"""What goes wrong in compiled rules comes out as a sentence with the position; nothing hangs."""

import threading
from pathlib import Path

import pytest

from compiler.compiling import Walk, executed, kernel_of, mark_of
from kernel import faulty
from zermelo.errors import RulesError

SENTENCES = {
    faulty.Raises: ("ValueError: no moves at {s.left}", "moves", "(20,0)"),
    faulty.Divides: ("ZeroDivisionError: a division by zero", "outcome", "(20,0)"),
    faulty.Indexes: ("IndexError: there is no such item", "order", "(23,1)"),
    faulty.Lengthens: ("IndexError: there is no such item", "order", "(28,0)"),
    faulty.Unset: ("UnboundLocalError: found has no value yet", "order", "(25,1)"),
    faulty.Nones: ("TypeError: this is None here", "order", "(28,0)"),
    faulty.Asserts: ("AssertionError: never 27", "play", "(27,1)"),
    faulty.Outgrows: ("OverflowError: this outgrows 64 bits: use wrap of zermelo.portable if that "
                      "is meant", "play", "(30,0)"),
    faulty.Deep: ("RecursionError: it calls itself too often", "depth", "(28,0)"),
}


def line_of(name):
    lines = Path(faulty.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"# here: {name}"))


@pytest.mark.parametrize("make", SENTENCES, ids=lambda make: make.__name__)
def test_an_exception_becomes_a_sentence_with_its_line_and_the_position(make):
    kernel = kernel_of(make())
    memory = kernel.new(Walk)
    memory.depth = 12
    with pytest.raises(RulesError) as caught:
        kernel.run(faulty.Pile(30, 0), memory)
    (error, method, position), name = SENTENCES[make], make.__name__
    assert str(caught.value) == (
        f"the rules of {name} raise {error} (line {line_of(name)} of faulty.py, in {method}) in "
        f"{position}: `zermelo check` finds out more")
    memory.depth = 0  # and it can be used as if nothing had happened
    kernel.run(faulty.Pile(30, 0), memory)
    assert memory.total != 0


MOVED = """
class Moved(Take):
    def order(self, s, m):
        # a comment
        if s.left == 28:
            return 1 // (s.left - 28)
        return 0
"""


def moved_in(source):
    """The class, from a cell of its own."""
    scope = {"__name__": "cell", "Take": faulty.Take}
    executed(source, scope)
    return scope["Moved"]


@pytest.mark.parametrize(("change", "line"), [
    (lambda text: text, 6),
    (lambda text: f"# one\n\n# two\n{text}", 9),
    (lambda text: text.replace("        # a comment\n", ""), 5),
    (lambda text: text.replace("    return 1", "\n\n            # why\n            return 1"), 9),
])
def test_code_that_is_older_than_its_lines_says_where_they_are_now(change, line):
    moved = moved_in(change(MOVED))
    kernel = kernel_of(moved())
    memory = kernel.new(Walk)
    memory.depth = 12
    with pytest.raises(RulesError) as caught:
        kernel.run(faulty.Pile(30, 0), memory)
    file = moved.order.__code__.co_filename
    assert f"a division by zero (line {line} of {file}, in order)" in str(caught.value)
    assert kernel.mark == mark_of(moved_in(MOVED)())  # it is the same code


ENDLESS = [faulty.While, faulty.Continues, faulty.LongRange, faulty.Yields]


@pytest.mark.parametrize("make", ENDLESS, ids=lambda m: m.__name__)
def test_rules_that_loop_for_ever_are_stopped(make):
    kernel = kernel_of(make())
    memory = kernel.new(Walk)
    memory.depth = 3
    ended = threading.Event()

    def run():
        kernel.run(faulty.Pile(30, 0), memory)
        ended.set()

    threading.Thread(target=run, daemon=True).start()
    assert not ended.wait(0.05)
    memory.stop = 1
    assert ended.wait(20)
    assert memory.stop == 1  # what it found is void


def test_a_state_of_another_shape_is_refused():
    kernel = kernel_of(faulty.Take())
    memory = kernel.new(Walk)
    for state in ((1, 2, 3), 5, (1, (2,), 3), ("a", 0), (1 << 70, 0)):
        with pytest.raises(RulesError, match="is not shaped like the first"):
            kernel.run(state, memory)
