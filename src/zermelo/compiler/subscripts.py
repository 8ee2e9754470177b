"""`of[index]` and `of[a:b]`; an item of a long tuple is read where it lies."""

from __future__ import annotations

import ast

from zermelo.compiler.body import Block, Body
from zermelo.compiler.expressions import expression, is_local, value
from zermelo.compiler.items import item, item_place
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.types import STATIC, Tuple
from zermelo.compiler.values import Value, is_known, tuple_value


@expression(ast.Subscript)
def _subscript(b: Body, node: ast.Subscript) -> Value:
    place = _place(b, node.value)
    if place is not None and not isinstance(node.slice, ast.Slice):
        pointer, kind = place
        return b.read_words(*item_place(b, pointer, kind, value(b, node.slice), node))
    of = value(b, node.value)
    if isinstance(node.slice, ast.Slice):
        return _slice(b, of, node.slice, node)
    return item(b, of, value(b, node.slice), node)


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
        pointer, kind = item_place(b, *place, value(b, node.slice), node)
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
            raise Refusal("a slice has constant ends, as its length must be known: an item is "
                          "exchanged by of[:i] + (item,) + of[i + 1:], or replaced of "
                          "zermelo.portable", node)
        ends.append(None if found is None or found.what is None else int(found.what))
    return tuple_value(b.items(of)[slice(*ends)])
