"""A kernel's memory: plain objects for the interpreter, one block of words for compiled code.

Either way it is read and written by the names of its record's fields:

>>> from zermelo.compiler.records import Array, Record, array
>>> class Entry(Record):
...     key: int
...     worth: float
>>> class Notes(Record):
...     count: int
...     entries: Array[Entry] = array(Entry, 10)
>>> for notes in (Notes(), native(Notes)):
...     notes.count += 3
...     notes.entries[7].worth = 0.5
...     print(notes.count, notes.entries[7].worth, notes.entries[8].key)
3 0.5 0
3 0.5 0
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from zermelo.compiler.records import (
    LIMIT,
    ROOM,
    STATE,
    STOP,
    Array,
    Field,
    Layout,
    Record,
    array,
    layout_of,
)

R = TypeVar("R", bound=Record)

STATE_WORDS = 96
_LARGE = 1 << 20  # bytes: from here on in pages that take no memory until they are written


class Header(Record):
    """What every kernel's memory begins with: what went wrong, and the state to begin at."""

    code: int  # 0, or the number of a fault
    stop: int  # not 0: somebody wants it to give up; its results are then void
    stack_room: int  # bytes
    stack_limit: int
    reserved: Array[int] = array(int, 4)
    state: Array[int] = array(int, STATE_WORDS)


_places = {name: place for name, (place, _) in layout_of(Header).fields.items()}
assert [_places[name] for name in ("stop", "stack_room", "stack_limit", "state")] == [
    STOP, ROOM, LIMIT, STATE]


def native(record: type[R], length: int = 0) -> R:
    """A record in a block of words, all 0; `length` is of its last array, if that has none."""
    layout = layout_of(record)
    return cast(R, _view(layout, Words(_size(layout, length)), 0))


def bytes_of(record: type[Record], length: int = 0) -> int:
    """How much memory it takes."""
    return 8 * _size(layout_of(record), length)


def _size(layout: Layout, length: int) -> int:
    """How many words of memory it takes."""
    last = list(layout.fields.values())[-1][1]
    return layout.words + (last.item_words * length if last.many and last.length is None else 0)


def shared(record: type[R], numbers: Any) -> R:
    """A record whose words are somebody else's: a numpy array of 64-bit numbers, or a part of a
    file that is mapped into memory."""
    return cast(R, _view(layout_of(record), Words(memoryview(numbers).nbytes // 8, numbers), 0))


def copied(record: Any, length: int = 0) -> Any:
    """All that a record holds, in memory of its own; `length` is of its last array, if that has
    none and is to grow."""
    if isinstance(record, Record):
        return deepcopy(record)
    layout, old = record._layout, record._words
    new = _view(layout, Words(max(len(old.ints), _size(layout, length))), 0)
    ctypes.memmove(address_of(new), old.address, 8 * len(old.ints))
    return new


def numbers_in(array: Any, count: int) -> Sequence[float]:
    """The first numbers of an array; of an array of records, their fields one after the other."""
    if isinstance(array, NativeArray):
        return array.numbers(count)
    items = [array[i] for i in range(count)]
    return [number for item in items for number in _fields_of(item)]


def _fields_of(item: Any) -> Iterator[float]:
    """A record's numbers, in the order they lie in memory."""
    if not isinstance(item, Record):
        yield item
        return
    for name, (_, field) in layout_of(type(item)).fields.items():
        found = getattr(item, name)
        yield from numbers_in(found, field.length or 0) if field.many else _fields_of(found)


def address_of(record: Any) -> int:
    """Where a record's words begin."""
    address: int = record._words.address + 8 * record._at
    return address


def words_of(record: Any) -> memoryview:
    """All words of a block, as compiled code sees them."""
    view: memoryview = record._words.view
    return view


class Words:
    """A block of 64-bit words, as ints and as floats."""

    def __init__(self, count: int, of: Any = None) -> None:
        self.ints = _allocated(max(1, count)) if of is None else (
            ctypes.c_int64 * count).from_buffer(of)
        self.floats = (ctypes.c_double * max(1, count)).from_buffer(self.ints)
        self.address = ctypes.addressof(self.ints)

    @property
    def view(self) -> memoryview:
        """The ints, to be sliced or given to numpy."""
        return memoryview(self.ints).cast("B").cast("q")


def _allocated(count: int) -> Any:
    """So many zeroed words; large blocks page-aligned, in large pages where the system has them."""
    kind = ctypes.c_int64 * count
    if 8 * count < _LARGE:
        return kind()
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return kind.from_buffer(mmap.mmap(-1, 8 * count))
    pages = mmap.mmap(-1, 8 * count, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return kind.from_buffer(pages)


class NativeArray:
    """An array of a block, by number."""

    __slots__ = ("_at", "_field", "_item", "_words")

    def __init__(self, words: Words, at: int, field: Field) -> None:
        self._words, self._at, self._field = words, at, field
        self._item = None if field.record is None else field.record

    def __getitem__(self, index: int) -> Any:
        at = self._at + index * self._field.item_words
        if self._item is not None:
            return _view(self._item, self._words, at)
        return self._words.floats[at] if self._field.kind is float else self._words.ints[at]

    def __setitem__(self, index: int, value: Any) -> None:
        at = self._at + index * self._field.item_words
        if self._field.kind is float:
            self._words.floats[at] = value
        else:
            self._words.ints[at] = value

    def __len__(self) -> int:
        return self._field.length or 0

    def numbers(self, count: int) -> Sequence[float]:
        """The numbers of its first items, as they are in memory; records of ints, not of floats."""
        words, here = self._words.view, slice(self._at, self._at + count * self._field.item_words)
        return words.cast("B").cast("d")[here] if self._field.kind is float else words[here]

    def fill(self, value: int) -> None:
        """Set every word of it to 0 or to -1; of one without a length, all to the block's end."""
        words = self._field.words if self._field.length else len(self._words.ints) - self._at
        ctypes.memset(self._words.address + 8 * self._at, value & 0xFF, 8 * words)


def _view(layout: Layout, words: Words, at: int) -> Any:
    return _view_class(layout)(words, at)


@cache
def _view_class(layout: Layout) -> type:
    """A class whose attributes are the fields of a record in a block."""
    def begin(self: Any, words: Words, at: int) -> None:
        self._words, self._at = words, at

    def fill(self: Any, value: int) -> None:
        ctypes.memset(address_of(self), value & 0xFF, 8 * layout.words)

    inside: dict[str, Any] = {name: found for cls in reversed(layout.record.__mro__)
                              for name, found in vars(cls).items()
                              if isinstance(found, FunctionType) and not name.startswith("__")}
    inside |= {"__slots__": ("_at", "_words"), "__init__": begin, "fill": fill,
               "__doc__": layout.record.__doc__, "_layout": layout}
    for name, (place, field) in layout.fields.items():
        inside[name] = _property(place, field)
    return type(layout.name, (), inside)


def _property(place: int, field: Field) -> property:
    def read(self: Any) -> Any:
        if field.many:
            return NativeArray(self._words, self._at + place, field)
        if field.record is not None:
            return _view(field.record, self._words, self._at + place)
        block = self._words.floats if field.kind is float else self._words.ints
        return block[self._at + place]

    def write(self: Any, value: Any) -> None:
        block = self._words.floats if field.kind is float else self._words.ints
        block[self._at + place] = value

    return property(read, write)
