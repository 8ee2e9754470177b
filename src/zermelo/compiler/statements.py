"""Statements: what does something and has no value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.compiler import operators
from zermelo.compiler.attributes import attribute
from zermelo.compiler.body import Body
from zermelo.compiler.conditions import branch
from zermelo.compiler.expressions import value
from zermelo.compiler.fields import Ref, Span
from zermelo.compiler.items import in_range, item
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import NEVER, Array, Tuple
from zermelo.compiler.values import (
    TRUE,
    TooLarge,
    Value,
    constant,
    is_known,
    operand,
    tuple_value,
    whole,
)

_STATEMENTS: dict[type[ast.stmt], Callable[[Body, Any], None]] = {}

_WORDS: dict[type[ast.stmt], str] = {
    ast.Try: "try and except does not compile: ask before instead",
    ast.With: "a with statement does not compile",
    ast.Import: "an import does not compile: put it at the top of the file",
    ast.ImportFrom: "an import does not compile: put it at the top of the file",
    ast.Delete: "del does not compile",
    ast.Global: "an assignment to a global name does not compile: rules never change anything",
    ast.Nonlocal: "an assignment to an outer name does not compile: rules never change anything",
    ast.FunctionDef: "a function inside a function does not compile: put it beside",
    ast.ClassDef: "a class inside a function does not compile: put it beside",
    ast.AsyncFor: "an asynchronous loop does not compile",
}


def statement(kind: type[ast.stmt]) -> Callable[[Any], Any]:
    """Registers what compiles this kind of statement."""
    def register(function: Callable[[Body, Any], None]) -> Callable[[Body, Any], None]:
        _STATEMENTS[kind] = function
        return function
    return register


def block(b: Body, body: list[ast.stmt]) -> None:
    """One statement after the other, as far as anything gets."""
    for node in body:
        if b.block is None:
            return
        compiles = _STATEMENTS.get(type(node))
        if compiles is None:
            raise Refusal(_WORDS.get(type(node), f"this statement does not compile "
                                                 f"({type(node).__name__})"), node,
                          b.frame.function)
        outside, b.node = b.node, node
        try:
            compiles(b, node)
        except TooLarge as number:
            raise Refusal(f"{number} does not fit 64 bits: a board of 64 squares uses the "
                          f"functions of zermelo.portable, a larger one several ints", node,
                          b.frame.function) from None
        except Refusal as refusal:
            if refusal.node is None:
                refusal.node = node
            if refusal.function is None:
                refusal.function = b.frame.function
            raise
        b.node = outside


@statement(ast.Pass)
def _pass(b: Body, node: ast.Pass) -> None:
    """`pass` makes no code."""


@statement(ast.Return)
def _return(b: Body, node: ast.Return) -> None:
    assert b.frame.leave is not None
    b.frame.leave(node.value, node)
    b.block = None


@statement(ast.Assign)
def _assign(b: Body, node: ast.Assign) -> None:
    if _begins(b, node.targets[0]):
        return
    found = b.exploded(value(b, node.value))
    if len(node.targets) > 1 and isinstance(found.type, Array):
        raise Refusal("two names for one list do not compile: copy it with list(…)", node)
    for target in node.targets:
        assign_to(b, target, found, node)


@statement(ast.AnnAssign)
def _annotated(b: Body, node: ast.AnnAssign) -> None:
    if node.value is not None and not _begins(b, node.target):
        assign_to(b, node.target, b.exploded(value(b, node.value)), node)


def _begins(b: Body, target: ast.expr) -> bool:
    """Whether this is the empty list whose items are yielded as they come."""
    return bool(b.frame.grows) and isinstance(target, ast.Name) and target.id == b.frame.grows


def assign_to(b: Body, target: ast.expr, found: Value, node: ast.AST) -> None:
    """Give a value to a name, to several, or to a place in a list or in memory."""
    if found.type is NEVER:
        return
    if isinstance(target, ast.Name):
        if isinstance(found.type, Array) and isinstance(getattr(node, "value", None), ast.Name):
            raise Refusal("two names for one list do not compile: copy it with list(…)", node)
        b.assign(target.id, b.exploded(found), node)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(b, target, found, node)
    elif isinstance(target, ast.Subscript):
        _set_item(b, target, found, node)
    elif isinstance(target, ast.Attribute):
        of = value(b, target.value)
        if not isinstance(of.type, Ref):
            raise Refusal("an assignment to an attribute does not compile: rules never change "
                          "anything", node)
        of.type.set(b, of, target.attr, found, node)
    else:
        raise Refusal("this cannot be assigned to", node)


def _unpack(b: Body, target: ast.Tuple | ast.List, found: Value, node: ast.AST) -> None:
    """`a, (b, c), *rest = found`."""
    found = b.surely(found, node)
    if isinstance(found.type, Array):
        items = [item(b, found, whole(i), node) for i in range(found.type.length)]
    elif isinstance(found.type, Tuple):
        items = b.items(found)
    else:
        raise Refusal(f"it is {found.type}, and cannot be taken apart", node)
    parts = target.elts
    starred = next((i for i, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
    if starred is not None and len(items) >= len(parts) - 1:
        end = len(items) - (len(parts) - 1 - starred)
        items = [*items[:starred], tuple_value(items[starred:end]), *items[end:]]
    if len(items) != len(parts):
        raise Refusal(f"{len(items)} values do not fit {len(parts)} names", node)
    for part, one in zip(parts, items, strict=True):
        assign_to(b, part.value if isinstance(part, ast.Starred) else part, one, ast.Pass())


def _set_item(b: Body, target: ast.Subscript, found: Value, node: ast.AST) -> None:
    of = value(b, target.value)
    if isinstance(of.type, Span):
        of.type.set(b, of, b.whole_number(value(b, target.slice), node), found, node)
        return
    if not isinstance(of.type, Array):
        raise Refusal("a tuple's items cannot be set: use replaced of zermelo.portable, or build a "
                      "new tuple", node)
    b.write_words(array_place(b, of, value(b, target.slice), node),
                  b.cast(b.number(found, node), of.type.item, node))


def array_place(b: Body, of: Value, index: Value, node: ast.AST) -> str:
    """The address of a list's item."""
    assert isinstance(of.type, Array)
    at = in_range(b, b.whole_number(index, node), whole(of.type.length), node)
    return b.offset(of.what, operand(at))


@statement(ast.AugAssign)
def _augmented(b: Body, node: ast.AugAssign) -> None:
    """`x += y`: the old value is read before y, and the place is found once."""
    target = node.target
    if isinstance(target, ast.Name):
        old = b.read(target.id, node)
        if isinstance(old.type, Array):
            raise Refusal("a list keeps its length here: set its items by index", node)
        new = operators.binary(b, node.op, old, value(b, node.value), node)
        b.assign(target.id, new, node)
        return
    of = value(b, target.value)
    if isinstance(target, ast.Subscript) and isinstance(of.type, Array):
        place = array_place(b, of, value(b, target.slice), node)
        old = b.read_words(place, of.type.item)
        new = operators.binary(b, node.op, old, value(b, node.value), node)
        b.write_words(place, b.cast(new, of.type.item, node))
    elif isinstance(target, ast.Subscript) and isinstance(of.type, Span):
        index = b.whole_number(value(b, target.slice), node)
        new = operators.binary(b, node.op, of.type.get(b, of, index, node), value(b, node.value),
                               node)
        of.type.set(b, of, index, new, node)
    elif isinstance(target, ast.Attribute) and isinstance(of.type, Ref):
        old = attribute(b, of, target.attr, node)
        new = operators.binary(b, node.op, old, value(b, node.value), node)
        of.type.set(b, of, target.attr, new, node)
    else:
        assign_to(b, target, whole(0), node)  # says why not


@statement(ast.If)
def _if(b: Body, node: ast.If) -> None:
    yes, no, end = b.name("then"), b.name("else"), b.name("fi")
    known = branch(b, node.test, yes, no)
    if known is not None:  # the other way is not even looked at
        block(b, node.body if known else node.orelse)
        return
    before = set(b.frame.sure)
    ways: list[set[str]] = []
    for label, body in ((yes, node.body), (no, node.orelse)):
        b.frame.sure = set(before)
        b.label(label)
        block(b, body)
        if b.block is not None:
            ways.append(b.frame.sure)
        b.go(end)
    if ways:
        b.label(end)
        b.frame.sure = set.intersection(*ways)


@statement(ast.Raise)
def _raise(b: Body, node: ast.Raise) -> None:
    """`raise ValueError("…")`: where it comes to that, the text is told."""
    kind, text = "Exception", ""
    made = node.exc
    if isinstance(made, ast.Call):
        text = " ".join(_told(part) for part in made.args)
        made = made.func
    if isinstance(made, ast.Name | ast.Attribute):
        kind = made.id if isinstance(made, ast.Name) else made.attr
    b.fail(kind, text, node)


def _told(node: ast.expr) -> str:
    """An exception's text, as far as it is known before the game."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_told(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return "{" + ast.unparse(node.value) + "}"
    return ast.unparse(node)


@statement(ast.Assert)
def _assert(b: Body, node: ast.Assert) -> None:
    holds = b.truth(value(b, node.test), node.test)
    text = "" if node.msg is None else _told(node.msg)
    b.fail_if(b.negated(holds), "AssertionError", text, node)


# --- match ---

@statement(ast.Match)
def _match(b: Body, node: ast.Match) -> None:
    """`match` on numbers: one case after the other."""
    subject = b.exploded(value(b, node.subject))
    end = b.name("matched")
    before = set(b.frame.sure)
    ways: list[set[str]] = []
    for case in node.cases:
        fits, other = b.name("case"), b.name("other")
        b.frame.sure = set(before)
        same = _fits(b, case.pattern, subject)
        if is_known(same) and not same.what:
            continue
        b.go_if(same, fits, other)
        b.label(fits)
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is not None:
            b.assign(case.pattern.name, subject, node)
        certain = is_known(same)
        if case.guard is not None:
            allowed = b.name("allowed")
            known = branch(b, case.guard, allowed, other)
            certain = certain and known is True
            if known is None:
                b.label(allowed)
            elif not known:
                b.go(other)
        block(b, case.body)
        if b.block is not None:
            ways.append(b.frame.sure)
        b.go(end)
        if certain:
            break
        b.label(other)
    else:
        b.frame.sure = set(before)
        ways.append(before)
        b.go(end)
    if ways:
        b.label(end)
        b.frame.sure = set.intersection(*ways)


def _fits(b: Body, pattern: ast.pattern, subject: Value) -> Value:
    if isinstance(pattern, ast.MatchAs):
        return TRUE if pattern.pattern is None else _fits(b, pattern.pattern, subject)
    if isinstance(pattern, ast.MatchValue):
        return operators.compare(b, ast.Eq, subject, value(b, pattern.value), pattern)
    if isinstance(pattern, ast.MatchSingleton):
        return operators.compare(b, ast.Is, subject, constant(pattern.value), pattern)
    if isinstance(pattern, ast.MatchOr):
        found = _fits(b, pattern.patterns[0], subject)
        for other in pattern.patterns[1:]:
            found = b.either(found, _fits(b, other, subject))
        return found
    raise Refusal("match compiles on numbers: write each case as a number or several with |",
                  pattern)

