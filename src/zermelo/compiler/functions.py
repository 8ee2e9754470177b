"""Functions: one compiled copy for each sort of arguments, and all that they share.

A copy is made for the types of its arguments, for each thing among them that is no number (the
rules, a function), and for each constant: so a helper that is told in which of eight directions to
shift is compiled eight times, and never asks. A function that calls itself is compiled once,
whatever its constants, and must say what it returns.
"""

from __future__ import annotations

import ast
from functools import partial
from types import FunctionType
from typing import Any

from zermelo.compiler.annotations import declared_type
from zermelo.compiler.body import Body, is_long
from zermelo.compiler.callee import Callee
from zermelo.compiler.calling import parameters_of, tree_of
from zermelo.compiler.expressions import value
from zermelo.compiler.fields import Ref, Span
from zermelo.compiler.frames import Again, Notes
from zermelo.compiler.records import LIMIT
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.shared import Shared
from zermelo.compiler.source import Definition, names_written
from zermelo.compiler.statements import block
from zermelo.compiler.targets import SIDE_BY_SIDE
from zermelo.compiler.types import BOOL, NEVER, STATIC, Array, Tuple, Type, join
from zermelo.compiler.values import NOTHING, Value, is_known, operands, rebuilt


class Instance(Callee):
    """A function for arguments of certain types, and how it is compiled."""

    def __init__(self, shared: Shared, function: FunctionType, arguments: list[Value],
                 fixed: list[bool], symbol: str) -> None:
        super().__init__(symbol, fixed)
        self.shared, self.function, self.arguments = shared, function, arguments
        # Whether no argument points into the memory that another one is.
        self._only_whole = all(a.type.record.whole if isinstance(a.type, Ref) else
                               not isinstance(a.type, Span) for a in arguments)
        self._returns: list[tuple[Value, list[Any], str]] = []

    def call_itself(self, node: ast.AST) -> None:
        """It is called while it is compiled: what it returns must be said."""
        if self._declared is None:
            self._declared = declared_type(self.function, self.shared.state_type)
        if self._declared is None:
            raise Refusal("it calls itself: say what it returns, as in `-> int`, or write a loop",
                          node)

    def compiled(self, node: ast.AST) -> str:
        """The function in LLVM's language."""
        notes = Notes()
        while True:
            self._returns = []
            body = Body(self.shared, self.function, notes)
            try:
                return self._compiled(body, tree_of(self.function, node))
            except Again:
                continue
            except Refusal as refusal:
                if refusal.function is None:
                    refusal.function = self.function
                raise

    def _compiled(self, b: Body, tree: Definition) -> str:
        self.parameters = ["ptr %header"]
        arguments = [argument if fixed else self._incoming(argument)
                     for argument, fixed in zip(self.arguments, self.fixed, strict=True)]
        guard = b.gap()
        b.block = "begin"
        bind_arguments(b, self.function, tree, arguments)
        b.frame.leave = partial(self._give, b)
        if isinstance(tree, ast.Lambda):
            self._give(b, tree.body, tree.body)
        else:
            block(b, tree.body)
        if b.block is not None:
            self._give(b, None, tree)
        self._settle(b, tree)
        if self.calls_itself:
            _guard_stack(b, guard)
        self._raises = b.raises or self.calls_itself
        b.raises = self._raises
        self.done = True
        self._fill_returns(b)
        attributes = "nounwind" + (" alwaysinline" if self._is_inlined() else
                                   " noinline optnone" if self._is_seldom() else "")
        side_by_side = getattr(self.function, "side_by_side", 0)
        if side_by_side:
            attributes += f' {SIDE_BY_SIDE}="{side_by_side}"'
        given = ", ".join(self.parameters)
        head = f"define internal {self.result} {self.symbol}({given}) {attributes} {{"
        return b.text(head, self._failure)

    def _is_seldom(self) -> bool:
        return bool(getattr(self.function, "seldom", False))

    def _is_inlined(self) -> bool:
        return bool(getattr(self.function, "inlined", False)) and not self.calls_itself

    def _incoming(self, argument: Value) -> Value:
        """An argument as the function's body sees it: in registers of its own."""
        kind = argument.type
        if not kind.leaves:
            return argument
        whole_memory = isinstance(kind, Ref) and self._only_whole
        names = []
        for machine in kind.leaves:
            names.append(f"%a{len(self.parameters)}")
            self.parameters.append(f"{machine} {'noalias ' if whole_memory else ''}{names[-1]}")
        return rebuilt(kind, iter(names))

    def _give(self, b: Body, returned: ast.expr | None, node: ast.AST) -> None:
        """`return returned`: a gap, until it is known what the others return."""
        found = NOTHING if returned is None else b.exploded(value(b, returned))
        if isinstance(found.type, Array):
            raise Refusal("a list stays in the function that made it: return tuple(…)", node)
        assert b.block is not None
        self._returns.append((found, b.gap(), b.block))
        b.block = None

    def _settle(self, b: Body, tree: Definition) -> None:
        """The common type of all returns."""
        kind: Type = NEVER
        for found, _, _ in self._returns:
            wider = join(kind, found.type)
            if wider is None:
                raise Refusal("it returns sometimes one type and sometimes another", tree,
                              self.function)
            kind = wider
        if kind is STATIC:
            first = self._returns[0][0]
            if any(found.what is not first.what for found, _, _ in self._returns):
                raise Refusal("it returns sometimes one thing and sometimes another, and neither "
                              "is a number", tree, self.function)
            self.static = first
        if self._declared is not None:
            if join(kind, self._declared) is not self._declared:
                raise Refusal(f"it returns {kind}, and says that it returns {self._declared}",
                              tree, self.function)
            kind = self._declared
        self._kind = kind

    def _fill_returns(self, b: Body) -> None:
        kind = self._kind
        assert kind is not None
        for found, gap, where in self._returns:
            with b.at(gap, where):
                found = b.exploded(b.cast(found, kind))
                texts = [*(("i1 false",) if self._raises else ()),
                         *(f"{machine} {text}" for machine, text
                           in zip(kind.leaves, operands(found), strict=True))]
                self._write_return(b, texts)

    def _write_return(self, b: Body, texts: list[str]) -> None:
        if not texts:
            b.do("ret void")
        elif len(texts) == 1:
            b.do(f"ret {texts[0]}")
        else:
            whole_type = "{" + ", ".join(text.split(" ", 1)[0] for text in texts) + "}"
            made = "poison"
            for i, text in enumerate(texts):
                made = b.op(f"insertvalue {whole_type} {made}, {text}, {i}")
            b.do(f"ret {whole_type} {made}")

    def _failure(self) -> list[str]:
        leaves = self.kind.leaves
        if not leaves:
            return ["  ret i1 true"]
        whole_type = "{" + ", ".join(("i1", *leaves)) + "}"
        return [f"  %bad = insertvalue {whole_type} poison, i1 true, 0",
                f"  ret {whole_type} %bad"]


def bind_arguments(b: Body, function: FunctionType, tree: Definition, arguments: list[Value], *,
                   to_last: bool = False) -> None:
    """Give a function's parameters their values; what it never writes to stays in registers.

    `to_last`: registers will not be found again, so that everything goes to memory.
    """
    written = names_written(function)
    for name, argument in zip(parameters_of(tree), arguments, strict=True):
        loose = not is_known(argument) and (to_last or _has_long(argument.type))
        if name in written or (loose and argument.type.leaves):
            b.assign(name, b.exploded(argument), tree)
        else:
            b.bind(name, argument)


def _has_long(kind: Type) -> bool:
    return isinstance(kind, Tuple) and (is_long(kind) or any(map(_has_long, kind.items)))


def _guard_stack(b: Body, guard: list[Any]) -> None:
    """At the beginning: is there stack left? Code that calls itself must end somewhere."""
    with b.at(guard, "begin"):
        here = b.alloca("i8")
        word = b.op(f"getelementptr i64, ptr %header, i64 {LIMIT}")
        limit = b.op(f"load i64, ptr {word}")
        address = b.op(f"ptrtoint ptr {here} to i64")
        deep = Value(BOOL, b.op(f"icmp ult i64 {address}, {limit}"))
        b.fail_if(deep, "RecursionError", "it calls itself too often")
