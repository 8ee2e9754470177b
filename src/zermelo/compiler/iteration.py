"""Everything that a loop can run through: ranges, tuples, lists; `enumerate`, `zip`, `reversed`.

Nothing is ever put together first. `iterate` is given what to do with an item, and compiles that
right where the items come from.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from zermelo.compiler import operators
from zermelo.compiler.body import Body
from zermelo.compiler.calling import Method, blamed, is_generator
from zermelo.compiler.calls import resolved
from zermelo.compiler.expressions import value
from zermelo.compiler.hooks import yielded_by
from zermelo.compiler.items import item
from zermelo.compiler.order import either_way
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, INT, NEVER, STATIC, Array, Row, Tuple
from zermelo.compiler.values import Placed, Value, is_known, operand, tuple_value, whole

# Compile what is done with an item, and then go to that label; whether anything goes there.
Each = Callable[[Value, str], bool]
Runs = Callable[[Body, Any, Each, int], None]
Inlines = Callable[[Body, FunctionType, list[Value], Each, ast.AST, int], None]

UNROLLED = 4  # items of a tuple that are taken one after the other instead of by a counter …
DUPLICATED = 1500  # … and more if they lie in registers: so many syntax nodes in all
BRIEF = 1 << 12  # rounds of a loop that need no asking whether to go on

_EXPRESSIONS: dict[type[ast.expr], Runs] = {}
_CALLS: dict[Any, Runs] = {}
_FUNCTIONS: list[Inlines] = []  # how to run through what a plain function yields or returns


class Items(NamedTuple):
    """Items that can be had by their number."""

    length: Value
    at: Callable[[Value], Value]


def runs_through(kind: type[ast.expr]) -> Callable[[Runs], Runs]:
    """Registers what runs through this kind of expression."""
    def register(runs: Runs) -> Runs:
        _EXPRESSIONS[kind] = runs
        return runs
    return register


def runs_through_functions(inlines: Inlines) -> Inlines:
    """Registers what runs through that which a plain function yields or returns."""
    _FUNCTIONS.append(inlines)
    return inlines


def iterate(b: Body, node: ast.expr, each: Each, weight: int = 0) -> None:
    """Compile `each` for every item of what `node` stands for; then go on behind the last.

    `weight` is the size of what is done with an item, in nodes of its syntax tree.
    """
    runs = _EXPRESSIONS.get(type(node))
    if runs is not None:
        runs(b, node, each, weight)
        return
    if isinstance(node, ast.Call):
        called = value(b, node.func)
        if called.type is STATIC and isinstance(called.what, type) and called.what in _CALLS:
            _CALLS[called.what](b, node, each, weight)
            return
        if called.type is STATIC:
            function, arguments = resolved(b, called, node)
            if function is not None:
                blame, b.blame = b.blame, blamed(b, called, arguments)
                taken = _checked(b, called.what, each, node)
                _FUNCTIONS[0](b, function, arguments, taken, node, weight)
                b.blame = blame
                return
    over_value(b, value(b, node), each, node, weight)


def _checked(b: Body, called: Any, each: Each, node: ast.AST) -> Each:
    """The same, for moves that a game yields."""
    return lambda found, again: each(yielded_by(b, called, found, node), again)


def over_value(b: Body, found: Value, each: Each, node: ast.AST, weight: int = 0) -> None:
    """Every item of a tuple, a row of a table, or a list."""
    found = b.surely(found, node)
    if found.type is NEVER:
        return
    if isinstance(found.type, Tuple) and (
            len(found.type.items) <= UNROLLED or not found.type.uniform or not found.type.leaves
            or (not isinstance(found.what, Placed) and not is_known(found)
                and len(found.type.items) * weight < DUPLICATED)):
        for one in [b.lasting(one) for one in b.items(found)]:
            if b.block is None:
                return
            after = b.name("next")
            if each(one(), after):
                b.label(after)
        return
    items = indexed(b, found, node)
    counted(b, items.length, items.at, each)


def indexed(b: Body, found: Value, node: ast.AST) -> Items:
    """Something whose items can be had by their number; a tuple is kept as it is now."""
    kind = found.type
    if isinstance(kind, Tuple):
        placed = b.lasting(Value(kind, Placed(b.in_memory(found))))
        return Items(whole(len(kind.items)), lambda i: item(b, placed(), i, node))
    if isinstance(kind, Row):
        row = b.lasting(found)
        return Items(Value(INT, found.what[1]), lambda i: item(b, row(), i, node))
    if isinstance(kind, Array):
        row = b.lasting(found)
        return Items(whole(kind.length), lambda i: item(b, row(), i, node))
    if kind is STATIC and isinstance(found.what, range):
        steps = found.what
        return range_items(b, [whole(steps.start), whole(steps.stop), whole(steps.step)], node)
    raise Refusal(f"`for` runs through ranges, tuples and generators, and this is {kind}", node)


# --- counting ---

def counted(b: Body, length: Value, at: Callable[[Value], Value], each: Each) -> None:
    """Items by number, from 0 on; if there are none, nothing is known of them."""
    if is_known(length) and length.what <= 0:
        return
    _stepped(b, whole(0), length, 1, lambda i, again: each(at(i), again))


def _stepped(b: Body, start: Value, stop: Value, step: int, each: Each) -> None:
    """A counter that goes up or down by one."""
    head, body, after, out = (b.name(hint) for hint in ("for", "do", "next", "out"))
    counter, last = b.alloca("i64"), b.lasting(stop)
    b.do(f"store i64 {operand(start)}, ptr {counter}")
    b.go(head)
    b.label(head)
    here = b.op(f"load i64, ptr {counter}")
    inside = b.op(f"icmp {'slt' if step > 0 else 'sgt'} i64 {here}, {operand(last())}")
    b.go_if(Value(BOOL, inside), body, out)
    b.label(body)
    if each(Value(INT, here), after):
        b.label(after)
        brief = is_known(start) and is_known(stop) and abs(stop.what - start.what) <= BRIEF
        if not brief and b.shared.careful(b.frame.function):
            b.poll()
        before = b.op(f"load i64, ptr {counter}")
        b.do(f"store i64 {b.op(f'add nsw i64 {before}, {step}')}, ptr {counter}")
        b.go(head)
    b.label(out)


def range_items(b: Body, ends: list[Value], node: ast.AST) -> Items:
    """`range(…)`, by number."""
    start, stop, step = _ends(b, ends, node)
    length = _rounds(b, start, stop, step, node)
    first, stride = b.lasting(start), b.lasting(step)

    def at(i: Value) -> Value:
        outside, b.wrapping = b.wrapping, True
        far = operators.binary(b, ast.Mult(), i, stride(), node)
        found = operators.binary(b, ast.Add(), first(), far, node)
        b.wrapping = outside
        return found

    return Items(length, at)


def _ends(b: Body, ends: list[Value], node: ast.AST) -> tuple[Value, Value, Value]:
    ends = [b.whole_number(end, node) for end in ends]
    if len(ends) == 1:
        return whole(0), ends[0], whole(1)
    return ends[0], ends[1], ends[2] if len(ends) == 3 else whole(1)


def _rounds(b: Body, start: Value, stop: Value, step: Value, node: ast.AST) -> Value:
    """How many numbers a range has; counted without a sign, so that none is too far."""
    if is_known(start) and is_known(stop) and is_known(step) and step.what:
        return whole(len(range(start.what, stop.what, step.what)))
    zero = operators.compare(b, ast.Eq, step, whole(0), node)
    b.fail_if(zero, "ValueError", "a range with steps of zero", node)
    up = operators.compare(b, ast.Gt, step, whole(0), node)
    low, high = b.chosen(up, start, stop), b.chosen(up, stop, start)
    some = operators.compare(b, ast.Lt, low, high, node)
    apart = b.op(f"sub i64 {operand(high)}, {operand(low)}")
    stride = b.chosen(up, step, Value(INT, b.op(f"sub i64 0, {operand(step)}")))
    safe = b.chosen(zero, whole(1), stride)
    one_less = b.op(f"add i64 {apart}, -1")
    count = b.op(f"add i64 {b.op(f'udiv i64 {one_less}, {operand(safe)}')}, 1")
    return b.chosen(some, Value(INT, count), whole(0))


def _range(b: Body, node: ast.Call, each: Each, weight: int) -> None:
    if node.keywords or not 1 <= len(node.args) <= 3:
        raise Refusal("range takes one to three numbers", node)
    ends = [value(b, end) for end in node.args]
    start, stop, step = _ends(b, ends, node)
    if is_known(step) and step.what in (1, -1):
        _stepped(b, start, stop, step.what, each)
        return
    items = range_items(b, ends, node)
    counted(b, items.length, items.at, each)


# --- enumerate, zip, reversed ---

def _enumerate(b: Body, node: ast.Call, each: Each, weight: int) -> None:
    start: ast.expr | None = node.args[1] if len(node.args) == 2 else None
    for keyword in node.keywords:
        start = keyword.value if keyword.arg == "start" else start
    if not 1 <= len(node.args) <= 2:
        raise Refusal("enumerate takes what to run through, and where to begin", node)
    if start is not None:
        either_way(b, node.args[0], start)
    first = whole(0) if start is None else b.whole_number(value(b, start), node)
    counter = b.alloca("i64")
    b.do(f"store i64 {operand(first)}, ptr {counter}")

    def numbered(found: Value, again: str) -> bool:
        number = b.op(f"load i64, ptr {counter}")
        b.do(f"store i64 {b.op(f'add i64 {number}, 1')}, ptr {counter}")
        return each(tuple_value([Value(INT, number), found]), again)

    iterate(b, node.args[0], numbered, weight + 8)


def _reversed(b: Body, node: ast.Call, each: Each, weight: int) -> None:
    items = _backwards(b, node)
    counted(b, items.length, items.at, each)


def _backwards(b: Body, node: ast.Call) -> Items:
    items = _items_of(b, node.args[0]) if len(node.args) == 1 and not node.keywords else None
    if items is None:
        raise Refusal("reversed takes a range, a tuple or a list", node)
    length, at = items
    last = b.lasting(operators.binary(b, ast.Sub(), length, whole(1), node))
    return Items(length, lambda i: at(operators.binary(b, ast.Sub(), last(), i, node)))


def _zip(b: Body, node: ast.Call, each: Each, weight: int) -> None:
    """Items by number; one of the iterables may be a generator, and leads then."""
    sides = [_items_of(b, argument) for argument in node.args]
    ready = [side for side in sides if side is not None]
    if len(sides) - len(ready) > 1:
        raise Refusal("zip takes one generator at most, and otherwise ranges and tuples", node)
    if not sides:
        return
    if len(ready) == len(sides):
        items = _zipped(b, node, ready)
        counted(b, items.length, items.at, each)
        return
    if _is_strict(b, node):
        raise Refusal("zip of a generator compiles without strict", node)
    counter, out = b.alloca("i64"), b.name("shortest")
    b.do(f"store i64 0, ptr {counter}")
    lengths = [b.lasting(side.length) for side in ready]

    def together(found: Value, again: str) -> bool:
        number = Value(INT, b.op(f"load i64, ptr {counter}"))
        b.do(f"store i64 {b.op(f'add i64 {number.what}, 1')}, ptr {counter}")
        for length in lengths:
            more = b.name("more")
            b.go_if(operators.compare(b, ast.Lt, number, length(), node), more, out)
            b.label(more)
        row = [found if side is None else side.at(number) for side in sides]
        return each(tuple_value(row), again)

    iterate(b, node.args[sides.index(None)], together, weight + 8)
    b.go(out)
    b.label(out)


def _zipped(b: Body, node: ast.Call, sides: list[Items]) -> Items:
    lengths = [side.length for side in sides]
    if _is_strict(b, node):
        for other in lengths[1:]:
            b.fail_if(operators.compare(b, ast.NotEq, lengths[0], other, node), "ValueError",
                      "zip of different lengths", node)
    none = any(is_known(length) and length.what == 0 for length in lengths)
    return Items(whole(0) if none else operators.least(b, lengths, False, node),
                 lambda i: tuple_value([side.at(i) for side in sides]))


def _is_strict(b: Body, node: ast.Call) -> bool:
    for keyword in node.keywords:
        strict = value(b, keyword.value)
        if keyword.arg != "strict" or not is_known(strict):
            raise Refusal("zip takes strict=True or False, and nothing else", node)
        return bool(strict.what)
    return False


def _items_of(b: Body, node: ast.expr) -> Items | None:
    """The items of a range, a tuple or a list by number; None of a generator."""
    if isinstance(node, ast.GeneratorExp):
        return None
    if isinstance(node, ast.Call):
        called = value(b, node.func).what
        if called is range and not node.keywords:
            return range_items(b, [value(b, end) for end in node.args], node)
        if called is reversed:
            return _backwards(b, node)
        if called in (list, tuple) and len(node.args) == 1:
            return _items_of(b, node.args[0])
        if called is enumerate and len(node.args) == 1 and not node.keywords:
            inner = _items_of(b, node.args[0])
            return inner and Items(inner.length, lambda i: tuple_value([i, inner.at(i)]))
        if called is zip:
            sides = [_items_of(b, argument) for argument in node.args]
            ready = [side for side in sides if side is not None]
            return _zipped(b, node, ready) if ready and len(ready) == len(sides) else None
        function = called.function if isinstance(called, Method) else called
        if isinstance(function, FunctionType) and is_generator(function):
            return None
    return indexed(b, value(b, node), node)


def _as_it_is(b: Body, node: ast.Call, each: Each, weight: int) -> None:
    """`for x in list(items)`: the items themselves."""
    if len(node.args) != 1 or node.keywords:
        over_value(b, value(b, node), each, node)
    else:
        iterate(b, node.args[0], each, weight)


_CALLS.update({range: _range, enumerate: _enumerate, zip: _zip, reversed: _reversed,
               list: _as_it_is, tuple: _as_it_is})
