"""Random programs over the whole language, grown by Hypothesis: for the interpreter against the compiler.

A program is a file of its own: generators, helpers, a function that calls itself, and `program(s)`,
which returns ints and floats. Names say their type: `i…` ints, `b…` bools, `f…` floats, `m…` an int or
None, `t…` tuples of four ints, `w…` lists of four.
"""

from __future__ import annotations

from hypothesis import strategies as st

INTS = ("i0", "i1", "i2", "i3")
PREAMBLE = '''
import math
from typing import NamedTuple
from zermelo.portable import (bit, lowest, popcount, replaced, shl, shr, squares, wrap)

TABLE = (3, -1, 4, 1, -5, 9, 2, 6, 5, 35, 8, 97)
GRID = ((1, 2, 3), (-4, 5, 6), (7, 8, -9), (0, 11, 12))
RAGGED = ((1,), (), (2, 3, 5), (8, 13), (21, 34, 55, 89))
MAYBE = (None, 4, None, -7, 0)
WEIGHTS = (0.5, -1.25, 3.0, 0.0)
PAIRS = ((1, True), (2, False), (3, True))

class Inner(NamedTuple):
    x: int
    y: int

    def area(self):
        return self.x % 50 * (self.y % 50)

    @property
    def total(self):
        return wrap(self.x + self.y)

class S(NamedTuple):
    a: int
    b: int
    cells: tuple[int, int, int, int]
    inner: Inner
'''


class Grower:
    """Draws one program."""

    def __init__(self, draw):
        self.draw = draw
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self.generators: list[str] = []
        self.depth = 0
        self.loop = 0
        self.fresh = 0

    def choice(self, items):
        return self.draw(st.sampled_from(items))

    def number(self, low, high):
        return self.draw(st.integers(low, high))

    def chance(self, percent):
        return self.number(0, 99) < percent

    # --- expressions ---

    def constant(self):
        return str(self.choice((0, 1, 2, 3, -1, -2, 5, 7, 8, 15, 63, 64, 255, 1000, -1000,
                                1 << 31, -(1 << 31), (1 << 40) + 7, (1 << 62) - 1, -(1 << 62))))

    def small(self, names):
        """An int that is not large: for indices and lengths."""
        return f"({self.int(1, names)}) % {self.choice((2, 3, 4, 5, 7))}"

    def int(self, depth, names):
        if depth <= 0:
            return self.choice((*names, *names, self.constant(), "s.a", "s.b", "s.inner.x"))
        e = lambda: self.int(depth - 1, names)  # noqa: E731
        kind = self.number(0, 31)
        if kind < 4:
            return f"wrap({e()} {self.choice('+-*')} {e()})"
        if kind < 7:
            return f"({e()} {self.choice('&|^')} {e()})"
        if kind == 7:
            return f"({e()} // {self.choice(('3', '-5', '8', '(1 + abs(' + e() + ' % 7))', e()))})"
        if kind == 8:
            return f"({e()} % {self.choice(('3', '-5', '8', '(1 + abs(' + e() + ' % 7))', e()))})"
        if kind == 9:
            return f"({e()} if {self.bool(depth - 1, names)} else {e()})"
        if kind == 10:
            return f"({e()} {self.choice(('and', 'or'))} {e()})"
        if kind == 11:
            return f"{self.choice(('min', 'max'))}({e()}, {e()}, {e()})"
        if kind == 12:
            return f"wrap({self.choice('-~')}({e()}))"
        if kind == 13:
            return f"{self.choice(('shl', 'shr'))}({e()}, {self.number(0, 63)})"
        if kind == 14:
            return f"({e()} >> {self.choice((str(self.number(0, 70)), self.small(names)))})"
        if kind == 15:
            return f"({self.small(names)} << {self.small(names)})"
        if kind == 16:
            return f"{self.choice(('popcount', 'lowest'))}({e()})"
        if kind == 17:
            return f"({e()}, {e()}, {e()})[{self.choice((self.small(names), '1', '-1', e() + ' % 3'))}]"
        if kind == 18:
            return f"TABLE[{self.choice((self.small(names), '-2', e() + ' % 12'))}]"
        if kind == 19:
            return f"GRID[{e()} % 4][{self.choice(('2', e() + ' % 3'))}]"
        if kind == 20:
            return f"s.cells[{self.choice(('0', '-1', e() + ' % 4'))}]"
        if kind == 21:
            return self.choice(("s.inner.area()", "s.inner.total", f"Inner({e()}, {e()}).area()",
                                "len(TABLE)", "len(s.cells)", "s.inner._replace(x=7).total"))
        if kind == 22:
            return f"int({self.choice((self.bool(depth - 1, names), self.float(depth - 1, names)))})"
        if kind == 23:
            return f"sum({self.items(names)})" if self.chance(50) else \
                f"sum(wrap(x & 1023) for x in {self.items(names)} if x != {e()})"
        if kind == 24:
            return f"{self.choice(('min', 'max'))}((x for x in {self.items(names)}), default=9)"
        if kind == 25 and self.helpers:
            return f"{self.choice(self.helpers)}({e()}, {e()})"
        if kind == 26:
            return f"recursive({self.small(names)}, {e()})"
        if kind == 27:
            return f"abs({e()} % 1000003)"
        if kind == 28:
            return f"round({self.float(depth - 1, names)})"
        if kind == 29:
            return f"next((x for x in {self.items(names)} if x > {e()}), -1)"
        if kind == 30:
            return f"({e()}).{self.choice(('bit_count', 'bit_length'))}()"
        return f"({self.small(names)}) ** {self.number(0, 5)}"

    def bool(self, depth, names):
        e = lambda: self.int(max(0, depth - 1), names)  # noqa: E731
        kind = self.number(0, 11)
        if kind < 3 or depth <= 0:
            return f"{e()} {self.choice(('<', '<=', '==', '!=', '>', '>='))} {e()}"
        if kind == 3:
            return f"({e()} < {e()} <= {e()})"
        if kind == 4:
            return f"({self.bool(depth - 1, names)} {self.choice(('and', 'or'))} " \
                   f"{self.bool(depth - 1, names)})"
        if kind == 5:
            return f"(not {self.choice((e(), self.bool(depth - 1, names)))})"
        if kind == 6:
            return f"({e()} {self.choice(('in', 'not in'))} {self.choice(('TABLE', '(1, 2, 3)', 's.cells', 'range(-3, 40)', 'RAGGED[2]', f'RAGGED[{e()} % 5]'))})"
        if kind == 7:
            return f"{self.choice(('any', 'all'))}(x % 3 == 1 for x in {self.items(names)})"
        if kind == 8:
            return f"({self.float(depth - 1, names)} {self.choice(('<', '>='))} {self.float(depth - 1, names)})"
        if kind == 9:
            return f"(MAYBE[{e()} % 5] is {self.choice(('', 'not '))}None)"
        if kind == 10:
            return f"(({e()}, {e()}) {self.choice(('<', '<=', '==', '!=', '>'))} ({e()}, {e()}))"
        return f"bool({e()})"

    def float(self, depth, names):
        if depth <= 0:
            return self.choice(("0.5", "-2.25", "1e3", "f0", "f1", "3.0", "WEIGHTS[1]"))
        e = lambda: self.float(depth - 1, names)  # noqa: E731
        kind = self.number(0, 10)
        if kind < 3:
            return f"({e()} {self.choice('+-*')} {e()})"
        if kind == 3:
            return f"({e()} / {self.choice(('2.0', '-8', e()))})"
        if kind == 4:
            return f"float({self.int(1, names)} % 100000)"
        if kind == 5:
            return f"({e()} if {self.bool(0, names)} else {e()})"
        if kind == 6:
            return f"{self.choice(('min', 'max'))}({e()}, {e()})"
        if kind == 7:
            return f"math.{self.choice(('fabs(', 'sqrt(', 'floor(', 'ceil(', 'copysign(1.5, '))}" \
                   f"abs({e()}) % 1e6)"
        if kind == 8:
            return f"({e()} {self.choice(('//', '%'))} {self.choice(('3.0', '-0.75', '2'))})"
        if kind == 9:
            return f"WEIGHTS[{self.small(names)} % 4]"
        return f"abs({e()})"

    def items(self, names):
        """Something to run through, of ints."""
        kind = self.number(0, 10)
        if kind == 0:
            return f"range({self.number(-3, 9)})"
        if kind == 1:
            return f"range({self.small(names)}, {self.number(-6, 9)}, {self.choice((1, 2, 3, -1, -2))})"
        if kind == 2:
            return "s.cells"
        if kind == 3:
            return f"RAGGED[{self.small(names)} % 5]"
        if kind == 4:
            return "TABLE"
        if kind == 5:
            return f"squares({self.int(1, names)} & 0xFF0F)"
        if kind == 6 and self.generators:
            return f"{self.choice(self.generators)}({self.small(names)}, {self.int(1, names)})"
        if kind == 7:
            return f"reversed({self.choice(('s.cells', 'TABLE', 'range(5)', '(1, 2, 3)'))})"
        if kind == 8:
            return f"(i * 3 % 11 for i in range({self.small(names)}) if i != {self.number(0, 4)})"
        if kind == 9:
            return f"tuple(x ^ {self.number(0, 9)} for x in s.cells)"
        return f"({self.int(1, names)}, {self.int(0, names)}, {self.number(-9, 9)})"

    # --- statements ---

    def add(self, indent, text):
        self.lines.append("    " * indent + text)

    def block(self, indent, names, size, *, yields=False):
        for _ in range(self.number(1, size)):
            self.statement(indent, names, yields=yields)

    def statement(self, indent, names, *, yields=False):
        target = self.choice([n for n in names if n.startswith("i")])
        kind = self.number(0, 26)
        if indent > 4:
            kind = kind % 6
        if yields and self.chance(35):
            self.add(indent, f"yield {self.int(1, names)}" if self.chance(80)
                     else f"yield from {self.items(names)}")
        elif kind < 5:
            self.add(indent, f"{target} = {self.int(2, names)}")
        elif kind == 5:
            self.add(indent, f"{target} {self.choice(('&', '|', '^'))}= {self.int(2, names)}")
        elif kind == 6:
            self.add(indent, f"{target} = wrap({target} {self.choice('+-*')} {self.int(1, names)})")
        elif kind < 9:
            self.add(indent, f"if {self.bool(2, names)}:")
            self.block(indent + 1, names, 2, yields=yields)
            if self.chance(50):
                self.add(indent, "else:")
                self.block(indent + 1, names, 2, yields=yields)
        elif kind < 12:
            self.for_loop(indent, names, yields)
        elif kind == 12:
            self.fresh += 1
            k = f"k{self.fresh}"
            self.add(indent, f"{k} = {self.number(0, 6)}")
            self.add(indent, f"while {k} > 0 and {self.bool(1, names)}:")
            self.add(indent + 1, f"{k} -= 1")
            self.looped(indent + 1, names, yields)
        elif kind == 13 and not yields:
            self.add(indent, f"f0 = {self.float(2, names)}")
        elif kind == 14 and not yields:
            self.add(indent, f"f1 = {self.float(2, names)}")
        elif kind == 15:
            self.fresh += 1
            m = f"m{self.fresh}"
            self.add(indent, f"{m} = MAYBE[{self.int(1, names)} % 5]")
            self.add(indent, f"if {m} is not None:")
            self.add(indent + 1, f"{target} = {m} + {self.number(-5, 5)}")
        elif kind == 16:
            self.fresh += 1
            w = f"w{self.fresh}"
            self.add(indent, f"{w} = {self.choice(('list(s.cells)', '[0] * 4', '[x & 7 for x in s.cells]'))}")
            self.add(indent, f"{w}[{self.int(1, names)} % 4] = {self.int(1, names)}")
            self.add(indent, f"{w}[{self.number(-4, 3)}] ^= {self.int(1, names)}")
            self.add(indent, f"{target} = {self.choice((f'{w}[{self.small(names)} % 4]', f'sum(x & 255 for x in {w})', f'tuple({w})[1]'))}")
        elif kind == 17:
            self.add(indent, f"match {self.int(1, names)} % 6:")
            self.add(indent + 1, f"case {self.number(0, 3)}:")
            self.add(indent + 2, f"{target} = {self.int(1, names)}")
            self.add(indent + 1, f"case {self.number(0, 2)} | 4 if {self.bool(1, names)}:")
            self.add(indent + 2, f"{target} ^= 5")
            if self.chance(60):
                self.add(indent + 1, "case other:" if self.chance(50) else "case _:")
                self.add(indent + 2, f"{target} = {self.int(0, names)}")
        elif kind == 18:
            other = self.choice(names)
            self.add(indent, f"{target}, {other} = {self.int(1, names)}, {self.int(1, names)}"
                     if target != other else f"{target} = {self.int(1, names)}")
        elif kind == 19:
            self.fresh += 1
            self.add(indent, f"t{self.fresh} = replaced(s.cells, {self.int(1, names)} % 4, "
                             f"{self.int(1, names)})")
            self.add(indent, f"{target} = t{self.fresh}[{self.small(names)} % 4]")
        elif kind == 20:
            self.add(indent, f"if ({target} := {self.int(1, names)}) > {self.int(1, names)}:")
            self.add(indent + 1, f"{target} = {self.int(1, names)}")
        elif kind == 21:
            self.add(indent, f"{target} = divmod({self.int(1, names)}, {self.choice((3, -7, 16))})"
                             f"[{self.number(0, 1)}]")
        elif kind == 22:
            self.fresh += 1
            n = f"n{self.fresh}"
            self.add(indent, f"{n} = Inner({self.int(1, names)}, y={self.int(1, names)})")
            self.add(indent, f"{target} = {n}.{self.choice(('x', 'y', 'total', 'area()'))}")
        elif kind == 23:
            self.add(indent, f"{target} = TABLE[{self.int(1, names)} % 13]")  # sometimes none such
        elif kind == 24:
            self.add(indent, f"if {self.bool(1, names)}:")
            self.add(indent + 1, f"raise ValueError({self.number(0, 9)})" if self.chance(30)
                     else f"assert {self.bool(1, names)}")
        elif kind == 25:
            self.fresh += 1
            u = f"u{self.fresh}"  # perhaps never set
            self.add(indent, f"if {self.bool(1, names)}:")
            self.add(indent + 1, f"{u} = {self.int(1, names)}")
            self.add(indent, f"if {self.bool(1, names)}:")
            self.add(indent + 1, f"{target} = {u}")
        else:
            self.add(indent, "pass")

    def for_loop(self, indent, names, yields):
        self.fresh += 1
        x, j = f"x{self.fresh}", f"j{self.fresh}"
        kind = self.number(0, 7)
        if kind == 0:
            self.add(indent, f"for {j}, {x} in enumerate({self.items(names)}, {self.number(0, 3)}):")
            inner = (*names, x, j)
        elif kind == 1:
            self.add(indent, f"for {j}, {x} in zip(TABLE, {self.choice(('s.cells', 'range(7)', self.items(names)))}):")
            inner = (*names, x, j)
        elif kind == 2:
            self.add(indent, f"for {x}, {j} in PAIRS:")
            inner = (*names, x, j)
        else:
            self.add(indent, f"for {x} in {self.items(names)}:")
            inner = (*names, x)
        self.looped(indent + 1, inner, yields)
        if self.chance(25):
            self.add(indent, "else:")
            self.block(indent + 1, names, 1)

    def looped(self, indent, names, yields):
        """A loop's body."""
        self.block(indent, names, 2, yields=yields)
        if self.chance(50):
            self.add(indent, f"if {self.bool(1, names)}:")
            self.add(indent + 1, self.choice(("break", "continue")))
            self.block(indent, names, 1, yields=yields)

    # --- functions ---

    def program(self):
        for number in range(self.number(0, 2)):
            self.add(0, f"def gen_{number}(i0, i1):")
            self.add(1, "s = S(1, 2, (3, i0, 4, i1), Inner(i0, 6))")
            self.add(1, "f0, f1 = 1.5, -0.25")
            self.block(1, ("i0", "i1"), 4, yields=True)
            self.add(1, f"yield {self.int(1, ('i0', 'i1'))}")
            self.generators.append(f"gen_{number}")
        for number in range(self.number(0, 2)):
            self.add(0, f"def help_{number}(i0, i1=3):")
            self.add(1, "s = S(1, i1, (3, 1, 4, 1), Inner(5, i0))")
            self.add(1, "f0, f1 = 1.5, -0.25")
            self.block(1, ("i0", "i1"), 3)
            self.add(1, f"return {self.int(2, ('i0', 'i1'))}")
            self.helpers.append(f"help_{number}")
        head = ["def recursive(n: int, i0: int) -> int:", "    if n <= 0:", "        return i0",
                f"    return wrap(recursive(n - 1, i0 ^ {self.number(0, 99)}) * 3 + n)", ""]
        self.add(0, "def program(s):")
        self.add(1, "i0, i1, i2, i3 = s.a, s.b, 0, 1")
        self.add(1, "f0, f1 = 0.5, -3.0")
        self.block(1, INTS, 6)
        self.add(1, "return i0, i1, i2, i3, f0, f1")
        return PREAMBLE + "\n".join([*head, *self.lines]) + "\n"


@st.composite
def programs(draw):
    """The source of one program."""
    return Grower(draw).program()
