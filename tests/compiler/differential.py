"""One program, interpreted and compiled: the same numbers, or the same sort of failure."""

from __future__ import annotations

import ast
import ctypes
import itertools
import linecache

from zermelo.compiler.build import built
from zermelo.compiler.diagnosis import explained
from zermelo.compiler.objects import Loaded
from zermelo.compiler.records import Record
from zermelo.compiler.refusal import Refusal

_numbers = itertools.count()


class Answers(Record, whole=True):
    """What a program comes to."""

    i0: int
    i1: int
    i2: int
    i3: int
    f0: float
    f1: float


class Outgrown(Exception):  # noqa: N818 - a signal
    """A number of more than 64 bits: here the two worlds part, and nothing is compared."""


def fits(number):
    if isinstance(number, tuple):  # of `divmod`
        return tuple(fits(one) for one in number)
    if type(number) is int and not -(1 << 63) <= number < 1 << 63:
        raise Outgrown
    return number


# `divmod` for -2 ** 63 by -1, and the last three if they are of large floats
_MAY_OUTGROW = ("sum", "abs", "divmod", "int", "round", "floor")


class _Watched(ast.NodeTransformer):
    """The same program, looking at every number that comes of arithmetic outside `wrap`."""

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "wrap":
            node.args = [self.wrapped(node.args[0])]
            return node
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return self.looked_at(node) if name in _MAY_OUTGROW else node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self.looked_at(node)

    def visit_UnaryOp(self, node):
        return self.visit_BinOp(node)

    def looked_at(self, node):
        return ast.copy_location(ast.Call(ast.Name("fits", ast.Load()), [node], []), node)

    def wrapped(self, node):
        """Inside `wrap`: operators of which only the low bits count may go as far as they like."""
        if isinstance(node, ast.BinOp) and isinstance(
                node.op, ast.Add | ast.Sub | ast.Mult | ast.BitAnd | ast.BitOr | ast.BitXor):
            node.left, node.right = self.wrapped(node.left), self.wrapped(node.right)
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
            node.operand = self.wrapped(node.operand)
            return node
        return self.visit(node)


RUN = """
def run(rules, memory, s):
    i0, i1, i2, i3, f0, f1 = program(s)
    memory.i0 = i0
    memory.i1 = i1
    memory.i2 = i2
    memory.i3 = i3
    memory.f0 = f0
    memory.f1 = f1
"""


class Stand:
    """What a compilation wants to know of a game: a state, and its name."""

    spec = "program"

    def __init__(self, state):
        self._state = state

    def initial(self):
        return self._state


class Program:
    """A program in both worlds; `refused` says why it is in one only."""

    def __init__(self, source):
        source = source + RUN
        self.source = source
        file = f"<grown {next(_numbers)}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        self.scope = {"__name__": "grown"}
        exec(compile(source, file, "exec", dont_inherit=True), self.scope)
        watched = ast.fix_missing_locations(_Watched().visit(ast.parse(source)))
        self.watched = {"__name__": "watched", "fits": fits}
        exec(compile(watched, "<watched>", "exec", dont_inherit=True), self.watched)
        self.refused = ""
        self.state = self.scope["S"](1, 2, (1, 2, 3, 4), self.scope["Inner"](5, 6))
        try:
            made = built(Stand(self.state), self.scope["run"], [Answers], {})
        except Refusal as refusal:
            self.refused = explained(refusal, Stand(self.state))
            return
        self.loaded = Loaded(made, 2)

    def interpreted(self, a, b, cells, x, y):
        """The numbers, or the name of the exception."""
        state = self.watched["S"](a, b, cells, self.watched["Inner"](x, y))
        try:
            return self.watched["program"](state)
        except Outgrown:
            return None
        except NameError:
            return "UnboundLocalError"  # or its like, where a comprehension asks
        except Exception as error:
            return type(error).__name__

    def compiled(self, a, b, cells, x, y):
        header = (ctypes.c_int64 * 128)()
        header[2] = 1 << 20
        header[8:16] = [a, b, *cells, x, y]
        answers = (ctypes.c_int64 * 6)()
        code = self.loaded(ctypes.addressof(header), ctypes.addressof(answers))
        if code:
            return self.loaded.faults[code - 1].kind
        floats = ctypes.cast(answers, ctypes.POINTER(ctypes.c_double))
        return (*answers[:4], floats[4], floats[5])
