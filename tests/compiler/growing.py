"""Random programs over the whole language, grown by Hypothesis from a grammar.

A program is a file of its own: generators, helpers, a function that calls itself, and `program(s)`,
which returns ints and floats. In the grammar `<int>` stands for any int expression, and so on;
`<=>` is a name to assign to, `<x>` and `<y>` are new names, `<k>` one that is written nowhere else,
`<...>` is a block of more statements, and `<loop>` one in a loop, where some break and continue.
"""

from __future__ import annotations

import re

from hypothesis import strategies as st

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

GRAMMAR = {
    "leaf": ["<name>", "<name>", "<name>", "s.a", "s.b", "s.inner.x", "<number>", "<large>"],
    "number": ["0", "1", "2", "3", "-1", "-2", "5", "7", "8", "15", "63", "64", "255", "-1000"],
    "large": [str(n) for n in (1 << 31, -(1 << 31), (1 << 40) + 7, (1 << 62) - 1, -(1 << 62))],
    "few": ["0", "1", "2", "3", "4", "5", "6"],
    "any": ["-9", "-6", "-3", "-1", "0", "2", "3", "5", "9"],
    "small": ["(<int>) % 2", "(<int>) % 3", "(<int>) % 5", "(<int>) % 7"],
    "divisor": ["3", "-5", "8", "(1 + abs(<int> % 7))", "<int>"],
    "relation": ["<", "<=", "==", "!=", ">", ">="],
    "int": [
        "wrap(<int> + <int>)", "wrap(<int> - <int>)", "wrap(<int> * <int>)", "wrap(-(<int>))",
        "wrap(<int> * 3 + (<int> ^ <int>))", "(~(<int>))",
        "(<int> & <int>)", "(<int> | <int>)", "(<int> ^ <int>)",
        "(<int> // <divisor>)", "(<int> % <divisor>)", "divmod(<int>, <divisor>)[1]",
        "(<int> if <bool> else <int>)", "(<int> and <int>)", "(<int> or <int>)",
        "min(<int>, <int>, <int>)", "max(<int>, <int>)", "abs(<int> % 1000003)",
        "shl(<int>, <few>)", "shl(<int>, 59)", "shr(<int>, 60)", "(<int> >> <few>)",
        "(<int> >> <small>)", "(<int> >> 70)", "(<small> << <small>)", "bit(<small> + 57)",
        "popcount(<int>)", "lowest(<int>)", "(<int>).bit_count()", "(<int>).bit_length()",
        "(<int>, <int>, <int>)[<int> % 3]", "(<int>, <int>)[-1]", "(s.cells + (1, 2))[<int> % 6]",
        "(<int>, *s.cells, <int>)[1:5][<int> % 4]", "((<int>,) * 3)[<int> % 3]",
        "TABLE[<int> % 12]", "TABLE[-2]", "GRID[<int> % 4][<int> % 3]", "GRID[<int> % 4][2]",
        "s.cells.count(<small>)", "RAGGED[<int> % 5].count(<few>)", "s.cells[<int> % 4]",
        "TABLE.index((3, -1, 4, 1)[<int> % 4])",
        "s.cells[-1]", "len(RAGGED[<int> % 5])", "len(s.cells)",
        "s.inner.area()", "s.inner.total", "Inner(<int>, y=<int>).area()",
        "s.inner._replace(x=<int>).total", "int(<bool>)", "int(<float>)", "round(<float>)",
        "math.floor(<float>)", "math.isqrt(abs(<int> % 99999))", "wrap(math.gcd(<small>, <int>))",
        "sum(<items>)", "sum(x & 1023 for x in <items> if x != <int>)",
        "sum(x * y for x in range(<small>) for y in <items> if -99 < y < 99)",
        "min((x for x in <items>), default=9)", "max([x ^ 3 for x in s.cells])",
        "next((x for x in <items> if x > <int>), -1)", "recursive(<small>, <int>)",
        "<helper>(<int>, <int>)", "<helper>(i1=<int>, i0=<int>)", "<helper>(<int>)",
        "((<small>) ** <few>)", "tuple(x ^ <few> for x in s.cells)[<int> % 4]",
    ],
    "bool": [
        "<int> <relation> <int>", "<int> <relation> <int>", "(<int> < <int> <= <int>)",
        "(<bool> and <bool>)", "(<bool> or <bool>)", "(not <int>)", "(not <bool>)", "bool(<int>)",
        "(<int> in TABLE)", "(<int> not in (1, 2, 3))", "(<int> in s.cells)", "(<bool> == <bool>)",
        "(<int> in range(-3, 40))", "(<int> in RAGGED[<int> % 5])", "(<float> < <float>)",
        "any(x % 3 == 1 for x in <items>)", "all(x != <int> for x in <items>)",
        "(MAYBE[<int> % 5] is None)", "(MAYBE[<int> % 5] is not None)", "(MAYBE[<int> % 5] == 4)",
        "((<int>, <int>) <relation> (<int>, <int>))", "(s.cells == (<int>, 1, 2, 3))",
    ],
    "float": [
        "(<float> + <float>)", "(<float> - <float>)", "(<float> * <float>)", "(<float> / <float>)",
        "(<float> / 2)", "float(<int> % 99999)", "(<float> if <bool> else <float>)", "abs(<float>)",
        "min(<float>, <float>)", "math.sqrt(abs(<float>) % 1e6)", "math.copysign(1.5, <float>)",
        "(<float> // 3.0)", "(<float> % -0.75)", "WEIGHTS[<int> % 4]", "(-<float>)",
        "(<int> % 1000 / (1 + <small>))", "math.fabs(<float>)",
    ],
    "float leaf": ["0.5", "-2.25", "1e3", "f0", "f1", "3.0", "WEIGHTS[1]"],
    "items": [
        "range(<any>)", "range(<small>, <any>)", "range(<any>, <any>, 2)", "range(<small>, -6, -1)",
        "range(<any>, <small>, <step>)", "s.cells", "TABLE", "RAGGED[<int> % 5]",
        "squares(<int> & 0xFF0F)", "<generator>(<small>, <int>)", "reversed(s.cells)",
        "reversed(range(<few>))", "(i * 3 % 11 for i in range(<small>) if i != <few>)",
        "tuple(x ^ <few> for x in s.cells)", "(<int>, <int>, <any>)", "[x for x in TABLE if x > 2]",
    ],
    "step": ["3", "-2", "(1 + <small>)", "(<small> - 2)"],
    "statement": [
        "<=> = <int>", "<=> = <int>", "<=> = <int>", "<=> = <int>", "<=> ^= <int>", "<=> &= <int>",
        "<=> = wrap(<=> + <int>)", "<=> = wrap(<=> * <int>)", "<=>, <x> = <int>, <int>\n<=> ^= <x>",
        "f0 = <float>", "f1 = <float>", "f0 += <float>",
        "if <bool>:\n    <...>", "if <bool>:\n    <...>\nelse:\n    <...>",
        "if <bool>:\n    <...>\nelif <bool>:\n    <...>\nelse:\n    <...>",
        "for <x> in <items>:\n    <loop>", "for <x> in <items>:\n    <loop>",
        "for <x> in <items>:\n    <loop>\nelse:\n    <...>",
        "for <y>, <x> in enumerate(<items>, <few>):\n    <loop>",
        "for <y>, <x> in zip(TABLE, <items>):\n    <loop>",
        "for <x>, <y> in zip(<items>, range(<few>)):\n    <loop>",
        "for <x>, <y> in PAIRS:\n    <loop>",
        "for <x> in range(3):\n    <=> ^= s.cells[<x>] & GRID[<x>][<int> % 3]",
        "<k> = <few>\nwhile <k> > 0 and <bool>:\n    <k> -= 1\n    <loop>",
        "<k> = <few>\nwhile True:\n    <k> -= 1\n    if <k> < 0:\n        break\n    <loop>",
        "<x> = MAYBE[<int> % 5]\nif <x> is not None:\n    <=> = <x> + <few>",
        "<x> = MAYBE[<int> % 5]\n<=> = <x> + 1",
        "<x> = list(s.cells)\n<x>[<int> % 4] = <int>\n<=> = <x>[<int> % 4]",
        "<x> = [<int>, 3, <few>]\n<=> = <x>.count(<few>) + <x>.index(3)",
        "<x> = [0] * 4\n<x>[<int> % 4] ^= <int>\n<=> = sum(x & 255 for x in <x>)",
        "<x> = [<int>, <int>, 7]\n<x>[<any>] = <int>\n<=> = tuple(<x>)[1]",
        "<x> = replaced(s.cells, <int> % 4, <int>)\n<=> = <x>[<int> % 4]",
        "<x> = <int> % 4\n<y> = s.cells[:<x>] + (<int>,) + s.cells[<x> + 1:]\n<=> = <y>[<x> ^ 1]",
        "<x> = Inner(<int>, <int>)\n<=> = <x>.total ^ <x>.y",
        "if (<x> := <int>) > <int>:\n    <=> = <x>", "assert <bool>", "<=> = TABLE[<int> % 13]",
        "if <bool>:\n    raise ValueError(f'no {<few>}')",
        "if <bool>:\n    <x> = <int>\nif <bool>:\n    <=> = <x>",
        "match <int> % 6:\n    case 0:\n        <...>\n    case 1 | 4 if <bool>:\n        <=> ^= 5",
        "match <int> % 6:\n    case 2:\n        <=> = <int>\n    case <x>:\n        <=> = <x>",
    ],
    "yields": ["yield <int>", "yield <int>", "yield from <items>",
               "for <x> in <items>:\n    if <bool>:\n        yield <x>",
               "if <bool>:\n    return"],
    "leave": ["if <bool>:\n    break", "if <bool>:\n    continue", "pass", "pass"],
}
_PLACE = re.compile(r"<(=|\.\.\.|[a-z]+)>")


class Grower:
    """Draws one program: `upto(most)` is any number from 0 to that."""

    def __init__(self, upto):
        self.upto = upto
        self._fresh = 0
        self.helpers: list[str] = []
        self.generators: list[str] = []

    def pick(self, items):
        return items[self.upto(len(items) - 1)]

    def grown(self, kind, depth, names):
        """An expression of a kind."""
        if kind == "name":
            return self.pick(names)
        if kind in ("helper", "generator"):
            return self.pick(self.helpers if kind == "helper" else self.generators)
        if depth <= 0:
            kind = {"int": "leaf", "float": "float leaf"}.get(kind, kind)
        text = self.pick(GRAMMAR[kind])
        if "<helper>" in text and not self.helpers:
            text = "<leaf>"
        if "<generator>" in text and not self.generators:
            text = "s.cells"
        return _PLACE.sub(lambda m: self.grown(m[1], depth - 1, names), text)

    def statement(self, names, deep, yields):
        """The lines of a statement."""
        text = self.pick(GRAMMAR["yields" if yields and self.upto(9) < 3 else "statement"])
        self._fresh += 1
        new = {letter: f"{letter}{self._fresh}" for letter in "xyk"} | {"=": self.pick(names)}
        lines = []
        for line in text.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()))
            if line.strip() in ("<...>", "<loop>"):
                set_here = re.findall(r"\w+", "\n".join(lines))
                inner = [*names, *(n for n in (new["x"], new["y"]) if n in set_here)]
                more = self.block(inner, deep + 1, yields, loop=line.strip() == "<loop>")
                lines += [indent + one for one in more]
            else:
                lines.append(_PLACE.sub(
                    lambda m: new.get(m[1]) or self.grown(m[1], 2, names), line))
        return lines

    def block(self, names, deep=0, yields=False, loop=False):
        """The lines of some statements."""
        lines = []
        for _ in range(1 + self.upto(1 if deep else 4)):
            lines += ["pass"] if deep > 3 else self.statement(names, deep, yields)
        if loop:
            leave = _PLACE.sub(lambda m: self.grown(m[1], 1, names), self.pick(GRAMMAR["leave"]))
            lines += [*leave.split("\n"), *self.statement(names, 4, yields)]
        return lines

    def function(self, head, first, names, last, yields=False):
        last = _PLACE.sub(lambda m: self.grown(m[1], 1, names), last)
        body = [*first, *self.block(names, yields=yields), last]
        return [head, *("    " + line for line in body), ""]

    def program(self):
        """The whole source."""
        inside = ["s = S(1, i1, (3, i0, 4, i1), Inner(i0, 6))", "f0, f1 = 1.5, -0.25"]
        lines = ["def recursive(n: int, i0: int) -> int:", "    if n <= 0:", "        return i0",
                 "    return wrap(recursive(n - 1, i0 ^ 21) * 3 + n)", ""]
        for number in range(self.upto(2)):
            lines += self.function(f"def gen_{number}(i0, i1):", inside, ["i0", "i1"],
                                   "yield <int>", yields=True)
            self.generators.append(f"gen_{number}")
        for number in range(self.upto(2)):
            lines += self.function(f"def help_{number}(i0, i1=3):", inside, ["i0", "i1"],
                                   "return <int>")
            self.helpers.append(f"help_{number}")
        lines += self.function("def program(s):", ["i0, i1, i2, i3 = s.a, s.b, 0, 1",
                                                   "f0, f1 = 0.5, -3.0"],
                               ["i0", "i1", "i2", "i3"], "return i0, i1, i2, i3, f0, f1")
        return PREAMBLE + "\n".join(lines) + "\n"


@st.composite
def programs(draw):
    """The source of one program; Hypothesis finds the smallest that fails."""
    return Grower(lambda most: draw(st.integers(0, most))).program()


def program_of(rng):
    """The source of one program, in a hundredth of the time."""
    return Grower(lambda most: rng.randrange(most + 1)).program()
