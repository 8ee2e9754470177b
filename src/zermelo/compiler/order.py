"""What is worked out before what, where compiled code does it the other way round.

Python works out what `sum`, `enumerate`, `min`, `max` and `next` run through, and then where to
begin or what to give if there is nothing. Compiled code begins first, because it runs through
things without putting them together. Nobody can tell unless both may fail, or one sets what the
other reads.
"""

from __future__ import annotations

import ast
from types import FunctionType

from zermelo.compiler.body import Body
from zermelo.compiler.calling import Method, is_generator
from zermelo.compiler.expressions import value
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.source import nodes_of
from zermelo.compiler.types import STATIC, Tuple

_QUIET = (ast.Name, ast.Constant, ast.Attribute, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.BinOp,
          ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.IfExp, ast.expr_context,
          ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


def either_way(b: Body, items: ast.expr, other: ast.expr) -> None:
    """Refuse something that is worked out before the items if that can be told."""
    first, then = _at_once(b, items), nodes_of(other)
    for one, another in ((first, then), (then, first)):
        changing = (ast.NamedExpr, ast.Call) if _looks_into_memory(b, one) else ast.NamedExpr
        if _cannot_fail(b, one) and not any(isinstance(n, changing) for n in another):
            return
    raise Refusal("Python works it out after the items, compiled it comes before them: give it a "
                  "name in a line before", other)


def _at_once(b: Body, node: ast.expr) -> list[ast.AST]:
    """What of an iterable is worked out before its first item is asked for."""
    if isinstance(node, ast.GeneratorExp):
        return _at_once(b, node.generators[0].iter)
    if isinstance(node, ast.Call) and _is_lazy(b, node):
        parts = [*node.args, *(keyword.value for keyword in node.keywords)]
        return [*nodes_of(node.func), *(n for part in parts for n in _at_once(b, part))]
    return nodes_of(node)


def _is_lazy(b: Body, node: ast.Call) -> bool:
    called = value(b, node.func).what
    if called is range:
        return len(node.args) < 3  # steps of zero fail
    function = called.function if isinstance(called, Method) else called
    return (any(called is one for one in (enumerate, zip, reversed))
            or (isinstance(function, FunctionType) and is_generator(function)))


def _cannot_fail(b: Body, nodes: list[ast.AST]) -> bool:
    return all(isinstance(n, _QUIET) and not (isinstance(n, ast.Name) and _may_be_unset(b, n.id))
               for n in nodes)


def _may_be_unset(b: Body, name: str) -> bool:
    frame = b.frame_of(name)
    return frame is not None and name not in frame.sure


def _looks_into_memory(b: Body, nodes: list[ast.AST]) -> bool:
    """Whether a call can change what they stand for: states and rules never change."""
    return any(isinstance(n, ast.Attribute) and not isinstance(value(b, n.value).type, Tuple)
               and value(b, n.value).type is not STATIC for n in nodes)
