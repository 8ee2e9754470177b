"""Python's own functions, and those of `math`."""

from __future__ import annotations

import ast
import math
from typing import Any

from zermelo.compiler import operators
from zermelo.compiler.body import Body
from zermelo.compiler.calling import call_function, direct
from zermelo.compiler.calls import special
from zermelo.compiler.comprehensions import fixed_items
from zermelo.compiler.expressions import new_array, spread, value
from zermelo.compiler.iteration import iterate
from zermelo.compiler.loops import size_of
from zermelo.compiler.order import either_way
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    STATIC,
    Array,
    Row,
    Tuple,
)
from zermelo.compiler.values import (
    FALSE,
    TRUE,
    Value,
    constant,
    is_known,
    operand,
    static,
    truth,
    tuple_value,
    whole,
)


def _one(node: ast.Call, what: str) -> ast.expr:
    """The only argument of a call."""
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        raise Refusal(f"{what} takes one argument here", node)
    return node.args[0]


# --- over many items ---

@special(sum)
def _sum(b: Body, node: ast.Call) -> Value:
    start = node.args[1] if len(node.args) == 2 else None
    for keyword in node.keywords:
        start = keyword.value
    if not 1 <= len(node.args) <= 2:
        raise Refusal("sum takes what to add up, and where to begin", node)
    if start is not None:
        either_way(b, node.args[0], start)
    name = f"sum at {id(node)}"
    b.frame.locals.add(name)
    b.assign(name, whole(0) if start is None else value(b, start), node)
    frame = b.frame

    def each(found: Value, again: str) -> bool:
        inside, b.frame = b.frame, frame
        total = operators.binary(b, ast.Add(), b.read(name, node), found, node)
        b.assign(name, total, node)
        b.go(again)
        b.frame = inside
        return True

    iterate(b, node.args[0], each, 12)
    return b.read(name, node)


@special(any, all)
def _any_all(b: Body, node: ast.Call) -> Value:
    wants = value(b, node.func).what is any
    result, end = b.alloca("i1"), b.name("decided")
    b.do(f"store i1 {'false' if wants else 'true'}, ptr {result}")

    def each(found: Value, again: str) -> bool:
        holds, decided = b.truth(found, node), b.name("decides")
        b.go_if(holds, decided if wants else again, again if wants else decided)
        b.label(decided)
        b.do(f"store i1 {'true' if wants else 'false'}, ptr {result}")
        b.go(end)
        return True

    iterate(b, _one(node, "any or all"), each, 12)
    b.go(end)
    b.label(end)
    return Value(BOOL, b.op(f"load i1, ptr {result}"))


@special(min, max)
def _extreme(b: Body, node: ast.Call) -> Value:
    greatest = value(b, node.func).what is max
    default = None
    for keyword in node.keywords:
        if keyword.arg != "default":
            raise Refusal("min and max compile without a key: compare in a loop", node)
        default = keyword.value
    if len(node.args) > 1 and default is None:
        return operators.least(b, spread(b, node.args), greatest, node)
    only = _one(ast.Call(node.func, node.args, []), "min or max")
    if not isinstance(only, ast.GeneratorExp | ast.Call):
        items = value(b, only)
        if isinstance(items.type, Tuple) and items.type.items:
            if default is not None:
                value(b, default)  # it may fail although nobody needs it
            return operators.least(b, b.items(items), greatest, node)
    return _extreme_of_many(b, node, only, greatest, default)


def _extreme_of_many(b: Body, node: ast.Call, only: ast.expr, greatest: bool,
                     default: ast.expr | None) -> Value:
    best, some = f"best at {id(node)}", f"some at {id(node)}"
    frame = b.frame
    frame.locals |= {best, some}
    b.assign(some, FALSE, node)
    if default is not None:
        either_way(b, only, default)
        b.assign(best, value(b, default), node)

    def each(found: Value, again: str) -> bool:
        inside, b.frame = b.frame, frame
        found = b.exploded(b.surely(found, node))
        first, other = b.name("first"), b.name("other")
        b.go_if(b.read(some, node), other, first)
        b.label(other)
        if (frame.path, best) in b.notes.types:
            frame.sure.add(best)
            b.assign(best, operators.better(b, b.read(best, node), found, greatest, node), node)
        b.go(again)
        b.label(first)
        b.assign(best, found, node)
        b.assign(some, TRUE, node)
        b.go(again)
        b.frame = inside
        return True

    if (frame.path, best) not in b.notes.types:
        b.notes.missed.add((frame.path, best))
    iterate(b, only, each, 24)
    if default is None:
        b.fail_if(b.negated(b.read(some, node)), "ValueError", "there is nothing to choose from",
                  node)
    frame.sure.add(best)
    return b.read(best, node)


@special(next)
def _next(b: Body, node: ast.Call) -> Value:
    """`next((x for x in … if …), default)`: the first, if there is one."""
    if len(node.args) != 2 or not isinstance(node.args[0], ast.GeneratorExp):
        raise Refusal("next compiles on a generator expression with a default: next((…), 0)", node)
    either_way(b, *node.args)
    name, end, frame = f"next at {id(node)}", b.name("found"), b.frame
    frame.locals.add(name)
    b.assign(name, value(b, node.args[1]), node)

    def each(found: Value, again: str) -> bool:
        inside, b.frame = b.frame, frame
        b.assign(name, b.exploded(found), node)
        b.go(end)
        b.frame = inside
        return False

    iterate(b, node.args[0], each, size_of(node))
    b.go(end)
    b.label(end)
    return b.read(name, node)


@special(len)
def _len(b: Body, node: ast.Call) -> Value:
    of = b.surely(value(b, _one(node, "len")), node)
    if isinstance(of.type, Tuple):
        return whole(len(of.type.items))
    if isinstance(of.type, Array):
        return whole(of.type.length)
    if isinstance(of.type, Row):
        return Value(INT, of.what[1])
    if of.type is STATIC and hasattr(of.what, "__len__"):
        return whole(len(of.what))
    raise Refusal(f"it is {of.type}, which has no length", node)


@special(tuple)
def _tuple(b: Body, node: ast.Call) -> Value:
    if not node.args:
        return tuple_value([])
    return tuple_value([b.exploded(item) for item in fixed_items(b, _one(node, "tuple"))])


@special(list)
def _list(b: Body, node: ast.Call) -> Value:
    if not node.args:
        raise Refusal("a list that grows does not compile: make it as long as it will be, or use "
                      "ints and tuples", node)
    return new_array(b, fixed_items(b, _one(node, "list")), node)


@special(range, enumerate, zip, reversed)
def _lazy(b: Body, node: ast.Call) -> Value:
    called = value(b, node.func).what
    if called is range:
        ends = [value(b, end) for end in node.args]
        if all(end.type is INT and is_known(end) for end in ends):
            return static(range(*(end.what for end in ends)))
    raise Refusal(f"{called.__name__} compiles in a for loop only", node)


# --- numbers ---

@special(abs)
def _abs(b: Body, node: ast.Call) -> Value:
    return absolute(b, node, value(b, _one(node, "abs")))


@direct(math.fabs)
def absolute(b: Body, node: ast.AST, found: Value) -> Value:
    """`abs(number)`; the least of all ints has none."""
    found = b.number(found, node)
    if found.type is FLOAT:
        return Value(FLOAT, abs(found.what)) if is_known(found) else Value(
            FLOAT, b.call_machine("double", "llvm.fabs.f64", f"double {found.what}"))
    found = b.cast(found, INT)
    if is_known(found):
        return whole(abs(found.what))
    return Value(INT, b.call_machine("i64", "llvm.abs.i64", f"i64 {found.what}", "i1 false"))


@special(int)
def _int(b: Body, node: ast.Call) -> Value:
    found = b.number(value(b, _one(node, "int")), node)
    return b.to_int(found, node) if found.type is FLOAT else b.cast(found, INT)


@special(bool)
def _bool(b: Body, node: ast.Call) -> Value:
    return b.truth(value(b, _one(node, "bool")), node)


@special(float)
def _float(b: Body, node: ast.Call) -> Value:
    found = value(b, _one(node, "float"))
    if found.type is STATIC and isinstance(found.what, str):
        return Value(FLOAT, float(found.what))  # float("inf")
    return b.cast(b.number(found, node), FLOAT)


@special(round)
def _round(b: Body, node: ast.Call) -> Value:
    """To the nearest int; halves to the even one, as in Python."""
    found = b.number(value(b, _one(node, "round")), node)
    if found.type is not FLOAT:
        return b.cast(found, INT)
    if is_known(found):
        return whole(round(found.what))
    nearest = b.call_machine("double", "llvm.rint.f64", f"double {found.what}")
    return b.to_int(Value(FLOAT, nearest), node)


@special(divmod)
def _divmod(b: Body, node: ast.Call) -> Value:
    if len(node.args) != 2:
        raise Refusal("divmod takes two numbers", node)
    one, other = (b.number(value(b, argument), node) for argument in node.args)
    return tuple_value([operators.binary(b, op, one, other, node)
                        for op in (ast.FloorDiv(), ast.Mod())])


@special(pow)
def _pow(b: Body, node: ast.Call) -> Value:
    if len(node.args) != 2:
        raise Refusal("pow takes two numbers here", node)
    one, other = (value(b, argument) for argument in node.args)
    return operators.binary(b, ast.Pow(), one, other, node)


# --- math ---

def _floating(b: Body, node: ast.AST, found: Value) -> Value:
    return b.cast(b.number(found, node), FLOAT)


def _rounding(name: str, fold: Any) -> Any:
    def compiles(b: Body, node: ast.AST, found: Value) -> Value:
        found = b.number(found, node)
        if found.type is not FLOAT:
            return b.cast(found, INT)
        if is_known(found):
            return whole(fold(found.what))
        rounded = b.call_machine("double", f"llvm.{name}.f64", f"double {found.what}")
        return b.to_int(Value(FLOAT, rounded), node)
    return compiles


_ROUNDING: dict[Any, str] = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}
for _function, _machine in _ROUNDING.items():
    direct(_function)(_rounding(_machine, _function))


@direct(math.sqrt)
def _sqrt(b: Body, node: ast.AST, found: Value) -> Value:
    found = _floating(b, node, found)
    negative = operators.compare(b, ast.Lt, found, constant(0.0), node)
    b.fail_if(negative, "ValueError", "the square root of a negative number", node)
    return Value(FLOAT, b.call_machine("double", "llvm.sqrt.f64", f"double {operand(found)}"))


@direct(math.copysign)
def _copysign(b: Body, node: ast.AST, one: Value, other: Value) -> Value:
    given = [f"double {operand(_floating(b, node, v))}" for v in (one, other)]
    return Value(FLOAT, b.call_machine("double", "llvm.copysign.f64", *given))


def _library(name: str, lowest: float | None = None) -> Any:
    """A function of the mathematical library, the same that Python calls."""
    def compiles(b: Body, node: ast.AST, *given: Value) -> Value:
        if not b.shared.target.has_library:
            raise Refusal(f"{name} is not there on a GPU: use a table", node)
        numbers = [_floating(b, node, found) for found in given]
        if lowest is not None:
            low = operators.compare(b, ast.LtE, numbers[0], constant(lowest), node)
            b.fail_if(low, "ValueError", "a logarithm of what is not above zero", node)
        result = Value(FLOAT, b.call_machine("double", name,
                                             *(f"double {operand(n)}" for n in numbers)))
        if name in ("exp", "pow", "fmod"):
            wrong = _not_finite(b, result, numbers, node)
            b.fail_if(wrong, "OverflowError", "a number too large for a float", node)
        return result
    return compiles


def _not_finite(b: Body, result: Value, given: list[Value], node: ast.AST) -> Value:
    """Whether finite numbers gave an infinite one, or none at all: Python raises then."""
    wrong = _odd(b, result)
    for number in given:
        wrong = b.both(wrong, b.negated(_odd(b, number)))
    return wrong


def _odd(b: Body, number: Value) -> Value:
    if is_known(number):
        return truth(not math.isfinite(number.what))
    size = b.call_machine("double", "llvm.fabs.f64", f"double {number.what}")
    infinite = operand(constant(math.inf))
    return Value(BOOL, b.op(f"fcmp ueq double {size}, {infinite}"))


_LIBRARY: dict[Any, str] = {
    math.exp: "exp", math.log: "log", math.log2: "log2", math.log10: "log10", math.sin: "sin",
    math.cos: "cos", math.tan: "tan", math.tanh: "tanh", math.atan: "atan", math.atan2: "atan2",
    math.pow: "pow", math.fmod: "fmod",
}
for _function, _name in _LIBRARY.items():
    direct(_function)(_library(_name, 0.0 if _name.startswith("log") else None))


@direct(math.gcd)
def _gcd(b: Body, node: ast.AST, one: Value, other: Value) -> Value:
    return call_function(b, greatest_divisor, [b.whole_number(one, node),
                                               b.whole_number(other, node)], node)


@direct(math.isqrt)
def _isqrt(b: Body, node: ast.AST, found: Value) -> Value:
    return call_function(b, whole_root, [b.whole_number(found, node)], node)


def greatest_divisor(one: int, other: int) -> int:
    """`math.gcd`, by Euclid's algorithm."""
    while other:
        one, other = other, one % other
    return abs(one)


def whole_root(number: int) -> int:
    """The largest whole number whose square is not larger."""
    if number < 0:
        raise ValueError("the square root of a negative number")
    root = int(math.sqrt(float(number)))
    while root > 0 and root > number // root:
        root -= 1
    while (root + 1) <= number // (root + 1):
        root += 1
    return root


# --- methods of ints ---

@direct(int.bit_count)
def _bit_count(b: Body, node: ast.AST, found: Value) -> Value:
    """Of the number without its sign, as in Python."""
    found = absolute(b, node, b.whole_number(found, node))
    if is_known(found):
        return whole(found.what.bit_count())
    return Value(INT, b.call_machine("i64", "llvm.ctpop.i64", f"i64 {found.what}"))


@direct(int.bit_length)
def _bit_length(b: Body, node: ast.AST, found: Value) -> Value:
    found = absolute(b, node, b.whole_number(found, node))
    if is_known(found):
        return whole(found.what.bit_length())
    zeros = b.call_machine("i64", "llvm.ctlz.i64", f"i64 {found.what}", "i1 false")
    return Value(INT, b.op(f"sub i64 64, {zeros}"))


# --- methods of tuples and lists ---

@direct(tuple.count)
def _count(b: Body, node: ast.AST, items: Value, item: Value) -> Value:
    return _searched(b, _how_often, items, item, node)


@direct(tuple.index)
def _index(b: Body, node: ast.AST, items: Value, item: Value) -> Value:
    found = _searched(b, _where, items, item, node)
    nowhere = operators.compare(b, ast.Eq, found, whole(-1), node)
    b.fail_if(nowhere, "ValueError", "tuple.index(x): x not in tuple", node)
    return found


def _searched(b: Body, search: Any, items: Value, item: Value, node: ast.AST) -> Value:
    try:
        return call_function(b, search, [items, item], node)
    except Refusal:
        raise Refusal("items are counted and found where all are of one type", node) from None


def _how_often(items: Any, item: Any) -> int:
    found = 0
    for one in items:
        if one == item:
            found += 1
    return found


def _where(items: Any, item: Any) -> int:
    for at, one in enumerate(items):
        if one == item:
            return at
    return -1
