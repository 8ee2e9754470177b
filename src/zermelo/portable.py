"""Small functions for rules that mean the same interpreted and compiled.

Compiled integers have 64 bits and a sign; Python's grow without end. On whole numbers in the
signed 64-bit range `& | ^ ~` and comparisons agree, and so does everything on boards of up to 62
squares. A board that uses bit 63 is a negative number in both worlds, and there `<<`, `>>` and
`bit_count` part ways: use the functions below.

    square 63 ↓                                                    ↓ square 0
    bit(63) == 1000000000000000000000000000000000000000000000000000000000000000 == -2**63
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

_ALL = (1 << 64) - 1
_SIGN = 1 << 63


def seldom(function: F) -> F:
    """Mark a function that is not worth optimising: it is compiled sooner, and runs slower."""
    function.seldom = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a function whose compiled code goes right where it is called."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


def side_by_side(function: F) -> F:
    """Mark a function that does the same with several numbers: compiled code may do it with all of
    them at once, as far as the processor can."""
    function.side_by_side = 2  # type: ignore[attr-defined]
    return function


def four_side_by_side(function: F) -> F:
    """The same where it only pays if a processor has room for four."""
    function.side_by_side = 4  # type: ignore[attr-defined]
    return function


def one_by_one(function: F) -> F:
    """Mark a function that vectors do harm to: a kernel that has one makes no use of the widest,
    for which LLVM puts together what little there is."""
    function.side_by_side = 1  # type: ignore[attr-defined]
    return function


class BrokenPromise(Exception):  # noqa: N818 - a kernel's word, told in a sentence outside
    """Rules do not keep to what every game promises, in this state."""

    def __init__(self, state: Any, what: str) -> None:
        super().__init__(what)
        self.state, self.what = state, what


def promised(holds: bool, s: Any, what: str) -> None:
    """In a kernel: what any game's rules keep to in state `s`; if not, whoever asked is told."""
    if not holds:
        raise BrokenPromise(s, what)


def wrap(number: int) -> int:
    """The signed 64-bit integer with these low 64 bits: what a compiled register would hold."""
    return (number + _SIGN & _ALL) - _SIGN


def bit(square: int) -> int:
    """The board on which only this square (0–63) is set."""
    return ((1 << square) + _SIGN & _ALL) - _SIGN


def shl(board: int, by: int) -> int:
    """Shift towards higher squares; what leaves the board is gone. `by` is 0–63."""
    return ((board << by) + _SIGN & _ALL) - _SIGN


def shr(board: int, by: int) -> int:
    """Shift towards lower squares, filling with empty ones from above. `by` is 0–63."""
    return (board & _ALL) >> by if by else wrap(board)


def popcount(board: int) -> int:
    """How many squares are set.

    >>> popcount(0b1011), popcount(-1)
    (3, 64)
    """
    return (board & _ALL).bit_count()


def lowest(board: int) -> int:
    """The lowest square that is set; -1 if none is.

    >>> lowest(0b1000), lowest(bit(63)), lowest(0)
    (3, 63, -1)
    """
    return (board & -board & _ALL).bit_length() - 1


def highest(board: int) -> int:
    """The highest square that is set; -1 if none is.

    >>> highest(0b1010), highest(bit(63)), highest(0)
    (3, 63, -1)
    """
    return (board & _ALL).bit_length() - 1


def bytes_reversed(board: int) -> int:
    """An 8 × 8 board upside down: its first row becomes the last.

    >>> bytes_reversed(0b1011) == shl(0b1011, 56)
    True
    """
    return int.from_bytes((board & _ALL).to_bytes(8, "little"), "big", signed=True)


def squares(board: int) -> Iterator[int]:
    """The squares that are set, lowest first.

    >>> list(squares(0b1011))
    [0, 1, 3]
    """
    while board:
        square = lowest(board)
        yield square
        board &= ~bit(square)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item exchanged.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*items[:index], item, *items[index + 1 :])


def bit_length(number: int) -> int:
    """How many bits a number from 0 to 2**63 - 1 needs.

    >>> bit_length(0), bit_length(1), bit_length(1000)
    (0, 1, 10)
    """
    return number.bit_length()


def prefetch(record: Any) -> None:
    """A part of memory that will be needed soon: compiled code asks for it in advance."""


_MIXER, _FACTOR, _LAST = -0x2545F4914F6CDD1D, -0x2917014799A6026D, -0x00AE502812AA7333
_SEED = -0x61C8864680B583EB
TUPLE, _NUMBERED = -0x5BF6C7DDD660CE2F, 0x082EFA98EC4E6C89  # words that no rules come upon


def hash_of(key: Any) -> int:
    """64 well-mixed bits of a whole number, or of numbers in tuples.

    Exact for a single number: different numbers have different hashes. Other keys are numbered
    in the order in which they first come, which is exact too.
    """
    return hashes_of(key)[1]


def hashes_of(key: Any) -> tuple[int, int]:
    """Twice 64 bits, for a table: where to look for a key, and the hash to know it by.

    Each word is mixed by itself, high bits into low and low into high; then the words are added
    up twice, every word with other factors. A last fold makes it an avalanche: a flipped bit flips
    each bit of either hash half of the time. Neither says anything about the other, and keys of
    several words that differ agree in the second by chance only, 1 in 2**64.
    """
    home = check = _SEED
    factor = _FACTOR
    for word in flattened(key):
        mixed = wrap((word ^ shr(word, 32)) * _MIXER)
        mixed = mixed ^ shr(mixed, 32)
        home = wrap(5 * home + mixed)
        check = wrap(check + mixed * factor)
        factor = wrap(factor * _FACTOR)
    home = wrap(home * _LAST)
    return home ^ shr(home, 32), check ^ shr(check, 32)


def flattened(key: Any) -> tuple[int, ...]:
    """The words of a key in a row, and before those of a tuple a mark with its length.

    A key that is anything but 64-bit numbers in tuples has one number for the whole of it.
    """
    words: list[int] = []
    return tuple(words) if _flatten(key, words) else (_number_of(key), _NUMBERED)


def _flatten(key: Any, words: list[int]) -> bool:
    """Append the words of a plain key; False if it is none."""
    if isinstance(key, tuple):
        words.append(TUPLE + len(key))
        return all(_flatten(part, words) for part in key)
    if isinstance(key, int) and -_SIGN <= key < _SIGN:
        words.append(key)
        return True
    return False


_numbers: dict[Any, int] = {}
_next_number = count(1)
_MOST_NUMBERS = 1 << 20


def _number_of(key: Any) -> int:
    """A number of its own for any hashable key; forgotten ones are never given out again."""
    number = _numbers.get(key)
    if number is None:
        if len(_numbers) >= _MOST_NUMBERS:
            _numbers.clear()
        number = _numbers.setdefault(key, next(_next_number))  # another thread may be at it, too
    return number
