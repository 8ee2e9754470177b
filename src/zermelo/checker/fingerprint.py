"""What an object is made of, so that a change inside it can be noticed, and a twin be built.

Numbers, strings and tuples of them cannot change; everything else is taken apart, as deep as it
goes, into tuples that compare by content, whatever `__eq__` the object itself has.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterator, Mapping, Set
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from zermelo.drawing import Board

_UNCHANGING = (int, float, complex, str, bytes, bool, type(None), Fraction, Enum, type, range,
               FunctionType, BuiltinFunctionType, MethodType, ModuleType, Board)


def unchanging(thing: object) -> bool:
    """Whether nothing inside can ever change."""
    if isinstance(thing, tuple | frozenset):
        return all(map(unchanging, thing))
    return isinstance(thing, _UNCHANGING)


def hashable(thing: Any) -> bool:
    """Whether it can go into a dictionary."""
    try:
        hash(thing)
    except Exception:  # a TypeError, or whatever a __hash__ of the user's own raises
        return False
    return True


def plain(state: Any) -> bool:
    """Whether a state is ints and tuples all the way down, as it must be to compile."""
    if isinstance(state, tuple):
        return all(map(plain, state))
    return type(state) is int


def fingerprint(thing: object) -> Hashable:
    """The content of an object, all the way down."""
    return _content(thing, ())


def _content(thing: Any, above: tuple[int, ...]) -> Hashable:
    if isinstance(thing, _UNCHANGING):
        return type(thing), thing
    if id(thing) in above:  # it contains itself
        return "again", above.index(id(thing))
    above = (*above, id(thing))
    if isinstance(thing, Mapping):
        inside: Any = frozenset((_content(k, above), _content(v, above)) for k, v in thing.items())
    elif isinstance(thing, Set):
        inside = frozenset(_content(item, above) for item in thing)
    elif isinstance(thing, list | tuple | bytearray):
        inside = tuple(_content(item, above) for item in thing)
    else:
        inside = _parts(thing, above)
    return type(thing), inside


def _parts(thing: Any, above: tuple[int, ...]) -> Hashable:
    """An object of some class of its own, by the parts that copying it would take over."""
    try:
        parts = thing.__reduce_ex__(4)
    except Exception:  # it cannot be copied, so only its identity is known
        return id(thing)
    if isinstance(parts, str):
        return parts
    return tuple(_content(tuple(part) if isinstance(part, Iterator) else part, above)
                 for part in parts)


def twin(thing: Any) -> Any:
    """The same content once more, in a new object; None if it cannot be copied."""
    try:
        return _copied(thing)
    except Exception:  # whatever the user's class says to being copied
        return None


def _copied(thing: Any) -> Any:
    if isinstance(thing, tuple):  # deepcopy would hand back the same one
        items = map(_copied, thing)
        return type(thing)(*items) if hasattr(thing, "_fields") else tuple(items)
    return copy.deepcopy(thing)
