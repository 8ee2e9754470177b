"""What compiled rules depend on, as a short hash: change any of it, and they are compiled anew.

In it: the bytecode and constants of every method and helper that can be reached, the values of
the module constants they read, the game's parameters and precomputed attributes, Zermelo's own
native and search code, the versions of Python and the compiler, and the processor.
Not in it: comments, line numbers, file names and times.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import llvmlite.binding as llvm


def fingerprint(game: Any, methods: Iterable[str], functions: Iterable[FunctionType]) -> str:
    """The hash of a game's rules, and of functions that are compiled with them."""
    seen: set[Any] = set()
    parts = [_surroundings(), repr(sorted(_constants(vars(game)).items()))]
    parts += [_function(f, game, seen) for f in functions]
    parts += [_attribute(game, name, seen) for name in sorted(methods)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _constants(attributes: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in attributes.items() if isinstance(v, int | float | str | tuple)}


def _attribute(game: Any, name: str, seen: set[Any]) -> str:
    found = getattr(type(game), name, None)
    if isinstance(found, FunctionType):
        return f"{name}: {_function(found, game, seen)}"
    return f"{name} = {_value(found, game, seen)}" if found is not None else ""


def _function(function: FunctionType, game: Any, seen: set[Any]) -> str:
    """A function's own code, then all that it refers to."""
    if function in seen:
        return function.__qualname__
    seen.add(function)
    parts = [function.__qualname__, _code(function.__code__), repr(function.__defaults__)]
    parts += [_value(cell.cell_contents, game, seen) for cell in function.__closure__ or ()]
    for name in sorted(names_in(function.__code__)):
        if name in function.__globals__:
            parts.append(f"{name}={_value(function.__globals__[name], game, seen)}")
        parts.append(_attribute(game, name, seen))
    return "\n".join(parts)


def _code(code: CodeType) -> str:
    constants = [_code(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return repr((code.co_code, constants, code.co_names, code.co_varnames, code.co_flags))


def names_in(code: CodeType) -> set[str]:
    """The names that a piece of code looks up outside itself, nested functions included."""
    nested = (names_in(c) for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*nested)


def _value(thing: Any, game: Any, seen: set[Any]) -> str:
    if isinstance(thing, FunctionType):
        return _function(thing, game, seen)
    if isinstance(thing, type):
        return f"{thing.__qualname__}{getattr(thing, '_fields', ())}"
    if isinstance(thing, ModuleType):
        return thing.__name__
    plain = thing is None or isinstance(thing, int | float | str | tuple)
    return repr(thing) if plain else type(thing).__name__


@cache
def _surroundings() -> str:
    """Compiler, processor, and our own code that is compiled or compiles."""
    house = Path(__file__).parents[1]
    own = hashlib.sha256()
    for file in sorted([*house.glob("native/*.py"), *house.glob("search/*.py"),
                        house / "portable.py", house / "game.py"]):
        own.update(file.read_bytes())
    features = llvm.get_host_cpu_features().flatten()
    return repr((sys.version_info[:3], llvmlite.__version__, _numba_version(),
                 llvm.get_host_cpu_name(), features, own.hexdigest()))


def _numba_version() -> str:
    from importlib.metadata import version  # without importing Numba, which takes its time

    return version("numba")
