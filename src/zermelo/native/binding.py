"""Plain Python functions as compiled ones, without touching them or their modules.

`compiled(f)` is a Numba dispatcher of a copy of `f` whose globals are replaced one by one: other
plain functions by their compiled copies, the functions of `zermelo.portable` by machine
instructions. So a helper that a game's module defines, or imports by name, compiles with the
rules that call it, and nobody has to decorate anything.
"""

from __future__ import annotations

from types import CellType, FunctionType
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from zermelo.native.fingerprint import names_in
from zermelo.native.instructions import INSTRUCTIONS
from zermelo.native.pipeline import PartCompiler

OPTIONS = {
    "_nrt": False,  # nothing that would have to be allocated: lists are refused, not leaked
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
}

_compiled: dict[FunctionType, Any] = {}


def forget() -> None:
    """Begin anew: what functions refer to may have changed since they were compiled."""
    _compiled.clear()


def compiled(function: FunctionType) -> Any:
    """The compiled copy of a plain function; made once."""
    if function in INSTRUCTIONS:
        return INSTRUCTIONS[function]
    if function not in _compiled:
        scope: dict[str, Any] = dict(function.__globals__)
        cells = tuple(CellType(_replacement(c.cell_contents)) for c in function.__closure__ or ())
        copy = FunctionType(function.__code__, scope, function.__name__,
                            function.__defaults__, cells)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        # Known before its globals are looked at, so that functions may call themselves.
        inline = {"forceinline": True} if getattr(function, "inlined", False) else {}
        _compiled[function] = numba.njit(**OPTIONS, **inline)(copy)
        for name in names_in(function.__code__):
            if scope.get(name) is function and function.__annotations__.get("return") == "int":
                scope[name] = call_itself
            elif name in scope:
                scope[name] = _replacement(scope[name])
    return _compiled[function]


@intrinsic
def call_itself(typing: Any, *given: Any) -> Any:
    """A call of the function in which it stands, known to return an int.

    Numba can find that out by itself, but for a long function it takes half a minute.
    """
    items = given[0] if len(given) == 1 and isinstance(given[0], tuple) else given
    arguments = tuple(types.unliteral(a) for a in items)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = context.call_conv  # the arguments come as one tuple
        packed = [builder.extract_value(args[0], i) for i in range(len(arguments))]
        status, result = values.call_function(
            builder, builder.function, types.int64, arguments, packed
        )
        with builder.if_then(status.is_error, likely=False):
            values.return_status_propagate(builder, status)
        return result

    return types.int64(types.StarArgTuple(arguments)), lower


def _replacement(thing: Any) -> Any:
    return compiled(thing) if isinstance(thing, FunctionType) else thing
