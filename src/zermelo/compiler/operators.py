"""Arithmetic and comparisons, meaning what they mean in Python.

Whole numbers have 64 bits. Where a result outgrows them, its low 64 bits are what is left, as
`zermelo.portable.wrap` would leave them; products and shifts are looked at, and fail instead.
Inside `wrap(…)` nothing is looked at: there the low bits are what is wanted.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from zermelo.compiler.body import Body
from zermelo.compiler.calling import call_function
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STATIC,
    Array,
    Maybe,
    Number,
    Row,
    Tuple,
    Type,
    join,
)
from zermelo.compiler.values import (
    FALSE,
    TRUE,
    Value,
    is_known,
    operand,
    truth,
    tuple_value,
    whole,
)
from zermelo.portable import wrap

_PYTHON: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}
_MACHINE: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor",
}
_FLOATS: dict[type[ast.operator], str] = {
    ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv",
}
_CHECKED: dict[type[ast.operator], str] = {ast.Mult: "smul"}
_LOW_BITS_SUFFICE = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitAnd, ast.BitOr, ast.BitXor)
_LARGEST_FOLDED = 1 << 4096  # constants are computed exactly, but not without end


def keeps_wrapping(op: ast.operator | ast.unaryop) -> bool:
    """Whether an operator's low 64 bits depend on those of its operands alone."""
    return isinstance(op, (*_LOW_BITS_SUFFICE, ast.USub, ast.UAdd, ast.Invert))


# --- arithmetic ---

def binary(b: Body, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
    """`one op other`."""
    kind = type(op)
    if isinstance(one.type, Tuple) or isinstance(other.type, Tuple):
        return _of_tuples(b, kind, one, other, node)
    if one.type is STATIC and isinstance(one.what, list | str):
        raise Refusal("a list or a string does not compile here: use ints and tuples", node)
    one, other = b.number(one, node), b.number(other, node)
    if one.type is BOOL and other.type is BOOL and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
        if is_known(one) and is_known(other):
            return truth(_PYTHON[kind](one.what, other.what))
        return Value(BOOL, b.op(f"{_MACHINE[kind]} i1 {operand(one)}, {operand(other)}"))
    if is_known(one) and is_known(other):
        folded = _folded(kind, one, other, node)
        if folded is not None:
            return folded
    if one.type is FLOAT or other.type is FLOAT or kind is ast.Div:
        return _of_floats(b, kind, one, other, node)
    one, other = b.cast(one, INT), b.cast(other, INT)
    if b.wrapping:
        one, other = _wrapped(one), _wrapped(other)
    if kind in _MACHINE:
        return _plain(b, kind, one, other, node)
    if kind in (ast.LShift, ast.RShift):
        return _shifted(b, kind is ast.LShift, one, other, node)
    if kind in (ast.FloorDiv, ast.Mod):
        return _divided(b, kind is ast.Mod, one, other, node)
    if kind is ast.Pow:
        return call_function(b, power, [one, other], node)
    raise Refusal("this operator does not compile", node)


def _wrapped(value: Value) -> Value:
    return whole(wrap(value.what)) if is_known(value) else value


def _folded(kind: type[ast.operator], one: Value, other: Value, node: ast.AST) -> Value | None:
    """Two constants, computed by Python; None if that is an error, which is left to happen."""
    a, c = one.what, other.what
    if kind in (ast.LShift, ast.Pow) and not (isinstance(c, float) or 0 <= c <= 4096):
        return None
    try:
        found = _PYTHON[kind](a, c)
    except (ArithmeticError, ValueError):
        return None
    if isinstance(found, complex):
        raise Refusal("a complex number does not compile", node)
    if isinstance(found, float):
        return Value(FLOAT, found)
    if abs(found) > _LARGEST_FOLDED:
        raise Refusal("this number is too large: compiled ints have 64 bits", node)
    return whole(int(found))


def _plain(b: Body, kind: type[ast.operator], one: Value, other: Value, node: ast.AST) -> Value:
    a, c = operand(one), operand(other)
    if kind in _CHECKED and not b.wrapping and b.shared.target.checks_products \
            and b.shared.careful(b.frame.function):
        pair = b.call_machine("{i64, i1}", f"llvm.{_CHECKED[kind]}.with.overflow.i64",
                              f"i64 {a}", f"i64 {c}")
        over = Value(BOOL, b.op(f"extractvalue {{i64, i1}} {pair}, 1"))
        b.fail_if(over, "OverflowError",
                  "this outgrows 64 bits: use wrap of zermelo.portable if that is meant", node)
        return Value(INT, b.op(f"extractvalue {{i64, i1}} {pair}, 0"))
    return Value(INT, b.op(f"{_MACHINE[kind]} i64 {a}, {c}"))


def _shifted(b: Body, left: bool, one: Value, by: Value, node: ast.AST) -> Value:
    """Shifts by 64 or more leave nothing to the right; to the left they outgrow 64 bits."""
    if is_known(by):
        if by.what < 0:
            b.fail_if(TRUE, "ValueError", "a negative number of places", node)
            return whole(0)
        if by.what > 63 and left:
            if b.wrapping:
                return whole(0)
            b.fail_if(_unequal(b, one, 0), "OverflowError", "a shift by more than 63 places", node)
            return whole(0)
        by = whole(min(by.what, 63))
    else:
        odd = Value(BOOL, b.op(f"icmp ugt i64 {by.what}, 63"))
        if left:
            b.fail_if(odd, "OverflowError", "a shift by more than 63 places, or by less than none",
                      node)
        else:
            b.fail_if(Value(BOOL, b.op(f"icmp slt i64 {by.what}, 0")), "ValueError",
                      "a negative number of places", node)
            by = b.chosen(odd, whole(63), by)
    return Value(INT, b.op(f"{'shl' if left else 'ashr'} i64 {operand(one)}, {operand(by)}"))


def _unequal(b: Body, value: Value, number: int) -> Value:
    if is_known(value):
        return truth(value.what != number)
    return Value(BOOL, b.op(f"icmp ne i64 {value.what}, {number}"))


def _divided(b: Body, remainder: bool, one: Value, by: Value, node: ast.AST) -> Value:
    """Rounded down, so that the remainder has the divisor's sign."""
    if is_known(by) and by.what > 0 and by.what & by.what - 1 == 0:
        places = by.what.bit_length() - 1
        a = operand(one)
        return Value(INT, b.op(f"and i64 {a}, {by.what - 1}" if remainder
                               else f"ashr i64 {a}, {places}"))
    if not is_known(by) or by.what in (0, -1):
        zero = truth(by.what == 0) if is_known(by) else Value(
            BOOL, b.op(f"icmp eq i64 {by.what}, 0"))
        b.fail_if(zero, "ZeroDivisionError", "a division by zero", node)
        if is_known(by) and by.what == 0:
            return whole(0)
        minus = TRUE if is_known(by) else Value(BOOL, b.op(f"icmp eq i64 {by.what}, -1"))
        if remainder:
            by = b.chosen(minus, whole(1), by)  # nothing is left over either way
        else:
            least = Value(BOOL, b.op(f"icmp eq i64 {operand(one)}, {-(1 << 63)}"))
            b.fail_if(b.both(minus, least), "OverflowError", "this outgrows 64 bits", node)
    a, d = operand(one), operand(by)
    rest = b.op(f"srem i64 {a}, {d}")
    uneven = b.op(f"icmp ne i64 {rest}, 0")
    apart = b.op(f"icmp slt i64 {b.op(f'xor i64 {rest}, {d}')}, 0")
    low = b.op(f"and i1 {uneven}, {apart}")
    if remainder:
        return Value(INT, b.op(f"select i1 {low}, i64 {b.op(f'add i64 {rest}, {d}')}, i64 {rest}"))
    whole_part = b.op(f"sdiv i64 {a}, {d}")
    less = b.op(f"add i64 {whole_part}, -1")
    return Value(INT, b.op(f"select i1 {low}, i64 {less}, i64 {whole_part}"))


def _of_floats(b: Body, kind: type[ast.operator], one: Value, other: Value,
               node: ast.AST) -> Value:
    if kind is ast.Div:
        one, other = (_exact(b, v, node) if v.type is not FLOAT else v for v in (one, other))
    one, other = b.cast(one, FLOAT), b.cast(other, FLOAT)
    if kind in (ast.Div, ast.FloorDiv, ast.Mod):
        zero = truth(other.what == 0) if is_known(other) else Value(
            BOOL, b.op(f"fcmp oeq double {other.what}, 0.0"))
        b.fail_if(zero, "ZeroDivisionError", "a division by zero", node)
    if kind in _FLOATS:
        return Value(FLOAT, b.op(f"{_FLOATS[kind]} double {operand(one)}, {operand(other)}"))
    by = {ast.FloorDiv: floor_quotient, ast.Mod: floor_remainder, ast.Pow: float_power}.get(kind)
    if by is None:
        raise Refusal("a float stands where an int is needed: use int(…)", node)
    return call_function(b, by, [one, other], node)


def _exact(b: Body, value: Value, node: ast.AST) -> Value:
    """An int that a float can hold: a quotient or a comparison would otherwise be rounded."""
    value = b.cast(value, INT)
    if not is_known(value):
        shifted = b.op(f"add i64 {value.what}, {1 << 53}")
        b.fail_if(Value(BOOL, b.op(f"icmp ugt i64 {shifted}, {1 << 54}")), "OverflowError",
                  "this int is too large to be exact as a float", node)
    return value


def _of_tuples(b: Body, kind: type[ast.operator], one: Value, other: Value,
               node: ast.AST) -> Value:
    if kind is ast.Add and isinstance(one.type, Tuple) and isinstance(other.type, Tuple):
        return tuple_value([*b.items(one), *b.items(other)])
    for items, times in ((one, other), (other, one)):
        if kind is ast.Mult and isinstance(items.type, Tuple) and times.type in (INT, BOOL):
            if not is_known(times):
                raise Refusal("a tuple is repeated by a constant only: its length must be known",
                              node)
            return tuple_value(b.items(items) * max(0, int(times.what)))
    raise Refusal("tuples are added to tuples, and repeated by constants; nothing else", node)


def unary(b: Body, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
    """`-x`, `+x`, `~x`, `not x`."""
    if isinstance(op, ast.Not):
        return b.negated(b.truth(value, node))
    value = b.number(value, node)
    if value.type is FLOAT:
        if isinstance(op, ast.Invert):
            raise Refusal("a float stands where an int is needed: use int(…)", node)
        if isinstance(op, ast.UAdd):
            return value
        return Value(FLOAT, -value.what if is_known(value) else b.op(f"fneg double {value.what}"))
    value = b.cast(value, INT)
    if isinstance(op, ast.UAdd):
        return value
    if is_known(value):
        return whole(-value.what if isinstance(op, ast.USub) else ~value.what)
    if isinstance(op, ast.USub):
        return Value(INT, b.op(f"sub i64 0, {value.what}"))
    return Value(INT, b.op(f"xor i64 {value.what}, -1"))


# --- comparisons ---

_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}
_WHOLE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt",
          ast.GtE: "sge"}
_FLOATING = {ast.Eq: "oeq", ast.NotEq: "une", ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt",
             ast.GtE: "oge"}


def compare(b: Body, kind: type[ast.cmpop], one: Value, other: Value, node: ast.AST) -> Value:
    """`one op other`, for two values."""
    if kind in (ast.Is, ast.IsNot):
        same = _same(b, one, other, node)
        return same if kind is ast.Is else b.negated(same)
    if kind in (ast.In, ast.NotIn):
        among = _among(b, one, other, node)
        return among if kind is ast.In else b.negated(among)
    if kind in (ast.Eq, ast.NotEq):
        equal = _equal(b, one, other, node)
        return equal if kind is ast.Eq else b.negated(equal)
    if isinstance(one.type, Tuple) and isinstance(other.type, Tuple):
        return _before(b, kind, one, other, node)
    if one.type is STATIC and other.type is STATIC:
        return truth(bool(_COMPARED[kind](one.what, other.what)))
    return _numbers(b, kind, b.number(one, node), b.number(other, node), node)


def _numbers(b: Body, kind: type[ast.cmpop], one: Value, other: Value, node: ast.AST) -> Value:
    if is_known(one) and is_known(other):
        return truth(bool(_COMPARED[kind](one.what, other.what)))
    if FLOAT in (one.type, other.type):
        sides = [v if v.type is FLOAT else b.cast(_exact(b, v, node), FLOAT) for v in (one, other)]
        text = f"fcmp {_FLOATING[kind]} double {operand(sides[0])}, {operand(sides[1])}"
        return Value(BOOL, b.op(text))
    if one.type is BOOL and other.type is BOOL and kind in (ast.Eq, ast.NotEq):
        return Value(BOOL, b.op(f"icmp {_WHOLE[kind]} i1 {operand(one)}, {operand(other)}"))
    one, other = b.cast(one, INT), b.cast(other, INT)
    for known, left in ((one, True), (other, False)):  # beyond 64 bits there is nothing to ask
        if is_known(known) and not -(1 << 63) <= known.what < 1 << 63:
            small = 0
            answer = _COMPARED[kind](known.what, small) if left else _COMPARED[kind](small,
                                                                                     known.what)
            return truth(bool(answer))
    return Value(BOOL, b.op(f"icmp {_WHOLE[kind]} i64 {operand(one)}, {operand(other)}"))


def _equal(b: Body, one: Value, other: Value, node: ast.AST) -> Value:
    for a, c in ((one, other), (other, one)):
        if a.type is NEVER:
            return FALSE
        if a.type is NONE:
            return _is_none(b, c)
        if isinstance(a.type, Maybe) and not isinstance(c.type, Maybe):
            return b.both(a.what[0], _equal(b, a.what[1], c, node))
    if isinstance(one.type, Maybe) and isinstance(other.type, Maybe):
        present = b.both(one.what[0], other.what[0])
        neither = b.negated(b.either(one.what[0], other.what[0]))
        return b.either(neither, b.both(present, _equal(b, one.what[1], other.what[1], node)))
    if isinstance(one.type, Tuple) and isinstance(other.type, Tuple):
        if len(one.type.items) != len(other.type.items):
            return FALSE
        equal = TRUE
        for a, c in zip(b.items(one), b.items(other), strict=True):
            equal = b.both(equal, _equal(b, a, c, node))
        return equal
    if isinstance(one.type, Number) and isinstance(other.type, Number):
        return _numbers(b, ast.Eq, one, other, node)
    if STATIC in (one.type, other.type):
        return truth(one.type is other.type and bool(one.what == other.what))
    if isinstance(one.type, Tuple | Number) and isinstance(other.type, Tuple | Number):
        return FALSE  # a tuple is no number
    raise Refusal(f"{one.type} and {other.type} cannot be compared", node)


def _is_none(b: Body, value: Value) -> Value:
    if value.type is NONE:
        return TRUE
    return b.negated(value.what[0]) if isinstance(value.type, Maybe) else FALSE


def _same(b: Body, one: Value, other: Value, node: ast.AST) -> Value:
    """`is`: for None, and for what is known while compiling."""
    if NONE in (one.type, other.type):
        return _is_none(b, other if one.type is NONE else one)
    if one.type is STATIC and other.type is STATIC:
        return truth(one.what is other.what)
    if BOOL in (one.type, other.type) and is_known(other) and isinstance(one.type, Number):
        return _numbers(b, ast.Eq, one, other, node) if one.type is BOOL else FALSE
    raise Refusal("`is` is for None: compare numbers by ==", node)


def _among(b: Body, item: Value, items: Value, node: ast.AST) -> Value:
    """`in`, on anything that has its items side by side."""
    if isinstance(items.type, Tuple):
        found = FALSE
        if is_known(items) and item.type in (INT, BOOL) and not is_known(item):
            return _in_constants(b, b.cast(item, INT), items)
        for other in b.items(items):
            found = b.either(found, _equal(b, item, other, node))
        return found
    if isinstance(items.type, Row | Array):
        return _anywhere(b, item, items, node)
    raise Refusal("`in` is for tuples: use the bits of an int for a set", node)


def _anywhere(b: Body, item: Value, items: Value, node: ast.AST) -> Value:
    """Whether a row of a table, or a list, has an item: one after the other is compared."""
    kind = items.type
    assert isinstance(kind, Row | Array)
    pointer = items.what[0] if isinstance(kind, Row) else items.what
    length = items.what[1] if isinstance(kind, Row) else str(kind.length)
    head, look, on, out = (b.name(hint) for hint in ("in", "look", "on", "out"))
    counter, found = b.alloca("i64"), b.alloca("i1")
    b.do(f"store i64 0, ptr {counter}")
    b.do(f"store i1 false, ptr {found}")
    b.go(head)
    b.label(head)
    here = b.op(f"load i64, ptr {counter}")
    b.go_if(Value(BOOL, b.op(f"icmp slt i64 {here}, {length}")), look, out)
    b.label(look)
    far = b.op(f"mul i64 {here}, {kind.item.words}")
    equal = _equal(b, item, b.read_words(b.offset(pointer, far), kind.item), node)
    b.do(f"store i1 {operand(equal)}, ptr {found}")
    b.go_if(equal, out, on)
    b.label(on)
    b.do(f"store i64 {b.op(f'add i64 {here}, 1')}, ptr {counter}")
    b.go(head)
    b.label(out)
    return Value(BOOL, b.op(f"load i1, ptr {found}"))


def _in_constants(b: Body, item: Value, items: Value) -> Value:
    """A number among constants: their bits in one mask, if they are all below 64."""
    numbers = [value.what for value in items.what if isinstance(value.type, Number)]
    if len(numbers) > 3 and all(isinstance(n, int) and 0 <= n < 64 for n in numbers):
        mask = wrap(sum(1 << n for n in set(numbers)))
        small = b.op(f"icmp ult i64 {item.what}, 64")
        place = b.op(f"and i64 {item.what}, 63")
        bit = b.op(f"and i64 {b.op(f'lshr i64 {mask}, {place}')}, 1")
        return b.both(Value(BOOL, small), Value(BOOL, b.op(f"icmp ne i64 {bit}, 0")))
    found = FALSE
    for number in dict.fromkeys(numbers):
        found = b.either(found, _numbers(b, ast.Eq, item, _constant(number), ast.Constant(number)))
    return found


def _constant(number: float) -> Value:
    if isinstance(number, bool):
        return truth(number)
    return Value(FLOAT, number) if isinstance(number, float) else whole(number)


def _before(b: Body, kind: type[ast.cmpop], one: Value, other: Value, node: ast.AST) -> Value:
    """Tuples in order: by the first items that differ, then by length."""
    assert isinstance(one.type, Tuple) and isinstance(other.type, Tuple)
    strict: type[ast.cmpop] = ast.Lt if kind in (ast.Lt, ast.LtE) else ast.Gt
    sizes = len(one.type.items), len(other.type.items)
    found = truth(bool(_COMPARED[kind](*sizes)))
    pairs = list(zip(b.items(one), b.items(other), strict=False))
    for a, c in reversed(pairs):
        equal = _equal(b, a, c, node)
        found = b.chosen(equal, found, compare(b, strict, a, c, node))
    return found


def least(b: Body, values: list[Value], greatest: bool, node: ast.AST) -> Value:
    """The first of the least or of the greatest."""
    best = values[0]
    for value in values[1:]:
        best = better(b, best, value, greatest, node)
    return best


def better(b: Body, best: Value, value: Value, greatest: bool, node: ast.AST) -> Value:
    """A value if it is less, or greater, than the best so far."""
    best, value = b.surely(best, node), b.surely(value, node)
    kind = common(best.type, value.type, node)
    ahead = compare(b, ast.Gt if greatest else ast.Lt, value, best, node)
    return b.chosen(ahead, b.cast(value, kind, node), b.cast(best, kind, node))


def common(one: Type, other: Type, node: ast.AST) -> Type:
    """The type that holds both; refused if there is none."""
    kind = join(one, other)
    if kind is None:
        raise Refusal(f"it is sometimes {one} and sometimes {other}", node)
    return kind


# --- what is easier said in Python: compiled like any other function ---

def power(base: int, exponent: int) -> int:
    """`base ** exponent` for whole numbers."""
    if exponent < 0:
        raise ValueError("a negative exponent gives a fraction: write a division")
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = result * base
        exponent = exponent >> 1
        if exponent > 0:
            base = base * base
    return result


def floor_quotient(a: float, d: float) -> float:
    """`a // d` for floats, rounded as Python rounds it."""
    rest = math.fmod(a, d)
    quotient = (a - rest) / d
    if rest != 0.0 and (d < 0.0) != (rest < 0.0):
        quotient = quotient - 1.0
    if quotient == 0.0:
        return math.copysign(0.0, a / d)
    below = float(math.floor(quotient)) if abs(quotient) < 4503599627370496.0 else quotient
    return below + 1.0 if quotient - below > 0.5 else below


def floor_remainder(a: float, d: float) -> float:
    """`a % d` for floats: the remainder has the divisor's sign."""
    rest = math.fmod(a, d)
    if rest == 0.0:
        return math.copysign(0.0, d)
    return rest + d if (d < 0.0) != (rest < 0.0) else rest


def float_power(base: float, exponent: float) -> float:
    """`base ** exponent` for floats."""
    if base == 0.0 and exponent < 0.0:
        raise ZeroDivisionError("zero to a negative power")
    if base < 0.0 and exponent != float(math.floor(exponent)):
        raise ValueError("a fractional power of a negative number is complex")
    return math.pow(base, exponent)

