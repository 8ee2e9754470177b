"""What compiled code depends on, as a short hash: change any of it, and it is compiled anew.

In it: the bytecode and constants of every method and helper that can be reached, the values of
the module constants they read, the game's parameters and precomputed attributes, the layout of
memory, the compiler's own source, the versions of Python and LLVM, and the machine it is for.
Not in it: comments, line numbers, file names and times.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite

from zermelo import lanes, portable
from zermelo.compiler.records import Record, layout_of
from zermelo.compiler.source import meaning_of
from zermelo.compiler.targets import Target


def fingerprint(game: Any, hooks: Iterable[str], functions: Iterable[FunctionType],
                target: Target, records: Iterable[type[Record]] = (), constants: str = "") -> str:
    """The hash of a game's rules, and of functions that are compiled with them."""
    parts = [_surroundings(), target.triple, target.cpu, target.features, constants,
             *_Reader(game).all(hooks, functions), *map(_laid_out, records)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def functions_in(game: Any, hooks: Iterable[str], functions: Iterable[FunctionType]
                 ) -> list[FunctionType]:
    """All that would be compiled."""
    reader = _Reader(game)
    reader.all(hooks, functions)
    return [thing for thing in reader.seen if isinstance(thing, FunctionType)]


class _Reader:
    """Follows everything that code refers to; what was read once is only named again."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.seen: set[Any] = set()

    def all(self, hooks: Iterable[str], functions: Iterable[FunctionType]) -> list[str]:
        """These functions, and the game by these methods."""
        parts = [self.function(function) for function in functions]
        if self._game is not None:
            parts += [self.attribute(name) for name in sorted(hooks)]
            parts.append(self.state(self._game.initial()))
        return parts

    def attribute(self, name: str) -> str:
        """What `self.name` is: a method's code, or the constant that it will be compiled to."""
        parts = []
        for cls in type(self._game).__mro__:  # `super()` leads to any of them
            found = vars(cls).get(name)
            if isinstance(found, staticmethod | classmethod):
                found = found.__func__
            if isinstance(found, FunctionType):
                parts.append(f"{name}: {self.function(found)}")
        if parts:
            return "\n".join(parts)
        return f"{name} = {self.value(getattr(self._game, name), set())}"

    def function(self, function: FunctionType) -> str:
        """A function's own code, then all that it refers to."""
        if function in self.seen or _is_known(function.__module__):
            return function.__qualname__
        self.seen.add(function)
        names = names_in(function.__code__)
        parts = [function.__qualname__, meaning_of(function.__code__), repr(function.__defaults__),
                 repr([getattr(function, mark, False) for mark in ("inlined", "side_by_side")]),
                 repr(function.__kwdefaults__), repr(function.__annotations__.get("return"))]
        parts += [self.value(cell.cell_contents, names) for cell in function.__closure__ or ()]
        for name in sorted(names):
            if name in function.__globals__:
                parts.append(f"{name}={self.value(function.__globals__[name], names)}")
            if self._game is not None and hasattr(self._game, name):
                parts.append(self.attribute(name))
        return "\n".join(parts)

    def state(self, state: Any) -> str:
        """The classes of a state and of its parts: rules call their methods by name alone."""
        parts = map(self.state, state) if isinstance(state, tuple) else ()
        return "\n".join([self.value(type(state), set()), *parts])

    def value(self, thing: Any, names: set[str]) -> str:
        """A constant; of a module or a class, whatever may be asked of it by these names."""
        if isinstance(thing, FunctionType):
            return self.function(thing)
        wrapped = getattr(thing, "__wrapped__", None)
        if isinstance(wrapped, FunctionType):
            return self.function(wrapped)
        if isinstance(thing, type) and issubclass(thing, Record):
            return _laid_out(thing)
        if isinstance(thing, type) and issubclass(thing, enum.Enum):
            return f"{thing.__name__}{[(member.name, member.value) for member in thing]}"
        if isinstance(thing, type | ModuleType):
            if thing in self.seen or _is_known(getattr(thing, "__module__", thing.__name__)):
                return thing.__name__
            if hasattr(thing, "_fields"):  # a NamedTuple's methods, whoever may call them
                names = names | {n for n in vars(thing) if not n.startswith("_")}
            inside = {n: inspect.getattr_static(thing, n) for n in sorted(names)
                      if hasattr(thing, n)}
            parts = [f"{n}={self.value(_plain(v), set())}" for n, v in inside.items()]
            return f"{thing.__name__}{getattr(thing, '_fields', ())}{parts}" \
                   f"{getattr(thing, '_field_defaults', '')}"
        if hasattr(thing, "tobytes"):  # an array, whose text leaves out what is in the middle
            kind = getattr(thing, "dtype", type(thing)), getattr(thing, "shape", ())
            return f"{kind}{thing.tobytes().hex()}"
        acts = _own_call(type(thing))
        if isinstance(acts, FunctionType) and id(thing) not in self.seen:  # an object to call
            self.seen.add(id(thing))
            asked = {n: getattr(thing, n) for n in sorted(names_in(acts.__code__))
                     if hasattr(thing, n)}
            return self.function(acts) + "".join(f"{n}={self.value(_plain(v), set())}"
                                                 for n, v in asked.items())
        return re.sub(r" at 0x[0-9a-f]+", "", f"{type(thing).__name__} {thing!r}")


def _own_call(cls: type) -> Any:
    """What calling an object of this class does; not what calling the class does."""
    return next((vars(c)["__call__"] for c in cls.__mro__ if "__call__" in vars(c)), None)


def _is_known(module: str | None) -> bool:
    """Whether the surroundings say what a module does: it comes with Python, or is our own for
    both worlds, where what is remembered of positions seen so far is no part of the rules."""
    return module in (portable.__name__, lanes.__name__) or (
        (module or "").partition(".")[0] in sys.stdlib_module_names and module != "__main__")


def _plain(found: Any) -> Any:
    """The function inside a property or a static method."""
    return getattr(found, "fget", None) or getattr(found, "__func__", None) or found


def _laid_out(record: type[Record]) -> str:
    fields = [(name, at, getattr(field.kind, "__name__", ""), field.length, field.item_words)
              for name, (at, field) in layout_of(record).fields.items()]
    return f"{record.__name__} {fields}"


def names_in(code: CodeType) -> set[str]:
    """The names that a piece of code looks up outside itself, nested functions included."""
    nested = (names_in(c) for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*nested)


@cache
def _surroundings() -> str:
    """The source of the compiler and of what rules are written with; the versions that matter."""
    house = Path(__file__).parents[1]
    own = hashlib.sha256()
    for file in sorted([*house.glob("compiler/*.py"), house / "portable.py", house / "lanes.py",
                        house / "game.py"]):
        own.update(file.read_bytes())
    return repr((sys.version_info[:3], llvmlite.__version__, own.hexdigest()))
