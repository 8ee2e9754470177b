"""Expressions: everything that has a value.

`value(b, node)` compiles any of them; `branch` compiles a condition right into jumps.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from zermelo.compiler import operators
from zermelo.compiler.body import SHORT, Block, Body
from zermelo.compiler.calling import Method, Parent, call_function
from zermelo.compiler.fields import Ref, Span
from zermelo.compiler.frames import Frame
from zermelo.compiler.refusal import Refusal, named
from zermelo.compiler.types import (
    BOOL,
    INT,
    NEVER,
    STATIC,
    Array,
    Number,
    Row,
    Tuple,
    Type,
    array_of,
    join,
    row_of,
    tuple_of,
)
from zermelo.compiler.values import (
    FALSE,
    TRUE,
    Placed,
    TooLarge,
    Value,
    constant,
    is_known,
    item_type,
    operand,
    static,
    tuple_value,
    whole,
)

_EXPRESSIONS: dict[type[ast.expr], Callable[[Body, Any], Value]] = {}
_UNROLLED = 4  # so many unlike items of a tuple are compared one by one


def expression(kind: type[ast.expr]) -> Callable[[Any], Any]:
    """Registers what compiles this kind of expression."""
    def register(function: Callable[[Body, Any], Value]) -> Callable[[Body, Any], Value]:
        _EXPRESSIONS[kind] = function
        return function
    return register


def value(b: Body, node: ast.expr) -> Value:
    """Compile an expression."""
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
            return b.module.constant(frame.cells[name].cell_contents)
        except ValueError:
            raise Refusal(f"'{name}' has no value yet", node) from None
    if name in function.__globals__:
        found = b.module.constant(function.__globals__[name])
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


def attribute(b: Body, of: Value, name: str, node: ast.AST) -> Value:
    """`of.name`."""
    of = b.surely(of, node)
    if of.type is NEVER:
        return of
    if isinstance(of.type, Ref):
        return of.type.get(b, of, name, node)
    if isinstance(of.type, Tuple):
        return _of_tuple(b, of, of.type, name, node)
    if of.type is not STATIC:
        if isinstance(of.type, Number) and hasattr(int, name):
            return static(Method(getattr(int, name), of))
        if isinstance(of.type, Array):
            raise Refusal("a list keeps its length here: set its items by index", node)
        raise Refusal(f"{of.type} has no attribute '{name}' here", node)
    if isinstance(of.what, Parent):
        mro = type(b.module.game).__mro__
        for cls in mro[mro.index(of.what.cls) + 1 :]:
            if name in vars(cls):
                return _bound(b, vars(cls)[name], of.what.first, name, node)
        raise Refusal(f"super() has no attribute '{name}'", node)
    if of.what is b.module.rules:
        found: Value = b.module.rules.attribute(b, name, node)
        return found
    return object_attribute(b, of, name, node)


def object_attribute(b: Body, of: Value, name: str, node: ast.AST) -> Value:
    """An attribute of a game, a class, a module or any other object that never changes."""
    thing = of.what
    if isinstance(thing, type | ModuleType):
        if not hasattr(thing, name):
            raise Refusal(f"{getattr(thing, '__name__', thing)} has no attribute '{name}'", node)
        return b.module.constant(getattr(thing, name))
    found = inspect.getattr_static(type(thing), name, None)
    if isinstance(found, FunctionType | property | staticmethod | classmethod):
        own = name in getattr(thing, "__dict__", {})
        return b.module.constant(getattr(thing, name)) if own else _bound(b, found, of, name, node)
    if not hasattr(thing, name):
        what = "the game" if thing is b.module.game else f"a {type(thing).__name__}"
        raise Refusal(f"{what} has no attribute '{name}'", node)
    return b.module.constant(getattr(thing, name))


def _bound(b: Body, found: Any, first: Value, name: str, node: ast.AST) -> Value:
    """A class's attribute as an object of the class sees it."""
    if isinstance(found, staticmethod):
        return static(found.__func__)
    if isinstance(found, classmethod):
        return static(Method(found.__func__, static(type(b.module.game))))
    if isinstance(found, FunctionType):
        return static(Method(found, first))
    getter = getattr(found, "fget", None) or getattr(found, "func", None)  # of a property
    if first.type is STATIC:
        return b.module.constant(getattr(first.what, name))
    if isinstance(getter, FunctionType):
        return call_function(b, getter, [first], node)
    return b.module.constant(found)


def _of_tuple(b: Body, of: Value, kind: Tuple, name: str, node: ast.AST) -> Value:
    if kind.named is None:
        raise Refusal(f"a tuple has no attribute '{name}'", node)
    if name in kind.named._fields:
        fields: tuple[str, ...] = kind.named._fields
        return b.items(of)[fields.index(name)]
    found = inspect.getattr_static(kind.named, name, None)
    if name == "_replace":
        return static(Method("_replace", of))
    if isinstance(found, FunctionType | property | staticmethod | functools.cached_property):
        return _bound(b, found, of, name, node)
    if found is not None and not callable(found):
        return b.module.constant(found)
    raise Refusal(f"{kind.named.__name__} has no attribute '{name}' here", node)


# --- items ---

@expression(ast.Subscript)
def _subscript(b: Body, node: ast.Subscript) -> Value:
    place = _place(b, node.value)
    if place is not None and not isinstance(node.slice, ast.Slice):
        pointer, kind = place
        return b.read_words(*_item_place(b, pointer, kind, value(b, node.slice), node))
    of = value(b, node.value)
    if isinstance(node.slice, ast.Slice):
        return _slice(b, of, node.slice, node)
    return item(b, of, value(b, node.slice), node)


def item(b: Body, of: Value, index: Value, node: ast.AST) -> Value:
    """`of[index]`."""
    of = b.surely(of, node)
    if of.type is NEVER:
        return of
    if isinstance(of.type, Span):
        return of.type.get(b, of, b.whole_number(index, node), node)
    if of.type is STATIC:
        return _static_item(b, of, index, node)
    index = b.whole_number(index, node)
    if isinstance(of.type, Row):
        pointer, length = of.what
        at = in_range(b, index, Value(INT, length), node)
        return _read(b, b.offset(pointer, _times(b, at, of.type.item.words)), of.type.item)
    if isinstance(of.type, Array):
        at = in_range(b, index, whole(of.type.length), node)
        return b.read_words(b.offset(of.what, operand(at)), of.type.item)
    if not isinstance(of.type, Tuple):
        raise Refusal(f"it is {of.type}, which has no items", node)
    return _tuple_item(b, of, of.type, index, node)


def _tuple_item(b: Body, of: Value, kind: Tuple, index: Value, node: ast.AST) -> Value:
    if is_known(index):
        if not -len(kind.items) <= index.what < len(kind.items):
            b.fail_if(TRUE, "IndexError", "there is no such item", node)
            return Value(NEVER, None)
        at = index.what % len(kind.items)
        if isinstance(of.what, Placed):
            return _read(b, b.offset(of.what.pointer, kind.offset(at)), kind.items[at])
        found: Value = of.what[at]
        return found
    common = _common_item(kind, node)
    if isinstance(common, Row):
        return _row(b, of, index, common, node)
    if not isinstance(of.what, Placed) and not is_known(of) and kind.words <= SHORT:
        at = in_range(b, index, whole(len(kind.items)), node)
        items = [b.exploded(b.cast(i, common, node)) for i in of.what]
        best = items[-1]
        for number in range(len(items) - 2, -1, -1):
            here = Value(BOOL, b.op(f"icmp eq i64 {at.what}, {number}"))
            best = b.chosen(here, items[number], best)
        return best
    if not isinstance(of.what, Placed):
        of = b.cast(of, _uniform(kind, common), node)
    pointer, item_kind = _item_place(b, b.in_memory(of), _tuple_type(of), index, node)
    return _read(b, pointer, item_kind)


def _tuple_type(of: Value) -> Tuple:
    assert isinstance(of.type, Tuple)
    return of.type


def _uniform(kind: Tuple, item_kind: Type) -> Tuple:
    return tuple_of((item_kind,) * len(kind.items), None)


def _common_item(kind: Tuple, node: ast.AST) -> Type:
    """What all items are, for an index that is not known yet."""
    common = item_type(kind)
    if common is not None and common not in (NEVER, STATIC):
        return common
    inner = [i for i in kind.items if isinstance(i, Tuple)]
    if len(inner) == len(kind.items) and inner:  # rows of a table, of different lengths
        found: Type | None = NEVER
        for row in inner:
            one = item_type(row)
            found = None if one is None or found is None else join(found, one)
        if found is not None and found not in (NEVER, STATIC):
            return row_of(found)
    raise Refusal("a tuple of different types cannot be indexed by a variable", node)


def _row(b: Body, of: Value, index: Value, kind: Row, node: ast.AST) -> Value:
    """A row of a table that is constant, its rows of different lengths."""
    if not is_known(of):
        raise Refusal("a tuple of different types cannot be indexed by a variable", node)
    at = in_range(b, index, whole(len(of.what)), node)
    rows = [[b.cast(i, kind.item, node) for i in b.items(row)] for row in of.what]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) * kind.item.words)
    cells = b.module.table(tuple_value([i for row in rows for i in row]))
    ends = b.module.table(tuple_value([whole(start) for start in starts]))
    first = b.op(f"load i64, ptr {b.offset(ends, operand(at))}")
    after = b.op(f"add i64 {operand(at)}, 1")
    last = b.op(f"load i64, ptr {b.offset(ends, after)}")
    words = b.op(f"sub i64 {last}, {first}")
    length = words if kind.item.words == 1 else b.op(f"sdiv i64 {words}, {kind.item.words}")
    return Value(kind, (b.offset(cells, first), length))


def _read(b: Body, pointer: str, kind: Type) -> Value:
    """An item of a constant table; a tuple stays where it is until it is needed."""
    return Value(kind, Placed(pointer)) if isinstance(kind, Tuple) else b.read_words(pointer, kind)


def _times(b: Body, index: Value, words: int) -> str:
    if words == 1 or is_known(index):
        return operand(whole(index.what * words) if is_known(index) else index)
    return b.op(f"mul i64 {index.what}, {words}")


def in_range(b: Body, index: Value, length: Value, node: ast.AST) -> Value:
    """An index counted from the start, where a negative one counts from the end; else a fault."""
    if is_known(index) and is_known(length):
        fine = -length.what <= index.what < length.what
        b.fail_if(FALSE if fine else TRUE, "IndexError", "there is no such item", node)
        return whole(index.what % length.what if fine else 0)
    negative = Value(BOOL, b.op(f"icmp slt i64 {operand(index)}, 0"))
    behind = Value(INT, b.op(f"add i64 {operand(index)}, {operand(length)}"))
    at = b.chosen(negative, behind, index)
    outside = Value(BOOL, b.op(f"icmp uge i64 {operand(at)}, {operand(length)}"))
    b.fail_if(outside, "IndexError", "there is no such item", node)
    return at


def _item_place(b: Body, pointer: str, kind: Tuple, index: Value,
                node: ast.AST) -> tuple[str, Type]:
    """The address of an item of a tuple in memory, and its type."""
    index = b.whole_number(index, node)
    if is_known(index):
        if not -len(kind.items) <= index.what < len(kind.items):
            b.fail_if(TRUE, "IndexError", "there is no such item", node)
            index = whole(0)
        at = index.what % len(kind.items)
        return b.offset(pointer, kind.offset(at)), kind.items[at]
    one = _common_item(kind, node)
    place = in_range(b, index, whole(len(kind.items)), node)
    return b.offset(pointer, _times(b, place, one.words)), one


def _place(b: Body, node: ast.expr) -> tuple[str, Tuple] | None:
    """Where a long tuple lies that a name, or a part of what a name holds, stands for."""
    if isinstance(node, ast.Name) and is_local(b.frame, node.id):
        variable = b.variable(node.id, node)
        if variable is not None and isinstance(variable.slot, Block) \
                and isinstance(variable.type, Tuple):
            return variable.slot.pointer, variable.type
        return None
    if isinstance(node, ast.Attribute):
        slot = _slot(b, node)
        return slot if slot is not None else None
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        place = _place(b, node.value)
        if place is None:
            return None
        pointer, kind = _item_place(b, *place, value(b, node.slice), node)
        return (pointer, kind) if isinstance(kind, Tuple) else None
    return None


def _slot(b: Body, node: ast.Attribute) -> tuple[str, Tuple] | None:
    """Where a long field of a variable that is a NamedTuple lies."""
    chain: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        chain.append(inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name) or not is_local(b.frame, inner.id):
        return None
    variable = b.variable(inner.id, inner)
    if variable is None or variable.known is not None:
        return None
    kind, slot = variable.type, variable.slot
    for name in reversed(chain):
        if not isinstance(kind, Tuple) or kind.named is None or isinstance(slot, Block) \
                or name not in kind.named._fields:
            return None
        at = kind.named._fields.index(name)
        kind, slot = kind.items[at], slot[at]
    return (slot.pointer, kind) if isinstance(slot, Block) and isinstance(kind, Tuple) else None


def _slice(b: Body, of: Value, part: ast.Slice, node: ast.AST) -> Value:
    """`of[a:b:c]`, where the ends are constants."""
    if not isinstance(of.type, Tuple):
        raise Refusal("only tuples have slices here", node)
    ends: list[int | None] = []
    for end in (part.lower, part.upper, part.step):
        found = None if end is None else value(b, end)
        if found is not None and found.type is not STATIC and not is_known(found):
            raise Refusal("a slice has constant ends: its length must be known", node)
        ends.append(None if found is None or found.what is None else int(found.what))
    return tuple_value(b.items(of)[slice(*ends)])


def _static_item(b: Body, of: Value, index: Value, node: ast.AST) -> Value:
    constants = isinstance(of.what, str | bytes | range | dict)
    if constants and (is_known(index) or index.type is STATIC):
        try:
            return b.module.constant(of.what[index.what])
        except (LookupError, TypeError):
            raise Refusal(f"there is no item {index.what!r}", node) from None
    raise Refusal(named(of.what), node)


# --- tuples and lists ---

@expression(ast.Tuple)
def _tuple(b: Body, node: ast.Tuple) -> Value:
    return tuple_value(spread(b, node.elts))


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


@expression(ast.NamedExpr)
def _walrus(b: Body, node: ast.NamedExpr) -> Value:
    assert isinstance(node.target, ast.Name)
    found = b.exploded(value(b, node.value))
    b.assign(node.target.id, found, node)
    return b.read(node.target.id, node)


@expression(ast.FormattedValue)
def _formatted(b: Body, node: ast.FormattedValue) -> Value:
    raise Refusal("a string does not compile: use ints and tuples", node)

