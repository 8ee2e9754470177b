"""Generators: compiled right into the loop that takes what they yield.

A generator's body stands where the loop stands, and where it yields stands the loop's body:

    for m in self.moves(s):          for c in range(7):
        count(m)                         if free(c):
                                             m = c          # yield c
    def moves(self, s):         →            count(m)
        for c in range(7):
            if free(c):
                yield c

Where a generator yields at several places, a short loop body is written at each of them. A long one
is written once: each place leaves its number, and a switch leads back there.

A function that fills a list and returns it is a generator in disguise: `found.append(m)` yields.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.compiler.body import Body
from zermelo.compiler.calling import is_generator, tree_of
from zermelo.compiler.expressions import spread, value
from zermelo.compiler.frames import Again, Frame
from zermelo.compiler.functions import bind_arguments
from zermelo.compiler.iteration import Each, iterate, runs_through, runs_through_functions
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.source import nodes_of
from zermelo.compiler.statements import block, statement
from zermelo.compiler.types import STATIC, Type, join
from zermelo.compiler.values import Value

DUPLICATED = 400  # syntax nodes of a loop's body, times the places that yield


@statement(ast.Expr)
def _alone(b: Body, node: ast.Expr) -> None:
    """A call, a yield or a docstring."""
    if isinstance(node.value, ast.Constant):
        return
    if isinstance(node.value, ast.Yield):
        if b.frame.hand_over is None or node.value.value is None:
            raise Refusal("a yield without a value does not compile", node)
        b.frame.hand_over(b.exploded(value(b, node.value.value)))
    elif isinstance(node.value, ast.YieldFrom):
        _yield_from(b, node.value)
    else:
        appended = _appended(node, b.frame.grows)
        if appended is None or b.frame.hand_over is None:
            value(b, node.value)
        else:
            b.frame.hand_over(b.exploded(value(b, appended)))


def _yield_from(b: Body, node: ast.YieldFrom) -> None:
    outer = b.frame

    def each(found: Value, again: str) -> bool:
        inside, b.frame = b.frame, outer
        assert outer.hand_over is not None
        outer.hand_over(b.exploded(found))
        goes_on = b.block is not None
        b.go(again)
        b.frame = inside
        return goes_on

    iterate(b, node.value, each, outer.weight)


@runs_through_functions
def inlined(b: Body, function: FunctionType, arguments: list[Value], each: Each, node: ast.AST,
            weight: int) -> None:
    """A generator's body right here; or a function's, and what it returns is run through."""
    tree, caller = tree_of(function, node), b.frame
    inner = Frame(function, (*b.frame.path, id(node)))
    if function in caller.chain:
        raise Refusal("a generator that calls itself does not compile: write a loop", node)
    inner.chain, inner.weight = (*caller.chain, function), weight
    inner.resumed = caller.resumed
    out, funnel = b.name("out"), None
    if not is_generator(function):
        inner.grows = _growing_list(tree)
    places = _places(tree, is_generator(function)) if not inner.grows else sum(
        _appended(n, inner.grows) is not None for n in nodes_of(tree))
    if places > 1 and places * weight > DUPLICATED:
        funnel = _Funnel(b, inner, each)
        each = funnel.each
        inner.weight, inner.resumed = 8, True

    def hand_over(found: Value) -> None:
        after = b.name("after")
        if each(found, after):
            b.label(after)
        b.frame = inner

    def leave(returned: ast.expr | None, node: ast.AST) -> None:
        if not is_generator(function) and returned is not None and not (
                inner.grows and isinstance(returned, ast.Name) and returned.id == inner.grows):
            iterate(b, returned, each, inner.weight)
            b.frame = inner
        b.go(out)

    inner.hand_over, inner.leave = hand_over, leave
    b.frame = inner
    bind_arguments(b, function, tree, arguments, to_last=caller.resumed)
    if funnel is not None:
        funnel.begin()
    if isinstance(tree, ast.Lambda):
        iterate(b, tree.body, each, inner.weight)
    else:
        block(b, tree.body)
    b.go(out)
    if funnel is not None:
        funnel.finish()
    b.label(out)
    b.frame = caller


def _growing_list(tree: ast.AST) -> str:
    """The name of a list that is begun empty, appended to, and returned, and nothing else."""
    begun = [name for n in nodes_of(tree) if (name := _begun_empty(n))]
    for name in begun:
        uses = sum(isinstance(n, ast.Name) and n.id == name for n in nodes_of(tree))
        appended = sum(_appended(n, name) is not None for n in nodes_of(tree))
        returned = sum(isinstance(n, ast.Return) and isinstance(n.value, ast.Name)
                       and n.value.id == name for n in nodes_of(tree))
        if returned and uses == 1 + appended + returned:
            return name
    return ""


def _begun_empty(node: ast.AST) -> str:
    """The name in `found = []`, annotated or not."""
    if not isinstance(node, ast.AnnAssign | ast.Assign) or not isinstance(node.value, ast.List):
        return ""
    targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
    if node.value.elts or len(targets) != 1 or not isinstance(targets[0], ast.Name):
        return ""
    return targets[0].id


def _appended(node: ast.AST, name: str) -> ast.expr | None:
    """The item in `found.append(item)`."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) \
            and isinstance(node.value.func, ast.Attribute) and node.value.func.attr == "append" \
            and isinstance(node.value.func.value, ast.Name) \
            and node.value.func.value.id == name and len(node.value.args) == 1:
        return node.value.args[0]
    return None


@runs_through(ast.List)
def _list(b: Body, node: ast.List, each: Each, weight: int) -> None:
    """`for x in [a, b, c]`: one after the other."""
    for one in [b.lasting(one) for one in spread(b, node.elts)]:
        after = b.name("next")
        if b.block is not None and each(one(), after):
            b.label(after)


def _places(tree: ast.AST, generator: bool) -> int:
    """At how many places it yields, or returns what is run through."""
    count, waiting = 0, list(ast.iter_child_nodes(tree))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            count += isinstance(node, (ast.Yield, ast.YieldFrom) if generator else ast.Return)
            waiting += ast.iter_child_nodes(node)
    return count


class _Funnel:
    """One copy of a loop's body for several places that yield."""

    def __init__(self, b: Body, frame: Frame, each: Each) -> None:
        self._b, self._each = b, each
        self._key = (frame.path, "yielded")
        self._number = b.alloca("i64")
        self._head, self._body, self._start = b.name("resume"), b.name("body"), b.name("start")
        self._places: list[str] = []
        self._switch: list[Any] = []
        self._from = ""
        self._kind: Type | None = None
        self._slot: Any = None
        self._given: Value | None = None

    def begin(self) -> None:
        """Before the generator's first line."""
        b = self._b
        b.do(f"store i64 0, ptr {self._number}")
        b.go(self._head)
        b.label(self._head)
        self._from = b.op(f"load i64, ptr {self._number}")
        self._switch = b.gap()
        b.block = None
        b.label(self._start)

    def each(self, found: Value, again: str) -> bool:
        """An item: leave it and the place's number, and go to the body."""
        b, found = self._b, self._b.exploded(found)
        before = b.notes.types.get(self._key)
        kind = found.type if before is None else join(before, found.type)
        if kind is None:
            raise Refusal(f"it yields sometimes {before} and sometimes {found.type}", b.node)
        if kind is not before:
            b.notes.types[self._key] = kind
            if before is not None:
                raise Again
        self._kind = kind
        if kind is STATIC:
            if self._given is not None and self._given.what is not found.what:
                raise Refusal("what it yields must be numbers", b.node)
            self._given = found
        else:
            if self._slot is None:
                self._slot = b.kept(kind)
            b.keep(kind, self._slot, b.cast(found, kind))
        self._places.append(again)
        b.do(f"store i64 {len(self._places)}, ptr {self._number}")
        b.go(self._body)
        return True

    def finish(self) -> None:
        """After the generator's last line: the body, and the switch that leads back."""
        b = self._b
        cases = " ".join(f"i64 {number}, label %{label}"
                         for number, label in enumerate(self._places, 1))
        self._switch.append(f"  switch i64 {self._from}, label %{self._start} [{cases}]")
        if self._kind is not None:
            b.label(self._body)
            found = self._given if self._kind is STATIC else b.recalled(self._kind, self._slot)
            assert found is not None
            self._each(found, self._head)
            b.block = None
