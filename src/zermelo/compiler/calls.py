"""Calls: which function is meant, and with what arguments."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from zermelo.compiler.body import Body
from zermelo.compiler.calling import (
    DIRECT,
    Hook,
    Method,
    Parent,
    blamed,
    call_direct,
    call_function,
    parameters_of,
    tree_of,
)
from zermelo.compiler.expressions import expression, value
from zermelo.compiler.hooks import given_by
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import BOOL, INT, NEVER, STATIC, Tuple
from zermelo.compiler.values import Value, static, tuple_value

Special = Callable[[Body, ast.Call], Value]  # takes its arguments as they stand in the source

SPECIAL: dict[Any, Special] = {}  # Python's own functions


def special(*functions: Any) -> Callable[[Special], Special]:
    """Registers what compiles calls of these functions."""
    def register(compiles: Special) -> Special:
        SPECIAL.update(dict.fromkeys(functions, compiles))
        return compiles
    return register


@expression(ast.Call)
def call(b: Body, node: ast.Call) -> Value:
    """`function(arguments)`."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        return _super(b, node)
    called = value(b, node.func)
    if called.type is NEVER:
        return called
    if called.type is not STATIC:
        raise Refusal(f"it is {called.type}, and cannot be called", node)
    outside, b.wrapping = b.wrapping, False
    try:
        return _called(b, called, node)
    finally:
        b.wrapping = outside


def _called(b: Body, called: Value, node: ast.Call) -> Value:
    thing = called.what
    if isinstance(thing, Method) and thing.function == "_replace":
        return _replaced(b, thing.first, node)
    if _known(thing, SPECIAL):
        return SPECIAL[thing](b, node)
    function, arguments = resolved(b, called, node)
    if function is not None:
        blame, b.blame = b.blame, blamed(b, called, arguments)
        found = given_by(b, thing, call_function(b, function, arguments, node), node)
        b.blame = blame
        return found
    plain = thing.function if isinstance(thing, Method) else thing
    if _known(plain, DIRECT):
        given = [thing.first] if isinstance(thing, Method) else []
        return call_direct(b, plain, [*given, *_positional(b, node)], node)
    if isinstance(thing, type) and issubclass(thing, tuple) and hasattr(thing, "_fields"):
        return _named_tuple(b, thing, node)
    raise Refusal(_uncallable(thing), node)


def _known(thing: Any, among: dict[Any, Any]) -> bool:
    kinds = FunctionType | BuiltinFunctionType | type
    return (isinstance(thing, kinds) or type(thing).__name__ == "method_descriptor") \
        and thing in among


_NAMES = {
    "isinstance": "isinstance does not compile: a name has one type throughout",
    "sorted": "sorted does not compile: the hook `order` says what to try first",
    "dict": "a dict does not compile: use ints and tuples",
    "set": "a set does not compile: use the bits of an int",
    "frozenset": "a set does not compile: use the bits of an int",
    "str": "a string does not compile: use ints and tuples",
    "print": "print does not compile: search interpreted to see it",
    "next": "next compiles on a generator expression with a default: next((…), 0)",
}


def _uncallable(thing: Any) -> str:
    plain = thing.function if isinstance(thing, Method) else thing
    name = getattr(plain, "__name__", type(plain).__name__)
    owner = getattr(plain, "__objclass__", None)
    if owner is None and name in _NAMES:
        return _NAMES[name]
    if owner is not None:
        return f"{owner.__name__}.{name} does not compile"
    return f"{name} does not compile: call plain functions of yours, Python's own, and those of " \
           f"zermelo.portable and math"


def resolved(b: Body, called: Value, node: ast.Call) -> tuple[FunctionType | None, list[Value]]:
    """The plain function that is meant, and all its arguments; None if it is no plain function."""
    thing, given = called.what, []
    if isinstance(thing, Method | Hook):
        thing, given = thing.function, [thing.first]
    if isinstance(thing, MethodType):
        bound_to: Any = thing
        thing, given = bound_to.__func__, [b.shared.constant(bound_to.__self__)]
    if isinstance(thing, functools._lru_cache_wrapper):
        thing = thing.__wrapped__
    acts = inspect.getattr_static(type(thing), "__call__", None)
    if isinstance(acts, FunctionType) and not isinstance(thing, type):  # an object that is called
        thing, given = acts, [*given, static(thing)]
    if not isinstance(thing, FunctionType) or thing in DIRECT:
        return None, []
    return thing, bound(b, thing, [*given, *_positional(b, node)], _named(b, node), node)


def _positional(b: Body, node: ast.Call) -> list[Value]:
    found: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            more = value(b, argument.value)
            if not isinstance(more.type, Tuple):
                raise Refusal("a star takes a tuple apart, and nothing else here", argument)
            found += b.items(more)
        else:
            found.append(value(b, argument))
    return found


def _named(b: Body, node: ast.Call) -> dict[str, Value]:
    if any(keyword.arg is None for keyword in node.keywords):
        raise Refusal("** does not compile: name the arguments", node)
    return {str(keyword.arg): value(b, keyword.value) for keyword in node.keywords}


def bound(b: Body, function: FunctionType, given: list[Value], named: dict[str, Value],
          node: ast.AST) -> list[Value]:
    """A value for every parameter, in order, defaults included."""
    names = parameters_of(tree_of(function, node))
    values = dict(zip(names, given, strict=False))
    defaults = function.__defaults__ or ()
    count = function.__code__.co_argcount
    by_default = dict(zip(names[count - len(defaults) : count], defaults, strict=True))
    by_default |= function.__kwdefaults__ or {}
    wrong = len(given) > count or set(named) - set(names) or set(named) & set(values)
    values |= named
    missing = [name for name in names if name not in values and name not in by_default]
    if wrong or missing:
        shown = ", ".join(name for name in names if name != "self")
        raise Refusal(f"it is called with other arguments than ({shown})", node)
    return [values[name] if name in values else b.shared.constant(by_default[name])
            for name in names]


# --- NamedTuples and super ---

def _named_tuple(b: Body, cls: Any, node: ast.Call) -> Value:
    values = dict(zip(cls._fields, _positional(b, node), strict=False))
    named = _named(b, node)
    if len(node.args) > len(cls._fields) or set(named) - set(cls._fields) \
            or set(named) & set(values):
        raise Refusal(f"{cls.__name__} has the fields {', '.join(cls._fields)}", node)
    values |= named
    for name, default in cls._field_defaults.items():
        values.setdefault(name, b.shared.constant(default))
    missing = [name for name in cls._fields if name not in values]
    if missing:
        raise Refusal(f"{cls.__name__} lacks {', '.join(missing)}", node)
    return tuple_value([b.exploded(_as_number(b, values[name])) for name in cls._fields], cls)


def _as_number(b: Body, found: Value) -> Value:
    """A bool in a NamedTuple is the number that it equals, so that states are of one type."""
    return b.cast(found, INT) if found.type is BOOL else found


def _replaced(b: Body, old: Value, node: ast.Call) -> Value:
    """`state._replace(field=…)`."""
    assert isinstance(old.type, Tuple)
    named = _named(b, node)
    fields = old.type.named._fields
    if node.args or set(named) - set(fields):
        raise Refusal(f"{old.type.named.__name__} has the fields {', '.join(fields)}", node)
    items = dict(zip(fields, b.items(old), strict=True))
    items |= {name: _as_number(b, found) for name, found in named.items()}
    return tuple_value([b.exploded(items[name]) for name in fields], old.type.named)


def _super(b: Body, node: ast.Call) -> Value:
    cell = b.frame.cells.get("__class__")
    names = parameters_of(tree_of(b.frame.function, node))
    if cell is None or not names:
        raise Refusal("super() stands in methods only", node)
    return static(Parent(cell.cell_contents, b.read(names[0], node)))
