"""Mining under way: orders, what was found, and what it is known by.

How many features and numbers of a state a row has depends on the game: they are kept in arrays of
their own, for all rows one after the other.
"""

from __future__ import annotations

from zermelo.compiler.records import Array, Record, array
from zermelo.kernel.memory import Header

STRATA = 9  # phase × 3 + result (0 loss, 1 draw, 2 win for the mover)


class Orders(Header, whole=True):
    """What is wanted, and how it went. Once told to `stop`, it ends with what there is."""

    games: int  # how many random games to play
    seed: int
    beside: int  # not 0: look at positions beside the way, too
    start_plies: int  # how long random games from the start last, all 64 together
    row_room: int
    option_room: int
    left: int  # of all that is wanted
    rows: int
    options: int
    looked_at: int
    unproven: int
    wanted: Array[int] = array(int, STRATA)


class Seen(Record, whole=True):
    """The keys of all positions that are kept, or were before."""

    size: int  # a power of two
    slots: Array[int] = array(int)


class Row(Record):
    """A position that is kept."""

    key: int
    phase: int
    payoff: int  # for the mover
    mover: int
    options: int  # how many moves it has


class Rows(Record, whole=True):
    """The rows of one part of a data set."""

    at: Array[Row] = array(Row)


class Option(Record):
    """A move, and its payoff for the mover."""

    move: int
    payoff: int


class Options(Record, whole=True):
    """Those of all rows, one after the other."""

    at: Array[Option] = array(Option)


class Columns(Record, whole=True):
    """So many numbers for each row: its features in millionths, or its state."""

    at: Array[int] = array(int)
