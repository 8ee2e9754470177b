"""Comprehensions: loops where their items are taken, and rows of items where they are few."""

from __future__ import annotations

import ast

from zermelo.compiler.body import Body
from zermelo.compiler.conditions import branch
from zermelo.compiler.expressions import expression, new_array, value
from zermelo.compiler.frames import Frame
from zermelo.compiler.iteration import Each, iterate, runs_through
from zermelo.compiler.loops import size_of
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.statements import assign_to
from zermelo.compiler.types import BOOL, INT, Array, Tuple
from zermelo.compiler.values import Value, is_known, tuple_value, whole


@runs_through(ast.GeneratorExp)
@runs_through(ast.ListComp)
def comprehension(b: Body, node: ast.GeneratorExp | ast.ListComp, each: Each,
                  weight: int) -> None:
    """`(item for target in iterable if condition …)`, as the loops that it stands for."""
    caller, inner = b.frame, _inner_frame(b, node)

    def nested(number: int, again: str) -> bool:
        """The loops from this one inwards, for one round of those outside."""
        if number == len(node.generators):
            found = value(b, node.elt)
            b.frame = caller
            goes_on = each(found, again)
            b.frame = inner
            return goes_on
        part = node.generators[number]

        def taken(found: Value, here: str) -> bool:
            outside, b.frame = b.frame, inner
            assign_to(b, part.target, found, node)
            goes_on = _when(b, part.ifs, here)
            if b.block is not None:
                goes_on = nested(number + 1, here) or goes_on
                b.go(here)
            b.frame = outside
            return goes_on

        b.frame = inner if number else caller
        iterate(b, part.iter, taken, weight + size_of(node))
        b.frame = inner
        if again:
            b.go(again)
        return True

    nested(0, "")
    b.frame = caller


def _when(b: Body, conditions: list[ast.expr], otherwise: str) -> bool:
    """Go on if all of these hold, else there; whether anything may go there."""
    jumps = False
    for condition in conditions:
        yes = b.name("if")
        known = branch(b, condition, yes, otherwise)
        if known is None:
            jumps = True
            b.label(yes)
        elif not known:
            b.go(otherwise)
            return True
    return jumps


def _inner_frame(b: Body, node: ast.GeneratorExp | ast.ListComp) -> Frame:
    if any(part.is_async for part in node.generators):
        raise Refusal("an asynchronous loop does not compile", node)
    inner = Frame(b.frame.function, (*b.frame.path, id(node)), b.frame)
    inner.locals = {n.id for part in node.generators for n in ast.walk(part.target)
                    if isinstance(n, ast.Name)}
    return inner


# --- items one after the other, where it is known how many there are ---

@expression(ast.ListComp)
def _list(b: Body, node: ast.ListComp) -> Value:
    return new_array(b, unrolled(b, node), node)


def unrolled(b: Body, node: ast.GeneratorExp | ast.ListComp) -> list[Value]:
    """The items of a comprehension whose length is known."""
    caller, inner = b.frame, _inner_frame(b, node)
    found: list[Value] = []

    def nested(number: int) -> None:
        if number == len(node.generators):
            found.append(b.exploded(value(b, node.elt)))
            return
        part = node.generators[number]
        for one in fixed_items(b, part.iter):
            _bind_to(b, part.target, one)
            if all(_certain(b, condition) for condition in part.ifs):
                nested(number + 1)

    b.frame = inner
    nested(0)
    b.frame = caller
    return found


def _certain(b: Body, condition: ast.expr) -> bool:
    holds = b.truth(value(b, condition), condition)
    if not is_known(holds):
        raise Refusal("how many items there are must be known, and this condition is not: yield "
                      "them, or write a loop", condition)
    return bool(holds.what)


def _bind_to(b: Body, target: ast.expr, found: Value) -> None:
    if isinstance(target, ast.Name):
        b.bind(target.id, found)
    elif isinstance(target, ast.Tuple) and isinstance(found.type, Tuple) \
            and len(target.elts) == len(found.type.items):
        for part, one in zip(target.elts, b.items(found), strict=True):
            _bind_to(b, part, one)
    else:
        raise Refusal("these items do not fit these names", target)


def fixed_items(b: Body, node: ast.expr) -> list[Value]:
    """The items of something whose length is known; refused if it is not."""
    if isinstance(node, ast.GeneratorExp):
        return unrolled(b, node)
    if isinstance(node, ast.Call) and not node.keywords:
        called = value(b, node.func).what
        if called is range:
            ends = [value(b, end) for end in node.args]
            if all(end.type in (INT, BOOL) and is_known(end) for end in ends):
                return [whole(i) for i in range(*(int(end.what) for end in ends))]
            raise Refusal("how many items there are must be known: use constants", node)
        if called in (enumerate, reversed) and len(node.args) == 1:
            items = fixed_items(b, node.args[0])
            if called is reversed:
                return items[::-1]
            return [tuple_value([whole(i), one]) for i, one in enumerate(items)]
        if called is zip:
            sides = [fixed_items(b, argument) for argument in node.args]
            return [tuple_value(row) for row in zip(*sides, strict=False)]
    found = value(b, node)
    if isinstance(found.type, Tuple):
        return b.items(found)
    if isinstance(found.type, Array):
        return [b.read_words(b.offset(found.what, i), found.type.item)
                for i in range(found.type.length)]
    raise Refusal("how many items there are must be known: run through a tuple or a range of "
                  "constants", node)
