"""`for` and `while`."""

from __future__ import annotations

import ast

from zermelo.compiler.body import Body
from zermelo.compiler.conditions import branch
from zermelo.compiler.endings import ends_for_certain
from zermelo.compiler.expressions import value
from zermelo.compiler.frames import Loop
from zermelo.compiler.iteration import iterate
from zermelo.compiler.source import NoSource, definition_of, nodes_of
from zermelo.compiler.statements import assign_to, block, statement
from zermelo.compiler.types import INT
from zermelo.compiler.values import Value, is_known, whole

UNROLLED = 4  # rounds of a loop that are compiled one by one where constants help


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
        if few and isinstance(node.target, ast.Name):
            b.bind(node.target.id, found)
        else:
            assign_to(b, node.target, found, node)
        block(b, node.body)
        caller.loops.pop()
        goes_on = b.block is not None or again in b.shared.continues
        b.go(again)
        b.frame, b.blame = inside, to_blame
        return goes_on

    few = _few_rounds(b, node)
    for number in few or ():
        after = b.name("next")
        if b.block is not None and each(whole(number), after):
            b.label(after)
    if few is None:
        iterate(b, node.iter, each, sum(size_of(part) for part in node.body))
    caller.sure = set(before)
    if node.orelse:
        block(b, node.orelse)
    _finish(b, end, breaks)


def _few_rounds(b: Body, node: ast.For) -> range | None:
    """The numbers of a short range that are used to look things up, each compiled by itself.

    Then it is known in each round which item is meant. None: let the loop be a loop.
    """
    name, call = node.target, node.iter
    if not (isinstance(name, ast.Name) and isinstance(call, ast.Call) and not call.keywords
            and isinstance(call.func, ast.Name) and call.func.id == "range"
            and _looks_up(node, name.id) and _only_here(b, node, name.id)):
        return None
    ends = [value(b, end) for end in call.args]
    if not all(end.type is INT and is_known(end) for end in ends) or not 1 <= len(ends) <= 3 \
            or (len(ends) == 3 and ends[2].what == 0):
        return None
    rounds = range(*(end.what for end in ends))
    return rounds if len(rounds) <= UNROLLED else None


def _looks_up(node: ast.For, name: str) -> bool:
    """Whether a loop's number is an index, or is handed on to a function."""
    for part in node.body:
        for inner in nodes_of(part):
            used = [inner.slice] if isinstance(inner, ast.Subscript) else \
                inner.args if isinstance(inner, ast.Call) else []
            if any(isinstance(n, ast.Name) and n.id == name for use in used for n in nodes_of(use)):
                return True
    return False


def _only_here(b: Body, node: ast.For, name: str) -> bool:
    """Whether a name is set by this loop alone, or by others like it, and read in them alone."""
    try:
        tree = definition_of(b.frame.function)
    except NoSource:
        return False
    alike = [n for n in nodes_of(tree) if isinstance(n, ast.For)
             and isinstance(n.target, ast.Name) and n.target.id == name]
    inside = {id(n): n for loop in alike for part in [loop.target, *loop.body]
              for n in nodes_of(part) if isinstance(n, ast.Name) and n.id == name}
    everywhere = sum(isinstance(n, ast.Name) and n.id == name for n in nodes_of(tree))
    written = sum(isinstance(n.ctx, ast.Store) for n in inside.values())
    return everywhere == len(inside) and written == len(alike)


def size_of(node: ast.AST) -> int:
    """How much there is to a piece of source, in nodes of its tree."""
    return len(nodes_of(node))


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
        if b.block is not None and b.shared.careful(b.frame.function) \
                and not ends_for_certain(node, b.frame.function):
            b.poll()
        b.go(head)
    b.frame.sure = before
    if known is not True:
        b.label(out)
        if node.orelse:
            block(b, node.orelse)
    _finish(b, end, breaks)


@statement(ast.Break)
def _break(b: Body, node: ast.Break) -> None:
    loop = b.frame.loops[-1]
    loop.breaks.append(set(b.frame.sure))
    b.go(loop.end)


@statement(ast.Continue)
def _continue(b: Body, node: ast.Continue) -> None:
    loop = b.frame.loops[-1]
    b.shared.continues.add(loop.again)
    if b.shared.careful(b.frame.function):
        b.poll()
    b.go(loop.again)
