"""Calling functions whose arguments are values already.

Some functions are machine instructions of their own: they register here, each under the function
that means the same interpreted. All others are compiled like the one that calls them.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from zermelo.compiler.body import Body
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.source import Definition, NoSource, definition_of
from zermelo.compiler.types import NEVER, STATIC
from zermelo.compiler.values import Value, operands, rebuilt

Direct = Callable[..., Value]  # (b, node, *arguments)

DIRECT: dict[Any, Direct] = {}  # functions of `zermelo.portable`, of ints and of `math`


class Method(NamedTuple):
    """A function that has its first argument already."""

    function: Any
    first: Value


class Hook(NamedTuple):
    """A game's method, called by a kernel: if it fails, the state it was given is to blame."""

    function: Any
    first: Value
    name: str


class Parent(NamedTuple):
    """`super()`: a game as its class's bases see it."""

    cls: type
    first: Value


def blamed(b: Body, called: Value, arguments: list[Value]) -> tuple[Value, ...]:
    """The state that is to blame if this call fails."""
    if isinstance(called.what, Hook):
        for argument in arguments:
            if argument.type is b.shared.state_type:
                return (b.exploded(argument),)
    return b.blame


def direct(*functions: Any) -> Callable[[Direct], Direct]:
    """Registers what compiles calls of these functions."""
    def register(compiles: Direct) -> Direct:
        DIRECT.update(dict.fromkeys(functions, compiles))
        return compiles
    return register


def tree_of(function: FunctionType, node: ast.AST) -> Definition:
    """A function's syntax tree; refused at `node` if there is none to be had."""
    try:
        return definition_of(function)
    except NoSource as reason:
        raise Refusal(f"{function.__name__}: {reason}", node) from None


def parameters_of(tree: Definition) -> list[str]:
    """The names of all parameters; refused if there are `*more`."""
    if tree.args.vararg is not None or tree.args.kwarg is not None:
        raise Refusal("a function with * or ** among its parameters does not compile", tree)
    return [a.arg for a in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)]


def is_generator(function: FunctionType) -> bool:
    """Whether a function yields."""
    return bool(function.__code__.co_flags & 0x20)


def call_direct(b: Body, function: Any, arguments: list[Value], node: ast.AST) -> Value:
    """Call a function that is machine instructions."""
    compiles = DIRECT[function]
    try:
        inspect.signature(compiles).bind(b, node, *arguments)
    except TypeError:
        name = getattr(function, "__name__", function)
        raise Refusal(f"{name} is called with {len(arguments)} arguments, which it does not take",
                      node) from None
    return compiles(b, node, *arguments)


def call_function(b: Body, function: Callable[..., Any], arguments: list[Value],
                  node: ast.AST) -> Value:
    """Call a plain function, compiled for arguments of these types."""
    if function in DIRECT:
        return call_direct(b, function, arguments, node)
    assert isinstance(function, FunctionType)
    if is_generator(function):
        raise Refusal(f"{function.__name__} yields: run through it with `for`", node)
    arguments = [b.exploded(argument) for argument in arguments]
    instance = b.shared.instance(function, arguments, node)
    given = ["ptr %header"]
    for argument, fixed in zip(arguments, instance.fixed, strict=True):
        if not fixed:
            given += [f"{machine} {text}" for machine, text
                      in zip(argument.type.leaves, operands(argument), strict=True)]
    raises, kind = instance.can_raise, instance.kind
    text = f"call {instance.result} {instance.symbol}({', '.join(given)})"
    leaves = kind.leaves
    if not leaves and not raises:
        b.do(text)
        registers: list[str] = []
    else:
        result = b.op(text)
        registers = _parts(b, result, kind.leaves, raises)
        if raises:
            b.pass_on(registers.pop(0))
    if kind is NEVER:
        b.go("failed")
        b.label(b.name("never"))
        return Value(NEVER, None)
    if kind is STATIC:
        assert instance.static is not None
        return instance.static
    return rebuilt(kind, iter(registers)) if leaves else Value(kind, None)


def _parts(b: Body, result: str, leaves: tuple[str, ...], raises: bool) -> list[str]:
    machine = (*(("i1",) if raises else ()), *leaves)
    if len(machine) == 1:
        return [result]
    whole_type = "{" + ", ".join(machine) + "}"
    return [b.op(f"extractvalue {whole_type} {result}, {i}") for i in range(len(machine))]
