"""What a function says that it returns; one that calls itself must say so."""

from __future__ import annotations

import ast
import builtins
from types import FunctionType, GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from zermelo.compiler.types import BOOL, FLOAT, INT, NONE, Tuple, Type, maybe, tuple_of


def declared_type(function: FunctionType, state: Type) -> Type | None:
    """The type that a function's annotation names, with `state` for the game's states; None if it
    names none that is known here."""
    note = function.__annotations__.get("return", _NOT_SAID)
    if note is _NOT_SAID:
        return None
    while isinstance(note, str):
        try:
            note = _annotation(ast.parse(note.strip("'\" "), mode="eval").body, function)
        except (SyntaxError, LookupError):
            return None
    return _type_named(note, state)


_NOT_SAID = object()


def _annotation(node: ast.expr, function: FunctionType) -> Any:
    """What an annotation's text stands for, without running it."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        if node.id in function.__globals__:
            return function.__globals__[node.id]
        return getattr(builtins, node.id, _NOT_SAID)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _annotation(node.left, function) | _annotation(node.right, function)
    if isinstance(node, ast.Subscript):
        of = _annotation(node.value, function)
        inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if of is tuple:
            return GenericAlias(tuple, tuple(_annotation(part, function) for part in inside))
    raise LookupError


def _type_named(note: Any, state: Type) -> Type | None:
    plain: dict[Any, Type] = {int: INT, bool: BOOL, float: FLOAT, None: NONE, NoneType: NONE}
    if note is None or (isinstance(note, type) and note in plain):
        return plain[note]
    if isinstance(state, Tuple) and note is state.named and note is not None:
        return state
    if get_origin(note) in (Union, UnionType):
        parts = [_type_named(part, state) for part in get_args(note) if part is not NoneType]
        if len(parts) == 1 and parts[0] is not None and NoneType in get_args(note):
            return maybe(parts[0])
    if get_origin(note) is tuple and Ellipsis not in get_args(note):
        parts = [_type_named(part, state) for part in get_args(note)]
        found = [part for part in parts if part is not None]
        if len(found) == len(parts):
            return tuple_of(tuple(found))
    return None
