"""Attributes: of the game, of its classes and modules, of named tuples and of memory."""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType, ModuleType
from typing import Any

from zermelo.compiler.body import Body
from zermelo.compiler.calling import Method, Parent, call_function
from zermelo.compiler.fields import Ref
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import NEVER, STATIC, Array, Number, Row, Tuple
from zermelo.compiler.values import Value, static

_SEARCHED = ("count", "index")  # of whatever has items side by side


def attribute(b: Body, of: Value, name: str, node: ast.AST) -> Value:
    """`of.name`."""
    of = b.surely(of, node)
    if of.type is NEVER:
        return of
    if isinstance(of.type, Ref):
        return of.type.get(b, of, name, node)
    if isinstance(of.type, Tuple | Row | Array) and name in _SEARCHED and not _named(of, name):
        return static(Method(getattr(tuple, name), of))
    if isinstance(of.type, Tuple):
        return _of_tuple(b, of, of.type, name, node)
    if of.type is not STATIC:
        if isinstance(of.type, Number) and hasattr(int, name):
            return static(Method(getattr(int, name), of))
        if isinstance(of.type, Array):
            raise Refusal("a list keeps its length here: set its items by index", node)
        raise Refusal(f"{of.type} has no attribute '{name}' here", node)
    if isinstance(of.what, Parent):
        mro = type(b.shared.game).__mro__
        for cls in mro[mro.index(of.what.cls) + 1 :]:
            if name in vars(cls):
                return _bound(b, vars(cls)[name], of.what.first, name, node)
        raise Refusal(f"super() has no attribute '{name}'", node)
    if of.what is b.shared.rules:
        found: Value = b.shared.rules.attribute(b, name, node)
        return found
    return object_attribute(b, of, name, node)


def object_attribute(b: Body, of: Value, name: str, node: ast.AST) -> Value:
    """An attribute of a game, a class, a module or any other object that never changes."""
    thing = of.what
    if isinstance(thing, type | ModuleType):
        if not hasattr(thing, name):
            raise Refusal(f"{getattr(thing, '__name__', thing)} has no attribute '{name}'", node)
        return b.shared.constant(getattr(thing, name))
    found = inspect.getattr_static(type(thing), name, None)
    if isinstance(found, FunctionType | property | staticmethod | classmethod):
        own = name in getattr(thing, "__dict__", {})
        return b.shared.constant(getattr(thing, name)) if own else _bound(b, found, of, name, node)
    if not hasattr(thing, name):
        what = "the game" if thing is b.shared.game else f"a {type(thing).__name__}"
        raise Refusal(f"{what} has no attribute '{name}'", node)
    return b.shared.constant(getattr(thing, name))


def _bound(b: Body, found: Any, first: Value, name: str, node: ast.AST) -> Value:
    """A class's attribute as an object of the class sees it."""
    if isinstance(found, staticmethod):
        return static(found.__func__)
    if isinstance(found, classmethod):
        return static(Method(found.__func__, static(type(b.shared.game))))
    if isinstance(found, FunctionType):
        return static(Method(found, first))
    getter = getattr(found, "fget", None) or getattr(found, "func", None)  # of a property
    if first.type is STATIC:
        return b.shared.constant(getattr(first.what, name))
    if isinstance(getter, FunctionType):
        return call_function(b, getter, [first], node)
    return b.shared.constant(found)


def _named(of: Value, name: str) -> bool:
    """Whether a NamedTuple has something of its own by this name."""
    return isinstance(of.type, Tuple) and of.type.named is not None \
        and getattr(of.type.named, name) is not getattr(tuple, name)


def _of_tuple(b: Body, of: Value, kind: Tuple, name: str, node: ast.AST) -> Value:
    if kind.named is None:
        raise Refusal(f"a tuple has no '{name}' here", node)
    if name in kind.named._fields:
        fields: tuple[str, ...] = kind.named._fields
        return b.items(of)[fields.index(name)]
    found = inspect.getattr_static(kind.named, name, None)
    if name == "_replace":
        return static(Method("_replace", of))
    if isinstance(found, FunctionType | property | staticmethod | functools.cached_property):
        return _bound(b, found, of, name, node)
    if found is not None and not callable(found):
        return b.shared.constant(found)
    raise Refusal(f"{kind.named.__name__} has no attribute '{name}' here", node)
