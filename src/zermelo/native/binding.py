"""Plain Python functions as compiled ones, without touching them or their modules.

`compiled(f)` is a Numba dispatcher of a copy of `f` whose globals are replaced one by one: other
plain functions by their compiled copies, the functions of `zermelo.portable` by machine
instructions. So a helper that a game's module defines, or imports by name, compiles with the
rules that call it, and nobody has to decorate anything.
"""

from __future__ import annotations

from types import CellType, CodeType, FunctionType
from typing import Any

import numba

from zermelo.native.instructions import INSTRUCTIONS

_compiled: dict[FunctionType, Any] = {}


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
        _compiled[function] = numba.njit(nogil=True)(copy)
        for name in names_in(function.__code__):
            if name in scope:
                scope[name] = _replacement(scope[name])
    return _compiled[function]


def _replacement(thing: Any) -> Any:
    return compiled(thing) if isinstance(thing, FunctionType) else thing


def names_in(code: CodeType) -> set[str]:
    """The names that a piece of code looks up outside itself, nested functions included."""
    nested = (names_in(c) for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*nested)
