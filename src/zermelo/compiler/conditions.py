"""Comparisons, `and`, `or`, `if … else`: what is not needed is not computed.

`branch` compiles a condition right into jumps.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compiler import operators
from zermelo.compiler.body import Body
from zermelo.compiler.expressions import expression, value
from zermelo.compiler.types import BOOL, STATIC
from zermelo.compiler.values import FALSE, Value, is_known, whole


@expression(ast.Compare)
def _compare(b: Body, node: ast.Compare) -> Value:
    outside, b.wrapping = b.wrapping, False
    try:
        return _chain(b, value(b, node.left), list(zip(node.ops, node.comparators, strict=True)),
                      node)
    finally:
        b.wrapping = outside


def _chain(b: Body, left: Value, rest: list[tuple[ast.cmpop, ast.expr]], node: ast.AST) -> Value:
    """`a < b < c`: b once, c only if it is needed."""
    (op, next_node), *more = rest
    if isinstance(op, ast.In | ast.NotIn) and not more:
        ranged = _in_a_range(b, left, next_node)
        if ranged is not None:
            return ranged if isinstance(op, ast.In) else b.negated(ranged)
    right = value(b, next_node)
    holds = operators.compare(b, type(op), left, right, node)
    if not more or (is_known(holds) and not holds.what):
        return holds
    if is_known(holds):
        return _chain(b, right, more, node)
    go_on, give_up = b.name("and"), b.name("no")
    b.go_if(holds, go_on, give_up)
    b.label(go_on)
    arms = [arm(b, _chain(b, right, more, node))]
    b.label(give_up)
    arms.append(arm(b, FALSE))
    return b.merged(arms, node)


def _in_a_range(b: Body, number: Value, node: ast.expr) -> Value | None:
    """`x in range(a, z)`; None if this is something else."""
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    called = value(b, node.func)
    if called.type is not STATIC or called.what is not range or len(node.args) > 2:
        return None
    ends = [b.whole_number(value(b, end), end) for end in node.args]
    first, last = (whole(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    low = operators.compare(b, ast.GtE, number, first, node)
    return b.both(low, operators.compare(b, ast.Lt, number, last, node))


def arm(b: Body, found: Value) -> tuple[Value, list[Any], str]:
    """A branch that ends here with a value."""
    assert b.block is not None
    arm = (found, b.gap(), b.block)
    b.block = None
    return arm


@expression(ast.BoolOp)
def _and_or(b: Body, node: ast.BoolOp) -> Value:
    """`a and b`, `a or b`: the operand that decides, as in Python."""
    wants = isinstance(node.op, ast.Or)
    arms: list[tuple[Value, list[Any], str]] = []
    for number, part in enumerate(node.values):
        found = value(b, part)
        if number == len(node.values) - 1:
            if not arms:
                return found
            arms.append(arm(b, found))
            break
        holds = b.truth(found, part)
        if is_known(holds):
            if bool(holds.what) is wants:
                if not arms:
                    return found
                arms.append(arm(b, found))
                break
            continue
        decided, on = b.name("decided"), b.name("on")
        b.go_if(holds, decided if wants else on, on if wants else decided)
        b.label(decided)
        arms.append(arm(b, b.cast(found, BOOL) if found.type is BOOL else found))
        b.label(on)
    return b.merged(arms, node)


@expression(ast.IfExp)
def _if_expression(b: Body, node: ast.IfExp) -> Value:
    yes, no = b.name("yes"), b.name("no")
    known = branch(b, node.test, yes, no)
    if known is not None:
        return value(b, node.body if known else node.orelse)
    sure = set(b.frame.sure)
    b.label(yes)
    arms = [arm(b, value(b, node.body))]
    after, b.frame.sure = b.frame.sure, sure
    b.label(no)
    arms.append(arm(b, value(b, node.orelse)))
    b.frame.sure &= after
    return b.merged(arms, node)


def branch(b: Body, node: ast.expr, yes: str, no: str) -> bool | None:
    """Jump by a condition; or say what it is if that is known now, and jump nowhere."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = branch(b, node.operand, no, yes)
        return None if known is None else not known
    if isinstance(node, ast.BoolOp):
        return _branch_all(b, node, yes, no)
    holds = b.truth(value(b, node), node)
    if is_known(holds):
        return bool(holds.what)
    b.go_if(holds, yes, no)
    return None


def _branch_all(b: Body, node: ast.BoolOp, yes: str, no: str) -> bool | None:
    wants = isinstance(node.op, ast.Or)  # the answer that decides at once
    sure: set[str] | None = None
    jumped = False
    for number, part in enumerate(node.values):
        on = b.name("on")
        known = branch(b, part, yes if wants else on, on if wants else no)
        if sure is None:
            sure = set(b.frame.sure)
        if known is None:
            jumped = True
            b.label(on)
            if number == len(node.values) - 1:
                b.go(no if wants else yes)
        elif known is wants:
            if not jumped:
                return known
            b.go(yes if wants else no)
            break
        elif number == len(node.values) - 1:
            if not jumped:
                return known
            b.go(no if wants else yes)
    b.frame.sure = sure or b.frame.sure  # what later parts assign may not have come about
    return None
