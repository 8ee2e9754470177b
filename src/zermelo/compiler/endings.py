"""Loops that end for certain, as far as can be seen: they need not be asked whether to go on.

    while board:                    while board:                    while line:
        …                               square = lowest(board)          line = shl(line, 7) & free
        board &= board - 1              …
                                        board &= ~bit(square)

Each round clears the lowest bit, or moves all of them towards the edge, whatever else it does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from zermelo import portable
from zermelo.compiler.source import nodes_of


def ends_for_certain(node: ast.While, function: FunctionType) -> bool:
    """Whether a loop runs 64 rounds at most."""
    name = _tested(node.test)
    if name is None:
        return False
    first_continue = next((i for i, part in enumerate(node.body)
                           if any(isinstance(n, ast.Continue) for n in nodes_of(part))),
                          len(node.body))
    writes = [n for part in node.body for n in nodes_of(part)
              if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)]
    if len(writes) != 1:
        return False
    lowest = _lowest_of(node, name, function)
    return any(_shrinks(part, name, lowest, function) for part in node.body[:first_continue])


def _tested(test: ast.expr) -> str | None:
    """`while board` or `while board != 0`: the name."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 \
            and isinstance(test.ops[0], ast.NotEq) and _is(test.comparators[0], 0):
        test = test.left
    return test.id if isinstance(test, ast.Name) else None


def _shrinks(part: ast.stmt, name: str, lowest: set[str], function: FunctionType) -> bool:
    if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name) \
            and part.target.id == name:
        if isinstance(part.op, ast.BitAnd):
            return _less_one(part.value, name) or (
                isinstance(part.value, ast.UnaryOp) and isinstance(part.value.op, ast.Invert)
                and _bit_of(part.value.operand, lowest, function))
        return isinstance(part.op, ast.BitXor) and _bit_of(part.value, lowest, function)
    if isinstance(part, ast.Assign) and [ast.dump(t) for t in part.targets] == [
            ast.dump(ast.Name(name, ast.Store()))]:
        return any(_moved(side, name, function) for side in _sides(part.value))
    return False


def _sides(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of `a & b & c`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        yield from _sides(node.left)
        yield from _sides(node.right)
    else:
        yield node


def _moved(node: ast.expr, name: str, function: FunctionType) -> bool:
    """`shl(board, 8)`, `shr(board, 1)`: by a number that is written there."""
    return (isinstance(node, ast.Call) and len(node.args) == 2
            and _meant(node.func, function) in (portable.shl, portable.shr)
            and isinstance(node.args[0], ast.Name) and node.args[0].id == name
            and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, int)
            and node.args[1].value > 0)


def _less_one(node: ast.expr, name: str) -> bool:
    """`board - 1`."""
    return (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
            and isinstance(node.left, ast.Name) and node.left.id == name and _is(node.right, 1))


def _bit_of(node: ast.expr, lowest: set[str], function: FunctionType) -> bool:
    """`bit(square)` or `1 << square`, where the square is the lowest."""
    if isinstance(node, ast.Call) and len(node.args) == 1 \
            and _meant(node.func, function) is portable.bit:
        square: ast.expr = node.args[0]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and _is(node.left, 1):
        square = node.right
    else:
        return False
    return isinstance(square, ast.Name) and square.id in lowest


def _lowest_of(node: ast.While, name: str, function: FunctionType) -> set[str]:
    """The names that hold `lowest(board)` in each round, and nothing else."""
    found = set()
    for part in node.body:
        if isinstance(part, ast.Assign) and len(part.targets) == 1 \
                and isinstance(part.targets[0], ast.Name) and isinstance(part.value, ast.Call) \
                and _meant(part.value.func, function) is portable.lowest \
                and len(part.value.args) == 1 and isinstance(part.value.args[0], ast.Name) \
                and part.value.args[0].id == name:
            found.add(part.targets[0].id)
    writes = [n.id for part in node.body for n in nodes_of(part)
              if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {square for square in found if writes.count(square) == 1}


def _meant(node: ast.expr, function: FunctionType) -> object:
    """What a name stands for outside of the function."""
    if not isinstance(node, ast.Name) or node.id in function.__code__.co_varnames:
        return None
    return function.__globals__.get(node.id)


def _is(node: ast.expr, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number
