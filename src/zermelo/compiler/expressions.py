"""Expressions: everything that has a value; `value(b, node)` compiles any of them.

Names, attributes, tuples, lists and arithmetic stand here; other files register what they compile.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo import portable
from zermelo.compiler import operators
from zermelo.compiler.attributes import attribute
from zermelo.compiler.body import Body
from zermelo.compiler.calling import DIRECT
from zermelo.compiler.frames import Frame
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, INT, NEVER, Number, Tuple, Type, array_of, join
from zermelo.compiler.values import TooLarge, Value, constant, is_known, static, tuple_value

_EXPRESSIONS: dict[type[ast.expr], Callable[[Body, Any], Value]] = {}


def expression(kind: type[ast.expr]) -> Callable[[Any], Any]:
    """Registers what compiles this kind of expression."""
    def register(function: Callable[[Body, Any], Value]) -> Callable[[Body, Any], Value]:
        _EXPRESSIONS[kind] = function
        return function
    return register


def value(b: Body, node: ast.expr) -> Value:
    """The value of an expression, its code written on the way."""
    compiles = _EXPRESSIONS.get(type(node))
    if compiles is None:
        raise Refusal(_WORDS.get(type(node), "this expression does not compile"), node)
    outside, b.node = b.node, node
    try:
        return compiles(b, node)
    except TooLarge as number:
        raise Refusal(f"{number} does not fit 64 bits: a board of 64 squares uses the functions of "
                      f"zermelo.portable, a larger one several ints", node) from None
    except Refusal as refusal:
        if refusal.node is None:
            refusal.node = node
        if refusal.function is None:
            refusal.function = b.frame.function
        raise
    finally:
        b.node = outside


_WORDS: dict[type[ast.expr], str] = {
    ast.Dict: "a dict does not compile: use ints and tuples",
    ast.DictComp: "a dict does not compile: use ints and tuples",
    ast.Set: "a set does not compile: use the bits of an int",
    ast.SetComp: "a set does not compile: use the bits of an int",
    ast.JoinedStr: "a string does not compile: use ints and tuples",
    ast.Lambda: "a lambda does not compile: write a function",
    ast.Yield: "yield has no value here: let it stand alone",
    ast.YieldFrom: "yield from has no value here: let it stand alone",
    ast.Await: "await does not compile",
    ast.Starred: "a star does not compile here",
    ast.GeneratorExp: "a generator expression compiles inside sum, any, all, min, max, tuple and "
                      "for: write a loop",
}


# --- names and attributes ---

@expression(ast.Constant)
def _constant(b: Body, node: ast.Constant) -> Value:
    return constant(node.value)


@expression(ast.Name)
def _name(b: Body, node: ast.Name) -> Value:
    name, frame = node.id, b.frame
    if is_local(frame, name):
        return b.read(name, node)
    function = frame.function
    if name in frame.cells:
        try:
            return b.shared.constant(frame.cells[name].cell_contents)
        except ValueError:
            raise Refusal(f"'{name}' has no value yet", node) from None
    if name in function.__globals__:
        found = b.shared.constant(function.__globals__[name])
    elif hasattr(builtins, name):
        found = static(getattr(builtins, name))
    else:
        raise Refusal(f"the name '{name}' is not defined", node)
    return found


def is_local(frame: Frame | None, name: str) -> bool:
    """Whether a name is a variable here, and no constant of the module's."""
    while frame is not None:
        if name in frame.variables or name in frame.locals:
            return True
        frame = frame.outer
    return False


@expression(ast.Attribute)
def _attribute(b: Body, node: ast.Attribute) -> Value:
    return attribute(b, value(b, node.value), node.attr, node)


# --- tuples and lists ---

@expression(ast.Tuple)
def _tuple(b: Body, node: ast.Tuple) -> Value:
    return _exchanged(b, node) or tuple_value(spread(b, node.elts))


def spread(b: Body, nodes: list[ast.expr]) -> list[Value]:
    """Items one after the other, with `*more` taken apart."""
    items: list[Value] = []
    for part in nodes:
        if isinstance(part, ast.Starred):
            more = value(b, part.value)
            if not isinstance(more.type, Tuple):
                raise Refusal("a star takes a tuple apart, and nothing else here", part)
            items += b.items(more)
        else:
            items.append(b.exploded(value(b, part)))
    return items


class _Exchange(NamedTuple):
    """An item exchanged, as it is written."""

    of: ast.expr
    at: ast.expr
    item: ast.expr


def _exchange(node: ast.BinOp | ast.Tuple) -> _Exchange | None:
    """`of`, `at` and `item`, if this is how an item is exchanged: `of[:at] + (item,) + of[at + 1:]`
    or `(*of[:at], item, *of[at + 1:])`."""
    match node:
        case (ast.BinOp(ast.BinOp(before, ast.Add(), ast.Tuple([item])), ast.Add(), behind)
              | ast.Tuple([ast.Starred(before), item, ast.Starred(behind)])):
            pass
        case _:
            return None
    match before, behind:
        case (ast.Subscript(of, ast.Slice(None, ast.expr() as at, None)),
              ast.Subscript(same, ast.Slice(ast.BinOp(again, ast.Add(), ast.Constant(1)),
                                            None, None))
              ) if ast.dump(of) == ast.dump(same) and ast.dump(at) == ast.dump(again):
            asked_twice = [*ast.walk(of), *ast.walk(at)]
            if not (isinstance(item, ast.Starred)
                    or any(isinstance(part, ast.Call) for part in asked_twice)
                    or any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))):
                return _Exchange(of, at, item)
    return None


def _exchanged(b: Body, node: ast.BinOp | ast.Tuple) -> Value | None:
    """A tuple with an item exchanged, as long as before: the last item at -1 would make it longer,
    which is a fault, like every index that is not there. None if this is no such thing, or
    nothing that slices could not do by themselves."""
    parts = _exchange(node)
    if parts is None:
        return None
    items, index = value(b, parts.of), value(b, parts.at)
    if not isinstance(items.type, Tuple) or items.type.named or is_known(index):
        return None
    index, item = b.whole_number(index, parts.at), value(b, parts.item)
    b.fail_if(Value(BOOL, b.op(f"icmp eq i64 {index.what}, -1")), "IndexError",
              "there is no such item", node)
    return DIRECT[portable.replaced](b, node, items, index, item)


@expression(ast.List)
def _list(b: Body, node: ast.List) -> Value:
    return new_array(b, spread(b, node.elts), node)


def new_array(b: Body, items: list[Value], node: ast.AST) -> Value:
    """A list in stack memory: numbers, as many as now for ever."""
    kind: Type | None = NEVER
    for one in items:
        kind = None if kind is None else join(kind, one.type)
    if kind is NEVER or not isinstance(kind, Number):
        raise Refusal("a list of anything but numbers, or of none, does not compile: use ints and "
                      "tuples", node)
    kind = INT if kind is BOOL else kind
    pointer = b.alloca(f"[{len(items)} x i64]")
    for number, one in enumerate(items):
        b.write_words(b.offset(pointer, number), b.cast(one, kind, node))
    return Value(array_of(kind, len(items)), pointer)


# --- operators ---

@expression(ast.BinOp)
def _binary(b: Body, node: ast.BinOp) -> Value:
    exchanged = _exchanged(b, node)
    if exchanged is not None:
        return exchanged
    outside = b.wrapping
    b.wrapping = outside and operators.keeps_wrapping(node.op)
    if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):  # [0] * 9
        made = _repeated_list(b, node)
    else:
        one = value(b, node.left)
        if isinstance(node.op, ast.LShift):
            b.wrapping = False
        other = value(b, node.right)
        b.wrapping = outside and operators.keeps_wrapping(node.op)
        made = operators.binary(b, node.op, one, other, node)
    b.wrapping = outside
    return made


def _repeated_list(b: Body, node: ast.BinOp) -> Value:
    assert isinstance(node.left, ast.List)
    items, times = spread(b, node.left.elts), value(b, node.right)
    if times.type is not INT or not is_known(times):
        raise Refusal("a list is repeated by a constant only: its length must be known", node)
    return new_array(b, items * max(0, times.what), node)


@expression(ast.UnaryOp)
def _unary(b: Body, node: ast.UnaryOp) -> Value:
    outside = b.wrapping
    b.wrapping = outside and operators.keeps_wrapping(node.op)
    made = operators.unary(b, node.op, value(b, node.operand), node)
    b.wrapping = outside
    return made


@expression(ast.NamedExpr)
def _walrus(b: Body, node: ast.NamedExpr) -> Value:
    assert isinstance(node.target, ast.Name)
    found = b.exploded(value(b, node.value))
    b.assign(node.target.id, found, node)
    return b.read(node.target.id, node)


@expression(ast.FormattedValue)
def _formatted(b: Body, node: ast.FormattedValue) -> Value:
    raise Refusal("a string does not compile: use ints and tuples", node)
