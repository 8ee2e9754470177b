"""A graph under way: orders, the heap of its nodes, and two ways to find them again.

The heap, the index and the cache grow: each is a record of its own, exchanged for a larger one.
"""

from __future__ import annotations

from zermelo.compiler.records import Array, Record, array
from zermelo.kernel.memory import Header

STACK_ROOM = 1 << 16
MOST_MOVES = 1 << 15


class Way(Record):
    """A move, and where it leads."""

    move: int
    place: int


class Orders(Header, whole=True):
    """What to do, what came of it, and the edges of the positions on the path."""

    command: int
    length: int  # of a long game, in plies
    short_cut: int  # the last so many of them are quicker to play again than to look up
    status: int
    result: int
    visits: int  # to unfinished positions
    top: int  # of the stack
    stack: Array[int] = array(int, STACK_ROOM)
    ways: Array[Way] = array(Way, MOST_MOVES)


class Heap(Record, whole=True):
    """The nodes, one after the other."""

    end: int  # the first free word
    room: int
    nodes: int
    words: Array[int] = array(int)


class Index(Record, whole=True):
    """Finds a node by its edges: its place on the heap + 1, or 0."""

    size: int  # a power of two
    slots: Array[int] = array(int)


class Known(Record):
    """A position that was met before."""

    check: int
    found: int  # home << 32 | place + 1: of home the bits that a larger cache will need; 0: nothing


class Cache(Record, whole=True):
    """Finds a node by a position."""

    size: int  # a power of two
    most: int  # that it may grow to
    kept: int  # entries written since it was made
    entries: Array[Known] = array(Known)
