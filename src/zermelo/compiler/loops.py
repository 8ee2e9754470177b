"""`for` and `while`."""

from __future__ import annotations

import ast

from zermelo.compiler.body import Body, Loop
from zermelo.compiler.expressions import branch
from zermelo.compiler.iteration import iterate
from zermelo.compiler.statements import assign_to, block, statement
from zermelo.compiler.values import Value


@statement(ast.For)
def for_loop(b: Body, node: ast.For) -> None:
    """`for target in iterable: … else: …`."""
    caller, blame, before = b.frame, b.blame, set(b.frame.sure)
    end = b.name("end")
    breaks: list[set[str]] = []

    def each(found: Value, again: str) -> bool:
        inside, b.frame = b.frame, caller
        to_blame, b.blame = b.blame, blame
        caller.sure = set(before)
        caller.loops.append(Loop(again, end, breaks))
        assign_to(b, node.target, found, node)
        block(b, node.body)
        caller.loops.pop()
        goes_on = b.block is not None or again in b.module.continues
        b.go(again)
        b.frame, b.blame = inside, to_blame
        return goes_on

    iterate(b, node.iter, each, sum(size_of(part) for part in node.body))
    caller.sure = set(before)
    if node.orelse:
        block(b, node.orelse)
    _finish(b, end, breaks)


def size_of(node: ast.AST) -> int:
    """How much there is to a piece of source, in nodes of its tree."""
    return sum(1 for _ in ast.walk(node))


def _finish(b: Body, end: str, breaks: list[set[str]]) -> None:
    """Go on behind a loop, if anything gets there, with what is set on every way."""
    ways = [*breaks, *([b.frame.sure] if b.block is not None else [])]
    b.go(end)
    if ways:
        b.label(end)
        b.frame.sure = set.intersection(*ways)


@statement(ast.While)
def while_loop(b: Body, node: ast.While) -> None:
    """`while condition: … else: …`."""
    head, body, end, out = (b.name(hint) for hint in ("while", "do", "end", "out"))
    breaks: list[set[str]] = []
    b.go(head)
    b.label(head)
    known = branch(b, node.test, body, out)
    before = set(b.frame.sure)
    if known is False:
        b.go(out)
    else:
        if known:
            b.go(body)
        b.label(body)
        b.frame.loops.append(Loop(head, end, breaks))
        block(b, node.body)
        b.frame.loops.pop()
        if b.block is not None and b.module.careful(b.frame.function) and not _clears_bits(node):
            b.poll()
        b.go(head)
    b.frame.sure = before
    if known is not True:
        b.label(out)
        if node.orelse:
            block(b, node.orelse)
    _finish(b, end, breaks)


def _clears_bits(node: ast.While) -> bool:
    """Whether a loop ends for certain: `while board: … board &= board - 1`."""
    test = node.test
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotEq) \
            and isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value == 0:
        test = test.left
    if not isinstance(test, ast.Name) or any(isinstance(n, ast.Continue) for n in ast.walk(node)):
        return False
    less = ast.dump(ast.parse(f"{test.id} &= {test.id} - 1").body[0])
    writes = sum(isinstance(n, ast.Name) and n.id == test.id and isinstance(n.ctx, ast.Store)
                 for part in node.body for n in ast.walk(part))
    return writes == 1 and any(ast.dump(part) == less for part in node.body)


@statement(ast.Break)
def _break(b: Body, node: ast.Break) -> None:
    loop = b.frame.loops[-1]
    loop.breaks.append(set(b.frame.sure))
    b.go(loop.end)


@statement(ast.Continue)
def _continue(b: Body, node: ast.Continue) -> None:
    loop = b.frame.loops[-1]
    b.module.continues.add(loop.again)
    if b.module.careful(b.frame.function):
        b.poll()
    b.go(loop.again)
